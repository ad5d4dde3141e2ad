// Where the nodes of a tree go: parents over the middle of their children, and no more room than that takes.

/**
 * @template T
 * @typedef {{ node: T, depth: number, x: number, parent: Place<T> | null }} Place x counts node widths from the left
 */

/**
 * @template T
 * @typedef {{ node: T, dx: number, children: Grown<T>[], left: number[], right: number[] }} Grown
 * A subtree with its outline: how far it reaches to either side at each depth, seen from its own root, which stands dx
 * to the right of its parent.
 */

/** Cousins stand a little further apart than brothers. */
const BETWEEN_COUSINS = 1.25;

/**
 * @template T
 * @param {T} root @param {(node: T) => T[]} childrenOf
 * @returns {Place<T>[]} each before those below it
 */
export function layout(root, childrenOf) {
  const tree = shift(root, childrenOf);
  /** @type {Place<T>[]} */
  const places = [];
  const least = -Math.min(...tree.left);
  /** @param {Grown<T>} grown @param {number} x @param {number} depth @param {Place<T> | null} parent */
  const walk = (grown, x, depth, parent) => {
    const place = { node: grown.node, depth, x, parent };
    places.push(place);
    for (const child of grown.children) walk(child, x + child.dx, depth + 1, place);
  };
  walk(tree, least, 0, null);
  return places;
}

/**
 * A child goes as far to the left as the outline of those before it lets it.
 * @template T
 * @param {T} node @param {(node: T) => T[]} childrenOf
 * @returns {Grown<T>}
 */
function shift(node, childrenOf) {
  const children = childrenOf(node).map((child) => shift(child, childrenOf));
  /** @type {number[]} */
  const left = [];
  /** @type {number[]} */
  const right = [];
  for (const child of children) {
    child.dx = 0;
    right.forEach((edge, depth) => {
      if (depth >= child.left.length) return;
      child.dx = Math.max(child.dx, edge - child.left[depth] + (depth ? BETWEEN_COUSINS : 1));
    });
    child.left.forEach((edge, depth) => {
      left[depth] = Math.min(left[depth] ?? Infinity, child.dx + edge);
      right[depth] = Math.max(right[depth] ?? -Infinity, child.dx + child.right[depth]);
    });
  }
  const middle = children.length ? (children[0].dx + children[children.length - 1].dx) / 2 : 0;
  for (const child of children) child.dx -= middle;
  const outline = (/** @type {number[]} */ edges) => [0, ...edges.map((edge) => edge - middle)];
  return { node, dx: 0, children, left: outline(left), right: outline(right) };
}
