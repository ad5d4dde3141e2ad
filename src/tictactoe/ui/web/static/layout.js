// Where the nodes of a tree go: parents over the middle of their children, and no more room than that takes.

/**
 * @template T
 * @typedef {{ node: T, depth: number, x: number, parent: Place<T> | null }} Place x counts node widths from the left
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
  const walk = (/** @type {any} */ grown, /** @type {number} */ x, /** @type {number} */ depth, /** @type {any} */ parent) => {
    const place = { node: grown.node, depth, x, parent };
    places.push(place);
    for (const child of grown.children) walk(child, x + child.dx, depth + 1, place);
  };
  walk(tree, least, 0, null);
  return places;
}

/**
 * A subtree with its outline: how far it reaches to either side at each depth, seen from its own root. A child goes as
 * far to the left as the outline of those before it lets it.
 * @template T
 * @param {T} node @param {(node: T) => T[]} childrenOf
 * @returns {any}
 */
function shift(node, childrenOf) {
  const children = childrenOf(node).map((child) => shift(child, childrenOf));
  /** @type {number[]} */
  const left = [], right = [];
  for (const child of children) {
    child.dx = 0;
    right.forEach((edge, depth) => {
      if (depth >= child.left.length) return;
      child.dx = Math.max(child.dx, edge - child.left[depth] + (depth ? BETWEEN_COUSINS : 1));
    });
    child.left.forEach((/** @type {number} */ edge, /** @type {number} */ depth) => {
      left[depth] = Math.min(left[depth] ?? Infinity, child.dx + edge);
      right[depth] = Math.max(right[depth] ?? -Infinity, child.dx + child.right[depth]);
    });
  }
  const middle = children.length ? (children[0].dx + children[children.length - 1].dx) / 2 : 0;
  for (const child of children) child.dx -= middle;
  return { node, children, left: [0, ...left.map((edge) => edge - middle)], right: [0, ...right.map((edge) => edge - middle)] };
}
