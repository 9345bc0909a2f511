// Which places of the picture, and which ways between them, an answer names.

/** Adds every text and number in an answer. */
export function names(value, found = new Set()) {
  if (typeof value === "string" || typeof value === "number") {
    found.add(String(value));
  } else if (value && typeof value === "object") {
    Object.values(value).forEach((part) => names(part, found));
  }
  return found;
}

/**
 * Returns what orders call a place in the picture: they leave the own seat out of `orange/today`. A piece that stands for
 * several has the names of all.
 */
export function called(place, seat) {
  const names = place.dataset.place.split(" ");
  const own = names.filter((name) => name.startsWith(`${seat}/`)).map((name) => name.slice(seat.length + 1));
  return [...names, ...own];
}

/**
 * Returns a guide through what is seen. Its `named` returns the places that an answer names. An answer leaves out whose board a
 * place is on: it is the board on which the piece stands that the answer names, or else the own piece, or else the own one.
 */
export function guideOf(seen, seat) {
  const places = seen.flatMap((part) => [...part.querySelectorAll("[data-place]")]);
  const all = new Set(places.flatMap((place) => place.dataset.place.split(" ")));
  const pieces = places.filter((place) => place.dataset.at);
  const boards = new Map(pieces.map(({ dataset }) => [dataset.place, dataset.at.split("/")[0]]));
  const named = (answer) => {
    const found = [...names(answer)];
    const board = boards.get(found.find((name) => boards.has(name)) ?? seat) ?? seat;
    return new Set(found.map((name) => (all.has(`${board}/${name}`) ? `${board}/${name}` : name)));
  };
  return { named, places };
}

/** True if a place is among those that are named. */
export function isAmong(place, named) {
  return place.dataset.place.split(" ").some((name) => named.has(name));
}

/** Marks the places and the ways that an answer names, and no others; without an answer none. */
export function point(seen, guide, answer) {
  const found = guide.named(answer);
  for (const place of guide.places) {
    place.classList.toggle("named", isAmong(place, found));
  }
  for (const way of seen.querySelectorAll("[data-way]")) {
    way.classList.toggle("named", found.has(way.dataset.way));
  }
}
