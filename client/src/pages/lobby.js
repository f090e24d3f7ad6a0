/** The room before the race: the code to pass on, who is there, who is ready. */
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { gameName } from "../gamenames.js";
import { isMember } from "../standing.js";
import { icon } from "../view/icons.js";
import { reason, t } from "../words.js";
import { ask } from "./ask.js";
import { asking } from "./asking.js";
import { groups, suitSigns } from "./games.js";
import { nameField } from "./home.js";
import { languagePicker } from "./language.js";
import { codeInCards, homeLink } from "./name.js";
import { choice, dealField, optionFacts, optionFields, fitOptions, moreFields, optionsOf, readOptions } from "./options.js";
import { showQr } from "./qr.js";
import { sealNote } from "./seal.js";
import { signPicker } from "./signpicker.js";
import { sign, teamName } from "./signs.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../messages.js").Room} Room */

const STRENGTHS = ["easy", "medium", "hard"];
const HEAD_STARTS_S = [0, 10, 30, 60, 120, 300];

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
        <div class="actions pass-on">${copyLink(app)}<button class="on-felt" @click=${() => showQr(app, location.href, t("lobby.qr"), t("lobby.qr.what"))}>${icon("qr")} ${t("lobby.qr")}</button></div>
      </div>
      <div class="paper room">
        <section class="people" aria-label=${t("lobby.racers")}>
          <h2>${t("lobby.racers")} <span class="quiet">${room.members.length}/${room.settings.racers}</span></h2>
          <ul class="members">
            ${room.members.map((member) => memberRow(app, session, room, member))}
            ${room.host === session.me && room.members.length < room.settings.racers ? html`<li class="member">${asking(session, robotForm(app))}</li>` : nothing}
            ${room.members.length < 2 ? html`<li class="member waiting">${t("lobby.waiting")}</li>` : nothing}
          </ul>
          ${signPicker(app, session)}
          ${room.spectators ? html`<p class="quiet with-icon">${icon("eye")} ${t("watchers", { n: room.spectators })}</p>` : nothing}
        </section>
        <section class="doing">${asking(session, isMember(session) ? memberActions(app, session, room) : joinForm(app, room))}</section>
        <section class="about" aria-label=${t("lobby.about")}>
          <h2>${suitSigns(room.variant)} ${gameName(room.variant)}</h2>
          ${room.host === session.me ? asking(session, html`${settings(app, room)} ${headStarts(app, room)}`) : optionFacts(optionsOf(room.settings))} ${sealNote(room)}
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
    <div class="option-grid">${choice("variant", t("home.game"), games, room.variant, true)} ${optionFields(optionsOf(room.settings), room.members.length)} ${moreFields(optionsOf(room.settings))}</div>
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
    ${member.robot ? robotTag(member) : nothing}
    ${member.wins ? html`<span class="tag">${icon("crown")} ${t("wins", { n: member.wins })}</span>` : nothing}
    ${member.head_start_ms ? html`<span class="tag">${icon("clock")} ${t("head_start", { n: member.head_start_ms / 1000 })}</span>` : nothing}
    ${member.team === null ? nothing : mine ? asking(session, teamChoice(app, room, member.team)) : html`<span class="tag">${t("team", { team: teamName(member.team) })}</span>`}
    ${sign(app, id)}
    <span class="mark ${member.ready && member.here ? "ready" : ""}">${member.here ? (member.ready ? html`${icon("check")} ${t("ready")}` : t("not_ready")) : html`${icon("away")} ${t("away")}`}</span>
    ${room.host === session.me && !mine ? asking(session, html`<button class="round plain" aria-label=${t("lobby.remove.who", { name })} title=${t("lobby.remove")} @click=${() => remove(app, member)}>${icon("close")}</button>`) : nothing}
  </li>`;
}

/**
 * @param {App} app
 * @param {Room} room
 * @param {number} team one's own
 */
const teamChoice = (app, room, team) =>
  html`<select class="team" aria-label=${t("team.own")} @change=${(/** @type {Event} */ { target }) => app.send({ t: "team", team: Number(/** @type {HTMLSelectElement} */ (target).value) })}>
    ${Array.from({ length: room.settings.teams }, (_, i) => html`<option value=${i} .selected=${live(i === team)}>${t("team", { team: teamName(i) })}</option>`)}
  </select>`;

/**
 * Who may begin before the others, and by how much: for the host.
 * @param {App} app
 * @param {Room} room
 */
function headStarts(app, room) {
  const give = (/** @type {string} */ player, /** @type {Event} */ { target }) =>
    app.send({ t: "handicap", player, head_start_s: Number(/** @type {HTMLSelectElement} */ (target).value) });
  return html`<details class="head-starts">
    <summary>${icon("clock")} ${t("head_start.title")}</summary>
    <p class="quiet">${t("head_start.what")}</p>
    ${room.members.map(
      ({ id, name, head_start_ms: given }) => html`<label class="field">
        <span>${name}</span>
        <select @change=${(/** @type {Event} */ event) => give(id, event)}>
          ${[...new Set([...HEAD_STARTS_S, given / 1000])].map((n) => html`<option value=${n} .selected=${live(n * 1000 === given)}>${n ? t("head_start", { n }) : t("limit.none")}</option>`)}
        </select>
      </label>`,
    )}
  </details>`;
}

/** @param {import("../messages.js").Member} member */
const robotTag = ({ strength }) =>
  html`<span class="tag">${icon("robot")} ${strength ? html`<span class="unseen">${t("robot")}:</span> ${t(`strength.${strength}`)}` : t("robot")}</span>`;

/** For the host. @param {App} app */
const robotForm = (app) =>
  html`<form
    class="deal-choice robot-form"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const strength = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("strength");
      app.send({ t: "add_robot", strength: /** @type {import("../messages.js").Strength} */ (strength) });
    }}
  >
    <select class="field" name="strength" aria-label=${t("strength")}>
      ${STRENGTHS.map((strength) => html`<option value=${strength} ?selected=${strength === "medium"}>${t(`strength.${strength}`)}</option>`)}
    </select>
    <button>${icon("robot")} ${t("lobby.robot")}</button>
  </form>`;

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
      ${host ? html`<button class="plain" @click=${() => closeRoom(app)}>${icon("close")} ${t("lobby.close")}</button>` : nothing}
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

/** @param {App} app */
const closeRoom = (app) => ask(t("lobby.close.ask"), t("lobby.close.what"), t("lobby.close"), () => void app.send({ t: "close" }));

/** @param {App} app @param {import("../messages.js").Member} member */
const remove = (app, { id, name }) =>
  ask(t("lobby.remove.ask", { name }), t("lobby.remove.what", { name }), t("lobby.remove"), () => void app.send({ t: "kick", player: id }));
