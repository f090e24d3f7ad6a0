/** The daily challenge: today with all its games, or one game of one day. */
import { html, nothing } from "lit-html";
import * as daily from "../daily.js";
import { formatTime } from "../clock.js";
import { gameName } from "../gamenames.js";
import { verify } from "../later.js";
import { copyText } from "../view/clipboard.js";
import { icon } from "../view/icons.js";
import { ordinal, reason, t } from "../words.js";
import { emblem, groups } from "./games.js";
import { languagePicker } from "./language.js";
import { homeLink } from "./name.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../daily.js").DailyDay} DailyDay */
/** @typedef {import("../daily.js").DailyGame} DailyGame */
/** @typedef {import("../daily.js").DailyLine} DailyLine */
/** @typedef {import("../daily.js").DailyMark} DailyMark */

/** How often a board that somebody looks at is asked for again; the browser asks only whether it has changed. */
const EVERY_MS = 5000;

/**
 * @param {App} app
 * @param {() => void} update
 * @returns {import("../places.js").Place}
 */
export function open(app, update) {
  const [, , variant, number] = location.pathname.split("/");
  return variant ? openDay(app, update, variant, Number(number)) : openToday(app, update);
}

/**
 * Begins an attempt, finds it again, or practises.
 * @param {App} app
 * @param {string} variant
 * @param {{number: number, practice?: boolean}} wanted
 * @param {() => void} update
 */
async function play(app, variant, wanted, update) {
  app.busy = true;
  update();
  const answer = await daily.begin(variant, { name: app.name.trim(), ...wanted });
  app.busy = false;
  if (answer.ok) return app.openRoom(answer.body.code, "");
  app.say(reason(answer.reason), "refusal");
  update();
}

/** @param {App} app @param {unknown} content */
const page = (app, content) =>
  html`<div class="page daily">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}${languagePicker(app)}</header>
    <main><div class="paper wide-list">${content}</div></main>
  </div>`;

/** @param {string} trouble */
const wrong = (trouble) => (trouble ? html`<p class="wrong" role="alert">${reason(trouble)}</p>` : nothing);

// ---- today

/** @param {App} app @param {() => void} update @returns {import("../places.js").Place} */
function openToday(app, update) {
  /** @type {import("../daily.js").DailyOverview | null} */
  let overview = null;
  let trouble = "";
  let nextAt = 0;
  async function look() {
    const answer = await daily.today();
    if (answer.ok) [overview, trouble, nextAt] = [answer.body, "", Date.now() + answer.body.next_ms];
    else trouble = answer.reason;
    update();
  }
  void look();
  const timer = setInterval(() => {
    if (document.hidden) return;
    if (nextAt && Date.now() >= nextAt) void look();
    else update();
  }, 1000);
  return {
    close: () => clearInterval(timer),
    draw: () => page(app, html`${wrong(trouble)}${overview ? todayView(app, overview, nextAt, update) : nothing}`),
  };
}

/**
 * @param {App} app
 * @param {import("../daily.js").DailyOverview} overview
 * @param {number} nextAt
 * @param {() => void} update
 */
function todayView(app, { number, date, games, late, streak }, nextAt, update) {
  const order = groups(games.map(({ variant }) => ({ id: variant }))).flatMap((ids) => ids);
  const inOrder = [...games].sort((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant));
  return html`<h1 class="headline" tabindex="-1">${t("daily")} <span class="daily-number">#${number}</span></h1>
    <p class="daily-when">
      <span>${daily.dateText(date)}</span>
      <span class="quiet">${t("daily.next", { time: formatTime(Math.max(0, nextAt - Date.now())), hour: daily.hourText(nextAt) })}</span>
    </p>
    ${streak && (streak.days || streak.best) ? html`<p class="daily-streak"><b>${t("daily.streak", { n: streak.days })}</b> <span class="quiet">${t("daily.best", { n: streak.best })} · ${streak.rest_in ? t("daily.rest_in", { n: streak.rest_in }) : t("daily.rest")}</span></p>` : nothing}
    ${late.map(({ variant, number, code }) => html`<p><button class="primary" @click=${() => app.openRoom(code, "")}>${t("daily.late", { game: gameName(variant), number })}</button></p>`)}
    <ul class="daily-games">${inOrder.map((game) => gameRow(app, game, number, update))}</ul>
    <p class="quiet">${t("daily.rules")}</p>`;
}

/**
 * @param {App} app
 * @param {DailyGame} game
 * @param {number} number
 * @param {() => void} update
 */
function gameRow(app, { variant, ready, mine, players }, number, update) {
  const path = `/daily/${variant}/${number}`;
  const done = mine?.result ?? null;
  return html`<li class="daily-game">
    ${emblem(variant, app.look)}
    <a href=${path} @click=${(/** @type {Event} */ event) => app.go(event, path)}><b>${gameName(variant)}</b></a>
    <span class="quiet">${done ? resultText(done) : !ready ? t("daily.not_ready") : mine ? t("daily.under_way") : players ? t("daily.players", { n: players }) : nothing}</span>
    ${
      done
        ? html`<button aria-label="${t("daily.boards")}: ${gameName(variant)}" @click=${(/** @type {Event} */ event) => app.go(event, path)}>${t("daily.boards")}</button>`
        : mine
          ? html`<button class="primary" ?disabled=${app.busy} aria-label="${t("daily.go_on")}: ${gameName(variant)}" @click=${() => play(app, variant, { number }, update)}>${t("daily.go_on")}</button>`
          : html`<button ?disabled=${!ready} aria-label="${t("daily.play")}: ${gameName(variant)}" @click=${(/** @type {Event} */ event) => app.go(event, path)}>${t("daily.play")}</button>`
    }
  </li>`;
}

/** @param {import("../daily.js").DailyResult} result */
const resultText = (result) =>
  result.state === "finished"
    ? t("daily.won_in", { time: formatTime(result.time_ms), moves: result.moves })
    : t(`ended.${result.state === "gave_up" ? "gave_up" : "time_up"}`);

// ---- one game of one day

/**
 * @param {App} app
 * @param {() => void} update
 * @param {string} variant
 * @param {number} number
 * @returns {import("../places.js").Place}
 */
function openDay(app, update, variant, number) {
  /** @type {DailyDay | null} */
  let day = null;
  /** @type {import("../daily.js").DailyBoard | null} */
  let board = null;
  /** @type {import("../daily.js").DailyCalendar | null} */
  let calendar = null;
  /** @type {import("../verify.js").Verdict | null} */
  let verdict = null;
  let trouble = "";
  let closed = false;
  /** @type {{by: import("../daily.js").By, friends: boolean, top: boolean}} */
  const wanted = { by: "time", friends: false, top: false };
  async function look() {
    const [about, lines] = await Promise.all([daily.day(variant, number), daily.board(variant, number, wanted)]);
    if (closed) return;
    if (about.ok && lines.ok) [day, board, trouble] = [about.body, lines.body, ""];
    else trouble = about.ok ? (lines.ok ? "" : lines.reason) : about.reason;
    if (day && !calendar) void lookBack(Math.min(day.today, number + daily.SHOWN / 2));
    if (day?.deal && !verdict) void judge(day.deal);
    update();
  }
  /** @param {number} to number of the last day that is shown */
  async function lookBack(to) {
    const answer = await daily.calendar(variant, to);
    if (answer.ok) calendar = answer.body;
    update();
  }
  /** @param {import("../daily.js").DailyDeal} deal */
  async function judge({ deal_id, nonce, commitment }) {
    const check = await verify.want().catch(() => null);
    if (!check || closed) return;
    const bytes = Uint8Array.from(nonce.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    verdict = check.verdictOf({ commitment, variant }, { deal_id, nonce: bytes }, null);
    update();
  }
  void look();
  const timer = setInterval(() => {
    if (!document.hidden) void look();
  }, EVERY_MS);
  /** @param {Partial<typeof wanted>} change */
  const choose = (change) => {
    Object.assign(wanted, change);
    void look();
  };
  return {
    close: () => {
      closed = true;
      clearInterval(timer);
    },
    draw: () =>
      page(
        app,
        html`${wrong(trouble)}
        ${
          day
            ? html`${dayView(app, day, verdict, update)} ${board ? boardView(app, board, wanted, choose) : nothing}
              ${calendar ? calendarView(app, variant, calendar, number, (to) => void lookBack(to)) : nothing}
              <div class="actions"><button class="large" @click=${(/** @type {Event} */ event) => app.go(event, "/daily")}>${t("daily.all")}</button></div>`
            : nothing
        }`,
      ),
  };
}

/**
 * @param {App} app
 * @param {DailyDay} day
 * @param {import("../verify.js").Verdict | null} verdict
 * @param {() => void} update
 */
function dayView(app, day, verdict, update) {
  const { variant, number, date, today, mine, medal, places, par, deal, ready, players, finished, closes_ms } = day;
  const result = mine?.result ?? null;
  const place = places?.time;
  const may = ready && number === today && !result;
  const again = mine && deal ? `/replay/${mine.code}/1` : "";
  return html`<h1 class="headline" tabindex="-1">${gameName(variant)} <span class="daily-number">#${number}</span></h1>
    <p class="daily-when"><span>${daily.dateText(date)}</span> <span class="quiet">${t("daily.field", { n: players, won: finished })}</span></p>
    ${
      result
        ? html`<section class="daily-own">
            ${medal ? html`<p class="medal ${medal}">${t(`daily.medal.${medal}`)}</p>` : nothing}
            <dl class="won-facts">
              <div><dt>${t("daily.time")}</dt><dd>${result.state === "finished" ? formatTime(result.time_ms, { tenths: true }) : resultText(result)}</dd></div>
              <div><dt>${t("counter.moves")}</dt><dd>${result.moves}</dd></div>
              ${place ? html`<div><dt>${t("daily.place")}</dt><dd>${ordinal(place.place)}</dd></div>` : nothing}
            </dl>
            ${place && place.beaten !== null ? html`<p>${t("daily.beaten", { n: place.beaten })}</p>` : nothing}
            ${result.clean ? html`<p class="clean">${icon("check")} ${t("daily.clean")}</p>` : nothing}
          </section>`
        : nothing
    }
    ${!ready ? html`<p>${t("daily.not_ready")}</p>` : nothing}
    ${
      may && !mine
        ? html`<p>${t("daily.rules")}</p>
            <label class="field"><span>${t("name")}</span><input name="name" maxlength="24" autocomplete="nickname" .value=${app.name} placeholder=${t("name.example")} @change=${(/** @type {Event} */ { target }) => app.rename(/** @type {HTMLInputElement} */ (target).value.trim())} /></label>`
        : nothing
    }
    <div class="actions">
      ${may ? html`<button class="primary large" ?disabled=${app.busy} @click=${() => play(app, variant, { number }, update)}>${t(mine ? "daily.go_on" : "daily.play")}</button>` : nothing}
      ${mine && !result && number !== today && closes_ms !== null ? html`<button class="primary large" @click=${() => app.openRoom(mine.code, "")}>${t("daily.go_on")}</button>` : nothing}
      ${result ? html`<button class="primary large" @click=${() => share(app, day)}>${icon("link")} ${t("daily.share")}</button>` : nothing}
      ${ready && (result || (number < today && !mine) || closes_ms === null) ? html`<button class="large" ?disabled=${app.busy} @click=${() => play(app, variant, { number, practice: true }, update)}>${t("daily.practise")}</button>` : nothing}
      ${again ? html`<a class="button" href=${again} @click=${(/** @type {Event} */ event) => app.go(event, again)}>${t("daily.replay")}</a>` : nothing}
    </div>
    ${par ? parView(par) : nothing}
    ${deal ? html`<p class="verdict with-icon ${verdict ?? ""}" role="status">${verdict === "kept" ? icon("seal") : nothing} ${t(`verdict.${verdict ?? "checking"}`)}</p>` : nothing}
    ${deal ? html`<p class="deal"><span class="quiet">${t("deal")}</span> <button class="plain" @click=${() => app.copy("deal", deal.deal_id)}><code>${deal.deal_id}</code> ${icon(app.copied === "deal" ? "check" : "copy")}</button></p>` : nothing}
    ${result && result.state !== "finished" && closes_ms !== null ? html`<p class="quiet">${t("daily.locked")}</p>` : nothing}`;
}

/** What a medal takes. @param {import("../daily.js").DailyPar} par */
const parView = ({ moves, quartile_times_ms: times, quartile_moves: counts }) =>
  html`<div class="daily-par">
    <p class="quiet">${t("daily.par", { n: moves })}</p>
    ${
      times.length
        ? html`<ul>${/** @type {const} */ (["gold", "silver", "bronze"]).map((medal, i) => html`<li><span class="medal ${medal}">${t(`daily.medal.${medal}`)}</span><span>${i < 2 ? `${formatTime(times[i] ?? 0, { tenths: true })} · ${t("daily.moves", { n: counts[i] ?? 0 })}` : t("daily.par.rest")}</span></li>`)}</ul>`
        : nothing
    }
  </div>`;

/** By the system's own sheet, where there is one. @param {App} app @param {DailyDay} day */
export async function share(app, day) {
  const text = daily.shareText(day, `${location.origin}/daily/${day.variant}/${day.number}`);
  try {
    if (navigator.share) return await navigator.share({ text });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
  }
  app.say((await copyText(text)) ? t("copied") : text, "news");
}

/**
 * @param {App} app
 * @param {import("../daily.js").DailyBoard} board
 * @param {{by: import("../daily.js").By, friends: boolean, top: boolean}} wanted
 * @param {(change: Partial<{by: import("../daily.js").By, friends: boolean, top: boolean}>) => void} choose
 */
function boardView(app, board, wanted, choose) {
  const one = (/** @type {string} */ words, /** @type {boolean} */ on, /** @type {Parameters<typeof choose>[0]} */ change) =>
    html`<button aria-pressed=${on} @click=${() => choose(change)}>${words}</button>`;
  return html`<section class="daily-board" aria-label=${t("daily.boards")}>
    <div class="daily-choices">
      <span role="group" aria-label=${t("daily.by")}>${one(t("daily.by.time"), wanted.by === "time", { by: "time" })}${one(t("daily.by.moves"), wanted.by === "moves", { by: "moves" })}</span>
      <span role="group" aria-label=${t("daily.who")}>
        ${one(t("daily.who.near"), !wanted.friends && !wanted.top, { friends: false, top: false })}${one(t("daily.who.top"), !wanted.friends && wanted.top, { friends: false, top: true })}${one(t("daily.who.friends"), wanted.friends, { friends: true, top: false })}
      </span>
    </div>
    ${board.lines.length ? html`<ol>${board.lines.map((line) => boardLine(app, line))}</ol>` : html`<p class="quiet">${t("daily.nobody")}</p>`}
    ${board.mine ? html`<p class="quiet">${t("daily.mine", { place: ordinal(board.mine.place), n: wanted.friends ? board.lines.length : board.players })}</p>` : nothing}
  </section>`;
}

/** @param {App} app @param {DailyLine} line */
function boardLine(app, { place, name, me, friend, result, code }) {
  return html`<li class="daily-line ${me ? "me" : ""}">
    <span class="daily-place">${place ? ordinal(place) : icon("eye")}</span>
    <b>${name || t(me ? "daily.you" : "someone")}${friend ? html` <span class="unseen">${t("daily.friend")}</span>` : nothing}</b>
    <span class="quiet">${result ? (result.state === "finished" ? t("daily.moves", { n: result.moves }) : t("daily.home", { n: result.home })) : t("daily.under_way")}${result?.clean ? html` <span class="clean" title=${t("daily.clean")}>${icon("check")}<span class="unseen">${t("daily.clean")}</span></span>` : nothing}</span>
    <span class="daily-time">${result ? (result.state === "finished" ? formatTime(result.time_ms, { tenths: true }) : "–") : nothing}</span>
    ${code && !result ? html`<button @click=${() => app.openRoom(code, "")}>${t("daily.watch")}</button>` : nothing}
    ${code && result ? html`<a class="button" href="/replay/${code}/1" aria-label="${t("daily.replay")}: ${name || t("someone")}" title=${t("daily.replay")} @click=${(/** @type {Event} */ event) => app.go(event, `/replay/${code}/1`)}>${icon("eye")}</a>` : nothing}
  </li>`;
}

// ---- days gone by

/**
 * @param {App} app
 * @param {string} variant
 * @param {import("../daily.js").DailyCalendar} calendar
 * @param {number} shown
 * @param {(to: number) => void} lookBack
 */
function calendarView(app, variant, { days, today, streak }, shown, lookBack) {
  const [from, to] = [days[0]?.number ?? 1, days.at(-1)?.number ?? today];
  const first = new Date(`${days[0]?.date ?? "1970-01-05"}T00:00:00Z`);
  const before = (first.getUTCDay() + 6) % 7;
  return html`<section class="daily-calendar" aria-label=${t("daily.calendar")}>
    <h2>${t("daily.calendar")}</h2>
    <p class="quiet">${t("daily.streak", { n: streak.days })} · ${t("daily.best", { n: streak.best })}</p>
    <p class="daily-months">
      <button class="round plain" aria-label=${t("daily.earlier")} title=${t("daily.earlier")} ?disabled=${from <= 1} @click=${() => lookBack(from - 1)}>‹</button>
      <b>${[...new Set([days[0], days.at(-1)].map((day) => daily.dateText(day?.date ?? "1970-01-05")))].join(" – ")}</b>
      <button class="round plain" aria-label=${t("daily.later")} title=${t("daily.later")} ?disabled=${to >= today} @click=${() => lookBack(Math.min(today, to + daily.SHOWN))}>›</button>
    </p>
    <ol>${Array.from({ length: before }, () => html`<li aria-hidden="true"></li>`)}${days.map((day) => calendarDay(app, variant, day, shown))}</ol>
  </section>`;
}

/** @param {App} app @param {string} variant @param {DailyMark} day @param {number} shown */
function calendarDay(app, variant, { number, date, mark }, shown) {
  const path = `/daily/${variant}/${number}`;
  const said = `${daily.dateText(date)}, #${number}: ${t(`daily.mark.${mark}`)}`;
  return html`<li><a class="day ${mark}" href=${path} aria-label=${said} title=${said} aria-current=${number === shown ? "page" : nothing} @click=${(/** @type {Event} */ event) => app.go(event, path)}>${Number(date.slice(8))}</a></li>`;
}
