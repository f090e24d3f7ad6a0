/** What a race is like as long as its host has chosen nothing else. */

/** @type {import("./messages.js").Options} */
export const FIRST_OPTIONS = { racers: 8, spectators: "open", time_limit_s: null, closing_s: null, undo: "on", hints: true, winnable: false, listed: false, teams: 0, series: 1, delay_s: 0 };
