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

/** Returns the open decisions that name all of these places in some answer, with these answers. */
function open(places, { guide, decisions }) {
  const named = ({ value }) => {
    const found = guide.named(value);
    return places.every((place) => isAmong(place, found));
  };
  const all = decisions.map((decision) => ({ decision, here: decision.forced ? [] : decision.choices.of.filter(named) }));
  return all.filter(({ here }) => here.length > 0);
}

/** Says why nothing can be decided at a place. */
function whyNot(place, { guide, decisions }) {
  const forced = decisions.filter((decision) => decision.forced && isAmong(place, guide.named(decision.answer.value)));
  const lines = forced.map(({ question, answer }) => `${question} ${answer.words} (the only legal answer)`);
  const none = "Nothing can be decided here: no legal answer of your turn names this place. That may change when you answer something else differently.";
  return (lines.length === 0 ? [none] : lines).map((line) => element("p", line));
}

/** Gives the focus to a place, even if nothing can be decided there any more. */
export function focusOn(place) {
  if (!place.hasAttribute("tabindex")) {
    place.setAttribute("tabindex", "-1");
  }
  place.focus();
}

/**
 * Lights the places in the picture and the cards at which something can be decided: of these, if a piece was tapped, only
 * those that an answer names together with it.
 */
export function light(guide, decisions, piece) {
  const [open, together] = [new Set(), new Set()];
  for (const choice of decisions.filter(({ forced }) => !forced).flatMap(({ choices }) => choices.of)) {
    const names = guide.named(choice.value);
    names.forEach((name) => open.add(name));
    if (piece && isAmong(piece, names)) {
      names.forEach((name) => together.add(name));
    }
  }
  const lit = together.size > 0 ? together : open;
  for (const place of guide.places) {
    // An image has no controls in it.
    place.ownerSVGElement?.setAttribute("role", "group");
    place.classList.toggle("lit", isAmong(place, lit));
    if (isAmong(place, open)) {
      place.setAttribute("tabindex", "0");
      // A button holds no other buttons.
      place.setAttribute("role", place.querySelector("[data-place]") ? "group" : "button");
      name(place);
    } else {
      ["role", "aria-label"].forEach((mark) => place.removeAttribute(mark));
      // What has the focus keeps it.
      if (place === document.activeElement) {
        place.setAttribute("tabindex", "-1");
      } else {
        place.removeAttribute("tabindex");
      }
    }
  }
}

/** Shows a decision with its answers for a place; several things are chosen, or put in order, in the list of decisions. */
function part({ decision, here }, { decide, find, point, weigh }) {
  const buttons = element("div", undefined, "choices");
  if (decision.choices.kind === "one-of") {
    const each = here.map((choice) => answer(choice, (value) => decide(decision, value), point));
    buttons.append(...each);
    queueMicrotask(() => showWeighed(each, here.map(({ value }) => value), (values) => weigh(decision, values)));
  } else {
    buttons.append(button("Show this decision", () => find(decision)));
  }
  const made = element("div");
  made.append(element("p", decision.question), buttons);
  return made;
}

/**
 * Lists what can be decided at a place, or says why nothing can. If some answers name the place that was tapped before,
 * too, such as an own piece, only these are listed. `turn` holds the guide through the picture and the decisions; its `decide` takes one, its
 * `find` shows one in the list, its `point` marks the places that an answer names, and its `weigh` asks the program what some
 * answers to one bring. Returns whether something can be decided at the place, and whether with the one before.
 */
export function showPlace(title, list, [place, before], turn) {
  const both = before && before !== place ? open([before, place], turn) : [];
  title.textContent = both.length > 0 ? `${words(before)}, ${words(place)}` : words(place);
  const parts = (both.length > 0 ? both : open([place], turn)).map((one) => part(one, turn));
  list.replaceChildren(...(parts.length === 0 ? whyNot(place, turn) : parts));
  return { open: parts.length > 0, together: both.length > 0 };
}
