// A mail with the orders, as a link that the reader's own mail program opens (RFC 6068).

/** Longer links are cut off by Outlook and others. */
const MOST = 1800;

const encoded = (text) => encodeURIComponent(text.replaceAll("\n", "\r\n"));

/** Returns the orders as the body of a link: without comments if they are too long with them. */
function body(orders) {
  const bare = orders.split("\n").filter((line) => !/^\s*(#|$)/.test(line)).join("\n");
  return [orders, `${bare}\n`].map(encoded).find((text) => text.length <= MOST);
}

/** Points the link at a mail with the orders, and says what they lack. */
export function showMail(link, note, address, subject, orders) {
  const text = body(orders);
  link.hidden = !address || !text;
  link.removeAttribute("href");
  note.textContent = "";
  if (!address) {
    return;
  }
  if (!text) {
    note.textContent = "The orders are too long for a link: copy them.";
    return;
  }
  link.href = `mailto:${encodeURIComponent(address).replace("%40", "@")}?subject=${encoded(subject)}&body=${text}`;
  if (!/^token:/m.test(orders)) {
    note.textContent = "A new mail has no quotation. In most games it needs the line `token: …` of your order form: "
      + "copy it into the order file, or pick your form together with your view.";
  }
}
