// A sheet larger than its window: scrolled or dragged, and zoomed by buttons, Ctrl and the wheel, or two fingers.

import { el } from "./dom.js";

const LEAST = 0.25, MOST = 3;

export class Sheet {
  zoom = 1;
  #width = 0;
  #height = 0;
  #plane;
  #room;
  /** What moves with the sheet but stays at its side, called when that must be drawn again. */
  onmove = () => {};

  /** @param {HTMLElement} host @param {string} name @param {HTMLElement} plane what is drawn, at zoom 1 */
  constructor(host, name, plane) {
    this.#plane = plane;
    plane.classList.add("plane");
    this.#room = el("div", { class: "room" }, plane);
    this.window = el("div", { class: "window", tabindex: "0", role: "region", "aria-label": name }, this.#room);
    host.classList.add("sheet");
    host.append(this.window);
    this.window.addEventListener("scroll", () => this.onmove());
    this.window.addEventListener("wheel", (/** @type {WheelEvent} */ event) => this.#wheel(event), { passive: false });
    this.#drags();
    this.#pinches();
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
    const before = this.zoom;
    this.zoom = Math.min(MOST, Math.max(LEAST, before * factor));
    const change = this.zoom / before;
    const { scrollLeft, scrollTop } = this.window;
    this.#apply();
    this.window.scrollLeft = (scrollLeft + x) * change - x;
    this.window.scrollTop = (scrollTop + y) * change - y;
  }

  /** As large as the whole sheet can be seen, but no larger than `most`. @param {number} [most] @param {number} [least] */
  fit(most = 1.6, least = LEAST) {
    const { clientWidth, clientHeight } = this.window;
    const zoom = Math.min(clientWidth / this.#width, clientHeight / this.#height, most);
    this.zoom = Math.max(least, zoom);
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
    this.onmove();
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
