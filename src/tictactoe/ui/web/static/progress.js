// What has been answered rightly at once, topic by topic: kept on this device only, if it can be kept at all.

const PLACE = "predict";
/** So many answers of a topic are looked at, and so many of them must be right for it to be mastered. */
const LATEST = 10, ENOUGH = 8;
const MOST_SEEN = 400;

/** @typedef {{ topics: Record<string, string>, seen: string[] }} Kept `1` for right at once and `0` for not, the latest last */

/** @returns {Kept} */
function load() {
  try {
    const { topics, seen } = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    const sound = Object.entries(topics ?? {}).filter(([, text]) => /^[01]{1,10}$/.test(String(text)));
    return { topics: Object.fromEntries(sound), seen: Array.isArray(seen) ? seen.map(String) : [] };
  } catch {
    return { topics: {}, seen: [] };
  }
}

/**
 * Keep what came of one exercise; of one that was done before, nothing, as its answers have been seen.
 * @param {string} exercise @param {{ topic: string, isAtOnce: boolean }[]} answers
 */
export function record(exercise, answers) {
  const { topics, seen } = load();
  if (seen.includes(exercise)) return;
  for (const { topic, isAtOnce } of answers) {
    topics[topic] = `${topics[topic] ?? ""}${isAtOnce ? 1 : 0}`.slice(-LATEST);
  }
  try {
    localStorage.setItem(PLACE, JSON.stringify({ topics, seen: [...seen, exercise].slice(-MOST_SEEN) }));
  } catch {
    // What cannot be kept is not missed.
  }
}

export function forget() {
  try {
    localStorage.removeItem(PLACE);
  } catch {
    // There is nothing to forget then.
  }
}

/** How each topic stands. @returns {{ topic: string, right: number, asked: number, standing: "mastered" | "to repeat" | "begun" }[]} */
export function standings() {
  return Object.entries(load().topics).map(([topic, text]) => {
    const asked = text.length, right = text.split("1").length - 1;
    const standing = right >= ENOUGH ? "mastered" : asked - right > LATEST - ENOUGH ? "to repeat" : "begun";
    return { topic, right, asked, standing };
  });
}
