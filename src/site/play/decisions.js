// The list of decisions: each with its question, the answer that the orders give, and the answers to choose from. Open ones,
// which have no answer yet, come first.

import { button, element, keepFocus } from "./elements.js";
import { ordered } from "./ordered.js";
import { answer, weighInSight } from "./weighed.js";

/** More answers than these get a field that finds some of them. */
const MANY = 12;

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function source(decision) {
  if (decision.forced) {
    return "the only legal answer";
  }
  if (decision.ordered) {
    return "by your orders";
  }
  return decision.chosen ? "your choice: it needs no line" : "if you say nothing";
}

/** One answer of several. */
function oneOf(decision, take, point) {
  const box = element("div", undefined, "choices");
  for (const choice of decision.choices.of) {
    const made = answer(choice, take, point);
    const pressed = String(same(choice.value, decision.answer.value));
    made.querySelector("button").setAttribute("aria-pressed", pressed);
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

/** All items, the most wanted first. */
function ranking(decision, take) {
  const words = new Map(decision.choices.of.map((choice) => [JSON.stringify(choice.value), choice.words]));
  const order = decision.answer.value;
  const items = order.map((value) => {
    const said = words.get(JSON.stringify(value));
    return { words: said, up: `${said}: more wanted` };
  });
  return ordered(items, (now) => take(now.map((at) => order[at])));
}

const SHAPES = { "one-of": oneOf, "some-of": someOf, ranking };

function choices(decision, { take, point, weigh, typed }) {
  const shown = SHAPES[decision.choices.kind](decision, take, point);
  if (decision.choices.kind !== "one-of") {
    return [shown];
  }
  weighInSight(shown, decision.choices.of.map(({ value }) => value), weigh);
  if (decision.choices.of.length <= MANY) {
    return [shown];
  }
  const filter = element("input", undefined, "filter");
  filter.type = "search";
  filter.placeholder = "Find an answer";
  filter.setAttribute("aria-label", "Find an answer");
  filter.value = typed ?? "";
  const sift = () => {
    const wanted = filter.value.toLowerCase().split(/\s+/);
    for (const one of shown.children) {
      const text = one.querySelector("button").textContent.toLowerCase();
      one.hidden = !wanted.every((word) => text.includes(word));
    }
  };
  filter.addEventListener("input", sift);
  if (typed) {
    sift();
  }
  return [filter, shown];
}

/**
 * Returns decisions with an `id` each: its question, and how often it was asked before. Its number may change. A decision is
 * `open` if the orders do not answer it, and the game waits for that: it asked this question, or it waits for the orders of this
 * player. `settled` has the answers that were tapped, by id, for an order file does not say what is done without it.
 */
export function marked(decisions, settled, waits) {
  const times = new Map();
  const asks = decisions.some((decision) => decision.asked);
  return decisions.map((decision) => {
    const asked = `${decision.ask} ${decision.question}`;
    times.set(asked, (times.get(asked) ?? 0) + 1);
    const id = `${asked} ${times.get(asked)}`;
    const wanted = asks ? decision.asked : waits;
    const chosen = same(settled.get(id), decision.answer.value);
    const open = wanted && !decision.forced && !decision.ordered && !chosen;
    return { ...decision, id, open, chosen };
  });
}

/**
 * Shows the decisions: the open ones, then the others, each with its number in the order in which the rules ask them. Those that
 * were unfolded stay so, with what was typed to find answers; an open one folds when it has its answer, and the next one
 * unfolds. `decide` takes a decision: it, and the answer. `point` marks the places that an answer names. `weigh` asks the
 * program what some answers to a decision bring.
 */
export function showDecisions(list, decisions, { decide, point, weigh }) {
  const key = (decision) => `${decisions.indexOf(decision)} ${decision.ask}`;
  const were = [...list.querySelectorAll("details[open]")].map((one) => [one.dataset.ask, Boolean(one.querySelector(".open"))]);
  const wasOpen = new Map(were);
  const stays = (decision) => wasOpen.has(key(decision)) && (decision.open || !wasOpen.get(key(decision)));
  const unfolded = new Set(decisions.filter(stays));
  const all = [...decisions].sort((a, b) => b.open - a.open);
  if (all[0]?.open && (!list.firstChild || were.some(([, open]) => open)) && !all.some((one) => one.open && unfolded.has(one))) {
    unfolded.add(all[0]);
  }
  const filters = new Map([...list.querySelectorAll(".filter")].map((one) => [one.closest("li").dataset.id, one.value]));
  const items = all.map((decision) => {
    const item = element("li");
    item.dataset.id = decision.id;
    item.value = decisions.indexOf(decision) + 1;
    const summary = element(decision.forced ? "div" : "summary", decision.question);
    const answer = element("span", decision.answer.words, "answer");
    answer.append(" ", element("span", `(${source(decision)})`, "by"));
    summary.append(" ", ...(decision.open ? [element("span", "open", "open")] : []), answer);
    if (decision.forced) {
      item.append(summary);
      return item;
    }
    const details = element("details");
    details.dataset.ask = key(decision);
    details.append(summary);
    // A long turn has thousands of answers: they are made when they are wanted.
    const fill = () => {
      if (details.open && details.childElementCount === 1) {
        const acts = { point, take: (value) => decide(decision, value), weigh: (values) => weigh(decision, values) };
        details.append(...choices(decision, { ...acts, typed: filters.get(decision.id) }));
      }
    };
    details.addEventListener("toggle", fill);
    details.open = unfolded.has(decision);
    fill();
    item.append(details);
    return item;
  });
  const giveBack = keepFocus(list);
  const { id } = document.activeElement.closest("#decisions>li")?.dataset ?? {};
  list.replaceChildren(...items);
  // A decision that is not asked any more, or has one answer left, gives the focus to the first one.
  giveBack(items.find((item) => item.dataset.id === id && item.querySelector("summary")) ?? list);
}
