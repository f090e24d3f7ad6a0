/**
 * A room while the page is about it: the connection to it, and what follows from each thing that is heard.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").Effect} Effect
 * @typedef {import("./messages.js").Outgoing} Outgoing
 */
import { becomePlayer } from "./api.js";
import { takeBegun } from "./begun.js";
import { keepFirst, recallFirst } from "./firsttable.js";
import { more, verify } from "./later.js";
import { newsText } from "./roomnews.js";
import { seatAfter } from "./seat.js";
import { addressOf, newSession, opened, receive } from "./session.js";
import { openSocket } from "./socket.js";
import { closeDialogs } from "./view/dialog.js";
import { watch } from "./watched.js";
import { learn, reason, t } from "./words.js";

/** A code of a connection that was told that its token is worth nothing. */
const BAD_TOKEN = 4503;
/** Once the countdown has begun, the clock is asked for this often, a few times. */
const HURRY_MS = 250;
/** A table that may not be seen yet is asked for again after this time. */
const AGAIN_MS = 1000;
/** For how long a sign is shown. */
const SIGN_MS = 4000;

/** What is special about a game alone. */
export const loadAlone = async () => (await Promise.all([import("./alone.js"), learn("alone")]))[0];

/** What comes with a race. */
const loadWatching = async () => (await Promise.all([import("./watching.js"), learn("watch")]))[0];

/**
 * @param {import("./app.js").App} app
 * @param {ReturnType<typeof import("./play.js").createPlay>} play
 * @param {ReturnType<typeof import("./view/announcer.js").createAnnouncer>} announcer
 */
export function createVisit(app, play, announcer) {
  /** @type {import("./socket.js").Socket | null} */
  let socket = null;
  /** Whether a new token was asked for because of this room. */
  let renewed = false;

  /**
   * @param {string} code
   * @param {{joinAs?: string, startAtOnce?: boolean}} how
   */
  async function open(code, { joinAs = "", startAtOnce = false }) {
    const session = newSession(code, joinAs, startAtOnce);
    app.session = session;
    renewed = false;
    const problem = (await Promise.all([becomePlayer(), learn("people").then(() => null, () => "no_connection")])).find((reason) => reason);
    if (app.session !== session) return;
    if (problem) {
      Object.assign(session, { problem, link: "ended" });
      return app.update();
    }
    void more.want().then(({ knowBlocked }) => knowBlocked(app), () => {});
    /** @type {import("./socket.js").Listener} */
    const listener = {
      address: () => location.origin.replace(/^http/, "ws") + addressOf(session),
      opened: () => opened(session),
      received: (message, now) => {
        perform(receive(session, message, now));
        if (message.t === "table" && message.player === session.me && session.room) keepFirst(session.room, message);
        app.watching?.heed();
        app.update();
      },
      lost: (failures) => {
        Object.assign(session, { link: "lost", failures });
        app.update();
      },
      ended: (code) => void ended(session, code),
    };
    socket = openSocket(listener, takeBegun(code));
  }

  /**
   * @param {Session} session
   * @param {number} code of the close
   */
  async function ended(session, code) {
    if (code === BAD_TOKEN && !renewed) {
      renewed = true;
      if (!(await becomePlayer({ anew: true }))) return socket?.reopen();
    }
    session.link = "ended";
    app.keepSeat(seatAfter(app.seat, session));
    closeDialogs();
    app.update();
  }

  /** @param {Effect[]} effects */
  function perform(effects) {
    for (const effect of effects) act(effect);
  }

  /** @param {Effect} effect */
  function act(effect) {
    const { session } = app;
    if (!session) return;
    switch (effect.do) {
      case "send":
        return void socket?.send(effect.message);
      case "resync":
        return socket?.resync();
      case "ended":
        app.keepSeat(seatAfter(app.seat, session));
        return socket?.close();
      case "hurry":
        for (let i = 0; i < 4; i++) setTimeout(() => socket?.ping(), i * HURRY_MS);
        return;
      case "again":
        return void setTimeout(() => {
          if (app.session === session && session.watching === effect.player && session.hidden)
            perform([watch(session, ...session.tables.keys())]);
        }, AGAIN_MS);
      case "refused":
        play.refused();
        return app.say(reason(effect.reason), "refusal");
      case "table":
        app.watching?.arrived(effect.player);
        return play.arrived();
      case "hint":
        return void play.hinting.show();
      case "moved":
        app.watching?.moved(effect);
        return play.moved(effect);
      case "room":
        return roomChanged(session, effect.before);
      case "afresh":
        app.verdict = null;
        return play.afresh();
      case "reaction":
        return reacted(session, effect.player, effect.sign);
      case "news":
        return news(session, effect);
    }
  }

  /**
   * @param {Session} session
   * @param {import("./messages.js").RoomState | null} before
   */
  function roomChanged(session, before) {
    const { room } = session;
    app.keepSeat(seatAfter(app.seat, session));
    if (room?.solo && !app.alone) void beAlone(session);
    app.alone?.heed();
    if (room && !room.solo && /countdown|racing/.test(room.state)) void beWatching(session);
    if (!room || room.state === before) return;
    if (room.state === "over" || room.state === "closed" || room.state === "countdown") closeDialogs();
    if (room.state === "over" && room.opening && room.sealed) void judge(room, room.opening);
    if (room.state === "racing" && before === "countdown") {
      announcer.news(t("race.go"));
      play.show("glide"); // should the table have come before the word
    }
    if (room.state === "over") {
      announcer.news(t(room.solo ? "result.won" : "result.over"));
      requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(".headline[tabindex]"))?.focus());
    }
  }

  /**
   * @param {Session} session
   * @param {string} player
   * @param {import("./messages.js").Sign} sign
   */
  function reacted({ room, me }, player, sign) {
    if (app.blocked.has(player)) return;
    app.signs.set(player, sign);
    const name = room?.members.find(({ id }) => id === player)?.name ?? t("someone");
    if (player !== me) announcer.news(`${name}: ${t(`sign.${sign}`)}`);
    setTimeout(() => {
      if (app.signs.get(player) === sign) app.signs.delete(player);
      app.update();
    }, SIGN_MS);
  }

  /**
   * @param {Session} session
   * @param {Extract<Effect, {do: "news"}>} effect
   */
  function news(session, effect) {
    const text = newsText(session, effect, app.times.left() ?? 0);
    // That somebody wants a rematch can be read on the page.
    if (effect.news === "rematch") announcer.news(text);
    else app.say(text, "news");
  }

  /** @param {import("./messages.js").Room} room @param {import("./messages.js").Opening} opening */
  async function judge(room, opening) {
    const check = await verify.want().catch(() => null);
    if (!check) return app.say(reason("no_connection"), "refusal");
    app.verdict = check.verdictOf(room, opening, recallFirst(room));
    app.update();
  }

  /** A room for one alone has opened: what is special about it comes now. @param {Session} session */
  async function beAlone(session) {
    const module = await loadAlone().catch(() => null);
    if (app.session !== session || app.alone) return;
    if (!module) return app.say(reason("no_connection"), "refusal");
    app.alone = module.openAlone(app);
    app.alone.heed();
    app.update();
  }

  /** What comes with a race comes now. @param {Session} session */
  async function beWatching(session) {
    const module = await loadWatching().catch(() => null);
    if (app.session !== session || app.watching || !module) return;
    app.watching = module.openWatching(app);
    app.update();
  }

  return {
    open,

    close() {
      socket?.close();
      socket = null;
    },

    /** @param {Outgoing} message @returns {boolean} whether it is on its way */
    send: (message) => socket?.send(message) ?? false,

    ping: () => socket?.ping(),

    reopen: () => socket?.reopen(),

    /** @param {readonly string[]} players */
    watch(players) {
      if (app.session) perform([watch(app.session, ...players)]);
    },
  };
}
