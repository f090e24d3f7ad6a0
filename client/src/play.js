/**
 * The table in play: gestures become wishes, answers become pictures and words.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./wishes.js").Wishes} Wishes
 *
 * @typedef {object} Stage what it needs of the page around it
 * @property {() => Session | null} session
 * @property {() => {language: string, colours: number}} look
 * @property {() => number | null} clock race clock in milliseconds
 * @property {(message: import("./messages.js").Outgoing) => void} send
 * @property {(text: string, kind: "refusal" | "news", aloud?: boolean) => void} say shows one line
 * @property {(text: string) => void} news for those who listen
 * @property {() => void} update
 */
import { familyOf } from "./families.js";
import { DEAL, UNDO } from "./notation.js";
import { liveOrder } from "./ranking.js";
import { isRacing } from "./session.js";
import { createBoard } from "./view/board.js";
import { openPicker } from "./view/picker.js";
import { newsOf, setNews, setsIn } from "./view/speech.js";
import { movesFrom, wishAction, wishMove, wishTap } from "./wishes.js";
import { reason, t } from "./words.js";

/** A table that comes this soon after the start is seen to be dealt. */
const FRESH_MS = 3000;

/** @param {Stage} stage */
export function createPlay(stage) {
  /** @type {number | null} */
  let lastPile = null;

  const board = createBoard({
    tap: (pile, count) => wish((wishes) => wishTap(wishes, pile, count)),
    drop,
    pick,
    deal: () => wish((wishes) => wishAction(wishes, DEAL)),
    undo,
    tell,
    targets,
    enter: () => familyOf(stage.session()?.room?.variant ?? "").enter,
  });

  /**
   * Shows the table as it is now known.
   * @param {"glide" | "jump" | "deal"} how
   */
  function show(how) {
    const session = stage.session();
    const table = session?.watching ? session.watched?.table : session?.wishes?.shown;
    if (!session?.room || !table) return;
    board.show(table, {
      mine: !session.watching && isRacing(session),
      how,
      look: stage.look(),
      family: familyOf(session.room.variant),
      last: lastPile,
    });
  }

  /** Whether the cards have only just been dealt. */
  function isFresh() {
    const session = stage.session();
    return (
      !session?.watching &&
      session?.wishes?.v === 0 &&
      (stage.clock() ?? Infinity) < FRESH_MS &&
      board.sprites.size === 0
    );
  }

  /**
   * Something was played, on the own table or on the one that is watched.
   * @param {{player: string, move: string, steps: readonly import("./messages.js").Step[]}} news
   */
  function moved({ player, move, steps }) {
    const session = stage.session();
    if (!session || player !== (session.watching || session.me)) return;
    const first = steps.find(([kind]) => kind === "move");
    lastPile = first?.[0] === "move" && move !== DEAL ? first[2] : null;
    show("glide");
    const { table } = board;
    stage.news(newsOf(table, steps, move));
    if (move !== UNDO) for (const suit of setsIn(table, steps)) stage.say(setNews(table, suit), "news", false);
    if (player === session.me && document.activeElement === document.body) board.focus(lastPile ?? 0);
  }

  /** @param {(wishes: Wishes) => import("./messages.js").Outgoing | null} make */
  function wish(make) {
    const session = stage.session();
    if (!session?.wishes || !isRacing(session) || session.watching) return;
    const message = make(session.wishes);
    if (!message) return stage.say(reason("too_many_wishes"), "refusal");
    stage.send(message);
    show("glide");
    stage.update();
  }

  function undo() {
    wish((wishes) => wishAction(wishes, UNDO));
  }

  /**
   * @param {import("./notation.js").Move} move
   * @returns {boolean} whether the cards stay there
   */
  function drop(move) {
    const wishes = stage.session()?.wishes;
    if (!wishes) return false;
    const { length } = wishes.pending;
    wish(() => wishMove(wishes, move));
    return wishes.pending.length > length;
  }

  /**
   * @param {number} pile
   * @param {number} count
   * @returns {number[]} piles that take the block
   */
  function targets(pile, count) {
    const wishes = stage.session()?.wishes;
    return wishes ? movesFrom(wishes, pile).flatMap((move) => (move.count === count ? [move.target] : [])) : [];
  }

  /** @param {number} pile */
  function pick(pile) {
    const wishes = stage.session()?.wishes;
    if (!wishes?.shown.piles[pile]?.cards.length) return;
    const moves = movesFrom(wishes, pile);
    openPicker({
      table: wishes.shown,
      pile,
      moves,
      look: stage.look(),
      chosen(move) {
        drop(move);
        board.focus(move.target);
      },
    });
  }

  /** @param {"table" | "race"} what */
  function tell(what) {
    const session = stage.session();
    if (!session) return;
    if (what === "table")
      return stage.news(board.cells.map(({ element }) => element.getAttribute("aria-label")).join(". "));
    const names = new Map(session.room?.members.map(({ id, name }) => [id, name]));
    const lines = liveOrder(session.racers).map(
      ({ id, home, moves }, i) =>
        `${i + 1}. ${names.get(id) ?? t("someone")}: ${t("count.sets", { n: home })}, ${t("count.moves", { n: moves })}`,
    );
    stage.news(lines.join(". "));
  }

  return { board, show, isFresh, moved, undo, giveUp: () => wish((wishes) => wishAction(wishes, null)) };
}
