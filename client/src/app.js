/**
 * What the page is about right now, and all that a person can do about it. Everything that changes goes through here and
 * ends in `update`, which draws.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").Effect} Effect
 * @typedef {import("./messages.js").Outgoing} Outgoing
 */
import { becomePlayer, change, createRoom, gamesUnderWay, variants } from "./api.js";
import { ask } from "./pages/ask.js";
import { FIRST_OPTIONS } from "./firstoptions.js";
import { connection, more } from "./later.js";
import { createLine } from "./line.js";
import { isPlace, loadPlace } from "./places.js";
import { createPlay } from "./play.js";
import { recallLook, rememberLook } from "./look.js";
import { recall, remember } from "./prefs.js";
import { newsText } from "./roomnews.js";
import { seatAfter } from "./seat.js";
import { newSession, opened, receive, watch } from "./session.js";
import { createTimes } from "./times.js";
import { keeps } from "./verify.js";
import { createAnnouncer } from "./view/announcer.js";
import { copyText } from "./view/clipboard.js";
import { closeDialogs } from "./view/dialog.js";
import { gameName } from "./gamenames.js";
import { language, learn, reason, speak, t } from "./words.js";

/** Until the server has said what it offers. */
const FIRST_VARIANTS = ["spider-1", "spider-2", "spider-4"].map((id) => ({ id }));
const COPIED_MS = 2000;
/** A code of a connection that was told that its token is worth nothing. */
const BAD_TOKEN = 4503;
/** Once the countdown has begun, the clock is asked for this often, a few times. */
const HURRY_MS = 250;
/** A table that may not be seen yet is asked for again after this time. */
const AGAIN_MS = 1000;
/** For how long a sign is shown. */
const SIGN_MS = 4000;

const loadRoom = async () => (await Promise.all([connection.want(), learn("people")]))[0];

const loadAlone = async () => (await Promise.all([import("./alone.js"), learn("alone")]))[0];

/** @param {() => void} update draws the page again, soon */
export function createApp(update) {
  const announcer = createAnnouncer();
  /** @type {import("./socket.js").Socket | null} */
  let socket = null;
  const { say, line } = createLine(announcer, update);
  let renewed = false;
  const times = createTimes(() => app.session, announcer.news);

  const play = createPlay({
    session: () => app.session,
    look: () => app.look,
    clock: times.clock,
    // What can't be sent now is said again with the next own table.
    send: (message) => void socket?.send(message),
    say,
    news: announcer.news,
    update,
    renew() {
      app.alone?.renew();
      return app.alone !== null;
    },
    help() {
      app.openHelp();
      return true;
    },
  });
  const { board } = play;

  const app = {
    board,
    times,
    update,
    /** @type {{id: string}[]} */
    variants: FIRST_VARIANTS,
    variant: recall("variant") ?? "spider-1",
    /** Code of the room where one has a seat in a race that is not over; "" if there is none. */
    seat: recall("room") ?? "",
    name: recall("name") ?? "",
    options: FIRST_OPTIONS,
    look: recallLook(language()),
    /** @type {Session | null} */
    session: null,
    /** What members show right now, by player. @type {Map<string, import("./messages.js").Sign>} */
    signs: new Map(),
    /** Whose signs are not shown here. @type {Set<string>} */
    blocked: new Set(),
    /** @type {import("./places.js").Place | null} */
    place: null,
    /** What is special about a game alone, while one is open. @type {import("./alone.js").Alone | null} */
    alone: null,
    /** Games alone that are under way, for the start page. @type {import("./messages.js").Game[]} */
    games: [],
    busy: false,
    /** Reason code of the last thing asked over HTTP that was refused. */
    trouble: "",
    /** @type {"create" | "join"} */
    troubleAt: "create",
    /** @type {"" | "link" | "deal"} */
    copied: "",
    line,
    /** @type {"kept" | "broken" | "unable" | null} */
    verdict: null,

    // The page itself

    say,

    title() {
      const { room } = app.session ?? {};
      if (!room) return t("title");
      return t("title.room", { code: room.solo ? gameName(room.variant) : room.code });
    },

    async start() {
      addEventListener("online", () => {
        if (app.session?.problem === "no_connection") route();
      });
      route();
      connection.prepare();
      const list = await variants();
      if (list.length) app.variants = list;
      update();
      more.prepare(); // the connection may be gone by the time that it is needed
    },

    /** @param {string} tag */
    async chooseLanguage(tag) {
      remember("language", tag);
      await speak(tag);
      app.look.language = tag;
      document.documentElement.lang = tag;
      play.show("jump");
      update();
    },

    /** @param {Partial<import("./look.js").Look>} change */
    chooseLook(change) {
      rememberLook(Object.assign(app.look, change));
      play.show("jump");
      update();
    },

    /** @param {string} id */
    chooseVariant(id) {
      app.variant = id;
      remember("variant", id);
      update();
    },

    /** @param {import("./messages.js").Options} options */
    chooseOptions(options) {
      app.options = options;
    },

    /** @param {Event} event */
    goHome: (event) => app.go(event, "/"),

    /**
     * @param {Event} event
     * @param {string} path of one of our pages
     */
    go(event, path) {
      event.preventDefault();
      history.pushState(null, "", path);
      route();
    },

    /**
     * @param {string} text
     * @param {string} title
     * @param {string} what it is good for
     */
    async showQr(text, title, what) {
      const view = await import("./view/qr.js").catch(() => null);
      if (view) view.showQr(text, { title, what });
      else say(reason("no_connection"), "refusal");
    },

    /**
     * @param {"link" | "deal"} what
     * @param {string} text
     */
    async copy(what, text) {
      if (!(await copyText(text))) return say(text, "news");
      app.copied = what;
      update();
      setTimeout(() => {
        app.copied = "";
        update();
      }, COPIED_MS);
    },

    // Rooms

    /** A game alone. @param {{variant?: string, deal?: string}} wanted */
    playAlone(wanted) {
      void loadAlone().catch(() => {}); // asked for again when it is needed
      return app.create({ name: app.name, solo: true, ...wanted });
    },

    /**
     * @param {import("./api.js").NewRoom | import("./api.js").Alone} room
     * @param {{startAtOnce?: boolean}} [how]
     */
    async create(room, how = {}) {
      setName(room.name);
      app.busy = true;
      update();
      const made = await createRoom(room);
      app.busy = false;
      if ("code" in made) return app.openRoom(made.code, "", how);
      [app.trouble, app.troubleAt] = [made.reason, "create"];
      update();
    },

    /**
     * @param {string} code as typed
     * @param {string} joinAs name to join with; "" opens as a spectator
     * @param {{startAtOnce?: boolean}} [how]
     */
    openRoom(code, joinAs, how = {}) {
      const sign = code.replace(/[^0-9a-z]/gi, "").toUpperCase();
      if (!sign) {
        [app.trouble, app.troubleAt] = ["bad_code", "join"];
        return update();
      }
      if (joinAs) setName(joinAs);
      history.pushState(null, "", `/r/${sign}`);
      route({ ...how, joinAs });
    },

    /** @param {string} name */
    join(name) {
      setName(name);
      app.send({ t: "join", name });
    },

    /**
     * Asks for something other than a move.
     * @param {Outgoing} message
     * @returns {boolean} whether it is on its way; if not, that was said
     */
    send(message) {
      const sent = socket?.send(message) ?? false;
      if (!sent) say(reason("no_connection"), "refusal");
      return sent;
    },

    leave() {
      if (!app.send({ t: "leave" })) return;
      keepSeat("");
      history.pushState(null, "", "/");
      route();
    },

    closeRoom: () =>
      ask(t("lobby.close.ask"), t("lobby.close.what"), t("lobby.close"), () => void app.send({ t: "close" })),

    /** @param {import("./messages.js").Member} member */
    remove: ({ id, name }) =>
      ask(t("lobby.remove.ask", { name }), t("lobby.remove.what", { name }), t("lobby.remove"), () =>
        void app.send({ t: "kick", player: id }),
      ),

    rename: setName,

    takeBack() {
      if (app.session) app.session.link = "opening";
      socket?.reopen();
      update();
    },

    // The race

    undo: () => void play.undo(),
    hinting: play.hinting,
    giveUp: () => play.giveUp(),
    goOn: () => void play.goOn(),
    finish: () => play.finish(),
    finishing: () => play.finishing(),
    openMenu: () => void more.want().then(({ openMenu }) => openMenu(app), cutOff),
    openHelp: () => void more.want().then(({ openHelp }) => openHelp(app), cutOff),
    /** @param {string} game */
    openRules: (game) => void more.want().then(({ rules }) => rules.openRules(app, game), cutOff),
    openLook: () => void more.want().then(({ openLook }) => openLook(app)).catch(cutOff),

    /** @param {string} player "" for the own table */
    watch(player) {
      const { session } = app;
      if (!session) return;
      perform([watch(session, player)]);
      // Who has a table of their own goes on seeing it until the other one has come.
      if (!session.wishes) board.clear();
      if (!player) play.show("jump");
      update();
    },

    route,
  };

  function cutOff() {
    say(reason("no_connection"), "refusal");
  }

  /** A room for one alone has opened: what is special about it comes now. @param {Session} session */
  async function beAlone(session) {
    const module = await loadAlone().catch(() => null);
    if (app.session !== session || app.alone) return;
    if (!module) return cutOff();
    app.alone = module.openAlone(app);
    app.alone.heed();
    update();
  }

  async function listGames() {
    app.games = await gamesUnderWay();
    update();
  }

  /** @param {string} name */
  function setName(name) {
    app.name = name;
    remember("name", name);
    void tellName(name);
  }

  /** Opens what the address names. @param {{joinAs?: string, startAtOnce?: boolean}} [how] */
  function route(how = {}) {
    const code = /^\/r\/([^/]+)$/.exec(location.pathname)?.[1];
    app.alone?.close();
    app.alone = null;
    socket?.close();
    socket = null;
    closeDialogs();
    app.session = null;
    app.place?.close();
    app.place = null;
    if (isPlace(location.pathname)) void openPlace(location.pathname);
    Object.assign(app, { trouble: "", verdict: null, busy: false });
    line.shown = null;
    play.afresh();
    renewed = false;
    if (code) void enter(decoded(code), how);
    else if (location.pathname === "/") void listGames();
    update();
  }

  /** @param {string} path */
  async function openPlace(path) {
    const module = await loadPlace(path);
    if (path !== location.pathname || app.place) return;
    if (module) app.place = module.open(app, update);
    else say(reason("no_connection"), "refusal");
    update();
  }

  /** Friends see it. What is wrong with it is said by who gives a seat. @param {string} name */
  async function tellName(name) {
    if (!(await becomePlayer())) await change("POST", "", { name });
  }

  /** An address that can't be read is as good as a wrong code, and the server says so. @param {string} code */
  function decoded(code) {
    try {
      return decodeURIComponent(code);
    } catch {
      return "";
    }
  }

  /**
   * @param {string} code
   * @param {{joinAs?: string, startAtOnce?: boolean}} how
   */
  async function enter(code, { joinAs = "", startAtOnce = false }) {
    const session = newSession(code, joinAs, startAtOnce);
    app.session = session;
    const [refusal, speaks] = await Promise.all([becomePlayer(), loadRoom().catch(() => null)]);
    if (app.session !== session) return;
    const problem = refusal ?? (speaks ? null : "no_connection");
    if (problem || !speaks) {
      Object.assign(session, { problem, link: "ended" });
      return update();
    }
    const address = new URL("/ws", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    void more.want().then(({ knowBlocked }) => knowBlocked(app), () => {});
    socket = speaks.openSocket(address.href, {
      opened: () => perform(opened(session)),
      received: (message, now) => {
        perform(receive(session, message, now));
        update();
      },
      lost: (failures) => {
        Object.assign(session, { link: "lost", failures });
        update();
      },
      ended: (code) => void ended(session, code),
    });
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
    keepSeat(seatAfter(app.seat, session));
    closeDialogs();
    update();
  }

  /** @param {string} code */
  function keepSeat(code) {
    app.seat = code;
    remember("room", code);
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
        keepSeat(seatAfter(app.seat, session));
        return socket?.close();
      case "hurry":
        for (let i = 0; i < 4; i++) setTimeout(() => socket?.ping(), i * HURRY_MS);
        return;
      case "again":
        return void setTimeout(() => {
          if (app.session === session && session.watching === effect.player && session.hidden)
            perform([watch(session, effect.player)]);
        }, AGAIN_MS);
      case "refused":
        play.refused();
        return say(reason(effect.reason), "refusal");
      case "table":
        return play.arrived();
      case "hint":
        return void play.hinting.show();
      case "moved":
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
    keepSeat(seatAfter(app.seat, session));
    if (room?.solo && !app.alone) void beAlone(session);
    app.alone?.heed();
    if (!room || room.state === before) return;
    if (room.state === "over" || room.state === "closed" || room.state === "countdown") closeDialogs();
    if (room.state === "over" && room.opening && room.sealed) void judge(room.commitment, room.opening);
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
      update();
    }, SIGN_MS);
  }

  /**
   * @param {Session} session
   * @param {Extract<Effect, {do: "news"}>} effect
   */
  function news(session, effect) {
    const text = newsText(session, effect, times.left() ?? 0);
    // That somebody wants a rematch can be read on the page.
    if (effect.news === "rematch") announcer.news(text);
    else say(text, "news");
  }

  /**
   * @param {string} commitment
   * @param {import("./messages.js").Opening} opening
   */
  async function judge(commitment, opening) {
    const kept = await keeps(commitment, opening);
    app.verdict = kept === null ? "unable" : kept ? "kept" : "broken";
    update();
  }

  return app;
}

/** @typedef {ReturnType<typeof createApp>} App */
