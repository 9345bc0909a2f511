// Puts the play page together: one HTML file that holds its scripts, its style sheet and the program.
//
//   node packaging/play/bundle.mjs PROGRAM.wasm PAGE.html

import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [program, page] = process.argv.slice(2);
const own = (path) => fileURLToPath(new URL(path, import.meta.url));
const sources = own("../../src/site/play");

async function bundled(file) {
  const { outputFiles } = await build({
    entryPoints: [`${sources}/${file}`],
    bundle: true,
    minify: true,
    write: false,
    format: file.endsWith(".js") ? "iife" : undefined,
    target: "es2022",
    legalComments: "none",
    nodePaths: [own("node_modules")],
  });
  return outputFiles[0].text.trim();
}

/** Packs the program: with xz, if the system has it, or else with gzip, a quarter larger. */
function packed(bytes) {
  const xz = spawnSync("xz", ["--check=crc32", "--lzma2=preset=9e,dict=8MiB", "--stdout"], { input: bytes, maxBuffer: 1 << 28 });
  return xz.status === 0 ? xz.stdout : gzipSync(bytes, { level: 9 });
}

const [html, style, worker, script, bytes] = await Promise.all([
  readFile(`${sources}/page.html`, "utf8"),
  bundled("page.css"),
  bundled("worker.js"),
  bundled("main.js"),
  readFile(program),
]);
const hash = createHash("sha256").update(script).digest("base64");
// Its own script runs, and in a thread of its own the program. The page asks only the site that it lies on, for the public
// files of an audit.
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${hash}' 'wasm-unsafe-eval' blob:`,
  "worker-src blob:",
  "connect-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
const parts = {
  POLICY: policy,
  STYLE: style,
  PROGRAM: packed(bytes).toString("base64"),
  WORKER: worker,
  SCRIPT: script,
};
const whole = html.replace(/\b(POLICY|STYLE|PROGRAM|WORKER|SCRIPT)\b/g, (name) => parts[name]);
await writeFile(page, whole);
console.log(`${page}: ${(whole.length / 1e6).toFixed(2)} MB`);
