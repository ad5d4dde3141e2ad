// What the server's answers look like. Types only: nothing here runs.

/**
 * @typedef {"X" | "O"} Mark
 * @typedef {{ value: number | null, plies: number | null, text: string, kind: string }} Score for who is to move
 * @typedef {{ winner: Mark | null, lines: string[][] }} Outcome
 * @typedef {{ game: string, position: string, turn: Mark, outcome: Outcome | null }} Board
 *
 * @typedef {{ moves: string, undone: string }} Moves those made, and those taken back, the next one first
 * @typedef {Board & Moves & { mover: string | null, people: Mark[], levels: { name: string, manner: string }[],
 *   undo: Moves | null, redo: Moves | null }} Session
 * `mover` is the level whose turn it is, `people` are the marks that people play, `levels` are offered for the game.
 *
 * @typedef {{ move: string, score: Score, best: boolean }} MoveScore
 * @typedef {{ kind: string, cells: string[], text: string }} Claim
 * @typedef {{ move: string, score: Score, text: string, claims: Claim[] }} Reason
 * @typedef {Board & { score: Score, words: string, choice: string | null, choice_is: "proven" | "judged" | null,
 *   advice: string, moves: MoveScore[] }} Analysis
 * @typedef {Analysis & { claims: Claim[], reasons: Reason[] }} Explanation
 *
 * @typedef {{ label: string, move: string | null, same: string[], position: string, turn: Mark, over: boolean,
 *   value: number | null, words: string, best: boolean, chosen: boolean, left_out: number, children: Node[] }} Node
 * `value` is X's.
 *
 * @typedef {"=" | "≥" | "≤"} Relation
 * @typedef {{ kind: string, path: string[], position: string, turn: Mark, alpha: number, beta: number,
 *   value: number | null, relation: Relation | null, reason: string, move: string | null, why: string | null,
 *   untried: string[] }} Step
 * `relation` says how the exact value stands to `value`; if it is not "=", that is only a bound, and `reason` says why.
 * @typedef {{ steps: Step[], ended: boolean }} Steps
 * @typedef {{ lines: string[], marks: Record<string, number[]> }} Text whose lines each kind of step stands on
 * @typedef {Text & { pseudocode: Text }} Code
 *
 * @typedef {{ move: string | null, player: Mark | null, value: number | null, words: string, mistake: boolean,
 *   better: string[] }} Ply `value` is X's after the move; the first of a review is the beginning, without a move
 * @typedef {Board & { number: number, text: string, found: boolean, over: boolean, moves: MoveScore[] }} Lesson a mistake
 *   that is asked about: `moves` are those whose worth may be shown by now
 *
 * @typedef {{ path: string, mover: Mark, hint: string }} Blank
 * @typedef {{ kind: string, seed: number, game: string, tree: Node, blanks: Blank[] }} Quiz
 * @typedef {{ path: string, is_right: boolean | null, has_hint: boolean, is_at_once: boolean | null,
 *   answer: string | null, reason: string | null }} MarkedBlank null while there is another try
 * @typedef {{ right: number, points: number, most: number, is_settled: boolean, blanks: MarkedBlank[] }} Marked
 * @typedef {{ kind: string, seed: number, number: number, quizzes: { kind: string, seed: number }[] }} Sheet
 * @typedef {{ sheet: Sheet, name: string, points: number, most: number, work: string[],
 *   quizzes: { points: number, most: number }[], code: string }} Handed
 * @typedef {{ guesses: { name: string, title: string }[], hint: string }} NextStep
 *
 * @typedef {{ name: string, title: string }} Choice
 * @typedef {object} Choices
 * @property {Choice[]} boards
 * @property {(Choice & { people: Mark[] })[]} sides
 * @property {(Choice & { manner: string })[]} levels
 * @property {(Choice & { manner: string, has_bounds: boolean })[]} algorithms
 * @property {(Choice & { task: string, tells_which: boolean, replies: { letter: string, title: string }[] })[]} quizzes
 * @property {Choice[]} sheets
 * @property {string} code what every result code begins with
 * @property {Choice[]} examples
 * @property {{ game: string, side: string, level: string, algorithm: string, example: string, quiz: string, sheet: string }} defaults
 * @property {{ steps: number, furthest_step: number, quizzes: number, sheet: number }} limits
 *
 * @typedef {{
 *   board: Board, session: Session, explain: Explanation, tree: Node, trace: Steps, code: Code, choices: Choices,
 *   play: { move: string, level: string, claim: string }, review: { moves: Ply[] }, "review/lesson": Lesson,
 *   quiz: Quiz, "quiz/mark": Marked,
 *   "quiz/sheet": Sheet, "quiz/result": Handed, "quiz/check": Handed, "quiz/step": NextStep,
 *   "quiz/step/mark": { is_right: boolean, answer: string, reason: string },
 * }} Answers by the last part of the address
 */

export {};
