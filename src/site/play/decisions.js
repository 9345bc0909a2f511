// The list of decisions: each with its question, the answer that the orders give, and the answers to choose from.

/** More answers than these get a field that finds some of them. */
const MANY = 12;

/** Makes an element. */
export function element(name, text, ...classes) {
  const made = document.createElement(name);
  if (text !== undefined) {
    made.textContent = text;
  }
  made.classList.add(...classes);
  return made;
}

/** Makes a button. */
export function button(text, act) {
  const made = element("button", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function source(decision) {
  if (decision.forced) {
    return "the only legal answer";
  }
  return decision.ordered ? "by your orders" : "if you say nothing";
}

/** One answer of several. */
function oneOf(decision, take) {
  const box = element("div", undefined, "choices");
  for (const choice of decision.choices.of) {
    const made = button(choice.words, () => take(choice.value));
    made.setAttribute("aria-pressed", String(same(choice.value, decision.answer.value)));
    box.append(made);
  }
  return box;
}

/** Some of the items, between a least and a greatest number of them. */
function someOf(decision, take) {
  const { of, min, max } = decision.choices;
  const box = element("div", undefined, "choices");
  const boxes = of.map((choice) => {
    const label = element("label");
    const input = element("input");
    input.type = "checkbox";
    input.checked = decision.answer.value.some((value) => same(value, choice.value));
    label.append(input, choice.words);
    box.append(label);
    return input;
  });
  const done = button("Take these", () => take(of.filter((_, n) => boxes[n].checked).map(({ value }) => value)));
  const count = () => {
    const checked = boxes.filter((input) => input.checked).length;
    done.disabled = checked < min || checked > max;
  };
  box.addEventListener("change", count);
  count();
  const range = min === max ? `Choose ${min}.` : `Choose ${min} to ${max}.`;
  const all = element("div");
  all.append(element("p", range, "note"), box, done);
  return all;
}

/** All items, the most wanted first: a tap puts an item in front of the one before it. */
function ranking(decision, take) {
  const words = new Map(decision.choices.of.map((choice) => [JSON.stringify(choice.value), choice.words]));
  const list = element("ol");
  const order = decision.answer.value;
  order.forEach((value, n) => {
    const item = element("li", `${words.get(JSON.stringify(value))} `);
    const up = button("Up", () => take([...order.slice(0, n - 1), value, order[n - 1], ...order.slice(n + 1)]));
    up.setAttribute("aria-label", `${words.get(JSON.stringify(value))}: more wanted`);
    up.disabled = n === 0;
    item.append(up);
    list.append(item);
  });
  return list;
}

const SHAPES = { "one-of": oneOf, "some-of": someOf, ranking };

function choices(decision, take) {
  const shown = SHAPES[decision.choices.kind](decision, take);
  if (decision.choices.of.length <= MANY || decision.choices.kind !== "one-of") {
    return [shown];
  }
  const filter = element("input", undefined, "filter");
  filter.type = "search";
  filter.placeholder = "Find an answer";
  filter.setAttribute("aria-label", "Find an answer");
  filter.addEventListener("input", () => {
    const wanted = filter.value.toLowerCase().split(/\s+/);
    for (const one of shown.children) {
      const text = one.textContent.toLowerCase();
      one.hidden = !wanted.every((word) => text.includes(word));
    }
  });
  return [filter, shown];
}

/** Shows the decisions; those that were unfolded stay so. `decide` takes a decision: its number and the answer. */
export function showDecisions(list, decisions, decide) {
  const unfolded = new Set([...list.querySelectorAll("details[open]")].map((one) => one.dataset.ask));
  const items = decisions.map((decision, n) => {
    const item = element("li");
    const summary = element(decision.forced ? "div" : "summary", decision.question);
    const answer = element("span", decision.answer.words, "answer");
    answer.append(" ", element("span", `(${source(decision)})`, "by"));
    summary.append(answer);
    if (decision.forced) {
      item.append(summary);
      return item;
    }
    const details = element("details");
    details.dataset.ask = `${n} ${decision.ask}`;
    details.append(summary);
    // A long turn has thousands of answers: they are made when they are wanted.
    const fill = () => {
      if (details.open && details.childElementCount === 1) {
        details.append(...choices(decision, (value) => decide(n, value)));
      }
    };
    details.addEventListener("toggle", fill);
    details.open = unfolded.has(details.dataset.ask);
    fill();
    item.append(details);
    return item;
  });
  list.replaceChildren(...items);
}
