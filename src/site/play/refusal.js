// The rules' own words for why an order is not possible. The page knows no rules: it lets the program check an order in which
// a place stands, and if the check has nothing against it, lets the program try what comes of it.

import { told } from "./problems.js";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Returns a value in which one word stands for another. */
function exchanged(value, from, to) {
  if (value && typeof value === "object") {
    const parts = Object.entries(value).map(([name, part]) => [name, exchanged(part, from, to)]);
    return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
  }
  return String(value) === from ? (typeof value === "number" && Number(to)) || to : value;
}

/** Returns the lines of a file that an earlier one does not have, by their numbers. */
function fresh(before, file) {
  const old = new Set(before.split("\n"));
  return new Map(file.split("\n").map((line, n) => [n + 1, line]).filter(([, line]) => !old.has(line)));
}

/** Puts a word in place of another into the lines of a file that an earlier one does not have. Returns the file, and these lines. */
function swapped(before, file, from, to) {
  const changed = new Map();
  const added = fresh(before, file);
  const lines = file.split("\n").map((line, n) => {
    const other = added.has(n + 1) ? line.replace(/[^\s[\]{},:"']+/g, (word) => (word === from ? to : word)) : line;
    if (other !== line) {
      changed.set(n + 1, other);
    }
    return other;
  });
  return { file: lines.join("\n"), changed };
}

/**
 * Returns which of the problems the rules have with the lines that were changed. Codes that begin with `E0` are about the file,
 * such as a word that cannot stand there; and what other orders have, too, does not come from the place.
 */
function ofTheRules(problems, earlier, changed) {
  const key = ({ code, message }) => `${code} ${message}`;
  const had = new Set(earlier.map(key));
  const all = problems.filter((one) => !one.code.startsWith("E0") && !had.has(key(one)));
  const there = all.filter(({ start }) => start && changed.has(start.line));
  return there.length > 0 ? there : all;
}

/** Returns the order file in which the word of an order has been exchanged, its changed lines, and the problems of the other. */
async function answered({ n, value, from, to }, { text }, ask) {
  const legal = await ask("decide", text, "--say", `${n + 1}=${JSON.stringify(value)}`);
  return legal && { ...swapped(text, legal.file, from, to), earlier: legal.problems };
}

/** Returns the arguments that write into a draft what an order adds to empty orders, with its word exchanged. */
async function added({ n, value, from, to, form, base }, { entries }, ask) {
  const legal = await ask("decide", form, "--say", `${n + 1}=${JSON.stringify(value)}`);
  const changed = Object.entries(legal?.entries ?? {}).filter(([name, one]) => !same(one, base[name]));
  return changed.flatMap(([name, one]) => {
    const had = new Set([base[name] ?? []].flat().map((line) => JSON.stringify(line)));
    const more = Array.isArray(one) ? one.filter((line) => !had.has(JSON.stringify(line))) : one;
    return written(name, exchanged(more, from, to), entries);
  });
}

/** Returns the arguments that write an entry; lines are added to those of a draft. */
function written(name, value, entries) {
  const whole = Array.isArray(value) ? [...[entries[name] ?? []].flat(), ...value] : value;
  return ["--set", `${name}=${JSON.stringify(whole)}`];
}

/** Returns the reasons why lines of an order file are not executed. */
async function unplayed(file, ask) {
  const { tried } = (await ask("try", file)) ?? {};
  return (tried?.unplayed ?? []).flatMap(({ why }) => (why ? [why.words] : []));
}

/**
 * Returns why the rules refuse an order at a place, and the lines of it that were tried, or nothing. The order is a legal answer with
 * a word that is exchanged, to a question of the draft or of empty orders; or the value of an entry. The `draft` has its `text`, its
 * `entries` and its `problems`. `ask` runs a command on an order file and returns its data, or nothing if the answer is not wanted
 * any more.
 */
export async function refusal(order, draft, ask) {
  let made;
  if (order.value !== undefined && !order.form) {
    made = await answered(order, draft, ask);
  } else {
    const sets = order.form ? await added(order, draft, ask) : written(order.entry, order.whole, draft.entries);
    const data = sets.length > 0 && (await ask("decide", draft.text, ...sets));
    made = data && { file: data.file, changed: fresh(draft.text, data.file), earlier: draft.problems, data };
  }
  const data = made?.data ?? (made?.changed.size > 0 && (await ask("decide", made.file)));
  if (!data) {
    return undefined;
  }
  const tried = [...made.changed.values()].map((line) => line.trim().replace(/^- /, "")).join(", ").replaceAll(":, ", ": ");
  const [problem] = ofTheRules(data.problems, made.earlier, made.changed);
  if (problem?.severity === "error") {
    return { words: told(problem), tried };
  }
  // The check says nothing of what comes later in the turn, or warns that it may not come.
  const all = data.decisions.length > 0 ? await unplayed(made.file, ask) : [];
  const before = all.length > 0 ? await unplayed(draft.text, ask) : [];
  const words = all.find((one) => !before.includes(one));
  return (words || problem) && { words: words ?? told(problem), tried };
}
