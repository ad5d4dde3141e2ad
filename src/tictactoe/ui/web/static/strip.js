// The value of a game after each of its moves: a row of columns to look at and to go back to.

import { el } from "./dom.js";
import { shape, winnerOf } from "./marks.js";

/**
 * @typedef {import("./answers.js").Ply} Row
 * @typedef {{ now: number, asked: number | null }} At which row is on the board, and which move is asked about
 * @param {Row[]} rows @param {At} at @param {(ply: number) => void} go
 */
export function strip(rows, at, go) {
  return el("ol", { class: "strip" }, ...rows.map((row, ply) => el("li", {}, column(row, ply, at, go))));
}

/** @param {Row} row @param {number} ply @param {At} at @param {(ply: number) => void} go */
function column(row, ply, { now, asked }, go) {
  const place = row.value === null ? "unknown" : row.value > 0 ? "up" : row.value < 0 ? "down" : "level";
  const name = row.move ? `${row.player} ${row.move}` : "start";
  const told = ply === asked ? ", the mistake that is asked about" : row.mistake ? ", a mistake: try again" : "";
  return el(
    "button",
    {
      type: "button",
      class: `column ${place} ${winnerOf(row.value)} ${ply === asked ? "asked" : ""}`,
      "aria-label": `${ply}, ${name}: ${row.words}${told}`,
      "aria-current": ply === now ? "step" : null,
      "data-ply": ply,
      onclick: () => go(ply),
    },
    el("span", { class: "move", text: name }),
    el("span", { class: "well" }, el("span", { class: "level-bar" }, shape(row.value, winnerOf(row.value)))),
    el("span", { class: "words", text: row.words }),
    el("span", { class: "mistake", text: ply === asked ? "✗ asked" : row.mistake ? "✗ mistake" : "" }),
  );
}
