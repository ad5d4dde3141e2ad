// Questions to the server. The same question has the same answer, so answers are kept for a while.

const MOST_KEPT = 400;
/** @type {Map<string, any>} */
const kept = new Map();

/** What the server, or its absence, says instead of an answer. */
export class Refusal extends Error {
  /** @param {string} sentence @param {boolean} isPassing whether it may help to ask again */
  constructor(sentence, isPassing) {
    super(sentence);
    this.isPassing = isPassing;
  }
}

/** Sent to the window while the server is not done with a question; its `detail` is what the server says. */
export const WAITING = "answer-waits";

/**
 * @template {keyof import("./answers.js").Answers} What
 * @param {What} what the last part of the address, such as "tree"
 * @param {Record<string, string | number | boolean | null | undefined>} params those without a value are left out
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./answers.js").Answers[What]>}
 */
export async function ask(what, params = {}, signal) {
  const given = Object.entries(params).filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const address = `/api/v1/${what}?${query}`;
  if (kept.has(address)) return kept.get(address);
  const answer = await fetched(address, signal);
  for (const oldest of kept.size >= MOST_KEPT ? [...kept.keys()].slice(0, 1) : []) kept.delete(oldest);
  kept.set(address, answer);
  return answer;
}

/**
 * The answer at an address. While the server says that it is not there yet, it is asked for again, as often as it takes.
 * @param {string} address @param {AbortSignal} [signal]
 */
async function fetched(address, signal) {
  for (;;) {
    const { status, answer, wait } = await once(address, signal);
    if (status === 200) return answer;
    const sentence = answer.detail ?? `The server answers with ${status}.`;
    if (status !== 503) throw new Refusal(sentence, status >= 500);
    dispatchEvent(new CustomEvent(WAITING, { detail: sentence }));
    await pause(wait, signal);
  }
}

/** @param {string} address @param {AbortSignal} [signal] */
async function once(address, signal) {
  try {
    const response = await fetch(address, { signal });
    const answer = response.ok ? await response.json() : await response.json().catch(() => ({}));
    return { status: response.ok ? 200 : response.status, answer, wait: Number(response.headers.get("Retry-After")) || 1 };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal("The server does not answer. Is it still running?", true);
  }
}

/** @param {number} seconds @param {AbortSignal} [signal] @returns {Promise<void>} */
function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}
