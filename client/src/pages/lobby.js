/** The room before the race: the code to pass on, who is there, who is ready. */
import { html, nothing } from "lit-html";
import { gameName } from "../gamenames.js";
import { isMember } from "../session.js";
import { icon } from "../view/icon.js";
import { reason, t } from "../words.js";
import { asking } from "./asking.js";
import { groups, suitSigns } from "./games.js";
import { nameField } from "./home.js";
import { languagePicker } from "./language.js";
import { codeInCards, homeLink } from "./name.js";
import { choice, dealField, optionFacts, optionFields, fitOptions, optionsOf, readOptions } from "./options.js";
import { sealNote } from "./seal.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../messages.js").Room} Room */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 */
export function lobbyPage(app, session, room) {
  return html`<div class="page lobby">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}${languagePicker(app)}</header>
    <main>
      <div class="hero">
        <h1 class="unseen">${t("lobby.title", { code: room.code })}</h1>
        ${codeInCards(room.code)}
        <div class="actions">${copyLink(app)}<button class="on-felt" @click=${() => app.showQr(location.href, t("lobby.qr"), t("lobby.qr.what"))}>${icon("qr")} ${t("lobby.qr")}</button></div>
      </div>
      <div class="paper room">
        <section class="people" aria-label=${t("lobby.racers")}>
          <h2>${t("lobby.racers")} <span class="quiet">${room.members.length}/${room.settings.racers}</span></h2>
          <ul class="members">
            ${room.members.map((member) => memberRow(app, session, room, member))}
            ${room.members.length < 2 ? html`<li class="member waiting">${t("lobby.waiting")}</li>` : nothing}
          </ul>
          ${room.spectators ? html`<p class="quiet with-icon">${icon("eye")} ${t("watchers", { n: room.spectators })}</p>` : nothing}
        </section>
        <section class="doing">${asking(session, isMember(session) ? memberActions(app, session, room) : joinForm(app, room))}</section>
        <section class="about" aria-label=${t("lobby.about")}>
          <h2>${suitSigns(room.variant)} ${gameName(room.variant)}</h2>
          ${room.host === session.me ? asking(session, settings(app, room)) : optionFacts(optionsOf(room.settings))} ${sealNote(room)}
        </section>
      </div>
    </main>
  </div>`;
}

/** @param {App} app */
const copyLink = (app) =>
  html`<button class="on-felt ${app.copied === "link" ? "done" : ""}" @click=${() => app.copy("link", location.href)}>
    ${icon(app.copied === "link" ? "check" : "link")} <span aria-live="polite">${t(app.copied === "link" ? "copied" : "lobby.copy")}</span>
  </button>`;

/**
 * What the host may change, until the race starts. Each change is sent at once, and comes back to everyone.
 * @param {App} app
 * @param {Room} room
 */
function settings(app, room) {
  const configure = (/** @type {Event} */ { currentTarget }, /** @type {{variant?: string, deal?: string}} */ game = {}) =>
    app.send({ t: "configure", ...readOptions(/** @type {HTMLFormElement} */ (currentTarget)), ...game });
  const games = groups(app.variants).flatMap((ids) => ids.map((id) => ({ value: id, text: gameName(id) })));
  return html`<form
    class="settings"
    @change=${(/** @type {Event} */ event) => {
      const { name, value } = /** @type {HTMLInputElement} */ (event.target);
      fitOptions(/** @type {HTMLFormElement} */ (event.currentTarget), event.target);
      if (name !== "deal") configure(event, name === "variant" ? { variant: value } : {});
    }}
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const { submitter } = event;
      const deal = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("deal") ?? "").trim();
      configure(event, submitter?.hasAttribute("formnovalidate") ? { variant: room.variant } : { deal });
    }}
  >
    <div class="option-grid">${choice("variant", t("home.game"), games, room.variant, true)} ${optionFields(optionsOf(room.settings), room.members.length)}</div>
    <div class="deal-choice">${dealField({ required: true })} <button>${t("lobby.deal")}</button></div>
    ${room.sealed ? nothing : html`<button formnovalidate>${icon("seal")} ${t("seal.title")}</button>`}
  </form>`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 * @param {import("../messages.js").Member} member
 */
function memberRow(app, session, room, member) {
  const { id, name } = member;
  const mine = id === session.me;
  return html`<li class="member ${mine ? "me" : ""} ${member.here ? "" : "gone"}">
    <span class="who">${name}</span>
    ${mine ? html`<span class="tag">${t("you")}</span>` : nothing}
    ${id === room.host ? html`<span class="tag host">${icon("crown")} <span>${t("host")}</span></span>` : nothing}
    ${member.robot ? html`<span class="tag">${icon("robot")} ${t("robot")}</span>` : nothing}
    <span class="mark ${member.ready && member.here ? "ready" : ""}">${member.here ? (member.ready ? html`${icon("check")} ${t("ready")}` : t("not_ready")) : html`${icon("away")} ${t("away")}`}</span>
    ${room.host === session.me && !mine ? asking(session, html`<button class="round plain" aria-label=${t("lobby.remove.who", { name })} title=${t("lobby.remove")} @click=${() => app.remove(member)}>${icon("close")}</button>`) : nothing}
  </li>`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 */
function memberActions(app, session, room) {
  const ready = room.members.find(({ id }) => id === session.me)?.ready ?? false;
  const host = room.host === session.me;
  const enough = room.members.length >= 2;
  return html`<div class="actions">
      <button class="${ready ? "" : "primary"} large" aria-pressed=${ready} @click=${() => app.send({ t: "ready", ready: !ready })}>${ready ? icon("check") : nothing} ${t(ready ? "lobby.ready.done" : "lobby.ready")}</button>
      ${host ? html`<button class="${ready ? "primary" : ""} large" ?disabled=${!enough} @click=${() => app.send({ t: "start" })}>${t("lobby.start")}</button>` : nothing}
    </div>
    <p class="quiet">${t(!enough ? "lobby.alone" : host ? "lobby.host" : "lobby.wait")}</p>
    <div class="actions minor">
      <button class="plain" @click=${() => app.leave()}>${icon("leave")} ${t("lobby.leave")}</button>
      ${host ? html`<button class="plain" @click=${() => app.closeRoom()}>${icon("close")} ${t("lobby.close")}</button>` : nothing}
    </div>`;
}

/**
 * @param {App} app
 * @param {Room} room
 */
function joinForm(app, room) {
  if (room.members.length >= room.settings.racers) return html`<p class="quiet">${reason("room_full")}</p>`;
  return html`<form
    class="seat"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      app.join(String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("name") ?? "").trim());
    }}
  >
    <p>${t("lobby.spectator")}</p>
    ${nameField(app, "join-name")}
    <button class="primary large">${t("lobby.join")}</button>
  </form>`;
}
