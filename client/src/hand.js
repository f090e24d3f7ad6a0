/**
 * What gestures on the table mean: moves, or cards that are chosen and wait to be told where to go.
 *
 * @typedef {object} Table what it needs of the table in play
 * @property {() => Pick<import("./view/board.js").Board, "table" | "choose" | "focus">} board
 * @property {() => import("./families.js").Family} family
 * @property {() => import("./view/board.js").Showing["look"]} look
 * @property {(make: (wishes: import("./wishes.js").Wishes) => import("./messages.js").Outgoing | null) => void} wish
 * @property {() => void} cutOff tells that something can't be had now
 */
import { more } from "./later.js";
import { isRacing } from "./standing.js";
import { lies, topCards } from "./table.js";
import { choiceNews } from "./view/speech.js";
import { movesFrom, wishMove, wishTap } from "./wishes.js";
import { reason } from "./words.js";

/**
 * @param {Pick<import("./play.js").Stage, "session" | "say" | "news">} stage
 * @param {Table} table
 */
export function createHand(stage, { board, family, look, wish, cutOff }) {
  /**
   * Cards that wait to be told where to go.
   * @type {{pile: number, count: number} | null}
   */
  let chosen = null;

  /**
   * Where the server has said what a tap does, that; where it leaves a choice, the cards are chosen and the next tap says
   * where to; where there is none, the server says why.
   * @param {number} pile
   * @param {number} count 0: on an empty pile
   */
  function tap(pile, count) {
    const session = stage.session();
    if (!session?.wishes || !isRacing(session)) return;
    const { wishes } = session;
    const block = chosen;
    if (block?.pile === pile) return void release();
    const free = count > 0 && targets(pile, count).length > 0;
    if (block && (!free || targets(block.pile, block.count).includes(pile))) return put(block, pile);
    if (free && !wishes.taps.has(`${pile}:${count}`)) return choose({ pile, count });
    wish(() => wishTap(wishes, pile, count));
  }

  /**
   * Lays the chosen cards there. Where that is not legal the server says why, and they stay chosen.
   * @param {{pile: number, count: number}} block
   * @param {number} target
   */
  function put(block, target) {
    if (!drop({ source: block.pile, target, count: block.count })) choose(block, false);
  }

  /**
   * @param {{pile: number, count: number}} block
   * @param {boolean} [aloud]
   */
  function choose(block, aloud = true) {
    chosen = block;
    const places = targets(block.pile, block.count);
    board().choose(block, places);
    if (aloud) stage.news(choiceNews(board().table, block, places, family()));
  }

  /** An answer has put other cards in the place of those that were meant: nothing is played. */
  function changed() {
    stage.say(reason("stale"), "refusal");
  }

  /** Lets go of the chosen cards. @returns {boolean} whether there were any */
  function release() {
    if (!chosen) return false;
    chosen = null;
    board().choose(null, []);
    return true;
  }

  /** How many cards of a pile can go somewhere, fewest first. @param {number} pile */
  function counts(pile) {
    const wishes = stage.session()?.wishes;
    return [...new Set(wishes ? movesFrom(wishes, pile).map(({ count }) => count) : [])].sort((a, b) => a - b);
  }

  /** @param {number} pile */
  function enter(pile) {
    if (family().enter === "picker" && board().table.piles[pile]?.kind === "column") return pick(pile);
    if (chosen && chosen.pile !== pile) return put(chosen, pile);
    tap(pile, counts(pile)[0] ?? Math.min(1, board().table.piles[pile]?.cards.length ?? 0));
  }

  /**
   * Picks up the longest run that can go somewhere; again, the next shorter one; at last lets go.
   * @param {number} pile
   */
  function take(pile) {
    if (family().enter === "picker") return enter(pile);
    const fewer = counts(pile).filter((count) => chosen?.pile !== pile || count < chosen.count);
    const count = fewer.at(-1);
    if (count !== undefined) return choose({ pile, count });
    if (chosen?.pile === pile) return void release();
    if (board().table.piles[pile]?.cards.length) tap(pile, 1);
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
    const table = wishes.shown;
    const given = {
      table,
      pile,
      moves,
      look: look(),
      family: family(),
      chosen(/** @type {import("./notation.js").Move} */ move) {
        const now = stage.session()?.wishes?.shown;
        if (!now || !lies(now, pile, topCards(table, pile, move.count))) return changed();
        drop(move);
        board().focus(move.target);
      },
    };
    const ready = more.get();
    if (ready) return ready.openPicker(given);
    more.want().then(({ openPicker }) => openPicker(given), cutOff);
  }

  return { tap, drop, pick, targets, enter, take, release, changed };
}
