// A sheet larger than its window: scrolled or dragged, and zoomed by buttons, keys, Ctrl and the wheel, or two fingers.

import { el } from "./dom.js";
import { Minimap } from "./minimap.js";

const MOST = 3;
/** How much closer or further away one press of a button goes. */
const CLOSER = 1.25;
/** Room on paper, in px: a landscape page of A4 or Letter within its margins, below a few lines of text. */
const PAPER = { width: 960, height: 520 };

export class Sheet {
  zoom = 1;
  #width = 0;
  #height = 0;
  #plane;
  #room;
  /** What moves with the sheet but stays at its side, called when that must be drawn again. */
  onmove = (/** @type {number} */ _zoom = this.zoom) => {};

  /** @param {HTMLElement} host @param {string} name @param {HTMLElement} plane what is drawn, at zoom 1 */
  constructor(host, name, plane) {
    const paper = matchMedia("print");
    this.#plane = plane;
    plane.classList.add("plane");
    this.#room = el("div", { class: "room" }, plane);
    this.window = el("div", { class: "window", tabindex: "0", role: "region", "aria-label": name }, this.#room);
    this.map = new Minimap((x, y) => this.#center(x, y));
    host.classList.add("sheet");
    host.append(this.window, el("div", { class: "sheet-bar" }, this.map.picture, this.#buttons()));
    this.window.addEventListener("scroll", () => this.#moved());
    // What is not shown has no size; else it may have to be larger now, or be seen from elsewhere.
    new ResizeObserver(() => this.window.clientWidth && !paper.matches && this.zoomBy(1)).observe(this.window);
    paper.addEventListener("change", () => this.#print(paper.matches));
    this.window.addEventListener("wheel", (/** @type {WheelEvent} */ event) => this.#wheel(event), { passive: false });
    this.#drags();
    this.#pinches();
  }

  /** As far away as one can go: nothing is written smaller than the style sheet allows. */
  get least() {
    const style = getComputedStyle(this.window);
    const length = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name));
    return length("--least") / length("--node-text");
  }

  closer() {
    this.zoomBy(CLOSER);
  }

  further() {
    this.zoomBy(1 / CLOSER);
  }

  /** @param {number} right @param {number} down in windows */
  pan(right, down) {
    const { clientWidth, clientHeight } = this.window;
    this.window.scrollBy(right * clientWidth, down * clientHeight);
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    this.#width = width;
    this.#height = height;
    this.#apply();
  }

  /**
   * Zoom so that what is at a point of the window stays there.
   * @param {number} factor @param {number} [x] @param {number} [y]
   */
  zoomBy(factor, x = this.window.clientWidth / 2, y = this.window.clientHeight / 2) {
    if (!this.#width) return; // nothing has been drawn
    const before = this.zoom;
    this.zoom = Math.max(this.least, Math.min(MOST, before * factor));
    const change = this.zoom / before;
    const { scrollLeft, scrollTop } = this.window;
    this.#apply();
    this.window.scrollLeft = (scrollLeft + x) * change - x;
    this.window.scrollTop = (scrollTop + y) * change - y;
  }

  /** As large as the whole sheet can be seen, but no larger than `most`, nor smaller than can be read. @param {number} [most] */
  fit(most = 1.6) {
    if (!this.#width) return;
    const { clientWidth, clientHeight } = this.window, { least } = this;
    this.zoom = Math.max(least, Math.min(clientWidth / this.#width, clientHeight / this.#height, most * least));
    this.#apply();
    this.window.scrollTo({ left: (this.#width * this.zoom - clientWidth) / 2, top: 0 });
  }

  /** Bring a part of the sheet into sight. @param {{left: number, top: number, width: number, height: number}} part */
  reveal({ left, top, width, height }) {
    const { window, zoom } = this;
    /** @param {number} from @param {number} size @param {number} start @param {number} room */
    const within = (from, size, start, room) => {
      const margin = Math.min(24, Math.max(0, (room - size) / 2));
      if (from < start + margin) return from - margin;
      return from + size > start + room - margin ? from + size - room + margin : start;
    };
    window.scrollTo({
      left: within(left * zoom, width * zoom, window.scrollLeft, window.clientWidth),
      top: within(top * zoom, height * zoom, window.scrollTop, window.clientHeight),
    });
  }

  #apply() {
    this.#plane.style.width = `${this.#width}px`;
    this.#plane.style.height = `${this.#height}px`;
    this.#plane.style.transform = `scale(${this.zoom})`;
    this.#room.style.width = `${this.#width * this.zoom}px`;
    this.#room.style.height = `${this.#height * this.zoom}px`;
    this.#moved();
  }

  #moved() {
    const { window, zoom } = this;
    const [width, height] = [window.clientWidth / zoom, window.clientHeight / zoom];
    this.map.look({ left: window.scrollLeft / zoom, top: window.scrollTop / zoom, width, height });
    this.onmove();
  }

  /** @param {number} x @param {number} y what is to be in the middle of the window */
  #center(x, y) {
    const { window, zoom } = this;
    window.scrollTo({ left: x * zoom - window.clientWidth / 2, top: y * zoom - window.clientHeight / 2 });
  }

  #buttons() {
    const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ onclick) =>
      el("button", { type: "button", text, "aria-label": name, onclick });
    return el("span", { class: "bar", role: "group", "aria-label": "Zoom" },
      button("−", "Zoom out", () => this.further()), button("+", "Zoom in", () => this.closer()),
      button("Fit", "Fit the window", () => this.fit()));
  }

  /** On paper the whole sheet is seen. @param {boolean} begins or ends */
  #print(begins) {
    if (!begins) return this.#apply();
    const scale = Math.min(1.2, PAPER.width / this.#width, PAPER.height / this.#height);
    this.#plane.style.transform = `scale(${scale})`;
    this.#room.style.width = `${this.#width * scale}px`;
    this.#room.style.height = `${this.#height * scale}px`;
    this.onmove(scale);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = this.window.getBoundingClientRect();
    this.zoomBy(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  }

  /** The mouse drags the sheet; a finger scrolls it without our help. */
  #drags() {
    const { window } = this;
    /** @type {{ x: number, y: number, left: number, top: number } | null} */
    let from = null;
    window.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== "mouse" || event.button !== 0 || isControl(event.target)) return;
      from = { x: event.clientX, y: event.clientY, left: window.scrollLeft, top: window.scrollTop };
    });
    addEventListener("pointermove", (event) => {
      if (!from || !(event.buttons & 1)) return;
      window.classList.add("dragged");
      window.scrollLeft = from.left + from.x - event.clientX;
      window.scrollTop = from.top + from.y - event.clientY;
    });
    addEventListener("pointerup", (event) => {
      const isDrag = from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > 4;
      from = null;
      window.classList.remove("dragged");
      if (!isDrag) return;
      // The click that ends a drag is not meant for the node it ends on.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
    });
  }

  #pinches() {
    const { window } = this;
    let distance = 0;
    const spread = (/** @type {TouchList} */ [one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    window.addEventListener("touchstart", (/** @type {TouchEvent} */ event) => {
      distance = event.touches.length === 2 ? spread(event.touches) : 0;
    }, { passive: true });
    window.addEventListener("touchmove", (/** @type {TouchEvent} */ event) => {
      if (event.touches.length !== 2 || !distance) return;
      event.preventDefault();
      const [one, two] = event.touches, box = window.getBoundingClientRect(), now = spread(event.touches);
      this.zoomBy(now / distance, (one.clientX + two.clientX) / 2 - box.left, (one.clientY + two.clientY) / 2 - box.top);
      distance = now;
    }, { passive: false });
  }
}

/** @param {EventTarget | null} target */
const isControl = (target) => target instanceof Element && Boolean(target.closest("button, select, input, label, a"));
