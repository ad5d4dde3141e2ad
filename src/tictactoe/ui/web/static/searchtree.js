// One search drawn as it is at a step: the nodes it has come to, what is known of them, and what it has left out.

import { branchesBeside, branchesOf } from "./branches.js";
import { Diagram } from "./diagram.js";
import { el } from "./dom.js";
import { boundLine, smallBoard, valueLine } from "./marks.js";
import { turnAfter } from "./notation.js";
import { bestAt } from "./trace.js";
import { boundText, counted, figure, known, withFigures } from "./words.js";

/** With more nodes than this, only those beside the current path are drawn. */
const MOST_DRAWN = 130;
const SIZE = { width: 98, height: 106 };
const SETTLED = ["leaf", "known", "leave"];

/** @typedef {import("./branches.js").Branch} Branch @typedef {import("./trace.js").Trace} Trace */
/**
 * @typedef {object} Scene
 * @property {Trace} trace
 * @property {Trace | null} whole the same tree with nothing left out, if it is small
 * @property {number} current the step, from 0
 * @property {boolean} hasBounds
 * @property {boolean} isRevealed whether what is not known yet is shown as well
 * @property {number} flow how many ms a value may take on its way; 0: it is there at once
 */

export class SearchTree {
  #diagram;
  #drawn;
  #shown = "";

  /**
   * @param {HTMLElement} host @param {string} name @param {HTMLElement} note on what is drawn
   * @param {(step: number) => void} go to a step
   */
  constructor(host, name, note, go) {
    this.#diagram = new Diagram(host, `${name}: scroll or drag`);
    this.#drawn = note;
    /** @type {Map<string, number>} */
    this.moments = new Map();
    this.#diagram.nodes.addEventListener("click", (/** @type {Event} */ event) => {
      const box = /** @type {HTMLElement} */ (event.target).closest(".box");
      const moment = this.moments.get(/** @type {HTMLElement} */ (box)?.dataset.key ?? "");
      if (moment !== undefined) go(moment);
    });
  }

  get sheet() {
    return this.#diagram.sheet;
  }

  /** @param {Scene} scene @param {string} name what is searched: another one is looked at from its beginning */
  draw(scene, name) {
    const { trace, whole, current, isRevealed, flow } = scene;
    const step = trace.steps[current], way = trace.wayTo(current);
    const onWay = new Map(way.map((part) => [part.node, part]));
    const here = way[way.length - 1].node;
    const isWhole = Boolean(whole && whole.nodes.size <= MOST_DRAWN && trace.hasEnded);
    const now = isRevealed ? trace.steps.length - 1 : current;
    this.moments.clear();
    this.#diagram.draw({
      root: isWhole && whole ? branchesOf(trace, whole.root) : branchesBeside(trace.root, new Set(onWay.keys())),
      childrenOf: (branch) => (isWhole ? branch.children : branch.children.filter((child) => isThere(child, now))),
      keyOf: (branch) => branch.key,
      fill: (branch, box) => {
        const bounds = branch.seen ? onWay.get(branch.seen) : undefined;
        this.#fill(branch, box, { ...scene, now, bounds, isHere: branch.seen === here });
      },
      edgeClass: (branch) => ["edge", isThere(branch, now) ? "" : "unseen", branch.seen ? "" : "cut",
        branch.seen && onWay.has(branch.seen) ? "path" : ""].join(" ").trim(),
      turn: trace.root.turn,
      ...SIZE,
      gap: 22,
    });
    if (name !== this.#shown) this.#diagram.sheet.fit(1.3);
    this.#shown = name;
    this.#diagram.follow(way.map(({ node }) => node.key).reverse());
    if (flow && here.parent && SETTLED.includes(step.kind)) {
      this.#diagram.send(here.key, here.parent.key, known(step.relation, step.value), flow);
    }
    this.#drawn.textContent = isWhole ? "" : `${counted(trace.count("enter", current), "node")} visited by now: too many ` +
      "to draw, so only the way here and the moves beside it are shown.";
  }

  /**
   * @param {Branch} branch @param {HTMLElement} box
   * @param {Scene & { now: number, bounds: { alpha: number, beta: number } | undefined, isHere: boolean }} at
   */
  #fill(branch, box, { now, hasBounds, isRevealed, bounds, isHere }) {
    const { seen, path, cut } = branch;
    const title = path.length ? `${turnAfter(branch.turn, 1)} ${path.at(-1)}` : "root";
    const isLeft = seen !== null && seen.left <= now;
    const best = seen && bestAt(seen, now);
    /** @type {string[]} */
    const lines = [];
    if (seen) {
      if (bounds && !isLeft && hasBounds) lines.push(`α ${boundText(bounds.alpha)}  β ${boundText(bounds.beta)}`);
      if (!isLeft && best) lines.push(`best ${known(best.relation, best.value)}`);
      if (isLeft && seen.reason) lines.push(seen.reason);
      else if (isLeft && seen.how === "known") lines.push("from the table");
      this.moments.set(branch.key, isLeft ? seen.left : seen.entered);
    } else if (cut && cut.how === "known") {
      lines.push("in the table");
      this.moments.set(branch.key, cut.left);
    } else if (cut) {
      if (path.length === cut.path.length + 1) lines.push(`✂ ${shortly(cut.why)}`);
      this.moments.set(branch.key, cut.cut);
    }
    if (!seen && isRevealed && branch.exact !== null) lines.push(`really ${figure(branch.exact)}`);
    box.className = ["box", isThere(branch, now) ? "" : "unseen", seen ? "" : "cut", bounds ? "path" : "",
      isHere ? "here" : ""].filter(Boolean).join(" ");
    const drawn = `${title} ${isLeft} ${lines}`;
    if (box.dataset.drawn === drawn) return;
    box.dataset.drawn = drawn;
    box.replaceChildren(
      el("span", { class: "line" }, title,
        !isLeft ? "" : seen.relation === "=" ? valueLine(seen.value, figure(seen.value)) : boundLine(seen.relation, seen.value)),
      smallBoard(branch.position, path.at(-1) ?? null, 42),
      ...lines.map((text) => el("span", { class: "bounds", text })),
    );
  }
}

/** Whether a branch is to be seen by then: the search has come to it, or has left it out. @param {Branch} branch @param {number} now */
function isThere({ seen, cut }, now) {
  return seen ? seen.entered <= now : cut !== null && Math.min(cut.cut, cut.left) <= now;
}

/** Such as 1 ≥ β 0. @param {string | null} why */
const shortly = (why) => withFigures(why ?? "").replace("value ", "").replace("alpha", "α").replace("beta", "β");
