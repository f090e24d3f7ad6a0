/** Racing a run that is over, and asking others to. */
import { learn, reason, t } from "./words.js";

/** @typedef {{code: string, race: number, player: string}} Run whose attempt in which race of which room */

/** Stands for a player where the solver's line is to be raced. */
export const SOLVER = "solver";

/** Where others find it. @param {Run} run */
export const challengeAddress = ({ code, race, player }) =>
  new URL(`/beat/${[code, race, player].map(encodeURIComponent).join("/")}`, location.href).href;

/** @param {import("./app.js").App} app @param {Run} ghost */
export async function raceGhost(app, ghost) {
  await learn("ghost").catch(() => {}); // what can't be had now is said without it
  const before = app.session;
  if (ghost.player === SOLVER) app.say(t("ghost.thinking"), "news");
  await app.playAlone({ ghost });
  if (app.trouble && app.session === before) app.say(reason(app.trouble), "refusal");
}
