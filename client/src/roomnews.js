/** What is told of a room to those who look elsewhere. */
import { formatTime } from "./clock.js";
import { gameName } from "./pages/games.js";
import { t } from "./words.js";

/**
 * @param {import("./session.js").Session} session
 * @param {Extract<import("./session.js").Effect, {do: "news"}>} effect
 * @param {number} left milliseconds that are left of the race
 */
export function newsText({ room }, effect, left) {
  switch (effect.news) {
    case "game":
      return t("news.game", { game: gameName(room?.variant ?? "") });
    case "settings":
      return t("news.settings");
    case "rematch":
      return t("news.rematch");
    case "closing": {
      const name = room?.members.find(({ id }) => id === effect.player)?.name ?? t("someone");
      return t("news.closing", { name, time: formatTime(left) });
    }
  }
}
