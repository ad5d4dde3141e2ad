// The view in which a game is played. The address holds the game; the server knows whose turn it is, and every move.

import { ask } from "./ask.js";
import { at, options } from "./dom.js";
import { Grid } from "./grid.js";
import { listOf, turnAfter } from "./notation.js";
import { reasonList } from "./reasons.js";
import { NO_LESSON, Review } from "./review.js";

/** A watched game can be followed. */
const PACE = 700;
/** A hint that comes sooner takes the place of the last one at once. */
const PATIENCE = 150;

const EMPTY = {
  start: "", // the position the game began from, if not the empty board
  moves: "",
  undone: "", // moves taken back, the next one first
  seed: "0",
  hint: "",
  review: "",
  pause: "", // the computer waits: somebody has asked it to, or leafs through the game
  ...NO_LESSON, // whether the next of the moves taken back is asked about as a mistake; what was tried in its place
};

/**
 * @typedef {import("./answers.js").Moves} Moves
 * @param {import("./shell.js").Shell} shell @param {import("./answers.js").Choices} choices
 */
export function play(shell, choices) {
  at("play-preset").prepend(...options(choices.boards));
  at("play-side").replaceChildren(...options(choices.sides));
  at("play-level").replaceChildren(...options(choices.levels));
  const { game, side, level } = choices.defaults;
  const DEFAULTS = { ...EMPTY, game, side, level };
  const names = (/** @type {{ name: string }[]} */ found) => found.map(({ name }) => name);
  const CHOICES = { side: names(choices.sides), level: names(choices.levels) };

  let state = { ...DEFAULTS };
  /** What the server said of the state that is drawn, and whether that is the state that holds. */
  let here = /** @type {import("./answers.js").Session} */ (/** @type {unknown} */ (null));
  let isSettled = false;
  /** A move that was made while the server was asked, and on which board. @type {{ cell: string, position: string } | null} */
  let early = null;
  /** @type {import("./answers.js").Explanation | null} */
  let explained = null;
  let announced = "";
  /** Whether the computer's last move is proven or judged, and after which moves that was. */
  let claimed = { moves: "", words: "" };
  let timer = 0, forgetting = 0;
  const grid = new Grid(at("play-board"), playCell, look);
  const review = new Review(shell, (change) => go(change), () => {
    draw();
    hint();
  });

  /** @param {Record<string, string>} change */
  const go = (change) => shell.go({ ...state, ...change });
  const played = () => listOf(state.moves);
  /** The game, as the server is asked about it. */
  const session = () => {
    const { game, start, moves, undone, side, level } = state;
    return { game, position: start || null, moves, undone, side, level };
  };
  /** The board, as the server is asked about it. */
  const board = () => ({ game: here.game, position: here.position });
  /** Whether a mistake is asked about and its better move not known yet: nothing may tell it. */
  const isAsking = () => Boolean(state.retry) && !review.lesson?.over;
  /** Whether the computer is to move, and may. */
  const isThinking = () => Boolean(here.mover) && !state.pause && !state.retry;
  const isWatched = () => !here.people.length;

  function show(/** @type {any} */ next) {
    clearTimeout(timer);
    shell.drop("hint");
    state = next;
    isSettled = false;
    drawSetup();
    shell.attempt("play", async (signal) => {
      const answer = await ask("session", session(), signal);
      if (signal.aborted) return;
      here = answer;
      const best = here.levels.at(-1)?.name ?? level;
      if (!names(here.levels).includes(state.level)) return shell.go({ ...state, level: best }, { replace: true });
      isSettled = true;
      forget();
      drawSetup();
      draw();
      announce();
      review.show(state, here);
      const wanted = early;
      early = null;
      if (wanted && wanted.position === here.position && isOpen()) playCell(wanted.cell);
      else if (isThinking()) await move(signal);
      else hint();
    });
  }

  /** What was explained is of another position: it does not stay in sight, but an answer that comes at once need not flicker. */
  function forget() {
    explained = null;
    clearTimeout(forgetting);
    forgetting = setTimeout(() => {
      at("play-seen").textContent = "Working out a hint…";
      at("play-list").replaceChildren();
      look(null);
    }, PATIENCE);
  }

  /** The computer's move, which is a new state like anybody's. @param {AbortSignal} signal */
  async function move(signal) {
    const answer = await ask("play", { ...board(), level: here.mover, seed: state.seed }, signal);
    const next = await after(answer.move, signal);
    claimed = { moves: next.moves, words: answer.claim };
    // It replaces the address: going back from here leads to one's own turn, not to one that is answered at once.
    timer = setTimeout(() => !signal.aborted && shell.go(next, { replace: true }), isWatched() ? PACE : 0);
  }

  /** The state after a move. @param {string} cell @param {AbortSignal} signal */
  async function after(cell, signal) {
    const { moves, undone } = await ask("session", { ...session(), move: cell }, signal);
    return { ...state, ...NO_LESSON, moves, undone };
  }

  /** @param {string} cell */
  function playCell(cell) {
    if (!isSettled) early = here && { cell, position: here.position };
    if (!isSettled || !isOpen()) return;
    if (state.retry) return review.play(cell);
    isSettled = false;
    shell.attempt("play", async (signal) => {
      const next = await after(cell, signal);
      // Who plays in this game has seen enough of it; who watches goes on when they say so.
      if (!signal.aborted) shell.go({ ...next, pause: isWatched() ? state.pause : "" });
    }, (sentence, again) => {
      isSettled = true;
      shell.trouble(sentence, again);
    });
  }

  /** Somebody at the page may move now, for the computer too while it waits. */
  const isOpen = () => (state.retry ? review.isOpen : !here.outcome && !isThinking());

  function draw() {
    const hints = new Map();
    const moves = explained?.moves ?? review.lesson?.moves ?? [];
    const isChoice = moves.some((move) => !move.best) || Boolean(review.lesson);
    for (const { move, score, best } of moves) {
      const isChosen = move === explained?.choice;
      if (score.kind === "unknown" && !isChosen) continue;
      const judged = isChosen && explained?.choice_is === "judged";
      hints.set(move, { ...score, best: best && (isChoice || isChosen), judged, winner: winner(score.value) });
    }
    grid.draw({
      position: here.position,
      open: isOpen(),
      hints,
      hasReasons: Boolean(explained),
      lines: here.outcome?.lines ?? [],
      last: played().at(-1) ?? null,
    });
    at("play-headline").textContent = headline();
    at("play-hint").disabled = isAsking();
    for (const useless of ["play-hint", "play-review"]) at(useless).hidden = Boolean(here.outcome);
    at("play-undo").disabled = !here.undo;
    at("play-redo").disabled = !here.redo;
    at("play-go").hidden = !here.mover || isThinking() || Boolean(state.retry);
    at("play-pause").hidden = !isWatched() || !isThinking();
    at("play-tree").href = shell.link("tree", state.start ? board() : { game: here.game, moves: state.moves });
    at("play-search").href = shell.link("search", board());
  }

  /** Who wins if the player to move has this value. @param {number | null} value */
  function winner(value) {
    if (!value) return "";
    return (value > 0 ? here.turn : turnAfter(here.turn, 1)).toLowerCase();
  }

  function headline() {
    if (state.retry) return `Move ${played().length + 1} again: ${here.turn} to move`;
    if (here.outcome) return here.outcome.winner ? `${here.outcome.winner} has won` : "A draw";
    if (isThinking()) return `${here.turn} is thinking…`;
    if (!explained || explained.score.kind === "unknown") return `${here.turn} to move`;
    return `${here.turn} to move: ${explained.words === "draw" ? "a draw with best play" : explained.words}`;
  }

  /** Say the computer's move and how things stand, once for each position. */
  function announce() {
    const key = `${here.game} ${here.position}`;
    if (key === announced) return;
    announced = key;
    const last = played().at(-1), mover = turnAfter(here.turn, 1);
    const told = last && !here.people.includes(mover) ? `${mover} plays ${last}${claim()}. ` : "";
    if (told || here.outcome) shell.say(`${told}${headline()}.`);
    else shell.say("");
  }

  /** What is claimed for the move that the computer has made, in brackets. */
  const claim = () => (claimed.words && claimed.moves === state.moves ? ` (${claimed.words})` : "");

  function hint() {
    const isWanted = state.hint && !here.outcome && !isAsking();
    at("play-reasons").hidden = !isWanted;
    if (!isWanted) return;
    shell.attempt("hint", async (signal) => {
      const answer = await ask("explain", board(), signal);
      if (signal.aborted) return;
      clearTimeout(forgetting);
      explained = answer;
      draw();
      const advice = answer.choice_is === "judged" ? [answer.advice] : [];
      at("play-seen").textContent = [...advice, ...answer.claims.map((claim) => claim.text)].join(" ");
      at("play-list").replaceChildren(...reasonList(answer.reasons, winner));
      look(/** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.cell ?? null);
    }, refusedIn(at("play-seen"), [at("play-list")]));
  }

  /** A sentence where the answer would have been. @param {HTMLElement} place @param {HTMLElement[]} empty */
  const refusedIn = (place, empty = []) => (/** @type {string} */ sentence, /** @type {(() => void) | undefined} */ again) => {
    if (empty.length) clearTimeout(forgetting);
    for (const node of empty) node.replaceChildren();
    shell.refuse(place, sentence, again);
  };

  /** @param {string | null} cell */
  function look(cell) {
    const found = explained?.reasons.find((reason) => reason.move === cell);
    at("play-why").textContent = found ? `${found.move}: ${found.text}` : "Point at a cell to read about its move, or tap it; a second tap plays it.";
  }

  /** Show another place of the same game, without the computer going on at once. @param {Moves | null} moves */
  const leaf = (moves) => moves && go({ ...NO_LESSON, ...moves, pause: "1" });

  /** A board is tried before the game on it is given up. @param {string} game */
  function newBoard(game) {
    shell.attempt("board", async (signal) => {
      const answer = await ask("board", { game }, signal);
      go({ ...NO_LESSON, game: answer.game, start: "", moves: "", undone: "" });
    }, (sentence, again) => {
      drawSetup();
      at("play-game").value = game;
      shell.trouble(sentence, again);
    });
  }

  function drawSetup() {
    const preset = at("play-preset");
    preset.value = state.game;
    if (preset.selectedIndex < 0) preset.value = "";
    at("play-game").value = state.game;
    at("play-side").value = state.side;
    at("play-level").value = state.level;
    at("play-level").disabled = hasNoLevel();
    at("play-hint").setAttribute("aria-pressed", String(Boolean(state.hint)));
    at("play-review").setAttribute("aria-pressed", String(Boolean(state.review)));
    const offered = here?.game === state.game ? here.levels : choices.levels;
    for (const option of at("play-level").options) option.disabled = !names(offered).includes(option.value);
    const { manner = "" } = offered.find(({ name }) => name === state.level) ?? {};
    const said = claim() ? ` ${turnAfter(here.turn, 1)} played ${played().at(-1)}${claim()}.` : "";
    at("play-manner").textContent = hasNoLevel() ? "" : `${manner}${said}`;
  }

  /** Whether two people play. */
  const hasNoLevel = () => choices.sides.find(({ name }) => name === state.side)?.people.length === 2;

  at("play-undo").addEventListener("click", () => leaf(here.undo));
  at("play-redo").addEventListener("click", () => leaf(here.redo));
  at("play-hint").addEventListener("click", () => go({ hint: state.hint ? "" : "1" }));
  at("play-review").addEventListener("click", () => go({ review: state.review ? "" : "1" }));
  at("play-pause").addEventListener("click", () => go({ pause: "1" }));
  at("play-go").addEventListener("click", () => go({ pause: "" }));
  at("play-new").addEventListener("click", () =>
    go({ ...NO_LESSON, start: "", moves: "", undone: "", pause: "", seed: String((Number.parseInt(state.seed, 10) || 0) + 1) }));
  at("play-preset").addEventListener("change", () => {
    const game = at("play-preset").value;
    if (game) newBoard(game);
    else at("play-game").focus();
  });
  at("play-setup").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    newBoard(at("play-game").value.trim());
  });
  at("play-side").addEventListener("change", () => go({ side: at("play-side").value, pause: "" }));
  at("play-level").addEventListener("change", () => go({ level: at("play-level").value }));

  function hide() {
    clearTimeout(timer);
    clearTimeout(forgetting);
    for (const place of ["play", "hint"]) shell.drop(place);
    review.hide();
  }

  return { defaults: DEFAULTS, choices: CHOICES, show, hide };
}
