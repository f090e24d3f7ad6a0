/**
 * The order of the racers on the track while the race is on: the same as the server's at the end, as far as it is known.
 * @typedef {import("./messages.js").Racer} Racer
 */

/**
 * @param {readonly Racer[]} racers
 * @returns {Racer[]} best first
 */
export function liveOrder(racers) {
  const late = (/** @type {Racer} */ { state, time_ms }) => (state === "finished" ? (time_ms ?? 0) : Infinity);
  return [...racers].sort((a, b) => compare(late(a), late(b)) || b.home - a.home || a.down - b.down || 0);
}

/**
 * @param {number} a
 * @param {number} b
 */
const compare = (a, b) => (a === b ? 0 : a < b ? -1 : 1);
