/** What a host chooses for a race: the same controls on the start page and in the lobby, and the same in words. */
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { t } from "../words.js";

/** @typedef {import("../messages.js").Options} Options */
/** @typedef {{value: string | number, text: string | number, off?: boolean}} Choice `off`: not to be had now */

/** Among strangers the others have so long after the first, unless the host says otherwise. */
const LISTED_CLOSING_S = 300;
const SEATS = [2, 3, 4, 6, 8, 12, 16];
const LIMITS_S = [0, 600, 1200, 1800, 3600];
const TEAMS = [0, 2, 3, 4];
const SERIES = [1, 3, 5, 7];
const DELAYS_S = [0, 15, 30, 60, 120];
const CLOSINGS_S = [0, 30, 60, 120, 300, 600];

/**
 * @param {import("../messages.js").Settings} settings
 * @returns {Options}
 */
export function optionsOf({ time_limit_ms: limit, closing_ms: closing, delay_ms: delay, ...same }) {
  return { ...same, delay_s: delay / 1000, time_limit_s: limit && limit / 1000, closing_s: closing && closing / 1000 };
}

/** @param {HTMLFormElement} form @returns {Options} */
export function readOptions(form) {
  const data = new FormData(form);
  const text = (/** @type {string} */ key) => String(data.get(key) ?? "");
  return {
    racers: Number(text("racers")),
    spectators: text("spectators"),
    time_limit_s: Number(text("limit")) || null,
    closing_s: Number(text("closing")) || null,
    undo: text("undo"),
    hints: text("hints") === "on",
    winnable: text("winnable") === "on",
    listed: text("listed") === "on",
    // Not on the start page.
    teams: Number(text("teams")),
    series: Number(text("series")) || 1,
    delay_s: Number(text("delay")),
  };
}

/**
 * What goes with what: to be called when something in the form has changed, before it is read.
 * @param {HTMLFormElement} form
 * @param {EventTarget | null} changed
 */
export function fitOptions(form, changed) {
  const closing = form.elements.namedItem("closing");
  if (!(changed instanceof HTMLInputElement && closing instanceof HTMLSelectElement)) return;
  if (changed.name === "listed" && changed.checked && closing.value === "0") closing.value = String(LISTED_CLOSING_S);
}

/** @param {number | null} seconds */
function duration(seconds) {
  if (!seconds) return t("limit.none");
  return seconds % 60 ? t("limit.seconds", { n: seconds }) : t("limit.minutes", { n: seconds / 60 });
}

/**
 * @param {string} name
 * @param {string} label
 * @param {readonly Choice[]} choices
 * @param {string | number} chosen
 * @param {boolean} [wide]
 */
export const choice = (name, label, choices, chosen, wide = false) =>
  html`<label class="field ${wide ? "wide" : ""}">
    <span>${label}</span>
    <select name=${name}>
      ${choices.map(({ value, text, off = false }) => html`<option value=${value} ?disabled=${off} .selected=${live(value === chosen)}>${text}</option>`)}
    </select>
  </label>`;

/**
 * The usual numbers, and the one that is chosen if it is none of them.
 * @param {readonly number[]} usual
 * @param {number} chosen
 */
const among = (usual, chosen) => [...new Set([...usual, chosen])].sort((a, b) => a - b);

/**
 * @param {Options} options
 * @param {number} [seated] so many have a seat already
 */
export function optionFields({ racers, spectators, time_limit_s: limit, closing_s: closing, undo, hints, winnable, listed }, seated = 0) {
  const seats = among(SEATS, racers).map((n) => ({ value: n, text: n, off: n < seated }));
  const times = (/** @type {readonly number[]} */ usual, /** @type {number | null} */ chosen) =>
    among(usual, chosen ?? 0).map((n) => ({ value: n, text: duration(n) }));
  const words = (/** @type {string} */ what, /** @type {string[]} */ ids) =>
    ids.map((id) => ({ value: id, text: t(`${what}.${id}`) }));
  return html`
    ${choice("racers", t("option.racers"), seats, racers)}
    ${choice("limit", t("option.limit"), times(LIMITS_S, limit), limit ?? 0)}
    ${choice("closing", t("option.closing"), times(CLOSINGS_S, closing), closing ?? 0, true)}
    ${choice("undo", t("option.undo"), words("undo", ["on", "no_reveal", "off"]), undo, true)}
    ${choice("spectators", t("option.spectators"), words("spectators", ["open", "finished", "none"]), spectators, true)}
    <label class="switch wide"><input type="checkbox" name="hints" .checked=${live(hints)} /> ${t("option.hints")}</label>
    <label class="switch wide"><input type="checkbox" name="winnable" .checked=${live(winnable)} /> ${t("option.winnable")}</label>
    <label class="switch wide"><input type="checkbox" name="listed" .checked=${live(listed)} /> ${t("option.listed")}</label>
  `;
}

/** What only the lobby asks for. @param {Options} options */
export function moreFields({ teams, series, delay_s: delay }) {
  return html`
    ${choice("teams", t("option.teams"), TEAMS.map((n) => ({ value: n, text: n || t("limit.none") })), teams)}
    ${choice("series", t("option.series"), SERIES.map((n) => ({ value: n, text: n })), series)}
    ${choice("delay", t("option.delay"), among(DELAYS_S, delay).map((n) => ({ value: n, text: duration(n) })), delay, true)}
  `;
}

/** For those who do not choose. @param {Options} options */
export function optionFacts({ spectators, time_limit_s: limit, closing_s: closing, undo, hints, winnable, listed, teams, series, delay_s: delay }) {
  const fact = (/** @type {string} */ key, /** @type {string} */ text) =>
    html`<div><dt>${t(`option.${key}`)}</dt><dd>${text}</dd></div>`;
  return html`<dl class="facts">
    ${fact("limit", duration(limit))} ${closing ? fact("closing", duration(closing)) : nothing}
    ${fact("undo", t(`undo.${undo}`))} ${fact("spectators", t(`spectators.${spectators}`))}
    ${fact("hints", t(hints ? "yes" : "no"))} ${winnable ? fact("winnable", t("yes")) : nothing} ${teams ? fact("teams", String(teams)) : nothing} ${series > 1 ? fact("series", String(series)) : nothing}
    ${delay ? fact("delay", duration(delay)) : nothing} ${listed ? fact("listed", t("yes")) : nothing}
  </dl>`;
}

/** @param {{required?: boolean}} [how] */
export const dealField = ({ required = false } = {}) =>
  html`<label class="field wide">
    <span>${t("option.deal")}</span>
    <input name="deal" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="32" ?required=${required} placeholder=${required ? "" : t("option.deal.none")} />
  </label>`;
