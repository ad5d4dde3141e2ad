// The board that is played on: a grid of buttons, one of them in the tab order.

import { el, set, svg } from "./dom.js";
import { diamond, shape, stone } from "./marks.js";
import { cellName, cellPlace, rowsOf } from "./notation.js";

/**
 * @typedef {{ value: number | null, text: string, kind: string, best: boolean, judged: boolean, winner: string }} Hint
 * a score for who moves; `best` is proven, `judged` is what is recommended without a proof
 * @typedef {{ position: string, open: boolean, hints: Map<string, Hint>, hasReasons: boolean, lines: string[][], last: string | null }} Shown
 */

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Grid {
  /** @type {HTMLButtonElement[][]} */
  #cells = [];
  /** @type {[number, number]} */
  #focus = [0, 0];
  #hasReasons = false;
  /** The cell that a finger was last on. */
  #tapped = "";
  #host;
  #play;
  #look;

  /**
   * @param {HTMLElement} host @param {(cell: string) => void} play
   * @param {(cell: string | null) => void} look a cell is pointed at, or none is
   */
  constructor(host, play, look) {
    this.#host = host;
    this.#play = play;
    this.#look = look;
  }

  /** @param {Shown} shown */
  draw(shown) {
    const rows = rowsOf(shown.position);
    this.#hasReasons = shown.hasReasons;
    if (this.#cells.length !== rows.length || this.#cells[0].length !== rows[0].length) this.#build(rows);
    rows.forEach((row, y) => [...row].forEach((mark, x) => this.#drawCell(shown, mark, y, x)));
    this.#drawLines(shown);
  }

  /** @param {string[]} rows */
  #build(rows) {
    const [height, width] = [rows.length, rows[0].length];
    const letters = el("div", { class: "letters", "aria-hidden": "true" }, el("span"));
    for (let col = 0; col < width; col++) letters.append(el("span", { text: cellName(0, col)[0] }));
    const board = el("div", { class: "grid", role: "grid", "aria-label": "Board" });
    this.#cells = rows.map((_, row) => {
      const line = el("div", { class: "row", role: "row" });
      line.append(el("span", { class: "number", "aria-hidden": "true", text: row + 1 }));
      const cells = Array.from({ length: width }, (_, col) => this.#cell(row, col));
      line.append(...cells.map((cell) => el("div", { class: "cell", role: "gridcell" }, cell)));
      board.append(line);
      return cells;
    });
    const over = svg("svg", {
      class: "lines", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true",
    });
    const frame = el("div", { class: "frame" }, over, letters, board);
    frame.style.setProperty("--cols", String(width));
    frame.style.setProperty("--rows", String(height));
    this.#host.replaceChildren(frame);
    this.#focus = [(height - 1) >> 1, (width - 1) >> 1];
    this.#cells[this.#focus[0]][this.#focus[1]].tabIndex = 0;
  }

  /** @param {number} row @param {number} col */
  #cell(row, col) {
    const name = cellName(row, col);
    return el("button", {
      type: "button",
      tabindex: "-1",
      "data-cell": name,
      onclick: (/** @type {PointerEvent} */ event) => {
        this.#enter(row, col);
        // A finger cannot point: where there is something to read about a move, it plays at the second tap.
        const isLook = event.pointerType === "touch" && this.#hasReasons && this.#tapped !== name;
        this.#tapped = isLook ? name : "";
        if (isLook) return this.#look(name);
        if (this.#cells[row][col].getAttribute("aria-disabled") !== "true") this.#play(name);
      },
      onfocus: () => {
        this.#enter(row, col);
        this.#look(name);
      },
      onpointerenter: () => this.#look(name),
      onpointerleave: () => this.#look(null),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event, row, col),
    });
  }

  /** @param {KeyboardEvent} event @param {number} row @param {number} col */
  #key(event, row, col) {
    const [last, end] = [this.#cells.length - 1, this.#cells[0].length - 1];
    let place;
    if (event.key in STEPS) {
      const [down, right] = STEPS[/** @type {"ArrowUp"} */ (event.key)];
      place = [Math.min(last, Math.max(0, row + down)), Math.min(end, Math.max(0, col + right))];
    } else if (event.key === "Home") {
      place = [event.ctrlKey ? 0 : row, 0];
    } else if (event.key === "End") {
      place = [event.ctrlKey ? last : row, end];
    } else {
      return;
    }
    event.preventDefault();
    this.#cells[place[0]][place[1]].focus();
  }

  /** @param {number} row @param {number} col */
  #enter(row, col) {
    this.#cells[this.#focus[0]][this.#focus[1]].tabIndex = -1;
    this.#focus = [row, col];
    this.#cells[row][col].tabIndex = 0;
  }

  /** @param {Shown} shown @param {string} mark @param {number} row @param {number} col */
  #drawCell(shown, mark, row, col) {
    const button = this.#cells[row][col], name = cellName(row, col);
    const hint = mark === "." ? shown.hints.get(name) : undefined;
    const free = mark === "." && shown.open;
    const said = [name, mark === "." ? "empty" : mark];
    if (hint) said.push(hint.text + (hint.judged ? ", judged best but not proven" : hint.best ? ", best" : ""));
    set(button, {
      "aria-label": said.join(", "),
      "aria-disabled": String(!free),
      class: [free ? "free" : "", hint?.best ? "best" : "", name === shown.last ? "last" : ""].join(" ").trim(),
    });
    const drawn = mark === "." ? (hint ? `${hint.value} ${hint.text} ${hint.judged}` : "") : mark;
    if (button.dataset.drawn === drawn) return;
    button.dataset.drawn = drawn;
    button.replaceChildren(...(mark !== "." ? [stone(mark)] : hint ? [badge(hint)] : []));
  }

  /** @param {Shown} shown */
  #drawLines(shown) {
    this.#host.querySelector(".lines")?.replaceChildren(
      ...shown.lines.flatMap((cells) => {
        const [top, left] = cellPlace(cells[0]), [bottom, right] = cellPlace(cells[cells.length - 1]);
        const ends = { x1: left + 0.5, y1: top + 0.5, x2: right + 0.5, y2: bottom + 0.5 };
        return [svg("line", { class: "band", ...ends }), svg("line", { class: "core", ...ends })];
      }),
    );
  }
}

/** The whole text, and a short one for cells that are too small for it. @param {Hint} hint */
function badge(hint) {
  const plies = /\d+$/.exec(hint.text)?.[0] ?? "";
  const words = hint.judged && hint.kind === "unknown" ? "judged" : hint.text;
  return el(
    "span", { class: `badge ${hint.judged ? "judged" : hint.winner}`, "aria-hidden": "true" },
    hint.judged ? diamond() : shape(hint.value, hint.winner),
    el("span", { class: "words", text: words }), el("span", { class: "brief", text: plies }),
  );
}
