// The cards that a player holds: they are shown beside the picture, for most answers are about the two.

import { element } from "./elements.js";

/**
 * Takes the lists of own cards out of a report, each with all that stands below its heading, and returns them as sections. A
 * card on the table is marked as a `data-card`, and stays.
 */
export function handOf(report) {
  const made = [];
  for (const card of report.querySelectorAll("li span[data-place]:not([data-card])")) {
    const list = card.closest("section>*");
    if (!list || made.some((one) => one.contains(list))) {
      continue;
    }
    const [section, all] = [list.parentNode, [...list.parentNode.children]];
    const at = all.indexOf(list);
    const isHeading = (one) => one.matches("h2, h3");
    const [before, after] = [all.slice(0, at).findLastIndex(isHeading), all.slice(at).findIndex(isHeading)];
    const own = element("section");
    own.append(...all.slice(Math.max(before, 0), after < 0 ? all.length : at + after));
    made.push(own);
    if (!section.firstElementChild) {
      section.remove();
    }
  }
  return made;
}
