// A search's steps as the server tells them, made into nodes, so that any step can be shown at once, forwards or back.

import { boundText, known } from "./words.js";

/**
 * @typedef {import("./answers.js").Step} Step
 *
 * @typedef {object} SearchNode a way through the tree is gone once, so a node is its path
 * @property {string} key @property {string[]} path @property {string} position @property {"X" | "O"} turn
 * @property {number} entered the step, and so for the others; Infinity if that has not been
 * @property {number} cut
 * @property {number} left
 * @property {string} how leaf, known or leave
 * @property {number | null} value
 * @property {import("./answers.js").Relation} relation of the exact value to that one
 * @property {string} reason why that is only a bound
 * @property {string | null} why of its cutoff
 * @property {string[]} untried moves that its cutoff leaves untried
 * @property {{ at: number, value: number, relation: import("./answers.js").Relation, move: string }[]} betters
 * @property {SearchNode[]} children @property {SearchNode | null} parent
 */

const COUNTED = ["enter", "leaf", "cutoff", "known"];

export class Trace {
  /** @type {Step[]} */
  steps = [];
  /** @type {Map<string, SearchNode>} */
  nodes = new Map();
  hasEnded = false;
  deepest = 0;
  /** How often each kind has happened, up to each step. @type {Record<string, number[]>} */
  #counts = Object.fromEntries(COUNTED.map((kind) => [kind, []]));
  /** @type {number[]} */
  #cutoffs = [];

  /** Pages come in order. @param {import("./answers.js").Steps} page */
  add({ steps, ended }) {
    for (const step of steps) this.#addStep(step);
    this.hasEnded = ended;
  }

  /** @param {Step} step */
  #addStep(step) {
    const number = this.steps.length, key = step.path.join(" ");
    this.steps.push(step);
    for (const kind of COUNTED) {
      const counts = this.#counts[kind];
      counts.push((counts[number - 1] ?? 0) + (step.kind === kind ? 1 : 0));
    }
    this.deepest = Math.max(this.deepest, step.path.length);
    if (step.kind === "enter") {
      const parent = step.path.length ? this.#node(step.path.slice(0, -1)) : null;
      /** @type {SearchNode} */
      const made = {
        key, path: step.path, position: step.position, turn: step.turn, entered: number, cut: Infinity, left: Infinity,
        how: "", value: null, relation: "=", reason: "", why: null, untried: [], betters: [], children: [], parent,
      };
      parent?.children.push(made);
      this.nodes.set(key, made);
      return;
    }
    const node = this.#node(step.path);
    if (step.kind === "better") {
      const { value, relation, move } = step;
      node.betters.push({ at: number, value: value ?? 0, relation: relation ?? "=", move: move ?? "" });
    } else if (step.kind === "cutoff") {
      Object.assign(node, { cut: number, why: step.why, untried: step.untried });
      if (step.untried.length) this.#cutoffs.push(number);
    } else {
      const { kind: how, value, relation, reason } = step;
      Object.assign(node, { left: number, how, value, relation, reason });
    }
  }

  /** @param {string[]} path */
  #node(path) {
    const node = this.nodes.get(path.join(" "));
    if (!node) throw new Error(`the search comes to ${path.join(" ")} without entering it`);
    return node;
  }

  get root() {
    return this.#node([]);
  }

  /** @param {number} number */
  count(/** @type {string} */ kind, number) {
    return this.#counts[kind][number];
  }

  /** The next cutoff that leaves something out. @param {number} number */
  cutoffAfter(number) {
    return this.#cutoffs.find((cutoff) => cutoff > number);
  }

  /**
   * The nodes from the root to where a step is taken, each with what is known there then. A node's bounds are those
   * that it hands down to the child which is being looked at.
   * @param {number} number
   */
  wayTo(number) {
    const step = this.steps[number];
    const nodes = step.path.map((_, depth) => this.#node(step.path.slice(0, depth)));
    nodes.push(this.#node(step.path));
    return nodes.map((node, depth) => {
      const from = depth + 1 < nodes.length ? this.steps[nodes[depth + 1].entered] : step;
      return { node, alpha: from.alpha, beta: from.beta, best: bestAt(node, number) };
    });
  }
}

/**
 * The variables of the pseudocode as they stand at a step, in the call that takes it.
 * @param {Trace} trace @param {number} number @param {boolean} hasBounds
 * @returns {Record<string, string>}
 */
export function valuesOf(trace, number, hasBounds) {
  const step = trace.steps[number], { node, best } = trace.wayTo(number)[step.path.length];
  const isTrying = step.kind === "better" || step.kind === "cutoff";
  const tried = node.children.filter((child) => child.left < number).at(-1);
  const least = node.turn === "X" ? "−∞" : "∞";
  return {
    s: `${node.path.length > 3 ? "… " : ""}${node.path.slice(-3).join(" ")}` || "root",
    ...(hasBounds ? { α: boundText(step.alpha), β: boundText(step.beta) } : {}),
    best: best ? known(best.relation, best.value) : step.kind === "leave" ? least : "–",
    m: isTrying ? step.move ?? "" : tried?.path.at(-1) ?? "–",
    v: tried ? known(tried.relation, tried.value) : "–",
  };
}

/** @param {SearchNode} node @param {number} number */
export const bestAt = (node, number) => node.betters.findLast((better) => better.at <= number) ?? null;
