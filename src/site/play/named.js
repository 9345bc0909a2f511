// Which places of the picture an answer names, and the names of places for people.

/** Returns an id in words: `red/pre-history` is `Red: Pre History`, and numbers such as `1200-1299` stay as they are. */
export function inWords(id) {
  return id.replaceAll("/", ": ").replace(/-(?=\D)|(?<=\D)-/g, " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Returns the part of a picture that names a place: its title, the title of all that it draws, or its first text. */
function naming(place) {
  return [">title", ">:only-child>title", ">text"].map((part) => place.querySelector(`:scope${part}`)).find(Boolean);
}

/** Returns the name of a place for people: the picture's, or its id in words. That of a card is printed bold, or is all of its text. */
export function nameOf(place) {
  if (!place.ownerSVGElement) {
    return (place.querySelector("strong") ?? place).textContent;
  }
  return naming(place)?.textContent ?? place.dataset.place.split(" ").map(inWords).join(", ");
}

/** Returns the name of a place, with the titles of what stands there, in it or beside it. */
export function fullName(place) {
  const names = place.dataset.place.split(" ");
  const pieces = [...place.ownerSVGElement.querySelectorAll("[data-at]")].filter(({ dataset }) => names.includes(dataset.at));
  const titles = [place, ...pieces].flatMap((part) => [...part.querySelectorAll("title")]);
  const counts = new Map();
  for (const title of new Set(titles)) {
    // Some places name in their own title what stands there.
    if (title !== naming(place) && !nameOf(place).includes(title.textContent)) {
      counts.set(title.textContent, (counts.get(title.textContent) ?? 0) + 1);
    }
  }
  const stands = [...counts].map(([title, count]) => (count > 1 ? `${count} × ${title}` : title));
  return stands.length > 0 ? `${nameOf(place)} (${stands.join("; ")})` : nameOf(place);
}

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
 * place is on: it is the board on which the piece stands that the answer names, or else the own piece, or else the own one. It
 * leaves out the own piece, too, where a player has one alone: an answer that names a place in the picture and no piece is what
 * that one does. Its `isOwn` tells whether a place is an own piece.
 */
export function guideOf(seen, seat) {
  const places = seen.flatMap((part) => [...part.querySelectorAll("[data-place]")]);
  const all = new Set(places.flatMap((place) => place.dataset.place.split(" ")));
  const drawn = new Set(places.filter((place) => place.ownerSVGElement).flatMap((place) => place.dataset.place.split(" ")));
  const pieces = places.filter((place) => place.dataset.at);
  const boards = new Map(pieces.map(({ dataset }) => [dataset.place, dataset.at.split("/")[0]]));
  const named = (answer) => {
    const said = [...names(answer)];
    const piece = said.find((name) => boards.has(name));
    const board = boards.get(piece ?? seat) ?? seat;
    const placesOf = (name) => {
      const there = `${board}/${name}`;
      // A card and the own piece that it moves can have one name.
      if (board === seat && all.has(there)) {
        return [name, there];
      }
      return [all.has(name) || !all.has(there) ? name : there];
    };
    const found = new Set(said.flatMap(placesOf));
    if (boards.has(seat) && !piece && [...found].some((name) => drawn.has(name))) {
      found.add(seat);
    }
    return found;
  };
  const isOwn = (place) => place.matches("[data-at], [data-piece]") && place.dataset.place.split(" ")
    .some((name) => name === seat || [`${seat}/`, `${seat}-`].some((begin) => name.startsWith(begin)));
  return { named, places, isOwn };
}

/** True if a place is a piece: one that stands at another place. */
export function isPiece(place) {
  return place.matches("[data-piece], [data-at]");
}

/** True if a place is among those that are named. */
export function isAmong(place, named) {
  return place.dataset.place.split(" ").some((name) => named.has(name));
}
