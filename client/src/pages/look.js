/** How the table looks: what a person may choose, each choice shown as it will be. Loaded when it is first asked for. */
import { html } from "lit-html";
import { backUrl, faceUrl } from "../art/pictures.js";
import { CHOICES, wear, worn } from "../look.js";
import { openDialog } from "../view/dialog.js";
import { icon } from "../view/icon.js";
import { learn, t } from "../words.js";

/** What shows the two kinds of index. */
const QUEEN = 12;

/** @param {import("../app.js").App} app */
export async function openLook(app) {
  await learn("look");
  const { look } = app;
  const draw = () => dialog.draw();

  const colour = (/** @type {string} */ name) => t(`colour.${name}`);

  /**
   * @param {keyof import("../look.js").Dress} what
   * @param {(value: string) => unknown} sample
   * @param {(value: string) => string} name
   */
  const choice = (what, sample, name) =>
    html`<fieldset class="samples">
      <legend>${t(`look.${what}`)}</legend>
      ${CHOICES[what].map(
        (value) => html`<label class="sample">
          <input type="radio" name=${what} .checked=${worn(what) === value} @change=${() => (wear(what, value), draw())} />
          ${sample(value)}<span>${name(value)}</span>
        </label>`,
      )}
    </fieldset>`;

  /**
   * @param {string} words
   * @param {boolean} on
   * @param {(on: boolean) => void} turn
   */
  const toggle = (words, on, turn) =>
    html`<label class="switch">
      <input type="checkbox" .checked=${on} @change=${(/** @type {Event} */ { target }) => (turn(/** @type {HTMLInputElement} */ (target).checked), draw())} />
      ${t(words)}
    </label>`;

  const back = backUrl(0, { ...look, deck: "french", design: "full" });
  const dialog = openDialog(
    () => html`<div class="look">
      <div class="menu-head"><h2>${t("look")}</h2><button class="round" aria-label=${t("close")} autofocus @click=${() => dialog.close()}>${icon("close")}</button></div>
      <div class="look-cards" aria-hidden="true">
        ${[0, 1, 2, 3].map((suit) => html`<img src=${faceUrl((suit << 4) + QUEEN, { ...look, deck: "french", design: look.large ? "compact" : "full" })} alt="" height="98" />`)}
      </div>
      <div>
        ${toggle("look.colours", look.colours === 4, (on) => app.chooseLook({ colours: on ? 4 : 2 }))}
        ${toggle("look.large", look.large, (large) => app.chooseLook({ large }))}
        ${toggle("look.mirror", look.mirror, (mirror) => app.chooseLook({ mirror }))}
      </div>
      ${choice("theme", () => "", (value) => t(`look.theme.${value}`))}
      ${choice("felt", (value) => html`<i class="cloth" data-felt=${value}></i>`, colour)}
      ${choice("back", (value) => html`<img class="back" data-back=${value} src=${back} alt="" width="30" height="42" />`, colour)}
    </div>`,
    { label: t("look") },
  );
}
