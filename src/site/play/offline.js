// Keeps the play page of a site in the browser, so that it opens without a connection. Nothing else is kept: views are secret
// and change with each turn.

/** The SHA-256 of the page, which `site` writes here. With a new page this file is new, and the browser fetches both. */
const DIGEST = "SHA256";
/** One site may hold several games: the name begins with the folder of this page. */
const OWN = `chronojudge ${registration.scope} `;
/** The addresses of the page. It is kept for the first. */
const PAGES = ["index.html", ""].map((path) => registration.scope + path);

async function keep() {
  const answer = await fetch(PAGES[0], { cache: "no-cache" });
  const bytes = await answer.arrayBuffer();
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))];
  if (digest.map((byte) => byte.toString(16).padStart(2, "0")).join("") !== DIGEST) {
    throw new Error("the site has another page");
  }
  // A redirected answer opens no page, so its bytes are kept in an answer of their own.
  const { headers } = answer;
  await (await caches.open(OWN + DIGEST)).put(PAGES[0], new Response(bytes, { headers }));
  await skipWaiting();
}

async function clear() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== OWN + DIGEST).map((name) => caches.delete(name)));
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(clear()));
addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  if (mode === "navigate" && PAGES.includes(url.split(/[?#]/)[0])) {
    event.respondWith(caches.match(PAGES[0], { cacheName: OWN + DIGEST }).then((kept) => kept ?? fetch(event.request)));
  }
});
