/** The end of an attempt at a daily: what it came to, and the way to the boards. */
import { html, nothing } from "lit-html";
import { formatTime } from "../clock.js";
import { gameName } from "../gamenames.js";
import { familyOf } from "../families.js";
import { t } from "../words.js";
import { homeLink } from "./name.js";
import { languagePicker } from "./language.js";

/**
 * @param {import("../app.js").App} app
 * @param {import("../session.js").Session} _session
 * @param {import("../messages.js").Room} room
 */
export function dailyEnd(app, _session, room) {
  const [result] = room.results ?? [];
  const { number = 0, ranked = false } = room.daily ?? {};
  const path = `/daily/${room.variant}/${number}`;
  const { goal, home } = familyOf(room.variant);
  const won = result?.state === "finished";
  return html`<div class="page end daily">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}${languagePicker(app)}</header>
    <main>
      <div class="paper narrow">
        <h1 class="headline" tabindex="-1">${t(won ? "result.won" : result?.state === "gave_up" ? "ended.gave_up" : "ended.time_up")}</h1>
        <p class="quiet">${gameName(room.variant)} · #${number}${ranked ? nothing : html` · ${t("daily.practice")}`}</p>
        ${
          result
            ? html`<dl class="won-facts">
                ${won ? html`<div><dt>${t("daily.time")}</dt><dd>${formatTime(result.time_ms, { tenths: true })}</dd></div>` : nothing}
                <div><dt>${t("counter.moves")}</dt><dd>${result.moves}</dd></div>
              </dl>
              ${won ? nothing : html`<p>${t(`home.${home}`, { done: result.home, goal })}</p>`}
              ${won && !result.undos && !result.hints ? html`<p class="clean">${t("daily.clean")}</p>` : nothing}`
            : nothing
        }
        <div class="actions">
          <button class="primary large" @click=${(/** @type {Event} */ event) => app.go(event, path)}>${t("daily.boards")}</button>
          <button class="large" @click=${(/** @type {Event} */ event) => app.go(event, "/daily")}>${t("daily.all")}</button>
        </div>
      </div>
    </main>
  </div>`;
}
