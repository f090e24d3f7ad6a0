/** The ghost that runs along in a game alone: fetched, moved with the clock, and drawn. Comes with the first one. */
import { ask } from "./api.js";
import { formatTime } from "./clock.js";
import { asRacer, GHOST, hasEnded, outcome, reached } from "./ghost.js";
import { ghostName } from "./pages/ghost.js";
import { track } from "./pages/track.js";
import { reason, t } from "./words.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./messages.js").Room} Room */
/** @typedef {ReturnType<typeof openGhost>} Ghosts */

const LOOK_MS = 250;
/** After so long it is asked for again, where the connection was gone. */
const AGAIN_MS = 5000;

/**
 * @param {import("./app.js").App} app
 * @param {string} code of the room
 */
export function openGhost(app, code) {
  /** @type {import("./messages.js").Ghost | null} */
  let ghost = null;
  let shown = 0;
  let ended = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;

  async function fetchIt() {
    const answer = await ask(`/api/rooms/${encodeURIComponent(code)}/ghost`);
    if (answer.ok) ghost = answer.body;
    else if (["no_connection", "trouble"].includes(answer.reason)) retry = setTimeout(fetchIt, AGAIN_MS);
    else app.say(reason(answer.reason), "refusal");
    app.update();
  }
  void fetchIt();

  const clock = () => Math.max(0, app.times.clock() ?? 0);

  const timer = setInterval(() => {
    const { room } = app.session ?? {};
    if (!ghost || !room) return;
    const now = reached(ghost, clock());
    const over = hasEnded(ghost, clock());
    if (now === shown && over === ended) return;
    if (over && !ended && shown && room.state === "racing") app.say(t(ghost.state === "finished" ? "ghost.finished" : "ghost.ended", { name: ghostName(ghost) }), "news");
    [shown, ended] = [now, over];
    app.update();
  }, LOOK_MS);

  return {
    /** The own game and the ghost, as if they were racers of one race. @param {Session} session @param {Room} room */
    track(session, room) {
      if (!ghost) return null;
      const [own] = room.members;
      const racers = session.racers.length ? session.racers : [];
      const members = [
        ...(own ? [{ ...own, name: own.name || app.name || t("ghost.you") }] : []),
        { id: GHOST, name: ghostName(ghost), robot: ghost.robot, ready: true, here: true, strength: null, team: null, head_start_ms: 0, wins: 0 },
      ];
      return track(app, { ...session, racers: [...racers, asRacer(ghost, clock())] }, { ...room, members });
    },

    /** Who was faster. @param {Room} room */
    verdict({ results }) {
      const [own] = results ?? [];
      if (!ghost || !own) return "";
      const { who, by } = outcome(ghost, own);
      const name = ghostName(ghost);
      if (by === null) return who === "nobody" ? "" : t(`ghost.${who}`, { name, time: formatTime(ghost.time_ms, { tenths: true }) });
      return who === "both" ? t("ghost.both", { name }) : t(`ghost.${who}.by`, { name, time: formatTime(by, { tenths: true }) });
    },

    close() {
      clearInterval(timer);
      clearTimeout(retry);
    },
  };
}
