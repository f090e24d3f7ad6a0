/** What is asked of the server about replays. */
import { ask } from "./api.js";

/** Where a replay is. @param {string} code @param {string | number} race @param {string} player "" leaves it to the server */
export const replayAddress = (code, race, player) =>
  `/api/replays/${[code, race, player].filter(Boolean).map((part) => encodeURIComponent(part)).join("/")}`;

/** @param {string} code @param {string} race @param {string} player */
export const replayOf = (code, race, player) => ask(replayAddress(code, race, player));

/** The replay of a file: the page has no rules to play it by. @param {Blob} file */
export const replayOfFile = (file) => ask("/api/replays", { method: "POST", body: file });
