// Why something cannot be done at a place. The page knows no rules: it lets the program write a legal order, puts the place
// into it in place of the one that it names, and shows what the program's own check says of the result.

import { element } from "./elements.js";
import { isAmong, isPiece, nameOf, names } from "./named.js";
import { told } from "./problems.js";

const NONE = "Nothing can be decided here: no legal answer of your turn names this place. That may change when you answer something else differently.";
const NOT_BOTH = "No legal answer of your turn names both. That may change when you answer something else differently.";
const ASKING = "The rules are asked why.";

/** One place after another is asked about: one that is not shown any more is not. */
let last = Promise.resolve();

/** Returns what a name can be replaced by in an order: another one of the same kind, such as a tile by a tile. */
function kind(place, name) {
  return [Boolean(place.ownerSVGElement), isPiece(place), name.split("/").length].join();
}

/** Returns which word of an answer names a place of this kind, and the word for the place in its stead. */
function swap(place, piece, value, named, known) {
  const words = [...names(value)];
  for (const name of named) {
    const one = known.get(name);
    const from = one && one !== piece && words.find((word) => name === word || name.endsWith(`/${word}`));
    // An answer leaves out whose board a place is on.
    const board = from ? name.slice(0, name.length - from.length) : "";
    const fits = (other) => other.startsWith(board) && kind(place, other) === kind(one, name);
    const to = from && place.dataset.place.split(" ").find(fits);
    if (to) {
      return { from, to: to.slice(board.length) };
    }
  }
  return undefined;
}

/** Returns a legal answer, of the piece if there is one, in which the place can stand for another; open decisions come first. */
function example(place, piece, { guide, decisions }) {
  const known = new Map(guide.places.flatMap((one) => one.dataset.place.split(" ").map((name) => [name, one])));
  const asked = decisions.filter(({ forced, choices }) => !forced && choices.kind === "one-of");
  for (const decision of asked.sort((a, b) => b.open - a.open)) {
    for (const { value } of decision.choices.of) {
      const named = guide.named(value);
      const found = (!piece || isAmong(piece, named)) && swap(place, piece, value, named, known);
      if (found) {
        return { decision, value, ...found };
      }
    }
  }
  return undefined;
}

/**
 * Puts a word in place of another into the lines of a file that an earlier one does not have. Returns the file, and these lines
 * by their numbers.
 */
export function swapped(before, file, from, to) {
  const old = new Set(before.split("\n"));
  const changed = new Map();
  const lines = file.split("\n").map((line, n) => {
    const other = old.has(line) ? line : line.replace(/[^\s[\]{},:"']+/g, (word) => (word === from ? to : word));
    if (other !== line) {
      changed.set(n + 1, other.trim().replace(/^- /, ""));
    }
    return other;
  });
  return { file: lines.join("\n"), changed };
}

/**
 * Returns which of the problems the rules have with the lines that were changed. Codes that begin with `E0` are about the file,
 * such as a word that cannot stand there; and what an order with the legal answer has, too, does not come from the place.
 */
export function ofTheRules(problems, earlier, changed) {
  const key = ({ code, message }) => `${code} ${message}`;
  const had = new Set(earlier.map(key));
  const fresh = problems.filter((one) => !one.code.startsWith("E0") && !had.has(key(one)));
  const there = fresh.filter(({ start }) => start && changed.has(start.line));
  return there.length > 0 ? there : fresh;
}

/**
 * Makes the words that say why nothing can be done at a place, or nothing with a piece there. They come when the program has
 * answered, if they are still wanted. `turn.refusal` asks it, and returns the order that was tried and its problems.
 */
export function why(place, piece, turn) {
  const block = element("div", undefined, "why");
  const heading = piece ? [element("h3", `${nameOf(piece)} → ${nameOf(place)}`)] : [];
  const say = (...lines) => block.replaceChildren(...heading, ...lines.map((line) => element("p", line)));
  const none = piece ? NOT_BOTH : NONE;
  const order = example(place, piece, turn);
  if (!order) {
    say(none);
    return block;
  }
  say(ASKING);
  const ask = async () => {
    const { problems = [], tried } = (block.isConnected && (await turn.refusal(order, () => block.isConnected))) || {};
    const [first] = problems;
    say(...(first ? [order.decision.question, `${tried}: ${told(first)}`] : [none]));
  };
  last = last.then(ask).catch(() => say(none));
  return block;
}
