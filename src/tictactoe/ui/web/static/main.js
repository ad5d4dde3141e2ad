// The page: its views in one shell.

import { ask } from "./ask.js";
import { at } from "./dom.js";
import { embed } from "./embed.js";
import { Shell } from "./shell.js";
import { themes } from "./theme.js";
import { start } from "./start.js";
import { play } from "./play.js";
import { tree } from "./tree.js";
import { search } from "./search.js";
import { predict } from "./predict.js";

themes();
const shell = new Shell();
embed(shell);
shell.attempt("choices", async () => {
  const choices = await ask("choices");
  for (const [name, view] of Object.entries({ start, play, tree, search, predict })) {
    shell.add(name, (shell) => view(shell, choices));
  }
  shell.start();
});

// The address is the state, so the skip link moves the focus without touching it.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  at("view").focus();
});

at("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(shell.address);
    shell.say("The link is copied.");
    at("copy").textContent = "Copied ✓";
    setTimeout(() => (at("copy").textContent = "Copy link"), 1500);
  } catch {
    shell.trouble(`The browser does not let the page copy. The link is ${shell.address}`);
  }
});
