/** The race's times as they are right now, and what is said of them while nothing else happens. */
import { read } from "./clock.js";
import { regretLeft, timeLeft, warning } from "./deadlines.js";
import { t } from "./words.js";

/**
 * @param {() => import("./session.js").Session | null} session
 * @param {(text: string) => void} news for those who listen
 */
export function createTimes(session, news) {
  /** @type {import("./deadlines.js").Look} */
  let looked = { ends: null, left: null };

  const times = {
    /** Race clock now, in milliseconds. */
    clock() {
      const open = session();
      return open && read(open.clock, performance.now());
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

    /** To be called often. */
    heed() {
      const now = { ends: session()?.room?.ends_ms ?? null, left: times.left() };
      const due = warning(looked, now);
      looked = now;
      if (due !== null) news(t(`time.warning.${due / 1000}`));
    },
  };
  return times;
}
