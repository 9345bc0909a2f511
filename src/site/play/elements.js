// What every part of the page is made of.

/** Makes an element. */
export function element(name, text, ...classes) {
  const made = document.createElement(name);
  if (text !== undefined) {
    made.textContent = text;
  }
  made.classList.add(...classes);
  return made;
}

/** Makes a button. Names with a hyphen stay whole where its text wraps. */
export function button(text, act) {
  const made = element("button");
  const parts = text.split(/(\S+-\S+)/);
  made.append(...parts.map((part, n) => (n % 2 ? element("span", part, "whole") : part)));
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/**
 * Remembers what has the focus in a part of the page that is made anew. Returns what gives it back to the new part: to the
 * same line of a list, or the line that is in its place now; to the same button of an entry; to the field that finds
 * answers; or else to the summary. What was tapped with a finger or a mouse does not scroll the page.
 */
export function keepFocus(part) {
  const had = document.activeElement;
  if (!part?.contains(had)) {
    return () => {};
  }
  const line = had.closest(".ordered>li");
  const at = line && [...line.parentNode.children].indexOf(line);
  const again = line || had.closest("[data-entry]");
  const isFilter = had.matches(".filter");
  const preventScroll = !had.matches(":focus-visible");
  return (scope) => {
    const lines = scope.querySelectorAll(".ordered>li");
    const now = line && lines[Math.min(at, lines.length - 1)];
    if (now) {
      now.tabIndex = -1;
    }
    const same = again && [...(now ?? scope).querySelectorAll("button:enabled")].find((one) => one.textContent === had.textContent);
    (had.isConnected ? had : same || now || scope.querySelector(isFilter ? ".filter" : "summary"))?.focus({ preventScroll });
  };
}
