/**
 * One room as this page knows it: what came over the wire, folded in. Pure but for the session it changes; what is to be
 * done about a message comes back as effects.
 *
 * @typedef {import("./messages.js").Incoming} Incoming
 * @typedef {import("./messages.js").Outgoing} Outgoing
 * @typedef {import("./messages.js").Step} Step
 * @typedef {import("./messages.js").TableFrame} TableFrame
 * @typedef {import("./messages.js").Moved} Moved
 * @typedef {{v: number, state: import("./messages.js").AttemptState, counters: Record<string, number>, table: import("./table.js").Table}} Watched
 *
 * @typedef {object} Session
 * @property {string} code
 * @property {string} me own id, "" before the welcome
 * @property {import("./messages.js").Room | null} room
 * @property {import("./messages.js").Room | null} past the room as it was when its last race was over, while its results are still looked at
 * @property {import("./messages.js").Racer[]} racers
 * @property {import("./wishes.js").Wishes | null} wishes the own table
 * @property {Map<string, Watched | null>} tables those that are watched, by player; null: it is still to come
 * @property {string} watching whose table comes first among them; "" nobody's
 * @property {import("./messages.js").Hint | null} hint help for the own table as it is now
 * @property {number} tries how often that table was asked for again
 * @property {string} hidden reason why that table can't be seen, or ""
 * @property {"opening" | "open" | "lost" | "ended"} link
 * @property {number} failures connections lost in a row
 * @property {string} problem reason why the session has ended, or ""
 * @property {boolean} resend whether pending wishes are to be said again with the next own table
 * @property {string} joinAs the name to join with as soon as the room is there, or ""
 * @property {boolean} startAtOnce whether to be ready as soon as the room is there: nobody is waited for
 * @property {{message: unknown, at: number} | null} doubt the oldest wish without an answer, and when a pong last found it so
 * @property {boolean} closing somebody has finished, and the others have only so long; not told yet who
 * @property {import("./clock.js").Clock} clock
 *
 * @typedef {{do: "send", message: Outgoing}
 *   | {do: "resync"}
 *   | {do: "ended"}
 *   | {do: "hurry"}
 *   | {do: "refused", reason: string, re: string}
 *   | {do: "table", player: string}
 *   | {do: "moved", player: string, move: string, steps: readonly Step[]}
 *   | {do: "hint"}
 *   | {do: "room", before: import("./messages.js").RoomState | null}
 *   | {do: "afresh"}
 *   | {do: "reaction", player: string, sign: import("./messages.js").Sign}
  | {do: "again", player: string}
 *   | {do: "news", news: "game" | "settings" | "rematch"}
 *   | {do: "news", news: "closing", player: string}} Effect `resync`: come back and hear everything anew; `hurry`: ask for the clock at once; `afresh`: this is another race; `again`: ask for that table again in a moment
 */
import { hear, newClock, sample } from "./clock.js";
import { isMember } from "./standing.js";
import * as watched from "./watched.js";
import * as wishes from "./wishes.js";

/**
 * @param {string} code as a person typed it
 * @param {string} joinAs
 * @param {boolean} [startAtOnce]
 * @returns {Session}
 */
export const newSession = (code, joinAs, startAtOnce = false) => ({
  code,
  me: "",
  room: null,
  past: null,
  racers: [],
  wishes: null,
  tables: new Map(),
  watching: "",
  hint: null,
  tries: 0,
  hidden: "",
  link: "opening",
  failures: 0,
  problem: "",
  resend: false,
  joinAs,
  startAtOnce,
  doubt: null,
  closing: false,
  clock: newClock(),
});

/**
 * Where a connection to the room begins: whoever opens it has said hello.
 * @param {Session} session
 */
export function addressOf({ code, tables }) {
  const said = new URLSearchParams({ code });
  if (tables.size) said.set("watch", [...tables.keys()].join());
  return `/ws?${said}`;
}

/**
 * A connection is open: all comes anew.
 * @param {Session} session
 */
export function opened(session) {
  session.resend = true;
  session.doubt = null;
}

/**
 * @param {Session} session
 * @param {Incoming} message
 * @param {number} now the page's own clock
 * @returns {Effect[]}
 */
export function receive(session, message, now) {
  switch (message.t) {
    case "welcome":
      session.me = message.player;
      session.link = "open";
      session.failures = 0;
      return [];
    case "room":
      return receiveRoom(session, message, now);
    case "progress":
      session.racers = message.racers;
      hear(session.clock, now, message.clock_ms);
      return closingNews(session);
    case "table":
      return message.player === session.me ? ownTable(session, message) : watched.arrived(session, message);
    case "moved":
      return message.player === session.me ? ownMove(session, message) : watched.moved(session, message);
    case "reaction":
      return [{ do: "reaction", player: message.player, sign: message.sign }];
    case "hint":
      if (message.v !== session.wishes?.v) return [];
      session.hint = message;
      return [{ do: "hint" }];
    case "refused":
      return receiveRefusal(session, message);
    case "error":
      session.problem = message.reason;
      return [];
    case "pong":
      sample(session.clock, message.c, now, message.clock_ms);
      // The welcome comes before any pong: without it, it has got lost.
      return ["opening", "lost"].includes(session.link) || isLost(session, message.c, now) ? [{ do: "resync" }] : [];
  }
}

/**
 * @param {Session} session
 * @param {import("./messages.js").Room} room
 * @param {number} now
 * @returns {Effect[]}
 */
function receiveRoom(session, room, now) {
  const last = session.room;
  const before = last?.state ?? null;
  if (last && room.v < last.v) return [];
  session.room = room;
  session.code = room.code;
  // Where the clock stood, or begins anew, what was known of it is worth nothing.
  if (last && (last.race !== room.race || last.paused !== room.paused)) hear(session.clock, now, null);
  hear(session.clock, now, room.clock_ms);
  /** @type {Effect[]} */
  const effects = [];
  if (last && last.race !== room.race) {
    Object.assign(session, { racers: [], wishes: null, tables: new Map(), watching: "", hint: null, hidden: "", closing: false });
    effects.push({ do: "afresh" });
  }
  keepResults(session, last);
  effects.push({ do: "room", before }, ...roomNews(session, last));
  if (session.joinAs && room.state === "lobby" && !isMember(session))
    effects.push({ do: "send", message: { t: "join", name: session.joinAs } });
  session.joinAs = "";
  if (session.startAtOnce && room.state === "lobby" && isMember(session))
    effects.push({ do: "send", message: { t: "ready", ready: true } });
  session.startAtOnce = false;
  if (room.state === "countdown" && before !== "countdown") effects.push({ do: "hurry" });
  return effects;
}

/**
 * Somebody wants a rematch: all are in the lobby again, but who has a seat goes on looking at the results until they say
 * that they are in.
 * @param {Session} session
 * @param {import("./messages.js").Room | null} last
 */
function keepResults(session, last) {
  const { room, me } = session;
  if (last?.state === "over") session.past = last;
  const own = room?.members.find(({ id }) => id === me);
  if (room?.state !== "lobby" || !own || own.ready) session.past = null;
}

/**
 * What has changed that those who do not look, or look elsewhere, have to be told.
 * @param {Session} session
 * @param {import("./messages.js").Room | null} last
 * @returns {Effect[]}
 */
function roomNews(session, last) {
  const { room, me, past } = session;
  if (!room || !last) return [];
  if (last.state === "over") return past ? [{ do: "news", news: "rematch" }] : [];
  if (room.state !== last.state) return [];
  if (room.state === "racing" && room.ends_ms !== last.ends_ms) session.closing = true;
  if (room.state !== "lobby" || room.host === me) return closingNews(session);
  if (room.commitment !== last.commitment) return [{ do: "news", news: "game" }];
  const changed = JSON.stringify(room.settings) !== JSON.stringify(last.settings);
  return changed ? [{ do: "news", news: "settings" }] : [];
}

/**
 * Once it is known who has finished first.
 * @param {Session} session
 * @returns {Effect[]}
 */
function closingNews(session) {
  const first = session.racers.find(({ state }) => state === "finished");
  if (!session.closing || !first) return [];
  session.closing = false;
  return first.id === session.me ? [] : [{ do: "news", news: "closing", player: first.id }];
}

/**
 * Whether the answer to the oldest wish has got lost: the server answers in order, so what was asked after a wish is not
 * answered before it.
 * @param {Session} session
 * @param {number} asked when the ping was sent that has come back
 * @param {number} now
 */
function isLost(session, asked, now) {
  const message = session.wishes?.asked[0]?.message;
  const { doubt } = session;
  if (doubt && doubt.message === message) return asked >= doubt.at;
  session.doubt = message ? { message, at: now } : null;
  return false;
}

/**
 * @param {Session} session
 * @param {TableFrame} frame
 * @returns {Effect[]}
 */
function ownTable(session, frame) {
  if (frame.v !== session.wishes?.v) session.hint = null;
  session.wishes = wishes.fromFrame(frame, session.wishes);
  const again = session.resend ? wishes.again(session.wishes) : [];
  session.resend = false;
  return [
    ...again.map((message) => /** @type {Effect} */ ({ do: "send", message })),
    { do: "table", player: session.me },
  ];
}

/**
 * @param {Session} session
 * @param {Moved} moved
 * @returns {Effect[]}
 */
function ownMove(session, moved) {
  if (!session.wishes) return [];
  const outcome = wishes.moved(session.wishes, moved);
  if (outcome === "gap") return [{ do: "resync" }];
  if (outcome === "done") session.hint = null;
  return outcome === "done"
    ? [{ do: "moved", player: session.me, move: moved.move, steps: moved.steps }]
    : [{ do: "table", player: session.me }];
}

/**
 * @param {Session} session
 * @param {import("./messages.js").Refused} message
 * @returns {Effect[]}
 */
function receiveRefusal(session, message) {
  const { re, reason } = message;
  if (re === "hello") {
    session.problem = reason;
    session.link = "ended";
    return [{ do: "ended" }];
  }
  if (re === "watch") return watched.refused(session, reason);
  if (message.n === undefined || !session.wishes) return [{ do: "refused", reason, re }];
  const refused = wishes.refused(session.wishes, message);
  if (!refused) return [];
  /** @type {Effect[]} */
  const effects = [{ do: "refused", reason, re }];
  // We believed in another version than the server: ask for the whole table.
  return reason === "stale" ? [{ do: "resync" }, ...effects] : effects;
}
