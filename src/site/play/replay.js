// A game, sitting by sitting: the picture, in which pieces move, cards turn and what has changed lights up, what happened, and
// the dice, which fall one after the other, with their check.

import * as engine from "./engine.js";
import { element } from "./elements.js";

/** The number of sittings that the program is asked for at a time. */
const STEP = 4;
/** The time that a sitting stays when the game runs by itself, in milliseconds. */
const STAY = 3000;
/** The time in which a piece moves to its new place, in milliseconds. */
const MOVE = 800;
/** A piece whose middle is nearer than this to where it was has not moved, in CSS pixels: its own size may have changed. */
const NEAR = 12;
/** The time between two rolls, and that of all rolls together, at most, in milliseconds. */
const NEXT = 300;
const ALL = 2400;
/** The time in which a die falls or a card turns, and the time for which a roll is marked, in milliseconds. */
const FALL = 400;
const MARK = 900;

const $ = (id) => document.getElementById(id);

/** The public files, the sittings that were asked for, by their place from 1, and the number of all. */
let files;
let moments;
let count;
/** The place of the sitting that is shown, and what is told of it. */
let now;
let told;
/** The timer of a game that runs by itself. */
let running;
/** The own view that the reader has opened, if any. */
let own;
/** The timer of the roll that falls next. */
let falling;
/** The drawings of the parts that are shown, as they came: marks are left out. */
const drawings = new WeakMap();

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Asks for the sittings around a place, unless they are there. */
function asked(place) {
  const from = place - ((place - 1) % STEP);
  if (!moments.has(from)) {
    const mine = moments;
    const args = ["replay", "/public", "--from", String(from), "--to", String(from + STEP - 1)];
    mine.set(from, engine.ask(args, files));
  }
  return moments.get(from);
}

/** Returns the sitting at a place, as the program tells it, or the words that say why there is none. */
async function moment(place) {
  const { data, words } = await asked(place);
  if (!data) {
    return { words: words || "The program gave no answer." };
  }
  count = data.sittings;
  return { data, one: data.moments[(place - 1) % STEP] };
}

/** Returns the middle of a part of a picture, in CSS pixels from its corner. */
function middle(part) {
  const [here, around] = [part, part.ownerSVGElement].map((one) => one.getBoundingClientRect());
  return [here.x + here.width / 2 - around.x, here.y + here.height / 2 - around.y];
}

/** Returns the places and pieces of a picture that hold no others, by name: each has its drawing, and its middle. */
function parts(board) {
  const leaves = [...board.querySelectorAll("svg :is([data-place], [data-piece])")];
  const all = leaves.filter((part) => !part.querySelector("[data-place]")).flatMap((part) => {
    const names = (part.dataset.piece ?? part.dataset.place).split(" ");
    if (!drawings.has(part)) {
      drawings.set(part, part.outerHTML);
    }
    return names.map((name) => [name, { part, drawn: drawings.get(part), at: middle(part) }]);
  });
  return new Map(all);
}

/** Returns the places of a picture that hold others, by name: each has the names of the places, pieces and cards right in it. */
function holders(board) {
  const all = [...board.querySelectorAll("svg [data-place]:not([data-piece])")].map((part) => {
    const inner = [...part.querySelectorAll("[data-card], [data-place], [data-piece]")];
    const own = inner.filter((one) => one.parentNode.closest("[data-place]") === part);
    // A card has its name, and after it the side that is up.
    const names = own.flatMap(({ dataset: { card, piece, place } }) => (piece ?? place)?.split(" ") ?? [card.split(" ")[0]]);
    return [part.dataset.place, { part, holds: names.sort().join(" ") }];
  });
  return new Map(all);
}

/** Lights the places that hold others than in the sitting before: what was taken away has left no other mark. */
function markHolders(seen, earlier) {
  for (const [name, { part, holds }] of seen) {
    if (earlier.has(name) && earlier.get(name).holds !== holds) {
      part.classList.add("changed");
    }
  }
}

/** Lets a part come from where it was; a length is given in the units of the drawing around it. */
function move(part, [x, y]) {
  const unit = part.parentNode.getScreenCTM().inverse().a;
  part.classList.add("moved");
  return part.animate([{ translate: `${x * unit}px ${y * unit}px` }, { translate: "0 0" }], { duration: MOVE, easing: "ease-in-out" });
}

/** Lets a piece that stands for several come from all the places where they were: some stay, and an image comes for others. */
function gather(part, ways) {
  const [first, ...others] = [...new Map(ways.map((way) => [way.join(), way])).values()];
  if (ways.length === part.dataset.piece.split(" ").length) {
    move(part, first);
  } else {
    others.push(first);
  }
  for (const way of others) {
    const image = part.cloneNode(true);
    ["data-piece", "data-place"].forEach((mark) => image.removeAttribute(mark));
    part.before(image);
    move(image, way).onfinish = () => image.remove();
  }
}

/** Lights the parts whose drawing differs from that of the sitting before, and moves the pieces that were elsewhere. */
function mark(seen, earlier) {
  const still = isStill();
  const ways = new Map();
  for (const [name, { part, drawn, at }] of seen) {
    const was = earlier.get(name);
    if (!was) {
      continue;
    }
    const way = was.at.map((from, n) => from - at[n]);
    const moved = Math.hypot(...way) > NEAR;
    if (was.drawn !== drawn && !part.dataset.piece) {
      part.classList.add("changed");
    }
    if (moved && !still) {
      ways.set(part, [...(ways.get(part) ?? []), way]);
    }
  }
  for (const [part, all] of ways) {
    if (part.dataset.piece) {
      gather(part, all);
    } else {
      move(part, all[0]);
    }
  }
}

/**
 * Returns the cards, tokens and tiles that lie face up in the picture and in what happened, by name. A drawing marks them with
 * `data-card`: the name, and after a space the side that is up, if there are several. `from` is where the part of a drawing
 * stands, in the units of the whole drawing.
 */
function cards() {
  const found = new Map();
  for (const part of document.querySelectorAll("#seen [data-card]")) {
    const [id, side] = part.dataset.card.split(" ");
    let name = id;
    while (found.has(name)) {
      name += " too";
    }
    const whole = part.ownerSVGElement?.getScreenCTM();
    found.set(name, { part, side, from: whole?.inverse().multiply(part.parentNode.getScreenCTM()) });
  }
  return found;
}

/** Turns a card around its middle, through these widths. In a drawing a group around it turns, for it has its own place. */
function turn(part, widths) {
  let turned = part;
  if (part.ownerSVGElement) {
    turned = document.createElementNS(part.namespaceURI, "g");
    part.replaceWith(turned);
    turned.append(part);
  }
  turned.classList.add("turned");
  return turned.animate({ scale: widths.map((width) => `${width} 1`) }, { duration: FALL * (widths.length - 1), easing: "ease-in-out" });
}

/** Turns the cards that have come, that show another side, and those that have gone. */
function turnCards(earlier) {
  for (const [name, { part, side }] of cards()) {
    const was = earlier.get(name);
    if (!was || was.side !== side) {
      turn(part, was ? [1, 0, 1] : [0, 1]);
    }
    earlier.delete(name);
  }
  const whole = $("board").querySelector("svg:has([data-place])");
  for (const { part, from } of earlier.values()) {
    // A line of a text that has gone leaves no room to turn in.
    if (from && whole) {
      const room = document.createElementNS(whole.namespaceURI, "g");
      room.setAttribute("transform", `matrix(${["a", "b", "c", "d", "e", "f"].map((one) => from[one])})`);
      for (const one of [part, ...part.querySelectorAll("*")]) {
        ["card", "piece", "place"].forEach((kind) => delete one.dataset[kind]);
      }
      room.append(part);
      whole.append(room);
      turn(part, [1, 0]).onfinish = () => room.remove();
    }
  }
}

/** Returns the line of a roll: the faces of its dice, or the cards of a shuffle in their new order; its label; and its check. */
function throwOf({ label, sides, faces, holds }) {
  const [line, shown, words] = [element("li"), element("span", undefined, "faces"), element("span")];
  const kind = sides === null ? "order" : `${faces.length > 1 ? faces.length : ""}d${sides}`;
  shown.append(...faces.flatMap((face) => [element("span", face, sides === null ? "dealt" : "die"), " "]));
  const check = element("span", holds ? "✓ the key gives this" : "✗ the key gives something else", holds ? "good-words" : "bad-words");
  words.append(element("code", label), ` ${kind} `, check);
  line.append(shown, words);
  return line;
}

/** Lets one roll fall. It is marked for a while, with the parts of the picture that its label names. */
function drop(line, { label }, seen) {
  const marked = [line, ...label.split(/[/#]/).map((name) => seen.get(name)?.part)].filter(Boolean);
  marked.forEach((part) => part.classList.add("now"));
  setTimeout(() => marked.forEach((part) => part.classList.remove("now")), MARK);
  line.classList.remove("to-come");
  line.firstChild.animate([{ translate: "0 -2rem", rotate: "-120deg", opacity: 0 }, {}], { duration: FALL, easing: "ease-out" });
  const list = line.parentNode;
  list.scrollTop = line.offsetTop + line.offsetHeight - list.clientHeight;
}

/** Lets the rolls fall one after the other; on a slow machine several fall at once, so that all are there in time. */
function fall(rolls, seen) {
  const lines = [...$("throws").children];
  const [start, gap] = [performance.now(), Math.min(NEXT, ALL / lines.length)];
  let n = 0;
  const next = () => {
    while (n < lines.length && n * gap <= performance.now() - start) {
      drop(lines[n], rolls[n], seen);
      n += 1;
    }
    falling = n < lines.length ? setTimeout(next, gap) : undefined;
  };
  if (!isStill()) {
    lines.forEach((line) => line.classList.add("to-come"));
    next();
  }
}

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

/** True if the reader has opened their own view of a sitting. */
function isOwn({ game }, { sitting }) {
  return own?.game === game && own.sitting === sitting;
}

async function show(place) {
  const { data, one, words } = await moment(place);
  if (!one) {
    return words ?? "This game has no such sitting.";
  }
  const page = parsed(one.page);
  $("look-style").textContent = page.querySelector("style").textContent;
  // Pictures and texts come from the program, which has escaped all that people wrote.
  const seen = isOwn(data, one) ? parsed(own.html) : page.querySelector("main");
  const isTold = (part) => /^What /.test(part.querySelector("h2")?.textContent);
  const [earlier, up, board] = [parts($("board")), cards(), seen.querySelector("svg [data-place]")?.closest(".map, section")];
  // What lies face up beside the picture is shown with it.
  const held = holders($("board"));
  const hasCards = (part) => !isTold(part) && !part.contains(board) && !board?.contains(part);
  const beside = [...seen.querySelectorAll("section:has([data-card])")].filter(hasCards);
  $("board").replaceChildren(...(board ? [board] : []), ...beside);
  $("happened").replaceChildren(...[...page.querySelectorAll("main section")].filter(isTold));
  $("throws").replaceChildren(...one.rolls.map(throwOf));
  $("throws").tabIndex = one.rolls.length > 0 ? 0 : -1;
  clearTimeout(falling);
  const drawn = parts($("board"));
  if (now !== undefined) {
    mark(drawn, earlier);
    markHolders(holders($("board")), held);
    if (!isStill()) {
      turnCards(up);
    }
  }
  if (now !== place) {
    fall(one.rolls, drawn);
  }
  now = place;
  $("throws-title").textContent = one.rolls.length === 1 ? "1 roll" : `${one.rolls.length} rolls`;
  $("moment-title").textContent = `${data.ruleset} · ${data.title}: turn ${one.turn}, sitting ${one.sitting}`;
  const whose = isOwn(data, one) ? ` The picture shows what ${own.seat} sees.` : "";
  $("moment-note").textContent = `${one.at}: ${one.ended}.${whose}`;
  $("moment").max = count;
  $("moment").value = place;
  $("moment-at").textContent = `${one.sitting} of ${count}`;
  $("moment").setAttribute("aria-valuetext", `sitting ${one.sitting} of ${count}`);
  $("back").disabled = place === 1;
  $("forward").disabled = place === count;
  told(one.sitting, data);
  if (place < count) {
    asked(place + 1);
  }
  return "";
}

function stop() {
  clearInterval(running);
  running = undefined;
  $("run").textContent = "Run";
}

/** Goes to another sitting. */
async function go(place) {
  if (place >= 1 && place <= count) {
    await show(place);
  }
  if (now === count) {
    stop();
  }
}

function run() {
  if (running) {
    stop();
    return;
  }
  $("run").textContent = "Stop";
  running = setInterval(() => go(now + 1), STAY);
  go(now === count ? 1 : now + 1);
}

/** Shows a game from a sitting on, and scrolls there; `tell` hears which sitting of which game is shown. Returns words if there is nothing to show. */
export async function watch(from, sitting, tell) {
  [files, moments, now, told] = [from, new Map(), undefined, tell];
  stop();
  const words = await show(sitting);
  $("replay").hidden = words !== "";
  $("moment-title").focus({ preventScroll: true });
  $("replay").scrollIntoView();
  return words;
}

/** From now on the sitting of the reader's own view is shown as they see it. */
export function know(look) {
  own = look;
  if (now !== undefined) {
    show(now);
  }
}

/** Connects the controls. */
export function wireReplay() {
  $("back").addEventListener("click", () => { stop(); go(now - 1); });
  $("forward").addEventListener("click", () => { stop(); go(now + 1); });
  $("run").addEventListener("click", run);
  $("moment").addEventListener("input", () => { stop(); go(Number($("moment").value)); });
}
