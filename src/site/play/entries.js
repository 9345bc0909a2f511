// The order file, entry by entry: lists whose lines are dragged, changed and added, and everything else that it can say.

import { button, element, keepFocus } from "./elements.js";
import { call, field, kinds, named } from "./fields.js";
import { ordered } from "./ordered.js";

const copy = (value) => JSON.parse(JSON.stringify(value));
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Returns a value of an order file in words. */
function words(value) {
  if (Array.isArray(value)) {
    return value.map(words).join(", ");
  }
  if (!value || typeof value !== "object") {
    return String(value);
  }
  const inner = Object.entries(value).map(([name, one]) => {
    const deep = one && typeof one === "object" && !Array.isArray(one);
    return deep ? { deep, said: `${name}: ${words(one)}` } : { said: `${name} ${words(one)}` };
  });
  return inner.map(({ said }) => said).join(inner.some(({ deep }) => deep) ? "; " : ", ");
}

/** A field with a button that takes its value, which is there when the value is whole. Input is marked until it is taken. */
function taken(schema, game, value, name, take) {
  const box = element("div", undefined, "new");
  const made = field(schema, game, value);
  call(made, name);
  const done = button(name, () => {
    delete box.dataset.unsaved;
    take(made.value());
  });
  const look = () => {
    done.disabled = made.value() === undefined;
  };
  ["input", "change", "focusin"].forEach((one) => box.addEventListener(one, () => {
    box.dataset.unsaved = true;
    look();
  }));
  look();
  box.append(made.element, done);
  return box;
}

/** Adds a line to a list: single values with one tap, others with fields. */
function adding(items, game, add) {
  const all = kinds(items, game.root);
  const single = all.filter((kind) => !kind.schema);
  const box = element("div");
  if (single.length > 0) {
    const buttons = element("div", undefined, "choices");
    buttons.append(...single.map(({ value }) => {
      const made = button(`+ ${value}`, () => add(value));
      made.setAttribute("aria-label", `Add ${value}`);
      return made;
    }));
    box.append(buttons);
  }
  const filled = all.filter((kind) => kind.schema).map((kind) => kind.schema);
  if (filled.length > 0) {
    // A list of kinds names them itself.
    if (filled.length === 1) {
      box.append(element("p", named({ schema: filled[0] }), "note", "about"));
    }
    box.append(taken({ anyOf: filled }, game, undefined, "Add this line", add));
  }
  return box;
}

/** Returns the lines of a list in a wanted order; lines that came meanwhile follow. */
function sorted(wanted, now) {
  const left = [...now];
  const there = wanted.filter((value) => {
    const at = left.findIndex((one) => same(one, value));
    return at >= 0 && left.splice(at, 1);
  });
  return [...there, ...left];
}

/** A list: its lines, and what can be added. `set` takes a change of the list as it is when its turn comes. */
function lines(items, game, list, set) {
  const shown = list.map((value, n) => {
    const said = words(value);
    // The line may stand elsewhere when its turn comes.
    const find = (now) => (same(now[n], value) ? n : now.findIndex((one) => same(one, value)));
    const out = button("×", () => set((now) => now.filter((_, at) => at !== find(now))));
    out.setAttribute("aria-label", `Remove line ${n + 1}: ${said}`);
    const change = button("Change", () => {
      const item = change.closest("li");
      const take = (one) => {
        delete item.dataset.value;
        set((now) => (find(now) < 0 ? [...now, one] : now.map((other, at) => (at === find(now) ? one : other))));
      };
      item.dataset.value = JSON.stringify(value);
      item.replaceChildren(taken(items, game, copy(value), "Take this line", take));
      item.querySelector("select, input")?.focus();
    });
    change.setAttribute("aria-label", `Change line ${n + 1}: ${said}`);
    const parts = typeof value === "object" ? [change, out] : [out];
    return { words: said, up: `Line ${n + 1} sooner: ${said}`, parts };
  });
  const made = ordered(shown, (order) => set((now) => sorted(order.map((at) => list[at]), now)));
  made.dataset.list = JSON.stringify(list);
  return [made, adding(items, game, (one) => set((now) => [...now, one]))];
}

/** What is no list: a field with its value. */
function one(schema, game, value, set) {
  const out = button("Leave it out", () => set(() => undefined));
  out.disabled = value === undefined;
  return [taken(schema, game, value, "Take this", (now) => set(() => now)), out];
}

/** Takes over the lines of a list that are being changed. */
function carry(old, list) {
  const values = JSON.parse(list.dataset.list);
  for (const item of old.querySelectorAll("[data-value]")) {
    const at = values.findIndex((one) => JSON.stringify(one) === item.dataset.value);
    item.dataset.at = at;
    if (at < 0) {
      list.append(item);
    } else {
      list.children[at].replaceWith(item);
    }
  }
}

/** Brings an entry up to date that holds input which is not taken yet: the input stays. */
function mend(old, fresh) {
  const parts = [...fresh.children];
  old.querySelector(".answer").replaceWith(fresh.querySelector(".answer"));
  [...old.children].slice(1).forEach((part, n) => {
    const made = parts[n + 1];
    if (made.dataset.list && made.dataset.list !== part.dataset.list) {
      carry(part, made);
      part.replaceWith(made);
    } else if (!part.matches("[data-unsaved]") && !part.querySelector("[data-unsaved]")) {
      part.replaceWith(made);
    }
  });
}

/**
 * Shows the entries that an order file can have; those that were unfolded stay so, and input that is not taken yet stays in
 * them. What holds none is made anew, for the names that it offers may have changed. `schema` is that of the file, `names`
 * are those that the game knows, and `set` writes an entry: its name, and what makes the new value of the old one, or
 * nothing to take it out.
 */
export function showEntries(box, { entries, schema, names, set }) {
  const game = { root: schema, names };
  for (const [name, property] of Object.entries(schema.properties)) {
    const old = [...box.children].find((one) => one.dataset.entry === name);
    const unsaved = old?.querySelector("[data-unsaved]");
    const details = element("details");
    details.dataset.entry = name;
    const [title, ...about] = (property.description ?? "").replaceAll("`", "").split(/:\s/);
    const value = entries[name] ?? undefined;
    const summary = element("summary", name.replaceAll("-", " "));
    const said = value === undefined ? "" : words(value);
    summary.append(" ", element("span", title, "note"), element("span", said || "nothing yet", "answer"));
    details.append(summary);
    const fill = () => {
      if ((details.open || unsaved) && details.childElementCount === 1) {
        const items = [property.type].flat().includes("array") && property.items;
        const listed = (one) => [one ?? []].flat();
        const fields = items
          ? lines(items, game, listed(value), (changed) => set(name, (one) => changed(listed(one))))
          : one(property, game, value, (changed) => set(name, changed));
        details.append(element("p", about.join(": "), "note", "about"), ...fields);
      }
    };
    details.addEventListener("toggle", fill);
    details.open = old?.open ?? false;
    fill();
    const giveBack = keepFocus(old);
    if (unsaved) {
      mend(old, details);
      giveBack(old);
    } else if (old) {
      old.replaceWith(details);
      giveBack(details);
    } else {
      box.append(details);
    }
  }
}
