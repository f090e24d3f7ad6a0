/** Shows hints: cards and place lit, and a bar that says why. Comes, with its words, with the first hint. */
import { html, nothing } from "lit-html";
import { DEAL, parseMove } from "../notation.js";
import { HIDDEN, topCards } from "../table.js";
import { t } from "../words.js";
import { icon } from "./icon.js";
import { cardName, pileName } from "./speech.js";

/** @typedef {import("../messages.js").Hint} Hint */

/** What brings no progress. */
const NEXT_STEPS = ["row", "fill", "undo", "loose"];

/**
 * @param {Hint} hint
 * @param {import("../table.js").Table} table
 * @param {readonly string[]} names of its piles
 * @param {import("../families.js").Family} family
 */
export function helpText({ advice = "", move = "", bar }, table, names, family) {
  const parts = [];
  if (bar) parts.push(t(`bar.${bar}`));
  else if (NEXT_STEPS.includes(advice)) parts.push(t("bar.unseen"));
  const way = parseMove(move, names);
  if (way) {
    const [card = -1] = topCards(table, way.source, way.count);
    const code = table.codes[card] ?? HIDDEN;
    const pile = lowered(pileName(table, way.target, family));
    parts.push(t("hint.move", { card: cardName(code, family.deck), pile, why: t(`hint.${advice}`) }));
  } else if (move === DEAL && !["row", "draw"].includes(advice)) parts.push(t("hint.deal"));
  else if (advice) parts.push(t(`hint.${advice}`));
  const text = parts.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param {import("../hinting.js").Stage} stage
 * @param {import("./board.js").Board} board
 */
export function createHints(stage, board) {
  /** What is lit on the board now. @type {Hint | null} */
  let lit = null;

  /** The hint that is about the table as it is shown. */
  function current() {
    const { hint = null, wishes } = stage.session() ?? {};
    return wishes && !wishes.pending.length ? hint : null;
  }

  function text() {
    const hint = current();
    const wishes = stage.session()?.wishes;
    return hint && wishes ? helpText(hint, wishes.shown, wishes.names, stage.family()) : "";
  }

  const help = {
    show() {
      const hint = current();
      const wishes = stage.session()?.wishes;
      if (!hint || !wishes) return;
      const { shown, names } = wishes;
      const move = parseMove(hint.move ?? "", names);
      board.choose(move && { pile: move.source, count: move.count }, move ? [move.target] : []);
      if (hint.move === DEAL) board.light([shown.piles.findIndex(({ kind }) => kind === "stock")]);
      lit = hint;
      stage.news(text());
      stage.update();
    },

    /** What is lit is past. */
    clear() {
      if (lit) board.choose(null, []);
      lit = null;
    },

    /** A person has read it. */
    close() {
      const session = stage.session();
      if (session) session.hint = null;
      help.clear();
      stage.update();
    },

    /** @param {unknown} exits buttons that lead on from a game that is lost */
    bar(exits) {
      const hint = current();
      if (!hint) return nothing;
      const thinking = hint.bar === "thinking";
      return html`<section class="hint-bar ${hint.bar ?? ""}" aria-label=${t("bar.name")}>
        <p class="with-icon">${icon(thinking ? "clock" : hint.bar ? "flag" : "hint")} <span>${text()}</span></p>
        ${hint.bar === "lost" ? exits : nothing}
        ${thinking ? nothing : html`<button class="round on-felt" aria-label=${t("close")} @click=${help.close}>${icon("close")}</button>`}
      </section>`;
    },
  };
  return help;
}

/** A name as it is written within a sentence. @param {string} name */
const lowered = (name) => name.charAt(0).toLocaleLowerCase() + name.slice(1);
