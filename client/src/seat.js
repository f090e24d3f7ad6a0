/**
 * The room where one has a seat in a race that is not over, for whoever has left its page: the start page leads back. Games
 * alone are another matter: those the server lists. Pure.
 */
import { isMember } from "./standing.js";

/** Why a room is lost to who had a seat in it. */
const NO_WAY_BACK = ["unknown_room", "room_expired", "room_closed", "kicked"];

/**
 * @param {string} seat code of that room as known before, "" if there was none
 * @param {import("./session.js").Session} session what is known of the room that is open
 * @returns {string}
 */
export function seatAfter(seat, session) {
  const { room, code, problem } = session;
  const gone = NO_WAY_BACK.includes(problem) || room?.state === "over" || room?.state === "closed";
  if (room?.solo) return seat;
  if (!gone && isMember(session)) return code;
  return (gone || room) && code === seat ? "" : seat;
}
