/**
 * The tables of others, as far as they are watched: which they are, and what is known of each. Pure but for the session that
 * it changes.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").Effect} Effect
 */
import { isMember } from "./standing.js";
import { apply, copy, fromWire } from "./table.js";

/** A table that stays closed is asked for again so often. */
const MOST_TRIES = 5;

/**
 * @param {Session} session
 * @param {...string} players whose tables are watched from now on
 * @returns {Effect}
 */
export function watch(session, ...players) {
  choose(session, players);
  return { do: "send", message: { t: "watch", players } };
}

/**
 * @param {Session} session
 * @param {string[]} players
 */
function choose(session, players) {
  const [watching = ""] = players;
  if (session.watching !== watching) session.tries = 0;
  // Of those that were watched before, the server sends moves only.
  const tables = new Map(players.map((player) => [player, session.tables.get(player) ?? null]));
  Object.assign(session, { watching, tables, hidden: "" });
}

/** The table that is watched, or the first of several. @param {Session} session */
export const watchedTable = ({ tables, watching }) => tables.get(watching) ?? null;

/**
 * A whole table has come.
 * @param {Session} session
 * @param {import("./messages.js").TableFrame} frame
 * @returns {Effect[]}
 */
export function arrived(session, { player, piles, v, state, counters }) {
  // Who has chosen nobody's is shown one that the server chose.
  if (!session.watching && !isMember(session)) choose(session, [player]);
  const { tables } = session;
  if (!tables.has(player)) return [];
  session.hidden = "";
  tables.set(player, { v, state, counters, table: fromWire(piles, tables.get(player)?.table) });
  return [{ do: "table", player }];
}

/**
 * @param {Session} session
 * @param {import("./messages.js").Moved} moved
 * @returns {Effect[]}
 */
export function moved(session, { player, v, move, steps, state, counters }) {
  const watched = session.tables.get(player);
  if (!watched || v <= watched.v) return [];
  const table = copy(watched.table);
  try {
    if (v !== watched.v + 1) throw new RangeError("a move was missed");
    for (const step of steps) apply(table, step);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // What is not watched any more comes whole when it is watched again.
    const players = [...session.tables.keys()];
    session.tables.set(player, null);
    return [watch(session, ...players.filter((other) => other !== player)), watch(session, ...players)];
  }
  session.tables.set(player, { v, state, counters, table });
  return [{ do: "moved", player, move, steps }];
}

/**
 * One of them may not be seen, or not yet.
 * @param {Session} session
 * @param {string} reason
 * @returns {Effect[]}
 */
export function refused(session, reason) {
  session.hidden = reason;
  // Who has given up may have to wait for a moment longer than our clock says.
  const again = session.wishes?.state === "gave_up" && session.tries < MOST_TRIES;
  session.tries += 1;
  /** @type {Effect[]} */
  const effects = [{ do: "table", player: session.me }];
  return again ? [...effects, { do: "again", player: session.watching }] : effects;
}
