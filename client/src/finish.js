/**
 * A game that plays itself to its end: the server has listed the moves that win it, and they are wished for one after the
 * other, each as soon as the one before is answered.
 *
 * @typedef {Pick<import("./wishes.js").Wishes, "finish" | "pending" | "state">} Wishes
 */

/** Between two moves, so that one sees them. */
const PACE_MS = 90;

/**
 * What is to be done next by whoever plays `rest`, the moves that the server should be offering now. Pure.
 * @param {readonly string[]} rest
 * @param {Wishes} wishes
 * @returns {{do: "play", move: string, rest: readonly string[]} | {do: "wait"} | {do: "stop"}}
 *   stop: it is won, or the list has become another
 */
export function nextOf([move, ...rest], { finish, pending, state }) {
  if (pending.length) return { do: "wait" };
  const asExpected = finish.length === rest.length + 1 && finish.every((text, i) => text === (i ? rest[i - 1] : move));
  if (move === undefined || state !== "racing" || !asExpected) return { do: "stop" };
  return { do: "play", move, rest };
}

/**
 * @param {object} stage
 * @param {() => Wishes | null | undefined} stage.wishes
 * @param {(move: string) => void} stage.play
 * @param {() => void} stage.stopped
 */
export function createFinisher({ wishes, play, stopped }) {
  /** @type {readonly string[] | null} */
  let rest = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pace;

  function step() {
    const known = wishes();
    if (!rest || !known) return;
    const next = nextOf(rest, known);
    if (next.do === "stop") return stop();
    if (next.do === "wait") return;
    rest = next.rest;
    play(next.move);
  }

  function stop() {
    clearTimeout(pace);
    if (!rest) return;
    rest = null;
    stopped();
  }

  return {
    get running() {
      return rest !== null;
    },
    start() {
      rest = wishes()?.finish ?? null;
      step();
    },
    /** Something was answered. In a page that nobody sees timers are slow, and there is nothing to be seen. */
    answered() {
      clearTimeout(pace);
      if (!rest) return;
      if (document.hidden) step();
      else pace = setTimeout(step, PACE_MS);
    },
    stop,
  };
}
