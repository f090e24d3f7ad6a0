/** What hands and keys do in the game that is open. Comes when it is first asked for, with its words. */
import { html, nothing } from "lit-html";
import { familyOf } from "../families.js";
import { openDialog } from "../view/dialog.js";
import { icon } from "../view/icon.js";
import { learn, t } from "../words.js";
import { gameName } from "../gamenames.js";

/**
 * The keys of a game, and what each does.
 * @param {import("../families.js").Family} family
 * @param {boolean} alone
 * @returns {[key: string, words: string][]}
 */
export function keymap({ hands, row }, alone) {
  return [
    ["← → ↑ ↓", "keys.move"],
    ...(hands === "spider"
      ? /** @type {[string, string][]} */ ([["Enter", "keys.pick"]])
      : /** @type {[string, string][]} */ ([
          ["Enter", "keys.tap"],
          [t("keys.space"), "keys.take"],
          ["Esc", "keys.release"],
        ])),
    ...(hands === "maze" ? [] : /** @type {[string, string][]} */ ([["D", row ? "keys.deal" : "keys.draw"]])),
    ["U", "keys.undo"],
    ["H", "keys.hint"],
    ...(hands === "klondike" ? /** @type {[string, string][]} */ ([["F", "keys.finish"]]) : []),
    ...(alone ? /** @type {[string, string][]} */ ([["N", "keys.new"]]) : []),
    ["S", "keys.table"],
    ...(alone ? [] : /** @type {[string, string][]} */ ([["P", "keys.race"]])),
    ["?", "keys.help"],
  ];
}

/** @param {import("../app.js").App} app */
export async function openHelp(app) {
  await learn("help");
  const { room } = app.session ?? {};
  if (!room) return;
  const family = familyOf(room.variant);
  const dialog = openDialog(
    () => html`<div class="help">
      <div class="menu-head"><h2>${t("menu.hands")}: ${gameName(room.variant)}</h2><button class="round" aria-label=${t("close")} autofocus @click=${() => dialog.close()}>${icon("close")}</button></div>
      <p class="quiet">${t(`hands.${family.hands}`)} ${family.hands === "maze" ? t("hands.ring") : nothing}</p>
      <dl class="keys">${keymap(family, room.solo).map(([key, words]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(words)}</dd></div>`)}</dl>
    </div>`,
    { label: t("menu.hands") },
  );
}
