// Plays one answer of each view by a tap in Firefox, on a phone and on a desk in turn: node firefox.mjs PAGE FIREFOX VIEW…
//
// Writes, as JSON, what the page shows for each: the order file before and after, the verdict, the problems, and errors.

import puppeteer from "../../packaging/play/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js";

const [page, executablePath, ...views] = process.argv.slice(2);
const LONGEST = 60_000;

/** Taps the first answer that is not taken. */
function tap() {
  document.querySelectorAll("#decisions details").forEach((one) => { one.open = true; });
  return new Promise((resolve) => {
    const look = () => {
      const found = document.querySelector("#decisions button[aria-pressed=false]");
      if (found) {
        found.click();
        resolve();
      } else {
        setTimeout(look, 20);
      }
    };
    look();
  });
}

function shown() {
  const text = (id) => document.getElementById(id).textContent;
  return {
    orders: document.getElementById("orders").value,
    verdict: text("verdict"),
    problems: [...document.querySelectorAll("#problems strong")].map((one) => one.textContent),
    lit: document.querySelectorAll("#play .lit").length,
    fits: document.documentElement.scrollWidth <= innerWidth,
  };
}

async function played(browser, view, width) {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(LONGEST);
  const errors = [];
  tab.on("pageerror", (error) => errors.push(String(error)));
  await tab.setViewport({ width, height: 900 });
  await tab.goto(`file://${page}`);
  await tab.waitForFunction(() => document.body.dataset.ready === "true");
  await (await tab.$("#files")).uploadFile(view);
  await tab.waitForFunction(() => document.querySelectorAll("#decisions>li").length > 0);
  const before = await tab.evaluate(shown);
  await tab.evaluate(tap);
  const changed = (was) => document.getElementById("orders").value !== was && document.getElementById("verdict").textContent !== "";
  await tab.waitForFunction(changed, {}, before.orders);
  // The page judges once more when the last change has come to rest.
  await new Promise((resolve) => setTimeout(resolve, 600));
  const after = await tab.evaluate(shown);
  await tab.close();
  return { before, after, errors };
}

const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
const all = [];
for (const [n, view] of views.entries()) {
  all.push(await played(browser, view, n % 2 === 0 ? 390 : 1280));
}
await browser.close();
console.log(JSON.stringify(all));
