// The program's text, with the line that a step stands on marked.

import { el } from "./dom.js";

export class Listing {
  /** @type {HTMLElement[]} */
  #lines = [];
  /** @type {Record<string, number[]>} */
  #marks = {};
  name = "";
  #host;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.#host = host;
  }

  /** @param {import("./answers.js").Text} text @param {string} name of what it is the text */
  load({ lines, marks }, name) {
    if (this.name === name) return;
    this.name = name;
    this.#marks = marks;
    this.#lines = lines.map((line) => el("li", {}, el("code", { text: line || " " })));
    this.#host.replaceChildren(el("ol", { class: "listing" }, ...this.#lines));
  }

  /** A kind that has two lines has one for each player. @param {string} kind @param {"X" | "O"} turn */
  mark(kind, turn) {
    const numbers = this.#marks[kind] ?? [];
    const current = this.#lines[numbers.length > 1 && turn === "O" ? numbers[1] : numbers[0]];
    for (const line of this.#lines) {
      if (line === current) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
    if (!current) return;
    const room = this.#host.clientHeight, { offsetTop, offsetHeight } = current;
    if (offsetTop < this.#host.scrollTop || offsetTop + offsetHeight > this.#host.scrollTop + room) {
      this.#host.scrollTop = offsetTop - room / 2;
    }
  }
}
