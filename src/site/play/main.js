// The page: a player's view, the decisions of their turn, and their order file. The order file is what counts: what is
// tapped is written into it by the program, and what is typed is read by the program.

import * as engine from "./engine.js";
import { showDecisions } from "./decisions.js";
import { showEntries } from "./entries.js";
import { isLink, linked } from "./link.js";
import { showMail } from "./mail.js";
import { called, guideOf, names, point as pointAt } from "./named.js";
import { light, showPlace } from "./places.js";
import { showProblems } from "./problems.js";
import { openSitting, wirePublic } from "./public.js";
import { know, wireReplay } from "./replay.js";
import { showTried } from "./tried.js";

const VIEW = "/view.yaml";
const ORDERS = "/orders.yaml";

const $ = (id) => document.getElementById(id);

/** What an order file can say, by game. */
const schemas = JSON.parse($("schemas").textContent);

/** The texts of the order file so far, and which of them is shown. */
let past = [];
let at = 0;
let view;
let look;
/** The order file as it came: with the report, or made of the view. */
let form;
let decisions = [];
/** The number of the last change: an answer of the program to an earlier one is out of date. */
let change = 0;
/** Which places of the picture an answer names. */
let guide;
/** The place that was tapped last. */
let tapped;
/** The field that a place of the picture is tapped for, if any. */
let asking;

function say(words) {
  $("status").textContent = words;
}

function key() {
  return `orders ${look.game} ${look.turn} ${look.sitting} ${look.seat}`;
}

/** Returns the draft of an earlier visit; a browser may keep none. */
function draft() {
  try {
    return localStorage.getItem(key());
  } catch {
    return null;
  }
}

function keep(text) {
  try {
    localStorage.setItem(key(), text);
  } catch {
    // The draft is lost when the page is closed; everything else works.
  }
}

/** Makes a text the order file. */
function write(text) {
  if (past[at] !== text) {
    past = [...past.slice(0, at + 1), text];
    at = past.length - 1;
  }
  show();
}

function show() {
  const text = past[at];
  if ($("orders").value !== text) {
    $("orders").value = text;
  }
  $("undo").disabled = at === 0;
  $("redo").disabled = at + 1 === past.length;
  URL.revokeObjectURL($("save").href);
  $("save").href = URL.createObjectURL(new Blob([text], { type: "text/yaml" }));
  keep(text);
  mail();
  return judge();
}

function mail() {
  const subject = `Orders: ${look.game}, turn ${look.turn}, ${look.seat}`;
  showMail($("mail"), $("mail-note"), $("address").value.trim(), subject, past[at]);
}

/** Asks the program for the decisions of the order file, and for its problems; `acts` change the file first. */
async function judge(...acts) {
  const mine = (change += 1);
  const text = past[at];
  const args = ["decide", ORDERS, "--view", VIEW, ...acts];
  const { data, words } = await engine.ask(args, { "view.yaml": view, "orders.yaml": text });
  if (mine !== change) {
    return;
  }
  $("tried").replaceChildren();
  if (!data) {
    $("verdict").textContent = words || "The program gave no answer.";
    return;
  }
  if (data.file !== text) {
    write(data.file);
    return;
  }
  decisions = data.decisions;
  point();
  showDecisions($("decisions"), decisions, { decide, point, weigh });
  showProblems($("verdict"), $("problems"), data, $("orders"));
  light(guide, decisions);
  list(data.entries);
}

/** Shows the entries of the order file. */
function list(entries) {
  const schema = schemas[look.ruleset];
  $("written").hidden = !schema || !entries;
  if (!$("written").hidden) {
    const known = names(decisions.map((decision) => decision.choices.of.map(({ value }) => value)));
    for (const place of guide.places) {
      called(place, look.seat).forEach((name) => known.add(name));
    }
    asking = undefined;
    showEntries($("entries"), { entries, schema, names: [...known], set });
  }
}

/** Writes an entry of the order file, or takes it out. */
function set(name, value) {
  judge("--set", `${name}=${value === undefined ? "" : JSON.stringify(value)}`);
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

/** Takes a decision: its number from 0, and the answer. */
function decide(n, answer) {
  $("here").hidden = true;
  judge("--say", `${n + 1}=${JSON.stringify(answer)}`);
}

/** Returns what some answers to a decision bring; nothing if the orders have changed meanwhile, or nothing can be tried. */
async function weigh(n, values) {
  const mine = change;
  const wanted = values.flatMap((value) => ["--weigh", `${n + 1}=${JSON.stringify(value)}`]);
  const files = { "view.yaml": view, "orders.yaml": past[at] };
  const { data } = await engine.ask(["decide", ORDERS, "--view", VIEW, ...wanted], files);
  return mine === change ? data?.weighed : undefined;
}

/** Marks the places that an answer names. */
function point(answer) {
  pointAt($("play"), guide, answer);
}

/** Shows a decision in the list: its number from 0. */
function find(n) {
  $("here").hidden = true;
  const details = $("decisions").children[n].querySelector("details");
  details.open = true;
  details.querySelector("summary").focus();
  details.scrollIntoView({ block: "center" });
}

async function open(text, orders) {
  view = text;
  const { data, words } = await engine.ask(["look", VIEW], { "view.yaml": view });
  if (!data) {
    say(words || "This file is not a view.");
    return;
  }
  look = data;
  $("save").download = `${look.seat}.orders.yaml`;
  const kept = draft();
  form = orders ?? look.form;
  past = kept && kept !== form ? [form, kept] : [form];
  at = past.length - 1;
  // The program looks for the decisions while the browser draws the picture. The rest of the report waits for both.
  const judged = show();
  const rest = draw();
  say(at === 1 ? "The draft of your last visit is shown; Undo brings the form of the report back." : "");
  try {
    await judged;
  } finally {
    if (view === text) {
      $("rest").replaceChildren(rest);
    }
  }
}

/** Draws the picture of the view, and returns the rest of the report. */
function draw() {
  $("look-style").textContent = look.style;
  const report = document.createElement("template");
  // The program has escaped all that people wrote, and the page's policy runs no script in it.
  report.innerHTML = look.html;
  const picture = report.content.querySelector("svg [data-place]")?.closest("section");
  $("picture").replaceChildren(...(picture ? [picture] : []));
  $("rest").replaceChildren();
  guide = guideOf([$("picture"), report.content], look.seat);
  $("game").textContent = `${look.title} · ${look.game} · turn ${look.turn}`;
  $("title").textContent = `${look.seat}: your orders`;
  document.title = `${look.game}, turn ${look.turn}: ${look.seat}`;
  $("open").hidden = true;
  $("play").hidden = false;
  know(look);
  return report.content;
}

/** Opens the files that a player has picked: the view, and their order form, if it is among them. */
async function pick(files) {
  const texts = await Promise.all([...files].map((file) => file.text()));
  const views = texts.filter((text) => /^view:/m.test(text));
  const orders = texts.find((text) => !/^view:/m.test(text) && /^seat:/m.test(text));
  if (views.length === 1) {
    await open(views[0], orders);
  } else if (orders && look) {
    write(orders);
  } else {
    say("None of these files is the view that came with a report: its name ends in .view.yaml.");
  }
}

/** Opens the view that the address of this page links to. */
async function openLink() {
  if (!isLink()) {
    return;
  }
  say("The view of your link is being opened.");
  const { shown, words } = await linked();
  if (shown) {
    $("address").value = shown.to;
    await open(shown.view, shown.orders);
  } else {
    say(words);
  }
}

function wire() {
  let typing;
  $("orders").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => write($("orders").value), 300);
  });
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
  $("undo").addEventListener("click", () => {
    at -= 1;
    show();
  });
  $("redo").addEventListener("click", () => {
    at += 1;
    show();
  });
  $("again").addEventListener("click", () => write(form));
  $("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(past[at]);
      say("The order file is copied. Paste it into an answer to the mail of your report.");
    } catch {
      $("orders").select();
      say("The order file is selected: copy it, and paste it into an answer to the mail of your report.");
    }
  });
  if (navigator.share) {
    $("share").hidden = false;
    $("share").addEventListener("click", () => {
      navigator.share({ title: document.title, text: past[at] }).catch(() => {});
    });
  }
  $("address").addEventListener("input", mail);
  $("here-close").addEventListener("click", () => {
    $("here").hidden = true;
  });
  const place = (event) => {
    // A piece that stands at a lit place counts as that place, unless it is lit itself.
    const found = event.target.closest?.("[data-place].lit") ?? event.target.closest?.("[data-place]");
    if (found && fill(found)) {
      event.preventDefault();
    } else if (found) {
      event.preventDefault();
      const before = $("here").hidden ? undefined : tapped;
      tapped = found;
      const turn = { guide, decisions, decide, find, point, weigh };
      showPlace($("here"), $("here-title"), $("here-choices"), [found, before], turn);
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
    $("tried").textContent = "The rules play your part of the turn.";
    const mine = change;
    const answer = await engine.ask(["try", ORDERS, "--view", VIEW], { "view.yaml": view, "orders.yaml": past[at] });
    if (mine === change) {
      showTried($("tried"), answer);
    }
  });
}

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
