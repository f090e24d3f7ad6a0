/**
 * The segment picker: one column, enlarged. Choose how many cards (only runs that can really move) and where to (only where
 * they may go). It says the same as a drag, for those who can't or won't drag, and it reads columns that are too dense.
 */
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { faceUrl } from "../art/pictures.js";
import { ranksOf } from "../families.js";
import { isWholeSuit, openFaces } from "../table.js";
import { t } from "../words.js";
import { openDialog } from "./dialog.js";
import { cardName, pileName } from "./speech.js";

/** Targets that are shown at a time: so many that a phone shows them without scrolling. */
const A_PAGE = 4;

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
  let target = best();

  function targets() {
    return moves.filter(({ count }) => count === counts[at]);
  }

  /** Whether the move completes a set. @param {import("../notation.js").Move} move */
  function completes(move) {
    const laid = [...openFaces(table, move.target), ...faces.slice(-move.count)];
    return family.foundations === "sets" && isWholeSuit(laid, ranksOf(look.deck));
  }

  function best() {
    return (targets().find(completes) ?? targets()[0])?.target;
  }

  /** @param {number} by */
  function resize(by) {
    at = Math.max(0, Math.min(counts.length - 1, at + by));
    if (!targets().some((move) => move.target === target)) target = best();
    dialog.draw();
  }

  /** The page on which the chosen target stands, the first being 0. */
  const page = () => Math.floor(targets().findIndex((move) => move.target === target) / A_PAGE);
  const pages = () => Math.ceil(targets().length / A_PAGE);

  /** @param {number} by */
  function turn(by) {
    target = targets()[((page() + by + pages()) % pages()) * A_PAGE]?.target;
    dialog.draw();
  }

  /** @param {number} by */
  const turner = (by) => {
    const to = ((page() + by + pages()) % pages()) + 1;
    return html`<button type="button" class="round" aria-label=${t("picker.page", { page: to, pages: pages() })} @click=${() => turn(by)}>${by < 0 ? "◀" : "▶"}</button>`;
  };

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
      <div class="picker-cards" tabindex="0" role="img" aria-label=${faces.map((code) => cardName(code, look.deck)).join(", ")}>
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
              ${targets()
                .slice(page() * A_PAGE, (page() + 1) * A_PAGE)
                .map(
                  (move) => html`<label class=${completes(move) ? "whole" : openFaces(table, move.target).length ? "" : "vacant"}>
                    <input type="radio" name="target" .checked=${live(move.target === target)} @change=${() => ((target = move.target), dialog.draw())} />
                    <span>${targetName(move.target)}${completes(move) ? html` <b class="tag">★ ${t("picker.completes")}</b>` : nothing}</span>
                  </label>`,
                )}
            </fieldset>
            ${pages() > 1 ? html`<div class="picker-count">${turner(-1)}<output aria-live="polite">${page() + 1} / ${pages()}</output>${turner(1)}</div>` : nothing}`
          : html`<p>${t("picker.none")}</p>`
      }
      <div class="actions">
        <button type="button" @click=${() => dialog.close()}>${t("cancel")}</button>
        ${counts.length ? html`<button class="primary" autofocus>${t("picker.move", { n: count })}</button>` : nothing}
      </div>
    </form>`;
  };

  const dialog = openDialog(template, { label: t("picker.title", { pile: pileName(table, pile, family) }) });
  // Those that can move are the last ones.
  const cards = dialog.element.querySelector(".picker-cards");
  cards?.scrollTo(0, cards.scrollHeight);
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
