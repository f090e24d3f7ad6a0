/**
 * Help for the own table. What shows it comes, with its words, with the first hint.
 *
 * @typedef {object} Stage
 * @property {() => import("./session.js").Session | null} session
 * @property {() => import("./families.js").Family} family
 * @property {(make: typeof wishHint) => void} wish
 * @property {(text: string, kind: "refusal" | "news") => void} say
 * @property {(text: string) => void} news
 * @property {() => void} update
 */
import { wishHint } from "./wishes.js";
import { learn, reason } from "./words.js";

/**
 * @param {Stage} stage
 * @param {import("./view/board.js").Board} board
 */
export const createHinting = (stage, board) => {
  const hinting = {
    /** Shows hints, once the first has come. @type {ReturnType<typeof import("./view/hints.js").createHints> | null} */
    view: null,

    ask() {
      stage.wish(wishHint);
    },

    /** A hint has come. */
    async show() {
      try {
        const [view] = await Promise.all([import("./view/hints.js"), learn("hints")]);
        hinting.view ??= view.createHints(stage, board);
        hinting.view.show();
      } catch {
        stage.say(reason("no_connection"), "refusal");
      }
    },
  };
  return hinting;
};
