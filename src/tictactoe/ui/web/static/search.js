// The view of a textbook search, step by step: the tree so far, the bounds, the program, the counts.

import { ask } from "./ask.js";
import { Diagram } from "./diagram.js";
import { at, el, options } from "./dom.js";
import { Listing } from "./listing.js";
import { smallBoard, valueLine } from "./marks.js";
import { turnAfter } from "./notation.js";
import { Trace, bestAt, untried } from "./trace.js";
import { boundText, counted, figure, withFigures } from "./words.js";

/** Steps in a second. */
const SPEEDS = [
  { name: "0.5", title: "slow" }, { name: "1.5", title: "walking" }, { name: "4", title: "brisk" }, { name: "12", title: "fast" },
];
/** With more nodes than this, only those beside the current path are drawn. */
const MOST_DRAWN = 130;
const SIZE = { width: 96, height: 130 };

/** @typedef {import("./trace.js").SearchNode} SearchNode */

/** @param {import("./shell.js").Shell} shell @param {import("./answers.js").Choices} choices */
export function search(shell, choices) {
  at("search-algorithm").replaceChildren(...options(choices.algorithms));
  at("search-speed").replaceChildren(...options(SPEEDS));
  const { game, algorithm } = choices.defaults;
  const DEFAULTS = { algorithm, game, position: at("search-preset").value, step: "1", speed: "1.5" };
  const CHOICES = { algorithm: choices.algorithms.map(({ name }) => name), speed: SPEEDS.map(({ name }) => name) };
  const { steps: PAGE, furthest_step: FURTHEST } = choices.limits;
  let state = { ...DEFAULTS };
  let trace = new Trace();
  let loaded = "", fitted = "", timer = 0;
  const diagram = new Diagram(at("search-sheet"), "The nodes visited: scroll or drag");
  const listing = new Listing(at("search-code"));

  /** @param {Record<string, string>} change @param {boolean} [replace] */
  const go = (change, replace = false) => shell.go({ ...state, ...change }, { replace });
  /** The number of the step, from 0. */
  const number = () => Math.min(Math.max(1, Number.parseInt(state.step, 10) || 1), trace.steps.length) - 1;
  const chosen = () => choices.algorithms.find(({ name }) => name === state.algorithm);
  /** Minimax knows nothing of alpha and beta. */
  const hasBounds = () => Boolean(chosen()?.has_bounds);
  const goTo = (/** @type {number} */ step) => go({ step: String(step + 1) }, true);

  function show(/** @type {any} */ next) {
    state = next;
    const { algorithm, game, position } = state;
    const wanted = `${algorithm} ${game} ${position}`;
    drawForm();
    const isEnough = wanted === loaded && (trace.hasEnded || trace.steps.length >= Number(state.step));
    if (isEnough) return draw();
    if (wanted !== loaded) stop();
    shell.attempt("search", async (signal) => {
      const found = wanted === loaded ? trace : new Trace();
      const code = await ask("code", { algorithm }, signal);
      const least = Math.min(FURTHEST, Math.max(1, Number.parseInt(state.step, 10) || 1));
      while (!found.hasEnded && found.steps.length < least) {
        const part = { skip: found.steps.length, limit: PAGE };
        found.add(await ask("trace", { algorithm, game, position: position || null, ...part }, signal));
      }
      if (signal.aborted) return;
      trace = found;
      loaded = wanted;
      listing.load(code);
      draw();
    });
  }

  function draw() {
    const current = number(), step = trace.steps[current], way = trace.wayTo(current);
    drawSteps(current);
    at("search-sentence").textContent = sentence(step, way[way.length - 1].node, hasBounds());
    drawTree(current, way);
    drawWay(way);
    drawCounts(current, step.path.length);
    listing.mark(step.kind, step.turn);
    shell.say(timer ? "" : `Step ${current + 1}. ${at("search-sentence").textContent}`);
  }

  /** @param {number} current @param {ReturnType<Trace["wayTo"]>} way */
  function drawTree(current, way) {
    const onWay = new Map(way.map((part) => [part.node, part]));
    const isWhole = trace.hasEnded && trace.nodes.size <= MOST_DRAWN;
    const isVisited = (/** @type {SearchNode} */ node) => node.entered <= current;
    diagram.draw({
      root: trace.root,
      // The whole tree keeps its shape from the first step to the last; nodes come into sight as they are visited.
      childrenOf: (node) => (isWhole ? node.children : onWay.has(node) ? node.children.filter(isVisited) : []),
      keyOf: (node) => node.key,
      fill: (node, box) => fill(node, box, current, onWay.get(node), node === way[way.length - 1].node),
      edgeClass: (node) => `edge ${isVisited(node) ? "" : "unseen"} ${onWay.has(node) ? "path" : ""}`,
      turn: trace.root.turn,
      ...SIZE,
      gap: 24,
    });
    if (fitted !== loaded) diagram.sheet.fit(1.3, 0.62);
    fitted = loaded;
    diagram.reveal(way[way.length - 1].node.key);
    const total = counted(trace.count("enter", current), "node");
    at("search-drawn").textContent = isWhole ? "" :
      `${total} visited by now: too many to draw, so only the way here and the moves beside it are shown.`;
  }

  /**
   * @param {SearchNode} node @param {HTMLElement} box @param {number} current
   * @param {{ alpha: number, beta: number } | undefined} bounds if it is on the way @param {boolean} isHere
   */
  function fill(node, box, current, bounds, isHere) {
    const isVisited = node.entered <= current, isLeft = node.left <= current, isCut = node.cut <= current;
    const best = bestAt(node, current);
    box.className = ["box", isVisited ? "" : "unseen", bounds ? "path" : "", isHere ? "here" : ""].join(" ").trim();
    const lines = [];
    if (bounds && !isLeft && hasBounds()) lines.push(`α ${boundText(bounds.alpha)}  β ${boundText(bounds.beta)}`);
    if (!isLeft && best) lines.push(`best ${figure(best.value)}`);
    if (isCut && untried(node) > 0) lines.push(`✂ ${untried(node)} not tried`);
    if (isLeft && node.how === "known") lines.push("from the table");
    const drawn = `${isVisited} ${isLeft} ${lines}`;
    if (box.dataset.drawn === drawn) return;
    box.dataset.drawn = drawn;
    box.replaceChildren(
      el("span", { class: "line", text: node.path.length ? `${turnAfter(node.turn, 1)} ${node.path.at(-1)}` : "root" }),
      smallBoard(node.position, node.path.at(-1) ?? null, 54),
      isLeft ? valueLine(node.value, figure(node.value ?? 0)) : "",
      ...lines.map((text) => el("span", { class: "bounds", text })),
    );
  }

  /** @param {ReturnType<Trace["wayTo"]>} way */
  function drawWay(way) {
    at("search-path").tBodies[0].replaceChildren(
      ...way.map(({ node, alpha, beta, best }, depth) =>
        el("tr", { "aria-current": depth === way.length - 1 ? "step" : null },
          el("th", { scope: "row", text: node.path.at(-1) ?? "root" }),
          el("td", { class: node.turn.toLowerCase(), text: `${node.turn} ${node.turn === "X" ? "max" : "min"}` }),
          el("td", { text: hasBounds() ? boundText(alpha) : "" }),
          el("td", { text: hasBounds() ? boundText(beta) : "" }),
          el("td", { text: best ? `${figure(best.value)} (${best.move})` : "–" }))),
    );
  }

  /** @param {number} current @param {number} depth */
  function drawCounts(current, depth) {
    const counts = {
      nodes: trace.count("enter", current),
      leaves: trace.count("leaf", current),
      cutoffs: trace.count("cutoff", current),
      "table hits": trace.count("known", current),
      depth,
    };
    at("search-counts").replaceChildren(
      ...Object.entries(counts).map(([name, count]) =>
        el("div", {}, el("dt", { text: name }), el("dd", { text: count.toLocaleString("en") }))),
    );
  }

  /** @param {number} current */
  function drawSteps(current) {
    const { length } = trace.steps, isLast = current === length - 1;
    const slider = at("search-slider");
    slider.max = String(length);
    slider.value = String(current + 1);
    const of = trace.hasEnded ? length.toLocaleString("en") : `the first ${length.toLocaleString("en")}, there are more`;
    slider.setAttribute("aria-valuetext", `step ${current + 1} of ${of}`);
    at("search-count").textContent = `Step ${(current + 1).toLocaleString("en")} of ${of}`;
    at("search-first").disabled = at("search-back").disabled = current === 0;
    at("search-last").disabled = isLast;
    at("search-next").disabled = at("search-run").disabled = isLast && (trace.hasEnded || length >= FURTHEST);
    at("search-cutoff").disabled = trace.cutoffAfter(current) === undefined;
    if (isLast) stop();
    at("search-run").textContent = timer ? "Pause" : "Play";
  }

  function drawForm() {
    at("search-algorithm").value = state.algorithm;
    at("search-manner").textContent = chosen()?.manner ?? "";
    at("search-speed").value = state.speed;
    at("search-where").value = state.position;
    at("search-game").value = state.game;
    const preset = at("search-preset");
    preset.value = state.game === DEFAULTS.game ? state.position : "";
    if (preset.selectedIndex < 0) preset.value = "";
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    at("search-run").textContent = "Play";
  }

  function run() {
    clearInterval(timer);
    timer = setInterval(() => goTo(number() + 1), 1000 / Number(state.speed));
    at("search-run").textContent = "Pause";
  }

  /** @param {() => void} move */
  const byHand = (move) => () => {
    stop();
    move();
  };
  at("search-first").addEventListener("click", byHand(() => goTo(0)));
  at("search-back").addEventListener("click", byHand(() => goTo(number() - 1)));
  at("search-next").addEventListener("click", byHand(() => goTo(number() + 1)));
  at("search-last").addEventListener("click", byHand(() => goTo(trace.steps.length - 1)));
  at("search-cutoff").addEventListener("click", byHand(() => goTo(trace.cutoffAfter(number()) ?? number())));
  at("search-slider").addEventListener("input", byHand(() => goTo(Number(at("search-slider").value) - 1)));
  at("search-run").addEventListener("click", () => (timer ? (stop(), draw()) : run()));
  at("search-speed").addEventListener("change", () => {
    const wasRunning = Boolean(timer);
    go({ speed: at("search-speed").value }, true);
    if (wasRunning) run();
  });
  at("search-algorithm").addEventListener("change", () => go({ algorithm: at("search-algorithm").value, step: "1" }));
  at("search-preset").addEventListener("change", () => {
    const position = at("search-preset").value;
    if (position) go({ game: DEFAULTS.game, position, step: "1" });
    else at("search-where").focus();
  });
  at("search-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const position = at("search-where").value.trim(), game = at("search-game").value.trim();
    const { algorithm } = state;
    // Asked first, so that a slip of the pen does not cost the search that is shown.
    shell.attempt("search-form", async (signal) => {
      await ask("trace", { algorithm, game, position: position || null, skip: 0, limit: 1 }, signal);
      go({ game, position, step: "1" });
    });
  });

  function hide() {
    stop();
    shell.drop("search");
  }

  return { defaults: DEFAULTS, choices: CHOICES, show, hide };
}

/**
 * What a step does, in a sentence.
 * @param {import("./trace.js").Step} step @param {SearchNode} node @param {boolean} hasBounds
 */
function sentence(step, node, hasBounds) {
  const { turn, value, alpha, beta, move } = step;
  const name = node.path.length ? `the position after ${node.path.join(", ")}` : "the root";
  const worth = figure(value ?? 0), other = turnAfter(turn, 1);
  const before = node.betters.findLastIndex((better) => better.move === move) - 1;
  const than = before >= 0 ? figure(node.betters[before].value) : "nothing so far";
  switch (step.kind) {
    case "enter":
      return `Come to ${name}: ${turn} to move${
        hasBounds ? `, with alpha ${boundText(alpha)} and beta ${boundText(beta)}` : ""}.`;
    case "leaf":
      return `The game has ended here: ${value ? `${value > 0 ? "X" : "O"} has won` : "a draw"}, value ${worth}.`;
    case "known":
      return `The table already says enough about ${name}: value ${worth}.`;
    case "better":
      return `${move} is worth ${worth}, which is better for ${turn} than ${than}: remember it.`;
    case "cutoff": {
      const rest = untried(node);
      const left = rest ? `${counted(rest, "move")} here need not be tried` : "no move was left to try anyway";
      const held = turn === "X" ? `O can already hold X to ${boundText(beta)}` : `X is already sure of ${boundText(alpha)}`;
      return `Cutoff, as ${withFigures(step.why ?? "")}: ${held} by moving elsewhere, so ${other} will not come here. ` +
        `${left[0].toUpperCase()}${left.slice(1)}.`;
    }
    default:
      return `Done with ${name}: its value ${worth} goes ${node.path.length ? "up to its parent" : "out as the answer"}.`;
  }
}
