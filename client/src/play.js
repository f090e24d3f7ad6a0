/**
 * The table in play: wishes go out, answers become pictures and words.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./wishes.js").Wishes} Wishes
 *
 * @typedef {object} Stage what it needs of the page around it
 * @property {() => Session | null} session
 * @property {() => import("./look.js").Look} look
 * @property {() => number | null} clock race clock in milliseconds
 * @property {(message: import("./messages.js").Outgoing) => void} send
 * @property {(text: string, kind: "refusal" | "news", aloud?: boolean) => void} say shows one line
 * @property {(text: string) => void} news for those who listen
 * @property {() => boolean} renew asks for the next game; whether there can be one
 * @property {() => boolean} help tells the keys
 * @property {() => void} update
 */
import { canDraw } from "./art/faces.js";
import { markUrl } from "./art/pictures.js";
import { regretLeft } from "./deadlines.js";
import { familyOf } from "./families.js";
import { createFinisher } from "./finish.js";
import { createHand } from "./hand.js";
import { createHinting } from "./hinting.js";
import { more, spanishDeck } from "./later.js";
import { DEAL, parseMove, UNDO } from "./notation.js";
import { recall, remember } from "./prefs.js";
import { isRacing } from "./standing.js";
import { createBoard } from "./view/board.js";
import { newsOf, setNews, setsIn } from "./view/speech.js";
import { watchedTable } from "./watched.js";
import { wishAction, wishGoOn, wishMove } from "./wishes.js";
import { reason, t } from "./words.js";

/** A table that comes this soon after the start is seen to be dealt. */
const FRESH_MS = 3000;

/** @param {Stage} stage */
export function createPlay(stage) {
  /** @type {number | null} */
  let lastPile = null;
  /** Whose table is on the screen. */
  let shownOf = "";
  /** Whether it was said that the rest can be played by itself. */
  let offered = false;

  const family = () => familyOf(stage.session()?.room?.variant ?? "");
  const look = () => ({ ...stage.look(), deck: family().deck });

  const hand = createHand(stage, { board: () => board, family, look, wish, cutOff });

  const board = createBoard({
    ...hand,
    deal: () => wish((wishes) => wishAction(wishes, DEAL)),
    undo,
    hint: () => hinting.ask(),
    finish,
    tell,
    renew: stage.renew,
    help: stage.help,
  });

  const finisher = createFinisher({
    wishes: () => stage.session()?.wishes,
    play(text) {
      const move = parseMove(text, stage.session()?.wishes?.names ?? []);
      send((wishes) => (move ? wishMove(wishes, move) : wishAction(wishes, text)));
    },
    stopped: () => stage.update(),
  });

  const hinting = createHinting({ ...stage, family, wish }, board);

  /**
   * Shows the table as it is now known.
   * @param {"glide" | "jump" | "deal"} how
   */
  function show(how) {
    const session = stage.session();
    const watched = session && watchedTable(session);
    const table = watched?.table ?? session?.wishes?.shown;
    if (!session?.room || !table) return;
    if (!canDraw(family().deck)) return void spanishDeck.want().then(() => show(how), () => {});
    const owner = watched ? session.watching : session.me;
    if (shownOf && shownOf !== owner) board.clear();
    shownOf = owner;
    const mine = !session.watching && isRacing(session);
    board.show(table, { mine, how, look: look(), family: family(), last: lastPile });
    if (mine && family().hands === "maze" && !recall("ring")) {
      remember("ring", "told");
      stage.say(t("hands.ring"), "news");
    }
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
    hinting.view?.clear();
    const first = steps.find(([kind]) => kind === "move");
    if (steps.length) lastPile = first?.[0] === "move" && move !== DEAL ? first[2] : null;
    hand.release();
    show("glide");
    const { table } = board;
    const gaveUp = player === session.me && session.wishes?.state === "gave_up";
    if (gaveUp) stage.news(t("go_on.how"));
    else if (steps.length) stage.news(newsOf(table, steps, move, family()));
    if (move !== UNDO) celebrate(session, player, steps);
    if (player !== session.me) return;
    if (gaveUp) requestAnimationFrame(() => document.querySelector(/** @type {"button"} */ (".regret button"))?.focus());
    else if (document.activeElement === document.body) board.focus(lastPile ?? 0);
    offer();
    finisher.answered();
  }

  /**
   * A set is complete, or the game is won.
   * @param {Session} session
   * @param {string} player
   * @param {readonly import("./messages.js").Step[]} steps
   */
  function celebrate({ me, wishes }, player, steps) {
    const { table } = board;
    const { deck } = family();
    const won = player === me && wishes?.state === "finished";
    const sets = setsIn(table, steps, family());
    for (const suit of sets) stage.say(setNews(table, suit, family()), "news", false);
    const suits = won ? [0, 1, 2, 3] : sets;
    const last = steps.findLast(([kind, , to]) => kind === "move" && table.piles[Number(to)]?.kind === "foundation");
    const from = won ? undefined : board.boxOf(Number(last?.[2]));
    if (suits.length)
      more.get()?.cheer(suits.map((suit) => markUrl(deck, suit)), { from });
  }

  /** A whole table has come, the own one or the one that is watched. */
  function arrived() {
    hand.release();
    hinting.view?.clear();
    show(isFresh() ? "deal" : "glide");
    // Once the page is drawn: what had the focus may be gone by then.
    requestAnimationFrame(() => {
      const session = stage.session();
      const mine = session && !session.watching && isRacing(session);
      if (mine && document.activeElement === document.body) board.focus(lastPile ?? 0);
    });
    offer();
    finisher.answered();
  }

  function refused() {
    finisher.stop();
    show("glide");
  }

  /** What comes now is of another race. */
  function afresh() {
    finisher.stop();
    hinting.view?.clear();
    hand.release();
    lastPile = null;
    offered = false;
    board.clear();
  }

  /**
   * What a person wishes. What the game played by itself ends with it.
   * @param {(wishes: Wishes) => import("./messages.js").Outgoing | null} make
   */
  function wish(make) {
    finisher.stop();
    return send(make);
  }

  /** @param {(wishes: Wishes) => import("./messages.js").Outgoing | null} make */
  function send(make) {
    const session = stage.session();
    if (!session?.wishes || !isRacing(session) || session.watching) return;
    const message = make(session.wishes);
    hand.release();
    hinting.view?.clear();
    if (!message) return stage.say(reason("too_many_wishes"), "refusal");
    stage.send(message);
    show("glide");
    stage.update();
  }

  /** Says once that the rest can be played by itself. */
  function offer() {
    if (offered || !stage.session()?.wishes?.finish.length) return;
    offered = true;
    stage.say(t("finish.how"), "news");
  }

  /** Plays the rest by itself; again: stops. */
  function finish() {
    const wishes = stage.session()?.wishes;
    if (finisher.running) finisher.stop();
    else if (wishes?.pending.length) stage.say(reason("too_many_wishes"), "refusal");
    else if (wishes?.finish.length) finisher.start();
  }

  /** Takes back the last move, or that one has given up. @returns {boolean} whether that means anything now */
  function undo() {
    const session = stage.session();
    if (!session?.wishes || session.watching) return false;
    if (!isRacing(session)) return goOn();
    wish((wishes) => wishAction(wishes, UNDO));
    return true;
  }

  function goOn() {
    const session = stage.session();
    if (!session?.wishes || session.wishes.pending.length || !regretLeft(session, stage.clock())) return false;
    const message = wishGoOn(session.wishes);
    if (message) stage.send(message);
    board.focus(lastPile ?? 0);
    return message !== null;
  }

  /** Reads out how things stand. @param {"table" | "race"} what */
  function tell(what) {
    const session = stage.session();
    if (session) more.want().then(({ told }) => stage.news(told(what, session, board)), cutOff);
  }

  function cutOff() {
    stage.say(reason("no_connection"), "refusal");
  }

  return {
    board,
    show,
    moved,
    arrived,
    refused,
    afresh,
    undo,
    goOn,
    hinting,
    finish,
    finishing: () => finisher.running,
    giveUp: () => wish((wishes) => wishAction(wishes, null)),
  };
}
