// The page: a player's view, the decisions of their turn, and their order file. The order file is what counts: what is
// tapped is written into it by the program, and what is typed is read by the program.

import * as engine from "./engine.js";
import { changed, reveal } from "./changed.js";
import { marked, showDecisions } from "./decisions.js";
import { element } from "./elements.js";
import { showEntries } from "./entries.js";
import { handOf } from "./hand.js";
import { address, linked, loadEarly } from "./link.js";
import { showMail } from "./mail.js";
import { called, guideOf, inWords, isAmong, isPiece, nameOf, names } from "./named.js";
import { focusOn, light, nearest, showPlace } from "./places.js";
import { showProblems } from "./problems.js";
import { openArchive, openSitting, wirePublic } from "./public.js";
import { refusal as refusalOf } from "./refusal.js";
import { know, wireReplay } from "./replay.js";
import { showTried } from "./tried.js";
import { markWays } from "./ways.js";

const VIEW = "/view.yaml";
const ORDERS = "/orders.yaml";
const DECIDE = ["decide", ORDERS, "--view", VIEW];
const STALE = "As of the last readable order file";

const $ = (id) => document.getElementById(id);

/** What the order files of all games can say, once it was read. */
let schemas;
/** The texts of the order file so far, and which of them is shown. */
let past = [];
let at = 0;
let view;
let look;
/** The order file as it came: with the report, or made of the view. */
let form;
let decisions = [];
/** The answers that were tapped in this view, by the id of their decision. */
const settled = new Map();
/** The entries of the order file, and its problems. */
let written = {};
let problems = [];
/** True if the order file cannot be read: the decisions are those of the last one that could. */
let stale = false;
/** True unless the program refuses the orders. */
let accepted = true;
/** The number of the last change: an answer of the program to an earlier one is out of date. */
let change = 0;
/** The last question for decisions, and the last thing that was tapped: one works on the answer to the other. */
let judged;
let acted = Promise.resolve();
/** The timer of text that is typed, and not taken as the order file yet. */
let typing;
/** How many changes are not judged yet, apart from what is typed. */
let unjudged = 0;
/** The answer of the program to the first order file of a view, which it is asked while it draws the view. */
let ahead;
/** Which places of the picture an answer names. */
let guide;
/** The place that was tapped last, the one before it, and the last piece that was tapped: it stays while places are. */
let tapped;
let before;
let piece;
/** The field that a place of the picture is tapped for, if any. */
let asking;

function say(words) {
  $("status").textContent = words;
}

function failed(error) {
  say(`The program failed: ${error.message}`);
}

function key({ game, turn, sitting, seat }) {
  return `orders ${game} ${turn} ${sitting} ${seat}`;
}

/** Returns the draft of an earlier visit, by the head of its order file; a browser may keep none. */
function draft(head) {
  try {
    return localStorage.getItem(key(head));
  } catch {
    return null;
  }
}

function keep(text) {
  try {
    localStorage.setItem(key(look), text);
  } catch {
    // The draft is lost when the page is closed; everything else works.
  }
}

/** Tells screen readers, which wait for it, whether the verdict is still that of an earlier order file; `more` changes are to be judged. */
function busy(more) {
  unjudged += more;
  $("verdict").setAttribute("aria-busy", unjudged > 0 || Boolean(typing));
}

/** Makes a text the order file. */
function write(text) {
  if (past[at] !== text) {
    past = [...past.slice(0, at + 1), text];
    at = past.length - 1;
  }
  show();
}

/** Makes what is typed the order file, if it waits for that; returns true if it did. */
function take() {
  const waits = Boolean(typing);
  clearTimeout(typing);
  typing = undefined;
  if (waits) {
    write($("orders").value);
  }
  return waits;
}

function show() {
  const text = past[at];
  const former = $("orders").value;
  $("copied").textContent = "";
  // What is typed stands there already.
  const line = former === text || former === "" ? undefined : changed(former, text);
  if (former !== text) {
    $("orders").value = text;
  }
  if (line) {
    reveal($("orders"), line.at);
  }
  $("bar-line").textContent = line?.words ?? "";
  $("bar-verdict").textContent = "";
  $("undo").disabled = $("bar-undo").disabled = at === 0;
  bar();
  $("redo").disabled = at + 1 === past.length;
  URL.revokeObjectURL($("save").href);
  $("save").href = URL.createObjectURL(new Blob([text], { type: "text/yaml" }));
  keep(text);
  mail();
  busy(1);
  judged = judge().catch(failed).finally(() => busy(-1));
  return judged;
}

/** Does something to the order file, after what was typed and tapped before. */
function act(what) {
  take();
  const of = view;
  busy(1);
  acted = acted.then(() => (view === of ? what() : undefined)).catch(failed).finally(() => busy(-1));
}

/** Changes the order file. `made` returns the arguments for it, once the program has answered what came before. */
function alter(made) {
  const of = view;
  act(async () => {
    let args;
    do {
      await judged;
      args = made();
      // What is typed meanwhile is changed in turn.
    } while (args && view === of && !(await judge(...args)));
  });
}

/** Shows in the bar of a phone, where the order file may be out of sight, what the last change has written, if anything. */
function bar() {
  $("bar-undo").hidden = accepted && $("bar-line").textContent === "";
}

/** Shows the verdict of the program wherever it counts. */
function rule(isAccepted) {
  accepted = isAccepted;
  const isSaid = !accepted || $("bar-line").textContent !== "";
  $("bar-verdict").textContent = isSaid ? $("verdict").textContent : "";
  $("bar-verdict").className = $("verdict").className;
  bar();
  mail();
}

/** Shows why the program refuses the orders. */
function showReasons() {
  const reasons = $("problems").firstChild ? $("problems") : $("verdict");
  reasons.tabIndex = -1;
  reasons.focus({ preventScroll: true });
  reasons.scrollIntoView({ block: "center" });
}

function mail() {
  const subject = `Orders: ${look.game}, turn ${look.turn}, ${look.seat}`;
  const refused = accepted ? undefined : { words: $("verdict").textContent, show: showReasons };
  showMail($("mail"), $("mail-note"), { address: $("address").value.trim(), subject, orders: past[at], refused });
}

/**
 * Asks the program for the decisions of the order file, and for its problems; `acts` change the file first. Returns true
 * if its answer is not out of date.
 */
async function judge(...acts) {
  const mine = (change += 1);
  const text = past[at];
  const isAhead = ahead?.view === view && ahead.orders === text && acts.length === 0;
  const early = isAhead && engine.isBeside() && (await ahead.answer);
  ahead = undefined;
  const args = [...DECIDE, ...acts];
  const { data, words } = early || (await engine.ask(args, { "view.yaml": view, "orders.yaml": text }));
  if (mine !== change || (acts.length > 0 && take())) {
    return false;
  }
  $("tried").replaceChildren();
  if (!data) {
    $("verdict").textContent = words || "The program gave no answer.";
    $("verdict").className = "bad-words";
    $("problems").replaceChildren();
    rule(false);
    return true;
  }
  if (data.file !== text) {
    write(data.file);
    return true;
  }
  stale = !data.accepted && data.decisions.length === 0;
  if (!stale) {
    const others = data["waits-for"];
    const waits = others.length === 0 || others.includes(data.seat);
    $("waits").textContent = waits ? "" : `The game waits for ${others.map(title).join(" and ")}, not for you. You may write orders in advance.`;
    decisions = marked(data.decisions, settled, waits);
    point();
    showDecisions($("decisions"), decisions, { decide, point, weigh });
    count();
  }
  grey(data.entries);
  lights();
  if (!$("here").hidden) {
    present();
  }
  ({ problems } = data);
  showProblems($("verdict"), $("problems"), data, $("orders"));
  rule(data.accepted);
  list(data.entries);
  return true;
}

/** Returns the name of a player: that of the picture, or else their seat in words. */
function title(seat) {
  const place = guide.places.find((one) => one.dataset.place === seat);
  return place ? nameOf(place) : inWords(seat);
}

/** Tells how many decisions are open. */
function count() {
  const open = decisions.filter((decision) => decision.open).length;
  $("decisions-title").textContent = `Your decisions: ${open} open of ${decisions.length}`;
  document.querySelector("#bar [data-part]").textContent = open > 0 ? `Decisions (${open} open)` : "Decisions";
}

/** Greys what an order file that cannot be read leaves as it was; it cannot be taken. */
function grey(entries) {
  $("stale").textContent = stale && decisions.length > 0 ? STALE : "";
  $("play").classList.toggle("stale", stale);
  ["decisions", "here-choices"].forEach((id) => { $(id).inert = stale; });
  $("entries").inert = !entries;
}

/** Lights what can be tapped. */
function lights() {
  light(guide, decisions, $("here").hidden ? undefined : piece);
}

/** Returns the schema of the order files of a game, if the page has it: what they can say, and what those of all games can. */
function schemaOf(game) {
  schemas ??= JSON.parse($("schemas").textContent);
  const { games: { [game]: own }, all } = schemas;
  return own && Object.fromEntries(Object.keys(own).map((part) => [part, { ...own[part], ...all[part] }]));
}

/** Shows the entries of the order file; a file that cannot be read has none. */
function list(entries) {
  const schema = schemaOf(look.ruleset);
  $("written").hidden = !schema || !(entries ?? $("entries").firstChild);
  if (schema && entries) {
    written = entries;
    const known = names(decisions.map((decision) => decision.choices.of.map(({ value }) => value)));
    for (const place of guide.places) {
      called(place, look.seat).forEach((name) => known.add(name));
    }
    showEntries($("entries"), { entries, schema, names: [...known], set });
  }
}

/** Writes an entry of the order file, or takes it out; `changed` makes its new value of the old one. */
function set(name, changed) {
  alter(() => {
    const value = changed(written[name] ?? undefined);
    return ["--set", `${name}=${value === undefined ? "" : JSON.stringify(value)}`];
  });
}

/** Puts a place into the empty field that asks for one, if it fits there. */
function fill(place) {
  const fits = (name) => new RegExp(`^(?:${asking.pattern})$`).test(name);
  const empty = asking?.isConnected && asking.value === "";
  const name = empty && called(place, look.seat).find(fits);
  if (!name) {
    return false;
  }
  asking.value = name;
  asking.dispatchEvent(new Event("input", { bubbles: true }));
  asking.focus();
  return true;
}

/** Takes a decision. */
function decide({ id, question }, answer) {
  close();
  settled.set(id, answer);
  alter(() => {
    const n = decisions.findIndex((decision) => decision.id === id);
    if (n < 0) {
      say(`“${question}” is not asked any more.`);
      return undefined;
    }
    return ["--say", `${n + 1}=${JSON.stringify(answer)}`];
  });
}

/** Returns what some answers to a decision bring; nothing if the orders have changed meanwhile, or nothing can be tried. */
async function weigh(decision, values) {
  const mine = change;
  const n = decisions.indexOf(decision);
  if (n < 0) {
    return undefined;
  }
  const wanted = values.flatMap((value) => ["--weigh", `${n + 1}=${JSON.stringify(value)}`]);
  const files = { "view.yaml": view, "orders.yaml": past[at] };
  const { data } = await engine.askBeside([...DECIDE, ...wanted], files);
  return mine === change ? data?.weighed : undefined;
}

/** Asks the program about an order file beside the draft, which stays as it is; returns nothing if that has changed meanwhile. */
async function consult(mine, isWanted, [command, orders, ...acts]) {
  const isLeft = () => mine === change && !stale && isWanted();
  const args = [command, ORDERS, "--view", VIEW, ...acts];
  const { data } = isLeft() ? await engine.askBeside(args, { "view.yaml": view, "orders.yaml": orders }) : {};
  return mine === change ? data : undefined;
}

/** Returns why the rules refuse an order, in their words. */
function refusal(order, isWanted) {
  const mine = change;
  const draft = { text: past[at], entries: written, problems };
  return refusalOf(order, draft, (...what) => consult(mine, isWanted, what));
}

/** Returns the decisions of the form, which orders nothing, if the draft says anything else. */
async function without() {
  const data = past[at] === look.form ? undefined : await consult(change, () => true, ["decide", look.form]);
  return data && { ...data, form: look.form };
}

/** Marks the places and the ways that an answer names, and no others; without an answer none. */
function point(answer) {
  const named = guide.named(answer);
  for (const place of guide.places) {
    place.classList.toggle("named", isAmong(place, named));
  }
  markWays($("play"), guide, named);
}

/** Shows what can be decided at the place that was tapped last. */
function present() {
  const turn = { guide, decisions, decide, find, point, weigh, refusal, without, schema: schemaOf(look.ruleset) };
  const list = $("here-choices");
  const had = list.contains(document.activeElement);
  const shown = showPlace($("here-title"), list, [tapped, before], turn);
  if (stale) {
    list.prepend(element("p", STALE, "note"));
  }
  if (had) {
    (list.querySelector("button") ?? $("here-close")).focus({ preventScroll: true });
  }
  return shown;
}

/** Shows a place that was tapped, until it is closed; with it the piece that was tapped before, if it can go there. */
function tap(place) {
  if ($("here").hidden) {
    tapped = piece = undefined;
  }
  before = isPiece(place) ? tapped : piece ?? tapped;
  tapped = place;
  const { open: can, together } = present();
  if (can) {
    const kept = together ? piece : undefined;
    piece = isPiece(place) ? place : kept;
  }
  $("here").hidden = false;
  lights();
  $("here-choices").querySelector("button")?.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
}

/** Closes what a tapped place shows, and gives the focus back to the place. */
function close() {
  const inside = $("here").contains(document.activeElement);
  $("here").hidden = true;
  lights();
  if (inside) {
    focusOn(tapped);
  }
}

/** Shows a decision in the list. */
function find(decision) {
  close();
  const item = [...$("decisions").children].find((one) => one.dataset.id === decision.id);
  const details = item.querySelector("details");
  details.open = true;
  details.querySelector("summary").focus();
  details.scrollIntoView({ block: "center" });
}

/** Asks the program for the decisions of orders that came with a view, or of the draft of an earlier visit, if there is one. */
function decideAhead(text, orders) {
  const shown = draft(headOf(orders)) ?? orders;
  const answer = engine.askAhead(DECIDE, { "view.yaml": text, "orders.yaml": shown }).catch(() => undefined);
  ahead = { view: text, orders: shown, answer };
}

/** Opens a view, and orders for it, if there are any; `to` is the address for the orders, if it is known. */
async function open(text, orders, to) {
  if (orders) {
    decideAhead(text, orders);
  }
  const { data, words } = await engine.ask(["look", VIEW], { "view.yaml": text });
  if (!data) {
    say(words || "This file is not a view.");
    return;
  }
  // The address of one game is not that of another.
  if (to || look?.game !== data.game) {
    $("address").value = to ?? "";
  }
  [view, look] = [text, data];
  $("save").download = `${look.seat}.orders.yaml`;
  const kept = draft(look);
  const strange = orders && refused(orders);
  form = strange ? look.form : orders ?? look.form;
  past = kept && kept !== form ? [form, kept] : [form];
  at = past.length - 1;
  [decisions, written] = [[], {}];
  settled.clear();
  $("here").hidden = true;
  // The order file and the places of another view are gone.
  $("orders").value = "";
  $("verdict").textContent = "";
  accepted = true;
  tapped = before = piece = asking = undefined;
  ["decisions", "entries"].forEach((id) => $(id).replaceChildren());
  // The program looks for the decisions while the browser draws the picture. The rest of the report waits for both.
  const shown = show();
  const rest = draw();
  say(strange || (at === 1 ? "The draft of your last visit is shown; Undo brings the form of the report back." : ""));
  try {
    await shown;
  } finally {
    await painted();
    if (view === text) {
      $("rest").replaceChildren(rest);
    }
  }
}

/** Returns the head of an order file, as far as it can be read without the program. */
function headOf(orders) {
  const said = (name) => new RegExp(`^${name}: *["']?([^"'\\s#]*)`, "m").exec(orders)?.[1];
  return Object.fromEntries(["game", "turn", "sitting", "seat"].map((name) => [name, said(name)]));
}

/** Waits until the browser has drawn what stands there, if the page is in sight. */
function painted() {
  const soon = new Promise((drawn) => { requestAnimationFrame(() => setTimeout(drawn)); });
  const late = new Promise((passed) => { setTimeout(passed, 100); });
  return Promise.race([soon, late]);
}

/** Returns why orders are not taken: they are those of another game or seat. */
function refused(orders) {
  const { game = look.game, seat } = headOf(orders);
  const own = game === look.game && seat === look.seat;
  return own ? "" : `These are orders of ${seat} in ${game}, and this view is that of ${look.seat} in ${look.game}: they are not opened.`;
}

/** Draws the picture of the view, and returns the rest of the report. */
function draw() {
  $("look-style").textContent = look.style;
  const report = document.createElement("template");
  // The program has escaped all that people wrote, and the page's policy runs no script in it.
  report.innerHTML = look.html;
  const picture = report.content.querySelector("svg [data-place]")?.closest("section");
  $("picture").replaceChildren(...(picture ? [picture] : []), ...handOf(report.content));
  $("rest").replaceChildren();
  guide = guideOf([$("picture"), report.content], look.seat);
  const name = title(look.seat);
  const tap = picture ? "Tap a decision, or a place in the picture." : "Tap a decision.";
  $("decisions-note").textContent = `Open ones come first. The numbers tell the order in which the rules ask them, if chance is kind to you. ${tap}`;
  $("game").textContent = `${look.title} · ${look.game} · turn ${look.turn}`;
  $("title").textContent = `${name}: your orders`;
  document.title = `${look.game}, turn ${look.turn}: ${name}`;
  $("open").hidden = true;
  $("play").hidden = false;
  know(look);
  return report.content;
}

/** Opens the files that a player has picked: the view, and their order form, if it is among them. */
async function pick(files) {
  const isArchive = async (file) => (await file.slice(0, 2).text()) === "PK";
  const [first] = files;
  if (first && (await isArchive(first))) {
    await openArchive(first);
    $("watch").focus();
    return;
  }
  const texts = await Promise.all([...files].map((file) => file.text()));
  const views = texts.filter((text) => /^view:/m.test(text));
  const orders = texts.find((text) => !/^view:/m.test(text) && /^seat:/m.test(text));
  if (views.length === 1) {
    await open(views[0], orders);
  } else if (orders && look) {
    const words = refused(orders);
    say(words);
    if (words) {
      $("status").scrollIntoView({ block: "nearest" });
    } else {
      act(() => { write(orders); });
    }
  } else {
    say("None of these files is the view that came with a report: its name ends in .view.yaml.");
  }
}

/** Opens the view that the address of this page links to. */
async function openLink() {
  if (!address().key) {
    return;
  }
  say("The view of your link is being opened.");
  const { shown, words } = await linked();
  if (shown) {
    await open(shown.view, shown.orders, shown.to);
  } else {
    say(words);
  }
}

/** Connects a button that goes to an earlier or a later text; its `other` gets the focus when there is none left. */
function step(id, by, other) {
  $(id).addEventListener("click", () => act(() => {
    if (past[at + by] === undefined) {
      return;
    }
    const had = document.activeElement === $(id);
    at += by;
    show();
    if (had && $(id).disabled) {
      $(other).focus();
    }
  }));
}

/** Returns the part of the page that holds something. */
function part(id) {
  return $(id).closest("section");
}

function wire() {
  for (const to of document.querySelectorAll("#bar [data-part]")) {
    to.addEventListener("click", () => {
      const section = part(to.dataset.part);
      section.tabIndex = -1;
      section.focus({ preventScroll: true });
      section.scrollIntoView();
    });
  }
  $("orders").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(take, 300);
    busy(0);
  });
  // The reader goes on to something else, which is to see what they typed.
  $("orders").addEventListener("change", take);
  $("files").addEventListener("change", (event) => pick(event.target.files));
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    pick(event.dataTransfer.files);
  });
  addEventListener("hashchange", openLink);
  step("undo", -1, "redo");
  step("redo", 1, "undo");
  $("bar-undo").addEventListener("click", () => {
    $("undo").click();
    // It may have nothing left to undo, and goes out of sight then.
    document.querySelector("#bar [data-part]").focus({ preventScroll: true });
  });
  $("again").addEventListener("click", () => act(() => { write(form); }));
  $("copy").addEventListener("click", async () => {
    take();
    let done = "copied. Paste";
    try {
      await navigator.clipboard.writeText(past[at]);
    } catch {
      $("orders").select();
      done = "selected: copy it, and paste";
    }
    $("copied").textContent = `The order file is ${done} it into an answer to the mail of your report.`;
  });
  if (navigator.share) {
    $("share").hidden = false;
    $("share").addEventListener("click", () => {
      take();
      navigator.share({ title: document.title, text: past[at] }).catch(() => {});
    });
  }
  $("address").addEventListener("input", mail);
  $("here-close").addEventListener("click", close);
  addEventListener("keydown", ({ key: pressed }) => {
    if (pressed === "Escape" && !$("here").hidden) {
      close();
    }
  });
  const place = (event) => {
    // A piece that stands at a lit place counts as that place, unless it is lit itself.
    const hit = event.target.closest?.("[data-place].lit") ?? event.target.closest?.("[data-place]");
    // A key hits no point.
    const near = event.detail > 0 ? nearest(guide, event, hit) : undefined;
    const found = near ?? hit;
    if (found) {
      event.preventDefault();
    }
    if (found && ![hit, near].some((one) => one && fill(one))) {
      tap(found);
    }
  };
  $("entries").addEventListener("focusin", ({ target }) => {
    asking = target.matches(".named-field") ? target : undefined;
  });
  $("play").addEventListener("click", place);
  $("play").addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      place(event);
    }
  });
  $("try").addEventListener("click", async () => {
    take();
    $("tried").textContent = "The rules play your part of the turn.";
    const mine = change;
    const answer = await engine.ask(["try", ORDERS, "--view", VIEW], { "view.yaml": view, "orders.yaml": past[at] });
    if (mine === change) {
      showTried($("tried"), answer);
    }
  });
}

loadEarly();
wire();
wirePublic();
wireReplay();
engine.load().then(
  async () => {
    say("The rules are ready. Open the view that came with your report.");
    await openLink();
    await openSitting();
    document.body.dataset.ready = "true";
  },
  (error) => say(`The rules cannot be loaded in this browser: ${error.message}`),
);
