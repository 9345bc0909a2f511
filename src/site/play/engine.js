// The adjudicator's own program, in the browser: the page asks it as a player asks the command line.

const { begin, worker, ready } = globalThis.started;

let count = 0;
const waiting = new Map();
/** The compiled program, if the browser gives it to several threads, and the second thread that runs it. */
let compiled;
let second;

function heard({ data }) {
  const answer = waiting.get(data.id);
  if (data.live) {
    answer?.hear(data.live);
    return;
  }
  waiting.delete(data.id);
  if (data.failed) {
    answer?.reject(new Error(data.failed));
  } else {
    answer?.resolve(data);
  }
}

worker.addEventListener("message", heard);
ready.then(({ module }) => {
  compiled = module;
  if (module) {
    second = begin(module);
    second.worker.addEventListener("message", heard);
    second.ready.then(({ failed }) => {
      second.isReady = !failed;
      document.body.dataset.threads = failed ? "1" : "2";
    });
  }
});

/** Waits until the program is loaded. */
export async function load(loaded = ready) {
  const { failed } = await loaded;
  if (failed) {
    throw new Error(failed);
  }
}

/** Gives a command to a thread; with `hear`, the thread tells what the command reads and writes while it runs. */
function give(thread, { args, files, hear }) {
  const id = (count += 1);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, hear });
    thread.postMessage({ id, args, files, live: Boolean(hear) });
  });
}

/**
 * Runs a command; `files` are the texts or bytes of the files that it reads, by path. Returns its exit code, the text
 * that it wrote, as JSON if it is that, and its messages.
 */
export async function ask(args, files) {
  return answered(await give(worker, { args, files }));
}

/**
 * Runs a command in the second thread, which may not have started yet, at the same time as another in the first one. Its
 * answer may never come, unless `isBeside`.
 */
export async function askAhead(args, files) {
  return second && answered(await give(second.worker, { args, files }));
}

/** True if the second thread has started. */
export function isBeside() {
  return Boolean(second?.isReady);
}

/** Runs a command that others need not wait for: in the second thread, if it has started. */
export function askBeside(args, files) {
  return isBeside() ? askAhead(args, files) : ask(args, files);
}

/** Returns what a command has written. */
function answered(done) {
  let data;
  try {
    data = JSON.parse(done.out);
  } catch {
    data = undefined;
  }
  return { code: done.code, data, text: done.out, words: done.err.trim() };
}

/**
 * Runs a long command in a thread of its own, so that the page can be used meanwhile. `hear` is told `{ out }`, a text, when
 * the command writes it, and `{ read }`, a path, when it opens a file for the first time. Returns `done`, the messages of the
 * command at its end, or nothing if `stop` has ended it.
 */
export function follow(args, files, hear) {
  const own = begin(compiled);
  own.worker.addEventListener("message", heard);
  const stopped = new Promise((resolve) => {
    own.stop = resolve;
  });
  const run = load(own.ready).then(() => give(own.worker, { args, files, hear })).then(({ err }) => err.trim());
  const done = Promise.race([run, stopped]).finally(() => own.worker.terminate());
  return { done, stop: () => own.stop() };
}
