/** The race's times as they are right now, and what is said of them while nothing else happens. */
import { read } from "./clock.js";
import { mayWatch, regretLeft, timeLeft, warning } from "./deadlines.js";
import { isWaiting, ownStart } from "./standing.js";
import { t } from "./words.js";

/** A wish that waits for longer is told to be waiting, and the server is asked whether it still answers. */
const WAITING_MS = 1000;

/**
 * @param {() => import("./session.js").Session | null} session
 * @param {(text: string) => void} news for those who listen
 * @param {() => void} ping
 */
export function createTimes(session, news, ping) {
  /** @type {import("./deadlines.js").Look} */
  let looked = { ends: null, left: null };
  /** The oldest wish without an answer, and since when it is that. */
  let oldest = { message: /** @type {unknown} */ (undefined), at: 0 };
  let pingedAt = 0;

  const times = {
    /** Whether a wish has been without an answer for so long that it is to be seen. */
    waiting: false,

    /** Whether other tables are open to who looks for one. */
    watchable: false,

    /** Race clock now, in milliseconds. */
    clock() {
      const open = session();
      return open?.room?.paused ? open.room.clock_ms : open && read(open.clock, performance.now());
    },

    /** When the next own start is, on the race clock: of the race, or later if one waits for others' head start. */
    ownStart() {
      const open = session();
      return open && isWaiting(open) ? ownStart(open) : 0;
    },

    /** How long the race may still take, in milliseconds; null: as long as it likes. */
    left() {
      const room = session()?.room;
      return room?.state === "racing" ? timeLeft(room.ends_ms, times.clock()) : null;
    },

    /** How long giving up may still be taken back, in milliseconds. */
    regret() {
      const open = session();
      return open ? regretLeft(open, times.clock()) : 0;
    },

    /** To be called often. @returns {boolean} whether `waiting` or `watchable` has changed */
    heed() {
      const now = { ends: session()?.room?.ends_ms ?? null, left: times.left() };
      const due = warning(looked, now);
      looked = now;
      if (due !== null) news(t(`time.warning.${due / 1000}`));
      return look();
    },
  };
  function look() {
    const { waiting, watchable } = times;
    const message = session()?.wishes?.asked[0]?.message;
    if (message !== oldest.message) oldest = { message, at: performance.now() };
    times.waiting = message !== undefined && performance.now() - oldest.at >= WAITING_MS;
    if (times.waiting && performance.now() - pingedAt >= WAITING_MS) {
      pingedAt = performance.now();
      ping();
    }
    const open = session();
    times.watchable = open !== null && mayWatch(open, times.clock());
    return times.waiting !== waiting || times.watchable !== watchable;
  }

  return times;
}
