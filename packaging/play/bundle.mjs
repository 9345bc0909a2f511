// Puts the play page together: one HTML file that holds its scripts, its style sheet and the program.
//
//   node packaging/play/bundle.mjs PROGRAM.wasm PAGE.html [GAME …]
//
// It holds the schemas of the order files of these games, or of all.

import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [program, page, ...games] = process.argv.slice(2);
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

/** Packs the program: with xz, if the system has it, or else with gzip, a quarter larger; with PACK=gzip as fast as can be. */
function packed(bytes) {
  if (process.env.PACK === "gzip") {
    return gzipSync(bytes, { level: 1 });
  }
  const xz = spawnSync("xz", ["--check=crc32", "--lzma2=preset=9e,dict=8MiB,lc=4,pb=0", "--stdout"], { input: bytes, maxBuffer: 1 << 28 });
  return xz.status === 0 ? xz.stdout : gzipSync(bytes, { level: 9 });
}

/** The entries with which an order file tells what file it is: its form fills them in, and no player changes them. */
const HEAD = ["game", "turn", "seat", "sitting", "token", "head", "revision"];

/**
 * Returns the schemas of order files, by game, without the head of the file. The entries and definitions that all of them have
 * in the same words stand there once.
 */
async function schemas() {
  const names = await readdir(own("../../schemas"));
  const found = names.map((name) => /^orders-(.*)\.schema\.json$/.exec(name)).filter(Boolean);
  const read = async ([name, game]) => [game, JSON.parse(await readFile(own(`../../schemas/${name}`), "utf8"))];
  const every = await Promise.all(found.map(read));
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const parts = ["properties", "definitions"];
  const isCommon = (part, name) => every.every(([, other]) => name in other[part]);
  // Returns the entries of a schema that are shared, or those that are not: first those of the game.
  const sorted = (schema, shared) => Object.fromEntries(parts.map((part) => [part, Object.fromEntries(Object.entries(schema[part])
    .filter(([name]) => part !== "properties" || !HEAD.includes(name))
    .filter(([name, one]) => every.every(([, other]) => same(other[part][name], one)) === shared)
    .sort(([a], [b]) => isCommon(part, a) - isCommon(part, b)))]));
  const kept = every.filter(([game]) => games.length === 0 || games.includes(game));
  const told = kept.map(([game, schema]) => [game, sorted(schema, false)]);
  const whole = { games: Object.fromEntries(told), all: sorted(every[0][1], true) };
  return JSON.stringify(whole).replaceAll("<", "\\u003c");
}

const [html, style, worker, start, load, script, bytes, forms] = await Promise.all([
  readFile(`${sources}/page.html`, "utf8"),
  bundled("page.css"),
  bundled("worker.js"),
  bundled("start.js"),
  bundled("load.js"),
  bundled("main.js"),
  readFile(program),
  schemas(),
]);
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
// Its own scripts run, and in a thread of its own the program: the script of that thread alone is a `blob:`. The page asks only
// the site that it lies on, for the public files of an audit, and starts the script of the site that keeps the page for a visit
// without a connection.
const policy = [
  "default-src 'none'",
  `script-src ${[start, load, script].map(hash).join(" ")} 'wasm-unsafe-eval'`,
  "worker-src blob: 'self'",
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
  START: start,
  LOAD: load,
  SCHEMAS: forms,
  SCRIPT: script,
};
const whole = html.replace(/\b(POLICY|STYLE|PROGRAM|WORKER|START|LOAD|SCHEMAS|SCRIPT)\b/g, (name) => parts[name]);
// The page is there as a whole, or as it was before.
await writeFile(`${page}.new`, whole);
await rename(`${page}.new`, page);
console.log(`${page}: ${(whole.length / 1e6).toFixed(2)} MB`);
