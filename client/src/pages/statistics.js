/** How one's games alone have ended, variant by variant. */
import { html, nothing } from "lit-html";
import { ask } from "../api.js";
import { formatTime } from "../clock.js";
import { icon } from "../view/icon.js";
import { language, reason, t } from "../words.js";
import { gameName } from "../gamenames.js";
import { emblem, groups } from "./games.js";
import { languagePicker } from "./language.js";
import { homeLink } from "./name.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../messages.js").Statistics} Statistics */
/** @typedef {import("../messages.js").GameOver} GameOver */
/** By variant, as soon as somebody wants to see them. @typedef {Map<string, GameOver[] | string>} Games a text: why they are not there */

/**
 * @param {App} app
 * @param {() => void} update
 * @returns {import("../places.js").Place}
 */
export function open(app, update) {
  /** @type {Statistics[] | null} */
  let lines = null;
  let trouble = "";
  /** @type {Games} */
  const games = new Map();
  async function look() {
    const answer = await ask("/api/statistics");
    // Who is nobody yet has played nothing.
    if (answer.ok) lines = answer.body;
    else if (answer.reason === "no_token") lines = [];
    else trouble = answer.reason;
    update();
  }
  /** @param {string} variant */
  async function list(variant) {
    const answer = await ask(`/api/statistics/${variant}`);
    games.set(variant, answer.ok ? answer.body : answer.reason);
    update();
  }
  void look();
  return { draw: () => page(app, lines, trouble, (line) => gamesOf(app, line, games, list)), close: () => {} };
}

/**
 * @param {App} app
 * @param {Statistics[] | null} lines
 * @param {string} trouble
 * @param {(line: Statistics) => unknown} single its games one by one
 */
const page = (app, lines, trouble, single) =>
  html`<div class="page">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}${languagePicker(app)}</header>
    <main>
      <div class="paper wide-list">
        <h1 class="headline" tabindex="-1">${t("statistics")}</h1>
        ${trouble ? html`<p class="wrong" role="alert">${reason(trouble)}</p>` : nothing}
        ${lines?.length ? html`<ul>${inOrder(lines).map((line) => row(app, line, single(line)))}</ul>` : nothing}
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
 * @param {unknown} single
 */
function row(app, { variant, played, won, best_time_ms: time, best_moves: moves, streak, best_streak: longest }, single) {
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
    ${single}
  </li>`;
}

/**
 * @param {App} app
 * @param {Statistics} line
 * @param {Games} games
 * @param {(variant: string) => Promise<void>} list
 */
function gamesOf(app, { variant }, games, list) {
  const known = games.get(variant);
  const open = (/** @type {Event} */ { target }) => {
    if (/** @type {HTMLDetailsElement} */ (target).open && !Array.isArray(games.get(variant))) void list(variant);
  };
  return html`<details class="single" @toggle=${open}>
    <summary>${t("statistics.games")}</summary>
    ${typeof known === "string" ? html`<p class="wrong" role="alert">${reason(known)}</p>` : nothing}
    ${Array.isArray(known) ? html`<ol>${known.map((game) => single(app, game))}</ol>` : nothing}
  </details>`;
}

/**
 * @param {App} app
 * @param {GameOver} game
 */
function single(app, { code, race, won, time_ms: time, moves, ago_ms: ago, kept }) {
  const path = `/replay/${code}/${race}`;
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(Date.now() - ago);
  return html`<li class=${won ? "won" : "lost"}>
    ${icon(won ? "check" : "close")}<span class="unseen">${t(won ? "statistics.game.won" : "statistics.game.lost")}</span>
    <span class="when">${day}</span>
    <span>${formatTime(time)}</span>
    <span>${t("count.moves", { n: moves })}</span>
    ${kept ? html`<a class="button round plain" href=${path} aria-label="${t("statistics.replay")}: ${day}" title=${t("statistics.replay")} @click=${(/** @type {Event} */ event) => app.go(event, path)}>${icon("eye")}</a>` : nothing}
  </li>`;
}
