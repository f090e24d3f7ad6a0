/** What a replay looks like: one table or two, and under them what it is run by. */
import { html, nothing, svg } from "lit-html";
import { formatTime } from "../clock.js";
import { familyOf } from "../families.js";
import { gameName } from "../gamenames.js";
import { SPEEDS } from "../replay.js";
import { icon } from "../view/icons.js";
import { t } from "../words.js";
import { languagePicker } from "./language.js";
import { homeLink } from "./name.js";
import { standing } from "./track.js";

/** @typedef {import("./replay.js").Replaying} Replaying */
/** @typedef {import("../replay.js").Reel} Reel */

const PATHS = {
  play: "M8 5.500v13l10.500-6.500z",
  pause: "M8.500 6v12M15.500 6v12",
  back: "M15 6l-6 6 6 6",
  on: "M9 6l6 6-6 6",
  before: "M17 6l-6 6 6 6M7 6v12",
  after: "M7 6l6 6-6 6M17 6v12",
  beside: "M4 5h7v14H4zM13 5h7v14h-7z",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  file: "M6 3.500h8l4 4v13H6zM14 3.500v4h4M12 10.500v6M9.500 14l2.500 2.500 2.500-2.500",
};

/** @param {keyof typeof PATHS} name */
export const sign = (name) =>
  html`<svg class="icon ${name}" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

/** @param {Replaying} place */
export function replayPage(place) {
  const { app, reels, narrow, chosen } = place;
  const [{ replay }] = /** @type {[Reel]} */ (reels);
  const two = reels.length > 1;
  const copied = app.copied === "link";
  return html`<div class="page replay ${two ? "two" : ""} ${two && narrow ? "narrow-two" : ""}" @dragover=${(/** @type {Event} */ event) => event.preventDefault()} @drop=${(/** @type {DragEvent} */ event) => (event.preventDefault(), void place.openFile(event.dataTransfer?.files[0]))}>
    <header class="top">
      ${homeLink((event) => app.goHome(event), t("home"))}
      <h1><span class="unseen">${t("replay")}: </span>${gameName(replay.variant)}</h1>
      ${replay.code ? html`<button class="round on-felt ${copied ? "done" : ""}" aria-label=${t(copied ? "copied" : "replay.link")} title=${t("replay.link")} @click=${() => app.copy("link", new URL(place.address(), location.href).href)}>${icon(copied ? "check" : "link")}</button>` : nothing}
      <button class="round on-felt" aria-label=${t("menu")} @click=${() => place.openMenu()}>${icon("menu")}</button>
    </header>
    <main class="sides" @mousedown=${(/** @type {MouseEvent} */ event) => event.preventDefault()}>
      ${reels.map((reel, side) => sideOf(place, reel, side, two && narrow && side !== chosen))}
    </main>
    ${controls(place)}
    <p class="unseen" role="status">${place.said}</p>
  </div>`;
}

/**
 * @param {Replaying} place
 * @param {Reel} reel
 * @param {number} side
 * @param {boolean} away there is room for the other one only
 */
function sideOf(place, reel, side, away) {
  const { narrow, reels, chosen } = place;
  const { replay, counters } = reel;
  const n = place.done()[side] ?? 0;
  const name = replay.name || t("someone");
  const count = counters[n] ?? {};
  const family = familyOf(replay.variant);
  const { move, steps } = replay.actions[n - 1] ?? { move: "", steps: [] };
  const note = move && !steps.length ? t(`replay.${move}`) : move === "U" ? t("news.undone") : "";
  const content = html`<span class="racer-head">
      <span class="who">${name}</span>
      ${replay.robot ? html`<span class="tag">${icon("robot")}<span class="unseen">${t("robot")}</span></span>` : nothing}
      ${note ? html`<span class="tag note">${note}</span>` : nothing}
      ${n === replay.actions.length ? ending(reel) : html`<span class="where" data-own-clock=${side}></span>`}
    </span>
    <span class="racer-body">
      ${standing({ home: count[family.home] ?? 0 }, family)}
      <span class="counts">
        <span aria-hidden="true" class="moves">${count["moves"] ?? 0}</span><span class="unseen">${t("count.moves", { n: count["moves"] ?? 0 })}</span>
        ${family.counters.includes("down") ? html`<span aria-hidden="true" class="down">${count["down"] ?? 0}</span><span class="unseen">${t("count.down", { n: count["down"] ?? 0 })}</span>` : nothing}
      </span>
    </span>`;
  const tab = narrow && reels.length > 1;
  return html`<div class="racer side${side} ${tab && side === chosen ? "watched" : ""}">
      ${tab ? html`<button class="racer-line" aria-pressed=${side === chosen} @click=${() => place.choose(side)}>${content}</button>` : html`<div class="racer-line">${content}</div>`}
    </div>
    <section class="table side${side}" aria-label=${t("replay.table", { name })} ?hidden=${away}>${place.boards[side]?.element}</section>`;
}

/** How it ended. @param {Reel} reel */
function ending({ replay: { state, ends_ms: ends } }) {
  if (state === "finished") return html`<span class="where with-icon">${icon("flag")} ${formatTime(ends, { tenths: true })}</span>`;
  return html`<span class="where">${state === "racing" ? formatTime(ends) : `${t(`state.${state}`)} · ${formatTime(ends)}`}</span>`;
}

/** @param {Replaying} place */
function controls(place) {
  const { replayer, reels } = place;
  const { k, end, timeline, playing, speed } = replayer;
  const where = t("replay.at", { n: k, all: end });
  const part = (/** @type {number} */ at) => (end ? (100 * at) / end : 0);
  const button = (/** @type {keyof typeof PATHS} */ name, /** @type {string} */ keys, /** @type {() => void} */ act, off = false) =>
    html`<button class="round on-felt" aria-label=${t(`replay.${name}`)} title=${t(`replay.${name}`)} aria-keyshortcuts=${keys} ?disabled=${off} @click=${act}>${sign(name)}</button>`;
  return html`<section class="player" aria-label=${t("replay.controls")}>
    <div class="scrub">
      <svg aria-hidden="true">
        <rect class="way" y="15" width="100%" height="6" rx="3" /><rect class="past" y="15" width="${part(k)}%" height="6" rx="3" />
        ${timeline.marks.map(({ k: at, side }) => svg`<line class=${at <= k ? "past" : ""} x1="${part(at)}%" x2="${part(at)}%" y1=${side ? 25 : 3} y2=${side ? 33 : 11} />`)}
      </svg>
      <input type="range" min="0" max=${end} step="1" .value=${String(k)} aria-label=${t("replay.where")} aria-valuetext=${where} @input=${(/** @type {Event} */ event) => replayer.go(Number(/** @type {HTMLInputElement} */ (event.target).value))} @change=${() => place.go(replayer.k)} />
    </div>
    <p class="moment">${where}</p>
    <div class="buttons">
      ${button("before", "[", () => place.mark(-1), k === 0)}
      ${button("back", "ArrowLeft", () => place.step(-1), k === 0)}
      <button class="round brass" aria-label=${t(playing ? "replay.pause" : "replay.play")} title=${t(playing ? "replay.pause" : "replay.play")} aria-keyshortcuts="Space" ?disabled=${!end} @click=${() => place.toggle()}>${sign(playing ? "pause" : "play")}</button>
      ${button("on", "ArrowRight", () => place.step(1), k === end)}
      ${button("after", "]", () => place.mark(1), k === end)}
    </div>
    <div class="pace">
      ${
        reels.length > 1
          ? html`<select aria-label=${t("replay.by")} @change=${(/** @type {Event} */ event) => place.align(/** @type {import("../replay.js").Aligned} */ (/** @type {HTMLSelectElement} */ (event.target).value))}>
              ${["time", "sets"].map((by) => html`<option value=${by} ?selected=${by === place.aligned}>${t(`replay.by.${by}`)}</option>`)}
            </select>`
          : nothing
      }
      <select aria-label=${t("replay.speed")} aria-keyshortcuts="+ -" .value=${String(speed)} @change=${(/** @type {Event} */ event) => replayer.choose(SPEEDS.find((one) => String(one) === /** @type {HTMLSelectElement} */ (event.target).value) ?? 1)}>
        ${SPEEDS.map((one) => html`<option value=${one} ?selected=${one === speed}>${one === "even" ? t("replay.even") : `${one === 0.5 ? "½" : one}×`}</option>`)}
      </select>
    </div>
  </section>`;
}

/**
 * Before there is anything to be seen: it is on its way, or can't be had, or a file is asked for.
 * @param {Replaying} place
 * @param {boolean} asks
 */
export const filePage = (place, asks) =>
  html`<div class="page" @dragover=${(/** @type {Event} */ event) => event.preventDefault()} @drop=${(/** @type {DragEvent} */ event) => (event.preventDefault(), void place.openFile(event.dataTransfer?.files[0]))}>
    <header class="corner">${homeLink((event) => place.app.goHome(event), t("home"))}${languagePicker(place.app)}</header>
    <main>
      <div class="paper narrow">
        <h1 class="headline" tabindex="-1">${t("replay")}</h1>
        ${place.trouble ? html`<p class="wrong" role="alert">${place.trouble}</p>` : nothing}
        ${place.busy ? html`<p role="status">${t("opening")}</p>` : nothing}
        ${asks || place.trouble ? fileField(place) : nothing}
        <div class="actions"><button class="large" @click=${(/** @type {Event} */ event) => place.app.goHome(event)}>${t("result.home")}</button></div>
      </div>
    </main>
  </div>`;

/**
 * Asks for a file, by hand or by dropping it.
 * @param {Replaying} place
 * @param {{beside?: boolean, chosen?: () => void}} [how]
 */
export const fileField = (place, { beside = false, chosen = () => {} } = {}) =>
  html`<label class="drop">
    ${sign("file")} <b>${t(beside ? "replay.beside.file" : "replay.open")}</b>
    ${beside ? nothing : html`<span class="quiet">${t("replay.open.what")}</span>`}
    <input class="unseen" type="file" accept=".txt,text/plain" @change=${(/** @type {Event} */ event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      void place.openFile(input.files?.[0], beside);
      input.value = "";
      chosen();
    }} />
  </label>`;
