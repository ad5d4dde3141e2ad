// The lecture's walk down the tree to e2 and back up: it asks, waits for an answer, and then shows the values there are.

import { listed } from "./known.js";
import { figure } from "./words.js";

export const LABELS = ["a5", "b3", "c6", "d3", "e2"];
/** The same as moves from the empty board. */
const DOWN = ["b2", "c1", "b3", "a2", "b1"];
/** @param {number} depth */
const key = (depth) => DOWN.slice(0, depth).join(".") || ".";
/** The nodes of the line that the walk follows. */
export const LINE = new Set(DOWN.map((_, depth) => key(depth + 1)));
/** What somebody says who wants to be told. */
export const TELL = "tell";

/**
 * @typedef {import("./answers.js").Node} Node
 * @typedef {{ node: (depth: number) => Node, below: (depth: number) => Node[] }} Seen what there is on the line, and below it
 * @typedef {{ name: string, text: string, right: boolean, why: string }} Option `why` is what is said when it is chosen
 * @typedef {{ words: string, options: (seen: Seen) => Option[] }} Question
 * @typedef {object} Step
 * @property {string} title
 * @property {number} open how many nodes of the line are open
 * @property {number} focus the depth of the one that is looked at
 * @property {(seen: Seen) => string} text
 * @property {Question} [asks]
 * @property {string[]} [before] the keys of nodes whose values are shown with the question; `b2*` are those below b2
 * @property {string[]} [after] and those shown with the answer
 */

/** @param {Node[]} nodes @param {number | null} value */
const labels = (nodes, value) => nodes.filter((node) => node.value === value).map((node) => node.label);
/** @param {string[]} names */
const spoken = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
/** @param {number} depth */
const below = (depth) => `${key(depth)}*`;

const VALUES = [
  { value: 1, text: "1: X wins" },
  { value: 0, text: "0: a draw" },
  { value: -1, text: "−1: O wins" },
];

/**
 * What is a node worth? What is wrong with an answer is said so that the right one can still be found.
 * @param {string} words @param {number} depth @param {(seen: Seen) => string} reason @returns {Question}
 */
function worth(words, depth, reason) {
  return {
    words,
    options: (seen) => {
      const { value, turn, over } = seen.node(depth);
      const best = turn === "X" ? "larger" : "smaller", size = turn === "X" ? "large" : "small";
      return VALUES.map((option) => {
        const right = option.value === value;
        const falls = (option.value - (value ?? 0)) * (turn === "X" ? 1 : -1) < 0;
        const why = over ? "Look at the board: the game has ended, and somebody has three in a row."
          : falls ? `${turn} chooses here, and there is something ${best} to take.`
          : `None of the moves from here is worth that: the values below are not as ${size}.`;
        return { name: String(option.value), text: option.text, right, why: right ? reason(seen) : why };
      });
    },
  };
}

/** @type {Step[]} */
export const STEPS = [
  {
    title: "the first move", open: 1, focus: 0,
    text: (seen) =>
      `X begins and can choose among ${seen.below(0).length} moves, a1 to a${seen.below(0).length}. X wants the value ` +
      "to be as large as possible, O as small as possible: 1 if X wins, 0 for a draw, −1 if O wins. What is each move " +
      "worth? Nobody knows yet. We follow one line down to its end and see.",
  },
  {
    title: "a5", open: 2, focus: 1,
    text: (seen) =>
      `X takes the centre: a5. Now O chooses, and has ${seen.below(1).length} replies, b1 to b${seen.below(1).length}.`,
  },
  {
    title: "b3", open: 3, focus: 2,
    text: () => "Say O takes the corner at the top right: b3. It is X's turn again.",
  },
  {
    title: "c6", open: 4, focus: 3,
    text: () => "X goes below the centre: c6. Look at the board.",
    asks: {
      words: "What does X threaten now?",
      options: () => [
        { name: "row", text: "to fill the bottom row", right: false, why: "X has only one of the three in that row." },
        {
          name: "column", text: "to fill the middle column", right: true,
          why: "X has two in the middle column, and its top cell is still free.",
        },
        { name: "nothing", text: "nothing yet", right: false, why: "X has two in one line already, and its third cell is free." },
      ],
    },
  },
  {
    title: "d3", open: 5, focus: 4,
    text: () => "Suppose O does not see it and plays on the left: d3. It is X's turn.",
    asks: {
      words: "Which move would X take here?",
      options: (seen) =>
        seen.below(4).map((node) => ({
          name: node.label,
          text: node.label,
          right: node.over && node.value === 1,
          why: node.over ? "It fills the middle column, and X has won."
            : node.value === 1 ? `After ${node.label} X still wins, but the game goes on. One of the moves wins at once.`
            : `After ${node.label} O takes the top of the column, and the game is a draw. X can do better.`,
        })),
    },
  },
  {
    title: "e2", open: 5, focus: 5,
    text: (seen) => `X fills the column: e2. ${seen.node(5).words}, and the game is over.`,
    asks: worth("What is e2 worth?", 5, (seen) =>
      `Nobody needs to look ahead in a game that has ended: ${seen.node(5).words}, so it is ${figure(seen.node(5).value)}.`),
    after: [key(5)],
  },
  {
    title: "back at d3", open: 5, focus: 4,
    text: () => "One level up it is X who chooses, among e1 to e5. We know that e2 is worth 1.",
    asks: worth("What is d3 worth?", 4, (seen) =>
      `X takes the largest of ${listed(seen.below(4))}. X would pick e2 and win at once: d3 is worth ` +
      `${figure(seen.node(4).value)}.`),
    after: [below(4), key(4)],
  },
  {
    title: "back at c6", open: 5, focus: 3,
    text: () => "One more level up it is O who chooses. O can look ahead in the same way, and sees that d3 is worth 1.",
    asks: {
      words: "Would O have picked d3?",
      options: (seen) => {
        const { value } = seen.node(3);
        return [
          { name: "yes", text: "yes", right: false, why: "After d3 X wins. O wants the value to be small: is there no better move?" },
          {
            name: "no", text: "no", right: true,
            why: `O takes the smallest of ${listed(seen.below(3))}. O would not have picked d3: only ` +
              `${spoken(labels(seen.below(3), value))} closes the column in time.`,
          },
        ];
      },
    },
    after: [below(3)],
  },
  {
    title: "c6, once more", open: 5, focus: 3,
    text: () => "Now the values of all six moves are known.",
    asks: worth("So what is c6 worth?", 3, (seen) =>
      `O takes the smallest: ${spoken(labels(seen.below(3), seen.node(3).value))}. c6 is worth ${figure(seen.node(3).value)}, ` +
      "although the line we followed ends with X winning."),
    after: [key(3)],
  },
  {
    title: "back at b3", open: 5, focus: 2,
    text: () => "The other moves of X have been looked into in the same way, down to the ends, and here are their values.",
    asks: worth("What is b3 worth?", 2, (seen) =>
      `X takes the largest of ${listed(seen.below(2))}. Whatever X does after b3, O can hold it: b3 is worth ` +
      `${figure(seen.node(2).value)}.`),
    before: [below(2)],
    after: [key(2)],
  },
  {
    title: "back at a5", open: 5, focus: 1,
    text: () => "O had eight replies to the centre. Here are their values.",
    asks: worth("What is a5 worth?", 1, (seen) => {
      const { value } = seen.node(1);
      return `O takes the smallest: the corners ${spoken(labels(seen.below(1), value))} hold the draw, the sides lose. O ` +
        `will not choose a side, so a5 is worth ${figure(value)}.`;
    }),
    before: [below(1)],
    after: [key(1)],
  },
  {
    title: "back at the top", open: 5, focus: 0,
    text: () => "These are the values of X's nine first moves.",
    asks: worth("What is the whole game worth?", 0, (seen) =>
      `X takes the largest of ${listed(seen.below(0))}: ${figure(seen.node(0).value)}. If both play their best, the game is ` +
      `a ${seen.node(0).words}, and the centre is as good a beginning as any other.`),
    before: [below(0)],
    after: [key(0)],
  },
  {
    title: "two lines", open: 5, focus: 4,
    text: (seen) =>
      "The line that we followed (➤, dashed) is a5, b3, c6, d3, e2, and X wins it. Perfect play (★) is with it as far as " +
      `c6 and leaves it at d3: there O takes ${spoken(labels(seen.below(3), seen.node(3).value))}, and it is a draw. To see ` +
      "that, nobody had to guess: the values came up from the ends, the largest where X chose and the smallest where O did. " +
      "That is minimax.",
  },
];

/** The step of this number, from 1; null if there is none. @param {string} number */
export const stepOf = (number) => STEPS[Number(number) - 1] ?? null;

/** The state of the tree at a step, from 1. @param {number} number */
export function walkState(number) {
  const { open, focus } = STEPS[number - 1];
  return {
    open: Array.from({ length: open }, (_, depth) => key(depth)).join(","),
    focus: key(focus),
    walk: String(number),
  };
}

/** Whether nothing is left to be answered at a step. @param {Step} step @param {string[]} said @param {Seen} seen */
export function isAnswered({ asks }, said, seen) {
  return !asks || said.includes(TELL) || asks.options(seen).some(({ name, right }) => right && said.includes(name));
}

/** The key of the node above, if there is one. @param {string} node */
const above = (node) => (node === "." ? "" : node.split(".").slice(0, -1).join(".") || ".");

/** Whether the walk has shown a node's value by then. @param {Step} now @param {boolean} isDone whether it is answered */
export function shownBy(now, isDone) {
  const earlier = STEPS.slice(0, STEPS.indexOf(now)).flatMap(({ before = [], after = [] }) => [...before, ...after]);
  const shown = new Set([...earlier, ...(now.before ?? []), ...(isDone ? now.after ?? [] : [])]);
  return (/** @type {string} */ node) => shown.has(node) || shown.has(`${above(node)}*`);
}
