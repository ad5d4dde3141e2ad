// Cells, moves and positions as text: only what is needed to draw them. What is legal, the server says.

/** @param {string} position such as X.O/.X./..O @returns {string[]} */
export const rowsOf = (position) => position.split("/");

/** @param {number} row @param {number} col */
export const cellName = (row, col) => `${String.fromCharCode(97 + col)}${row + 1}`;

/** @param {string} cell @returns {[row: number, col: number]} */
export const cellPlace = (cell) => [Number(cell.slice(1)) - 1, cell.charCodeAt(0) - 97];

/** @param {string} text @returns {string[]} */
export const listOf = (text) => text.split(/\s+/).filter(Boolean);

/** @param {"X" | "O"} first @param {number} plies @returns {"X" | "O"} */
export const turnAfter = (first, plies) => (plies % 2 === 0 ? first : first === "X" ? "O" : "X");

/** Whether a text is meant as a position rather than as moves. @param {string} text */
export const isPosition = (text) => /[./]/.test(text) || /^[xo]+$/i.test(text);

/** A position with one stone more, to be drawn. @param {string} position @param {string} mark @param {string} cell */
export function afterMove(position, mark, cell) {
  const [row, col] = cellPlace(cell);
  const rows = rowsOf(position);
  rows[row] = rows[row].slice(0, col) + mark + rows[row].slice(col + 1);
  return rows.join("/");
}
