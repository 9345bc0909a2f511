// A mail with the orders, as a link that the reader's own mail program opens (RFC 6068).

import { button } from "./elements.js";

/** Longer links are cut off by Outlook and others. */
const MOST = 1800;

const encoded = (text) => encodeURIComponent(text.replaceAll("\n", "\r\n"));

/** Returns the orders as the body of a link: without comments if they are too long with them. */
function body(orders) {
  const bare = orders.split("\n").filter((line) => !/^\s*(#|$)/.test(line)).join("\n");
  return [orders, `${bare}\n`].map(encoded).find((text) => text.length <= MOST);
}

/** Says what the orders lack. `refused`, if the program refuses them, has its words and shows its reasons. */
function say(note, refused, words) {
  const why = refused ? [`${refused.words} The GM's program will refuse this. `, button("Show why", refused.show), " "] : [];
  note.replaceChildren(...why, words);
}

/** Points the link at a mail with the orders, and says what they lack. */
export function showMail(link, note, { address, subject, orders, refused }) {
  const text = body(orders);
  link.hidden = !address || !text;
  link.removeAttribute("href");
  say(note, refused, "");
  if (!address) {
    return;
  }
  if (!text) {
    say(note, refused, "The orders are too long for a link: copy them.");
    return;
  }
  link.href = `mailto:${encodeURIComponent(address).replace("%40", "@")}?subject=${encoded(subject)}&body=${text}`;
  if (!/^token:/m.test(orders)) {
    say(note, refused, "A new mail has no quotation. In most games it needs the line `token: …` of your order form: "
      + "copy it into the order file, or pick your form together with your view.");
  }
}
