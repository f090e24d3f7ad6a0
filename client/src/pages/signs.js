/** What members of a room show each other without words of their own: a sign from a fixed set, and which team they are in. */
import { html, nothing } from "lit-html";
import { isMember } from "../session.js";
import { icon } from "../view/icon.js";
import { t } from "../words.js";

/** @type {import("../messages.js").Sign[]} */
const SIGNS = ["luck", "clap", "wow", "laugh", "sad", "thanks"];

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

/**
 * @param {import("../app.js").App} app
 * @param {import("../session.js").Session} session
 * @param {() => void} [then] what follows when one was shown
 */
export function signPicker(app, session, then = () => {}) {
  if (!isMember(session)) return nothing;
  const { room, me } = session;
  const blockable = (room?.members ?? []).filter(({ id, strength }) => id !== me && !strength && !app.blocked.has(id));
  return html`<details class="signs">
        <summary>${icon("sign")} ${t("signs")}</summary>
        <div class="actions">
          ${SIGNS.map((one) => html`<button @click=${(/** @type {Event} */ event) => (app.showSign(event, one), then())}>${t(`sign.${one}`)}</button>`)}
        </div>
        ${blockable.length ? html`<select class="block" aria-label=${t("block.someone")} @change=${(/** @type {Event} */ event) => app.block(event)}>
          <option value="">${t("block.someone")}</option>
          ${blockable.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
        </select>` : nothing}
      </details>`;
}
