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
 * Returns the names of a place in the picture: answers leave the own seat out of `orange/today`. A piece that stands for
 * several has the names of all.
 */
export function called(place, seat) {
  const names = place.dataset.place.split(" ");
  const own = names.filter((name) => name.startsWith(`${seat}/`)).map((name) => name.slice(seat.length + 1));
  return [...names, ...own];
}

/** True if an answer names a place. */
export function isNamed(place, seat, answer) {
  const found = names(answer);
  return called(place, seat).some((name) => found.has(name));
}

/** Marks the places and the ways that an answer names, and no others; without an answer none. */
export function point(seen, seat, answer) {
  const found = names(answer);
  for (const place of seen.querySelectorAll("[data-place]")) {
    place.classList.toggle("named", called(place, seat).some((name) => found.has(name)));
  }
  for (const way of seen.querySelectorAll("[data-way]")) {
    way.classList.toggle("named", found.has(way.dataset.way));
  }
}
