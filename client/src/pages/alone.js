/** The page of a game alone: the table, its time and counters, and what to do when nothing is left to be done. */
import { html, nothing } from "lit-html";
import { formatTime } from "../clock.js";
import { familyOf } from "../families.js";
import { isStuck } from "../standing.js";
import { icon } from "../view/icons.js";
import { t } from "../words.js";
import { gameName } from "../gamenames.js";
import { challengeAddress, raceGhost } from "../challenge.js";
import { line } from "./line.js";
import { homeLink } from "./name.js";
import { counterList, shownCounters, tools } from "./race.js";
import { bySuit } from "./suits.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../alone.js").Alone} Alone */
/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../messages.js").Room} Room */

/**
 * @param {App} app
 * @param {Alone} alone
 * @param {Session} session
 * @param {Room} room
 */
export function alonePage(app, alone, session, room) {
  const counters = shownCounters(session);
  const over = room.state === "over";
  const track = alone.ghost?.track(session, room) ?? null;
  return html`<div class="page race alone ${track ? "raced" : ""}">
    <h1 class="unseen">${gameName(room.variant)}</h1>
    <header class="top">
      ${homeLink((event) => app.goHome(event), t("home"))}
      <p class="clock">
        <span role="timer" aria-live="off" data-clock></span>
        ${room.spectators ? html`<small title=${t("watchers", { n: room.spectators })}>${icon("eye")}<span aria-hidden="true">${room.spectators}</span><span class="unseen" role="status">${t("watchers", { n: room.spectators })}</span></small>` : nothing}
      </p>
      ${counterList(room.variant, counters)}
      <button class="round on-felt renew" aria-label=${t("alone.new")} title=${t("alone.new")} aria-keyshortcuts="N" @click=${() => alone.renew()}>${icon("again")}</button>
      <button class="round on-felt" aria-label=${t("menu")} @click=${() => app.openMenu()}>${icon("menu")}</button>
    </header>
    ${track}
    <main class="table">
      ${app.board.element}
      ${over ? endPanel(app, alone, room) : isStuck(session) ? stuckPanel(app, alone, counters) : tools(app, session, room, counters)}
      ${over || isStuck(session) ? nothing : app.hinting.view?.bar(exits(alone))}
      ${line(app)}
    </main>
  </div>`;
}

/** Where a game can no longer be finished. @param {Alone} alone */
const exits = (alone) =>
  html`<button class="on-felt" @click=${() => alone.again()}>${t("alone.again")}</button>
    <button class="on-felt" @click=${() => alone.renew()}>${t("alone.new")}</button>`;

/**
 * @param {App} app
 * @param {Alone} alone
 * @param {Room} room
 */
function endPanel(app, alone, room) {
  const [result] = room.results ?? [];
  const { deck, goal, home } = familyOf(room.variant);
  const id = room.opening?.deal_id ?? "";
  const done = app.copied === "deal";
  const run = { code: room.code, race: room.race, player: result?.id ?? "" };
  const verdict = alone.ghost?.verdict(room);
  const replay = `/replay/${room.code}/${room.race}`;
  return html`<section class="paper over-table won" aria-label=${gameName(room.variant)}>
    <p class="headline" tabindex="-1">${t(result?.state === "finished" ? "result.won" : "ended.gave_up")}</p>
    ${
      result
        ? html`<dl class="won-facts">
            <div><dt>${t("alone.time")}</dt><dd>${formatTime(result.time_ms, { tenths: true })}</dd></div>
            <div><dt>${t("counter.moves")}</dt><dd>${result.moves}</dd></div>
          </dl>
          <p>${t(`home.${home}`, { done: result.home, goal })}${bySuit(deck, result.suits)}</p>
          ${verdict ? html`<p class="ghost-verdict" role="status">${verdict}</p>` : nothing}`
        : nothing
    }
    <p class="deal"><span class="quiet">${t("deal")}</span> <button class="plain" aria-label="${t("copy")}: ${id}" @click=${() => app.copy("deal", id)}><code>${id}</code> ${icon(done ? "check" : "copy")}</button><span class="unseen" role="status">${done ? t("copied") : nothing}</span></p>
    <div class="actions">
      <button class="primary large" aria-keyshortcuts="N" @click=${() => alone.renew()}>${t("alone.new")}</button>
      <button class="large" @click=${() => alone.again()}>${t("alone.again")}</button>
      <button class="large" @click=${() => alone.invite()}>${t("alone.invite")}</button>
    </div>
    <div class="ways">
      ${
        result
          ? html`<button class="plain" @click=${() => void raceGhost(app, run)}>${t("alone.ghost")}</button>
              <button class="plain" @click=${() => app.copy("link", challengeAddress(run))}>${icon(app.copied === "link" ? "check" : "link")} ${t(app.copied === "link" ? "copied" : "alone.challenge")}</button>`
          : nothing
      }
      <a class="button plain" href=${replay} @click=${(/** @type {Event} */ event) => app.go(event, replay)}>${t("replay")}</a>
      <a class="button plain" href="/statistics" @click=${(/** @type {Event} */ event) => app.go(event, "/statistics")}>${t("statistics")}</a>
    </div>
  </section>`;
}

/**
 * No legal move at all is left: three ways out.
 * @param {App} app
 * @param {Alone} alone
 * @param {Record<string, number> | null} counters
 */
const stuckPanel = (app, alone, counters) =>
  html`<section class="paper over-table stuck-alone" aria-label=${t("stuck")}>
    <p class="headline" role="status">${t("stuck")}</p>
    <div class="actions">
      <button class="primary large undo" ?disabled=${!counters?.["moves"]} aria-keyshortcuts="U" @click=${() => app.undo()}>${icon("undo")} ${t("undo")}</button>
      <button class="large" @click=${() => alone.again()}>${t("alone.again")}</button>
      <button class="large" @click=${() => alone.renew()}>${t("alone.new")}</button>
    </div>
  </section>`;
