import { html } from "lit-html";
import { icon } from "../view/icons.js";
import { language, LANGUAGES, t } from "../words.js";

/**
 * @param {import("../app.js").App} app
 * @param {() => void} [then] what else has to be drawn again
 */
export const languagePicker = (app, then = () => {}) =>
  html`<label class="language">
    ${icon("world")}<span class="unseen">${t("language")}</span>
    <select @change=${(/** @type {Event} */ event) => app.chooseLanguage(/** @type {HTMLSelectElement} */ (event.target).value).then(then)}>
      ${Object.entries(LANGUAGES).map(([tag, { name }]) => html`<option value=${tag} lang=${tag} ?selected=${tag === language()}>${name}</option>`)}
    </select>
  </label>`;
