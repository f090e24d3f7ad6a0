/** What members of a room show each other without words of their own: a sign from a fixed set, and which team they are in. */
import { html, nothing } from "lit-html";
import { t } from "../words.js";

/** @param {number} team from 0 */
export const teamName = (team) => String.fromCharCode(65 + team);

/**
 * What a member shows right now. Everyone reads it in their own language.
 * @param {import("../app.js").App} app
 * @param {string} player
 */
export function sign(app, player) {
  const shown = app.signs.get(player);
  return shown ? html`<span class="sign">${t(`sign.${shown}`)}</span>` : nothing;
}
