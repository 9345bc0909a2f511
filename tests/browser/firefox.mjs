// Plays one answer of each view by a tap in Firefox, on a phone and on a desk in turn:
//
//   node firefox.mjs FIREFOX PAGE SEEN…
//
// SEEN is the file of a view, which is picked in the page, or the link of a mail, which opens one; or `hostile:` and the file of a
// view that may be damaged, in which nothing is tapped: of it the page's status is written, errors, and what harm it did.
//
// Writes, as JSON, what the page shows for each: the title, the order file before and after, the verdict, the problems, the
// link that writes the mail, and errors.

import puppeteer from "../../packaging/play/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js";

const [executablePath, page, ...all] = process.argv.slice(2);
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
    title: text("title"),
    orders: document.getElementById("orders").value,
    note: text("mail-note"),
    mail: document.getElementById("mail").href,
    verdict: text("verdict"),
    problems: [...document.querySelectorAll("#problems strong")].map((one) => one.textContent),
    lit: document.querySelectorAll("#play .lit").length,
    fits: document.documentElement.scrollWidth <= innerWidth,
  };
}

async function played(browser, seen, width) {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(LONGEST);
  const errors = [];
  tab.on("pageerror", (error) => errors.push(String(error)));
  await tab.setViewport({ width, height: 900 });
  if (seen.startsWith("hostile:")) {
    await tab.goto(`file://${page}`);
    await tab.waitForFunction(() => document.body.dataset.ready === "true");
    await tab.evaluate(() => { document.getElementById("status").textContent = "waiting"; });
    await (await tab.$("#files")).uploadFile(seen.slice("hostile:".length));
    await tab.waitForFunction(() => {
      const said = document.getElementById("status").textContent;
      return said !== "waiting" && (said !== "" || document.getElementById("rest").childElementCount > 0);
    });
    const told = await tab.evaluate(() => ({
      status: document.getElementById("status").textContent,
      harm: document.querySelectorAll("img, [onerror], header script, #play script").length + (globalThis.ran ?? 0),
    }));
    await tab.close();
    return { ...told, errors };
  }
  const isLink = seen.startsWith("http:");
  await tab.goto(isLink ? seen : `file://${page}`);
  await tab.waitForFunction(() => document.body.dataset.ready === "true");
  if (!isLink) {
    await (await tab.$("#files")).uploadFile(seen);
  }
  await tab.waitForFunction(() => document.querySelectorAll("#decisions>li").length > 0);
  const before = await tab.evaluate(shown);
  await tab.evaluate(tap);
  // The verdict in the bar is empty from the change of the order file until the program has judged the changed file.
  const changed = (was) => document.getElementById("orders").value !== was && document.getElementById("bar-verdict").textContent !== "";
  await tab.waitForFunction(changed, {}, before.orders);
  // The page judges once more when the last change has come to rest.
  await new Promise((resolve) => setTimeout(resolve, 600));
  const after = await tab.evaluate(shown);
  await tab.close();
  return { before, after, errors };
}

const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
const told = [];
for (const [n, seen] of all.entries()) {
  told.push(await played(browser, seen, n % 2 === 0 ? 390 : 1280));
}
await browser.close();
console.log(JSON.stringify(told));
