/**
 * The segment picker: one column, enlarged. Choose how many cards (only runs that can really move) and where to (only where
 * they may go). It says the same as a drag, for those who can't or won't drag, and it reads columns that are too dense.
 */
import { html, nothing } from "lit-html";
import { faceUrl } from "../art/pictures.js";
import { openFaces } from "../table.js";
import { t } from "../words.js";
import { openDialog } from "./dialog.js";
import { cardName, pileName } from "./speech.js";

/**
 * @param {object} given
 * @param {import("../table.js").Table} given.table
 * @param {number} given.pile
 * @param {readonly import("../notation.js").Move[]} given.moves the legal moves of this pile
 * @param {import("../look.js").Look & {deck: import("../families.js").Deck}} given.look
 * @param {import("../families.js").Family} given.family
 * @param {(move: import("../notation.js").Move) => void} given.chosen
 */
export function openPicker({ table, pile, moves, look, family, chosen }) {
  const faces = openFaces(table, pile);
  const counts = [...new Set(moves.map(({ count }) => count))].sort((a, b) => a - b);
  let at = counts.length - 1;
  let target = targets()[0]?.target;

  function targets() {
    return moves.filter(({ count }) => count === counts[at]);
  }

  /** @param {number} by */
  function resize(by) {
    at = Math.max(0, Math.min(counts.length - 1, at + by));
    if (!targets().some((move) => move.target === target)) target = targets()[0]?.target;
    dialog.draw();
  }

  /** @param {number} by */
  function aim(by) {
    const all = targets();
    target = all[(all.findIndex((move) => move.target === target) + by + all.length) % all.length]?.target;
    dialog.draw();
  }

  function confirm() {
    const move = targets().find((one) => one.target === target);
    dialog.close();
    if (move) chosen(move);
  }

  /** @param {number} to */
  function targetName(to) {
    const top = openFaces(table, to).at(-1);
    return top === undefined
      ? t("picker.empty", { pile: pileName(table, to, family) })
      : t("picker.onto", { pile: pileName(table, to, family), card: cardName(top, look.deck) });
  }

  const template = () => {
    const count = counts[at] ?? 0;
    return html`<form class="picker" method="dialog" @submit=${(/** @type {Event} */ event) => (event.preventDefault(), confirm())}>
      <h2>${t("picker.title", { pile: pileName(table, pile, family) })}</h2>
      <div class="picker-cards" role="img" aria-label=${faces.map((code) => cardName(code, look.deck)).join(", ")}>
        ${faces.map((code, i) => html`<img class=${i >= faces.length - count ? "chosen" : ""} src=${faceUrl(code, { design: "compact", ...look })} alt="" width="52" height="78" />`)}
      </div>
      ${
        counts.length
          ? html`<div class="picker-count">
              <button type="button" class="round" ?disabled=${at === 0} aria-label=${t("picker.fewer")} @click=${() => resize(-1)}>▼</button>
              <output aria-live="polite">${t("picker.count", { n: count })}</output>
              <button type="button" class="round" ?disabled=${at === counts.length - 1} aria-label=${t("picker.more")} @click=${() => resize(1)}>▲</button>
            </div>
            <fieldset class="picker-targets">
              <legend>${t("picker.where")}</legend>
              ${targets().map(
                (move) => html`<label class=${openFaces(table, move.target).length ? "" : "vacant"}>
                  <input type="radio" name="target" .checked=${move.target === target} @change=${() => ((target = move.target), dialog.draw())} />
                  <span>${targetName(move.target)}</span>
                </label>`,
              )}
            </fieldset>`
          : html`<p>${t("picker.none")}</p>`
      }
      <div class="actions">
        <button type="button" @click=${() => dialog.close()}>${t("cancel")}</button>
        ${counts.length ? html`<button class="primary" autofocus>${t("picker.move", { n: count })}</button>` : nothing}
      </div>
    </form>`;
  };

  const dialog = openDialog(template, { label: t("picker.title", { pile: pileName(table, pile, family) }) });
  dialog.element.addEventListener("keydown", (event) => {
    const step = {
      ArrowUp: () => resize(1),
      ArrowDown: () => resize(-1),
      ArrowLeft: () => aim(-1),
      ArrowRight: () => aim(1),
    }[event.key];
    if (!step || !counts.length) return;
    event.preventDefault();
    step();
  });
}
