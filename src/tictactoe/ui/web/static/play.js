// The view in which a game is played. The address holds the game; the server knows the rules and the computer's moves.

import { ask } from "./ask.js";
import { at, el } from "./dom.js";
import { Grid } from "./grid.js";
import { listOf, turnAfter, turnOf, whereIs } from "./notation.js";
import { reasonList } from "./reasons.js";
import { strip } from "./strip.js";

/** A watched game can be followed. */
const PACE = 700;

const DEFAULTS = {
  game: "3,3,3",
  start: "", // the position the game began from, if not the empty board
  moves: "",
  undone: "", // moves taken back, the next one first; while there are any, the computer waits
  side: "x",
  level: "perfect",
  seed: "0",
  hint: "",
  review: "",
  pause: "",
};
const CHOICES = { side: ["x", "o", "two", "watch"] };

/** @param {import("./shell.js").Shell} shell */
export function play(shell) {
  let state = { ...DEFAULTS };
  /** What the server said of the state that is drawn, and whether that is the state that holds. @type {any} */
  let here = null;
  let isSettled = false;
  /** @type {any} */
  let explained = null;
  let announced = "";
  let timer = 0;
  const grid = new Grid(at("play-board"), playCell, look);

  shell.attempt("levels", async () => showLevels(await ask("levels")));

  /** @param {Record<string, string>} change */
  const go = (change) => shell.go({ ...state, ...change });
  const played = () => listOf(state.moves);
  const taken = () => listOf(state.undone);
  const first = () => (state.start ? turnOf(state.start) : "X");
  const isComputer = (/** @type {string} */ turn) =>
    state.side === "watch" || (state.side !== "two" && state.side.toUpperCase() !== turn);
  const isWaiting = () => Boolean(state.undone || state.pause);

  function show(/** @type {any} */ next) {
    clearTimeout(timer);
    shell.drop("hint");
    state = next;
    isSettled = false;
    drawSetup();
    shell.attempt("play", async (signal) => {
      const answer = await ask("board", whereIs(state), signal);
      if (signal.aborted) return;
      here = answer;
      isSettled = true;
      explained = null;
      draw();
      announce();
      review();
      const thinks = !here.outcome && isComputer(here.turn) && !isWaiting();
      if (thinks) await move(signal);
      else hint();
    });
  }

  /** The computer's move, which is a new state like anybody's. @param {AbortSignal} signal */
  async function move(signal) {
    const { level, seed } = state;
    const answer = await ask("play", { ...whereIs(state), level, seed }, signal);
    const pace = state.side === "watch" ? PACE : 0;
    // It replaces the address: going back from here leads to one's own turn, not to one that is answered at once.
    timer = setTimeout(() => !signal.aborted && shell.go(after(answer.move), { replace: true }), pace);
  }

  /** @param {string} cell */
  const after = (cell) => ({ ...state, moves: [...played(), cell].join(" "), undone: "" });

  /** @param {string} cell */
  function playCell(cell) {
    if (isSettled && isOpen()) shell.go(after(cell));
  }

  /** Somebody at the page may move now, for the computer too while it waits. */
  const isOpen = () => !here.outcome && (isWaiting() || !isComputer(here.turn));

  function draw() {
    const hints = new Map();
    const moves = explained?.moves ?? [];
    const isChoice = moves.some((/** @type {any} */ move) => !move.best);
    for (const { move, score, best } of moves) {
      hints.set(move, { ...score, best: best && isChoice, winner: winner(score.value) });
    }
    grid.draw({
      position: here.position,
      open: isOpen(),
      hints,
      lines: here.outcome?.lines ?? [],
      last: played().at(-1) ?? null,
    });
    at("play-headline").textContent = headline();
    at("play-undo").disabled = !played().length;
    at("play-redo").disabled = !taken().length;
    const waits = !here.outcome && isComputer(here.turn) && isWaiting();
    at("play-go").hidden = !waits;
    at("play-pause").hidden = state.side !== "watch" || Boolean(here.outcome) || waits;
    const position = { game: here.game, position: here.position };
    at("play-tree").href = shell.link("tree", state.start ? position : { game: here.game, moves: state.moves });
    at("play-search").href = shell.link("search", position);
  }

  /** Who wins if the player to move has this value. @param {number | null} value */
  function winner(value) {
    if (!value) return "";
    return (value > 0 ? here.turn : turnAfter(here.turn, 1)).toLowerCase();
  }

  function headline() {
    if (here.outcome) return here.outcome.winner ? `${here.outcome.winner} has won` : "A draw";
    if (isComputer(here.turn) && !isWaiting()) return `${here.turn} is thinking…`;
    const words = explained ? `: ${explained.words === "draw" ? "a draw with best play" : explained.words}` : "";
    return `${here.turn} to move${words}`;
  }

  /** Say the computer's move and how things stand, once for each position. */
  function announce() {
    const key = `${here.game} ${here.position}`;
    if (key === announced) return;
    announced = key;
    const last = played().at(-1), mover = turnAfter(here.turn, 1);
    const told = last && isComputer(mover) ? `${mover} plays ${last}. ` : "";
    if (told || here.outcome) shell.say(`${told}${headline()}.`);
    else shell.say("");
  }

  function hint() {
    at("play-reasons").hidden = !state.hint;
    if (!state.hint || here.outcome) {
      at("play-reasons").hidden = true;
      return;
    }
    shell.attempt("hint", async (signal) => {
      const answer = await ask("explain", whereIs(state), signal);
      if (signal.aborted) return;
      explained = answer;
      draw();
      at("play-seen").textContent = answer.claims.map((/** @type {any} */ claim) => claim.text).join(" ");
      at("play-list").replaceChildren(...reasonList(answer.reasons, winner));
      look(/** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.cell ?? null);
    }, refusedIn(at("play-seen"), [at("play-list")]));
  }

  /** A sentence where the answer would have been. @param {HTMLElement} place @param {HTMLElement[]} empty */
  const refusedIn = (place, empty = []) => (/** @type {string} */ sentence, /** @type {() => void} */ again) => {
    for (const node of empty) node.replaceChildren();
    place.replaceChildren(`${sentence} `, el("button", { type: "button", text: "Try again", onclick: again }));
  };

  /** @param {string | null} cell */
  function look(cell) {
    const found = explained?.reasons.find((/** @type {any} */ reason) => reason.move === cell);
    at("play-why").textContent = found ? `${found.move}: ${found.text}` : "Point at a cell to read about its move.";
  }

  /** The values so far, shown when asked for, and at the end of a game. */
  function review() {
    const isWanted = Boolean(state.review || here.outcome);
    at("play-strip-box").hidden = !isWanted;
    if (!isWanted) return;
    const place = at("play-strip");
    if (state.start) {
      place.textContent = "This game did not begin from the empty board, so its moves cannot be reviewed.";
      return;
    }
    const all = [...played(), ...taken()];
    shell.attempt("review", async (signal) => {
      const { moves } = await ask("review", { game: state.game, moves: all.join(" ") }, signal);
      if (signal.aborted) return;
      const hadFocus = place.contains(document.activeElement);
      place.replaceChildren(strip(moves, played().length, goTo));
      const now = place.querySelector("[aria-current]");
      if (hadFocus) now?.focus();
      else if (now) place.firstElementChild.scrollLeft = now.offsetLeft - place.clientWidth / 2;
    }, refusedIn(place));
  }

  /** @param {number} ply */
  function goTo(ply) {
    const all = [...played(), ...taken()];
    go({ moves: all.slice(0, ply).join(" "), undone: all.slice(ply).join(" ") });
  }

  /** One move back, or forward; against the computer, to the next position in which it is not the computer's turn. */
  function stepBy(/** @type {1 | -1} */ step) {
    const end = step > 0 ? played().length + taken().length : 0;
    let ply = played().length + step;
    const isMine = () => state.side === "watch" || !isComputer(turnAfter(first(), ply));
    while (ply !== end && !isMine()) ply += step;
    goTo(ply);
  }

  /** A board is tried before the game on it is given up. @param {string} game */
  function newBoard(game) {
    shell.attempt("board", async (signal) => {
      const answer = await ask("board", { game }, signal);
      go({ game: answer.game, start: "", moves: "", undone: "" });
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
    at("play-level").disabled = state.side === "two";
    at("play-hint").setAttribute("aria-pressed", String(Boolean(state.hint)));
    at("play-review").setAttribute("aria-pressed", String(Boolean(state.review)));
    drawManner();
  }

  function drawManner() {
    const chosen = at("play-level").selectedOptions[0];
    at("play-manner").textContent = state.side === "two" ? "" : (chosen?.dataset.manner ?? "");
  }

  /** @param {{ name: string, manner: string }[]} levels */
  function showLevels(levels) {
    at("play-level").replaceChildren(
      ...levels.map(({ name, manner }) => el("option", { value: name, text: name, "data-manner": manner })),
    );
    at("play-level").value = state.level;
    drawManner();
  }

  at("play-undo").addEventListener("click", () => stepBy(-1));
  at("play-redo").addEventListener("click", () => stepBy(1));
  at("play-hint").addEventListener("click", () => go({ hint: state.hint ? "" : "1" }));
  at("play-review").addEventListener("click", () => go({ review: state.review ? "" : "1" }));
  at("play-pause").addEventListener("click", () => go({ pause: "1" }));
  at("play-go").addEventListener("click", () => go({ pause: "", undone: "" }));
  at("play-new").addEventListener("click", () =>
    go({ start: "", moves: "", undone: "", pause: "", seed: String((Number.parseInt(state.seed, 10) || 0) + 1) }));
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
    for (const place of ["play", "hint", "review"]) shell.drop(place);
  }

  return { defaults: DEFAULTS, choices: CHOICES, show, hide };
}
