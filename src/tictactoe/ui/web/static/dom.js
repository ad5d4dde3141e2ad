// Making elements. Text always goes in as text, so nothing an answer says can become markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Props
 * `text` is the content; a name that begins with `on` is a listener; false, null and undefined leave an attribute out.
 */

/** @param {Element} node @param {Props} props */
export function set(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name === "text") {
      if (node.textContent !== String(value)) node.textContent = String(value);
    } else if (typeof value === "function") {
      node.addEventListener(name.slice(2), value);
    } else if (value === false || value === null || value === undefined) {
      node.removeAttribute(name);
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  return node;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Props} [props] @param {...(Node | string)} children
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  set(node, props);
  node.append(...children);
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Props} [props] @param {...Node} children
 */
export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  set(node, props);
  node.append(...children);
  return node;
}

/** What a list offers. @param {{ name: string, title: string }[]} choices */
export const options = (choices) => choices.map(({ name, title }) => el("option", { value: name, text: title }));

/** The element of this id, which the page has. @param {string} id @returns {any} */
export function at(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}
