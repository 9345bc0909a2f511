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

/** Returns the view, the orders and the address that the link of this page opens, or the words that say why not. */
export async function linked() {
  const { key } = address();
  if (!location.protocol.startsWith("http")) {
    return { words: "A link to a view works on the site of the game alone. Pick the view that came with your report." };
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
  const file = new Uint8Array(await answer.arrayBuffer());
  const read = await engine.ask(["decrypt", "--", key, "/encrypted"], { encrypted: file });
  return read.data ? { shown: read.data } : { words: read.words };
}
