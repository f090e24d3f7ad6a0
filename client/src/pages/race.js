/** The race: own table (or a watched one), the track, the time. */
import { html, nothing } from "lit-html";
import { formatTime } from "../clock.js";
import { familyOf } from "../families.js";
import { gameName } from "../gamenames.js";
import { isMember, isRacing, isStuck, isWaiting } from "../standing.js";
import { watchedTable } from "../watched.js";
import { icon } from "../view/icon.js";
import { list, reason, t } from "../words.js";
import { line } from "./line.js";
import { askGiveUp } from "./ask.js";
import { homeLink } from "./name.js";
import { track } from "./track.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../messages.js").Room} Room */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 */
export function racePage(app, session, room) {
  const waiting = isWaiting(session);
  const counting = room.state === "countdown" || waiting;
  const counters = shownCounters(session);
  const tables = app.watching?.tables(session, room) ?? null;
  const closing = room.ends_ms !== null && room.ends_ms !== room.settings.time_limit_ms;
  // Whose own daily it is races nobody who is here.
  const alone = room.daily !== undefined && isMember(session);
  return html`<div class="page race ${counting ? "counting" : ""} ${alone ? "alone" : ""}">
    <h1 class="unseen">${alone ? gameName(room.variant) : t("race.title")}</h1>
    <header class="top">
      ${homeLink((event) => app.goHome(event), t("home"))}
      <p class="clock">
        <span role="timer" aria-live="off" data-clock></span>
        ${room.ends_ms === null ? nothing : html`<small title=${t("time.left")}>${icon(closing ? "flag" : "clock")}<span class="unseen">${t("time.left")}</span> <span role="timer" aria-live="off" data-left></span></small>`}
      </p>
      ${counterList(room.variant, tables ? null : counters)}
      <button class="round on-felt" aria-label=${t("menu")} @click=${() => app.openMenu()}>${icon("menu")}</button>
    </header>
    ${alone ? nothing : track(app, session, room)}
    <main class="table">
      ${tables ?? app.board.element}
      ${counting ? countdown(room, waiting) : nothing}
      ${overlay(app, session, room)}
      ${tools(app, session, room, counters)}
      ${isRacing(session) && !isStuck(session) && !session.watching ? app.hinting.view?.bar(giveUpButton(app)) : nothing}
      ${line(app)}
    </main>
  </div>`;
}

/**
 * @param {string} variant
 * @param {Record<string, number> | null} counters
 */
export const counterList = (variant, counters) =>
  html`<dl class="counters">
    ${counters ? familyOf(variant).counters.map((key) => (counters[key] === undefined ? nothing : html`<div class=${key}><dt>${t(`counter.${key}`)}</dt><dd>${counters[key]}</dd></div>`)) : nothing}
  </dl>`;

/**
 * The buttons of who races, or of who has just given up.
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 * @param {Record<string, number> | null} counters
 */
export function tools(app, session, room, counters) {
  const regret = app.times.regret();
  if (regret)
    return html`<div class="regret" role="group" aria-label=${t("ended.gave_up")}>
      <span>${t("ended.gave_up")}</span>
      <button class="brass" aria-keyshortcuts="U" @click=${() => app.goOn()} data-regret></button>
    </div>`;
  if (!isRacing(session)) return nothing;
  const off = room.settings.undo === "off";
  const finishing = app.finishing();
  const undo = html`<button class="on-felt undo" ?disabled=${off || !counters?.["moves"]} title=${off ? reason("undo_off") : nothing} @click=${() => app.undo()} aria-keyshortcuts="U Control+Z">${icon("undo")} <span>${t("undo")}</span></button>`;
  if (isStuck(session))
    return html`<div class="regret stuck">
      <span role="status">${t("stuck")}</span>
      ${undo}
      ${giveUpButton(app)}
    </div>`;
  return html`<div class="tools">
    ${undo}
    ${room.settings.hints ? html`<button class="on-felt hint" @click=${() => app.hinting.ask()} aria-keyshortcuts="H">${icon("hint")} <span>${t("hint")}</span></button>` : nothing}
    ${finishing || session.wishes?.finish.length ? html`<button class="brass finish" @click=${() => app.finish()} aria-keyshortcuts="F">${icon(finishing ? "close" : "flag")} <span>${t(finishing ? "finish.stop" : "finish")}</span></button>` : nothing}
  </div>`;
}

/** @param {App} app */
const giveUpButton = (app) =>
  html`<button class="on-felt" @click=${() => askGiveUp(app)}>${icon("flag")} <span>${t("give_up")}</span></button>`;

/**
 * @param {Room} room
 * @param {boolean} waiting whether the others have begun already
 */
const countdown = ({ members }, waiting) =>
  html`<div class="countdown">
    <p class="numeral" aria-hidden="true" data-countdown></p>
    <p class="tagline" role="status">${t(waiting ? "head_start.wait" : "race.ready")}</p>
    <p class="names">${list(members.map(({ name }) => name))}</p>
  </div>`;

/**
 * The counters of the table on the screen; a wish under way counts already.
 * @param {Session} session
 * @returns {Record<string, number> | null}
 */
export function shownCounters(session) {
  const { wishes, watching } = session;
  if (watching) return watchedTable(session)?.counters ?? null;
  if (!wishes) return null;
  const under = wishes.pending.filter(({ step }) => step).length;
  return { ...wishes.counters, moves: (wishes.counters["moves"] ?? 0) + under };
}

/**
 * What stands over the table: why there is none, or that the own part is over.
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 */
function overlay(app, session, room) {
  const { watching, hidden, wishes } = session;
  const watched = watchedTable(session);
  const name = room.members.find(({ id }) => id === watching)?.name ?? "";
  const own = session.racers.find(({ id }) => id === session.me);
  if (watching && hidden && !watched)
    return wishes
      ? html`<p class="watching with-icon" role="status">${icon("eye")} <span>${reason(hidden)}</span> ${backButton(app, session)}</p>`
      : html`<div class="paper over-table"><p>${reason(hidden)}</p></div>`;
  if (watching && watched)
    return html`<p class="watching with-icon">${app.watching?.choice(session) ?? icon("eye")} <span>${session.tables.size > 1 ? nothing : t("watching", { name })} ${room.settings.delay_ms ? t("watching.delay", { n: room.settings.delay_ms / 1000 }) : nothing}</span> ${backButton(app, session)}</p>`;
  const { spectators, delay_ms: delay } = room.settings;
  if (!isMember(session) && room.state === "racing" && (spectators !== "open" || delay))
    return html`<div class="paper over-table"><p>${spectators === "open" ? reason("table_hidden") : t(`spectator.${spectators}`)}</p></div>`;
  if (wishes && wishes.state !== "racing" && !app.times.regret())
    return html`<div class="paper over-table ended" role="status">
      <p class="headline">${t(`ended.${wishes.state}`)} ${wishes.state === "finished" && own?.time_ms ? formatTime(own.time_ms, { tenths: true }) : nothing}</p>
      <p>${t("ended.wait")}</p>
      ${app.times.watchable && (room.settings.spectators === "open" || (room.settings.spectators === "finished" && wishes.state === "finished")) ? html`<p class="quiet">${t("ended.watch")}</p>` : nothing}
    </div>`;
  return nothing;
}

/**
 * @param {App} app
 * @param {Session} session
 */
const backButton = (app, { wishes }) =>
  wishes ? html`<button class="plain" @click=${() => app.watch("")}>${t("watch.back")}</button>` : nothing;
