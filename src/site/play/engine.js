// The adjudicator's own program, in the browser: the page asks it as a player asks the command line.

const { worker, ready } = globalThis.started;

let count = 0;
const waiting = new Map();

worker.addEventListener("message", ({ data }) => {
  const answer = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.failed) {
    answer?.reject(new Error(data.failed));
  } else {
    answer?.resolve(data);
  }
});

/** Waits until the program is loaded. */
export async function load() {
  const { failed } = await ready;
  if (failed) {
    throw new Error(failed);
  }
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
