// A tree drawn on a sheet: boxes for the nodes, curves between them, and at the side whose turn each level is.

import { el, svg } from "./dom.js";
import { layout } from "./layout.js";
import { turnAfter } from "./notation.js";
import { Sheet } from "./sheet.js";

const MARGIN = 14;
/** Classes of boxes that are seen from afar. */
const MAPPED = ["path", "here", "best", "cut"];
/** @typedef {import("./minimap.js").Part} Part */

/**
 * @template T
 * @typedef {object} Drawing
 * @property {T} root
 * @property {(node: T) => T[]} childrenOf
 * @property {(node: T) => string} keyOf the same node has the same box in the next drawing
 * @property {(node: T, box: HTMLElement, place: import("./layout.js").Place<T>) => void} fill
 * @property {(node: T) => string} edgeClass of the curve that leads to a node
 * @property {"X" | "O"} turn of the root
 * @property {number} width of a box
 * @property {number} height
 * @property {number} [gap] between levels
 */

export class Diagram {
  /** @type {Map<string, HTMLElement>} */
  #boxes = new Map();
  /** @type {Map<string, Part>} */
  #spots = new Map();
  #size = { width: 1, height: 1 };
  #edges = svg("svg", { class: "edges", "aria-hidden": "true" });
  #captions = el("div", { class: "captions", "aria-hidden": "true" });
  /** @type {{ text: string, who: string, top: number, height: number }[]} */
  #levels = [];

  /**
   * @param {HTMLElement} host @param {string} name
   * @param {Record<string, string>} [props] of the element around the boxes
   */
  constructor(host, name, props = {}) {
    this.nodes = el("div", { class: "nodes", ...props });
    this.sheet = new Sheet(host, name, el("div", {}, this.#edges, this.nodes));
    this.sheet.onmove = (zoom) => this.#drawCaptions(zoom);
    host.append(this.#captions);
  }

  /** @template T @param {Drawing<T>} drawing */
  draw({ root, childrenOf, keyOf, fill, edgeClass, turn, width, height, gap = 46 }) {
    const places = layout(root, childrenOf);
    const column = width + 8, level = height + gap;
    const middle = (/** @type {number} */ x) => MARGIN + x * column + width / 2;
    const top = (/** @type {number} */ depth) => MARGIN + depth * level;
    const before = this.#boxes;
    this.#boxes = new Map();
    this.#spots = new Map();
    for (const place of places) {
      const key = keyOf(place.node);
      const box = before.get(key) ?? el("div", { class: "box", "data-key": key });
      const spot = { left: middle(place.x) - width / 2, top: top(place.depth), width, height };
      box.style.transform = `translate(${spot.left}px, ${spot.top}px)`;
      box.style.width = `${width}px`;
      box.style.height = `${height}px`;
      fill(place.node, box, place);
      this.#boxes.set(key, box);
      this.#spots.set(key, spot);
    }
    this.#order(before);
    const curves = places.filter((place) => place.parent).map((place) => {
      const parent = /** @type {any} */ (place.parent);
      const [x1, y1, x2, y2] = [middle(parent.x), top(parent.depth) + height, middle(place.x), top(place.depth)];
      const bend = (y1 + y2) / 2;
      return svg("path", { class: edgeClass(place.node), d: `M${x1} ${y1}C${x1} ${bend} ${x2} ${bend} ${x2} ${y2}` });
    });
    this.#edges.replaceChildren(...curves);
    const deepest = Math.max(...places.map((place) => place.depth));
    this.#levels = Array.from({ length: deepest + 1 }, (_, depth) => {
      const who = turnAfter(turn, depth);
      return { text: who === "X" ? "MAX" : "MIN", who, top: top(depth), height };
    });
    const right = Math.max(...places.map((place) => middle(place.x))) + width / 2;
    this.#size = { width: right + MARGIN, height: top(deepest) + height + MARGIN };
    this.#drawMap();
    this.sheet.resize(this.#size.width, this.#size.height);
  }

  #drawMap() {
    const shown = [...this.#spots].filter(([key]) => !this.#boxes.get(key)?.classList.contains("unseen"));
    const kind = (/** @type {string} */ key) => MAPPED.filter((name) => this.#boxes.get(key)?.classList.contains(name)).join(" ");
    this.sheet.map.draw(this.#size.width, this.#size.height, shown.map(([key, spot]) => [kind(key), spot]));
  }

  /** @param {string} key */
  box(key) {
    return this.#boxes.get(key);
  }

  /** @param {string} key */
  reveal(key) {
    const spot = this.#spots.get(key);
    if (spot) this.sheet.reveal(spot);
  }

  /** Bring a node into sight, and as much of the way to it as there is room for. @param {string[]} way the node first */
  follow(way) {
    const [here, ...above] = way.flatMap((key) => this.#spots.get(key) ?? []);
    if (!here) return;
    const { window, zoom } = this.sheet;
    const room = { width: window.clientWidth / zoom - 2 * MARGIN, height: window.clientHeight / zoom - 2 * MARGIN };
    let part = here;
    for (const spot of above) {
      const wider = around(part, spot);
      if (wider.width > room.width || wider.height > room.height) break;
      part = wider;
    }
    this.sheet.reveal(part);
  }

  /**
   * A value on its way from one node to another.
   * @param {string} from @param {string} to @param {string} text @param {number} time in ms
   */
  send(from, to, text, time) {
    const [start, end] = [this.#spots.get(from), this.#spots.get(to)];
    if (!start || !end) return;
    const token = el("div", { class: "token", "aria-hidden": "true", text });
    this.nodes.append(token);
    const place = (/** @type {Part} */ { left, top, width, height }) =>
      ({ transform: `translate(${left + width / 2}px, ${top + height / 2}px) translate(-50%, -50%)` });
    const way = token.animate([place(start), place(end)], { duration: time, easing: "ease-in-out" });
    way.finished.then(() => token.remove(), () => token.remove());
  }

  /**
   * Put the boxes in order without taking any out of the page that stays, which would lose the focus.
   * @param {Map<string, HTMLElement>} before
   */
  #order(before) {
    for (const [key, box] of before) if (!this.#boxes.has(key)) box.remove();
    /** @type {Element | null} */
    let next = this.nodes.firstElementChild;
    for (const box of this.#boxes.values()) {
      if (box === next) next = next.nextElementSibling;
      else this.nodes.insertBefore(box, next);
    }
  }

  #drawCaptions(zoom = this.sheet.zoom) {
    const { window } = this.sheet;
    this.#captions.replaceChildren(
      ...this.#levels.map(({ text, who, top, height }) => {
        const caption = el("div", { class: `caption ${who.toLowerCase()}` });
        caption.append(el("b", { text }), el("span", { text: `${who} moves` }));
        caption.style.transform = `translateY(${(top + height / 2) * zoom - window.scrollTop}px) translateY(-50%)`;
        return caption;
      }),
    );
  }
}

/** @param {Part} one @param {Part} other @returns {Part} the smallest that has both in it */
function around(one, other) {
  const left = Math.min(one.left, other.left), top = Math.min(one.top, other.top);
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}
