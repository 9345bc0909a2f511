// The picture and the own cards as input: the places that an answer names are lit, and a tap lists what can be done there.

import { button, element } from "./elements.js";
import { fullName, isAmong, isPiece, nameOf } from "./named.js";
import { answer, weighInSight } from "./weighed.js";
import { why } from "./why.js";

/** A tap that is this near to a place counts as one on it, in CSS pixels. */
const NEAR = 22;
/** The least width and height of what is tapped: a smaller place counts as that large. */
const LEAST = 24;

/**
 * Returns the lit place that a tap in a picture is meant for: the own piece that is `hit`, or a small place right below it, or
 * else the one that is `hit`, or the nearest.
 */
export function nearest(guide, { target, clientX, clientY }, hit) {
  if (hit?.matches(".lit") && guide.isOwn(hit)) {
    return hit;
  }
  const svg = target.closest?.("svg");
  const around = guide.places.filter((place) => svg?.contains(place) && place.matches(".lit")).map((place) => {
    const { left, top, width, height } = place.getBoundingClientRect();
    const [x, y] = [Math.abs(clientX - left - width / 2), Math.abs(clientY - top - height / 2)];
    const isSmall = Math.min(width, height) < LEAST && x <= Math.max(width, LEAST) / 2 && y <= Math.max(height, LEAST) / 2;
    const away = Math.hypot(Math.max(x - width / 2, 0), Math.max(y - height / 2, 0));
    return { place, isSmall, away, middle: Math.hypot(x, y) };
  });
  const [small] = around.filter(({ isSmall }) => isSmall).sort((a, b) => a.middle - b.middle);
  const [near] = around.filter(({ away }) => away <= NEAR).sort((a, b) => a.away - b.away || a.middle - b.middle);
  return small?.place ?? (hit?.matches(".lit") ? hit : near?.place);
}

/** Returns the part of a place that is its button, as a button holds no other buttons: the place, or what is drawn around the others. */
function control(place, can) {
  const holds = [...place.querySelectorAll("[data-place]")].some((inner) => can.has(inner));
  return (holds && place.querySelector(":scope>:not(title,[data-place])")) || place;
}

/** Makes a part of the page a button that keys reach, or none if it has no `role`. */
function mark(part, role) {
  if (role) {
    part.setAttribute("role", role);
    part.setAttribute("tabindex", "0");
    return;
  }
  ["role", "aria-label"].forEach((name) => part.removeAttribute(name));
  // What has the focus keeps it.
  if (part === document.activeElement) {
    part.setAttribute("tabindex", "-1");
  } else {
    part.removeAttribute("tabindex");
  }
}

/** Returns the decisions that name all of these places in some answer, with these answers. Those without an answer come first. */
function found(places, { guide, decisions }) {
  const named = ({ value }) => {
    const all = guide.named(value);
    return places.every((place) => isAmong(place, all));
  };
  const all = decisions.map((decision) => ({ decision, here: decision.forced ? [] : decision.choices.of.filter(named) }));
  return all.filter(({ here }) => here.length > 0).sort((a, b) => b.decision.open - a.decision.open);
}

/** Returns what is already decided at a place, as lines: there is one legal answer. */
function settled(place, { guide, decisions }) {
  const forced = decisions.filter((decision) => decision.forced && isAmong(place, guide.named(decision.answer.value)));
  return forced.map(({ question, answer }) => element("p", `${question} ${answer.words} (the only legal answer)`));
}

/** Gives the focus to a place, even if nothing can be decided there any more. */
export function focusOn(place) {
  const part = place.querySelector(":scope>[role=button]:not([data-place])") ?? place;
  if (!part.hasAttribute("tabindex")) {
    part.setAttribute("tabindex", "-1");
  }
  part.focus();
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
  const can = new Set(guide.places.filter((place) => isAmong(place, open)));
  for (const place of guide.places) {
    // An image has no controls in it.
    place.ownerSVGElement?.setAttribute("role", "group");
    place.classList.toggle("lit", isAmong(place, lit));
    const button = can.has(place) && control(place, can);
    for (const part of [place, place.querySelector(":scope>[role=button]:not([data-place])"), button].filter(Boolean)) {
      mark(part, part === button && "button");
    }
    if (button && place.ownerSVGElement) {
      button.setAttribute("aria-label", fullName(place));
    }
  }
}

/** Shows a decision with its answers for a place; several things are chosen, or put in order, in the list of decisions. */
function part({ decision, here }, { decide, find, point, weigh }) {
  const buttons = element("div", undefined, "choices");
  if (decision.choices.kind === "one-of") {
    const each = here.map((choice) => answer(choice, (value) => decide(decision, value), point));
    buttons.append(...each);
    weighInSight(buttons, here.map(({ value }) => value), (values) => weigh(decision, values));
  } else {
    buttons.append(button("Show this decision", () => find(decision)));
  }
  const made = element("div");
  const question = element("p", decision.question);
  const now = `now: ${decision.answer.words}`;
  question.append(" ", decision.open ? element("span", "open", "open") : element("span", now, "answer"));
  made.append(question, buttons);
  return made;
}

/**
 * Lists what can be decided at a place, the open decisions first, or says why nothing can, also if the piece that was tapped
 * before can do nothing there. If some answers name the place that was tapped before, too, such as an own piece, only these are
 * listed. `turn` holds the guide through the picture and the decisions; its `decide` takes one, its `find` shows one in the list,
 * its `point` marks the places that an answer names, its `weigh` asks the program what some answers to one bring, and its
 * `refusal` what is wrong with an order; `why` needs its `schema` and `without`, too. Returns whether something can be decided at
 * the place, and whether with the one before.
 */
export function showPlace(title, list, [place, before], turn) {
  const both = before && before !== place ? found([before, place], turn) : [];
  title.textContent = both.length > 0 ? `${nameOf(before)}, ${nameOf(place)}` : nameOf(place);
  const parts = (both.length > 0 ? both : found([place], turn)).map((one) => part(one, turn));
  const isSent = before && both.length === 0 && isPiece(before) && !isPiece(place) && found([before], turn).length > 0;
  const reasons = isSent || parts.length > 0 ? [] : settled(place, turn);
  if (isSent || (parts.length === 0 && reasons.length === 0)) {
    reasons.push(why(place, isSent ? before : undefined, turn));
  }
  list.replaceChildren(...reasons, ...parts);
  return { open: parts.length > 0, together: both.length > 0 };
}
