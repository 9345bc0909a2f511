// Computes every roll on the page again, from the keys and labels on the page: fair1, sections 3 and 4.
// The script does not use the network.
"use strict";

const bytes = (text) => new TextEncoder().encode(text);
const hex = (array) => [...array].map((b) => b.toString(16).padStart(2, "0")).join("");
const unhex = (text) => new Uint8Array(text.match(/../g).map((pair) => parseInt(pair, 16)));
const fields = (list) => bytes(list.map((field) => field + "\n").join(""));

// H(f...): SHA-256 over the fields, each with a line feed.
async function H(...list) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", fields(list))));
}

// M(key; f...): HMAC-SHA-256 likewise.
async function M(key, ...list) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const own = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", own, fields(list)));
}

// The words of the ChaCha20 key stream: counter and stream id of 64 bits each, both from 0.
function* words(key) {
  const view = new DataView(key.buffer);
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i++) start[4 + i] = view.getUint32(4 * i, true);
  const turn = (x, n) => (x << n) | (x >>> (32 - n));
  for (;;) {
    const s = start.slice();
    const quarter = (a, b, c, d) => {
      s[a] += s[b]; s[d] = turn(s[d] ^ s[a], 16);
      s[c] += s[d]; s[b] = turn(s[b] ^ s[c], 12);
      s[a] += s[b]; s[d] = turn(s[d] ^ s[a], 8);
      s[c] += s[d]; s[b] = turn(s[b] ^ s[c], 7);
    };
    for (let round = 0; round < 10; round++) {
      quarter(0, 4, 8, 12); quarter(1, 5, 9, 13); quarter(2, 6, 10, 14); quarter(3, 7, 11, 15);
      quarter(0, 5, 10, 15); quarter(1, 6, 11, 12); quarter(2, 7, 8, 13); quarter(3, 4, 9, 14);
    }
    for (let i = 0; i < 16; i++) yield (s[i] + start[i]) >>> 0;
    start[12]++;
    if (start[12] === 0) start[13]++;
  }
}

function below(stream, n) {
  const whole = 4294967296 - (4294967296 % n);
  for (;;) {
    const word = stream.next().value;
    if (word < whole) return word % n;
  }
}

async function roll(key, label, cast) {
  const stream = words(await M(key, "fair1/roll", label));
  const shuffle = cast.match(/^shuffle (\d+)$/);
  if (shuffle) {
    const order = [...Array(Number(shuffle[1])).keys()];
    for (let i = order.length - 1; i > 0; i--) {
      const j = below(stream, i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order.join(" ");
  }
  const [, dice, sides] = cast.match(/^(\d+)d(\d+)$/);
  const faces = [];
  for (let n = 0; n < Number(dice); n++) faces.push(below(stream, Number(sides)) + 1);
  return faces.join(" ");
}

async function all() {
  const shown = document.getElementById("checked");
  if (!globalThis.crypto || !crypto.subtle) {
    shown.textContent = "Your browser can check the rolls only if the page was loaded over https or from a file.";
    return;
  }
  const { game, anchor, salts, draw } = shown.dataset;
  const given = salts === "" ? [] : salts.split(" ");
  const hash = given.length === 0 && draw === "none" ? "none" : await H("fair1/salts", ...(draw === "none" ? [game, ...given] : [...given, draw]));
  let previous = anchor;
  let good = 0;
  let bad = 0;
  for (const table of document.querySelectorAll("table.rolls")) {
    const { sitting, key, beacon } = table.dataset;
    // Each key belongs to the chain whose anchor was published before the game.
    if ((await H("fair1/link", game, sitting, key)) !== previous) bad++;
    previous = key;
    const turn = await M(unhex(key), "fair1/turn", game, sitting, beacon, hash);
    for (const row of table.querySelectorAll("tr[data-label]")) {
      const found = await roll(turn, row.dataset.label, row.dataset.cast);
      const same = found === row.dataset.result;
      const cell = row.lastElementChild;
      cell.textContent = same ? "the same" : "differs: " + found;
      cell.className = same ? "w ok" : "w differs";
      if (same) good++;
      else bad++;
    }
  }
  shown.className = bad ? "bad" : "";
  shown.textContent = bad
    ? `Computed in your browser: ${bad} of the keys and rolls on this page are NOT what they should be.`
    : `Computed in your browser: all ${good} rolls are what the keys make them, and every key leads back to the anchor.`;
}

all();
