// The view of exercises: one after the other to practise, or a sheet of them that is the same for everybody.

import { ask } from "./ask.js";
import { at, el, options } from "./dom.js";
import { Exercise, labelOf, titleOf } from "./exercise.js";
import { result, teaching } from "./handing.js";
import { forget, record, standings } from "./progress.js";
import { Worksheet } from "./worksheet.js";
import { counted, withFigures } from "./words.js";

const EMPTY = {
  seed: "1",
  number: "", // how many exercises the sheet has; without it, one exercise after the other
  at: "1", // which of them is shown; one more than there are: the result
  work: "", // as `Worksheet` reads it
};
const MOVERS = { X: "MAX (X) moves", O: "MIN (O) moves" };

/** @param {import("./shell.js").Shell} shell @param {import("./answers.js").Choices} choices */
export function predict(shell, choices) {
  at("predict-kind").replaceChildren(...options(choices.quizzes));
  const DEFAULTS = { ...EMPTY, kind: choices.defaults.quiz };
  const CHOICES = { kind: choices.sheets.map(({ name }) => name) };
  let state = { ...DEFAULTS };
  /** @type {import("./answers.js").Quiz | null} */
  let quiz = null;
  let sheet = new Worksheet("", 1);
  let number = 1;
  /** Whether what comes next has just been handed in by the person who looks at it. */
  let isHandedIn = false;
  /** Draw again what is shown. */
  let redraw = () => {};
  const handed = result(shell);
  teaching(shell, choices);
  const exercise = new Exercise(at("predict-sheet"), reply, () => redraw());

  /** @param {Record<string, string>} change @param {boolean} [replace] */
  const go = (change, replace = false) => shell.go({ ...state, ...change }, { replace });
  const isSheet = () => state.number !== "";
  const kindOf = (/** @type {string} */ name) => choices.quizzes.find((kind) => kind.name === name) ?? choices.quizzes[0];
  const work = () => sheet.exercises[number - 1];

  /** Put down another state of the exercise that is shown. @param {string} text @param {boolean} [replace] */
  function fillIn(text, replace = true) {
    work().text = text;
    go({ work: sheet.text }, replace);
  }

  /** @param {number} blank @param {string} letter */
  function reply(blank, letter) {
    if (quiz) fillIn(work().with(blank, quiz.blanks.length, letter));
  }

  function hint() {
    if (!quiz) return;
    const { path, hint } = quiz.blanks[exercise.current];
    at("predict-hint").textContent = `${labelOf(quiz.tree, path)}: ${withFigures(hint)} With this hint, the answer counts half.`;
    fillIn(work().withHint(exercise.current, quiz.blanks.length));
  }

  /** What a link asks for that there is not, in a sentence. */
  function wrong() {
    const { quizzes, sheet: seeds } = choices.limits;
    if (isSheet() && !isWhole(state.number, 1, quizzes)) return `a sheet has from 1 to ${quizzes} exercises`;
    return isWhole(state.seed, 0, seeds) ? "" : `a seed is a whole number from 0 to ${seeds}`;
  }

  function show(/** @type {any} */ next) {
    state = next;
    const said = wrong();
    if (said) {
      state = { ...DEFAULTS };
      shell.trouble(`The link cannot be followed: ${said}.`);
    }
    if (!isSheet()) drawHead(kindOf(state.kind), 1, 1);
    shell.attempt("predict", async (signal) => {
      const { kind, seed } = state;
      // Only a sheet alternates; who practises chooses.
      const all = isSheet() ? (await ask("quiz/sheet", { kind, seed, number: state.number }, signal)).quizzes : [
        { kind: kindOf(kind).name, seed: Number(seed) }];
      const place = Math.min(Math.max(1, Number.parseInt(state.at, 10) || 1), all.length + 1);
      const isEnd = isSheet() && place > all.length;
      const found = isEnd ? null : await ask("quiz", all[place - 1], signal);
      const pages = new Worksheet(state.work, all.length);
      const letters = found ? kindOf(found.kind).replies.map(({ letter }) => letter) : [];
      if (found && !pages.exercises[place - 1].fits(found.blanks.length, letters)) {
        pages.exercises[place - 1].text = "";
        shell.trouble("The answers in the link are not for this exercise: they are left out.");
      }
      const answers = found ? pages.exercises[place - 1].checked : "";
      const marked = answers ? await ask("quiz/mark", { ...all[place - 1], answers }, signal) : null;
      if (signal.aborted) return;
      if (quiz?.seed !== found?.seed || quiz?.kind !== found?.kind) at("predict-hint").textContent = "";
      [quiz, sheet, number] = [found, pages, place];
      redraw = () => draw(all.length, marked);
      redraw();
      if (isEnd) handed.show({ kind, seed, number: state.number }, sheet.checked);
    });
  }

  /**
   * What can be said before there is an exercise, so that nothing jumps when it comes.
   * @param {import("./answers.js").Choices["quizzes"][number] | null} kind none at the result
   * @param {number} place @param {number} exercises
   */
  function drawHead(kind, place, exercises) {
    at("predict-choice").hidden = isSheet();
    at("predict-leave").hidden = at("predict-back").hidden = !isSheet();
    at("predict-back").disabled = place === 1;
    at("predict-number").textContent = !isSheet() ? `Exercise ${state.seed}` :
      `Sheet ${state.seed}, ${kind ? `exercise ${place} of ${exercises}` : "the result"}`;
    at("predict-next").textContent = !isSheet() ? "Next exercise" : place < exercises ? "Next" : "To the result";
    at("predict-task").textContent = kind ? withFigures(kind.task) : "This is the result. The code below is what you hand in.";
    at("predict-kind").value = kind?.name ?? "";
    drawStandings();
  }

  /** @param {number} exercises @param {import("./answers.js").Marked | null} marked */
  function draw(exercises, marked) {
    const kind = kindOf(quiz?.kind ?? "");
    at("predict-exercise").hidden = !quiz;
    at("predict-result").hidden = Boolean(quiz);
    drawHead(quiz && kind, number, exercises);
    if (!quiz) return;
    const { blanks } = quiz;
    exercise.draw(quiz, kind.replies, work(), marked);
    at("predict-check").disabled = Boolean(marked?.is_settled) || work().isEmpty(blanks.length);
    at("predict-check").textContent = marked && !marked.is_settled ? "Check again" : "Check";
    at("predict-clear").disabled = Boolean(marked?.is_settled) || work().isEmpty(blanks.length);
    at("predict-give").disabled = Boolean(marked?.is_settled);
    at("predict-give").setAttribute("aria-label", `Hint for ${labelOf(quiz.tree, blanks[exercise.current].path)}`);
    if (isHandedIn && marked) keep(quiz, marked);
    isHandedIn = false;
    drawMarks(quiz, kind, marked);
  }

  /** @param {import("./answers.js").Quiz} quiz @param {import("./answers.js").Marked} marked */
  function keep(quiz, marked) {
    if (!marked.is_settled) return;
    const answers = marked.blanks.map(({ is_at_once }, blank) =>
      ({ topic: `${quiz.kind} ${quiz.blanks[blank].mover}`, isAtOnce: Boolean(is_at_once) }));
    record(`${quiz.kind} ${quiz.seed}`, answers);
    drawStandings();
  }

  /**
   * @param {import("./answers.js").Quiz} quiz @param {import("./answers.js").Choices["quizzes"][number]} kind
   * @param {import("./answers.js").Marked | null} marked
   */
  function drawMarks(quiz, kind, marked) {
    at("predict-score").textContent = marked ? said(kind.tells_which, marked) : "";
    at("predict-marks").replaceChildren(
      ...(marked?.is_settled ? marked.blanks : []).map(({ path, is_right, answer, reason }) =>
        el("li", { class: is_right ? "right" : "wrong" },
          el("b", { text: `${is_right ? "✓" : "✗"} ${labelOf(quiz.tree, path)}: ${titleOf(kind.replies, answer)}. ` }),
          withFigures(reason ?? ""))),
    );
  }

  /** @param {boolean} tellsWhich @param {import("./answers.js").Marked} marked */
  function said(tellsWhich, { right, points, most, is_settled, blanks }) {
    const score = `${right} of ${counted(blanks.length, "answer")} right`;
    if (is_settled) return `${score}: ${points} of ${counted(most, "point")}.`;
    return `${score}. ${tellsWhich ? "Look again at those marked ✗." : "Which ones is not said yet: look again at those you doubt."}` +
      " You have a second try, for half the points.";
  }

  function drawStandings() {
    const rows = standings();
    at("predict-none").hidden = rows.length > 0;
    at("predict-forget").hidden = !rows.length;
    at("predict-standings").replaceChildren(...rows.map(({ topic, right, asked, standing }) => {
      const mark = standing === "mastered" ? "✓" : standing === "begun" ? "…" : "↻";
      return el("li", {}, el("b", { text: `${mark} ${standing}` }), ` ${topicTitle(topic)}: ${right} of the last ${asked} right at once`);
    }));
  }

  /** @param {string} topic */
  function topicTitle(topic) {
    const [name, of] = topic.split(" ");
    const kind = choices.quizzes.find((found) => found.name === name);
    return kind ? `${kind.title}, where ${MOVERS[/** @type {"X" | "O"} */ (of)] ?? of}` : `the next step of a search: ${of}`;
  }

  at("predict-check").addEventListener("click", () => {
    if (!quiz) return;
    isHandedIn = true;
    fillIn(work().check(quiz.blanks.length), false);
  });
  at("predict-clear").addEventListener("click", () => quiz && fillIn(work().cleared(quiz.blanks.length), false));
  at("predict-next").addEventListener("click", () => {
    if (isSheet()) go({ at: String(number + 1) });
    else go({ seed: String(Number(state.seed) + 1), work: "" });
  });
  at("predict-give").addEventListener("click", hint);
  at("predict-back").addEventListener("click", () => go({ at: String(number - 1) }));
  at("predict-leave").addEventListener("click", () => go({ ...EMPTY, kind: DEFAULTS.kind }));
  at("predict-kind").addEventListener("change", () => go({ kind: at("predict-kind").value, work: "" }));
  at("predict-forget").addEventListener("click", () => {
    forget();
    drawStandings();
  });

  function hide() {
    shell.drop("predict");
  }

  return { defaults: DEFAULTS, choices: CHOICES, show, hide, sheet: exercise.sheet };
}

/** @param {string} text @param {number} least @param {number} most */
const isWhole = (text, least, most) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
