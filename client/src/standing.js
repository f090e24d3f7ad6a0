/**
 * How the player of this page stands in the room that is open: with a seat or without, waiting, racing, stuck. Pure.
 *
 * @typedef {import("./session.js").Session} Session
 */

/** @param {Session} session */
export const isMember = ({ room, me }) => room?.members.some(({ id }) => id === me) ?? false;

/**
 * When the own attempt may begin, on the race clock: later than the race if others have a longer head start.
 * @param {Session} session
 */
export const ownStart = ({ racers, me }) => racers.find(({ id }) => id === me)?.starts_ms ?? 0;

/** Whether the others have begun, and the own start is still to come. @param {Session} session */
export const isWaiting = (session) =>
  session.room?.state === "racing" && !session.wishes && isMember(session) && ownStart(session) > 0;

/** Whether the own attempt is under way. @param {Session} session */
export const isRacing = ({ room, wishes }) => room?.state === "racing" && wishes?.state === "racing";

/** Whether no legal move at all is left to the own attempt, once all wishes are answered. @param {Session} session */
export function isStuck(session) {
  const { wishes } = session;
  return isRacing(session) && wishes !== null && wishes.pending.length === 0 && wishes.legal.size === 0;
}
