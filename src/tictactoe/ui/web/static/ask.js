// Questions to the server. The same question has the same answer, so answers are kept for a while.

const MOST_KEPT = 400;
/** @type {Map<string, any>} */
const kept = new Map();

/** What the server, or its absence, says instead of an answer. */
export class Refusal extends Error {}

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

/** @param {string} address @param {AbortSignal} [signal] */
async function fetched(address, signal) {
  let response, answer;
  try {
    response = await fetch(address, { signal });
    answer = await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal("The server does not answer. Is it still running?");
  }
  if (!response.ok) throw new Refusal(answer.detail ?? `The server answers with ${response.status}.`);
  return answer;
}
