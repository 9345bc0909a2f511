// The problems of an order file, in the words of the adjudicator's own check.

import { button, element } from "./elements.js";

/** Returns the offset of a place in a text; lines and columns count from 1, columns in characters. */
function offset(text, { line, column }) {
  const before = text.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  return start + [...text.slice(start)].slice(0, column - 1).join("").length;
}

/** Shows whether the orders are accepted, and each problem with a button that goes to its place. */
export function showProblems(verdict, list, data, field) {
  const bad = data.problems.filter((problem) => problem.severity === "error").length;
  const others = data.problems.length - bad;
  verdict.textContent = data.accepted
    ? `Accepted${others ? ", with warnings" : ""}.`
    : `Not accepted: ${bad} ${bad === 1 ? "error" : "errors"}.`;
  verdict.className = data.accepted ? "good" : "bad-words";
  const items = data.problems.map((problem) => {
    const item = element("li");
    const words = `${problem.message}${problem.help ? ` ${problem.help}` : ""}`;
    item.append(element("strong", `${problem.severity} ${problem.code} `), words, " ");
    if (problem.start) {
      const go = button(`Line ${problem.start.line}`, () => {
        const from = offset(field.value, problem.start);
        field.focus();
        field.setSelectionRange(from, problem.end ? offset(field.value, problem.end) : from);
      });
      item.append(go);
    }
    return item;
  });
  const set = data["set-off"].map(({ line, by }) => {
    const words = by.length
      ? `would be set off by ${by.slice(0, 4).join("; ")}`
      : "as the boards stand, nothing that others could announce sets it off";
    return element("li", `${line}: ${words}`);
  });
  list.replaceChildren(...items, ...set);
}
