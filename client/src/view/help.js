/** What a hint says, and the bar that says it. Comes, with its words, when help is asked for. */
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
export function helpText({ advice, move, bar }, table, names, family) {
  const parts = [];
  if (bar) parts.push(t(`bar.${bar}`));
  else if (advice && NEXT_STEPS.includes(advice)) parts.push(t("bar.unseen"));
  const way = parseMove(move ?? "", names);
  if (way) {
    const [card] = topCards(table, way.source, way.count);
    const code = card === undefined ? HIDDEN : (table.codes[card] ?? HIDDEN);
    parts.push(
      t("hint.move", {
        card: cardName(code, family.deck),
        pile: pileName(table, way.target, family),
        why: t(`hint.${advice}`),
      }),
    );
  } else if (advice) parts.push(t(move === DEAL && advice !== "row" && advice !== "draw" ? "hint.deal" : `hint.${advice}`));
  return parts.join(" ");
}

/**
 * @param {Hint} hint
 * @param {string} text
 * @param {unknown} exits buttons that lead on
 * @param {() => void} close
 */
export const helpBar = (hint, text, exits, close) =>
  html`<section class="help ${hint.bar ?? ""}" aria-label=${t("bar.name")}>
    <p class="with-icon">${hint.bar === "thinking" ? nothing : icon(hint.bar ? "flag" : "hint")} <span>${text}</span></p>
    ${exits}
    ${hint.bar === "thinking" ? nothing : html`<button class="round on-felt" aria-label=${t("close")} @click=${close}>${icon("close")}</button>`}
  </section>`;
