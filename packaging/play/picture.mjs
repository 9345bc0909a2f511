// Makes the README's picture of the play page, docs/pictures/play.jpg:
//
//   node packaging/play/picture.mjs PAGE.html [PICTURE.jpg]
//
// It shows a player of games/gem-1992 who has tapped an own operative, and then a place that it can go to. CHROMIUM names the
// browser, if it is not `chromium` in the path.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
import puppeteer from "puppeteer-core";

const own = (path) => fileURLToPath(new URL(path, import.meta.url));
const [page, picture = own("../../docs/pictures/play.jpg")] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? spawnSync("which", ["chromium"], { encoding: "utf8" }).stdout.trim();
const view = own("../../games/gem-1992/reports/0003/0006/zytal.view.yaml");

/** Taps the own piece with the most answers, and then a place that it can go to; returns whether there is one. */
function tap() {
  const [panel, list] = ["here", "here-choices"].map((id) => document.getElementById(id));
  const tapped = (place) => {
    place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return list.querySelectorAll(".one").length;
  };
  const isPiece = (place) => place.matches("[data-piece]");
  const lit = () => [...document.querySelectorAll("#picture .lit")];
  const pieces = lit().filter(isPiece).map((piece) => ({ piece, count: tapped(piece) })).sort((a, b) => b.count - a.count);
  document.getElementById("here-close").click();
  if (pieces.length === 0) {
    return false;
  }
  tapped(pieces[0].piece);
  const place = lit().find((one) => !isPiece(one));
  if (place) {
    tapped(place);
  }
  scrollTo(0, 0);
  return !panel.hidden && list.querySelector("button") !== null;
}

const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--hide-scrollbars"] });
try {
  const tab = await browser.newPage();
  await tab.setViewport({ width: 1280, height: 860 });
  await tab.goto(`file://${resolve(page)}`);
  await tab.waitForFunction(() => document.body.dataset.ready === "true");
  await (await tab.$("#files")).uploadFile(view);
  await tab.waitForFunction(() => document.querySelectorAll("#decisions>li").length > 0 && document.getElementById("rest").childElementCount > 0);
  if (!(await tab.evaluate(tap))) {
    throw new Error("no own piece can be tapped");
  }
  // What the answers bring comes last.
  await tab.waitForFunction(() => document.querySelector("#here-choices [data-weighed=true]") !== null);
  await tab.evaluate(() => document.activeElement.blur());
  await tab.screenshot({ path: picture, type: "jpeg", quality: 80 });
} finally {
  await browser.close();
}
