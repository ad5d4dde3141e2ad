// The view of exercises: a small tree with something to fill in, checked by the server.

import { ask } from "./ask.js";
import { Diagram } from "./diagram.js";
import { at, el, options } from "./dom.js";
import { smallBoard, valueLine } from "./marks.js";
import { turnAfter } from "./notation.js";
import { counted, figure, withFigures } from "./words.js";

const EMPTY = {
  seed: "1",
  answers: "", // as the server reads them: moves:answer, with commas between
  checked: "",
  score: "0/0", // of the exercises before this one
};
const SIZE = { width: 104, height: 160 };

/** @typedef {import("./answers.js").Verdict} Verdict */
/** @typedef {{ data: import("./answers.js").Node, path: string, children: Exercised[] }} Exercised */

/** @param {import("./shell.js").Shell} shell @param {import("./answers.js").Choices} choices */
export function predict(shell, choices) {
  at("predict-kind").replaceChildren(...options(choices.quizzes));
  const DEFAULTS = { ...EMPTY, kind: choices.defaults.quiz };
  const CHOICES = { kind: choices.quizzes.map(({ name }) => name), checked: ["", "1"] };
  let state = { ...DEFAULTS };
  /** @type {import("./answers.js").Quiz} */
  let exercise;
  /** What the server says of each answer, once it has been asked. @type {Map<string, Verdict>} */
  let marks = new Map();
  let drawn = "";
  const diagram = new Diagram(at("predict-sheet"), "The exercise's tree: scroll or drag");

  /** @param {Record<string, string>} change @param {boolean} [replace] */
  const go = (change, replace = false) => shell.go({ ...state, ...change }, { replace });

  const kind = () => choices.quizzes.find(({ name }) => name === state.kind);
  /** Whether branches are ticked; else values are chosen. */
  const isTicked = () => Boolean(kind()?.is_ticked);

  /** @returns {Map<string, string>} */
  function given() {
    const parts = state.answers.split(",").filter((part) => part.includes(":"));
    return new Map(parts.map((part) => [part.slice(0, part.lastIndexOf(":")), part.slice(part.lastIndexOf(":") + 1)]));
  }

  /** @param {string} path @param {string} answer */
  function answer(path, answer) {
    const answers = given();
    if (answer) answers.set(path, answer);
    else answers.delete(path);
    // An answer that is changed after it was marked is marked no more.
    go({ answers: [...answers].map(([name, value]) => `${name}:${value}`).join(","), checked: "" }, true);
  }

  function show(/** @type {any} */ next) {
    state = next;
    at("predict-kind").value = state.kind;
    at("predict-task").textContent = withFigures(kind()?.task ?? "");
    at("predict-number").textContent = `Exercise ${state.seed}`;
    shell.attempt("predict", async (signal) => {
      const { kind, seed } = state;
      const found = await ask("quiz", { kind, seed }, signal);
      const marked = state.checked ? await ask("quiz/mark", { kind, seed, answers: toMark(found) }, signal) : null;
      if (signal.aborted) return;
      exercise = found;
      marks = new Map((marked?.marks ?? []).map((mark) => [mark.path, mark]));
      draw();
      drawMarks(marked);
    });
  }

  /**
   * What was answered, for every node that is asked about. What is below a branch that is never tried is not tried
   * either, and a branch that is not ticked is said to be tried.
   * @param {import("./answers.js").Quiz} found
   */
  function toMark(found) {
    const answers = given();
    if (!isTicked()) return state.answers;
    return found.asked.map((path) => `${path}:${isSkipped(path, answers) ? 1 : 0}`).join(",");
  }

  /** @param {string} path @param {Map<string, string>} answers */
  const isSkipped = (path, answers) => [...answers.keys()].some((cut) => path === cut || path.startsWith(`${cut} `));

  function draw() {
    const root = growth(exercise.tree, "");
    const answers = given();
    diagram.draw({
      root,
      childrenOf: (node) => node.children,
      keyOf: (node) => `${state.kind} ${state.seed} ${node.path}`,
      fill: (node, box) => fill(node, box, answers),
      edgeClass: (node) => `edge ${isTicked() && isSkipped(node.path, answers) ? "cut" : ""}`,
      turn: exercise.tree.turn,
      ...SIZE,
      gap: 26,
    });
    const now = `${state.kind} ${state.seed}`;
    if (now !== drawn) diagram.sheet.fit(1.3);
    drawn = now;
  }

  /** @param {Exercised} node @param {HTMLElement} box @param {Map<string, string>} answers */
  function fill(node, box, answers) {
    const { data, path } = node;
    const mark = marks.get(path), isRight = mark && mark.given === mark.right;
    const isBelowCut = isTicked() && [...answers.keys()].some((cut) => path.startsWith(`${cut} `));
    box.className = ["box", isBelowCut ? "faint" : "", mark ? (isRight ? "right" : "wrong") : ""].join(" ").trim();
    if (!box.firstChild) build(node, box);
    const control = box.querySelector("select, input");
    if (control instanceof HTMLSelectElement) control.value = answers.get(path) ?? "";
    if (control instanceof HTMLInputElement) {
      control.checked = isBelowCut || answers.has(path);
      control.disabled = isBelowCut;
    }
    const verdict = /** @type {HTMLElement} */ (box.querySelector(".verdict"));
    verdict.textContent = mark ? (isRight ? "✓ right" : `✗ ${wrongText(mark)}`) : "";
    if (data.over && !isTicked()) verdict.textContent = "";
  }

  /** @param {Exercised} node @param {HTMLElement} box */
  function build({ data, path }, box) {
    const played = data.move ? `${turnAfter(data.turn, 1)} ${data.move}` : "";
    const name = played ? `${data.label}, ${played}` : "the root";
    box.replaceChildren(
      el("span", { class: "line" }, el("b", { text: data.label || "root" }), played && ` ${played}`),
      smallBoard(data.position, data.move, 54),
    );
    if (data.over) box.append(valueLine(data.value, figure(data.value)));
    if (!isTicked() && !data.over) box.append(valueField(name, path));
    if (isTicked() && data.move) box.append(cutField(name, path));
    box.append(el("span", { class: "verdict" }));
  }

  /** @param {string} name @param {string} path */
  function valueField(name, path) {
    const values = [["", "?"], ["-1", "−1 O wins"], ["0", "0 draw"], ["1", "1 X wins"]];
    return el("select", { "aria-label": `Value of ${name}`, "data-path": path,
      onchange: (/** @type {any} */ event) => answer(path, event.target.value) },
      ...values.map(([value, text]) => el("option", { value, text })));
  }

  /** @param {string} name @param {string} path */
  function cutField(name, path) {
    return el("label", { class: "cut-field" },
      el("input", { type: "checkbox", "aria-label": `${name}: never tried`, "data-path": path,
        onchange: (/** @type {any} */ event) => answer(path, event.target.checked ? "1" : "") }),
      " never");
  }

  /** @param {Verdict} mark */
  const wrongText = (mark) =>
    !isTicked() ? `it is ${figure(mark.right)}` : mark.right ? "never tried" : "it is tried";

  /** @param {import("./answers.js").Marked | null} marked */
  function drawMarks(marked) {
    const [right, asked] = total();
    const sofar = asked ? ` Before this one: ${right} of ${asked}.` : "";
    at("predict-score").textContent = marked ? `${marked.right} of ${counted(marked.asked, "answer")} right.${sofar}` : "";
    at("predict-marks").replaceChildren(
      ...(marked?.marks ?? []).filter(isWorthSaying).map((mark) => {
        const isRight = mark.given === mark.right;
        return el("li", { class: isRight ? "right" : "wrong" },
          el("b", { text: `${isRight ? "✓" : "✗"} ${labelOf(mark.path)}` }),
          `${isRight ? "" : mark.given === null ? ", left blank" : `, ${wrongText(mark)}`}: ${withFigures(mark.reason)}`);
      }),
    );
  }

  /** That a move which is tried was taken to be tried needs no reason. @param {Verdict} mark */
  const isWorthSaying = (mark) => !isTicked() || mark.right === 1 || mark.given !== mark.right;

  /** @param {string} path */
  function labelOf(path) {
    let node = exercise.tree;
    for (const move of path.split(" ").filter(Boolean)) {
      node = node.children.find((child) => child.move === move) ?? node;
    }
    return path ? `${node.label} (${path.split(" ").join(", ")})` : "root";
  }

  const total = () => state.score.split("/").map((part) => Number.parseInt(part, 10) || 0);

  /** @param {string} seed @param {string} [kind] */
  function another(seed, kind = state.kind) {
    const [right, asked] = total();
    const now = [...marks.values()];
    const score = `${right + now.filter((mark) => mark.given === mark.right).length}/${asked + now.length}`;
    go({ kind, seed, answers: "", checked: "", score: state.checked ? score : state.score });
  }

  at("predict-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    go({ checked: "1" });
  });
  at("predict-clear").addEventListener("click", () => go({ answers: "", checked: "" }));
  at("predict-next").addEventListener("click", () => another(String((Number.parseInt(state.seed, 10) || 0) + 1)));
  at("predict-kind").addEventListener("change", () => another(state.seed, at("predict-kind").value));

  function hide() {
    shell.drop("predict");
  }

  return { defaults: DEFAULTS, choices: CHOICES, show, hide, sheet: diagram.sheet };
}

/** @param {import("./answers.js").Node} data @param {string} path @returns {Exercised} */
function growth(data, path) {
  const children = data.children.map((child) => growth(child, `${path} ${child.move}`.trim()));
  return { data, path, children };
}
