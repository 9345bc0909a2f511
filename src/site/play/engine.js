// The adjudicator's own program, in the browser: the page asks it as a player asks the command line.

const source = document.getElementById("worker").textContent;
const packed = document.getElementById("program").textContent;

let worker;
let program;
let count = 0;
const waiting = new Map();

function started() {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const fresh = new Worker(url);
  URL.revokeObjectURL(url);
  fresh.onmessage = ({ data }) => {
    if (data.program) {
      program = data.program;
    }
    const answer = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.failed) {
      answer?.reject(new Error(data.failed));
    } else {
      answer?.resolve(data);
    }
  };
  return fresh;
}

/** Loads the program. */
export function load() {
  return new Promise((resolve, reject) => {
    waiting.set(undefined, { resolve, reject });
    worker = started();
    worker.postMessage({ program: program ?? packed });
  });
}

/**
 * Runs a command; `files` are the texts or bytes of the files that it reads, by path. Returns its exit code, the text
 * that it wrote, as JSON if it is that, and its messages.
 */
export async function ask(args, files) {
  const id = (count += 1);
  const done = await new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, args, files });
  });
  let data;
  try {
    data = JSON.parse(done.out);
  } catch {
    data = undefined;
  }
  return { code: done.code, data, text: done.out, words: done.err.trim() };
}
