// The view of the textbook searches, step by step: the tree so far, the bounds, the pseudocode, and a race of all four.

import { ask } from "./ask.js";
import { at, el, options } from "./dom.js";
import { Listing } from "./listing.js";
import { nextSteps } from "./nextstep.js";
import { raceRows } from "./race.js";
import { Searches } from "./searches.js";
import { SearchTree } from "./searchtree.js";
import { sentence } from "./telling.js";
import { valuesOf } from "./trace.js";
import { boundText, known } from "./words.js";

/** Steps in a second. */
const SPEEDS = [
  { name: "0.5", title: "slow" }, { name: "1.5", title: "walking" }, { name: "4", title: "brisk" }, { name: "12", title: "fast" },
];
/** How long a value takes from a node to its parent, in ms, if nothing is in a hurry. */
const FLOW = 500;
const NOBODY = { name: "", title: "none" };

/** @param {import("./shell.js").Shell} shell @param {import("./answers.js").Choices} choices */
export function search(shell, choices) {
  const names = choices.algorithms.map(({ name }) => name);
  at("search-algorithm").replaceChildren(...options(choices.algorithms));
  at("search-against").replaceChildren(...options([NOBODY, ...choices.algorithms]));
  at("search-preset").prepend(...options(choices.examples));
  at("search-speed").replaceChildren(...options(SPEEDS));
  const { game, algorithm, example } = choices.defaults;
  const DEFAULTS = { algorithm, against: "", game, position: example, step: "1", speed: "1.5", reveal: "" };
  const CHOICES = { algorithm: names, against: ["", ...names], speed: SPEEDS.map(({ name }) => name), reveal: ["", "1"] };
  let state = { ...DEFAULTS };
  let searches = new Searches("", "", choices.limits);
  let timer = 0, drawnStep = -1;
  const goTo = (/** @type {number} */ step) => go({ step: String(step + 1) }, true);
  const byHand = (/** @type {number} */ step) => (stop(), goTo(step));
  const one = new SearchTree(at("search-sheet"), "The nodes visited", at("search-drawn"), byHand);
  const other = new SearchTree(at("search-other-sheet"), "The nodes that the other visited", at("search-other-drawn"), byHand);
  const program = new Listing(at("search-code")), pseudocode = new Listing(at("search-pseudocode"));
  const guessing = nextSteps(shell, at("search-predict"), at("search-guess"), () => show(state));
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {Record<string, string>} change @param {boolean} [replace] */
  const go = (change, replace = false) => shell.go({ ...state, ...change }, { replace });
  const chosen = (/** @type {string} */ name) => choices.algorithms.find((found) => found.name === name);
  const titleOf = (/** @type {string} */ name) => chosen(name)?.title ?? "";
  /** Minimax knows nothing of alpha and beta. */
  const hasBounds = (/** @type {string} */ name) => Boolean(chosen(name)?.has_bounds);
  /** The searches that take steps together. */
  const running = () => (state.against ? names : [state.algorithm]);
  /** The one that leaves nothing out. */
  const whole = choices.algorithms.find(({ has_bounds }) => !has_bounds)?.name ?? "";
  const stepsLoaded = () => Math.max(...running().map((name) => searches.of(name).steps.length));
  /** The number of the step, from 0. */
  const number = () => Math.min(Math.max(1, Number.parseInt(state.step, 10) || 1), stepsLoaded()) - 1;

  function show(/** @type {any} */ next) {
    state = next;
    const { game, position } = state;
    drawForm();
    if (searches.game !== game || searches.position !== position) stop();
    const found = searches.game === game && searches.position === position ? searches
      : new Searches(game, position, choices.limits);
    const least = Math.max(1, Number.parseInt(state.step, 10) || 1);
    const wanted = new Set([...running(), ...(found.isSmall ? [whole] : [])]);
    if (found === searches && program.name === state.algorithm && [...wanted].every((name) => found.has(name, least))) return draw();
    shell.attempt("search", async (signal) => {
      const code = await ask("code", { algorithm: state.algorithm }, signal);
      for (const name of wanted) await found.load(name, least, signal);
      if (signal.aborted) return;
      searches = found;
      program.load(code, state.algorithm);
      pseudocode.load(code.pseudocode, state.algorithm);
      draw();
    });
  }

  function draw() {
    const current = number(), { algorithm, against } = state;
    // A value is seen on its way only if the step before was just seen.
    const flow = !isCalm.matches && current === drawnStep + 1 ? Math.min(FLOW, timer ? 600 / Number(state.speed) : FLOW) : 0;
    drawnStep = current;
    at("search-columns").classList.toggle("compared", Boolean(against));
    for (const id of ["search-name", "search-other", "search-race"]) at(id).hidden = !against;
    const told = drawSearch(one, algorithm, current, flow, "search");
    if (against) drawSearch(other, against, current, flow, "search-other");
    drawSteps(current);
    drawSide(algorithm, current);
    if (against) {
      const runners = choices.algorithms.map(({ name, title }) =>
        ({ title, trace: searches.of(name), isShown: name === algorithm || name === against }));
      at("search-race").tBodies[0].replaceChildren(...raceRows(runners, current));
    }
    const { game, position } = searches, isPause = !timer && (!searches.of(algorithm).hasEnded || current < stepsLoaded() - 1);
    guessing.draw(isPause ? { game, position, algorithm, step: current + 1 } : null, () => byHand(current + 1));
    shell.say(timer ? "" : `Step ${current + 1}. ${told}`);
  }

  /**
   * @param {SearchTree} tree @param {string} algorithm @param {number} now @param {number} flow
   * @param {string} place what the names of its elements begin with
   */
  function drawSearch(tree, algorithm, now, flow, place) {
    const trace = searches.of(algorithm), current = Math.min(now, trace.steps.length - 1), isRevealed = Boolean(state.reveal);
    const all = searches.isSmall ? searches.of(whole) : null, bounds = hasBounds(algorithm);
    const scene = { trace, whole: all, current, hasBounds: bounds, isRevealed, flow: current === now ? flow : 0 };
    tree.draw(scene, `${searches.game} ${searches.position} ${state.algorithm} ${state.against}`);
    const told = sentence(trace, current, bounds, !guessing.isOn);
    at(`${place}-name`).textContent = titleOf(algorithm);
    at(`${place}-sentence`).textContent = told;
    return told;
  }

  /** What the search knows: its variables, its calls, its counts. @param {string} algorithm @param {number} now */
  function drawSide(algorithm, now) {
    const trace = searches.of(algorithm), current = Math.min(now, trace.steps.length - 1);
    const step = trace.steps[current], way = trace.wayTo(current);
    program.mark(step.kind, step.turn);
    pseudocode.mark(step.kind, step.turn);
    const values = valuesOf(trace, current, hasBounds(algorithm));
    at("search-variables").replaceChildren(...Object.entries(values).map(([name, value]) =>
      el("div", {}, el("dt", { text: name }), el("dd", { text: value }))));
    at("search-path").tBodies[0].replaceChildren(
      ...way.map(({ node, alpha, beta, best }, depth) =>
        el("tr", { "aria-current": depth === way.length - 1 ? "step" : null },
          el("th", { scope: "row", text: node.path.at(-1) ?? "root" }),
          el("td", { class: node.turn.toLowerCase(), text: `${node.turn} ${node.turn === "X" ? "max" : "min"}` }),
          el("td", { text: hasBounds(algorithm) ? boundText(alpha) : "" }),
          el("td", { text: hasBounds(algorithm) ? boundText(beta) : "" }),
          el("td", { text: best ? `${known(best.relation, best.value)} (${best.move})` : "–" }))),
    );
    const counts = {
      nodes: trace.count("enter", current),
      leaves: trace.count("leaf", current),
      cutoffs: trace.count("cutoff", current),
      "table hits": trace.count("known", current),
      depth: step.path.length,
    };
    at("search-counts").replaceChildren(
      ...Object.entries(counts).map(([name, count]) =>
        el("div", {}, el("dt", { text: name }), el("dd", { text: count.toLocaleString("en") }))),
    );
  }

  /** @param {number} current */
  function drawSteps(current) {
    const length = stepsLoaded(), isLast = current === length - 1;
    const hasEnded = running().every((name) => searches.of(name).hasEnded);
    const slider = at("search-slider");
    slider.max = String(length);
    slider.value = String(current + 1);
    const of = hasEnded ? length.toLocaleString("en") : `the first ${length.toLocaleString("en")}, there are more`;
    slider.setAttribute("aria-valuetext", `step ${current + 1} of ${of}`);
    at("search-count").textContent = `Step ${(current + 1).toLocaleString("en")} of ${of}`;
    at("search-first").disabled = at("search-back").disabled = current === 0;
    at("search-last").disabled = isLast;
    at("search-next").disabled = at("search-run").disabled = isLast && (hasEnded || length >= choices.limits.furthest_step);
    at("search-cutoff").disabled = nextCutoff() === undefined;
    at("search-reveal").setAttribute("aria-pressed", String(Boolean(state.reveal)));
    if (isLast) stop();
    at("search-run").textContent = timer ? "Pause" : "Play";
  }

  const nextCutoff = () => searches.of(state.algorithm).cutoffAfter(number());

  function drawForm() {
    at("search-algorithm").value = state.algorithm;
    at("search-against").value = state.against;
    at("search-manner").textContent = chosen(state.algorithm)?.manner ?? "";
    at("search-speed").value = state.speed;
    at("search-where").value = state.position;
    at("search-game").value = state.game;
    const preset = at("search-preset");
    preset.value = state.game === DEFAULTS.game ? state.position : "";
    if (preset.selectedIndex < 0) preset.value = "";
    if (!preset.value) at("search-own").open = true;
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

  const moves = {
    first: () => byHand(0),
    back: () => byHand(Math.max(0, number() - 1)),
    next: () => at("search-next").disabled || byHand(number() + 1),
    last: () => byHand(stepsLoaded() - 1),
    cutoff: () => byHand(nextCutoff() ?? number()),
    run: () => (timer ? (stop(), draw()) : at("search-run").disabled || run()),
    reveal: () => go({ reveal: state.reveal ? "" : "1" }, true),
  };
  for (const [name, move] of Object.entries(moves)) at(`search-${name}`).addEventListener("click", move);
  /** @type {Record<string, () => void>} */
  const KEYS = {
    ArrowRight: moves.next, ArrowLeft: moves.back, Home: moves.first, End: moves.last, " ": moves.run, c: moves.cutoff, r: moves.reveal,
  };
  at("search-slider").addEventListener("input", () => byHand(Number(at("search-slider").value) - 1));
  at("search-speed").addEventListener("change", () => {
    const wasRunning = Boolean(timer);
    go({ speed: at("search-speed").value }, true);
    if (wasRunning) run();
  });
  at("search-algorithm").addEventListener("change", () => go({ algorithm: at("search-algorithm").value, step: "1" }));
  at("search-against").addEventListener("change", () => go({ against: at("search-against").value }));
  at("search-preset").addEventListener("change", () => {
    const position = at("search-preset").value;
    if (position) go({ game: DEFAULTS.game, position, step: "1" });
    else {
      at("search-own").open = true;
      at("search-where").focus();
    }
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

  const keys = (/** @type {string} */ key) => {
    KEYS[key]?.();
    return key in KEYS;
  };
  return { defaults: DEFAULTS, choices: CHOICES, show, hide, keys, sheet: one.sheet };
}
