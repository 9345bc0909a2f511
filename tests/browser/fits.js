// What is wider than the window, or than the box that it stands in: no page is wider than its window.
// The pieces of a picture have no box of their own.
(() => {
  const wide = [];
  if (document.documentElement.scrollWidth > innerWidth) {
    wide.push(`the page is ${document.documentElement.scrollWidth} wide`);
  }
  for (const box of document.querySelectorAll("body *:not(svg *)")) {
    const style = getComputedStyle(box);
    if (style.overflowX === "visible" || style.position === "absolute") continue;
    if (box.scrollWidth > box.clientWidth + 1) {
      wide.push(`${box.className} ${box.getAttribute("aria-label")} is ${box.scrollWidth} wide in ${box.clientWidth}`);
    }
  }
  // Nor is it a cure to tear words apart.
  for (const cell of document.querySelectorAll("td,th")) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement.closest("code,.hash")) continue;
      for (const word of text.data.matchAll(/[A-Za-z]{2,}/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) wide.push(`"${word[0]}" is torn apart`);
      }
    }
  }
  return [...new Set(wide)];
})();
