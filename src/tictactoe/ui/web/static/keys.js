// Keys that work wherever the focus is, unless what has the focus needs them itself.

/** What a line of text, a list or a slider does with keys is its own. */
const WRITTEN = "input:not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]";
const MOVES = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]);
const PRESSES = new Set([" ", "Enter"]);

/** Whether a key that was pressed has a meaning already where the focus is. @param {KeyboardEvent} event */
export function isForFocus(event) {
  const { target, key } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(WRITTEN)) return true;
  if (target.matches("input[type=range]")) return MOVES.has(key);
  return PRESSES.has(key) && Boolean(target.closest("button, a[href], summary, input, label"));
}
