// Numbers and scores as they are read.

/** A number with a real minus sign. @param {number | null} number */
export const figure = (number) => String(number ?? "?").replace("-", "−");

/** A sentence whose numbers have real minus signs. @param {string} text */
export const withFigures = (text) => text.replace(/-(?=[\d∞])/g, "−");

/**
 * What is known of a value: 1, or ≥ 1, or ≤ 1. A bound is never written like a value.
 * @param {import("./answers.js").Relation | null} relation @param {number | null} value
 */
export const known = (relation, value) => `${!relation || relation === "=" ? "" : `${relation} `}${figure(value)}`;

/** The same in a sentence. @param {import("./answers.js").Relation | null} relation @param {number | null} value */
export const knownInWords = (relation, value) =>
  `${relation === "≥" ? "at least " : relation === "≤" ? "at most " : ""}${figure(value)}`;

/** Alpha or beta: beyond every value means that nothing is sure. @param {number} bound */
export const boundText = (bound) => (bound <= -2 ? "−∞" : bound >= 2 ? "∞" : figure(bound));

/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
