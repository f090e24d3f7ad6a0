/** How much of each suit is home: «♠ 2 · ♥ 2». */
import { html, nothing } from "lit-html";
import { markUrl } from "../art/pictures.js";
import { t } from "../words.js";

/**
 * @param {import("../art/faces.js").Deck} deck
 * @param {number[]} suits
 */
export const bySuit = (deck, suits) =>
  suits.some((count) => count > 0)
    ? html`<span class="by-suit">${suits.map((count, suit) =>
        count > 0
          ? html`<span><img src=${markUrl(deck, suit)} alt=${t(`suit.${deck}.${suit}`)} width="16" height="16" /> ${count}</span>`
          : nothing,
      )}</span>`
    : nothing;
