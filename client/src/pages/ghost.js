/** A run to be beaten: the page that a challenge leads to, and how a ghost is called. */
import { html, nothing } from "lit-html";
import { ask } from "../api.js";
import { formatTime } from "../clock.js";
import { familyOf } from "../families.js";
import { gameName } from "../gamenames.js";
import { icon } from "../view/icon.js";
import { reason, t } from "../words.js";
import { emblem } from "./games.js";
import { languagePicker } from "./language.js";
import { homeLink } from "./name.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../messages.js").Ghost} Ghost */

/** @param {Ghost} ghost */
export const ghostName = ({ player, name }) => (!player ? t("ghost.solver") : name ? t("ghost.of", { name }) : t("ghost"));

/**
 * @param {App} app
 * @param {() => void} update
 * @returns {import("../places.js").Place}
 */
export function open(app, update) {
  const [code = "", race = "", player = ""] = location.pathname.split("/").slice(2).map(decodeURIComponent);
  /** @type {Ghost | null} */
  let ghost = null;
  let trouble = "";

  async function look() {
    const answer = await ask(`/api/ghosts/${[code, race, player].map(encodeURIComponent).join("/")}`);
    if (answer.ok) ghost = answer.body;
    else trouble = answer.reason;
    update();
  }
  void look();

  const go = () => app.playAlone({ ghost: { code, race: Number(race), player } });
  return { draw: () => page(app, ghost, app.trouble || trouble, go), close: () => {} };
}

/**
 * @param {App} app
 * @param {Ghost | null} ghost
 * @param {string} trouble
 * @param {() => unknown} go
 */
const page = (app, ghost, trouble, go) =>
  html`<div class="page end">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}${languagePicker(app)}</header>
    <main>
      <div class="paper narrow challenge">
        ${ghost ? facts(app, ghost) : html`<h1 class="headline" tabindex="-1">${t("ghost.challenge")}</h1>`}
        ${trouble ? html`<p class="wrong" role="alert">${reason(trouble)}</p>` : ghost ? nothing : html`<p role="status">${t("opening")}</p>`}
        <div class="actions">
          ${ghost ? html`<button class="primary large" ?disabled=${app.busy} @click=${go}>${icon("flag")} ${t("ghost.go")}</button>` : nothing}
          <button class="large" @click=${(/** @type {Event} */ event) => app.goHome(event)}>${t("result.home")}</button>
        </div>
      </div>
    </main>
  </div>`;

/** @param {App} app @param {Ghost} ghost */
function facts(app, ghost) {
  const { variant, state, time_ms, marks } = ghost;
  const [, done = 0, moves = 0] = marks.at(-1) ?? [];
  const { goal, home } = familyOf(variant);
  return html`<div class="challenged">${emblem(variant, app.look)}<p>${gameName(variant)}</p></div>
    <h1 class="headline" tabindex="-1">${t(`ghost.beat${state === "finished" ? "" : ".further"}${ghost.name ? "" : ".nobody"}`, { name: ghost.name })}</h1>
    <dl class="won-facts">
      <div><dt>${t("ghost.time")}</dt><dd>${formatTime(time_ms, { tenths: true })}</dd></div>
      <div><dt>${t("counter.moves")}</dt><dd>${moves}</dd></div>
    </dl>
    <p>${t(`home.${home}`, { done, goal })}${state === "finished" ? nothing : html` · ${t(`state.${state}`)}`}</p>
    <p class="quiet">${t("ghost.what")}</p>`;
}
