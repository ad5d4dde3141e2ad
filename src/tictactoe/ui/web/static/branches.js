// The tree that is drawn of a search: the nodes it comes to, and the branches that it leaves out.

import { afterMove, turnAfter } from "./notation.js";

/**
 * @typedef {import("./trace.js").SearchNode} SearchNode
 * @typedef {object} Branch
 * @property {string} key @property {string[]} path @property {string} position @property {"X" | "O"} turn
 * @property {SearchNode | null} seen null if the search never comes here
 * @property {SearchNode | null} cut the node at which this, or what is above it, was left out
 * @property {number | null} exact its value, if it is known from elsewhere: that of a branch left out
 * @property {Branch[]} children
 */

/**
 * All of a tree that a search goes through, what it leaves out included.
 * @param {import("./trace.js").Trace} trace @param {SearchNode} whole the same node in a search that leaves nothing out
 * @param {SearchNode | null} [above] where it has been left out already
 * @returns {Branch}
 */
export function branchesOf(trace, whole, above = null) {
  const { key, path, position, turn, value: exact } = whole;
  const seen = trace.nodes.get(key) ?? null;
  const cut = seen ? null : above;
  const children = whole.children.map((child) => branchesOf(trace, child, seen ?? above));
  return { key, path, position, turn, seen, cut, exact, children };
}

/**
 * The nodes on a way and those beside it, where the tree is too large to be drawn whole; of a cut, only the first nodes.
 * @param {SearchNode} node @param {Set<SearchNode>} way
 * @returns {Branch}
 */
export function branchesBeside(node, way) {
  const { key, path, position, turn } = node;
  const branch = { key, path, position, turn, seen: node, cut: null, exact: null };
  if (!way.has(node)) return { ...branch, children: [] };
  const left = node.untried.map((move) => ({
    key: `${key} ${move}`.trim(), path: [...path, move], position: afterMove(position, turn, move), turn: turnAfter(turn, 1),
    seen: null, cut: node, exact: null, children: [],
  }));
  return { ...branch, children: [...node.children.map((child) => branchesBeside(child, way)), ...left] };
}
