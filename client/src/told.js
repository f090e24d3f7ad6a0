/** What is read out to who asks how things stand: on the table that is shown, or in the race. */
import { liveOrder } from "./ranking.js";
import { t } from "./words.js";

/**
 * @param {"table" | "race"} what
 * @param {import("./session.js").Session} session
 * @param {import("./view/board.js").Board} board
 */
export const told = (what, session, board) => (what === "table" ? ofTable(board) : ofRace(session, board.family)).join(". ");

/** Pile by pile. @param {import("./view/board.js").Board} board */
const ofTable = ({ cells }) => cells.map(({ element }) => element.getAttribute("aria-label"));

/**
 * Who is where.
 * @param {import("./session.js").Session} session
 * @param {import("./families.js").Family} family
 */
function ofRace({ room, racers }, { home: counter, goal }) {
  const names = new Map(room?.members.map(({ id, name }) => [id, name]));
  return liveOrder(racers).map(
    ({ id, home, moves }, i) =>
      `${i + 1}. ${names.get(id) ?? t("someone")}: ${t(`home.${counter}`, { done: home, goal })}, ${t("count.moves", { n: moves })}`,
  );
}
