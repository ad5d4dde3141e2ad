// Cells, moves and positions as text: only what is needed to draw them. What is legal, the server says.

/** @param {string} position such as X.O/.X./..O @returns {string[]} */
export const rowsOf = (position) => position.split("/");

/** @param {number} row @param {number} col */
export const cellName = (row, col) => `${String.fromCharCode(97 + col)}${row + 1}`;

/** @param {string} cell @returns {[row: number, col: number]} */
export const cellPlace = (cell) => [Number(cell.slice(1)) - 1, cell.charCodeAt(0) - 97];

/** @param {string} text @returns {string[]} */
export const listOf = (text) => text.split(/\s+/).filter(Boolean);

/** Who moves: X began. @param {string} position @returns {"X" | "O"} */
export function turnOf(position) {
  const stones = (mark) => position.split(mark).length;
  return stones("X") > stones("O") ? "O" : "X";
}

/** @param {"X" | "O"} first @param {number} plies @returns {"X" | "O"} */
export const turnAfter = (first, plies) => (plies % 2 === 0 ? first : first === "X" ? "O" : "X");

/** The position after some moves. @param {string} position @param {string[]} moves */
export function after(position, moves) {
  const rows = rowsOf(position).map((row) => [...row]);
  let turn = turnOf(position);
  for (const move of moves) {
    const [row, col] = cellPlace(move);
    if (rows[row]?.[col] !== undefined) rows[row][col] = turn;
    turn = turnAfter(turn, 1);
  }
  return rows.map((row) => row.join("")).join("/");
}

/** Whether a text is meant as a position rather than as moves. @param {string} text */
export const isPosition = (text) => /[./]/.test(text) || /^[xo]+$/i.test(text);

/** Where a game stands, as the server is asked about it. @param {{game: string, start: string, moves: string}} state */
export function whereIs({ game, start, moves }) {
  return start ? { game, position: after(start, listOf(moves)) } : { game, moves };
}
