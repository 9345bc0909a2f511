// A game, sitting by sitting: the picture, in which pieces move and what has changed lights up, what happened, and the
// dice with their check.

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
    return names.map((name) => [name, { part, drawn: part.outerHTML, at: middle(part) }]);
  });
  return new Map(all);
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
function mark(board, earlier) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const ways = new Map();
  for (const [name, { part, drawn, at }] of parts(board)) {
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

function throwOf({ label, sides, faces, holds }) {
  const line = element("li");
  const result = sides === null ? `order ${faces.join(" ")}` : `${faces.join(" ")} (${faces.length > 1 ? faces.length : ""}d${sides})`;
  line.append(element("code", label), ` ${result} `, element("span", holds ? "✓ the key gives this" : "✗ the key gives something else", holds ? "good-words" : "bad-words"));
  return line;
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
  const [earlier, board] = [parts($("board")), seen.querySelector("svg [data-place]")?.closest(".map, section")];
  $("board").replaceChildren(...(board ? [board] : []));
  if (now !== undefined) {
    mark($("board"), earlier);
  }
  now = place;
  const happened = [...page.querySelectorAll("main section")].filter((part) => /^What /.test(part.querySelector("h2")?.textContent));
  $("happened").replaceChildren(...happened);
  $("throws").replaceChildren(...one.rolls.map(throwOf));
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
  told(one.sitting);
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

/** Shows a game from a sitting on; `tell` hears which sitting is shown. Returns words if there is nothing to show. */
export async function watch(from, sitting, tell) {
  [files, moments, now, told] = [from, new Map(), undefined, tell];
  stop();
  const words = await show(sitting);
  $("replay").hidden = words !== "";
  $("moment-title").focus();
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
