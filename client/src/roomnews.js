/** What is told of a room to those who look elsewhere. */
import { formatTime } from "./clock.js";
import { gameName } from "./gamenames.js";
import { list, t } from "./words.js";

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
      return rematchText(room);
    case "closing": {
      const name = room?.members.find(({ id }) => id === effect.player)?.name ?? t("someone");
      return t("news.closing", { name, time: formatTime(Math.ceil(left / 1000) * 1000) });
    }
  }
}

/**
 * Who waits for the next race.
 * @param {import("./messages.js").Room | null} room
 */
export function rematchText(room) {
  const names = room?.members.flatMap(({ ready, name }) => (ready ? [name] : [])) ?? [];
  return t(names.length > 1 ? "rematch.wanted.many" : "rematch.wanted.one", {
    names: list(names.length ? names : [t("someone")]),
  });
}
