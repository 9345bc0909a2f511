// The ways that an answer names: of a way, only the lines that the piece of the answer follows to where it goes.

import { isAmong } from "./named.js";

/** Returns the lines of some drawn ways: where each begins and leads, and which line of its drawing it is. */
function linesOf(ways) {
  return ways.flatMap((part) => {
    const from = part.closest("[data-place]")?.dataset.place;
    return part.dataset.to.split(" ").map((to, n) => ({ part, n, from, to }));
  });
}

/**
 * Returns the shortest route from a place to one of some places, as the places on it, or nothing. It goes on from a place if that
 * has lines both to the one before and to the one after it. The first place may have no lines: then those that lead to it count.
 */
function route(lines, start, ends) {
  const leads = (from, to) => lines.some((line) => line.from === from && line.to === to);
  const out = lines.filter((line) => line.from === start).map(({ to }) => to);
  const first = out.length > 0 ? out : lines.filter((line) => line.to === start).map(({ from }) => from);
  const [open, passed] = [first.map((next) => [start, next]), new Set([start])];
  for (const way of open) {
    const [before, here] = way.slice(-2);
    if (ends.has(here)) {
      return way;
    }
    if (leads(here, before) && !passed.has(here)) {
      passed.add(here);
      open.push(...lines.filter((line) => line.from === here && line.to !== before).map(({ to }) => [...way, to]));
    }
  }
  return undefined;
}

/** Draws one line of a way once more, above it. */
function drawn({ part, n }) {
  const copy = part.cloneNode();
  copy.setAttribute("d", part.getAttribute("d").split(/(?=M)/)[n]);
  delete copy.dataset.to;
  copy.classList.add("named", "copied-way");
  part.after(copy);
}

/**
 * Marks the ways that an answer names, whose names and places are `named`, and no others. A drawing of a way that tells where its
 * lines lead (`data-to`: a place for each, in their order) is marked along the route of the piece; another one is marked whole.
 */
export function markWays(seen, { places }, named) {
  seen.querySelectorAll(".copied-way").forEach((copy) => copy.remove());
  const ways = [...seen.querySelectorAll("[data-way]")];
  for (const way of ways) {
    way.classList.toggle("named", !way.dataset.to && named.has(way.dataset.way));
  }
  const starts = new Set(places.filter((place) => place.dataset.at && isAmong(place, named)).map((piece) => piece.dataset.at));
  for (const name of new Set(ways.map((way) => way.dataset.way))) {
    const lines = named.has(name) ? linesOf(ways.filter((way) => way.dataset.way === name && way.dataset.to)) : [];
    const routes = [...starts].map((start) => route(lines, start, named)).filter(Boolean);
    const hops = new Set(routes.flatMap((one) => one.slice(1).flatMap((to, n) => [`${one[n]} ${to}`, `${to} ${one[n]}`])));
    lines.filter(({ from, to }) => hops.has(`${from} ${to}`)).forEach(drawn);
  }
}
