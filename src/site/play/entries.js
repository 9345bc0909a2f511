// The order file, entry by entry: lists whose lines are dragged, changed and added, and everything else that it can say.

import { button, element } from "./elements.js";
import { call, field, kinds } from "./fields.js";
import { ordered } from "./ordered.js";

const copy = (value) => JSON.parse(JSON.stringify(value));

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

/** A field with a button that takes its value, which is there when the value is whole. */
function taken(schema, game, value, name, take) {
  const box = element("div", undefined, "new");
  const made = field(schema, game, value);
  call(made, name);
  const done = button(name, () => take(made.value()));
  const look = () => {
    done.disabled = made.value() === undefined;
  };
  ["input", "change"].forEach((one) => box.addEventListener(one, look));
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
    box.append(taken({ anyOf: filled }, game, undefined, "Add this line", add));
  }
  return box;
}

/** A list: its lines, and what can be added. */
function lines(items, game, list, set) {
  const shown = list.map((value, n) => {
    const said = words(value);
    const out = button("Remove", () => set(list.filter((_, at) => at !== n)));
    out.setAttribute("aria-label", `Remove line ${n + 1}: ${said}`);
    const change = button("Change", () => {
      const item = change.closest("li");
      item.replaceChildren(taken(items, game, copy(value), "Take this line", (one) => set(list.map((other, at) => (at === n ? one : other)))));
      item.querySelector("select, input")?.focus();
    });
    change.setAttribute("aria-label", `Change line ${n + 1}: ${said}`);
    const parts = typeof value === "object" ? [change, out] : [out];
    return { words: said, up: `Line ${n + 1} sooner: ${said}`, parts };
  });
  return [ordered(shown, (order) => set(order.map((at) => list[at]))), adding(items, game, (one) => set([...list, one]))];
}

/** What is no list: a field with its value. */
function one(schema, game, value, set) {
  const out = button("Leave it out", () => set());
  out.disabled = value === undefined;
  return [taken(schema, game, value, "Take this", set), out];
}

/**
 * Shows the entries that an order file can have; those that were unfolded stay so. `schema` is that of the file, `names`
 * are those that the game knows, and `set` writes an entry: its name, and its value, or nothing to take it out.
 */
export function showEntries(box, { entries, schema, names, set }) {
  const unfolded = new Set([...box.querySelectorAll("details[open]")].map((part) => part.dataset.entry));
  const game = { root: schema, names };
  const parts = Object.entries(schema.properties).map(([name, property]) => {
    const details = element("details");
    details.dataset.entry = name;
    const [title, ...about] = (property.description ?? "").replaceAll("`", "").split(/:\s/);
    const value = entries[name] ?? undefined;
    const summary = element("summary", name.replaceAll("-", " "));
    const said = value === undefined ? "" : words(value);
    summary.append(" ", element("span", title, "note"), element("span", said || "nothing yet", "answer"));
    details.append(summary);
    const fill = () => {
      if (details.open && details.childElementCount === 1) {
        const items = [property.type].flat().includes("array") && property.items;
        const give = (one) => set(name, one);
        const fields = items ? lines(items, game, [value ?? []].flat(), give) : one(property, game, value, give);
        details.append(element("p", about.join(": "), "note", "about"), ...fields);
      }
    };
    details.addEventListener("toggle", fill);
    details.open = unfolded.has(name);
    fill();
    return details;
  });
  box.replaceChildren(...parts);
}
