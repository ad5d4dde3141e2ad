// What all views share: the address, what is said, what went wrong, and the wait for answers.

import { at, el } from "./dom.js";
import { Refusal, WAITING } from "./ask.js";
import { isForFocus } from "./keys.js";
import { fromHash, toHash } from "./link.js";

/** Browsers refuse more than a few hundred changes of the address in half a minute. */
const PAUSE = 200;
/** How far Shift and an arrow move a sheet, in windows. @type {Record<string, [number, number]>} */
const PANS = { ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0], ArrowUp: [0, -0.2], ArrowDown: [0, 0.2] };
/** Answers that come at once should not flicker. */
const PATIENCE = 150;

/**
 * @typedef {import("./link.js").State} State
 * @typedef {{ defaults: State, choices: Record<string, string[]>, show: (state: State) => void, hide?: () => void,
 *   keys?: (key: string) => boolean, sheet?: import("./sheet.js").Sheet }} View
 * A view's `choices` are the texts that only a few words are good for. `keys` is told of a key that is pressed anywhere
 * on the page and says whether it means something; `sheet` is what the keys for zooming are for.
 */

export class Shell {
  /** @type {Record<string, View>} */
  views = {};
  /** What each view last showed, so that coming back to it finds it as it was. @type {Record<string, State>} */
  states = {};
  current = "play";
  /** What an address without a view shows. */
  first = "play";
  /** Called when a view has been shown. */
  onview = () => {};
  #written = "";
  #writtenAt = 0;
  #pending = 0;
  #running = 0;
  /** @type {Record<string, AbortController>} */
  #asking = {};
  /** Whether a link has just been followed, and nothing of what it leads to is there yet. */
  #isOpening = false;

  /** @param {string} name @param {(shell: Shell) => View} make */
  add(name, make) {
    this.views[name] = make(this);
    this.states[name] = { ...this.views[name].defaults };
  }

  start() {
    addEventListener("click", (event) => this.#follow(event));
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
    addEventListener("keydown", (event) => {
      if (!isForFocus(event) && this.#key(event)) event.preventDefault();
    });
    at("presenter").addEventListener("click", () => this.#present());
    addEventListener(WAITING, (event) => {
      at("busy").textContent = /** @type {CustomEvent<string>} */ (event).detail;
      this.say(/** @type {CustomEvent<string>} */ (event).detail);
    });
    this.#read();
  }

  /** What the keys do in every view; the rest is for the view. @param {KeyboardEvent} event */
  #key({ key, shiftKey }) {
    const view = this.views[this.current], { sheet } = view;
    if (sheet && shiftKey && key in PANS) sheet.pan(...PANS[key]);
    else if (view.keys?.(key)) return true;
    else if (sheet && key === "+") sheet.closer();
    else if (sheet && key === "-") sheet.further();
    else if (sheet && key === "0") sheet.fit();
    else if (key === "p") this.#present();
    else return false;
    return true;
  }

  /** For a room full of people: everything larger, and back. */
  #present() {
    const { dataset } = document.documentElement, isOn = dataset.presenter === undefined;
    if (isOn) dataset.presenter = "";
    else delete dataset.presenter;
    at("presenter").setAttribute("aria-pressed", String(isOn));
    this.views[this.current].sheet?.fit();
    this.#show();
  }

  /** The address of a state of a view. @param {string} view @param {State} state */
  link(view, state) {
    return toHash(view, { ...this.views[view].defaults, ...state }, this.views[view].defaults);
  }

  /** The address of what is shown now. */
  get address() {
    return new URL(this.link(this.current, this.states[this.current]), location.href).href;
  }

  /**
   * Show a state of the current view. What is passed over again and again, such as the steps of a search, replaces the
   * address; everything else can be gone back from.
   * @param {State} state @param {{ replace?: boolean }} [how]
   */
  go(state, { replace = false } = {}) {
    this.states[this.current] = state;
    clearTimeout(this.#pending);
    this.clear();
    if (replace) {
      const since = performance.now() - this.#writtenAt;
      this.#pending = setTimeout(() => this.#write("replaceState"), Math.max(0, PAUSE - since));
    } else {
      this.#write("pushState");
    }
    this.#show();
  }

  /** Show a state of any view. @param {string} view @param {State} state */
  open(view, state) {
    if (view !== this.current) this.views[this.current].hide?.();
    this.current = view;
    this.go({ ...this.views[view].defaults, ...state });
    scrollTo(0, 0);
  }

  /** @param {"pushState" | "replaceState"} how */
  #write(how) {
    const hash = this.link(this.current, this.states[this.current]);
    if (hash !== this.#written) history[how](null, "", hash);
    this.#written = hash;
    this.#writtenAt = performance.now();
    this.#nav();
  }

  /**
   * A link to a state of a view opens it from its top. Left to itself, the browser would scroll to the section that has
   * the view's name, past the head of the page.
   * @param {MouseEvent} event
   */
  #follow(event) {
    const link = event.target instanceof Element && event.target.closest("a[href^='#']");
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (location.hash !== link.hash) history.pushState(null, "", link.hash);
    this.#read();
    scrollTo(0, 0);
  }

  #read() {
    if (location.hash === this.#written && this.#written) return;
    clearTimeout(this.#pending);
    this.#written = location.hash;
    const { view, given } = fromHash(location.hash);
    this.clear();
    if (view && !(view in this.views)) {
      const names = Object.keys(this.views).join(", ");
      this.trouble(`There is no view ${view.slice(0, 40)}: the views are ${names}.`);
    }
    const before = this.current;
    this.current = view in this.views ? view : view ? "play" : this.first;
    if (before !== this.current) this.views[before].hide?.();
    this.states[this.current] = this.#understood(given);
    this.#isOpening = true;
    this.#show();
  }

  /** A link that leads nowhere leaves the view as it begins. @param {string} sentence why it does */
  #beginInstead(sentence) {
    this.#isOpening = false;
    this.states[this.current] = { ...this.views[this.current].defaults };
    this.#show();
    this.trouble(sentence);
  }

  /** The state that a link asks for; what makes no sense is said and left at its default. @param {State} given */
  #understood(given) {
    const { defaults, choices } = this.views[this.current];
    const state = { ...defaults };
    for (const [name, text] of Object.entries(given)) {
      if (!(name in defaults)) continue;
      if (choices[name] && !choices[name].includes(text)) {
        this.trouble(`The link says ${name} ${text.slice(0, 40)}, but it should be ${choices[name].join(" or ")}.`);
      } else {
        state[name] = text;
      }
    }
    return state;
  }

  #show() {
    for (const name of Object.keys(this.views)) at(name).hidden = name !== this.current;
    const title = at(`${this.current}-title`).textContent;
    document.title = `${title} · Tic-tac-toe`;
    this.#nav();
    this.views[this.current].show(this.states[this.current]);
    this.onview();
  }

  #nav() {
    for (const link of document.querySelectorAll("nav a")) {
      const name = /** @type {HTMLElement} */ (link).dataset.view ?? "";
      link.setAttribute("href", this.link(name, this.states[name]));
      if (name === this.current) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  /**
   * Do something that asks the server. The same place's earlier question is dropped; a refusal is shown as its
   * sentence, with a way to try again if that may help, and leaves everything else as it is.
   * @param {string} place @param {(signal: AbortSignal) => Promise<void>} work
   * @param {(sentence: string, again?: () => void) => void} [refused]
   */
  async attempt(place, work, refused = (sentence, again) => this.trouble(sentence, again)) {
    this.#asking[place]?.abort();
    const asking = (this.#asking[place] = new AbortController());
    const opens = this.#isOpening;
    this.#wait(1);
    try {
      await work(asking.signal);
      if (opens && !asking.signal.aborted) this.#isOpening = false;
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!(error instanceof Refusal)) throw error;
      if (error.isPassing) refused(error.message, () => this.attempt(place, work, refused));
      else if (opens && this.#isOpening) this.#beginInstead(error.message);
      else refused(error.message);
    } finally {
      this.#wait(-1);
    }
  }

  /** Drop what a place is asking. @param {string} place */
  drop(place) {
    this.#asking[place]?.abort();
  }

  /** @param {number} change */
  #wait(change) {
    this.#running += change;
    document.body.dataset.asking = String(this.#running > 0);
    if (this.#running) setTimeout(() => (at("busy").hidden = !this.#running), PATIENCE);
    else Object.assign(at("busy"), { hidden: true, textContent: "thinking…" });
  }

  /** @param {string} sentence */
  say(sentence) {
    at("said").textContent = sentence;
  }

  /** @param {string} sentence @param {() => void} [again] */
  trouble(sentence, again) {
    const box = at("trouble");
    box.replaceChildren(el("p", { text: sentence }));
    const retry = () => {
      this.clear();
      again?.();
    };
    if (again) box.append(el("button", { type: "button", text: "Try again", onclick: retry }));
    box.append(el("button", { type: "button", text: "Dismiss", onclick: () => this.clear() }));
  }

  /** A sentence where the answer would have been. @param {HTMLElement} place @param {string} sentence @param {() => void} [again] */
  refuse(place, sentence, again) {
    place.replaceChildren(`${sentence} `);
    if (again) place.append(el("button", { type: "button", text: "Try again", onclick: again }));
  }

  clear() {
    at("trouble").replaceChildren();
  }
}
