// The picture and the own cards as input: the places that an answer names are lit, and a tap lists what can be done there.

import { button, element } from "./elements.js";
import { isAmong } from "./named.js";
import { answer, showWeighed } from "./weighed.js";

/** Returns the name of a place for people; that of a card is printed bold, or is all of its text. */
function words(place) {
  if (!place.ownerSVGElement) {
    return (place.querySelector("strong") ?? place).textContent;
  }
  return place.querySelector(":scope>title")?.textContent ?? place.dataset.place;
}

/** Names a place of the picture for screen readers: its title does, or else the text that is seen there. */
function name(place) {
  if (place.ownerSVGElement && !place.querySelector(":scope>title")) {
    const seen = [...place.querySelectorAll("text")].map((text) => text.textContent.trim()).join(" ");
    place.setAttribute("aria-label", seen || place.dataset.place);
  }
}

/** Returns the open decisions that name all of these places in some answer: the number of each, and these answers. */
function open(places, { guide, decisions }) {
  const named = ({ value }) => {
    const found = guide.named(value);
    return places.every((place) => isAmong(place, found));
  };
  const all = decisions.map((decision, n) => ({ n, decision, here: decision.forced ? [] : decision.choices.of.filter(named) }));
  return all.filter(({ here }) => here.length > 0);
}

/** Says why nothing can be decided at a place. */
function whyNot(place, { guide, decisions }) {
  const forced = decisions.filter((decision) => decision.forced && isAmong(place, guide.named(decision.answer.value)));
  const lines = forced.map(({ question, answer }) => `${question} ${answer.words} (the only legal answer)`);
  const none = "Nothing can be decided here: no legal answer of your turn names this place. That may change when you answer something else differently.";
  return (lines.length === 0 ? [none] : lines).map((line) => element("p", line));
}

/** Lights the places in the picture and the cards at which something can be decided. */
export function light(guide, decisions) {
  const lit = new Set();
  for (const decision of decisions.filter(({ forced }) => !forced)) {
    decision.choices.of.forEach((choice) => guide.named(choice.value).forEach((name) => lit.add(name)));
  }
  for (const place of guide.places) {
    // An image has no controls in it.
    place.ownerSVGElement?.setAttribute("role", "group");
    const on = isAmong(place, lit);
    place.classList.toggle("lit", on);
    if (on) {
      place.setAttribute("tabindex", "0");
      // A button holds no other buttons.
      place.setAttribute("role", place.querySelector("[data-place]") ? "group" : "button");
      name(place);
    } else {
      ["tabindex", "role", "aria-label"].forEach((mark) => place.removeAttribute(mark));
    }
  }
}

/** Shows a decision with its answers for a place; several things are chosen, or put in order, in the list of decisions. */
function part({ n, decision, here }, { decide, find, point, weigh }) {
  const buttons = element("div", undefined, "choices");
  if (decision.choices.kind === "one-of") {
    const each = here.map((choice) => answer(choice, (value) => decide(n, value), point));
    buttons.append(...each);
    queueMicrotask(() => showWeighed(each, here.map(({ value }) => value), (values) => weigh(n, values)));
  } else {
    buttons.append(button("Show this decision", () => find(n)));
  }
  const made = element("div");
  made.append(element("p", decision.question), buttons);
  return made;
}

/**
 * Lists what can be decided at a place, or says why nothing can. If some answers name the place that was tapped before,
 * too, such as an own piece, only these are listed. `turn` holds the guide through the picture and the decisions; its `decide` takes one, its
 * `find` shows one in the list, its `point` marks the places that an answer names, and its `weigh` asks the program what some
 * answers to one bring.
 */
export function showPlace(box, title, list, [place, before], turn) {
  const both = before && before !== place ? open([before, place], turn) : [];
  title.textContent = both.length > 0 ? `${words(before)}, ${words(place)}` : words(place);
  const parts = (both.length > 0 ? both : open([place], turn)).map((one) => part(one, turn));
  list.replaceChildren(...(parts.length === 0 ? whyNot(place, turn) : parts));
  box.hidden = false;
  list.querySelector("button")?.focus({ preventScroll: true });
}
