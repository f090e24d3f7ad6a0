/**
 * What is asked about the daily challenge, and the little that the page works out by itself.
 *
 * @typedef {{state: import("./messages.js").AttemptState, time_ms: number, moves: number, undos: number, hints: number, home: number, clean: boolean}} DailyResult
 * @typedef {{code: string, result: DailyResult | null}} DailyOwn
 * @typedef {{variant: string, ready: boolean, players: number, finished: number, mine: DailyOwn | null}} DailyGame
 * @typedef {{variant: string, number: number, code: string, closes_ms: number}} DailyLate
 * @typedef {{days: number, best: number, rest_in: number}} DailyStreak
 * @typedef {{number: number, date: string, next_ms: number, games: DailyGame[], late: DailyLate[], streak: DailyStreak | null}} DailyOverview
 * @typedef {"gold" | "silver" | "bronze"} Medal
 * @typedef {"time" | "moves"} By
 * @typedef {{place: number, equal: number, beaten: number | null, medal: Medal | null}} DailyPlace
 * @typedef {{moves: number, quartile_times_ms: number[], quartile_moves: number[]}} DailyPar
 * @typedef {{deal_id: string, nonce: string, commitment: string}} DailyDeal
 * @typedef {{variant: string, number: number, date: string, today: number, next_ms: number, closes_ms: number | null, ready: boolean, players: number, finished: number,
 *   mine: DailyOwn | null, places: Partial<Record<By, DailyPlace>> | null, medal: Medal | null, practice: string | null, streak: DailyStreak | null, par: DailyPar | null, deal: DailyDeal | null}} DailyDay
 * @typedef {{place: number, player: string, name: string, me: boolean, friend: boolean, result: DailyResult | null, code: string | null}} DailyLine
 * @typedef {{players: number, finished: number, start: number, lines: DailyLine[], mine: DailyPlace | null}} DailyBoard
 * @typedef {"won" | "played" | "rest" | "outage" | "missed" | "open"} Mark
 * @typedef {{number: number, date: string, ready: boolean, mark: Mark, result: DailyResult | null}} DailyMark
 * @typedef {{today: number, days: DailyMark[], streak: DailyStreak}} DailyCalendar
 */
import { askAsPlayer, ask, json } from "./api.js";
import { formatTime } from "./clock.js";
import { language, t } from "./words.js";
import { gameName } from "./gamenames.js";

export const today = () => ask("/api/daily");

/** @param {string} variant @param {number} number */
export const day = (variant, number) => ask(`/api/daily/${variant}/${number}`);

/**
 * The browser keeps the answer, and asks only whether it has changed.
 * @param {string} variant
 * @param {number} number
 * @param {{by: By, friends: boolean, top: boolean}} wanted
 */
export const board = (variant, number, { by, friends, top }) =>
  ask(`/api/daily/${variant}/${number}/board?by=${by}${friends ? "&who=friends" : ""}${top ? "&from=0" : ""}`);

/** Days of a calendar that are shown at once: six weeks. */
export const SHOWN = 42;

/**
 * @param {string} variant
 * @param {number} to number of the last day
 */
export const calendar = (variant, to) => ask(`/api/daily/${variant}/calendar?from=${Math.max(1, to - SHOWN + 1)}&to=${to}`);

/**
 * The room of the ranked attempt, begun if it has not been, or of practice.
 * @param {string} variant
 * @param {{name: string, number: number, practice?: boolean}} wanted
 */
export const begin = (variant, wanted) => askAsPlayer(`/api/daily/${variant}`, json("POST", wanted));

/** @param {string} date of a day of UTC, `2026-11-30` */
export const dateText = (date) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));

/** When, by the reader's own clock, something is that is so far away. @param {number} at of `Date.now()` */
export const hourText = (at) => new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(new Date(at));

/**
 * What somebody sends to friends: as text, without a card.
 * @param {DailyDay} day
 * @param {string} address
 */
export function shareText({ variant, number, mine, places, medal }, address) {
  const result = mine?.result;
  const lines = [t("daily.share.title", { game: gameName(variant), number })];
  if (result?.state === "finished") {
    lines.push(t("daily.share.won", { time: formatTime(result.time_ms), moves: result.moves }));
    const more = [medal && t(`daily.medal.${medal}`), result.clean && t("daily.clean")].filter(Boolean);
    if (more.length) lines.push(more.join(" · "));
    const beaten = places?.time?.beaten;
    if (beaten !== null && beaten !== undefined) lines.push(t("daily.beaten", { n: beaten }));
  } else if (result) lines.push(t("daily.share.lost", { n: result.home }));
  return [...lines, address].join("\n");
}
