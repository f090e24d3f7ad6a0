/** The start page: make a race, or join one. */
import "../art/spanishdeck.js";
import { html, nothing } from "lit-html";
import { formatTime } from "../clock.js";
import { variantParts } from "../families.js";
import { choiceName, gameName, groupName, levelOf } from "../gamenames.js";
import { icon } from "../view/icons.js";
import { has, reason, t } from "../words.js";
import { emblem, groups, suitSigns } from "./games.js";
import { languagePicker } from "./language.js";
import { nameInCards } from "./name.js";
import { dealField, fitOptions, optionFields, readOptions } from "./options.js";

/** @typedef {import("../app.js").App} App */

/** Whom one meets who has nobody else to race. @type {import("../messages.js").Strength[]} */
const ROBOTS = ["easy", "medium", "hard"];
/** Games under way that are shown. */
const SHOWN = 3;

/** @param {App} app */
export function homePage(app) {
  return html`<div class="page home">
    <header class="corner">${languagePicker(app)}<button class="round on-felt" aria-label=${t("look")} title=${t("look")} @click=${() => app.openLook()}>${icon("look")}</button></header>
    <main>
      <div class="hero">
        <h1 aria-label="Corrida">${nameInCards()}</h1>
        ${app.seat ? html`<button class="brass back" @click=${() => app.openRoom(app.seat, "")}>${t("home.back", { code: spaced(app.seat) })}</button>` : html`<p class="tagline">${t("tagline")}</p>`}
        ${app.games.length ? underWay(app) : nothing}
        <button class="brass daily-entry" @click=${(/** @type {Event} */ event) => app.go(event, "/daily")}>${icon("sun")} ${t("daily")}</button>
      </div>
      <div class="paper start">
        <form class="create" @change=${(/** @type {Event} */ event) => {
          fitOptions(/** @type {HTMLFormElement} */ (event.currentTarget), event.target);
          app.chooseOptions(optionsIn(event));
        }} @submit=${(/** @type {SubmitEvent} */ event) => create(app, event)}>
          <h2>${t("home.new")}</h2>
          ${nameField(app, "create-name")}
          ${games(app)}
          ${options(app)} ${app.trouble && app.troubleAt === "create" ? html`<p class="wrong" role="alert">${reason(app.trouble)}</p>` : nothing}
          <div class="go">
            <button class="primary large" ?disabled=${app.busy}>${t("home.create")}</button>
            <button type="button" class="large" ?disabled=${app.busy} @click=${(/** @type {Event} */ event) => playAlone(app, event)}>${t("home.alone")}</button>
            <button class="large" name="against" value="robots" ?disabled=${app.busy}>${icon("robot")} <span>${t("home.robots")}</span></button>
          </div>
        </form>
        <form class="join" @submit=${(/** @type {SubmitEvent} */ event) => join(app, event)}>
          <h2>${t("home.join")}</h2>
          <p class="quiet">${t("home.join.how")}</p>
          <label class="field">
            <span>${t("code")}</span>
            <input name="code" class="code" required maxlength="9" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="••• •••" />
          </label>
          ${app.trouble && app.troubleAt === "join" ? html`<p class="wrong" role="alert">${reason(app.trouble)}</p>` : nothing}
          <button class="large">${t("home.open")}</button>
          <a class="button plain" href="/people" @click=${(/** @type {Event} */ event) => app.go(event, "/people")}>${icon("people")} ${t("home.people")}</a>
          <a class="button plain" href="/rooms" @click=${(/** @type {Event} */ event) => app.go(event, "/rooms")}>${icon("eye")} ${t("home.rooms")}</a>
          <ul class="promises">
            <li>${t("promise.same")}</li>
            <li>${t("promise.checked")}</li>
            <li>${t("promise.free")}</li>
          </ul>
        </form>
      </div>
    </main>
  </div>`;
}

/**
 * @param {App} app
 * @param {string} path
 * @param {string} words
 */
const placeLink = (app, path, words) =>
  html`<a class="button plain" href=${path} @click=${(/** @type {Event} */ event) => app.go(event, path)}>${words}</a>`;

/** The games alone that one may go on with. @param {App} app */
const underWay = (app) =>
  html`<section class="under-way" aria-label=${t("home.games")}>
    ${app.games
      .slice(0, SHOWN)
      .map(({ code, variant, time_ms: time }) => html`<button class="on-felt" @click=${() => app.openRoom(code, "")}>${t("home.continue", { game: gameName(variant), time: formatTime(time) })}</button>`)}
  </section>`;

/**
 * The same choice, for oneself.
 * @param {App} app
 * @param {Event} event
 */
function playAlone(app, { currentTarget }) {
  const { form } = /** @type {HTMLButtonElement} */ (currentTarget);
  const deal = form ? String(new FormData(form).get("deal") ?? "").trim() : "";
  void app.playAlone(deal ? { deal } : { variant: app.variant });
}

/** A code as it is read out. @param {string} code */
const spaced = (code) => code.replace(/^(\w{3})(\w{3})$/, "$1 $2");

/**
 * @param {App} app
 * @param {string} id
 */
export const nameField = (app, id) =>
  html`<label class="field">
    <span>${t("name")}</span>
    <input id=${id} name="name" required maxlength="24" autocomplete="nickname" .value=${app.name} placeholder=${t("name.example")} />
  </label>`;

/**
 * One line for each group, its variants side by side in it; below, what the chosen one is like.
 * @param {App} app
 */
const games = (app) =>
  html`<fieldset class="games">
    <legend>${t("home.game")}</legend>
    ${groups(app.variants).map((ids) => gameGroup(app, ids))}
    <div class="chosen">
      <p class="game-chosen" aria-live="polite">
        ${suitSigns(app.variant)} <b>${gameName(app.variant)}</b> <span class="quiet">${levelOf(app.variant)}</span>
      </p>
      <p class="links">
        ${placeLink(app, `/rules/${variantParts(app.variant).group}`, t("rules"))} ${placeLink(app, "/statistics", t("statistics"))}
      </p>
    </div>
  </fieldset>`;

/**
 * @param {App} app
 * @param {string[]} ids
 */
function gameGroup(app, ids) {
  const [first = ""] = ids;
  const about = `about.${variantParts(first).group}`;
  return html`<div class="game-group">
    ${emblem(first, app.look)}
    <span class="game-name"><b>${groupName(first)}</b> <small>${has(about) ? t(about) : nothing}</small></span>
    <span class="game-choices">${ids.map((id) => gameChoice(app, id, ids.length > 1))}</span>
  </div>`;
}

/**
 * @param {App} app
 * @param {string} id
 * @param {boolean} several whether its group has others
 */
const gameChoice = (app, id, several) =>
  html`<label class="game">
    <input type="radio" name="variant" value=${id} aria-label=${gameName(id)} .checked=${id === app.variant} @change=${() => app.chooseVariant(id)} />
    <span class="game-face" title=${choiceName(id)}>${several ? variantParts(id).number : "6 × 9"}</span>
  </label>`;

/** @param {App} app */
const options = (app) =>
  html`<details class="options">
    <summary>${t("options")}</summary>
    <div class="option-grid">${optionFields(app.options)} ${dealField()}</div>
  </details>`;

/**
 * @param {App} app
 * @param {SubmitEvent} event
 */
function create(app, event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  const text = (/** @type {string} */ key) => String(data.get(key) ?? "").trim();
  const robots = /** @type {HTMLButtonElement | null} */ (event.submitter)?.name === "against";
  const options = optionsIn(event);
  void app.create(
    {
      name: text("name"),
      ...options,
      // A deal ID says by itself which game it is.
      ...(text("deal") ? { deal: text("deal") } : { variant: text("variant") || app.variant }),
      ...(robots ? { robots: ROBOTS.slice(0, options.racers - 1) } : {}),
    },
    { startAtOnce: robots },
  );
}

/** @param {Event} event of a form */
const optionsIn = ({ currentTarget }) => readOptions(/** @type {HTMLFormElement} */ (currentTarget));

/**
 * Opens the room; with a name on the page, that is meant as joining.
 * @param {App} app
 * @param {SubmitEvent} event
 */
function join(app, event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const code = String(new FormData(form).get("code") ?? "");
  const name = /** @type {HTMLInputElement | null} */ (document.getElementById("create-name"))?.value.trim() ?? "";
  app.openRoom(code, name);
}
