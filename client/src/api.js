/**
 * What is asked over HTTP. An answer is a value; a refusal is its reason code.
 *
 * @typedef {{id: string, family: string, deck: string, suits: number}} Variant
 * @typedef {{name: string, solo: true, variant?: string, deal?: string, ghost?: {code: string, race: number, player: string}}} Alone
 * @typedef {{name: string, variant?: string, deal?: string, robots?: import("./messages.js").Strength[]} & import("./messages.js").Options} NewRoom
 */
import { recall, remember } from "./prefs.js";

/**
 * @param {string} path
 * @param {RequestInit} [how]
 * @returns {Promise<{ok: true, body: any} | {ok: false, reason: string, line?: number}>} `line`: of a file, what is wrong in it
 */
export async function ask(path, how) {
  try {
    const answer = await fetch(path, { credentials: "same-origin", ...how });
    const body = answer.headers.get("content-type")?.includes("json") ? await answer.json() : {};
    return answer.ok ? { ok: true, body } : { ok: false, reason: body.reason ?? "trouble", line: body.line };
  } catch {
    return { ok: false, reason: "no_connection" };
  }
}

/**
 * Makes sure that this browser is a player: the proof is a cookie that no script can read.
 * @param {{anew?: boolean}} [how] anew: the server did not believe the old one
 * @returns {Promise<string | null>} a reason, or null
 */
export function becomePlayer({ anew = false } = {}) {
  if (recall("player") && !anew) return Promise.resolve(null);
  return (becoming ??= introduce().finally(() => (becoming = null)));
}

/** @type {Promise<string | null> | null} under way: whoever asks meanwhile gets the same answer */
let becoming = null;

/** @returns {Promise<string | null>} */
async function introduce() {
  const answer = await ask("/api/players", { method: "POST" });
  if (!answer.ok) return answer.reason;
  remember("player", answer.body.player);
  return null;
}

/** @returns {Promise<Variant[]>} none if the server can't be reached */
export async function variants() {
  const answer = await ask("/api/variants");
  return answer.ok ? answer.body : [];
}

/**
 * A body as JSON.
 * @param {string} method
 * @param {object} body
 * @returns {RequestInit}
 */
export const json = (method, body) => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** What the server knows of oneself, and where one's friends are. */
export const me = () => ask("/api/me");

/**
 * @param {"POST" | "DELETE"} method
 * @param {"" | "friends" | "blocked"} what
 * @param {object} body
 */
export const change = (method, what, body) => ask(`/api/me${what && `/${what}`}`, json(method, body));

/** A new code of one's own; the one before is worth nothing then. @param {"recovery" | "friend-code"} kind */
export const newCode = (kind) => ask(`/api/me/${kind}`, { method: "POST" });

/** Become the player whose recovery code that is. @param {string} code */
export async function recover(code) {
  const answer = await ask("/api/players/recover", json("POST", { code }));
  if (answer.ok) remember("player", answer.body.player);
  return answer;
}

/** Those of one's own games alone that are under way. @returns {Promise<import("./messages.js").Game[]>} */
export async function gamesUnderWay() {
  const answer = recall("player") ? await ask("/api/games") : null;
  return answer?.ok ? answer.body : [];
}

/**
 * @param {NewRoom | Alone} room
 * @returns {Promise<{code: string} | {reason: string}>}
 */
export async function createRoom(room) {
  const answer = await askAsPlayer("/api/rooms", json("POST", room));
  return answer.ok ? { code: answer.body.code } : { reason: answer.reason };
}

/**
 * Asks as a player, whom this browser becomes if it is nobody yet, or not believed to be who it was.
 * @param {string} path
 * @param {RequestInit} how
 * @returns {ReturnType<typeof ask>}
 */
export async function askAsPlayer(path, how) {
  for (const anew of [false, true]) {
    const reason = await becomePlayer({ anew });
    if (reason) return { ok: false, reason };
    const answer = await ask(path, how);
    if (answer.ok || anew || !["no_token", "bad_token"].includes(answer.reason)) return answer;
  }
  return { ok: false, reason: "trouble" };
}
