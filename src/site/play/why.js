// Why something cannot be done at a place. The page knows no rules: it takes a legal order, puts the place into it in place of the
// one that it names, and shows what the program says of the result. A card that no legal order is like stands in an order that it
// makes from the schema of the order file.

import { element } from "./elements.js";
import { kinds } from "./fields.js";
import { isAmong, isPiece, nameOf, names } from "./named.js";

const NONE = "Nothing can be decided here: no legal answer of your turn names this place. That may change when you answer something else differently.";
const NOT_BOTH = "No legal answer of your turn names both. That may change when you answer something else differently.";
const ASKING = "The rules are asked why.";
/** So many orders are tried of a kind, and so deep in its value the name of a card can stand. */
const MOST = 3;
const DEEP = 4;

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

/** Returns legal answers, of the piece if there is one, in which the place can stand for another: one for each decision, open ones first. */
function examples(place, piece, guide, decisions) {
  const known = new Map(guide.places.flatMap((one) => one.dataset.place.split(" ").map((name) => [name, one])));
  const asked = decisions.map((decision, n) => ({ decision, n })).filter(({ decision: { forced, choices } }) => !forced && choices.kind === "one-of");
  const all = asked.sort((a, b) => b.decision.open - a.decision.open).flatMap(({ decision, n }) => {
    for (const { value } of decision.choices.of) {
      const named = guide.named(value);
      const found = (!piece || isAmong(piece, named)) && swap(place, piece, value, named, known);
      if (found) {
        return [{ question: decision.question, n, value, ...found }];
      }
    }
    return [];
  });
  return all.slice(0, MOST);
}

/** Returns a text without the brackets of lists. */
function bare(text) {
  return text.replace(/[[\]]/g, "");
}

/** Returns the least values of a schema in which a word stands as one of those that the schema lists; only a few. */
function valuesWith(word, schema, root, depth = 0) {
  if (depth > DEEP) {
    return [];
  }
  return kinds(schema, root).flatMap((kind) => {
    if (!kind.schema) {
      return String(kind.value) === word ? [kind.value] : [];
    }
    const { type, items, minItems = 0, properties = {}, required = [] } = kind.schema;
    if (type === "array") {
      return minItems > 1 ? [] : valuesWith(word, items, root, depth + 1).map((value) => [value]);
    }
    // What else must be said is not known.
    const parts = Object.entries(properties).filter(([name]) => required.every((other) => other === name));
    return parts.flatMap(([name, part]) => valuesWith(word, part, root, depth + 1).map((value) => ({ [name]: value })));
  }).slice(0, MOST);
}

/** Returns orders in which a card stands, by the schema of the order file: entries, and their values. */
function bySchema(place, schema) {
  const words = place.dataset.place.split(" ");
  const all = words.flatMap((word) => Object.entries(schema?.properties ?? {}).flatMap(([entry, one]) => {
    return valuesWith(word, one, schema).map((whole) => [`${entry} ${bare(JSON.stringify(whole))}`, { entry, whole }]);
  }));
  // A list of one is the same as that one.
  return [...new Map(all.reverse())].map(([, order]) => order).reverse().slice(0, MOST);
}

/** True if a place is a card: it stands beside the picture. */
function isCard(place) {
  return !place.ownerSVGElement;
}

/**
 * Returns groups of orders in which the place stands, the most telling group first: as the draft stands, without the orders of the
 * draft, and for a card by the schema of the order file. `turn.without` asks the program for the decisions of empty orders.
 */
function groups(place, piece, turn) {
  const { guide, decisions, schema } = turn;
  const without = async () => {
    const { form, decisions: all, entries: base } = (await turn.without()) ?? { decisions: [] };
    return examples(place, piece, guide, all).map((one) => ({ ...one, form, base }));
  };
  const ofCard = () => (isCard(place) && !piece ? bySchema(place, schema) : []);
  return [() => examples(place, piece, guide, decisions), without, ofCard];
}

/**
 * Makes the words that say why nothing can be done at a place, or nothing with a piece there. They come when the program has
 * answered, if they are still wanted. `turn.refusal` asks it why an order is refused.
 */
export function why(place, piece, turn) {
  const block = element("div", undefined, "why");
  const heading = piece ? [element("h3", `${nameOf(piece)} → ${nameOf(place)}`)] : [];
  const say = (...lines) => block.replaceChildren(...heading, ...lines.map((line) => element("p", line)));
  const none = piece ? NOT_BOTH : NONE;
  const isWanted = () => block.isConnected;
  const ask = async () => {
    const lines = new Map();
    for (const group of groups(place, piece, turn)) {
      // A card can stand in orders of several kinds.
      for (const order of isWanted() && (lines.size === 0 || isCard(place)) ? await group() : []) {
        const found = await turn.refusal(order, isWanted);
        if (found && !lines.has(found.words) && ![...lines.values()].some(({ tried }) => bare(found.tried).endsWith(bare(tried)))) {
          lines.set(found.words, { tried: found.tried, said: [order.question, `${found.tried}: ${found.words}`].filter(Boolean) });
        }
      }
    }
    say(...(lines.size > 0 ? [...lines.values()].flatMap(({ said }) => said) : [none]));
  };
  say(ASKING);
  last = last.then(ask).catch(() => say(none));
  return block;
}
