// Fields for a value, made from its JSON schema. Each has its `element`, and its `value`, which is nothing until it is
// whole.

import { button, element } from "./elements.js";

/** A whole number with at most so many values is chosen from a list. */
const FEW = 30;

/** Returns a schema without the reference that it consists of; its own description counts. */
function plain(schema, root) {
  const inner = schema.$ref ? root.definitions[schema.$ref.split("/").pop()] : schema.allOf?.[0];
  return inner ? { ...plain(inner, root), ...(schema.description && { description: schema.description }) } : schema;
}

/** Returns what a value can be: single values, and schemas of what is filled in. `null` says no more than to leave it out. */
export function kinds(schema, root) {
  const own = schema === true ? {} : plain(schema, root);
  const of = own.anyOf ?? own.oneOf;
  if (of) {
    return of.flatMap((one) => kinds(one, root));
  }
  const type = [own.type].flat().find((one) => one !== "null");
  const single = (value) => ({ value, about: own.description });
  if ("const" in own) {
    return [single(own.const)];
  }
  if (own.enum) {
    return own.enum.filter((value) => value !== null).map(single);
  }
  if (type === "boolean") {
    return [true, false].map(single);
  }
  if (type === "integer" && own.maximum - own.minimum < FEW) {
    return Array.from({ length: own.maximum - own.minimum + 1 }, (_, n) => single(own.minimum + n));
  }
  return own.type === "null" ? [] : [{ schema: { ...own, type } }];
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** True if a value looks like one of this kind. */
function fits(kind, value) {
  if (!kind.schema) {
    return same(kind.value, value);
  }
  const { type, properties, required = [] } = kind.schema;
  if (type === "object" && value && typeof value === "object" && !Array.isArray(value)) {
    return !properties || (Object.keys(value).every((key) => key in properties) && required.every((key) => key in value));
  }
  const types = { array: Array.isArray(value), string: typeof value === "string", integer: Number.isInteger(value) };
  return types[type] ?? false;
}

/** Returns the first sentence of a description, without the section of the rulebook before it and the marks of code. */
function first(description = "") {
  return description.replace(/`/g, "").replace(/^[^.;:]*:\s/, "").split(/[.;](?:\s|$)/)[0];
}

/** Names a kind of value in a list of kinds. */
export function named(kind) {
  if (!kind.schema) {
    const about = first(kind.about);
    return about && about !== String(kind.value) ? `${kind.value}: ${about}` : String(kind.value);
  }
  const { type, properties = {}, description } = kind.schema;
  const what = { array: "several", integer: "a number", string: "a name" }[type] ?? Object.keys(properties).join(", ");
  // What has one part is named by it; of more parts the description tells.
  const about = first(description);
  return type === "object" && about && Object.keys(properties).length > 1 ? about : [what, about].filter(Boolean).join(": ");
}

/** Names the control of a field for screen readers, unless it has a name: the first control, where a field has several. */
export function call(field, words) {
  const control = field.element.matches("input, select") ? field.element : field.element.querySelector("input, select");
  if (control && !control.hasAttribute("aria-label")) {
    control.setAttribute("aria-label", words);
  }
}

function labelled(name, about, field, ...more) {
  const row = element("div", undefined, "row");
  const label = element("span", name, "name");
  label.title = first(about);
  call(field, [name, first(about)].filter(Boolean).join(": "));
  row.append(label, field.element, ...more);
  return row;
}

/** Takes something away that has been added. */
function remove(name, act) {
  const made = button("×", act);
  made.setAttribute("aria-label", `Leave out: ${name}`);
  return made;
}

function changed(box) {
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

let lists = 0;

/** A text: typed, picked among the names of the game, or tapped in the picture. */
function text({ pattern }, { names }, value) {
  const input = element("input", undefined, "named-field");
  input.value = value ?? "";
  input.autocapitalize = "off";
  input.spellcheck = false;
  input.placeholder = document.querySelector("#picture svg") ? "tap it in the picture, or type" : "type a name";
  const allowed = new RegExp(pattern ?? ".");
  input.pattern = pattern?.replace(/^\^|\$$/g, "") ?? ".+";
  const known = element("datalist");
  known.id = `names-${(lists += 1)}`;
  known.append(...names.filter((name) => allowed.test(name)).map((name) => new Option(name)));
  input.setAttribute("list", known.id);
  const box = element("span");
  box.append(input, known);
  return { element: box, value: () => (allowed.test(input.value.trim()) ? input.value.trim() : undefined) };
}

function number({ minimum, maximum }, _, value) {
  const input = element("input");
  input.type = "number";
  [input.min, input.max, input.value] = [minimum ?? "", maximum ?? "", value ?? ""];
  return { element: input, value: () => (input.value !== "" && input.checkValidity() ? Number(input.value) : undefined) };
}

/** Fields of one kind, as many as are wanted, each with its number. */
function several({ items, minItems = 0, maxItems = Infinity }, game, value = []) {
  const [box, rows] = [element("div", undefined, "several"), element("div")];
  const fields = new Map();
  const number = ([row, made], n) => {
    const [name, control] = [`Number ${n + 1}`, row.querySelector("[aria-label^='Number ']")];
    row.firstChild.textContent = name;
    control?.setAttribute("aria-label", name);
    call(made, name);
  };
  const more = button("One more", () => {
    add();
    changed(box);
  });
  const add = (one) => {
    const [row, made] = [element("div", undefined, "row"), field(items, game, one)];
    const out = fields.size < minItems ? [] : [remove("this", () => {
      fields.delete(row);
      row.remove();
      [...fields].forEach(number);
      more.hidden = false;
      changed(rows);
    })];
    fields.set(row, made);
    row.append(element("span", undefined, "name"), made.element, ...out);
    number([row, made], fields.size - 1);
    rows.append(row);
    more.hidden = fields.size >= maxItems;
  };
  const least = Array.from({ length: Math.max(minItems, value.length) }, (_, n) => value[n]);
  least.forEach(add);
  box.append(rows, more);
  const all = () => [...fields.values()].map((one) => one.value());
  return { element: box, value: () => (all().length >= minItems && !all().includes(undefined) ? all() : undefined) };
}

/** The parts of a value: those that it must have, and those that are added. */
function parts({ properties = {}, required = [] }, game, value = {}) {
  const [box, rows, more] = [element("div", undefined, "parts"), element("div"), element("select")];
  more.setAttribute("aria-label", "Add a part");
  const fields = new Map();
  const offer = () => {
    const left = Object.keys(properties).filter((name) => !fields.has(name));
    const option = (name) => new Option(`${name}: ${first(plain(properties[name], game.root).description)}`, name);
    more.replaceChildren(new Option("Add …", ""), ...left.map(option));
    more.hidden = left.length === 0;
  };
  const add = (name, one) => {
    const made = field(properties[name], game, one);
    fields.set(name, made);
    const out = required.includes(name) ? [] : [remove(name, () => {
      fields.delete(name);
      row.remove();
      offer();
      changed(rows);
    })];
    const row = labelled(name, plain(properties[name], game.root).description, made, ...out);
    row.dataset.part = name;
    const order = Object.keys(properties);
    const later = [...rows.children].find((other) => order.indexOf(other.dataset.part) > order.indexOf(name));
    rows.insertBefore(row, later ?? null);
  };
  const shown = Object.keys(properties).filter((name) => required.includes(name) || value[name] != null);
  shown.forEach((name) => add(name, value[name]));
  more.addEventListener("change", () => {
    if (more.value) {
      add(more.value);
      offer();
    }
  });
  offer();
  box.append(rows, more);
  const all = () => Object.keys(properties).filter((name) => fields.has(name)).map((name) => [name, fields.get(name).value()]);
  const whole = (found) => found.every(([, one]) => one !== undefined) && (found.length > 0 || Object.keys(properties).length === 0);
  return { element: box, value: () => (whole(all()) ? Object.fromEntries(all()) : undefined) };
}

/** Values by name. */
function byName(schema, game, value = {}) {
  const [pattern, of] = Object.entries(schema.patternProperties ?? {})[0] ?? [undefined, schema.additionalProperties];
  const pair = {
    type: "object", required: ["name", "value"],
    properties: { name: { type: "string", pattern }, value: of },
  };
  const pairs = Object.entries(value).map(([name, one]) => ({ name, value: one }));
  const made = several({ items: pair }, game, pairs);
  const entries = (found) => Object.fromEntries(found.map((one) => [one.name, one.value]));
  return { element: made.element, value: () => made.value() && entries(made.value()) };
}

/** Anything: a text, or what JSON says. */
function anything(_, game, value) {
  const read = (written) => {
    try {
      return JSON.parse(written);
    } catch {
      return written;
    }
  };
  const isPlain = typeof value === "string" && read(value) === value;
  const made = text({}, game, isPlain || value === undefined ? value : JSON.stringify(value));
  return { ...made, value: () => (made.value() === undefined ? undefined : read(made.value())) };
}

function open({ schema }, game, value) {
  const { type, properties, patternProperties, additionalProperties: others } = schema;
  const fixed = properties || others === false ? parts : anything;
  const object = patternProperties || others === true || typeof others === "object" ? byName : fixed;
  const shapes = { string: text, integer: number, array: several, object };
  return (shapes[type] ?? anything)(schema, game, value);
}

/**
 * Makes a field for a value of a schema. `game` has the `root` of the schema, with its definitions, and the `names` that
 * the game knows; `value` is there at the start.
 */
export function field(schema, game, value) {
  const all = kinds(schema, game.root);
  if (all.length === 1 && all[0].schema) {
    return open(all[0], game, value);
  }
  const [box, chosen, inner] = [element("span", undefined, "kinds"), element("select"), element("span")];
  let made;
  const show = (one) => {
    const kind = all[chosen.value];
    made = kind?.schema && open(kind, game, one);
    if (made) {
      call(made, named(kind));
    }
    inner.replaceChildren(...(made ? [made.element] : []));
  };
  chosen.append(new Option("Choose …", ""), ...all.map((kind, n) => new Option(named(kind), n)));
  const found = value === undefined ? -1 : all.findIndex((kind) => fits(kind, value));
  chosen.value = found < 0 ? "" : found;
  chosen.addEventListener("change", () => show());
  show(value);
  box.append(chosen, inner);
  return { element: box, value: () => (made ? made.value() : all[chosen.value]?.value) };
}
