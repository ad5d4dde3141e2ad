// What is known of a tree that is shown: nothing until it is reached. The end of a game has its value; a value travels to
// the parent as soon as MAX or MIN can take one there.

import { figure } from "./words.js";

/**
 * @typedef {import("./tree.js").TreeNode} TreeNode
 * @typedef {import("./answers.js").Node} Node
 * @typedef {"told" | "end" | "taken" | "decided"} How
 * `told` by whoever asked or revealed; the `end` of a game; `taken` from children that are all known; `decided` by one
 * child that nothing can be better than.
 * @typedef {Map<string, How>} Knowledge of the nodes whose value is known, by key
 */

/** What MAX and MIN take, and that nothing is better than. */
const BEST = { X: { who: "MAX", which: "largest", value: 1, beyond: "larger" }, O: { who: "MIN", which: "smallest", value: -1, beyond: "smaller" } };
const WORDS = { 1: "X wins", 0: "draw", "-1": "O wins" };

/**
 * @param {TreeNode} root @param {(key: string) => boolean} isTold
 * @param {boolean} flows whether values come up by themselves; else only what is told is known
 * @returns {Knowledge}
 */
export function learn(root, isTold, flows) {
  /** @type {Knowledge} */
  const known = new Map();
  /** @param {TreeNode} node */
  const visit = (node) => {
    node.children.forEach(visit);
    const how = isTold(node.key) ? "told" : flows ? howKnown(node, known) : null;
    if (how) known.set(node.key, how);
  };
  visit(root);
  return known;
}

/** @param {TreeNode} node @param {Knowledge} known of the nodes below it @returns {How | null} */
function howKnown({ data, children }, known) {
  if (data.over) return "end";
  const values = children.map((child) => (known.has(child.key) ? child.data.value : null));
  if (values.includes(BEST[data.turn].value)) return "decided";
  return children.length && !values.includes(null) && !data.left_out ? "taken" : null;
}

/** The value in words: with the distance, if that has been told or is to be seen. @param {Node} data @param {How} how */
export function wordsOf(data, how) {
  const isPlain = how === "taken" || how === "decided";
  return isPlain && data.value !== null ? WORDS[/** @type {1} */ (data.value)] : data.words;
}

/** Whether a value that is known is the one that its parent has taken. @param {TreeNode} node @param {Knowledge} known */
export function isTaken({ data, key, parent }, known) {
  const above = parent && known.get(parent.key);
  if (!above || !known.has(key)) return false;
  return above === "told" ? data.best : data.value === parent.data.value;
}

/** Such as: d1 = 1, d2 = 0, in which no number is parted from its name. @param {Node[]} nodes */
export const listed = (nodes) => nodes.map(({ label, value }) => `${label}\u00a0=\u00a0${figure(value)}`).join(", ");

/** How a node has come to its value, or what it lacks. @param {TreeNode} node @param {Knowledge} known */
export function storyOf(node, known) {
  const { data, children } = node, how = known.get(node.key);
  const { who, which, value, beyond } = BEST[data.turn];
  const sentence = `${data.words[0].toUpperCase()}${data.words.slice(1)}.`;
  const chooses = `${data.turn} chooses here`;
  const seen = children.filter((child) => known.has(child.key)).map((child) => child.data);
  if (how === "end") return `${sentence} The game is over, so nobody has to look ahead: its value is ${figure(data.value)}.`;
  if (how === "told") return `${sentence} ${chooses}: ${who} takes the ${which} value.`;
  if (how === "decided") {
    const one = seen.filter((child) => child.value === value).slice(0, 1);
    return `${chooses}: ${listed(one)}, and nothing is ${beyond}, so ${who} takes it. The value is ${figure(value)}.`;
  }
  if (how === "taken") return `${chooses}: ${who} takes the ${which} of ${listed(seen)}. The value is ${figure(data.value)}.`;
  const lacks = "Its value is not known yet.";
  if (!children.length) return `${lacks} Open it, down to the ends of the game, or ask.`;
  const open = children.length - seen.length;
  const far = seen.length ? `Known are ${listed(seen)}; ${open} ${open === 1 ? "is" : "are"} missing.` : "None below it is known.";
  return `${lacks} ${chooses}: ${who} will take the ${which} of the values below. ${far}`;
}
