// One exercise drawn: a small tree whose ends have values, and in it the blanks, each with its replies and a hint.

import { Diagram } from "./diagram.js";
import { el } from "./dom.js";
import { smallBoard, valueLine } from "./marks.js";
import { turnAfter } from "./notation.js";
import { figure, withFigures } from "./words.js";

const SIZE = { width: 116, height: 152 };

/** @typedef {import("./answers.js").Quiz} Quiz */
/** @typedef {import("./answers.js").Marked} Marked */
/** @typedef {{ letter: string, title: string }} Reply */
/** @typedef {{ data: import("./answers.js").Node, path: string, children: Exercised[] }} Exercised */

export class Exercise {
  #diagram;
  #shown = "";
  /** The blank that a hint is for: the one that was last gone to. */
  current = 0;

  /**
   * @param {HTMLElement} host
   * @param {(blank: number, letter: string) => void} onreply @param {() => void} oncurrent
   */
  constructor(host, onreply, oncurrent) {
    this.#diagram = new Diagram(host, "The exercise's tree: scroll or drag");
    this.onreply = onreply;
    this.oncurrent = oncurrent;
  }

  get sheet() {
    return this.#diagram.sheet;
  }

  /**
   * @param {Quiz} quiz @param {Reply[]} replies @param {import("./worksheet.js").Work} work @param {Marked | null} marked
   */
  draw(quiz, replies, work, marked) {
    const blanks = new Map(quiz.blanks.map(({ path }, at) => [path, at]));
    const name = `${quiz.kind} ${quiz.seed}`, isNew = name !== this.#shown;
    this.#shown = name;
    if (isNew) this.current = blanks.get(deepest(quiz.blanks)) ?? 0;
    this.#diagram.draw({
      root: growth(quiz.tree, ""),
      childrenOf: (node) => node.children,
      keyOf: (node) => `${name} ${node.path}`,
      fill: (node, box) => {
        const blank = blanks.get(node.path);
        if (!box.firstChild) this.#build(node, box, blank, replies);
        if (blank === undefined) return;
        const select = /** @type {HTMLSelectElement} */ (box.querySelector("select"));
        const settled = Boolean(marked?.is_settled);
        select.value = work.reply(blank, quiz.blanks.length);
        select.disabled = settled;
        box.classList.toggle("here", blank === this.current && !settled);
        const found = marked?.blanks[blank];
        const is = found?.is_right ?? null;
        box.classList.toggle("right", is === true);
        box.classList.toggle("wrong", is === false);
        /** @type {HTMLElement} */ (box.querySelector(".verdict")).textContent =
          is === null ? "" : is ? "✓ right" : settled ? `✗ ${titleOf(replies, found?.answer)}` : "✗ look again";
      },
      edgeClass: () => "edge",
      turn: quiz.tree.turn,
      ...SIZE,
      gap: 26,
    });
    if (!isNew) return;
    this.#diagram.sheet.fit(1.3);
    this.#diagram.reveal(`${name} ${quiz.blanks[this.current].path}`);
  }

  /** @param {Exercised} node @param {HTMLElement} box @param {number | undefined} blank @param {Reply[]} replies */
  #build(node, box, blank, replies) {
    const { data, path } = node;
    box.classList.add("exercise");
    box.replaceChildren(
      el("span", { class: "line" }, el("b", { text: data.label || "root" }), playedBy(data)),
      smallBoard(data.position, data.move, 54),
    );
    if (!data.children.length) box.append(valueLine(data.value, figure(data.value)));
    if (blank === undefined) return;
    box.append(
      el("select", { "aria-label": `Your answer for ${path ? `${data.label}, after ${path}` : "the root"}`, "data-path": path,
        onchange: (event) => this.onreply(blank, event.target.value) },
        el("option", { value: "", text: "?" }),
        ...replies.map(({ letter, title }) => el("option", { value: letter, text: withFigures(title) }))),
      el("span", { class: "verdict" }));
    const come = () => {
      if (this.current === blank) return;
      this.current = blank;
      this.oncurrent();
    };
    box.addEventListener("focusin", come);
    box.addEventListener("click", come);
  }
}

/** Where one begins to work: at the first of the deepest. @param {import("./answers.js").Blank[]} blanks */
const deepest = (blanks) => blanks.reduce((best, { path }) => (path.length > best.length ? path : best), "");

/** @param {Reply[]} replies @param {string | null | undefined} letter */
export const titleOf = (replies, letter) => withFigures(replies.find((reply) => reply.letter === letter)?.title ?? "");

/** @param {import("./answers.js").Node} data */
const playedBy = (data) => (data.move ? ` ${turnAfter(data.turn, 1)} ${data.move}` : "");

/** What a node is called where the same label may stand elsewhere too: with the moves that lead to it. @param {import("./answers.js").Node} root @param {string} path */
export function labelOf(root, path) {
  let node = root;
  for (const move of path.split(" ").filter(Boolean)) {
    node = node.children.find((child) => child.move === move) ?? node;
  }
  return path ? `${node.label} (${path.split(" ").join(", ")})` : "the root";
}

/** @param {import("./answers.js").Node} data @param {string} path @returns {Exercised} */
function growth(data, path) {
  const children = data.children.map((child) => growth(child, `${path} ${child.move}`.trim()));
  return { data, path, children };
}
