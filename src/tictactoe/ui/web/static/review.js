// A game looked at afterwards: the strip of its values, and its mistakes, each asked about before the better move is told.

import { ask } from "./ask.js";
import { at } from "./dom.js";
import { listOf } from "./notation.js";
import { strip } from "./strip.js";
import { counted } from "./words.js";

/** What a place in a game is without: no mistake is asked about there. */
export const NO_LESSON = { retry: "", tried: "", tell: "" };

/**
 * @typedef {import("./answers.js").Lesson} Lesson
 * @typedef {import("./answers.js").Session} Session
 */

export class Review {
  /** The mistake that is asked about, as far as one has come with it. @type {Lesson | null} */
  lesson = null;
  /** @type {Record<string, string>} */
  #state = {};
  /** The moves whose number is a mistake's. @type {number[]} */
  #mistakes = [];
  /** Whether somebody has just asked for a lesson, and not merely come to it by a link. */
  #isNew = false;
  #shell;
  #go;
  #draw;

  /**
   * @param {import("./shell.js").Shell} shell
   * @param {(change: Record<string, string>) => void} go to another place of the game
   * @param {() => void} draw what has changed on the board
   */
  constructor(shell, go, draw) {
    this.#shell = shell;
    this.#go = go;
    this.#draw = draw;
    at("play-mistakes").addEventListener("click", () => this.#ask(this.#mistakes[0]));
    at("lesson-tell").addEventListener("click", () => go({ tell: "1" }));
    at("lesson-next").addEventListener("click", () => this.#ask(this.#next() ?? 0));
    at("lesson-end").addEventListener("click", () => this.#leaf(this.#all().length));
    at("lesson-play").addEventListener("click", () => go(NO_LESSON));
  }

  /** The values so far, when they are asked for, at the end of a game, and beside a mistake. @param {Record<string, string>} state @param {Session} here */
  show(state, here) {
    this.#state = state;
    if (!state.retry || this.lesson?.position !== here.position) this.lesson = null;
    this.#drawLesson();
    const isWanted = Boolean(state.review || state.retry || here.outcome);
    at("play-strip-box").hidden = !isWanted;
    if (!isWanted || state.retry) at("play-mistakes").hidden = true;
    if (isWanted) this.#showStrip();
    if (state.retry) this.#fetch();
  }

  /** Whether a cell may be tried. */
  get isOpen() {
    return Boolean(this.lesson && !this.lesson.over);
  }

  /** @param {string} cell */
  play(cell) {
    this.#go({ tried: `${this.#state.tried} ${cell}`.trim() });
  }

  hide() {
    for (const place of ["review", "lesson"]) this.#shell.drop(place);
  }

  #all() {
    return [...listOf(this.#state.moves), ...listOf(this.#state.undone)];
  }

  #now() {
    return listOf(this.#state.moves).length;
  }

  #next() {
    return this.#mistakes.find((number) => number > this.#now() + 1);
  }

  #showStrip() {
    const place = at("play-strip"), { game, start } = this.#state;
    this.#shell.attempt("review", async (signal) => {
      const { moves } = await ask("review", { game, position: start || null, moves: this.#all().join(" ") }, signal);
      if (signal.aborted) return;
      this.#mistakes = moves.flatMap((row, number) => (row.mistake && row.better.length ? [number] : []));
      const hadFocus = place.contains(document.activeElement);
      const asked = this.#state.retry ? this.#now() + 1 : null;
      place.replaceChildren(strip(moves, { now: this.#now(), asked }, (ply) => this.#choose(ply)));
      const now = place.querySelector("[aria-current]");
      if (hadFocus) now?.focus();
      else if (now) place.firstElementChild.scrollLeft = now.offsetLeft - place.clientWidth / 2;
      at("play-mistakes").hidden = !this.#mistakes.length || Boolean(this.#state.retry);
      at("play-mistakes").textContent = `${counted(this.#mistakes.length, "mistake")}: try again`;
      at("lesson-next").hidden = !this.#next();
    }, (sentence, again) => this.#shell.refuse(place, sentence, again));
  }

  #fetch() {
    const { game, start, tried, tell } = this.#state;
    this.#shell.attempt("lesson", async (signal) => {
      const about = { game, position: start || null, moves: this.#all().join(" "), number: this.#now() + 1 };
      const lesson = await ask("review/lesson", { ...about, tried, tell: Boolean(tell) }, signal);
      if (signal.aborted) return;
      this.lesson = lesson;
      this.#drawLesson();
      this.#draw();
      this.#shell.say(lesson.text);
    }, (sentence) => {
      // A link that asks about what is no mistake leaves a game that can be gone on with.
      this.#go({ ...NO_LESSON, pause: "1" });
      this.#shell.trouble(sentence);
    });
  }

  #drawLesson() {
    const { lesson } = this;
    at("play-lesson").hidden = !lesson;
    if (!lesson) return;
    at("lesson-text").textContent = lesson.text;
    at("play-lesson").dataset.came = lesson.found ? "right" : lesson.over ? "told" : lesson.moves.length ? "wrong" : "asked";
    at("lesson-tell").hidden = lesson.over;
    at("lesson-play").hidden = !lesson.over;
    at("lesson-next").hidden = !this.#next();
    if (!this.#isNew) return;
    this.#isNew = false;
    at("lesson-text").focus();
  }

  /** A column of the strip: of a mistake, the position before it. @param {number} ply */
  #choose(ply) {
    if (this.#mistakes.includes(ply)) this.#ask(ply);
    else this.#leaf(ply);
  }

  /** @param {number} number of the mistake */
  #ask(number) {
    this.#isNew = true;
    this.lesson = null;
    this.#leaf(number - 1, { retry: "1", review: "1" }); // the strip stays, if one plays on from there
  }

  /** Show another place of the same game, without the computer going on at once. @param {number} ply */
  #leaf(ply, change = {}) {
    const all = this.#all();
    const [moves, undone] = [all.slice(0, ply), all.slice(ply)].map((part) => part.join(" "));
    this.#go({ ...NO_LESSON, moves, undone, pause: "1", ...change });
  }
}
