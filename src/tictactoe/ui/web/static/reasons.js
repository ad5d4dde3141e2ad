// What the server says of the moves, as a list: those of which the same is said stand together.

import { el } from "./dom.js";
import { shape } from "./marks.js";

/** More moves than this of which the same is said are counted rather than named. */
const MANY = 24;

/**
 * @typedef {import("./answers.js").Reason} Reason
 * @param {Reason[]} reasons @param {(value: number | null) => string} winner
 */
export function reasonList(reasons, winner) {
  /** @type {Map<string, Reason[]>} */
  const groups = new Map();
  for (const reason of reasons) {
    const alike = `${reason.score.text} ${reason.text}`;
    groups.set(alike, [...(groups.get(alike) ?? []), reason]);
  }
  return [...groups.values()].map((alike) => {
    const { score, text } = alike[0];
    return el(
      "li", {},
      el("span", { class: `head ${winner(score.value)}` },
        shape(score.value, winner(score.value)),
        el("b", { text: ` ${namesOf(alike)}` }),
        `: ${score.text}.`),
      ` ${text}`,
    );
  });
}

/** @param {Reason[]} alike */
function namesOf(alike) {
  return alike.length > MANY ? `${alike.length} moves` : alike.map((reason) => reason.move).join(", ");
}
