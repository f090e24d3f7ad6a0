/** The track: how far everyone is. Counts only, so that no table can be guessed from it. */
import { html, nothing } from "lit-html";
import { formatTime } from "../clock.js";
import { familyOf } from "../families.js";
import { liveOrder } from "../ranking.js";
import { icon } from "../view/icon.js";
import { t } from "../words.js";
import { sign, teamName } from "./signs.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../messages.js").Racer} Racer */
/** @typedef {import("../messages.js").Room} Room */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 */
export function track(app, session, room) {
  const known = session.racers.length ? session.racers : room.members.map(atStart);
  const racers = liveOrder(known.map((racer) => (racer.id === session.me ? ownRacer(session, room, racer) : racer)));
  const { watchable } = app.times;
  return html`<section class="track" aria-label=${t("track")} tabindex="0">
    <ol class="racers">
      ${racers.map((racer, i) => racerRow(app, session, room, racer, i, watchable && racer.id !== session.me))}
    </ol>
    ${app.watching?.foot(session, room) ?? nothing}
  </section>`;
}

/**
 * Before the first news of the race: everyone stands at the line.
 * @param {import("../messages.js").Member} member
 * @returns {Racer}
 */
const atStart = ({ id, here }) => ({ id, here, state: "racing", home: 0, moves: 0, down: 0, time_ms: null, starts_ms: 0 });

/**
 * What one knows of oneself comes at once, not five times a second.
 * @param {Session} session
 * @param {Room} room
 * @param {Racer} racer
 * @returns {Racer}
 */
function ownRacer({ wishes }, { variant }, racer) {
  if (!wishes) return racer;
  const { moves = racer.moves, down = racer.down, [familyOf(variant).home]: home = racer.home } = wishes.counters;
  return { ...racer, moves, home, down };
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {Room} room
 * @param {Racer} racer
 * @param {number} index
 * @param {boolean} watchable
 */
function racerRow(app, session, room, racer, index, watchable) {
  const member = room.members.find(({ id }) => id === racer.id);
  const mine = racer.id === session.me;
  const family = familyOf(room.variant);
  const watched = session.tables.has(racer.id);
  const content = html`<span class="racer-head">
      <span class="position" aria-hidden="true">${index + 1}</span>
      <span class="who">${member?.name ?? t("someone")}</span>
      ${member?.robot ? html`<span class="tag">${icon("robot")}<span class="unseen">${t("robot")}</span></span>` : nothing}
      ${member?.team == null ? nothing : html`<span class="tag">${teamName(member.team)}</span>`}
      ${sign(app, racer.id)}
      <span class="where">${whereabouts(racer)}</span>
    </span>
    <span class="racer-body">
      ${standing(racer, family)}
      <span class="counts">
        <span aria-hidden="true" class="moves">${racer.moves}</span><span class="unseen">${t("count.moves", { n: racer.moves })}</span>
        ${family.counters.includes("down") ? html`<span aria-hidden="true" class="down">${racer.down}</span><span class="unseen">${t("count.down", { n: racer.down })}</span>` : nothing}
      </span>
    </span>`;
  const name = `racer ${mine ? "me" : ""} ${watched ? "watched" : ""} ${racer.here ? "" : "gone"} ${racer.state}`;
  return html`<li class=${name} data-player=${racer.id}>
    ${watchable ? html`<button class="racer-line" aria-pressed=${watched} @click=${() => app.watch(racer.id)}>${content}</button>` : html`<div class="racer-line">${content}</div>`}
  </li>`;
}

/** @param {Racer} racer */
function whereabouts({ state, time_ms, here }) {
  if (state === "finished") return html`${icon("flag")} ${formatTime(time_ms ?? 0)}`;
  if (state !== "racing") return t(`state.${state}`);
  return here ? nothing : html`${icon("away")} ${t("away")}`;
}

/** @typedef {import("../families.js").Family} Family */

/**
 * How far somebody is.
 * @param {{home: number}} racer
 * @param {Family} family
 */
export const standing = (racer, family) => (family.home === "sets" ? pips(racer, family) : bar(racer, family));

/**
 * @param {{home: number}} racer
 * @param {Family} family
 */
function pips({ home }, { goal }) {
  return html`<span class="pips" role="img" aria-label=${t("home.sets", { done: home, goal })}>${Array.from({ length: goal }, (_, i) => html`<i class=${i < home ? "won" : ""}></i>`)}</span>`;
}

/**
 * @param {{home: number}} racer
 * @param {Family} family
 */
const bar = ({ home }, { goal, home: counter }) =>
  html`<progress class="bar" max=${goal} value=${home} aria-label=${t(`home.${counter}`, { done: home, goal })}></progress>
    <span class="done" aria-hidden="true">${home}<small>/${goal}</small></span>`;
