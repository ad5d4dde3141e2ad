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
 * @param {string} tag @param {Props} [props] @param {...(Node | string)} children
 * @returns {any}
 */
export function el(tag, props = {}, ...children) {
  const node = set(document.createElement(tag), props);
  node.append(...children);
  return node;
}

/** @param {string} tag @param {Props} [props] @param {...Node} children @returns {any} */
export function svg(tag, props = {}, ...children) {
  const node = set(document.createElementNS(SVG, tag), props);
  node.append(...children);
  return node;
}

/** The element of this id, which the page has. @param {string} id @returns {any} */
export function at(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}
