/** The menu of the race. */
import { html, nothing } from "lit-html";
import { variantParts } from "../families.js";
import { isRacing } from "../standing.js";
import { openDialog } from "../view/dialog.js";
import { icon } from "../view/icons.js";
import { t } from "../words.js";
import { askGiveUp } from "./ask.js";
import { signPicker } from "./signpicker.js";
import { languagePicker } from "./language.js";
import { sealNote } from "./seal.js";

/** @param {import("../app.js").App} app */
export function openMenu(app) {
  const { session, alone } = app;
  const variant = session?.room?.variant ?? "";
  const dialog = openDialog(
    () => html`<div class="menu">
      <div class="menu-head"><h2>${t("menu")}</h2><button class="round" aria-label=${t("close")} autofocus @click=${() => dialog.close()}>${icon("close")}</button></div>
      <button class="with-icon" @click=${() => (dialog.close(), app.openLook())}>${icon("look")} ${t("look")}</button>
      ${languagePicker(app, () => dialog.draw())}
      ${session && !alone ? signPicker(app, session, () => dialog.close()) : nothing}
      <div class="actions">
        <button aria-keyshortcuts="?" @click=${() => app.openHelp()}>${t("menu.hands")}</button>
        <button @click=${() => app.openRules(variantParts(variant).group)}>${t("rules")}</button>
      </div>
      ${alone ? alone.menu(() => dialog.close()) : session?.room ? sealNote(session.room) : nothing}
      ${session && !alone && isRacing(session) ? html`<div class="actions"><button class="danger" @click=${() => (dialog.close(), askGiveUp(app))}>${icon("flag")} ${t("give_up")}</button></div>` : nothing}
    </div>`,
    { label: t("menu") },
  );
}
