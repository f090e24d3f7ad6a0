/**
 * The race clock as the server has it, told from answers to pings: the answer with the least delay among the last few is
 * the truest. All times in milliseconds; `now` is this page's own steady clock.
 *
 * @typedef {{samples: {delay: number, offset: number}[], delay: number, shown: number | null, at: number}} Clock
 *   `delay`: the least round trip seen; `shown`: offset in use, moved gently; `at`: when it was last moved
 */

const KEPT = 8;
/** The display is never more than this wrong for long, and below it is never seen to jump. */
const JUMP_MS = 400;
const SLEW = 0.05;

/** @returns {Clock} */
export const newClock = () => ({ samples: [], delay: Infinity, shown: null, at: 0 });

/**
 * An answer to a ping.
 * @param {Clock} clock
 * @param {number} sent
 * @param {number} now
 * @param {number | null} raceMs race clock in the answer; null while there is none
 */
export function sample(clock, sent, now, raceMs) {
  const delay = now - sent;
  clock.delay = Math.min(clock.delay, delay);
  if (raceMs === null) {
    clock.samples = [];
    clock.shown = null;
    return;
  }
  clock.samples.push({ delay, offset: raceMs - (sent + now) / 2 });
  if (clock.samples.length > KEPT) clock.samples.shift();
  read(clock, now);
}

/**
 * A race clock that came by itself, one way: good enough until the first ping is answered.
 * @param {Clock} clock
 * @param {number} now
 * @param {number | null} raceMs
 */
export function hear(clock, now, raceMs) {
  if (raceMs === null) {
    clock.samples = [];
    clock.shown = null;
  } else if (clock.samples.length === 0) {
    clock.shown = raceMs + (Number.isFinite(clock.delay) ? clock.delay / 2 : 0) - now;
    clock.at = now;
  }
}

/**
 * @param {Clock} clock
 * @param {number} now
 * @returns {number | null} race clock, below zero in the countdown; null while there is none
 */
export function read(clock, now) {
  const best = clock.samples.reduce((least, one) => (one.delay < least.delay ? one : least), {
    delay: Infinity,
    offset: 0,
  });
  if (Number.isFinite(best.delay)) {
    const wrong = best.offset - (clock.shown ?? Infinity);
    const most = (now - clock.at) * SLEW;
    clock.shown = Math.abs(wrong) > JUMP_MS ? best.offset : (clock.shown ?? 0) + Math.max(-most, Math.min(most, wrong));
    clock.at = now;
  }
  return clock.shown === null ? null : now + clock.shown;
}

/**
 * `3:07`, with tenths `3:07.4`, from an hour on `1:03:07`.
 * @param {number} ms
 * @param {{tenths?: boolean}} [how]
 */
export function formatTime(ms, { tenths = false } = {}) {
  const all = Math.max(0, Math.floor(ms / 100));
  const seconds = Math.floor(all / 10);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const text = `${hours ? `${hours}:${pad(minutes)}` : minutes}:${pad(seconds % 60)}`;
  return tenths ? `${text}.${all % 10}` : text;
}
