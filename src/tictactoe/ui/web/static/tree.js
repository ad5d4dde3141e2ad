// The view of the game tree: nodes are opened one by one, and fetched when they are.

import { ask } from "./ask.js";
import { Diagram } from "./diagram.js";
import { at, el, set } from "./dom.js";
import { isTaken, learn, storyOf, wordsOf } from "./known.js";
import { smallBoard, valueLine } from "./marks.js";
import { isPosition, listOf, turnAfter } from "./notation.js";
import { Walk } from "./walking.js";
import { counted, figure } from "./words.js";

const ROOT = ".";
const EMPTY = {
  position: "", // of the root, or the moves that lead to it
  moves: "",
  fold: "",
  open: ROOT, // the nodes that are open, each as its moves: b2.c1; b2.c1* is all that is below, too
  focus: ROOT,
  reveal: "", // whether all values are shown
  known: "", // the nodes whose values have been asked for, or found out and closed again
  walk: "", // the step of the guided walk
  said: "", // what has been answered there
};
/** What is left of a state when another tree is shown. */
const FRESH = { open: ROOT, focus: ROOT, known: "", walk: "", said: "" };
/** More nodes than these, of all that become known at once, are counted instead of said. */
const MOST_TOLD = 4;
/** With more empty cells than these, there is too much below a node to open all of it. */
const MOST_EMPTY = 4;
const SIZE = { width: 77, height: 116 };

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
  /** What is known of them. @type {import("./known.js").Knowledge} */
  let known = new Map();
  let isSameTree = false;
  let drawnRoot = "", drawnWalk = "", typed = "", typedAt = 0;
  const diagram = new Diagram(at("tree-sheet"), "The tree: scroll or drag", { role: "tree", "aria-label": "Game tree" });

  /** @param {Record<string, string>} change @param {boolean} [replace] */
  const go = (change, replace = false) => shell.go({ ...state, ...change }, { replace });
  const find = (/** @type {string} */ key) => shown.find((node) => node.key === key);
  const focused = () => find(state.focus) ?? shown[0];
  const listOfKeys = (/** @type {string} */ text) => new Set(text.split(",").filter(Boolean));
  const hasMoves = (/** @type {TreeNode} */ node) => !node.data.over;
  const isOpen = (/** @type {TreeNode} */ node) => node.children.length > 0;
  const empties = (/** @type {TreeNode} */ { data }) => data.position.split(".").length - 1;
  const walk = new Walk(shell, {
    go: (change) => go(change),
    to: (change) => shell.go({ ...DEFAULTS, ...change }),
    find: (key) => find(key),
  });

  function show(/** @type {any} */ next) {
    state = next;
    at("tree-fold").checked = Boolean(state.fold);
    at("tree-reveal").checked = Boolean(state.reveal);
    at("tree-preset").value = state.moves || state.game !== DEFAULTS.game ? "other" : state.position;
    if (at("tree-preset").selectedIndex < 0) at("tree-preset").value = "other";
    at("tree-game").value = state.game;
    at("tree-where").value = state.position || state.moves;
    shell.attempt("tree", async (signal) => {
      const { game, position, moves, fold } = state;
      const options = { depth: 1, fold: Boolean(fold) };
      const wanted = listOfKeys(state.open);
      const data = await ask("tree", { game, ...(position ? { position } : { moves }), ...options }, signal);
      /** @param {import("./answers.js").Node} data @param {TreeNode | null} parent @param {boolean} isWhole @returns {Promise<TreeNode>} */
      const grow = async (data, parent, isWhole) => {
        const path = parent ? [...parent.path, data.move ?? ""] : [];
        const key = path.join(".") || ROOT;
        /** @type {TreeNode} */
        const node = { data, key, path, parent, chosen: data.chosen && (parent?.chosen ?? true), children: [] };
        const all = isWhole || (wanted.has(`${key}*`) && empties(node) <= MOST_EMPTY);
        if ((all || wanted.has(key)) && !data.over) {
          const isThere = isWhole || (!parent && !all);
          const about = { game, position: data.position, ...options, depth: all ? empties(node) : 1 };
          const below = isThere ? data : await ask("tree", about, signal);
          node.children = await Promise.all(below.children.map((child) => grow(child, node, all)));
        }
        return node;
      };
      const root = await grow(data, null, false);
      if (signal.aborted) return;
      shown = inOrder(root);
      const asked = listOfKeys(state.known);
      const before = known;
      const isShown = walk.shown(state);
      known = learn(root, isShown ?? ((key) => Boolean(state.reveal) || asked.has(key)), !isShown);
      draw(root);
      tell(before);
    });
  }

  /** @param {TreeNode} root */
  function draw(root) {
    const isInside = diagram.nodes.contains(document.activeElement);
    const focus = focused();
    diagram.draw({
      root,
      childrenOf: (node) => node.children,
      keyOf: (node) => node.key,
      fill: (node, box) => fill(node, box, node === focus),
      edgeClass,
      turn: root.data.turn,
      ...SIZE,
      gap: 34,
    });
    const rootNow = `${state.game} ${root.data.position} ${state.fold}`;
    isSameTree = rootNow === drawnRoot;
    if (rootNow !== drawnRoot || state.walk !== drawnWalk) diagram.sheet.fit();
    drawnRoot = rootNow;
    drawnWalk = state.walk;
    for (const child of focus.children.slice(-1)) diagram.reveal(child.key);
    diagram.follow(shown.filter(onPath).map(({ key }) => key).reverse());
    if (isInside) diagram.box(focus.key)?.focus({ preventScroll: true });
    drawHere(focus);
    walk.draw();
  }

  /** @param {TreeNode} node */
  function edgeClass(node) {
    const isBest = isTaken(node, known);
    const names = { chosen: isBest && node.chosen && !walk.isOn, best: isBest, followed: walk.follows(node.key), path: onPath(node) };
    return ["edge", ...Object.entries(names).flatMap(([name, holds]) => (holds ? [name] : []))].join(" ");
  }

  /** Whether a node is the one that is looked at, or above it. @param {TreeNode} node */
  const onPath = ({ key }) => key === ROOT || `${focused().key}.`.startsWith(`${key}.`);

  /** @param {TreeNode} node @param {HTMLElement} box @param {boolean} isFocus */
  function fill(node, box, isFocus) {
    const { data, parent } = node;
    const how = known.get(node.key), isBest = isTaken(node, known);
    const siblings = parent?.children ?? [node];
    set(box, {
      role: "treeitem",
      class: ["box", isBest ? "best" : "", onPath(node) ? "path" : "", data.over ? "over" : ""].join(" ").trim(),
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
    const words = data.value === null ? "open" : figure(data.value); // how far it is open, its name and the side say
    const value = how ? valueLine(data.value, words) : el("span", { class: "value unknown", text: "?" });
    box.replaceChildren(
      el("span", { class: "line" }, title, count),
      smallBoard(data.position, data.move, 60),
      value,
      el("span", { class: "tag star", text: isBest && parent ? "★\uFE0E" : "" }),
      el("span", { class: "tag", text: walk.follows(node.key) ? "➤\uFE0E" : "" }),
      el("span", { class: "more", text: hasMoves(node) ? (isOpen(node) ? "▾" : "▸") : "" }),
    );
  }

  const mover = (/** @type {TreeNode} */ { data }) => turnAfter(data.turn, 1);

  /** Such as: b3, O c1: draw, 7 moves. @param {TreeNode} node */
  function nameOf(node) {
    const { data, parent } = node;
    const title = parent ? `${data.label}, ${mover(node)} ${data.move}` : `root, ${data.turn} to move`;
    const how = known.get(node.key);
    const value = how ? wordsOf(data, how) : "value not known yet";
    const moves = data.over ? [] : [counted(empties(node), "move")];
    const same = data.same.length > 1 ? [`stands for ${data.same.join(", ")}`] : [];
    const line = walk.follows(node.key) ? ["on the line that is followed"] : [];
    const best = parent && isTaken(node, known) ? ["a best move"] : [];
    return `${title}: ${[value, ...moves, ...same, ...line, ...best].join(", ")}`;
  }

  /** @param {TreeNode} node */
  function drawHere(node) {
    const { data } = node;
    at("tree-name").textContent = node.parent ? `${data.label}: ${mover(node)} plays ${data.move}` : "The root";
    at("tree-words").textContent = storyOf(node, known);
    at("tree-ask").disabled = known.has(node.key) || walk.isOn;
    const isClosed = (/** @type {TreeNode} */ below) => hasMoves(below) && !isOpen(below);
    at("tree-ends").disabled = empties(node) > MOST_EMPTY || walk.isOn || !inOrder(node).some(isClosed);
    const all = [...listOf(state.moves), ...node.path].join(" ");
    const side = choices.sides.find(({ people }) => people.join("") === data.turn)?.name ?? choices.defaults.side;
    at("tree-play").href = shell.link("play", state.position
      ? { game: state.game, start: state.position, moves: node.path.join(" "), side }
      : { game: state.game, moves: all, side });
    at("tree-search").href = shell.link("search", { game: state.game, position: data.position });
    at("tree-root").disabled = !node.parent;
  }

  /** What has become known since the last drawing of the same tree: said, and shown from the ends upwards. @param {import("./known.js").Knowledge} before */
  function tell(before) {
    const news = isSameTree ? shown.filter(({ key }) => known.has(key) && !before.has(key)).reverse() : [];
    const depths = news.map(({ path }) => path.length);
    for (const { key, path } of news) {
      const box = diagram.box(key);
      if (!box) continue;
      box.style.animationDelay = `${(Math.max(...depths) - path.length) * 0.25}s`;
      box.classList.add("news");
    }
    if (walk.isOn || !news.length) return;
    const told = news.slice(0, MOST_TOLD).map((node) => `${node.parent ? node.data.label : "root"}: ${wordsOf(node.data, known.get(node.key) ?? "told")}`);
    shell.say(`Now known: ${told.join("; ")}${news.length > MOST_TOLD ? `; and ${news.length - MOST_TOLD} more` : ""}.`);
  }

  /** @param {TreeNode} node */
  function toggle(node) {
    if (walk.answer(node.data.label)) return;
    if (!hasMoves(node) || (isOpen(node) && walk.holds(node.key))) return go({ focus: node.key }, true);
    const open = new Set([...[...listOfKeys(state.open)].filter((key) => !key.endsWith("*")), ...shown.filter(isOpen).map(({ key }) => key)]);
    if (isOpen(node)) open.delete(node.key);
    else open.add(node.key);
    // What was found out below a node is not forgotten when it is closed.
    const keeps = isOpen(node) && !walk.isOn && !state.reveal && known.has(node.key);
    go({ open: [...open].join(",") || ",", focus: node.key, ...(keeps ? learned(node) : {}) });
  }

  /** @param {TreeNode} node */
  const learned = ({ key }) => ({ known: [...listOfKeys(state.known).add(key)].join(",") });

  diagram.nodes.addEventListener("click", (/** @type {Event} */ event) => {
    const box = /** @type {HTMLElement} */ (event.target).closest(".box");
    const node = box && find(/** @type {HTMLElement} */ (box).dataset.key ?? "");
    if (!node) return;
    /** @type {HTMLElement} */ (box).focus({ preventScroll: true });
    toggle(node);
  });

  /** @param {string} key @returns {boolean} whether it means something */
  function press(key) {
    const node = focused();
    if (!node) return false;
    const place = shown.indexOf(node);
    const to = (/** @type {TreeNode | null | undefined} */ next) => next && go({ focus: next.key }, true);
    if (key === "Enter" || key === " ") toggle(node);
    else if (key === "ArrowDown") to(shown[place + 1]);
    else if (key === "ArrowUp") to(shown[place - 1]);
    else if (key === "ArrowRight") isOpen(node) ? to(node.children[0]) : hasMoves(node) && toggle(node);
    else if (key === "ArrowLeft") isOpen(node) ? toggle(node) : to(node.parent);
    else if (key === "Home") to(shown[0]);
    else if (key === "End") to(shown[shown.length - 1]);
    else {
      const named = /^[a-z0-9]$/i.test(key) ? byLabel(key, place) : undefined;
      to(named);
      return Boolean(named);
    }
    return true;
  }

  /** The next node whose label begins with what has been typed just now. @param {string} key @param {number} place */
  function byLabel(key, place) {
    const now = performance.now();
    typed = (now - typedAt < 900 ? typed : "") + key.toLowerCase();
    typedAt = now;
    const from = typed.length > 1 ? place : place + 1;
    return [...shown.slice(from), ...shown.slice(0, from)].find((node) => node.data.label.startsWith(typed));
  }

  at("tree-fold").addEventListener("change", () => go({ fold: at("tree-fold").checked ? "1" : "", ...FRESH, open: state.open }));
  at("tree-reveal").addEventListener("change", () => go({ reveal: at("tree-reveal").checked ? "1" : "", walk: "", said: "" }));
  at("tree-walk").addEventListener("click", () => (walk.isOn ? go({ walk: "", said: "" }) : walk.begin()));
  at("tree-ask").addEventListener("click", () => go(learned(focused())));
  at("tree-ends").addEventListener("click", () => {
    const { key } = focused();
    go({ open: [...listOfKeys(state.open).add(`${key}*`)].join(",") });
  });
  at("tree-preset").addEventListener("change", () => {
    const position = at("tree-preset").value;
    if (position === "other") at("tree-where").focus();
    else go({ ...FRESH, game: DEFAULTS.game, position, moves: "" });
  });
  at("tree-root").addEventListener("click", () => {
    const node = focused();
    const place = state.position
      ? { position: node.data.position, moves: "" }
      : { position: "", moves: [...listOf(state.moves), ...node.path].join(" ") };
    go({ ...place, ...FRESH });
  });
  at("tree-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = at("tree-where").value.trim(), game = at("tree-game").value.trim();
    const where = isPosition(text) ? { position: text, moves: "" } : { position: "", moves: text };
    // Asked first, so that a slip of the pen does not cost the tree that is shown.
    shell.attempt("tree-form", async (signal) => {
      await ask("board", { game, ...(where.position ? { position: text } : { moves: text }) }, signal);
      go({ game, ...where, ...FRESH });
    });
  });

  function hide() {
    shell.drop("tree");
  }

  return { defaults: DEFAULTS, choices: {}, show, hide, keys: press, sheet: diagram.sheet };
}

/** @param {TreeNode} node @returns {TreeNode[]} */
const inOrder = (node) => [node, ...node.children.flatMap(inOrder)];
