// "What does the search do next?", asked beside a search while it stands still.

import { ask } from "./ask.js";
import { el } from "./dom.js";
import { record } from "./progress.js";
import { withFigures } from "./words.js";

/** @typedef {{ game: string, position: string, algorithm: string, step: number }} Pause after so many steps */

/**
 * `draw` is to be called whenever what is shown changes; without a pause nothing is asked. `isOn` says whether questions
 * are wanted, so that nothing is told before.
 * @param {import("./shell.js").Shell} shell @param {HTMLElement} button that turns them on and off
 * @param {HTMLElement} question where they are asked @param {() => void} onswitch
 */
export function nextSteps(shell, button, question, onswitch) {
  let isOn = false;
  /** @type {Pause | null} */
  let pause = null;
  let advance = () => {};
  let asked = "", atOnce = 0, answered = 0;
  const score = el("span", { class: "note" });
  button.addEventListener("click", () => {
    isOn = !isOn;
    button.setAttribute("aria-pressed", String(isOn));
    asked = "";
    onswitch();
  });

  async function show() {
    const now = isOn && pause ? Object.values(pause).join(" ") : "";
    if (now && now === asked) return;
    asked = now;
    shell.drop("next-step");
    if (!pause || !isOn) {
      question.hidden = true;
      return;
    }
    const wanted = pause;
    await shell.attempt("next-step", async (signal) => {
      const { guesses, hint } = await ask("quiz/step", { ...wanted, position: wanted.position || null }, signal);
      if (!signal.aborted) put(wanted, guesses, hint);
    });
  }

  /** @param {Pause} wanted @param {{ name: string, title: string }[]} guesses @param {string} hint */
  function put(wanted, guesses, hint) {
    let hasHint = false, tries = 0;
    const hadFocus = question.contains(document.activeElement);
    const said = el("p", { class: "said", role: "status" });
    const buttons = guesses.map(({ name, title }) => el("button", { type: "button", "data-guess": name,
      text: withFigures(title), onclick: () => guess(name) }));
    const more = el("button", { type: "button", text: "Hint", onclick: () => {
      hasHint = true;
      said.textContent = withFigures(hint);
    } });
    question.replaceChildren(el("h3", { text: "What does the search do next? " }), el("div", { class: "bar" }, ...buttons, more), said, score);
    question.hidden = false;
    if (hadFocus) buttons[0].focus();

    /** @param {string} name */
    function guess(name) {
      shell.attempt("next-step", async (signal) => {
        const found = await ask("quiz/step/mark", { ...wanted, position: wanted.position || null, answer: name }, signal);
        if (signal.aborted) return;
        tries += 1;
        const chosen = buttons.find((each) => each.dataset.guess === name);
        if (chosen) chosen.disabled = true;
        chosen?.classList.add(found.is_right ? "right" : "wrong");
        if (!found.is_right && tries < 2) {
          if (chosen) chosen.textContent = `✗ ${chosen.textContent}`;
          said.textContent = `Not that. ${withFigures(hint)} You have a second try.`;
          buttons.find((each) => !each.disabled)?.focus();
          return;
        }
        settle(found, found.is_right && tries === 1 && !hasHint);
      });
    }

    /** @param {{ is_right: boolean, answer: string, reason: string }} found @param {boolean} isAtOnce */
    function settle(found, isAtOnce) {
      answered += 1;
      atOnce += isAtOnce ? 1 : 0;
      score.textContent = `${atOnce} of ${answered} at once`;
      record(Object.values(wanted).join(" "), [{ topic: `step ${found.answer.split(" ")[0]}`, isAtOnce }]);
      for (const each of buttons) {
        each.disabled = true;
        if (each.dataset.guess === found.answer && !each.textContent?.startsWith("✓")) each.textContent = `✓ ${each.textContent}`;
      }
      more.replaceWith(el("button", { type: "button", class: "strong", text: "Take this step", onclick: () => advance() }));
      said.textContent = `${found.is_right ? "Right." : "Not that either."} ${withFigures(found.reason)}`;
      /** @type {HTMLElement | null} */ (question.querySelector("button.strong"))?.focus();
    }
  }

  return {
    get isOn() {
      return isOn;
    },
    /** @param {Pause | null} next @param {() => void} go to take the step */
    draw(next, go) {
      pause = next;
      advance = go;
      show();
    },
  };
}
