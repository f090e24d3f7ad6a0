/**
 * What comes with a race that is under way: the commentary, how many watch, and several tables side by side. Comes with the
 * first race, and its words with it.
 */
import { html, nothing } from "lit-html";
import { comment, newCommentary } from "./commentary.js";
import { familyOf } from "./families.js";
import { DEAL } from "./notation.js";
import { liveOrder } from "./ranking.js";
import { createTiles, tiles } from "./pages/tiles.js";
import { watchedTable } from "./watched.js";
import { icon } from "./view/icons.js";
import { t } from "./words.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./messages.js").Room} Room
 *
 * @typedef {object} Watching
 * @property {() => void} heed takes in what is known of the race now
 * @property {(player: string) => string[]} after whose tables are watched once a racer was chosen
 * @property {(player: string) => void} arrived a whole table has come
 * @property {(news: {player: string, move: string, steps: readonly import("./messages.js").Step[]}) => void} moved
 * @property {() => void} redraw the look has changed
 * @property {(session: Session, room: Room) => unknown} tables several of them, if they are wanted
 * @property {(session: Session, room: Room) => unknown} foot under the racers: what has just happened, and how many look on
 * @property {(session: Session) => unknown} choice between one table and several
 * @property {() => void} close the page is about something else from now on
 */

/** As many tables as the server shows at once. */
export const MOST_TABLES = 4;
/** For so long one remark is read before the next one comes. */
const REMARK_MS = 4000;
/** Remarks that may wait: older ones are no news any more. */
const MOST_WAITING = 3;
const LOOK_MS = 1000;

/** @param {import("./app.js").App} app @returns {Watching} */
export function openWatching(app) {
  let commentary = newCommentary();
  let race = 0;
  /** Whether several tables are seen. */
  let several = false;
  /** @type {import("./commentary.js").Remark[]} */
  let waiting = [];
  let remark = "";
  let remarkedAt = -Infinity;
  const boards = createTiles(app);

  function heed() {
    const { session } = app;
    if (!session?.room) return;
    // Before the start already: what is chosen while it is counted down is to last.
    if (session.room.race !== race) afresh(session.room.race);
    const clock = app.times.clock();
    if (session.room.state !== "racing" || clock === null || !session.racers.length) return;
    waiting.push(...comment(commentary, session.racers, familyOf(session.room.variant), clock));
    next();
  }

  /** Another remark, as soon as the last one was read. */
  function next() {
    const now = performance.now();
    if (now - remarkedAt < REMARK_MS) return;
    waiting = waiting.slice(0, MOST_WAITING);
    const one = waiting.shift();
    if (!one) return;
    [remark, remarkedAt] = [textOf(one), now];
    app.update();
  }

  /** @param {import("./commentary.js").Remark} remark */
  function textOf({ kind, player, n }) {
    const room = app.session?.room;
    const name = room?.members.find(({ id }) => id === player)?.name || t("someone");
    if (kind === "first") return t(`remark.first.${familyOf(room?.variant ?? "").home}`, { name, n });
    if (kind === "finished") return t(n === 1 ? "remark.finished.first" : "remark.finished", { name });
    return t(`remark.${kind}`, { name, n });
  }

  /** @param {number} number of the race that is on now */
  function afresh(number) {
    [commentary, race, waiting, remark, several] = [newCommentary(), number, [], "", false];
    boards.clear();
  }

  /** @param {string} player @returns {string[]} */
  function after(player) {
    const shown = [...(app.session?.tables.keys() ?? [])];
    if (!several || !player) return player ? [player] : [];
    if (shown.includes(player)) return shown.length > 1 ? shown.filter((other) => other !== player) : shown;
    return [...shown, player].slice(-MOST_TABLES);
  }

  /** One table, or as many as there is room for: the one that is watched, and those of who is ahead. */
  function toggle() {
    const { session } = app;
    if (!session) return;
    several = !several;
    boards.clear();
    const others = liveOrder(session.racers).flatMap(({ id }) => (id === session.me || id === session.watching ? [] : [id]));
    app.watchAll([session.watching, ...(several ? others : [])].slice(0, several ? MOST_TABLES : 1));
  }

  /** Only this one from now on. @param {string} player */
  function only(player) {
    several = false;
    boards.clear();
    app.watchAll([player]);
  }

  /** Who could be seen beside the table that is watched. @param {Session} session */
  const others = ({ racers, me, watching }) => racers.some(({ id }) => id !== me && id !== watching);

  const timer = setInterval(heed, LOOK_MS);
  heed();

  return {
    heed,
    after,

    arrived(player) {
      if (several) boards.show(player, "jump", null);
    },

    moved({ player, move, steps }) {
      const first = steps.find(([kind]) => kind === "move");
      if (several) boards.show(player, "glide", first?.[0] === "move" && move !== DEAL ? first[2] : null);
    },

    redraw() {
      for (const player of app.session?.tables.keys() ?? []) boards.show(player, "jump", null);
    },

    tables: (session, room) => (several && session.watching && watchedTable(session) ? tiles(boards, session, room, only) : null),

    foot: (session, room) =>
      html`<p class="foot ${session.watching ? "" : "own"}">
        <span class="remark" role=${session.watching ? "status" : nothing}>${room.paused ? t("remark.paused") : remark}</span>
        ${room.spectators ? html`<span class="watchers with-icon" title=${t("watchers", { n: room.spectators })}>${icon("eye")} <span aria-hidden="true">${room.spectators}</span><span class="unseen">${t("watchers", { n: room.spectators })}</span></span>` : nothing}
      </p>`,

    choice: (session) =>
      others(session)
        ? html`<button class="round plain several" aria-label=${t("watch.several")} title=${t("watch.several")} aria-pressed=${several} @click=${toggle}>${icon(several ? "one" : "several")}</button>`
        : nothing,

    close() {
      clearInterval(timer);
      boards.clear();
    },
  };
}
