/** The menu of the race. */
import { html, nothing } from "lit-html";
import { familyOf } from "../families.js";
import { isRacing } from "../session.js";
import { openDialog } from "../view/dialog.js";
import { icon } from "../view/icon.js";
import { t } from "../words.js";
import { askGiveUp } from "./ask.js";
import { languagePicker } from "./language.js";
import { sealNote } from "./seal.js";

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
      <h3>${t("menu.hands")}</h3>
      <p class="quiet">${t(`hands.${hands}`)} ${hands === "maze" ? t("hands.ring") : nothing}</p>
      <dl class="keys">${keys.map(([key, words]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(words ?? "")}</dd></div>`)}</dl>
      ${session?.room ? sealNote(session.room) : nothing}
      ${session && isRacing(session) ? html`<div class="actions"><button class="danger" @click=${() => (dialog.close(), askGiveUp(app))}>${icon("flag")} ${t("give_up")}</button></div>` : nothing}
    </div>`,
    { label: t("menu") },
  );
}
