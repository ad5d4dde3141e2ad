// The lecture's walk down the tree to e2 and back up, with the values that are really there.

import { figure } from "./words.js";

/** a5, b3, c6, d3, e2 as moves from the empty board. */
const DOWN = ["b2", "c1", "b3", "a2", "b1"];
/** @param {number} depth */
const key = (depth) => DOWN.slice(0, depth).join(".") || ".";

/**
 * @typedef {import("./answers.js").Node} Node
 * @typedef {(key: string) => Node} Data what is known of a node
 * @typedef {(key: string) => Node[]} Below what is known of the nodes below it
 * @typedef {{ title: string, open: number, focus: number, text: (data: Data, below: Below) => string }} Step
 * `open` is how many nodes of the way are open, `focus` the depth of the one that is looked at.
 */

/** Such as: d1 = 1, d2 = 0, in which no number is parted from its name. @param {Node[]} nodes */
const list = (nodes) => nodes.map(({ label, value }) => `${label}\u00a0=\u00a0${figure(value)}`).join(", ");
/** @param {Node[]} nodes @param {number | null} value */
const labels = (nodes, value) => nodes.filter((node) => node.value === value).map((node) => node.label);
/** @param {string[]} names */
const spoken = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/** @type {Step[]} */
export const STEPS = [
  {
    title: "the first move", open: 1, focus: 0,
    text: (_, below) =>
      `X begins and can choose among ${below(key(0)).length} moves, a1 to a${below(key(0)).length}. X wants the value ` +
      "to be as large as possible, O as small as possible. What is each move worth? We follow one line down to its end and see.",
  },
  {
    title: "a5", open: 2, focus: 1,
    text: (_, below) => {
      const { length } = below(key(1));
      return `X takes the centre: a5. Now O chooses, and has ${length} replies, b1 to b${length}.`;
    },
  },
  {
    title: "b3", open: 3, focus: 2,
    text: () => "Say O takes the corner at the top right: b3. It is X's turn again.",
  },
  {
    title: "c6", open: 4, focus: 3,
    text: () => "X goes below the centre: c6. That makes two in the middle column, and its top cell is still free.",
  },
  {
    title: "d3", open: 5, focus: 4,
    text: () => "Suppose O does not see it and plays on the left: d3.",
  },
  {
    title: "e2", open: 5, focus: 5,
    text: (data) =>
      `X fills the column: e2. ${data(key(5)).words}. Nobody needs to think about the value of a game that has ended: ` +
      `it is ${figure(data(key(5)).value)}.`,
  },
  {
    title: "back at d3", open: 5, focus: 4,
    text: (data, below) =>
      `One level up it is X who chooses, so the value is the largest of ${list(below(key(4)))}. X would pick e2 and win ` +
      `at once: d3 is worth ${figure(data(key(4)).value)}.`,
  },
  {
    title: "back at c6", open: 5, focus: 3,
    text: (data, below) => {
      const { value } = data(key(3));
      return `Here O chooses, and takes the smallest of ${list(below(key(3)))}. So O would not have picked d3: only ` +
        `${spoken(labels(below(key(3)), value))} closes the column in time. c6 is worth ${figure(value)}.`;
    },
  },
  {
    title: "back at b3", open: 5, focus: 2,
    text: (data, below) =>
      `X chooses, and the largest of ${list(below(key(2)))} is ${figure(data(key(2)).value)}. Whatever X does after b3, ` +
      `O can hold it: b3 is worth ${figure(data(key(2)).value)}.`,
  },
  {
    title: "back at a5", open: 5, focus: 1,
    text: (data, below) => {
      const { value } = data(key(1));
      return `O chooses the smallest of ${list(below(key(1)))}: the corners ${spoken(labels(below(key(1)), value))} hold ` +
        `the draw, the sides lose. O will not choose a side, so a5 is worth ${figure(value)}.`;
    },
  },
  {
    title: "back at the top", open: 5, focus: 0,
    text: (data, below) =>
      `X takes the largest of ${list(below(key(0)))}: ${figure(data(key(0)).value)}. If both play their best, the game is ` +
      `a ${data(key(0)).words}, and the centre is as good a beginning as any other.`,
  },
];

/** The state of the tree at a step, from 1. @param {number} number */
export function walkState(number) {
  const { open, focus } = STEPS[number - 1];
  return {
    open: Array.from({ length: open }, (_, depth) => key(depth)).join(","),
    focus: key(focus),
    walk: String(number),
  };
}
