// What an answer brings, below its button: each result with its chance, and the price.

import { button, element } from "./elements.js";
import { likely, range, reason } from "./odds.js";

/** So many results are shown. */
const MOST = 3;
/** So many answers are weighed at a time: what is tapped meanwhile waits for no more. */
const GROUP = 2;

let count = 0;
/** One group after another is weighed, so that a tap does not wait for all that is shown. */
let last = Promise.resolve();

/** Returns what an answer brings, as lines. */
function lines({ exact, steps, unplayed, left }) {
  const odds = (of, words) => {
    const { percent } = of.chance;
    return exact && of.chance.exact === "1/1" ? words : `${exact ? "" : "about "}${percent}: ${words}`;
  };
  const results = steps.filter(likely).map((step) => (step.open ? `open: ${step.what}` : odds(step, step.what)));
  const more = results.length - MOST;
  return [
    ...left.map((one) => `${one.name}: ${range(one.least, one.most)} left, and ${range(one.least_without, one.most_without)} if you say nothing`),
    ...results.slice(0, MOST),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...unplayed.filter(likely).map((line) => odds(line, `a line of your orders is not executed (${reason(line)})`)),
  ];
}

/**
 * Makes the button of an answer, with room below it for what the answer brings. `take` takes the answer; `point` marks the
 * places that it names while it is looked at.
 */
export function answer({ value, words }, take, point) {
  const box = element("div", undefined, "one");
  const made = button(words, () => take(value));
  ["pointerenter", "focus"].forEach((looked) => made.addEventListener(looked, () => point(value)));
  ["pointerleave", "blur"].forEach((left) => made.addEventListener(left, () => point()));
  const brings = element("ul", undefined, "brings", "plain");
  brings.id = `brings-${(count += 1)}`;
  made.setAttribute("aria-describedby", brings.id);
  box.append(made, brings);
  return box;
}

/**
 * Shows what answers bring; `boxes` are their buttons. `weigh` asks the program, and returns nothing if its answer is out
 * of date or the program has none.
 */
export async function showWeighed(boxes, values, weigh) {
  const all = boxes.map((box, n) => ({ box, value: values[n] }));
  // A list that has been closed or made anew needs no answers, and a list that is filtered has some already.
  const left = () => all.filter(({ box }) => box.isConnected && !box.hidden && !box.dataset.weighed).slice(0, GROUP);
  const next = async () => {
    const group = left();
    group.forEach(({ box }) => {
      box.dataset.weighed = "asked";
    });
    const weighed = group.length > 0 && (await weigh(group.map(({ value }) => value)));
    if (!weighed) {
      return false;
    }
    group.forEach(({ box }, n) => {
      box.querySelector(".brings").replaceChildren(...lines(weighed[n]).map((line) => element("li", line)));
      box.dataset.weighed = "true";
    });
    return true;
  };
  do {
    last = last.then(next).catch(() => false);
  } while (await last);
}
