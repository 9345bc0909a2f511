// The view that a link opens. It lies beside this page, encrypted; its key stands behind `#` in the link, which a browser
// sends to no server.

import * as engine from "./engine.js";

/** The end of an address: the key of a view, the number of a sitting to watch, or both. */
const ADDRESS = /^#(?:([\w-]{22})(?:&|$))?(?:sitting=(\d+))?$/;

const NONE = "There is no view for this link. If a newer report has come, open the link in its mail. Else the GM has not "
  + "published the game since your report: try again later, or pick the view that came with it.";

/** Returns what the address of this page says: the key of a view, and the number of a sitting to watch, if it has them. */
export function address() {
  const [, key, sitting] = ADDRESS.exec(location.hash) ?? [];
  return { key, sitting };
}

/** The key of the link that this page was opened with, and the bytes of its view, which come while the program is being loaded. */
let early;

/** Returns the path of the encrypted view of a key, as the program derives it, where the browser can: not without TLS. */
async function pathOf(key) {
  const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const secret = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const derived = new Uint8Array(await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode("name\0")));
  return `views/${btoa(String.fromCharCode(...derived.slice(0, 16))).replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_")}`;
}

/** Begins to load the view of the link. If that fails, it is loaded again when the program is there, which says why. */
export function loadEarly() {
  const { key } = address();
  if (!key || !isSite() || !globalThis.crypto?.subtle) {
    return;
  }
  const load = async () => {
    const answer = await fetch(await pathOf(key), { cache: "no-cache" });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  };
  early = { key, file: load().catch(() => undefined) };
}

function isSite() {
  return location.protocol.startsWith("http");
}

/** Decrypts the view of a key. */
function decrypted(key, encrypted) {
  return engine.ask(["decrypt", "--", key, "/encrypted"], { encrypted });
}

/** Returns the view, the orders and the address that the link of this page opens, or the words that say why not. */
export async function linked() {
  const { key } = address();
  if (!isSite()) {
    return { words: "A link to a view works on the site of the game alone. Pick the view that came with your report." };
  }
  const loaded = early?.key === key ? await early.file : undefined;
  early = undefined;
  const { data: shown } = loaded ? await decrypted(key, loaded) : {};
  if (shown) {
    return { shown };
  }
  const { data } = await engine.ask(["decrypt", "--", key], {});
  if (!data) {
    return { words: "This link is damaged. Copy it whole from the mail of your report." };
  }
  let answer;
  try {
    answer = await fetch(data.path, { cache: "no-cache" });
  } catch {
    return { words: "The view of this link cannot be loaded: there is no connection to the site of the game." };
  }
  if (!answer.ok) {
    return { words: NONE };
  }
  const read = await decrypted(key, new Uint8Array(await answer.arrayBuffer()));
  return read.data ? { shown: read.data } : { words: read.words };
}
