// Starts the adjudicator's own program in a thread of its own, as soon as the browser has read it. The rest of the page is
// read, drawn and started meanwhile.

/** Starts the program once more, compiled already if there is a `module`; `ready` is what it posts first, when it is loaded. */
function begin(module) {
  const [packed, source] = ["program", "worker"].map((id) => document.getElementById(id).textContent);
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  // The program may be ready before the page is.
  const ready = new Promise((resolve) => {
    worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
  });
  worker.postMessage(module ? { module } : { program: packed });
  return { worker, ready };
}

globalThis.started = { begin, ...begin() };
