// Makes a salt and the hash that its player sends: fair1, section 3. The script does not use the network.
"use strict";

(() => {
  const place = document.getElementById("salt");
  const id = (name) => document.getElementById(name);
  const hex = (array) => [...array].map((b) => b.toString(16).padStart(2, "0")).join("");
  const sha256 = async (text) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));

  async function make() {
    const own = id("salt-words").value;
    const { genesis, least } = place.dataset;
    if (own !== "" && [...own].length < Number(least)) {
      id("salt-said").textContent = `Words of your own need at least ${least} characters: shorter ones can be found by trying.`;
      id("salt-made").textContent = "";
      id("salt-hash").textContent = "";
      return;
    }
    const words = own === "" ? hex(crypto.getRandomValues(new Uint8Array(16))) : own;
    const seat = id("salt-seat").value;
    const fields = ["fair1/salt-hash", genesis, seat, await sha256(words)];
    const hash = await sha256(fields.map((field) => field + "\n").join(""));
    id("salt-said").textContent = `Keep the salt to yourself until it is asked for, and send the hash for ${seat}.`;
    id("salt-made").textContent = words;
    id("salt-hash").textContent = hash;
  }

  if (globalThis.crypto && crypto.subtle) {
    place.hidden = false;
    id("salt-make").addEventListener("click", make);
  }
})();
