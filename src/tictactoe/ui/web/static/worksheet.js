// What has been filled in so far, as it stands in the address: for each exercise its tries with "-" between them, one
// letter for each blank. What ends with "-" has been checked; `mark` in the package reads the same.

const LEFT = "0", LEFT_WITH_HINT = "1", AGAIN = "-", NEXT = ",";

export class Worksheet {
  /** @param {string} text @param {number} number of exercises */
  constructor(text, number) {
    const parts = text.split(NEXT).slice(0, number);
    this.exercises = Array.from({ length: number }, (_, at) => new Work(parts[at] ?? ""));
  }

  /** For the address. */
  get text() {
    return this.exercises.map(({ text }) => text).join(NEXT).replace(/,+$/, "");
  }

  /** Only what was checked, for the server. */
  get checked() {
    return this.exercises.map(({ checked }) => checked).join(NEXT).replace(/,+$/, "");
  }
}

/** One exercise. */
export class Work {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  /** The tries that were checked, as the server reads them. */
  get checked() {
    return this.text.split(AGAIN).slice(0, -1).join(AGAIN);
  }

  get tries() {
    return this.text.split(AGAIN).length - 1;
  }

  /** Whether it can be that of an exercise with so many blanks and these replies. @param {number} blanks @param {string[]} letters */
  fits(blanks, letters) {
    const known = new Set([LEFT, LEFT_WITH_HINT, ...letters, ...letters.map((letter) => letter.toLowerCase())]);
    const tries = this.text.split(AGAIN);
    const isWhole = (/** @type {string} */ one) => one.length === blanks && [...one].every((letter) => known.has(letter));
    return tries.length <= 3 && tries.every((one, at) => isWhole(one) || (!one && at === tries.length - 1));
  }

  /** The letter of each blank, as it is now. @param {number} blanks */
  letters(blanks) {
    const tries = this.text.split(AGAIN).filter(Boolean);
    const latest = tries[tries.length - 1] ?? "";
    return Array.from({ length: blanks }, (_, at) => latest[at] ?? LEFT);
  }

  /** The reply to a blank; nothing if it is left. @param {number} blank @param {number} blanks */
  reply(blank, blanks) {
    const letter = this.letters(blanks)[blank];
    return letter === LEFT || letter === LEFT_WITH_HINT ? "" : letter.toUpperCase();
  }

  /** Whether nothing has been filled in. @param {number} blanks */
  isEmpty(blanks) {
    return this.letters(blanks).every((_, blank) => !this.reply(blank, blanks));
  }

  /** The work with another reply. @param {number} blank @param {number} blanks @param {string} reply */
  with(blank, blanks, reply) {
    const letters = this.letters(blanks), hasHint = isHinted(letters[blank]);
    letters[blank] = reply ? (hasHint ? reply.toLowerCase() : reply) : hasHint ? LEFT_WITH_HINT : LEFT;
    return this.#now(letters);
  }

  /** The work with a hint asked for. @param {number} blank @param {number} blanks */
  withHint(blank, blanks) {
    const letters = this.letters(blanks);
    letters[blank] = letters[blank] === LEFT ? LEFT_WITH_HINT : letters[blank].toLowerCase();
    return this.#now(letters);
  }

  /** The work with no replies, except that hints stay asked for. @param {number} blanks */
  cleared(blanks) {
    return this.#now(this.letters(blanks).map((letter) => (isHinted(letter) ? LEFT_WITH_HINT : LEFT)));
  }

  /** The work handed to be marked. @param {number} blanks */
  check(blanks) {
    return `${this.#now(this.letters(blanks))}${AGAIN}`;
  }

  /** @param {string[]} letters */
  #now(letters) {
    return [...this.text.split(AGAIN).slice(0, -1), letters.join("")].join(AGAIN);
  }
}

/** @param {string} letter */
const isHinted = (letter) => letter === LEFT_WITH_HINT || letter !== letter.toUpperCase();
