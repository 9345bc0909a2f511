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

/** Makes a button. */
export function button(text, act) {
  const made = element("button", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}
