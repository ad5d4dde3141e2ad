// The way in: which steps lead a learner from a game to an exercise, and how far one has come, which this browser keeps.

const KEPT = "way";

/**
 * @typedef {{ name: string, title: string, view: string, state: import("./link.js").State, task: string, end: string }} Step
 * `view` and `state` are what it opens; `task` is what there is to do, `end` what has come of
 * it, which is said at the next
 */

/** @type {Step[]} */
export const STEPS = [
  {
    name: "play", title: "Play", view: "play", state: {},
    task: "Play a game against the perfect player. Can you win?",
    end: "Nobody beats it, and it does not beat who plays as well: then the game is a draw. How does it know what to play?",
  },
  {
    name: "why", title: "Why?", view: "play", state: { moves: "b2 b1", hint: "1" },
    task: "O has just made a mistake. What is each of X's moves worth, and why? Point at the cells, or read the list.",
    end: "A value says how the game ends if both play their best from there.",
  },
  {
    name: "tree", title: "Tree", view: "tree", state: { walk: "1" },
    task: "Where do the values come from? Follow one line of play down to its end and back up.",
    end: "Values come up from the ends: the largest where X chooses, the smallest where O does.",
  },
  {
    name: "search", title: "Search", view: "search", state: {},
    task: "Watch the program do the same, step by step. What does it leave out?",
    end: "A branch that cannot change the answer need not be looked at: that is alpha-beta.",
  },
  {
    name: "predict", title: "Predict", view: "predict", state: {},
    task: "Now without help: what is each node worth?",
    end: "You have gone the whole way. Every view can be opened by itself, on any position.",
  },
];

export class Way {
  /** Whether somebody is on the way just now, and at which step. */
  at = -1;
  /** @type {Set<string>} */
  done = new Set();
  /** Whether somebody has said that they need no way in. */
  isSkipped = false;

  constructor() {
    const { done = [], skipped = false } = kept(localStorageOr());
    const names = STEPS.map(({ name }) => name);
    this.done = new Set(done.filter((/** @type {string} */ name) => names.includes(name)));
    this.isSkipped = skipped === true;
  }

  /** The first step that is not done; the first of all, when all are. */
  get next() {
    return Math.max(0, STEPS.findIndex(({ name }) => !this.done.has(name)));
  }

  get isDone() {
    return this.done.size === STEPS.length;
  }

  /** @param {number} number */
  begin(number) {
    this.at = number;
    this.isSkipped = false;
    this.#keep();
  }

  finish() {
    if (STEPS[this.at]) this.done.add(STEPS[this.at].name);
    this.#keep();
  }

  leave() {
    this.at = -1;
  }

  skip() {
    this.at = -1;
    this.isSkipped = true;
    this.#keep();
  }

  #keep() {
    try {
      localStorageOr()?.setItem(KEPT, JSON.stringify({ done: [...this.done], skipped: this.isSkipped }));
    } catch {
      // a browser that keeps nothing still shows the way
    }
  }
}

/** The browser's store; null where there is none, or where it may not be used. */
function localStorageOr() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** What was kept; nothing, if somebody has written something else there. @param {Storage | null} store @returns {any} */
function kept(store) {
  try {
    const found = JSON.parse(store?.getItem(KEPT) ?? "{}");
    return Array.isArray(found?.done) ? found : {};
  } catch {
    return {};
  }
}
