/** The public list: rooms that anyone may enter, as they are right now. */
import { html, nothing } from "lit-html";
import { ask } from "../api.js";
import { gameName } from "../gamenames.js";
import { reason, t } from "../words.js";
import { emblem } from "./games.js";
import { languagePicker } from "./language.js";
import { homeLink } from "./name.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../messages.js").Listing} Listing */

const EVERY_MS = 3000;

/**
 * @param {App} app
 * @param {() => void} update
 * @returns {import("../places.js").Place}
 */
export function open(app, update) {
  /** @type {Listing[] | null} */
  let rooms = null;
  let trouble = "";
  async function look() {
    const answer = await ask("/api/rooms");
    if (answer.ok) [rooms, trouble] = [answer.body, ""];
    else trouble = answer.reason;
    update();
  }
  void look();
  const timer = setInterval(() => {
    if (!document.hidden) void look();
  }, EVERY_MS);
  return { draw: () => roomsPage(app, rooms, trouble), close: () => clearInterval(timer) };
}

/**
 * @param {App} app
 * @param {Listing[] | null} rooms
 * @param {string} trouble
 */
const roomsPage = (app, rooms, trouble) =>
  html`<div class="page">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}${languagePicker(app)}</header>
    <main>
      <div class="paper wide-list">
        <h1 class="headline" tabindex="-1">${t("rooms.title")}</h1>
        ${trouble ? html`<p class="wrong" role="alert">${reason(trouble)}</p>` : nothing}
        ${rooms?.length ? html`<ul class="listing">${rooms.map((room) => line(app, room))}</ul>` : nothing}
        ${rooms && !rooms.length ? html`<p>${t("rooms.none")}</p>` : nothing}
        <p class="quiet">${t("rooms.how")}</p>
        <div class="actions"><button class="large" @click=${(/** @type {Event} */ event) => app.goHome(event)}>${t("home.new")}</button></div>
      </div>
    </main>
  </div>`;

/**
 * @param {App} app
 * @param {Listing} room
 */
function line(app, room) {
  const { code, variant, host, racers, seats, watching, state, sealed } = room;
  return html`<li class="listed">
    ${emblem(variant, app.look)}
    <span class="listed-what"><b>${gameName(variant)}</b> <span>${host}</span></span>
    <span class="listed-how quiet">
      <span>${t(`rooms.${state}`)}</span>
      <span>${t("rooms.seats", { racers, seats })}</span>
      ${watching ? html`<span>${t("watchers", { n: watching })}</span>` : nothing}
      ${sealed ? nothing : html`<span>${t("rooms.open_deal")}</span>`}
    </span>
    <button class=${state === "lobby" && racers < seats ? "primary" : ""} aria-label=${t("rooms.enter.which", { game: gameName(variant), host })} @click=${() => app.openRoom(code, "")}>${t("rooms.enter")}</button>
  </li>`;
}
