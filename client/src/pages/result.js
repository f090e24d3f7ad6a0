/** The end of a race: who came where, and the proof that the cards were fixed before. */
import { html, nothing } from "lit-html";
import { backUrl, signUrl } from "../art/pictures.js";
import { formatTime } from "../clock.js";
import { familyOf } from "../families.js";
import { gameName } from "../gamenames.js";
import { rematchText } from "../roomnews.js";
import { isMember } from "../standing.js";
import { compareSplits } from "../splits.js";
import { icon } from "../view/icons.js";
import { list, ordinal, t } from "../words.js";
import { asking } from "./asking.js";
import { languagePicker } from "./language.js";
import { homeLink } from "./name.js";
import { signPicker } from "./signpicker.js";
import { sign, teamName } from "./signs.js";
import { bySuit } from "./suits.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../messages.js").Room} Room */
/** @typedef {import("../messages.js").Result} Result */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Room} room as it was when the race was over
 */
export function resultPage(app, session, room) {
  const results = room.results ?? [];
  const own = results.find(({ id }) => id === session.me);
  const splits = compareSplits(results, familyOf(room.variant));
  return html`<div class="page result">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}${languagePicker(app)}</header>
    <main>
      <div class="hero">
        ${placeFan((own?.state === "finished" && own.place) || 1, app.look)}
        <h1 class="headline" tabindex="-1">${headline(results, own)}</h1>
        <p class="tagline">${gameName(room.variant)}</p>
      </div>
      <div class="paper">
        ${room.teams ? teams(room.teams) : nothing} ${room.settings.series > 1 ? series(room) : nothing}
        <ol class="ranking">
          ${results.map((result, i) => resultRow(app, session, room, result, splits[i] ?? []))}
        </ol>
        ${signPicker(app, session)}
        ${room.opening ? proof(app, room, room.opening) : nothing}
        ${session.past ? nothing : next(app, session)}
      </div>
    </main>
    ${session.past ? rematchBar(app, session) : nothing}
  </div>`;
}

/** @param {import("../messages.js").Team[]} teams best first */
const teams = (teams) =>
  html`<ol class="teams">
    ${teams.map(
      ({ team, place, racers, finished, time_ms }) =>
        html`<li>
          ${placeCard(place)}<span class="unseen">${ordinal(place)}</span> <b>${t("team", { team: teamName(team) })}</b>
          <span>${finished === racers ? formatTime(time_ms, { tenths: true }) : t("team.finished", { finished, racers })}</span>
        </li>`,
    )}
  </ol>`;

/** Where the series stands. @param {Room} room */
function series({ members, settings, series }) {
  const most = Math.max(...members.map(({ wins }) => wins));
  const ahead = members.filter(({ wins }) => wins === most).map(({ name }) => name);
  return html`<section class="series">
    <p><b>${t("series.of", { n: settings.series })}</b> ${members.map(({ name, wins }) => html`<span class="tag">${name} ${wins}</span>`)}</p>
    ${series.over && most ? html`<p class="headline" role="status">${t("series.won", { names: list(ahead) })}</p>` : nothing}
  </section>`;
}

/**
 * @param {App} app
 * @param {Session} session
 */
function next(app, session) {
  const member = isMember(session);
  return html`<div class="actions">
      ${member ? asking(session, html`<button class="primary large" @click=${() => app.send({ t: "rematch" })}>${icon("again")} ${t("rematch")}</button>`) : nothing}
      <button class="large" @click=${(/** @type {Event} */ event) => app.goHome(event)}>${t("result.home")}</button>
    </div>
    ${member ? nothing : html`<p class="quiet follow">${t("rematch.follow")}</p>`}`;
}

/**
 * Somebody is waiting for the next race while the results are still looked at.
 * @param {App} app
 * @param {Session} session
 */
function rematchBar(app, session) {
  return html`<section class="rematch" aria-label=${t("rematch")}>
    <p>${rematchText(session.room)}</p>
    <div class="actions">
      ${asking(
        session,
        html`<button class="brass" @click=${() => app.send({ t: "rematch" })}>${icon("again")} ${t("rematch.in")}</button>
          <button class="on-felt" @click=${() => app.leave()}>${t("lobby.leave")}</button>`,
      )}
    </div>
  </section>`;
}

/**
 * @param {Result[]} results
 * @param {Result | undefined} own
 */
function headline(results, own) {
  const winners = results.filter(({ place, state }) => place === 1 && state === "finished");
  if (own?.place === 1 && own.state === "finished" && winners.length === 1) return t("result.won");
  if (own?.state === "finished" && own.place) return t("result.place", { place: ordinal(own.place) });
  if (winners.length === 1) return t("result.winner", { name: winners[0]?.name ?? "" });
  const furthest = results.filter(({ place }) => place === 1);
  return furthest.length === 1 ? t("result.furthest", { name: furthest[0]?.name ?? "" }) : t("result.over");
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 * @param {Result} result
 * @param {import("../splits.js").Split[]} splits
 */
function resultRow(app, session, room, result, splits) {
  const { goal, home, counters, deck } = familyOf(room.variant);
  const finished = result.state === "finished";
  return html`<li class="result-row ${result.id === session.me ? "me" : ""} ${result.place === 1 && finished ? "first" : ""}">
    <span class="place">${result.place ? html`${placeCard(result.place)}<span class="unseen">${ordinal(result.place)}</span>` : icon("robot")}</span>
    <span class="who"><b>${result.name}</b> ${result.id === session.me ? html`<span class="tag">${t("you")}</span>` : nothing} ${result.robot ? html`<span class="tag">${icon("robot")} ${t("robot")}</span>` : nothing} ${sign(app, result.id)}</span>
    <span class="time">${finished ? formatTime(result.time_ms, { tenths: true }) : t(`state.${result.state}`)}</span>
    <span class="counts">
      <span>${t(`home.${home}`, { done: result.home, goal })}${bySuit(deck, result.suits)}</span>
      <span>${t("count.moves", { n: result.moves })}</span>
      <span>${t("count.undos", { n: result.undos })}</span>
      ${result.hints ? html`<span>${t("count.hints", { n: result.hints })}</span>` : nothing}
      ${finished || !counters.includes("down") ? nothing : html`<span>${t("count.down", { n: result.down })}</span>`}
    </span>
    ${replayLink(app, room, result)}
    ${splits.some(({ time }) => time !== null) ? html`<ol class="splits" aria-label=${t("splits")}>${splits.map(split)}</ol>` : nothing}
  </li>`;
}

/**
 * @param {App} app
 * @param {Room} room
 * @param {Result} result
 */
function replayLink(app, { code, race }, { id, name }) {
  const path = `/replay/${code}/${race}/${id}`;
  return html`<a class="again with-icon" href=${path} aria-label="${t("replay")}: ${name}" @click=${(/** @type {Event} */ event) => app.go(event, path)}>${icon("again")} <span>${t("replay")}</span></a>`;
}

/** @param {import("../splits.js").Split} split */
const split = ({ label, time, best }) =>
  html`<li class=${best ? "best" : ""}>
    <span>${label}</span><b>${time === null ? "–" : formatTime(time)}${best ? html`<span class="unseen"> (${t("split.best")})</span>` : nothing}</b>
  </li>`;

/**
 * The place, on a card between two that lie face down.
 * @param {number} place
 * @param {import("../look.js").Look} look
 */
function placeFan(place, look) {
  const back = backUrl(0, { ...look, deck: "french", design: "full" });
  return html`<span class="place-fan" aria-hidden="true">
    <img class="back" src=${back} alt="" width="100" height="140" /><img class="back" src=${back} alt="" width="100" height="140" />${placeCard(place)}
  </span>`;
}

/** @param {number} place */
const placeCard = (place) =>
  html`<span class="place-card" aria-hidden="true">${String(place)
    .split("")
    .map((digit) => html`<img src=${signUrl(digit, place === 1 ? 1 : 0)} alt="" width="36" height="50" />`)}</span>`;

/**
 * @param {App} app
 * @param {Room} room
 * @param {import("../messages.js").Opening} opening
 */
function proof(app, room, { deal_id }) {
  const verdict = app.verdict;
  return html`<section class="proof" aria-label=${t("deal")}>
    <div class="deal">
      <span class="quiet">${t("deal")}</span>
      <code>${deal_id}</code>
      <button class="plain" @click=${() => app.copy("deal", deal_id)}>${icon(app.copied === "deal" ? "check" : "copy")} <span aria-live="polite">${t(app.copied === "deal" ? "copied" : "copy")}</span></button>
    </div>
    ${
      room.sealed
        ? html`<p class="verdict with-icon ${verdict ?? ""}" role="status">${verdict === "kept" || verdict === "same" ? icon("seal") : nothing} ${t(`verdict.${verdict ?? "checking"}`)}</p>
          <details class="seal"><summary>${t("verdict.how")}</summary><p>${t("verdict.what")}</p><p><code>${room.commitment}</code></p></details>`
        : html`<p class="quiet">${t("seal.open")}</p>`
    }
    <a class="record with-icon" href="/api/rooms/${room.code}/races/${room.race}" target="_blank">${icon("link")} <span>${t("record")} <small>${t("record.what")}</small></span></a>
  </section>`;
}
