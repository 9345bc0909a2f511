// Measures the play page as a player on a slow phone has it: how large it is, when the picture and the decisions of a view
// stand there after its link was opened, and how long a check of an order file takes.
//
//   node benches/page.mjs PROGRAM PAGE-FOLDER [GAME …]
//
// PROGRAM is chronojudge, and PAGE-FOLDER has what `bash packaging/play.sh each` builds. Each game is a folder; a copy of it
// is adjudicated and published, and the link in a mail of that sitting is opened in Chromium, four times slowed: in a fresh
// browser, and in a second page of the same. It prints the median of five of each, in milliseconds since the link was opened.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, appendFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import puppeteer from "../packaging/play/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js";

const SLOWED = 4;
const TIMES = 5;
const [program, pages, ...named] = process.argv.slice(2).map((path) => resolve(path));
const games = named.length ? named : ["gem-1992", "whispers-1", "pirates-1", "loop-1", "control-1"].map((game) => resolve("games", game));
const chromium = String(spawnSync("sh", ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"]).stdout).trim();
const folder = mkdtempSync(join(tmpdir(), "page-"));

function judge(...args) {
  const { status, stderr } = spawnSync(program, ["-q", ...args], { cwd: folder, env: { ...process.env, CHRONOJUDGE_PLAY: pages } });
  if (status !== 0) {
    throw new Error(`chronojudge ${args.join(" ")}: ${stderr}`);
  }
}

/** Returns the text of a mail: its lines are joined again where it was sent in quoted-printable. */
const text = (mail) => readFileSync(mail, "utf8").replaceAll("=\r\n", "").replaceAll("=\n", "").replaceAll("=3D", "=");

/** Publishes a game with its newest views; returns the key in the newest mail that has a link. */
function published(game) {
  const copy = basename(game);
  cpSync(game, join(folder, copy), { recursive: true });
  const settings = "public-at: http://127.0.0.1/\npublish:\n  views: true\n";
  appendFileSync(join(folder, copy, "game.yaml"), settings);
  judge("adjudicate", copy);
  judge("send", copy);
  judge("publish", copy, "--to", `${copy}.site`);
  const mails = readdirSync(join(folder, copy, "delivered")).map((name) => text(join(folder, copy, "delivered", name)));
  return mails.map((mail) => /play\/#([\w-]{22})/.exec(mail)?.[1]).findLast((key) => key);
}

function serve(site) {
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url, "http://localhost");
    try {
      const bytes = readFileSync(join(site, pathname.endsWith("/") ? `${pathname}index.html` : pathname));
      answer.setHeader("content-type", pathname.endsWith("/") ? "text/html" : "application/octet-stream");
      answer.end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  return new Promise((listens) => server.listen(0, "127.0.0.1", () => listens(server)));
}

/** In the page: notes when the picture and the decisions stand there. */
function watch() {
  globalThis.seen = {};
  const parts = { picture: "#picture svg", decisions: "#decisions>li" };
  new MutationObserver(() => {
    for (const [part, found] of Object.entries(parts)) {
      if (document.querySelector(found)) {
        globalThis.seen[part] ??= performance.now();
      }
    }
  }).observe(document, { subtree: true, childList: true });
}

/** In the page: types a comment into the order file, and waits for the verdict; the page rests 300 ms before it asks. */
async function checked() {
  const [orders, verdict] = ["orders", "verdict"].map((id) => document.getElementById(id));
  verdict.textContent = "";
  const start = performance.now();
  orders.value += "# as before\n";
  orders.dispatchEvent(new Event("input"));
  while (!verdict.textContent) {
    await new Promise((later) => setTimeout(later, 1));
  }
  return performance.now() - start - 300;
}

async function opened(browser, address) {
  const page = await browser.newPage();
  await page.setViewport({ width: 390, height: 844 });
  await page.emulateCPUThrottling(SLOWED);
  await page.evaluateOnNewDocument(watch);
  await page.goto(address);
  await page.waitForFunction(() => globalThis.seen.decisions && document.body.dataset.ready);
  const seen = await page.evaluate(() => globalThis.seen);
  await page.evaluate(checked);
  seen.check = await page.evaluate(checked);
  await page.close();
  return seen;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

try {
  console.log("game, KB with gzip; fresh: picture, decisions; second page: picture, decisions, check and its drawing");
  for (const game of games) {
    const key = published(game);
    const site = join(folder, `${basename(game)}.site`);
    const server = await serve(site);
    const address = `http://127.0.0.1:${server.address().port}/play/#${key}`;
    const [fresh, again] = [[], []];
    for (let n = 0; n < TIMES; n += 1) {
      const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"] });
      fresh.push(await opened(browser, address));
      again.push(await opened(browser, address));
      await browser.close();
    }
    server.close();
    const size = gzipSync(readFileSync(join(site, "play/index.html")), { level: 9 }).length;
    const of = (seen, part) => Math.round(median(seen.map((one) => one[part])));
    const times = [[fresh, "picture"], [fresh, "decisions"], [again, "picture"], [again, "decisions"], [again, "check"]];
    console.log(basename(game), Math.round(size / 1000), ...times.map(([seen, part]) => of(seen, part)));
  }
} finally {
  rmSync(folder, { recursive: true });
}
