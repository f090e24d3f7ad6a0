/**
 * What there is to say about a race, from what everyone may know of it: how far each racer is, and when that changed. Pure.
 *
 * @typedef {import("./messages.js").Racer} Racer
 * @typedef {{kind: "finished" | "first" | "set" | "lead" | "gave_up" | "think", player: string, n: number}} Remark
 *   `n`: finished: as the how-manieth; first, set: how many are at home; think: for how many seconds
 *
 * @typedef {object} Commentary
 * @property {Map<string, {racer: Racer, since: number, thought: number}>} known each racer as last heard of, since when, and how long a pause was told of
 * @property {string} leader who was last said to lead, or did from the start; "" nobody
 * @property {number} ledAt race clock when that was said
 * @property {number} most the highest mark that anyone has reached
 */
import { liveOrder } from "./ranking.js";

/** So long without a move is worth a word, and so long another. */
const THINKING_MS = [30_000, 120_000];
/** The lead may change hands with every card: it is told at most this often, unless something has come home. */
const LEAD_EVERY_MS = 15_000;
/** What is said first when much happens at once. @type {Remark["kind"][]} */
const ORDER = ["finished", "first", "set", "lead", "gave_up", "think"];

/** @returns {Commentary} */
export const newCommentary = () => ({ known: new Map(), leader: "", ledAt: -Infinity, most: 0 });

/**
 * Takes in what is known now, and says what has happened since the last time: the weightiest first.
 * @param {Commentary} commentary
 * @param {readonly Racer[]} racers
 * @param {Pick<import("./families.js").Family, "goal" | "home">} family
 * @param {number} clock race clock
 * @returns {Remark[]}
 */
export function comment(commentary, racers, family, clock) {
  const { known } = commentary;
  const first = known.size === 0;
  /** @type {Remark[]} */
  const remarks = [];
  for (const racer of liveOrder(racers)) {
    const before = known.get(racer.id);
    if (before) remarks.push(...about(commentary, before.racer, racer, family, racers));
    else commentary.most = Math.max(commentary.most, marksOf(racer.home, family));
    const moved = !before || FIELDS.some((field) => before.racer[field] !== racer[field]);
    if (moved) known.set(racer.id, { racer, since: clock, thought: 0 });
    else before.racer = racer;
  }
  for (const id of known.keys()) if (!racers.some((racer) => racer.id === id)) known.delete(id);
  const lead = first ? null : leads(commentary, racers, clock);
  if (first) commentary.leader = leaderOf(racers)?.id ?? "";
  // Who has finished leads anyway, and who leads by a set is said to have it.
  if (lead && !remarks.some(({ player, kind }) => player === lead.player && kind !== "gave_up")) remarks.push(lead);
  remarks.push(...thinking(known, clock));
  return remarks.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** What changes when a racer does something. */
const FIELDS = /** @type {const} */ (["home", "moves", "down", "state"]);

/**
 * What one racer has done.
 * @param {Commentary} commentary
 * @param {Racer} before
 * @param {Racer} now
 * @param {Pick<import("./families.js").Family, "goal" | "home">} family
 * @param {readonly Racer[]} racers
 * @returns {Remark[]}
 */
function about(commentary, before, now, family, racers) {
  const player = now.id;
  if (now.state === "finished" && before.state !== "finished") {
    commentary.most = Math.max(commentary.most, marksOf(now.home, family));
    return [{ kind: "finished", player, n: racers.filter(({ state }) => state === "finished").length }];
  }
  if (now.state === "gave_up" && before.state === "racing") return [{ kind: "gave_up", player, n: 0 }];
  const marks = marksOf(now.home, family);
  if (marks > commentary.most) {
    commentary.most = marks;
    return [{ kind: "first", player, n: now.home }];
  }
  return family.home === "sets" && now.home > before.home ? [{ kind: "set", player, n: now.home }] : [];
}

/**
 * How many marks on the way are passed: sets, or quarters of the game.
 * @param {number} home
 * @param {Pick<import("./families.js").Family, "goal" | "home">} family
 */
const marksOf = (home, { goal, home: kind }) => (kind === "sets" ? home : Math.floor((4 * home) / goal));

/**
 * Who is ahead of everyone else; nobody is where two are as far.
 * @param {readonly Racer[]} racers
 */
function leaderOf(racers) {
  const [best, next] = liveOrder(racers.filter(({ state }) => state === "racing" || state === "finished"));
  if (!best || !next) return null;
  const ahead = best.state === "finished" || best.home > next.home || (best.home === next.home && best.down < next.down);
  return ahead ? best : null;
}

/**
 * @param {Commentary} commentary
 * @param {readonly Racer[]} racers
 * @param {number} clock
 * @returns {Remark | null}
 */
function leads(commentary, racers, clock) {
  const leader = leaderOf(racers);
  if (!leader || leader.id === commentary.leader) return null;
  const home = racers.find(({ id }) => id === commentary.leader)?.home ?? -1;
  if (clock - commentary.ledAt < LEAD_EVERY_MS && leader.home <= home) return null;
  Object.assign(commentary, { leader: leader.id, ledAt: clock });
  return { kind: "lead", player: leader.id, n: 0 };
}

/**
 * Who has not moved for long, although they are there. Each pause is told of once, and a very long one once more.
 * @param {Commentary["known"]} known
 * @param {number} clock
 * @returns {Remark[]}
 */
function thinking(known, clock) {
  /** @type {Remark[]} */
  const remarks = [];
  for (const [player, one] of known) {
    const { racer, since } = one;
    if (racer.state !== "racing" || !racer.here || clock < racer.starts_ms) continue;
    const thought = THINKING_MS.findLast((ms) => clock - Math.max(since, racer.starts_ms) >= ms) ?? 0;
    if (thought > one.thought) remarks.push({ kind: "think", player, n: thought / 1000 });
    one.thought = Math.max(one.thought, thought);
  }
  return remarks;
}
