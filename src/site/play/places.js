// The picture as input: the places that an answer names are lit, and a tap lists what can be done there.

import { button, element } from "./decisions.js";

/** Returns the name of a place for people. */
function words(place) {
  return place.querySelector(":scope>title")?.textContent ?? place.dataset.place;
}

/** Names a place for screen readers: its title does, or else the text that is seen there. */
function name(place) {
  if (!place.querySelector(":scope>title")) {
    const seen = [...place.querySelectorAll("text")].map((text) => text.textContent.trim()).join(" ");
    place.setAttribute("aria-label", seen || place.dataset.place);
  }
}

/** Adds every text in an answer. */
function names(value, found) {
  if (typeof value === "string") {
    found.add(value);
  } else if (value && typeof value === "object") {
    Object.values(value).forEach((part) => names(part, found));
  }
  return found;
}

/** Returns the names of a place in the picture: answers leave the own seat out of `orange/today`. */
function called(place, seat) {
  const name = place.dataset.place;
  return name.startsWith(`${seat}/`) ? [name, name.slice(seat.length + 1)] : [name];
}

/** Returns the answers that name a place, with the number of their decision. */
function answers(place, seat, decisions) {
  const wanted = called(place, seat);
  return decisions.flatMap((decision, n) => {
    if (decision.forced || decision.choices.kind !== "one-of") {
      return [];
    }
    const here = decision.choices.of.filter((choice) => {
      const found = names(choice.value, new Set());
      return wanted.some((name) => found.has(name));
    });
    return here.map((choice) => ({ n, decision, choice }));
  });
}

/** Lights the places in the picture at which something can be decided. */
export function light(picture, seat, decisions) {
  const lit = new Set();
  for (const decision of decisions) {
    if (!decision.forced && decision.choices.kind === "one-of") {
      decision.choices.of.forEach((choice) => names(choice.value, lit));
    }
  }
  for (const place of picture.querySelectorAll("[data-place]")) {
    // An image has no controls in it.
    place.ownerSVGElement.setAttribute("role", "group");
    const on = called(place, seat).some((name) => lit.has(name));
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

/** Lists what can be decided at a place. */
export function showPlace(box, title, list, place, seat, decisions, decide) {
  const found = answers(place, seat, decisions);
  title.textContent = words(place);
  const groups = new Map();
  for (const one of found) {
    groups.set(one.n, [...(groups.get(one.n) ?? []), one]);
  }
  const parts = [...groups].map(([n, ones]) => {
    const part = element("div");
    const buttons = element("div", undefined, "choices");
    buttons.append(...ones.map(({ choice }) => button(choice.words, () => decide(n, choice.value))));
    part.append(element("p", ones[0].decision.question), buttons);
    return part;
  });
  list.replaceChildren(...parts);
  box.hidden = false;
  list.querySelector("button")?.focus({ preventScroll: true });
}
