// All searches of one position at the same step: what each has done by then.

import { el } from "./dom.js";
import { figure } from "./words.js";

/** @typedef {import("./trace.js").Trace} Trace */

/**
 * The rows of the race.
 * @param {{ title: string, trace: Trace, isShown: boolean }[]} runners @param {number} current the step, from 0
 */
export function raceRows(runners, current) {
  const most = Math.max(...runners.map(({ trace }) => trace.count("enter", trace.steps.length - 1)));
  return runners.map(({ title, trace, isShown }) => {
    const last = trace.steps.length - 1, now = Math.min(current, last), isDone = trace.hasEnded && current >= last;
    const count = (/** @type {string} */ kind) => trace.count(kind, now).toLocaleString("en");
    const nodes = trace.count("enter", now), all = trace.count("enter", last).toLocaleString("en");
    return el("tr", { class: isShown ? "shown" : "" },
      el("th", { scope: "row", text: title }),
      el("td", { class: "bar-cell" }, el("meter", { min: 0, max: most, value: nodes, "aria-label": `${title}: nodes so far` })),
      el("td", { text: count("enter") }),
      el("td", { text: `${all}${trace.hasEnded ? "" : " and more"}` }),
      el("td", { text: count("leaf") }),
      el("td", { text: count("cutoff") }),
      el("td", { text: count("known") }),
      el("td", { text: isDone ? `${figure(trace.root.value)} ✓` : "…" }));
  });
}
