// What a change has written: the line of the order file that is new, in sight and marked for a while, and in words.

import { element } from "./elements.js";

/** The time for which a line stays marked, in milliseconds. */
const MARK = 2500;

/** The timer of the mark. */
let marked;

/** Returns the lines of a text that another does not have, or has less often, with their numbers from 0; no empty ones. */
function more(lines, others) {
  const counts = new Map();
  others.forEach((line) => counts.set(line, (counts.get(line) ?? 0) + 1));
  const isMore = ({ line }) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0 && line.trim() !== "";
  };
  return lines.map((line, at) => ({ line, at })).filter(isMore);
}

/** True if a line says something: it is no comment, and does not hold the name of an entry alone. */
const says = ({ line }) => !/^\s*#|:\s*$/.test(line);
/** True if a line says that an entry has nothing in it. */
const isEmpty = ({ line }) => /(\[\]|\{\})\s*$/.test(line);
const bare = ({ line }) => line.trim().replace(/^- /, "");

/** Returns the line of a text that tells best how it differs from the former one: its number from 0, and words. */
export function changed(former, text) {
  const [before, now] = [former, text].map((one) => one.split(/\r?\n/));
  const at = now.findIndex((line, n) => line !== before[n]);
  const [added, gone] = [more(now, before), more(before, now)];
  const out = gone.find((one) => says(one) && !isEmpty(one));
  const first = added.find((one) => says(one) && !isEmpty(one)) ?? (out ? undefined : added.find(says) ?? added[0]);
  if (first) {
    return { at: first.at, words: `+ ${bare(first)}` };
  }
  if (out ?? gone[0]) {
    return { at: at < 0 ? now.length - 1 : at, words: `− ${bare(out ?? gone[0])}` };
  }
  // The lines are the same, in another order.
  return at < 0 ? undefined : { at, words: `↑ ${bare({ line: now[at] })}` };
}

/** Returns how far below the top of a field one of its lines begins, and its height, in CSS pixels: long lines are wrapped. */
function measured(field, at) {
  const lines = field.value.split("\n");
  const copy = element("div", undefined, "copied-orders");
  const { font, padding, tabSize, letterSpacing } = getComputedStyle(field);
  Object.assign(copy.style, { font, padding, tabSize, letterSpacing, width: `${field.clientWidth}px` });
  const line = element("span", lines[at] || " ");
  copy.append(lines.slice(0, at).map((one) => `${one}\n`).join(""), line);
  document.body.append(copy);
  const [{ top }, { top: begin, height }] = [copy, line].map((one) => one.getBoundingClientRect());
  copy.remove();
  return [begin - top, height];
}

/** Scrolls a line of a field into its middle, and marks it for a while. */
export function reveal(field, at) {
  const [top, height] = measured(field, at);
  field.scrollTop = top - (field.clientHeight - height) / 2;
  field.style.setProperty("--at", `${top}px`);
  field.style.setProperty("--high", `${height}px`);
  field.classList.remove("marked");
  // The mark begins again, also if the last one is still there.
  field.getBoundingClientRect();
  field.classList.add("marked");
  clearTimeout(marked);
  marked = setTimeout(() => field.classList.remove("marked"), MARK);
}
