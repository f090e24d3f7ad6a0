/**
 * A ghost: how far a run that is over was at each moment, beside the own game. Pure.
 *
 * @typedef {import("./messages.js").Ghost} Ghost
 * @typedef {import("./messages.js").Racer} Racer
 */

/** Stands for a player among the racers. */
export const GHOST = "ghost";

/**
 * How many of the marks are reached at a time; at least one, since it stands at the line before the start too.
 * @param {Ghost} ghost
 * @param {number} ms on the clock of the own game
 */
export function reached({ marks }, ms) {
  let [low, high] = [1, marks.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((marks[middle - 1]?.[0] ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether its run is at its end. @param {Ghost} ghost @param {number} ms */
export const hasEnded = ({ time_ms }, ms) => ms >= time_ms;

/**
 * The ghost as a racer among others.
 * @param {Ghost} ghost
 * @param {number} ms
 * @returns {Racer}
 */
export function asRacer(ghost, ms) {
  const [, home = 0, moves = 0, down = 0] = ghost.marks[reached(ghost, ms) - 1] ?? [];
  const ended = hasEnded(ghost, ms);
  return { id: GHOST, here: true, state: ended ? ghost.state : "racing", home, moves, down, time_ms: ended ? ghost.time_ms : null, starts_ms: 0 };
}

/**
 * Who was faster, once the own game is over.
 * @param {Ghost} ghost
 * @param {{state: string, time_ms: number}} own
 * @returns {{who: "me" | "ghost" | "both" | "nobody", by: number | null}} `by`: milliseconds, where both have won
 */
export function outcome({ state, time_ms }, own) {
  const [mine, its] = [own.state === "finished", state === "finished"];
  if (!mine || !its) return { who: mine ? "me" : its ? "ghost" : "nobody", by: null };
  const by = time_ms - own.time_ms;
  return { who: by > 0 ? "me" : by < 0 ? "ghost" : "both", by: Math.abs(by) };
}
