// The searches of one position, each as far as it has been asked for.

import { ask } from "./ask.js";
import { Trace } from "./trace.js";

/** Minimax of more empty cells has more nodes than are ever drawn whole. */
const MOST_EMPTY = 5;

export class Searches {
  /** @type {Map<string, Trace>} */
  #traces = new Map();

  /** @param {string} game @param {string} position @param {{ steps: number, furthest_step: number }} limits */
  constructor(game, position, limits) {
    this.game = game;
    this.position = position;
    this.limits = limits;
  }

  /** What is there of a search. @param {string} algorithm */
  of(algorithm) {
    return this.#traces.get(algorithm) ?? new Trace();
  }

  /** Whether there is all of it, or so many steps at least. @param {string} algorithm @param {number} least */
  has(algorithm, least) {
    const trace = this.of(algorithm);
    return trace.hasEnded || trace.steps.length >= Math.min(least, this.limits.furthest_step);
  }

  /** Ask for so many steps at least. @param {string} algorithm @param {number} least @param {AbortSignal} signal */
  async load(algorithm, least, signal) {
    const { game, position, limits } = this;
    const trace = this.of(algorithm);
    while (!this.has(algorithm, least)) {
      const skip = trace.steps.length;
      const part = { skip, limit: Math.min(limits.steps, limits.furthest_step - skip) };
      const found = await ask("trace", { algorithm, game, position: position || null, ...part }, signal);
      if (trace.steps.length === skip) trace.add(found); // else somebody else has asked for the same
      this.#traces.set(algorithm, trace);
    }
  }

  /** Whether the whole tree is small enough to be asked for, to show what a search leaves out. */
  get isSmall() {
    return this.position !== "" && this.position.split(".").length - 1 <= MOST_EMPTY;
  }
}
