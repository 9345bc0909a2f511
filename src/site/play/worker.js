// Runs the program in a thread of its own: one command at a time, on files that exist in memory only.

import { ConsoleStdout, Directory, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import { XzReadableStream } from "xz-decompress";

/** The first byte of what gzip packs. */
const GZIP = 0x1f;

let program;

/** Compiles the program, which xz or gzip has packed; as a text, it is in base64. A browser can compile the first functions while others are unpacked. */
function compiled(program) {
  const bytes = typeof program === "string" ? Uint8Array.from(atob(program), (letter) => letter.charCodeAt(0)) : program;
  const stream = new Blob([bytes]).stream();
  const whole = bytes[0] === GZIP ? stream.pipeThrough(new DecompressionStream("gzip")) : new XzReadableStream(stream);
  return WebAssembly.compileStreaming(new Response(whole, { headers: { "content-type": "application/wasm" } }));
}

/** Collects what the program writes; `hear`, if there is one, is told each text at once. */
class Written extends ConsoleStdout {
  constructor(hear) {
    const chunks = [];
    const decoder = new TextDecoder();
    super((bytes) => {
      chunks.push(bytes.slice());
      if (hear) {
        hear(decoder.decode(bytes, { stream: true }));
      }
    });
    this.chunks = chunks;
  }

  async text() {
    return new Blob(this.chunks).text();
  }
}

/** Lets `hear` be told when a file is opened for the first time. */
function watched(file, hear) {
  const open = file.path_open;
  file.path_open = (...how) => {
    file.path_open = open;
    hear();
    return file.path_open(...how);
  };
}

/** Returns the folder that holds these files: texts or bytes, by path. `hear`, if there is one, is told the path of each that is opened. */
function folder(files, hear) {
  const encoder = new TextEncoder();
  const root = new Map();
  for (const [path, content] of Object.entries(files)) {
    const names = path.split("/");
    const name = names.pop();
    let inner = root;
    for (const above of names) {
      if (!inner.has(above)) {
        inner.set(above, new Directory(new Map()));
      }
      inner = inner.get(above).contents;
    }
    const file = new File(typeof content === "string" ? encoder.encode(content) : content);
    if (hear) {
      watched(file, () => hear(path));
    }
    inner.set(name, file);
  }
  return root;
}

async function run({ id, args, files, live }) {
  const hear = (what) => self.postMessage({ id, live: what });
  const [out, err] = [new Written(live && ((text) => hear({ out: text }))), new Written()];
  const root = folder(files, live && ((path) => hear({ read: path })));
  const wasi = new WASI(["chronojudge", ...args], [], [
    new OpenFile(new File([])), out, err, new PreopenDirectory("/", root),
  ], { debug: false });
  const instance = await WebAssembly.instantiate(program, { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance);
  return { code, out: await out.text(), err: await err.text() };
}

/** Tells that the program is loaded, and gives it to other threads; a browser may keep it to this one. */
function post(module) {
  try {
    self.postMessage({ module });
  } catch {
    self.postMessage({});
  }
}

self.onmessage = async ({ data }) => {
  try {
    if (data.program !== undefined) {
      program = await compiled(data.program);
      post(program);
    } else if (data.module) {
      program = data.module;
      self.postMessage({});
    } else {
      self.postMessage({ id: data.id, ...(await run(data)) });
    }
  } catch (error) {
    self.postMessage({ id: data.id, failed: String(error) });
  }
};
