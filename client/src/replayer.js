/**
 * What runs a replay: where it stands on its timeline, and the clock that takes it on.
 *
 * @typedef {import("./replay.js").Timeline} Timeline
 * @typedef {import("./replay.js").Speed} Speed
 */
import { markFrom, momentOf, SPEEDS, waitAfter } from "./replay.js";

/** @param {(how: "glide" | "jump") => void} changed it stands elsewhere, or has begun to run or stopped */
export function createReplayer(changed) {
  /** @type {Timeline} */
  let timeline = { events: [], marks: [], knots: [] };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Since when, and for how long, the next event is waited for. */
  let waiting = { since: 0, ms: 0 };

  const replayer = {
    /** Events that are done. */
    k: 0,
    playing: false,
    /** @type {Speed} */
    speed: /** @type {Speed} */ (1),

    get timeline() {
      return timeline;
    },
    get end() {
      return timeline.events.length;
    },

    /** @param {Timeline} next @param {number} k */
    load(next, k) {
      stop();
      timeline = next;
      replayer.k = within(k);
      changed("jump");
    },

    /** From the beginning, if it is at its end. */
    play() {
      if (replayer.playing || !replayer.end) return;
      const again = replayer.k === replayer.end;
      if (again) replayer.k = 0;
      replayer.playing = true;
      wait();
      changed(again ? "jump" : "glide");
    },

    pause() {
      if (!replayer.playing) return;
      stop();
      changed("glide");
    },

    toggle: () => (replayer.playing ? replayer.pause() : replayer.play()),

    /**
     * Stands somewhere else, by hand; what runs goes on from there.
     * @param {number} k
     */
    go(k) {
      const to = within(k);
      const how = Math.abs(to - replayer.k) === 1 ? "glide" : "jump";
      replayer.k = to;
      if (replayer.playing && to < replayer.end) wait();
      else stop();
      changed(how);
    },

    /** One step by hand: it runs no longer. @param {1 | -1} way */
    step(way) {
      stop();
      replayer.go(replayer.k + way);
    },

    /** To the next mark, or the one before. @param {1 | -1} way */
    mark: (way) => replayer.go(markFrom(timeline, replayer.k, way)),

    /** @param {Speed} speed */
    choose(speed) {
      replayer.speed = speed;
      if (replayer.playing) wait();
      changed("glide");
    },

    /** The next faster speed, or the next slower one. @param {1 | -1} way */
    faster(way) {
      const speed = SPEEDS[SPEEDS.indexOf(replayer.speed) + way];
      if (speed !== undefined) replayer.choose(speed);
    },

    /** The moment that it shows: between two events, how far the way to the next one is. */
    moment() {
      const [from, to] = [momentOf(timeline, replayer.k), momentOf(timeline, replayer.k + 1)];
      if (!replayer.playing || replayer.k >= replayer.end) return from;
      return from + (to - from) * Math.min(1, (performance.now() - waiting.since) / waiting.ms);
    },

    /** It is over with this replay. */
    close: stop,
  };

  /** @param {number} k */
  const within = (k) => Math.max(0, Math.min(timeline.events.length, Math.trunc(k) || 0));

  function stop() {
    clearTimeout(timer);
    replayer.playing = false;
  }

  function wait() {
    clearTimeout(timer);
    waiting = { since: performance.now(), ms: waitAfter(timeline, replayer.k, replayer.speed) };
    timer = setTimeout(() => {
      replayer.k += 1;
      if (replayer.k < replayer.end) wait();
      else stop();
      changed("glide");
    }, waiting.ms);
  }

  return replayer;
}

/** @typedef {ReturnType<typeof createReplayer>} Replayer */
