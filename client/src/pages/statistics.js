/** How one's games alone have ended, variant by variant. */
import { html, nothing } from "lit-html";
import { ask } from "../api.js";
import { formatTime } from "../clock.js";
import { reason, t } from "../words.js";
import { gameName } from "../gamenames.js";
import { emblem, groups } from "./games.js";
import { languagePicker } from "./language.js";
import { homeLink } from "./name.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../messages.js").Statistics} Statistics */

/**
 * @param {App} app
 * @param {() => void} update
 * @returns {import("../places.js").Place}
 */
export function open(app, update) {
  /** @type {Statistics[] | null} */
  let lines = null;
  let trouble = "";
  async function look() {
    const answer = await ask("/api/statistics");
    // Who is nobody yet has played nothing.
    if (answer.ok) lines = answer.body;
    else if (answer.reason === "no_token") lines = [];
    else trouble = answer.reason;
    update();
  }
  void look();
  return { draw: () => page(app, lines, trouble), close: () => {} };
}

/**
 * @param {App} app
 * @param {Statistics[] | null} lines
 * @param {string} trouble
 */
const page = (app, lines, trouble) =>
  html`<div class="page">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}${languagePicker(app)}</header>
    <main>
      <div class="paper wide-list">
        <h1 class="headline" tabindex="-1">${t("statistics")}</h1>
        ${trouble ? html`<p class="wrong" role="alert">${reason(trouble)}</p>` : nothing}
        ${lines?.length ? html`<ul>${inOrder(lines).map((line) => row(app, line))}</ul>` : nothing}
        ${lines && !lines.length ? html`<p>${t("statistics.none")}</p>` : nothing}
        <p class="quiet">${t("statistics.what")}</p>
        <div class="actions"><button class="large" @click=${(/** @type {Event} */ event) => app.goHome(event)}>${t("result.home")}</button></div>
      </div>
    </main>
  </div>`;

/** In the order in which the games are offered. @param {Statistics[]} lines */
function inOrder(lines) {
  const places = groups(lines.map(({ variant }) => ({ id: variant }))).flatMap((ids) => [...ids].sort());
  return [...lines].sort((a, b) => places.indexOf(a.variant) - places.indexOf(b.variant));
}

/**
 * @param {App} app
 * @param {Statistics} line
 */
function row(app, { variant, played, won, best_time_ms: time, best_moves: moves, streak, best_streak: longest }) {
  const figure = (/** @type {string} */ key, /** @type {string | number} */ value) =>
    html`<div><dd>${value}</dd><dt>${t(`statistics.${key}`)}</dt></div>`;
  return html`<li class="statistic">
    ${emblem(variant, app.look)}
    <h2>${gameName(variant)}</h2>
    <dl class="figures">
      ${figure("played", played)} ${figure("won", `${won} (${Math.round((100 * won) / played)} %)`)}
      ${figure("time", time === null ? "–" : formatTime(time))} ${figure("moves", moves ?? "–")}
      ${figure("streak", streak)} ${figure("longest", longest)}
    </dl>
  </li>`;
}
