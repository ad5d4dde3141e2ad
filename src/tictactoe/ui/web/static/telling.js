// What a step of a search does, in a sentence.

import { turnAfter } from "./notation.js";
import { boundText, counted, known, knownInWords, withFigures } from "./words.js";

/**
 * @param {import("./trace.js").Trace} trace @param {number} number of the step @param {boolean} hasBounds
 * @param {boolean} [isAhead] whether what comes of a value may be told already
 */
export function sentence(trace, number, hasBounds, isAhead = true) {
  const step = trace.steps[number], { node } = trace.wayTo(number)[step.path.length];
  const { turn, value, relation, alpha, beta, move } = step;
  const name = node.path.length ? `the position after ${node.path.join(", ")}` : "the root";
  const worth = knownInWords(relation, value);
  switch (step.kind) {
    case "enter":
      return `Come to ${name}: ${turn} to move${
        hasBounds ? `, with alpha ${boundText(alpha)} and beta ${boundText(beta)}` : ""}.`;
    case "leaf":
      return `The game has ended here: ${value ? `${value > 0 ? "X" : "O"} has won` : "a draw"}, value ${worth}.${
        node.path.length ? ` It goes ${fate(trace, number, isAhead)}.` : ""}`;
    case "known":
      return `The table already says enough about ${name}: ${relation === "=" ? "value " : "it is worth "}${worth}. ` +
        `It goes ${fate(trace, number, isAhead)}.`;
    case "better": {
      const before = node.betters[node.betters.findLastIndex((better) => better.move === move) - 1];
      const than = before ? known(before.relation, before.value) : "nothing so far";
      return `${move} is worth ${worth}, which is better for ${turn} than ${than}: remember it.`;
    }
    case "cutoff": {
      const rest = node.untried.length, other = turnAfter(turn, 1);
      const left = rest ? `${counted(rest, "move")} here need not be tried` : "no move was left to try anyway";
      const held = turn === "X" ? `O can already hold X to ${boundText(beta)}` : `X is already sure of ${boundText(alpha)}`;
      return `Cutoff, as ${withFigures(step.why ?? "")}: ${held} by moving elsewhere, so ${other} will not come here. ` +
        `${left[0].toUpperCase()}${left.slice(1)}.`;
    }
    default: {
      const told = relation === "=" ? `its value ${worth} goes` : `${worth}, only a bound (${node.reason}), goes`;
      return `Done with ${name}: ${told} ${fate(trace, number, isAhead)}.`;
    }
  }
}

/**
 * Where a value goes: to the parent, where MAX or MIN takes it or not.
 * @param {import("./trace.js").Trace} trace @param {number} number @param {boolean} isAhead
 */
function fate(trace, number, isAhead) {
  const { path, turn } = trace.steps[number], next = trace.steps[number + 1];
  if (!path.length) return "out as the answer";
  const chooser = turn === "X" ? "up to O, who is MIN" : "up to X, who is MAX";
  return next && isAhead ? `${chooser} and ${next.kind === "better" ? "takes it" : "has something as good already"}` : chooser;
}
