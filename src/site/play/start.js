// Starts a thread for the adjudicator's own program before the browser has read the program, so that the thread is there when it
// comes. The rest of the page is read, drawn and started while the program is.

/** Starts a thread; `ready` is what it posts first, when it has loaded the program. */
function thread() {
  const source = document.getElementById("worker").textContent;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  // The program may be ready before the page is.
  const ready = new Promise((resolve) => {
    worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
  });
  return { worker, ready };
}

/** Gives a thread the program: as a compiled `module`, or as it is packed in the page. */
function load({ worker }, module) {
  if (module) {
    worker.postMessage({ module });
    return;
  }
  const text = document.getElementById("program").textContent.trim();
  // Bytes are handed over, where a text is copied. A browser without this function leaves it to the thread, which is slower.
  const program = Uint8Array.fromBase64?.(text) ?? text;
  worker.postMessage({ program }, program.buffer ? [program.buffer] : []);
}

/** Starts one more thread with the program, compiled already if there is a `module`. */
function begin(module) {
  const more = thread();
  load(more, module);
  return more;
}

globalThis.started = { begin, load, ...thread() };
