// The view of the game tree: nodes are opened one by one, and fetched when they are.

import { ask } from "./ask.js";
import { Diagram } from "./diagram.js";
import { at, el, set } from "./dom.js";
import { smallBoard, valueLine } from "./marks.js";
import { isPosition, listOf, turnAfter } from "./notation.js";
import { STEPS, walkState } from "./walk.js";
import { counted } from "./words.js";

const ROOT = ".";
const EMPTY = {
  position: "", // of the root, or the moves that lead to it
  moves: "",
  fold: "",
  open: ROOT, // the nodes that are open, each as its moves: b2.c1
  focus: ROOT,
  walk: "", // the step of the guided walk
};
const SIZE = { width: 104, height: 116 };

/**
 * @typedef {{ data: import("./answers.js").Node, key: string, path: string[], chosen: boolean, children: TreeNode[],
 *   parent: TreeNode | null }} TreeNode
 */

/** @param {import("./shell.js").Shell} shell @param {import("./answers.js").Choices} choices */
export function tree(shell, choices) {
  const DEFAULTS = { ...EMPTY, game: choices.defaults.game };
  let state = { ...DEFAULTS };
  /** All nodes shown, each before those below it. @type {TreeNode[]} */
  let shown = [];
  let drawnRoot = "", drawnWalk = "", typed = "", typedAt = 0;
  const diagram = new Diagram(at("tree-sheet"), "The tree: scroll or drag", { role: "tree", "aria-label": "Game tree" });

  /** @param {Record<string, string>} change @param {boolean} [replace] */
  const go = (change, replace = false) => shell.go({ ...state, ...change }, { replace });
  const find = (/** @type {string} */ key) => shown.find((node) => node.key === key);
  const focused = () => find(state.focus) ?? shown[0];
  const opened = () => new Set(state.open.split(",").filter(Boolean));
  const hasMoves = (/** @type {TreeNode} */ node) => !node.data.over;
  const isOpen = (/** @type {TreeNode} */ node) => node.children.length > 0;

  function show(/** @type {any} */ next) {
    state = next;
    at("tree-fold").checked = Boolean(state.fold);
    at("tree-game").value = state.game;
    at("tree-where").value = state.position || state.moves;
    shell.attempt("tree", async (signal) => {
      const { game, position, moves, fold } = state;
      const options = { depth: 1, fold: Boolean(fold) };
      const wanted = opened();
      const data = await ask("tree", { game, ...(position ? { position } : { moves }), ...options }, signal);
      /** @param {import("./answers.js").Node} data @param {TreeNode | null} parent @returns {Promise<TreeNode>} */
      const grow = async (data, parent) => {
        const path = parent ? [...parent.path, data.move ?? ""] : [];
        const key = path.join(".") || ROOT;
        /** @type {TreeNode} */
        const node = { data, key, path, parent, chosen: data.chosen && (parent?.chosen ?? true), children: [] };
        if (wanted.has(key) && !data.over) {
          const whole = parent ? await ask("tree", { game, position: data.position, ...options }, signal) : data;
          node.children = await Promise.all(whole.children.map((child) => grow(child, node)));
        }
        return node;
      };
      const root = await grow(data, null);
      if (signal.aborted) return;
      shown = inOrder(root);
      draw(root);
    });
  }

  /** @param {TreeNode} root */
  function draw(root) {
    const isInside = diagram.nodes.contains(document.activeElement);
    const focus = focused();
    const onPath = new Set();
    for (let node = /** @type {TreeNode | null} */ (focus); node; node = node.parent) onPath.add(node.key);
    diagram.draw({
      root,
      childrenOf: (node) => node.children,
      keyOf: (node) => node.key,
      fill: (node, box) => fill(node, box, node === focus, onPath.has(node.key)),
      edgeClass: ({ key, chosen, data }) =>
        ["edge", chosen ? "chosen" : "", data.best ? "best" : "", onPath.has(key) ? "path" : ""].join(" ").trim(),
      turn: root.data.turn,
      ...SIZE,
      gap: 34,
    });
    const rootNow = `${state.game} ${root.data.position} ${state.fold}`;
    if (rootNow !== drawnRoot || state.walk !== drawnWalk) diagram.sheet.fit(1.6, 0.6);
    drawnRoot = rootNow;
    drawnWalk = state.walk;
    for (const child of focus.children.slice(-1)) diagram.reveal(child.key);
    diagram.reveal(focus.key);
    if (isInside) diagram.box(focus.key)?.focus({ preventScroll: true });
    drawHere(focus);
    drawWalk();
  }

  /** @param {TreeNode} node @param {HTMLElement} box @param {boolean} isFocus @param {boolean} isOnPath */
  function fill(node, box, isFocus, isOnPath) {
    const { data, parent } = node;
    const siblings = parent?.children ?? [node];
    set(box, {
      role: "treeitem",
      class: ["box", data.best ? "best" : "", isOnPath ? "path" : "", data.over ? "over" : ""].join(" ").trim(),
      tabindex: isFocus ? 0 : -1,
      "aria-selected": String(isFocus),
      "aria-level": node.path.length + 1,
      "aria-setsize": siblings.length,
      "aria-posinset": siblings.indexOf(node) + 1,
      "aria-expanded": hasMoves(node) ? String(isOpen(node)) : null,
      "aria-label": nameOf(node),
    });
    const count = data.same.length > 1 ? el("span", { class: "same", text: `×${data.same.length}` }) : "";
    const title = parent ? el("span", {}, el("b", { text: data.label }), ` ${mover(node)} ${data.move}`) : "root";
    box.replaceChildren(
      el("span", { class: "line" }, title, count),
      smallBoard(data.position, data.move),
      valueLine(data.value, data.words),
      el("span", { class: "more", text: hasMoves(node) ? (isOpen(node) ? "▾" : "▸") : "" }),
    );
  }

  const mover = (/** @type {TreeNode} */ { data }) => turnAfter(data.turn, 1);

  /** Such as: b3, O c1: draw, 7 moves. @param {TreeNode} node */
  function nameOf(node) {
    const { data, parent } = node;
    const title = parent ? `${data.label}, ${mover(node)} ${data.move}` : `root, ${data.turn} to move`;
    const moves = data.over ? [] : [counted(data.position.split(".").length - 1, "move")];
    const same = data.same.length > 1 ? [`stands for ${data.same.join(", ")}`] : [];
    return `${title}: ${[data.words, ...moves, ...same].join(", ")}`;
  }

  /** @param {TreeNode} node */
  function drawHere(node) {
    const { data } = node;
    at("tree-name").textContent = node.parent ? `${data.label}: ${mover(node)} plays ${data.move}` : "The root";
    const turn = `${data.turn} moves here and takes the ${data.turn === "X" ? "largest" : "smallest"} value.`;
    const words = `${data.words[0].toUpperCase()}${data.words.slice(1)}.`;
    at("tree-words").textContent = data.over ? words : `${words} ${turn}`;
    const all = [...listOf(state.moves), ...node.path].join(" ");
    const side = choices.sides.find(({ people }) => people.join("") === data.turn)?.name ?? choices.defaults.side;
    at("tree-play").href = shell.link("play", state.position
      ? { game: state.game, start: state.position, moves: node.path.join(" "), side }
      : { game: state.game, moves: all, side });
    at("tree-search").href = shell.link("search", { game: state.game, position: data.position });
    at("tree-root").disabled = !node.parent;
  }

  function drawWalk() {
    const number = STEPS[Number(state.walk) - 1] ? Number(state.walk) : 0;
    at("tree-walk").setAttribute("aria-pressed", String(Boolean(number)));
    at("tree-walk-box").hidden = !number;
    if (!number) return;
    const step = STEPS[number - 1];
    const data = (/** @type {string} */ key) => (find(key) ?? shown[0]).data;
    const below = (/** @type {string} */ key) => find(key)?.children.map((child) => child.data) ?? [];
    at("tree-walk-title").textContent = `${number} of ${STEPS.length}: ${step.title}`;
    const text = step.text(data, below);
    at("tree-walk-text").textContent = text;
    shell.say(text);
    at("tree-back").disabled = number === 1;
    at("tree-next").disabled = number === STEPS.length;
  }

  /** @param {TreeNode} node */
  function toggle(node) {
    const open = opened();
    if (!hasMoves(node)) return go({ focus: node.key }, true);
    if (isOpen(node)) open.delete(node.key);
    else open.add(node.key);
    return go({ open: [...open].join(",") || ",", focus: node.key });
  }

  const walkTo = (/** @type {number} */ number) => shell.go({ ...DEFAULTS, ...walkState(number) });

  diagram.nodes.addEventListener("click", (/** @type {Event} */ event) => {
    const box = /** @type {HTMLElement} */ (event.target).closest(".box");
    const node = box && find(/** @type {HTMLElement} */ (box).dataset.key ?? "");
    if (!node) return;
    /** @type {HTMLElement} */ (box).focus({ preventScroll: true });
    toggle(node);
  });

  diagram.nodes.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const node = focused();
    if (!node || event.ctrlKey || event.altKey || event.metaKey) return;
    const place = shown.indexOf(node);
    const to = (/** @type {TreeNode | null | undefined} */ next) => next && go({ focus: next.key }, true);
    if (event.key === "Enter" || event.key === " ") toggle(node);
    else if (event.key === "ArrowDown") to(shown[place + 1]);
    else if (event.key === "ArrowUp") to(shown[place - 1]);
    else if (event.key === "ArrowRight") isOpen(node) ? to(node.children[0]) : hasMoves(node) && toggle(node);
    else if (event.key === "ArrowLeft") isOpen(node) ? toggle(node) : to(node.parent);
    else if (event.key === "Home") to(shown[0]);
    else if (event.key === "End") to(shown[shown.length - 1]);
    else if (/^[a-z0-9]$/i.test(event.key)) to(byLabel(event, place));
    else return;
    event.preventDefault();
  });

  /** The next node whose label begins with what has been typed just now. @param {KeyboardEvent} event @param {number} place */
  function byLabel(event, place) {
    typed = (event.timeStamp - typedAt < 900 ? typed : "") + event.key.toLowerCase();
    typedAt = event.timeStamp;
    const from = typed.length > 1 ? place : place + 1;
    return [...shown.slice(from), ...shown.slice(0, from)].find((node) => node.data.label.startsWith(typed));
  }

  at("tree-in").addEventListener("click", () => diagram.sheet.zoomBy(1.25));
  at("tree-out").addEventListener("click", () => diagram.sheet.zoomBy(0.8));
  at("tree-fit").addEventListener("click", () => diagram.sheet.fit());
  at("tree-fold").addEventListener("change", () => go({ fold: at("tree-fold").checked ? "1" : "", walk: "" }));
  at("tree-walk").addEventListener("click", () => (state.walk ? go({ walk: "" }) : walkTo(1)));
  at("tree-back").addEventListener("click", () => walkTo(Number(state.walk) - 1));
  at("tree-next").addEventListener("click", () => walkTo(Number(state.walk) + 1));
  at("tree-root").addEventListener("click", () => {
    const node = focused();
    const place = state.position
      ? { position: node.data.position, moves: "" }
      : { position: "", moves: [...listOf(state.moves), ...node.path].join(" ") };
    go({ ...place, open: ROOT, focus: ROOT, walk: "" });
  });
  at("tree-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = at("tree-where").value.trim(), game = at("tree-game").value.trim();
    const where = isPosition(text) ? { position: text, moves: "" } : { position: "", moves: text };
    // Asked first, so that a slip of the pen does not cost the tree that is shown.
    shell.attempt("tree-form", async (signal) => {
      await ask("board", { game, ...(where.position ? { position: text } : { moves: text }) }, signal);
      go({ game, ...where, open: ROOT, focus: ROOT, walk: "" });
    });
  });

  function hide() {
    shell.drop("tree");
  }

  return { defaults: DEFAULTS, choices: {}, show, hide };
}

/** @param {TreeNode} node @returns {TreeNode[]} */
const inOrder = (node) => [node, ...node.children.flatMap(inOrder)];
