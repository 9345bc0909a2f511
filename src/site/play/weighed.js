// What an answer brings, below its button: each result with its chance, and the price.

import { button, element } from "./elements.js";
import { likely, range, reason } from "./odds.js";

/** So many results are shown. */
const MOST = 3;
/** So many answers are weighed as soon as their list is in sight. */
const FIRST = 12;
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
 * Shows what the answers in a list bring. To weigh them takes the program some time: it begins when the list is scrolled into
 * sight, with its first answers; each of the others is weighed while it is in sight itself. `weigh` asks the program, and
 * returns nothing if its answer is out of date or the program has none.
 */
export function weighInSight(list, values, weigh) {
  const all = [...list.children].map((box, n) => ({ box, value: values[n] }));
  const seen = new Set();
  let isSeen = false;
  let works = false;
  // A list that has been closed or made anew needs no answers.
  const isLeft = ({ box }) => box.isConnected && !box.hidden && !box.dataset.weighed;
  const left = () => {
    const first = isSeen ? all.filter(({ box }) => !box.hidden).slice(0, FIRST) : [];
    return [...all.filter(({ box }) => seen.has(box)), ...first].filter(isLeft).slice(0, GROUP);
  };
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
  const work = async () => {
    if (works) {
      return;
    }
    works = true;
    do {
      last = last.then(next).catch(() => false);
    } while (await last);
    works = false;
  };
  // What the list itself or the panel around it cuts off is not in sight either.
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      if (target === list) {
        isSeen ||= isIntersecting;
      } else if (isIntersecting) {
        seen.add(target);
      } else {
        seen.delete(target);
      }
    }
    work();
  });
  [list, ...list.children].forEach((one) => observer.observe(one));
}
