/** How members of a room show each other signs, and how one is spared those of somebody else. */
import { html, nothing } from "lit-html";
import * as api from "../api.js";
import { isMember } from "../standing.js";
import { icon } from "../view/icons.js";
import { reason, t } from "../words.js";
import { ask } from "./ask.js";
import { asking } from "./asking.js";

/** @typedef {import("../app.js").App} App */

/** @type {import("../messages.js").Sign[]} */
const SIGNS = ["luck", "clap", "wow", "laugh", "sad", "thanks"];

/** Learns whose signs are not to be shown. @param {App} app */
export async function knowBlocked(app) {
  const answer = await api.me();
  if (answer.ok) app.blocked = new Set(answer.body.blocked.map((/** @type {{id: string}} */ { id }) => id));
}

/**
 * @param {App} app
 * @param {Event} event of a button in the list of signs, which closes
 * @param {import("../messages.js").Sign} sign
 */
function showSign(app, { currentTarget }, sign) {
  if (!app.send({ t: "react", sign })) return;
  const list = /** @type {HTMLElement} */ (currentTarget).closest("details");
  list?.removeAttribute("open");
  list?.querySelector("summary")?.focus();
}

/**
 * @param {App} app
 * @param {Event} event of a list of members
 */
function block(app, { target }) {
  const select = /** @type {HTMLSelectElement} */ (target);
  const { value: player } = select;
  const name = select.selectedOptions[0]?.text ?? "";
  select.value = "";
  if (!player) return;
  ask(t("block.ask", { name }), t("block.what"), t("block"), async () => {
    const answer = await api.change("POST", "blocked", { player });
    if (answer.ok) app.blocked.add(player);
    app.say(answer.ok ? t("blocked.done", { name }) : reason(answer.reason), answer.ok ? "news" : "refusal");
  });
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
          ${asking(session, SIGNS.map((one) => html`<button @click=${(/** @type {Event} */ event) => (showSign(app, event, one), then())}>${t(`sign.${one}`)}</button>`))}
        </div>
        ${blockable.length ? asking(session, html`<select class="block" aria-label=${t("block.someone")} @change=${(/** @type {Event} */ event) => block(app, event)}>
          <option value="">${t("block.someone")}</option>
          ${blockable.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
        </select>`) : nothing}
      </details>`;
}
