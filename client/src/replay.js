/**
 * A replay as this page knows it: every table of it, where its sets were completed, and how one or two of them run on one
 * timeline. Pure; no rule is here, only steps that the server has told.
 *
 * @typedef {import("./messages.js").Replay} Replay
 * @typedef {import("./table.js").Table} Table
 * @typedef {{replay: Replay, tables: Table[], counters: Record<string, number>[], marks: {n: number, label: string}[]}} Reel
 *   `tables`, `counters`: before the first action and after each; `marks`: after how many actions a set was complete, or a
 *   quarter of the game at home
 *
 * @typedef {"time" | "sets"} Aligned
 * @typedef {{at: number, side: number, n: number}} Event the `n`-th action of a side; `at`: when, on the timeline
 * @typedef {{k: number, side: number, label: string}} Mark after so many events a side's set was complete
 * @typedef {{events: Event[], marks: Mark[], knots: Knot[][]}} Timeline
 * @typedef {{own: number, at: number}} Knot where a side's own clock meets the timeline; in between both run evenly
 */
import { familyOf } from "./families.js";
import { apply, copy, fromWire } from "./table.js";

/** Nobody waits for longer than this while somebody else thinks. */
export const LONGEST_MS = 4000;
/** Between two actions, where they come evenly. */
const EVEN_MS = 400;
/** Two actions that come at once are seen one after the other. */
const LEAST_MS = 40;

/** How fast it runs: so many times as it was, or evenly. */
export const SPEEDS = /** @type {const} */ ([0.5, 1, 2, 4, 8, "even"]);
/** @typedef {typeof SPEEDS[number]} Speed */

/**
 * @param {Replay} replay
 * @returns {Reel}
 * @throws {RangeError} if the steps don't fit the table
 */
export function newReel(replay) {
  const family = familyOf(replay.variant);
  const tables = [fromWire(replay.piles.map(([kind, cards, up]) => [kind, Uint8Array.from(cards), up]))];
  const counters = [replay.counters];
  for (const action of replay.actions) {
    const table = copy(/** @type {Table} */ (tables.at(-1)));
    for (const step of action.steps) apply(table, wireStep(step));
    tables.push(table);
    counters.push({ ...counters.at(-1), ...action.counters });
  }
  return { replay, tables, counters, marks: marksOf(counters, family) };
}

/** As it comes in live play. @param {import("./messages.js").ReplayStep} step @returns {import("./messages.js").Step} */
export const wireStep = (step) => (step[0] === "up" ? ["up", step[1], step[2], Uint8Array.from(step[3])] : step);

/**
 * Undo takes no mark back.
 * @param {readonly Record<string, number>[]} counters
 * @param {Pick<import("./families.js").Family, "goal" | "home">} family
 */
function marksOf(counters, { goal, home }) {
  const goals =
    home === "sets"
      ? Array.from({ length: goal }, (_, i) => ({ label: String(i + 1), home: i + 1 }))
      : [25, 50, 75, 100].map((part) => ({ label: `${part}%`, home: (goal * part) / 100 }));
  return goals.flatMap(({ label, home: least }) => {
    const n = counters.findIndex((count) => (count[home] ?? 0) >= least);
    return n > 0 ? [{ n, label }] : [];
  });
}

/**
 * When an action was done, on the race clock; 0: when the attempt began.
 * @param {Reel} reel
 * @param {number} n
 */
export const timeOf = ({ replay }, n) => replay.actions[n - 1]?.at_ms ?? replay.starts_ms;

/**
 * Whose action comes when. Aligned by sets, each set is complete at the same moment on both sides: on the way there, who was
 * faster is seen slower.
 * @param {readonly Reel[]} reels one, or two of the same deal
 * @param {Aligned} aligned
 * @returns {Timeline}
 */
export function newTimeline(reels, aligned) {
  const knots = aligned === "sets" ? knotsBySets(reels) : reels.map(() => [{ own: 0, at: 0 }]);
  const events = reels
    .flatMap((reel, side) => reel.replay.actions.map(({ at_ms }, i) => ({ at: onTimeline(knots[side] ?? [], at_ms), side, n: i + 1 })))
    .sort((a, b) => a.at - b.at || a.side - b.side || a.n - b.n);
  const marks = events.flatMap(({ side, n }, i) =>
    (reels[side]?.marks ?? []).filter((mark) => mark.n === n).map(({ label }) => ({ k: i + 1, side, label })),
  );
  return { events, marks, knots };
}

/** @param {readonly Reel[]} reels @returns {Knot[][]} */
function knotsBySets(reels) {
  const common = Math.min(...reels.map(({ marks }) => marks.length));
  const own = reels.map((reel) => [reel.replay.starts_ms, ...reel.marks.slice(0, common).map(({ n }) => timeOf(reel, n))]);
  let at = Math.max(...reels.map(({ replay }) => replay.starts_ms));
  const ats = [at];
  for (let i = 1; i <= common; i++) ats.push((at += Math.max(...own.map((times) => (times[i] ?? 0) - (times[i - 1] ?? 0)))));
  return own.map((times) => times.map((time, i) => ({ own: time, at: ats[i] ?? 0 })));
}

/** @param {readonly Knot[]} knots @param {number} own */
function onTimeline(knots, own) {
  const i = knots.findLastIndex((knot, i) => i === 0 || knot.own <= own);
  const [from, to] = [knots[i] ?? { own: 0, at: 0 }, knots[i + 1]];
  if (!to || to.own === from.own) return from.at + own - from.own;
  return from.at + ((own - from.own) / (to.own - from.own)) * (to.at - from.at);
}

/**
 * What a side's own clock shows at a moment of the timeline.
 * @param {Timeline} timeline
 * @param {number} side
 * @param {number} at
 */
export function ownClock({ knots }, side, at) {
  const own = knots[side] ?? [];
  const i = own.findLastIndex((knot, i) => i === 0 || knot.at <= at);
  const [from, to] = [own[i] ?? { own: 0, at: 0 }, own[i + 1]];
  if (!to || to.at === from.at) return from.own + at - from.at;
  return from.own + ((at - from.at) / (to.at - from.at)) * (to.own - from.own);
}

/** The moment after `k` events. @param {Timeline} timeline @param {number} k */
export const momentOf = ({ events, knots }, k) => events[k - 1]?.at ?? knots[0]?.[0]?.at ?? 0;

/**
 * How many actions of each side are done after `k` events.
 * @param {Timeline} timeline
 * @param {number} k
 * @returns {[number, number]}
 */
export function doneAfter({ events }, k) {
  /** @type {[number, number]} */
  const done = [0, 0];
  for (const { side, n } of events.slice(0, k)) done[side] = n;
  return done;
}

/**
 * For how long to wait between event `k` and the next.
 * @param {Timeline} timeline
 * @param {number} k
 * @param {Speed} speed
 */
export function waitAfter(timeline, k, speed) {
  if (speed === "even") return EVEN_MS;
  const gap = momentOf(timeline, k + 1) - momentOf(timeline, k);
  return Math.max(LEAST_MS, Math.min(gap, LONGEST_MS) / speed);
}

/**
 * The next mark after `k` events, or the one before; the end or the beginning where there is none.
 * @param {Timeline} timeline
 * @param {number} k
 * @param {1 | -1} way
 */
export function markFrom({ events, marks }, k, way) {
  if (way > 0) return marks.find((mark) => mark.k > k)?.k ?? events.length;
  return marks.findLast((mark) => mark.k < k)?.k ?? 0;
}
