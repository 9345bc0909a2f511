// The preview of the orders: each result with its chance.

import { element } from "./elements.js";
import { likely, range, reason } from "./odds.js";

function row(...cells) {
  const made = element("tr");
  made.append(...cells);
  return made;
}

function section(title, items) {
  if (!items.length) {
    return [];
  }
  const list = element("ul");
  list.append(...items.map((words) => element("li", words)));
  return [element("h3", title), list];
}

/** Returns where the chances come from. */
function source({ exact, ways }) {
  const from = exact
    ? ways === 1 ? "Chance decides nothing here" : `Exact: all ${ways} ways were counted`
    : `From a sample of ${ways} ways`;
  return `${from}, if no other player acts first.`;
}

/** Shows the answer of `try`. */
export function showTried(box, { data, words }) {
  const tried = data?.tried;
  if (!tried) {
    box.textContent = words || "Nothing of this turn can be tried.";
    return;
  }
  const table = element("table");
  const head = row(...["Chance", "Result", "Cost", "Rule"].map((name) => element("th", name)));
  table.append(head);
  for (const step of tried.steps.filter(likely)) {
    const cost = step.cost ? step.cost.join(" ") : "";
    table.append(row(
      element("td", step.open ? "open" : step.chance.percent, "n"),
      element("td", step.what),
      element("td", cost),
      element("td", step.rule),
    ));
  }
  const left = tried.left.map(({ name, before, least, most }) => {
    return `${name}: ${range(least, most)} (now ${before})`;
  });
  const unplayed = tried.unplayed.map((line) => `${line.line}: ${reason(line)}`);
  const others = tried.others.map(({ ask, seats }) => `${ask}: ${seats.join(", ")}`);
  box.replaceChildren(
    tried.steps.length ? table : "Nothing happens.",
    element("p", source(tried), "note"),
    ...section("Afterwards you have", left),
    ...section("Lines that are not executed", unplayed),
    ...section("Questions to others, answered by default here", others),
    ...section("Not played here", tried.beyond),
  );
}
