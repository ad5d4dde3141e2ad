// The state of the page as the part of its address after #, and back.
//
//     #play?game=3,3,3&moves=b2+a1&level=perfect
//
// Each view has a few named texts; those at their default are left out, so links stay short.

/** @type {Record<string, string>} */
const READABLE = { "%2C": ",", "%2F": "/", "%3A": ":" };

/** @typedef {Record<string, string>} State */

/** @param {string} view @param {State} state @param {State} defaults */
export function toHash(view, state, defaults) {
  const kept = Object.entries(state).filter(([name, value]) => value !== (defaults[name] ?? ""));
  const query = new URLSearchParams(kept).toString().replace(/%2C|%2F|%3A/g, (code) => READABLE[code]);
  return `#${view}${query ? `?${query}` : ""}`;
}

/** @param {string} hash @returns {{ view: string, given: State }} */
export function fromHash(hash) {
  const [, view, query] = /^#?([^?]*)\??(.*)$/s.exec(hash) ?? ["", "", ""];
  return { view, given: Object.fromEntries(new URLSearchParams(query)) };
}
