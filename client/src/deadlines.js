/**
 * Times that run out: the race's, and the one in which giving up can be taken back. Pure; all times in milliseconds of the
 * race clock.
 *
 * @typedef {{ends: number | null, left: number | null}} Look a look at the time that is left, and the deadline it was for
 */

/** As long as the server has it. */
const GO_ON_WITHIN_MS = 10_000;
/** Of clocks that differ by as much, the server lets the latest decide whether that time is over. */
const CLOCKS_DIFFER_MS = 1000;
/** Told once each to those who do not see the clock. */
const WARNINGS_MS = [10_000, 60_000];
/** From here on the time that is left is marked. */
export const LAST_MS = 10_000;

/**
 * @param {number | null} ends
 * @param {number | null} clock
 * @returns {number | null} null: without a limit, or before the countdown
 */
export const timeLeft = (ends, clock) =>
  ends === null || clock === null ? null : Math.max(0, ends - Math.max(0, clock));

/**
 * The warning that has fallen due since the last look. A deadline that has just changed was told in words.
 * @param {Look} before
 * @param {Look} now
 * @returns {number | null} milliseconds that it warns of
 */
export function warning(before, now) {
  const { left } = now;
  if (before.ends !== now.ends || before.left === null || left === null) return null;
  const earlier = before.left;
  return WARNINGS_MS.find((ms) => earlier > ms && left <= ms && left > 0) ?? null;
}

/**
 * When the own attempt was given up; until the server has told when it was, it was just now.
 * @param {import("./session.js").Session} session
 * @param {number} clock
 */
const gaveUpAt = ({ racers, me }, clock) =>
  racers.find(({ id, state }) => id === me && state === "gave_up")?.time_ms ?? clock;

/**
 * How long one may still take back that one has given up.
 * @param {import("./session.js").Session} session
 * @param {number | null} clock
 * @returns {number} 0: there is nothing to take back, or it is too late
 */
export function regretLeft(session, clock) {
  if (session.room?.state !== "racing" || session.wishes?.state !== "gave_up" || clock === null) return 0;
  return Math.max(0, gaveUpAt(session, clock) + GO_ON_WITHIN_MS - clock);
}

/**
 * Whether the server would show somebody else's table, as far as the own attempt has a say in it.
 * @param {import("./session.js").Session} session
 * @param {number | null} clock
 */
export function mayWatch(session, clock) {
  const { room, wishes } = session;
  if (room?.state !== "racing" || !wishes) return room?.state === "racing";
  if (wishes.state !== "gave_up" || clock === null) return wishes.state !== "racing";
  return clock >= gaveUpAt(session, clock) + GO_ON_WITHIN_MS + CLOCKS_DIFFER_MS;
}
