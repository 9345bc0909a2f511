// The public files of a game: those of the site that this page lies on, or of an archive that the reader picks. They can be
// audited, and watched sitting by sitting.

import { unzipSync } from "fflate";
import { element } from "./elements.js";
import * as engine from "./engine.js";
import { address } from "./link.js";
import { watch } from "./replay.js";

/** The archive of the public files on each site, beside the folder of this page. */
const ARCHIVE = "../public.zip";

const $ = (id) => document.getElementById(id);

/** The files of the archive that was picked, or of the site once they were loaded. */
let files;
/** True if the files are those of the site, which links lead to. */
let ofSite = false;
/** Stops the audit that runs, if one does. */
let stop;

function say(words) {
  $("audited").setAttribute("aria-live", "polite");
  $("audited").textContent = words;
}

/** Returns the public files of an archive, with the folder `public` as the first part of their paths. */
function unpacked(bytes) {
  const found = {};
  for (const [path, content] of Object.entries(unzipSync(new Uint8Array(bytes)))) {
    if (!path.endsWith("/")) {
      found[path.startsWith("public/") ? path : `public/${path}`] = content;
    }
  }
  return found;
}

/** Loads the archive of the site, if none was picked; returns true if there are files. */
async function load() {
  if (!files) {
    const answer = await fetch(ARCHIVE).catch(() => undefined);
    if (!answer?.ok) {
      say("This page does not belong to the site of a game. Pick an archive of public files.");
      return false;
    }
    files = unpacked(await answer.arrayBuffer());
    ofSite = true;
  }
  return true;
}

/** Opens an archive of public files. */
export async function openArchive(file) {
  stop?.();
  try {
    files = unpacked(await file.arrayBuffer());
    ofSite = false;
    ["audit", "watch"].forEach((id) => { $(id).disabled = false; });
    say(`${file.name}: ${Object.keys(files).length} files.`);
  } catch (error) {
    say(`This archive cannot be read: ${error.message}`);
  }
}

/** Does something with the files; if the program fails, the reader is told. */
async function tell(act) {
  try {
    await act();
  } catch (error) {
    say(`The program failed on these files: ${error.message}`);
  }
}

/** Shows how many files the audit has read; `left` takes it away. */
function progress(count) {
  const [line, bar, words] = [element("p", undefined, "read"), element("progress"), element("span")];
  bar.max = count;
  bar.setAttribute("aria-label", "The audit");
  line.append(bar, words);
  $("audited").before(line);
  let read = 0;
  const one = () => {
    bar.value = read += 1;
    words.textContent = `${read} of ${count} files read`;
    if (read === count) {
      // What is computed from the last file may take long.
      bar.removeAttribute("value");
    }
  };
  return { one, left: () => line.remove() };
}

/**
 * Audits the game, or stops the audit that runs. Each line stands there when the program writes it; a screen reader is told the
 * verdict alone.
 */
async function audit() {
  if (stop) {
    stop();
    return;
  }
  if (!(await load()) || stop) {
    return;
  }
  say("");
  const [verdict, lines] = [element("span", "Every link, roll and sitting is computed again."), element("span", "\n\n")];
  verdict.setAttribute("role", "status");
  $("audited").setAttribute("aria-live", "off");
  $("audited").append(verdict, lines);
  const { one, left } = progress(Object.keys(files).length);
  const running = engine.follow(["audit", "/public", "--as-it-goes"], files, ({ read, out }) => (read ? one() : lines.append(out)));
  ({ stop } = running);
  $("audit").textContent = "Stop the audit";
  try {
    verdict.textContent = (await running.done) ?? "The audit was stopped: it has no result.";
  } finally {
    stop = undefined;
    $("audit").textContent = "Audit the game";
    left();
  }
}

/** Shows the game from a sitting on; to a spectator, who has no view of their own, the page is about the game. */
async function show(sitting, isSpectator = false) {
  if (await load()) {
    if (!stop) {
      say("");
    }
    let isFirst = true;
    const words = await watch(files, sitting, (now, { game, ruleset, title }) => {
      const [link, { key }] = [$("moment-link"), address()];
      if (isSpectator && isFirst) {
        document.querySelector("#open details").open = false;
      }
      isFirst = false;
      if (isSpectator && $("play").hidden) {
        $("title").textContent = title;
        $("game").textContent = `${ruleset} · ${game}`;
        document.title = `${title}: sitting ${now}`;
      }
      link.hidden = !ofSite;
      if (ofSite) {
        // The own address keeps the key, so that a reload opens the view again; the link is for others.
        link.href = `#sitting=${now}`;
        history.replaceState(null, "", key ? `#${key}&sitting=${now}` : link.href);
      }
    });
    if (words || !stop) {
      say(words);
    }
  }
}

/** Opens the sitting that the address of this page links to, if it does. Then the browser is asked to keep the page. */
export async function openSitting() {
  const { key, sitting } = address();
  if (!location.protocol.startsWith("http")) {
    return;
  }
  if (sitting) {
    await tell(() => show(Number(sitting), !key));
  }
  // A site without TLS cannot keep pages in a browser, and a copy of this page alone has no such script.
  navigator.serviceWorker?.register("offline.js").catch(() => {});
}

/** Connects the controls. */
export function wirePublic() {
  $("archive").addEventListener("change", ({ target }) => openArchive(target.files[0]));
  $("audit").addEventListener("click", () => tell(audit));
  $("watch").addEventListener("click", () => tell(() => show(1)));
  addEventListener("hashchange", openSitting);
  if (location.protocol.startsWith("http")) {
    ["audit", "watch"].forEach((id) => { $(id).disabled = false; });
  }
}
