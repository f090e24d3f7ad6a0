/**
 * Help for the own table: asked for, and shown when it has come. What words and bars it needs are loaded with the first.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {typeof import("./view/help.js")} View
 *
 * @typedef {object} Stage
 * @property {() => Session | null} session
 * @property {() => import("./families.js").Family} family
 * @property {(make: (wishes: import("./wishes.js").Wishes) => import("./messages.js").Outgoing | null) => void} wish
 * @property {(text: string, kind: "refusal" | "news", aloud?: boolean) => void} say
 * @property {(text: string) => void} news
 * @property {() => void} update
 */
import { DEAL, parseMove } from "./notation.js";
import { isRacing } from "./session.js";
import { wishHint } from "./wishes.js";
import { learn, reason } from "./words.js";

/**
 * @param {Stage} stage
 * @param {import("./view/board.js").Board} board
 */
export function createHinting(stage, board) {
  /** @type {View | null} */
  let view = null;
  let lit = false;

  /** @returns {Promise<View | null>} */
  async function load() {
    try {
      [view] = await Promise.all([import("./view/help.js"), learn("help")]);
    } catch {
      stage.say(reason("no_connection"), "refusal");
    }
    return view;
  }

  const hinting = {
    /** The bar that help is shown in; null while there is none to be shown. */
    get bar() {
      return view;
    },

    ask() {
      const session = stage.session();
      if (!session?.room || !isRacing(session) || session.watching) return;
      if (!session.room.settings.hints) return stage.say(reason("hints_off"), "refusal");
      stage.wish(wishHint);
    },

    /** A hint has come. */
    async show() {
      const known = view ?? (await load());
      const session = stage.session();
      const hint = session?.hint;
      if (!known || !hint || !session.wishes || session.wishes.pending.length) return;
      const { shown, names } = session.wishes;
      const move = parseMove(hint.move ?? "", names);
      board.choose(move && { pile: move.source, count: move.count }, move ? [move.target] : []);
      if (hint.move === DEAL) board.light([shown.piles.findIndex(({ kind }) => kind === "stock")]);
      lit = Boolean(hint.move);
      stage.news(known.helpText(hint, shown, names, stage.family()));
      stage.update();
    },

    /** What was shown is past. */
    clear() {
      if (lit) board.choose(null, []);
      lit = false;
    },

    /** A person has read it. */
    close() {
      const session = stage.session();
      if (session) session.hint = null;
      hinting.clear();
      stage.update();
    },
  };
  return hinting;
}
