// A view by itself, in a frame on somebody's page: the address has `?embed` before the view.

import { at } from "./dom.js";

/** @param {import("./shell.js").Shell} shell */
export function embed(shell) {
  const { dataset } = document.documentElement;
  if (new URLSearchParams(location.search).has("embed")) dataset.embed = "";
  const whole = at("whole");
  for (const event of ["focus", "pointerenter", "click"]) {
    whole.addEventListener(event, () => (whole.href = address(shell, "")));
  }
  at("frame").hidden = dataset.embeddable === undefined;
  at("frame").addEventListener("click", async () => {
    const code = frame(shell);
    try {
      await navigator.clipboard.writeText(code);
      shell.say("The code of the frame is copied.");
      at("frame").textContent = "Copied ✓";
      setTimeout(() => (at("frame").textContent = "Copy frame"), 1500);
    } catch {
      shell.trouble(`The browser does not let the page copy. The frame is ${code}`);
    }
  });
}

/** What is shown now, by itself or in the page. @param {import("./shell.js").Shell} shell @param {string} search */
function address(shell, search) {
  const found = new URL(shell.address);
  found.search = search;
  return found.href;
}

/** @param {import("./shell.js").Shell} shell */
function frame(shell) {
  const made = document.createElement("iframe");
  made.src = address(shell, "?embed");
  made.title = document.title;
  made.loading = "lazy";
  made.setAttribute("style", "width: 100%; height: 40rem; border: 0");
  return made.outerHTML;
}
