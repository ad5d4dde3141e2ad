// Sheets handed out and handed in: the learner's result with its code, and a teacher's link and check of codes.

import { ask } from "./ask.js";
import { at, el, options } from "./dom.js";
import { toHash } from "./link.js";

/** @typedef {import("./answers.js").Handed} Handed */
/** @typedef {{ kind: string, seed: string, number: string }} SheetName */

/** @param {number} points @param {number} most */
const percent = (points, most) => `${Math.floor((100 * points) / most)} %`;

/**
 * The learner's end of a sheet. What is typed as a name stays on the page, and in the code.
 * @param {import("./shell.js").Shell} shell
 */
export function result(shell) {
  let name = "";
  /** @type {{ sheet: SheetName, answers: string } | null} */
  let shown = null;

  function draw() {
    if (!shown) return;
    const { sheet, answers } = shown;
    shell.attempt("predict-result", async (signal) => {
      const handed = await ask("quiz/result", { ...sheet, name, answers }, signal);
      if (signal.aborted) return;
      const { points, most } = handed;
      at("predict-total").textContent = `Sheet ${sheet.seed}: ${points} of ${most} points, ${percent(points, most)}`;
      at("predict-parts").replaceChildren(...handed.quizzes.map((quiz, number) =>
        el("li", { text: `Exercise ${number + 1}: ${quiz.points} of ${quiz.most}` })));
      at("predict-code").value = handed.code;
    });
  }

  at("predict-name").addEventListener("change", () => {
    name = at("predict-name").value.trim();
    draw();
  });
  at("predict-copy").addEventListener("click", () => copied(shell, "predict-copy", at("predict-code").value));

  return {
    /** @param {SheetName} sheet @param {string} answers those that were checked */
    show(sheet, answers) {
      shown = { sheet, answers };
      draw();
    },
  };
}

/** @param {import("./shell.js").Shell} shell @param {import("./answers.js").Choices} choices */
export function teaching(shell, choices) {
  at("teacher-kind").replaceChildren(...options(choices.sheets));
  at("teacher-kind").value = choices.defaults.sheet;
  at("teacher-number").max = String(choices.limits.quizzes);
  at("teacher-seed").max = String(choices.limits.sheet);

  /** @returns {SheetName} */
  const wanted = () => ({ kind: at("teacher-kind").value, seed: at("teacher-seed").value, number: at("teacher-number").value });
  function drawLink() {
    const hash = toHash("predict", wanted(), {});
    at("teacher-link").value = new URL(hash, location.href).href;
    at("teacher-open").setAttribute("href", hash);
  }
  for (const name of ["kind", "seed", "number"]) at(`teacher-${name}`).addEventListener("input", drawLink);
  at("teacher-copy").addEventListener("click", () => copied(shell, "teacher-copy", at("teacher-link").value));
  drawLink();

  at("teacher-check").addEventListener("click", () => {
    // A mail may have broken a code into lines: where one begins, another ends.
    const codes = String(at("teacher-codes").value).trim().split(new RegExp(`\\s+(?=${choices.code})`)).filter(Boolean);
    shell.attempt("teacher", async (signal) => {
      const rows = [];
      for (const code of codes) rows.push(await rowOf(code, signal));
      if (signal.aborted) return;
      at("teacher-table").hidden = !rows.length;
      at("teacher-table").tBodies[0].replaceChildren(...rows);
      shell.say(`${rows.length} checked.`);
    });
  });
}

/** @param {string} code @param {AbortSignal} signal */
async function rowOf(code, signal) {
  try {
    const { name, sheet, points, most } = await ask("quiz/check", { code }, signal);
    const parts = [name || "–", `${sheet.seed}, ${sheet.number} (${sheet.kind})`, `${points} of ${most}`, percent(points, most)];
    return el("tr", {}, ...parts.map((text) => el("td", { text })));
  } catch (error) {
    if (signal.aborted) throw error;
    return el("tr", { class: "wrong" }, el("td", { colspan: 4, text: `✗ ${/** @type {Error} */ (error).message}` }));
  }
}

/** @param {import("./shell.js").Shell} shell @param {string} button @param {string} text */
async function copied(shell, button, text) {
  const before = at(button).textContent;
  try {
    await navigator.clipboard.writeText(text);
    shell.say("It is copied.");
    at(button).textContent = "Copied ✓";
    setTimeout(() => (at(button).textContent = before), 1500);
  } catch {
    shell.trouble("The browser does not let the page copy: select the text and copy it.");
  }
}
