/**
 * What the page is about right now, and all that a person can do about it. Everything that changes goes through here, or
 * comes from the room that is open (`visit`), and ends in `update`, which draws.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./messages.js").Outgoing} Outgoing
 */
import { becomePlayer, change, createRoom, gamesUnderWay, variants } from "./api.js";
import { FIRST_OPTIONS } from "./firstoptions.js";
import { more } from "./later.js";
import { createLine } from "./line.js";
import { isPlace, loadPlace } from "./places.js";
import { createPlay } from "./play.js";
import { recallLook, rememberLook } from "./look.js";
import { recall, remember } from "./prefs.js";
import { createTimes } from "./times.js";
import { createVisit, loadAlone } from "./visit.js";
import { createAnnouncer } from "./view/announcer.js";
import { copyText } from "./view/clipboard.js";
import { closeDialogs } from "./view/dialog.js";
import { gameName } from "./gamenames.js";
import { language, reason, speak, t } from "./words.js";

/** Until the server has said what it offers. */
const FIRST_VARIANTS = ["spider-1", "spider-2", "spider-4"].map((id) => ({ id }));
const COPIED_MS = 2000;
/** @param {() => void} update draws the page again, soon */
export function createApp(update) {
  const announcer = createAnnouncer();
  const { say, line } = createLine(announcer, update);
  const times = createTimes(() => app.session, announcer.news, () => visit.ping());

  const play = createPlay({
    session: () => app.session,
    look: () => app.look,
    clock: times.clock,
    // What can't be sent now is said again with the next own table.
    send: (message) => void visit.send(message),
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
    /** What comes with a race, once it has come. @type {import("./watching.js").Watching | null} */
    watching: null,
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
    /** What was found out about the deal of the race that is over. @type {import("./verify.js").Verdict | null} */
    verdict: null,

    // The page itself

    say,

    title() {
      const { room } = app.session ?? {};
      if (!room) return t("title");
      return t("title.room", { code: room.solo ? gameName(room.variant) : room.daily ? `${gameName(room.variant)} #${room.daily.number}` : room.code });
    },

    async start() {
      addEventListener("online", () => {
        if (app.session?.problem === "no_connection") route();
      });
      route();
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
      app.watching?.redraw();
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

    /** A game alone. @param {Omit<import("./api.js").Alone, "name" | "solo">} wanted */
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
      const sent = visit.send(message);
      if (!sent) say(reason("no_connection"), "refusal");
      return sent;
    },

    leave() {
      if (!app.send({ t: "leave" })) return;
      app.keepSeat("");
      history.pushState(null, "", "/");
      route();
    },

    rename: setName,

    /** Remembers in which room one has a seat. @param {string} code */
    keepSeat(code) {
      app.seat = code;
      remember("room", code);
    },

    takeBack() {
      if (app.session) app.session.link = "opening";
      visit.reopen();
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
    watch: (player) => app.watchAll(app.watching?.after(player) ?? (player ? [player] : [])),

    /** @param {readonly string[]} players none: the own table */
    watchAll(players) {
      const { session } = app;
      if (!session) return;
      visit.watch(players);
      // Who has a table of their own goes on seeing it until the other one has come.
      if (!session.wishes) board.clear();
      play.show("jump");
      update();
    },

    route,
  };

  const visit = createVisit(app, play, announcer);

  function cutOff() {
    say(reason("no_connection"), "refusal");
  }

  async function listGames() {
    app.games = await gamesUnderWay();
    update();
  }

  /** @param {string} name */
  function setName(name) {
    app.name = name;
    remember("name", name);
    if (name.trim()) void tellName(name);
  }

  /** Opens what the address names. @param {{joinAs?: string, startAtOnce?: boolean}} [how] */
  function route(how = {}) {
    const code = /^\/r\/([^/]+)$/.exec(location.pathname)?.[1];
    app.alone?.close();
    app.watching?.close();
    app.alone = app.watching = null;
    visit.close();
    closeDialogs();
    app.session = null;
    app.place?.close();
    app.place = null;
    if (isPlace(location.pathname)) void openPlace(location.pathname);
    Object.assign(app, { trouble: "", verdict: null, busy: false });
    line.shown = null;
    play.afresh();
    if (code) void visit.open(decoded(code), how);
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

  return app;
}

/** @typedef {ReturnType<typeof createApp>} App */
