/**
 * The own table while answers are under way. What is shown is the table that the server has confirmed, with every pending
 * wish played over it. An answer moves the confirmed table on; a refusal drops its wish and all after it; a whole table
 * replaces everything. Nothing here knows the rules: the server has said which moves are legal.
 *
 * @typedef {import("./messages.js").Step} Step
 * @typedef {import("./messages.js").Moved} Moved
 * @typedef {import("./messages.js").Refused} Refused
 * @typedef {import("./messages.js").TableFrame} TableFrame
 * @typedef {import("./messages.js").Play | import("./messages.js").Tap | import("./messages.js").AskHint | import("./messages.js").GiveUp | import("./messages.js").GoOn} Message
 * @typedef {import("./notation.js").Move} Move
 * @typedef {import("./table.js").Table} Table
 *
 * @typedef {{message: Message, step: Step | null}} Wish `step`: what it is expected to do, null where that can't be foreseen
 * @typedef {object} Wishes
 * @property {Table} confirmed
 * @property {number} v version of the attempt that is confirmed
 * @property {number} n number of the last wish that was played
 * @property {import("./messages.js").AttemptState} state
 * @property {Record<string, number>} counters
 * @property {string[]} names of the piles
 * @property {Set<string>} legal moves in notation, on the confirmed table
 * @property {Map<string, Move>} taps by "pile:count", on the confirmed table
 * @property {readonly string[]} finish moves that win the confirmed table one after the other, where that is plain; else none
 * @property {Wish[]} pending with numbers n + 1, n + 2, …
 * @property {{message: Message, dropped: boolean}[]} asked what has no answer yet, oldest first: pending wishes, dropped ones, mere questions
 * @property {Table} shown
 */
import { apply, copy, fits, fromWire } from "./table.js";
import { DEAL, formatMove, parseMove, pileNames, UNDO } from "./notation.js";

/** More than this many unanswered wishes, and the next one waits for the player to try again. */
export const MOST_PENDING = 8;

/**
 * @param {TableFrame} frame the own table
 * @param {Wishes | null} before what was known of the same table; its pending wishes that are not played yet stay pending
 * @returns {Wishes}
 */
export function fromFrame(frame, before) {
  const confirmed = fromWire(frame.piles, before?.shown);
  const n = frame.n ?? 0;
  /** @type {Wishes} */
  const wishes = {
    confirmed,
    v: frame.v,
    n,
    state: frame.state,
    counters: frame.counters,
    names: pileNames(confirmed.piles),
    legal: new Set(),
    taps: new Map(),
    finish: [],
    pending: before?.pending.filter(({ message }) => message.n > n) ?? [],
    asked: before?.asked.filter(({ message }) => message.n > n) ?? [],
    shown: confirmed,
  };
  offer(wishes, frame);
  replay(wishes);
  return wishes;
}

/**
 * @param {Wishes} wishes
 * @param {{legal?: string[], taps?: string[], finish?: string[]}} frame
 */
function offer(wishes, { legal = [], taps = [], finish = [] }) {
  wishes.legal = new Set(legal);
  wishes.finish = finish;
  wishes.taps = new Map();
  for (const text of taps) {
    const move = parseMove(text, wishes.names);
    if (move) wishes.taps.set(`${move.source}:${move.count}`, move);
  }
}

/** @param {Wishes} wishes */
function replay(wishes) {
  const shown = copy(wishes.confirmed);
  for (const { step } of wishes.pending) if (step && fits(shown, step) && openBlock(shown, step)) apply(shown, step);
  wishes.shown = shown;
}

/**
 * A wish only ever takes open cards.
 * @param {Table} table
 * @param {Step} step
 */
const openBlock = ({ piles }, step) => step[0] !== "move" || step[3] <= (piles[step[1]]?.up ?? 0);

/**
 * Whether what the server said of this pile still holds for the table shown. What may go to a cell depends on others: while
 * anything is under way, nothing is known of any.
 * @param {Wishes} wishes
 * @param {number} pile
 */
function untouched({ pending, shown }, pile) {
  if (shown.piles[pile]?.kind === "cell") return pending.length === 0;
  return pending.every(({ step }) => step !== null && step[1] !== pile && !(step[0] === "move" && step[2] === pile));
}

/**
 * @param {Wishes} wishes
 * @param {Move} move
 * @returns {boolean | null} null: not known before pending wishes are answered
 */
export function isLegal(wishes, move) {
  if (!untouched(wishes, move.source) || !untouched(wishes, move.target)) return null;
  return wishes.legal.has(formatMove(move, wishes.names));
}

/**
 * The legal moves of one pile, as far as they are known.
 * @param {Wishes} wishes
 * @param {number} source
 * @returns {Move[]}
 */
export function movesFrom(wishes, source) {
  /** @type {Move[]} */
  const moves = [];
  for (const text of wishes.legal) {
    const move = parseMove(text, wishes.names);
    if (move && move.source === source && isLegal(wishes, move)) moves.push(move);
  }
  return moves;
}

/**
 * Numbers the next wish. A mere question takes the number of the next wish without using it up, since it will be refused.
 * @param {Wishes} wishes
 */
const next = ({ pending, n, v }) => ({ n: n + pending.length + 1, v: v + pending.length });

/**
 * @param {Wishes} wishes
 * @param {Message} message
 * @param {Step | null} step
 * @returns {Message | null} to be sent; null: too many are under way
 */
function wish(wishes, message, step) {
  if (wishes.pending.length >= MOST_PENDING) return null;
  wishes.pending.push({ message, step });
  replay(wishes);
  return ask(wishes, message);
}

/**
 * @param {Wishes} wishes
 * @param {Message} message
 */
function ask(wishes, message) {
  wishes.asked.push({ message, dropped: false });
  return message;
}

/**
 * Whether something is under way whose outcome can't be foreseen. Until then no cards are moved by hand: the server would
 * take those that lie there by then, which may be others than the player meant.
 * @param {Wishes} wishes
 */
const inTheDark = ({ pending }) => pending.some(({ step }) => step === null);

/**
 * A wish to move cards. A legal one shows at once; one that is known to be illegal is only asked, to learn the reason.
 * @param {Wishes} wishes
 * @param {Move} move
 * @returns {Message | null} to be sent; null: not now
 */
export function wishMove(wishes, move) {
  if (inTheDark(wishes)) return null;
  /** @type {Message} */
  const message = { t: "play", ...next(wishes), move: formatMove(move, wishes.names) };
  const legal = isLegal(wishes, move);
  if (legal === false) return ask(wishes, message);
  /** @type {Step} */
  const step = ["move", move.source, move.target, move.count];
  return openBlock(wishes.shown, step) ? wish(wishes, message, step) : null;
}

/**
 * A tap: where the server has said what it does, that move; else the server is asked.
 * @param {Wishes} wishes
 * @param {number} pile
 * @param {number} count cards from the tapped one to the pile's top
 * @returns {Message | null} to be sent; null: not now
 */
export function wishTap(wishes, pile, count) {
  if (inTheDark(wishes)) return null;
  const move = wishes.taps.get(`${pile}:${count}`);
  if (move && isLegal(wishes, move)) return wishMove(wishes, move);
  /** @type {Message} */
  const message = { t: "tap", ...next(wishes), pile, count };
  return untouched(wishes, pile) && !move ? ask(wishes, message) : wish(wishes, message, null);
}

/**
 * How many moves are left to be taken back once all that is under way is played.
 * @param {Wishes} wishes
 */
const undoable = ({ counters, pending }) =>
  pending.reduce(
    (depth, { message }) =>
      depth + (message.t === "hint" ? 0 : message.t === "play" && message.move === UNDO ? -1 : 1),
    counters["moves"] ?? 0,
  );

/**
 * A wish that can't be foreseen: dealing, undoing, giving up.
 * @param {Wishes} wishes
 * @param {string | null} action in notation; null gives up
 * @returns {Message | null}
 */
export function wishAction(wishes, action) {
  const number = next(wishes);
  if (action === DEAL && wishes.pending.length === 0 && !wishes.legal.has(DEAL))
    return ask(wishes, { t: "play", ...number, move: DEAL });
  if (action === UNDO && undoable(wishes) <= 0) {
    // Why not, one answer tells; and that only while nothing else is under way.
    if (wishes.asked.some(({ dropped }) => !dropped)) return null;
    return ask(wishes, { t: "play", ...number, move: UNDO });
  }
  return wish(wishes, action === null ? { t: "give_up", ...number } : { t: "play", ...number, move: action }, null);
}

/**
 * Takes back that one has given up.
 * @param {Wishes} wishes
 * @returns {Message | null}
 */
export const wishGoOn = (wishes) => wish(wishes, { t: "go_on", ...next(wishes) }, null);

/**
 * Asks what to do next. The table does not change, but its version does.
 * @param {Wishes} wishes
 * @returns {Message | null}
 */
export const wishHint = (wishes) => wish(wishes, { t: "hint", ...next(wishes) }, null);

/**
 * The answer to a wish of ours (or news of our table from elsewhere).
 * @param {Wishes} wishes
 * @param {Moved} moved
 * @returns {"done" | "known" | "gap"} known: heard before, nothing changes; gap: something was missed, the whole table is needed
 */
export function moved(wishes, moved) {
  if (moved.v <= wishes.v) {
    if (moved.v === wishes.v && moved.state !== "racing") wishes.state = moved.state;
    return "known";
  }
  if (moved.v > wishes.v + 1) return "gap";
  const confirmed = copy(wishes.confirmed);
  try {
    for (const step of moved.steps) apply(confirmed, step);
  } catch (error) {
    if (error instanceof RangeError) return "gap";
    throw error;
  }
  const n = moved.n ?? wishes.n;
  Object.assign(wishes, { confirmed, v: moved.v, n, state: moved.state, counters: moved.counters });
  wishes.pending = wishes.pending.filter(({ message }) => message.n > n);
  answered(wishes, ({ n }) => n === moved.n);
  offer(wishes, moved);
  replay(wishes);
  return "done";
}

/**
 * @param {Wishes} wishes
 * @param {Refused} refused
 * @returns {{message: Message, wished: boolean} | null} what was refused, and whether it had been shown; null: nothing that still matters
 */
export function refused(wishes, { re, n }) {
  const before = wishes.asked.findIndex(({ message }) => message.n === n && message.t === re);
  const answer = answered(wishes, (message) => message.n === n && message.t === re);
  if (!answer || answer.dropped) return null;
  const at = wishes.pending.findIndex(({ message }) => message === answer.message);
  if (at >= 0) {
    wishes.pending.length = at;
    for (const later of wishes.asked.slice(before)) later.dropped = true;
    replay(wishes);
  }
  return { message: answer.message, wished: at >= 0 };
}

/**
 * Takes the oldest such message out of those without an answer.
 * @param {Wishes} wishes
 * @param {(message: Message) => boolean} test
 */
function answered(wishes, test) {
  const at = wishes.asked.findIndex(({ message }) => test(message));
  return at < 0 ? undefined : wishes.asked.splice(at, 1)[0];
}

/**
 * After a reconnect: what has to be said again.
 * @param {Wishes} wishes
 * @returns {Message[]}
 */
export function again(wishes) {
  wishes.asked = wishes.pending.map(({ message }) => ({ message, dropped: false }));
  return wishes.pending.map(({ message }) => message);
}
