/** The end of a race: who came where, and the proof that the cards were fixed before. */
import { html, nothing } from "lit-html";
import { backUrl, signUrl } from "../art/pictures.js";
import { formatTime } from "../clock.js";
import { familyOf } from "../families.js";
import { icon } from "../view/icon.js";
import { ordinal, t } from "../words.js";
import { gameName } from "./games.js";
import { languagePicker } from "./language.js";
import { homeLink } from "./name.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../messages.js").Room} Room */
/** @typedef {import("../messages.js").Result} Result */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 */
export function resultPage(app, session, room) {
  const results = room.results ?? [];
  const own = results.find(({ id }) => id === session.me);
  return html`<div class="page result">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}${languagePicker(app)}</header>
    <main>
      <div class="hero">
        ${placeFan(own?.state === "finished" ? own.place : 1, app.look)}
        <h1 class="headline" tabindex="-1">${headline(results, own)}</h1>
        <p class="tagline">${gameName(room.variant)}</p>
      </div>
      <div class="paper">
        <ol class="ranking">
          ${results.map((result) => resultRow(session, room, result))}
        </ol>
        ${room.opening ? proof(app, room, room.opening) : nothing}
        <div class="actions">
          <button class="primary large" ?disabled=${app.busy} @click=${() => app.again(room)}>${t("result.again")}</button>
          <button class="large" @click=${(/** @type {Event} */ event) => app.goHome(event)}>${t("result.home")}</button>
        </div>
      </div>
    </main>
  </div>`;
}

/**
 * @param {Result[]} results
 * @param {Result | undefined} own
 */
function headline(results, own) {
  const winners = results.filter(({ place, state }) => place === 1 && state === "finished");
  if (own?.place === 1 && own.state === "finished" && winners.length === 1) return t("result.won");
  if (own?.state === "finished") return t("result.place", { place: ordinal(own.place) });
  if (winners.length === 1) return t("result.winner", { name: winners[0]?.name ?? "" });
  const furthest = results.filter(({ place }) => place === 1);
  return furthest.length === 1 ? t("result.furthest", { name: furthest[0]?.name ?? "" }) : t("result.over");
}

/**
 * @param {Session} session
 * @param {Room} room
 * @param {Result} result
 */
function resultRow(session, room, result) {
  const { goal, home, counters } = familyOf(room.variant);
  const finished = result.state === "finished";
  return html`<li class="result-row ${result.id === session.me ? "me" : ""} ${result.place === 1 && finished ? "first" : ""}">
    <span class="place">${placeCard(result.place)}<span class="unseen">${ordinal(result.place)}</span></span>
    <span class="who"><b>${result.name}</b> ${result.id === session.me ? html`<span class="tag">${t("you")}</span>` : nothing} ${result.robot ? html`<span class="tag">${icon("robot")} ${t("robot")}</span>` : nothing}</span>
    <span class="time">${finished ? formatTime(result.time_ms, { tenths: true }) : t(`state.${result.state}`)}</span>
    <span class="counts">
      <span>${t(`home.${home}`, { done: result.home, goal })}</span>
      <span>${t("count.moves", { n: result.moves })}</span>
      <span>${t("count.undos", { n: result.undos })}</span>
      ${finished || !counters.includes("down") ? nothing : html`<span>${t("count.down", { n: result.down })}</span>`}
    </span>
  </li>`;
}

/**
 * The place, on a card between two that lie face down.
 * @param {number} place
 * @param {{language: string, colours: number}} look
 */
function placeFan(place, look) {
  const back = backUrl(0, { ...look, deck: "french", design: "full" });
  return html`<span class="place-fan" aria-hidden="true">
    <img src=${back} alt="" width="100" height="140" /><img src=${back} alt="" width="100" height="140" />${placeCard(place)}
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
        ? html`<p class="verdict with-icon ${verdict ?? ""}" role="status">${verdict === "kept" ? icon("seal") : nothing} ${t(`verdict.${verdict ?? "checking"}`)}</p>
          <details class="seal"><summary>${t("verdict.how")}</summary><p>${t("verdict.what")}</p><p><code>${room.commitment}</code></p></details>`
        : html`<p class="quiet">${t("seal.open")}</p>`
    }
  </section>`;
}
