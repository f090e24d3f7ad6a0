/** The questions that are asked before something can't be taken back. */
import { html } from "lit-html";
import { openDialog } from "../view/dialog.js";
import { t } from "../words.js";

/** @param {import("../app.js").App} app */
export const askGiveUp = (app) => ask(t("give_up.ask"), t("give_up.what"), t("give_up"), () => app.giveUp());

/**
 * @param {string} question
 * @param {string} what
 * @param {string} yes
 * @param {() => void} then
 */
export function ask(question, what, yes, then) {
  const dialog = openDialog(
    () => html`<div class="question">
      <h2>${question}</h2>
      <p>${what}</p>
      <div class="actions">
        <button autofocus @click=${() => dialog.close()}>${t("cancel")}</button>
        <button class="danger" @click=${() => (dialog.close(), then())}>${yes}</button>
      </div>
    </div>`,
    { label: question },
  );
}
