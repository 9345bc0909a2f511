// Asks the program that a play page holds, in the page's own worker: node ask.mjs PAGE FOLDER FILE,FILE… ARGUMENT…
//
// The files are those that the program sees, by their paths in the folder. Its answer is written as it is given.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const [page, folder, names, ...args] = process.argv.slice(2);
const html = readFileSync(page, "utf8");
const part = (id) => html.match(new RegExp(`<script id="${id}"[^>]*>([^]*?)</script>`))[1];

let heard;
globalThis.self = { postMessage: (data) => heard(data) };
const ask = (data) => new Promise((resolve) => {
  heard = resolve;
  self.onmessage({ data });
});

(0, eval)(part("worker"));
await ask({ program: part("program") });
const files = Object.fromEntries(names.split(",").map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
const { code, out, err, failed } = await ask({ id: 1, args, files });
process.stdout.write(out ?? "");
process.stderr.write(failed ?? err);
process.exitCode = failed ? 70 : code;
