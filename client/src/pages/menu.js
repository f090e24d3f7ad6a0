/** The menu of the race, and the questions that are asked before something can't be taken back. */
import { html, nothing } from "lit-html";
import { familyOf } from "../families.js";
import { isRacing } from "../session.js";
import { openDialog } from "../view/dialog.js";
import { icon } from "../view/icon.js";
import { t } from "../words.js";
import { sealNote } from "./seal.js";
import { signPicker } from "./signs.js";
import { languagePicker } from "./language.js";

/** @param {import("../app.js").App} app */
export function openMenu(app) {
  const { session } = app;
  const { hands, row } = familyOf(session?.room?.variant ?? "");
  const stock = row ? "keys.deal" : "keys.draw";
  const keys = [
    ["← → ↑ ↓", "keys.move"],
    ...(hands === "spider"
      ? [["Enter", "keys.pick"]]
      : [
          ["Enter", "keys.tap"],
          [t("keys.space"), "keys.take"],
          ["Esc", "keys.release"],
        ]),
    ...(hands === "maze" ? [] : [["D", stock]]),
    ["U", "keys.undo"],
    ...(hands === "klondike" ? [["F", "keys.finish"]] : []),
    ["S", "keys.table"],
    ["P", "keys.race"],
  ];
  const dialog = openDialog(
    () => html`<div class="menu">
      <div class="menu-head"><h2>${t("menu")}</h2><button class="round" aria-label=${t("close")} autofocus @click=${() => dialog.close()}>${icon("close")}</button></div>
      <button class="with-icon" @click=${() => (dialog.close(), app.openLook())}>${icon("look")} ${t("look")}</button>
      ${languagePicker(app, () => dialog.draw())}
      ${session ? signPicker(app, session, () => dialog.close()) : nothing}
      <h3>${t("menu.hands")}</h3>
      <p class="quiet">${t(`hands.${hands}`)} ${hands === "maze" ? t("hands.ring") : nothing}</p>
      <dl class="keys">${keys.map(([key, words]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(words ?? "")}</dd></div>`)}</dl>
      ${session?.room ? sealNote(session.room) : nothing}
      ${session && isRacing(session) ? html`<div class="actions"><button class="danger" @click=${() => (dialog.close(), askGiveUp(app))}>${icon("flag")} ${t("give_up")}</button></div>` : nothing}
    </div>`,
    { label: t("menu") },
  );
}

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
