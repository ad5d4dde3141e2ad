// The first screen: what minimax is, in a picture and a few words, and the way in. On the way, a bar leads from step to step.

import { ask } from "./ask.js";
import { at, el } from "./dom.js";
import { smallBoard, valueLine } from "./marks.js";
import { figure } from "./words.js";
import { STEPS, Way } from "./way.js";

/** O has overlooked something, and X chooses: the lecture's d3. */
const EXAMPLE = { moves: "b2 c1 b3 a2", depth: 1 };

/** @param {import("./shell.js").Shell} shell */
export function start(shell) {
  const way = new Way();
  shell.first = way.isSkipped || way.isDone ? "play" : "start";
  shell.onview = drawBar;

  function show() {
    drawSteps();
    shell.attempt("start", async (signal) => {
      const root = await ask("tree", EXAMPLE, signal);
      if (!signal.aborted) at("start-picture").replaceChildren(...picture(root));
    });
  }

  function drawSteps() {
    at("start-steps").replaceChildren(...STEPS.map((step, number) => {
      const isDone = way.done.has(step.name);
      return el("li", {},
        el("a", { href: shell.link(step.view, step.state), class: "button", onclick: (event) => begin(number, event) },
          `${isDone ? "✓" : number + 1} ${step.title}`, el("span", { class: "aside", text: isDone ? " (done)" : "" })),
        el("span", { text: ` ${step.task}` }));
    }));
    at("start-go").textContent = way.isDone ? "Begin again" : way.done.size ? `Go on: ${STEPS[way.next].title}` : "Begin with a game";
    const last = way.isDone ? `${STEPS[STEPS.length - 1].end} ` : "";
    at("start-far").textContent = way.done.size ? `${last}${way.done.size} of ${STEPS.length} steps done. This browser keeps that, and nothing else does.` : "";
  }

  /** @param {number} number @param {Event} [event] */
  function begin(number, event) {
    event?.preventDefault();
    way.begin(number);
    const { view, state } = STEPS[number];
    shell.open(view, state);
    at("way-task").focus({ preventScroll: true });
  }

  /** The bar above a view, while somebody is on the way. */
  function drawBar() {
    const step = STEPS[way.at];
    const isHere = Boolean(step) && shell.current === step.view;
    at("way").hidden = !isHere;
    if (!isHere) return;
    const next = STEPS[way.at + 1];
    at("way-end").textContent = STEPS[way.at - 1]?.end ?? "";
    at("way-task").replaceChildren(el("b", { text: `${way.at + 1} of ${STEPS.length}: ${step.title}` }), ` ${step.task}`);
    at("way-next").textContent = next ? `Next: ${next.title}` : "Done";
  }

  at("start-go").addEventListener("click", () => begin(way.next));
  at("start-skip").addEventListener("click", () => {
    way.skip();
    shell.open("play", {});
  });
  at("way-next").addEventListener("click", () => {
    way.finish();
    const next = way.at + 1;
    if (STEPS[next]) return begin(next);
    way.leave();
    shell.open("start", {});
  });
  at("way-leave").addEventListener("click", () => {
    way.leave();
    drawBar();
  });

  return { defaults: {}, choices: {}, show, hide: () => shell.drop("start") };
}

/** A node that X chooses at, and what there is to choose from. @param {import("./answers.js").Node} root */
function picture(root) {
  const best = root.children.find((child) => child.best);
  /** @param {import("./answers.js").Node} node @param {string} title */
  const box = (node, title) =>
    el("div", { class: `sample ${node === best ? "best" : ""}` },
      el("span", { text: title }), smallBoard(node.position, node.move, 60),
      valueLine(node.value, `${figure(node.value)}${node === best ? " ★\uFE0E" : ""}`));
  return [
    el("div", { class: "samples" }, box(root, "MAX: X chooses")),
    el("p", { class: "note", text: "takes the largest of" }),
    el("div", { class: "samples" }, ...root.children.map((child) => box(child, child.words))),
  ];
}
