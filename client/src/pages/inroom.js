/** The pages of a room: they come while the start page is looked at. */
export { lobbyPage } from "./lobby.js";
export { racePage } from "./race.js";
export { resultPage } from "./result.js";
