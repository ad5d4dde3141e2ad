// The guided walk at the side of the tree: what it says and asks, the answers to choose from, and what came of them.

import { at, el } from "./dom.js";
import { LABELS, LINE, STEPS, TELL, isAnswered, shownBy, stepOf, walkState } from "./walk.js";

/**
 * @typedef {import("./tree.js").TreeNode} TreeNode
 * @typedef {object} Tree what the walk may do with the tree
 * @property {(change: Record<string, string>) => void} go
 * @property {(change: Record<string, string>) => void} to with everything else as it is at first
 * @property {(key: string) => TreeNode | undefined} find
 */

export class Walk {
  #shell;
  #tree;
  #number = 0;
  /** The answers to this step so far. @type {string[]} */
  #said = [];
  /** The step whose question was drawn last, and how many answers it had. */
  #drawn = "";

  /** @param {import("./shell.js").Shell} shell @param {Tree} tree */
  constructor(shell, tree) {
    this.#shell = shell;
    this.#tree = tree;
    at("tree-back").addEventListener("click", () => this.#to(this.#number - 1));
    at("tree-next").addEventListener("click", () => this.#to(this.#number + 1));
    at("tree-tell").addEventListener("click", () => this.#say(TELL));
  }

  begin() {
    this.#to(1);
  }

  get isOn() {
    return this.#number > 0;
  }

  /** Whether a node is on the line that is followed. @param {string} key */
  follows(key) {
    return this.isOn && LINE.has(key);
  }

  /**
   * Take in a state; which values the walk has shown by then, or null if nobody walks.
   * @param {Record<string, string>} state @returns {((key: string) => boolean) | null}
   */
  shown(state) {
    const named = stepOf(state.walk), step = named && this.#isThere(named.open) ? named : null;
    this.#number = step ? Number(state.walk) : 0;
    this.#said = state.said.split(",").filter(Boolean);
    return step && shownBy(step, isAnswered(step, this.#said, this.#seen));
  }

  /** What the tree says of the line. @type {import("./walk.js").Seen} */
  #seen = {
    node: (depth) => this.#at(depth).data,
    below: (depth) => this.#at(depth).children.map((child) => child.data),
  };

  /** @param {number} depth */
  #at(depth) {
    const found = this.#tree.find([".", ...LINE][depth]);
    if (!found) throw new Error(`the walk has not opened depth ${depth}`);
    return found;
  }

  /** Whether this is the lecture's tree, with so many nodes of the line open, which a link may deny. @param {number} count */
  #isThere(count) {
    const nodes = [".", ...LINE].slice(0, count).map((key) => this.#tree.find(key));
    return nodes.every((node, depth) => {
      const isNamed = depth ? node?.data.label === LABELS[depth - 1] : node?.data.position === ".../.../...";
      return isNamed && node?.children.length && node.children.every(({ data }) => data.same.length === 1);
    });
  }

  /** Whether a node has to stay open for the walk. @param {string} key */
  holds(key) {
    return this.isOn && (key === "." || LINE.has(key));
  }

  /** Answer the question, if there is one and this is an answer. @param {string} name */
  answer(name) {
    const step = STEPS[this.#number - 1];
    const isAsked = step?.asks && !isAnswered(step, this.#said, this.#seen);
    if (!isAsked || !step.asks?.options(this.#seen).some((option) => option.name === name)) return false;
    this.#say(name);
    return true;
  }

  /** @param {string} name */
  #say(name) {
    if (!this.#said.includes(name)) this.#tree.go({ said: [...this.#said, name].join(",") });
  }

  /** @param {number} number */
  #to(number) {
    this.#tree.to(walkState(number));
  }

  draw() {
    const step = STEPS[this.#number - 1];
    at("tree-walk").setAttribute("aria-pressed", String(this.isOn));
    at("tree-walk-box").hidden = !step;
    at("tree").classList.toggle("walking", this.isOn);
    if (!step) return;
    const isDone = isAnswered(step, this.#said, this.#seen), text = step.text(this.#seen);
    at("tree-walk-title").textContent = `${this.#number} of ${STEPS.length}: ${step.title}`;
    at("tree-walk-text").textContent = text;
    at("tree-walk-asks").hidden = !step.asks;
    const came = step.asks ? this.#drawQuestion(step.asks, isDone) : "";
    const drawn = `${this.#number} ${this.#said.length}`;
    if (drawn !== this.#drawn) this.#shell.say(came || `${text} ${step.asks?.words ?? ""}`);
    this.#drawn = drawn;
    at("tree-tell").hidden = isDone;
    at("tree-back").disabled = this.#number === 1;
    at("tree-next").disabled = !isDone || this.#number === STEPS.length;
    if (isDone && this.#said.length && at("tree-walk-box").contains(document.activeElement)) at("tree-next").focus();
  }

  /** @param {import("./walk.js").Question} asks @param {boolean} isDone @returns {string} what came of the last answer */
  #drawQuestion(asks, isDone) {
    const options = asks.options(this.#seen), last = this.#said.at(-1);
    at("tree-walk-words").textContent = asks.words;
    const right = options.find((option) => option.right);
    const given = options.find(({ name }) => name === last);
    const came = given ? `${given.right ? "Right." : "Not quite."} ${given.why}` : last ? `It is ${right?.text}. ${right?.why}` : "";
    const place = at("tree-walk-options"), focused = place.querySelector("button:focus")?.value;
    place.replaceChildren(...options.map(({ name, text, right }) => {
      const isSaid = this.#said.includes(name), isShown = isSaid || (isDone && right);
      return el("button", {
        type: "button", value: name, class: isShown ? (right ? "right" : "wrong") : "",
        "aria-disabled": String(isDone || isSaid), "aria-label": `${text}${isShown ? (right ? ": right" : ": not quite") : ""}`,
        text: `${isShown ? (right ? "✓ " : "✗ ") : ""}${text}`, onclick: () => this.answer(name),
      });
    }));
    if (focused) [...place.children].find((/** @type {HTMLButtonElement} */ option) => option.value === focused)?.focus();
    at("tree-walk-came").textContent = came;
    return came;
  }
}
