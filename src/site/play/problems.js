// The problems of an order file, in the words of the adjudicator's own check.

import { button, element } from "./elements.js";

/** Returns the offset of a place in a text; lines and columns count from 1, columns in characters. */
function offset(text, { line, column }) {
  const before = text.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  return start + [...text.slice(start)].slice(0, column - 1).join("").length;
}

/** Returns words of the program as a sentence. What it quotes and its names stay as they are. */
function sentence(words) {
  const begun = words.replace(/^[a-z]+(?=[ ,])/, (word) => word[0].toUpperCase() + word.slice(1));
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** Returns all that the program says of a problem, in sentences. */
export function told({ message, label, notes, help }) {
  return [message, label, ...notes, help].filter(Boolean).map(sentence).join(" ");
}

/** Shows whether the orders are accepted, and each problem with a button that goes to its place. */
export function showProblems(verdict, list, data, field) {
  const bad = data.problems.filter((problem) => problem.severity === "error").length;
  const others = data.problems.length - bad;
  verdict.textContent = data.accepted
    ? `Accepted${others ? ", with warnings" : ""}.`
    : `Not accepted: ${bad} ${bad === 1 ? "error" : "errors"}.`;
  verdict.className = data.accepted ? "good-words" : "bad-words";
  const items = data.problems.map((problem) => {
    const item = element("li");
    item.append(element("strong", `${problem.severity} ${problem.code} `), told(problem), " ");
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
  const set = data["set-off"].map(({ line, by, unable }) => {
    const none = unable ? `it could not be used: ${unable}` : "as the boards stand, nothing that others could announce sets it off";
    return element("li", `${line}: ${by.length ? `would be set off by ${by.slice(0, 4).join("; ")}` : none}`);
  });
  list.replaceChildren(...items, ...set);
}
