// Chances, ranges and reasons of a preview, in words.

/** Below this chance, in percent, a result is not shown. */
const LEAST = 1;

/** True if a result is likely enough to be shown. */
export function likely({ chance }) {
  return parseFloat(chance.percent) >= LEAST;
}

/** Returns a range of amounts. */
export function range(least, most) {
  return least === most ? String(least) : `${least} to ${most}`;
}

/** Returns the reason why a line of an order file is not executed. */
export function reason({ why, note }) {
  return why ? `${why.words} ${why.code}` : note ?? "it is not reached";
}
