// What is drawn again and again: X and O, the shapes that stand for values, and small boards.

import { el, svg } from "./dom.js";
import { cellPlace, rowsOf } from "./notation.js";
import { known } from "./words.js";

/** A stone. Its name is said by what it stands in. @param {string} mark X or O */
export function stone(mark) {
  const picture = svg("svg", { class: `stone ${mark.toLowerCase()}`, viewBox: "0 0 100 100", "aria-hidden": "true" });
  picture.append(...strokes(mark, 0, 0, 100));
  return picture;
}

/** @param {string} mark @param {number} left @param {number} top @param {number} size */
function strokes(mark, left, top, size) {
  const near = size * 0.22, far = size * 0.78;
  if (mark === "X") {
    return [
      svg("path", {
        class: "x",
        "stroke-width": size * 0.12,
        d: `M${left + near} ${top + near}L${left + far} ${top + far}M${left + far} ${top + near}L${left + near} ${top + far}`,
      }),
    ];
  }
  return [
    svg("circle", { class: "o", "stroke-width": size * 0.12, cx: left + size / 2, cy: top + size / 2, r: size * 0.3 }),
  ];
}

/** Up for a win, two bars for a draw, down for a loss, a question mark for what is not known. */
const SHAPES = { 1: "M10 3 18 17 2 17Z", 0: "M3 6h14v3H3ZM3 11h14v3H3Z", "-1": "M2 3 18 3 10 17Z" };

/** @param {number | null} value @param {string} [winner] colours it: x, o or nothing */
export function shape(value, winner = "") {
  const picture = svg("svg", { class: `shape ${winner}`, viewBox: "0 0 20 20", "aria-hidden": "true" });
  picture.append(
    value === null
      ? svg("text", { x: 10, y: 16, "text-anchor": "middle", "font-size": 18, text: "?" })
      : svg("path", { d: SHAPES[/** @type {1} */ (Math.sign(value))] }),
  );
  return picture;
}

/** What is judged rather than proven: an open, dashed square on its corner. */
export function diamond() {
  const picture = svg("svg", { class: "shape judged", viewBox: "0 0 20 20", "aria-hidden": "true" });
  picture.append(svg("path", { d: "M10 1 19 10 10 19 1 10Z" }));
  return picture;
}

/** The colour of a value that is X's. @param {number | null} value */
export const winnerOf = (value) => (value === null || value === 0 ? "" : value > 0 ? "x" : "o");

/** A value of X's, as a shape and in words. @param {number | null} value @param {string} words */
export function valueLine(value, words) {
  return el("span", { class: `value ${winnerOf(value)}` }, shape(value, winnerOf(value)), ` ${words}`);
}

/**
 * A bound on a value, which is never drawn like the value: a sign instead of a shape, in a dashed frame.
 * @param {import("./answers.js").Relation} relation @param {number | null} value
 */
export const boundLine = (relation, value) => el("span", { class: "value bound", text: known(relation, value) });

/**
 * A small board; the last move stands on a tinted cell.
 * @param {string} position @param {string | null} [last] @param {number} [size]
 */
export function smallBoard(position, last = null, size = 66) {
  const rows = rowsOf(position);
  const [height, width] = [rows.length, rows[0].length];
  const side = size / Math.max(height, width);
  const picture = svg("svg", {
    class: "small-board",
    viewBox: `0 0 ${width * side} ${height * side}`,
    width: width * side,
    height: height * side,
    "aria-hidden": "true",
  });
  if (last) {
    const [row, col] = cellPlace(last);
    picture.append(svg("rect", { class: "last", x: col * side, y: row * side, width: side, height: side }));
  }
  const lines = [];
  for (let row = 1; row < height; row++) lines.push(`M0 ${row * side}H${width * side}`);
  for (let col = 1; col < width; col++) lines.push(`M${col * side} 0V${height * side}`);
  picture.append(svg("path", { class: "rule", d: lines.join("") }));
  rows.forEach((row, y) => {
    [...row].forEach((mark, x) => mark !== "." && picture.append(...strokes(mark, x * side, y * side, side)));
  });
  return picture;
}
