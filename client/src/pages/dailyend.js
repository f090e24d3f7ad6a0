/** The end of an attempt at a daily, over its table: what it came to, what to do with it, and what comes next. */
import { html, nothing } from "lit-html";
import { formatTime } from "../clock.js";
import * as daily from "../daily.js";
import { familyOf } from "../families.js";
import { gameName } from "../gamenames.js";
import { icon } from "../view/icons.js";
import { ordinal, t } from "../words.js";
import { share } from "./daily.js";
import { homeLink } from "./name.js";
import { counterList, shownCounters } from "./race.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../messages.js").Room} Room */
/** @typedef {{day: import("../daily.js").DailyDay | null, next: string}} Known `next`: a game of today without an attempt, or "" */

/** What is known of the end of each visit. @type {WeakMap<Session, Known>} */
const known = new WeakMap();

/**
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 * @returns {Known}
 */
function about(app, session, room) {
  const found = known.get(session);
  if (found) return found;
  /** @type {Known} */
  const made = { day: null, next: "" };
  known.set(session, made);
  void Promise.all([daily.day(room.variant, room.daily?.number ?? 0), daily.today()]).then(([day, today]) => {
    if (day.ok) made.day = day.body;
    if (today.ok) made.next = today.body.games.find((/** @type {import("../daily.js").DailyGame} */ { ready, mine }) => ready && !mine)?.variant ?? "";
    app.update();
  });
  return made;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 */
export function dailyEnd(app, session, room) {
  const { day, next } = about(app, session, room);
  const [result] = room.results ?? [];
  const { number = 0, ranked = false } = room.daily ?? {};
  const { goal, home } = familyOf(room.variant);
  const won = result?.state === "finished";
  const place = ranked ? day?.places?.time : undefined;
  const go = (/** @type {string} */ path) => (/** @type {Event} */ event) => app.go(event, path);
  return html`<div class="page race alone">
    <header class="top">
      ${homeLink((event) => app.goHome(event), t("home"))}
      <p class="clock"><span role="timer" aria-live="off" data-clock></span></p>
      ${counterList(room.variant, shownCounters(session))}
      <button class="round on-felt" aria-label=${t("menu")} @click=${() => app.openMenu()}>${icon("menu")}</button>
    </header>
    <main class="table">
      ${app.board.element}
      <section class="paper over-table won daily-end" aria-label=${gameName(room.variant)}>
        <p class="quiet">${t("daily")} #${number} · ${gameName(room.variant)}${ranked ? nothing : html` · ${t("daily.practice")}`}</p>
        <h1 class="headline" tabindex="-1">${t(won ? "result.won" : result?.state === "gave_up" ? "ended.gave_up" : "ended.time_up")}</h1>
        ${ranked && day?.medal ? html`<p class="medal ${day.medal}">${t(`daily.medal.${day.medal}`)}</p>` : nothing}
        ${
          result
            ? html`<dl class="won-facts">
                ${won ? html`<div><dt>${t("daily.time")}</dt><dd>${formatTime(result.time_ms, { tenths: true })}</dd></div>` : nothing}
                <div><dt>${t("counter.moves")}</dt><dd>${result.moves}</dd></div>
                ${place ? html`<div><dt>${t("daily.place")}</dt><dd>${ordinal(place.place)}</dd></div>` : nothing}
              </dl>
              ${won ? nothing : html`<p>${t(`home.${home}`, { done: result.home, goal })}</p>`}
              ${place?.beaten ? html`<p>${t("daily.beaten", { n: place.beaten })}</p>` : nothing}
              ${won && !result.undos && !result.hints ? html`<p class="clean">${icon("check")} ${t("daily.clean")}</p>` : nothing}`
            : nothing
        }
        ${ranked && result && !won ? html`<p class="quiet">${t("daily.closed")}</p>` : nothing}
        <div class="actions">
          <button class="primary large" @click=${go(`/daily/${room.variant}/${number}`)}>${t("daily.boards")}</button>
          ${ranked && day?.mine?.result ? html`<button class="large" @click=${() => share(app, day)}>${icon("link")} ${t("daily.share")}</button>` : nothing}
          ${next && day ? html`<button class="large" @click=${go(`/daily/${next}/${day.today}`)}>${t("daily.next_game", { game: gameName(next) })}</button>` : nothing}
        </div>
        <a class="button plain" href="/daily" @click=${go("/daily")}>${t("daily.all")}</a>
      </section>
    </main>
  </div>`;
}
