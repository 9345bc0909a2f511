// A list whose items are put into another order: by dragging a handle, with a finger or a mouse, or with "Up".

import { button, element } from "./elements.js";

/** Lets a handle drag its item: the items that it passes change places with it. `done` is called when it is let go. */
function drag(list, item, handle, done) {
  handle.addEventListener("pointerdown", (down) => {
    down.preventDefault();
    handle.setPointerCapture(down.pointerId);
    item.classList.add("dragged");
    const before = [...list.children];
    // The other items move, for an element that is moved itself would let the pointer go.
    const follow = ({ clientY }) => {
      const middle = (one) => {
        const { top, height } = one.getBoundingClientRect();
        return top + height / 2;
      };
      while (item.previousElementSibling && clientY < middle(item.previousElementSibling)) {
        item.after(item.previousElementSibling);
      }
      while (item.nextElementSibling && clientY > middle(item.nextElementSibling)) {
        item.before(item.nextElementSibling);
      }
    };
    const end = ({ type }) => {
      handle.removeEventListener("pointermove", follow);
      ["pointerup", "pointercancel"].forEach((one) => handle.removeEventListener(one, end));
      item.classList.remove("dragged");
      if (type === "pointercancel") {
        list.replaceChildren(...before);
      } else if (before.some((one, n) => one !== list.children[n])) {
        done();
      }
    };
    handle.addEventListener("pointermove", follow);
    ["pointerup", "pointercancel"].forEach((one) => handle.addEventListener(one, end));
  });
}

/**
 * Makes a list in an order. Each item has its `words`, the name of what "Up" does for it, and more `parts` that are shown
 * with it; `reorder` takes the new order, as the numbers that the items had.
 */
export function ordered(items, reorder) {
  const list = element("ol", undefined, "ordered");
  items.forEach(({ words, up, parts = [] }, n) => {
    const item = element("li");
    item.dataset.at = n;
    const handle = element("span", "⠿", "handle");
    handle.setAttribute("aria-hidden", "true");
    const order = () => reorder([...list.children].map((one) => Number(one.dataset.at)));
    drag(list, item, handle, order);
    const sooner = button("Up", () => {
      // A second tap may come before the list is made anew.
      if (item.previousElementSibling) {
        item.after(item.previousElementSibling);
        order();
      }
    });
    sooner.setAttribute("aria-label", up);
    sooner.disabled = n === 0;
    item.append(handle, element("span", words, "words"), sooner, ...parts);
    list.append(item);
  });
  return list;
}
