// A sheet seen from afar, and what part of it is in the window: a press or a drag goes there.

import { svg } from "./dom.js";

/** @typedef {{ left: number, top: number, width: number, height: number }} Part of a sheet, at zoom 1 */

export class Minimap {
  #spots = svg("g");
  #frame = svg("rect", { class: "frame-of-window" });
  #size = { width: 1, height: 1 };

  /** @param {(x: number, y: number) => void} go to this point of the sheet */
  constructor(go) {
    this.picture = svg("svg", { class: "minimap", "aria-hidden": "true" }, this.#spots, this.#frame);
    const follow = (/** @type {PointerEvent} */ event) => {
      if (!(event.buttons & 1)) return;
      event.preventDefault();
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.picture.getScreenCTM()?.inverse());
      go(at.x, at.y);
    };
    this.picture.addEventListener("pointerdown", follow);
    this.picture.addEventListener("pointermove", follow);
  }

  /** @param {number} width @param {number} height of the sheet @param {Iterable<[string, Part]>} spots with their classes */
  draw(width, height, spots) {
    this.#size = { width, height };
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#spots.replaceChildren(...[...spots].map(([kind, { left, top, ...size }]) =>
      svg("rect", { class: `spot ${kind}`, x: left, y: top, ...size, rx: 12 })));
  }

  /** What is in the window now. @param {Part} part */
  look({ left, top, width, height }) {
    const isWhole = width >= this.#size.width - 1 && height >= this.#size.height - 1;
    this.#frame.setAttribute("visibility", isWhole ? "hidden" : "visible");
    for (const [name, length] of Object.entries({ x: left, y: top, width, height })) this.#frame.setAttribute(name, String(length));
  }
}
