// The audit of a game on the auditor's own machine: the whole one, by the program that the page holds.

import { unzipSync } from "fflate";
import * as engine from "./engine.js";

/** The archive of the public files on each site, beside the folder of this page. */
const ARCHIVE = "../public.zip";

const $ = (id) => document.getElementById(id);

/** Returns the public files of an archive, with the folder `public` as the first part of their paths. */
function unpacked(bytes) {
  const files = {};
  for (const [path, content] of Object.entries(unzipSync(bytes))) {
    if (!path.endsWith("/")) {
      files[path.startsWith("public/") ? path : `public/${path}`] = content;
    }
  }
  return files;
}

async function audit(bytes) {
  $("audited").textContent = "Every link, roll and sitting is computed again.";
  try {
    const { text, words } = await engine.ask(["audit", "/public"], unpacked(new Uint8Array(bytes)));
    $("audited").textContent = `${words}\n\n${text}`.trim();
  } catch (error) {
    $("audited").textContent = `This archive cannot be audited: ${error.message}`;
  }
}

/** Connects the controls of the audit. */
export function wireAudit() {
  $("archive").addEventListener("change", async (event) => audit(await event.target.files[0].arrayBuffer()));
  if (location.protocol.startsWith("http")) {
    $("audit-site").hidden = false;
    $("audit-site").addEventListener("click", async () => {
      const answer = await fetch(ARCHIVE);
      if (answer.ok) {
        await audit(await answer.arrayBuffer());
      } else {
        $("audited").textContent = "This page does not belong to the site of a game. Pick an archive of public files.";
      }
    });
  }
}
