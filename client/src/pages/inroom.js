/** The pages of a room before and after the race: they come while the start page is looked at. */
export { lobbyPage } from "./lobby.js";
export { resultPage } from "./result.js";
