// The value of a game after each of its moves: a row of columns to look at and to go back to.

import { el } from "./dom.js";
import { shape, winnerOf } from "./marks.js";

/**
 * @typedef {import("./answers.js").Ply} Row
 * @param {Row[]} rows @param {number} now which of them is on the board @param {(ply: number) => void} go
 */
export function strip(rows, now, go) {
  return el("ol", { class: "strip" }, ...rows.map((row, ply) => el("li", {}, column(row, ply, ply === now, go))));
}

/** @param {Row} row @param {number} ply @param {boolean} isNow @param {(ply: number) => void} go */
function column(row, ply, isNow, go) {
  const place = row.value === null ? "unknown" : row.value > 0 ? "up" : row.value < 0 ? "down" : "level";
  const name = row.move ? `${row.player} ${row.move}` : "start";
  return el(
    "button",
    {
      type: "button",
      class: `column ${place} ${winnerOf(row.value)}`,
      "aria-label": `${ply}, ${name}: ${row.words}${row.mistake ? ", a mistake" : ""}`,
      "aria-current": isNow ? "step" : null,
      "data-ply": ply,
      onclick: () => go(ply),
    },
    el("span", { class: "move", text: name }),
    el("span", { class: "well" }, el("span", { class: "level-bar" }, shape(row.value, winnerOf(row.value)))),
    el("span", { class: "words", text: row.words }),
    el("span", { class: "mistake", text: row.mistake ? "✗ mistake" : "" }),
  );
}
