/** An attempt that is seen again, or two of one deal beside each other: what is shown of them, and all that one can do. */
import { canDraw } from "../art/faces.js";
import { replayOf, replayOfFile } from "../replays.js";
import { familyOf } from "../families.js";
import { spanishDeck } from "../later.js";
import { DEAL } from "../notation.js";
import { doneAfter, newReel, newTimeline, ownClock, wireStep } from "../replay.js";
import { createReplayer } from "../replayer.js";
import { formatTime } from "../clock.js";
import { createBoard } from "../view/board.js";
import { newsOf } from "../view/speech.js";
import { language, reason, t } from "../words.js";
import { openReplayMenu } from "./replaymenu.js";
import { filePage, replayPage } from "./replaytable.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../replay.js").Reel} Reel */
/** @typedef {ReturnType<typeof createPlace>} Replaying */

/** The address follows once it stands still. */
const SETTLED_MS = 300;
/** Below this there is room for one table at a time. */
export const NARROW = "(max-width: 599px), (max-height: 479px)";

const nothing = () => {};
const never = () => false;
/** Nobody plays here. */
const SILENT = {
  tap: nothing, drop: never, changed: nothing, pick: nothing, deal: nothing, hint: nothing, undo: never, finish: nothing, tell: nothing,
  targets: () => [], enter: nothing, take: nothing, renew: never, help: never, release: never,
};
/** Kept for as long as the page is: what listens to a board can't be taken off it. @type {import("../view/board.js").Board[] | null} */
let boards = null;

/**
 * @param {App} app
 * @param {() => void} update
 * @returns {import("../places.js").Place}
 */
export function open(app, update) {
  const place = createPlace(app, update);
  return { draw: place.draw, close: place.close };
}

/**
 * @param {App} app
 * @param {() => void} update
 */
function createPlace(app, update) {
  const [, code = "", race = "", player = ""] = location.pathname.split("/").slice(1).map(decodeURIComponent);
  const asked = new URLSearchParams(location.search);
  const first = Number(location.hash.slice(1)) || 0;
  const narrow = matchMedia(NARROW);
  const ours = (boards ??= [createBoard(SILENT), createBoard(SILENT)]);
  for (const board of ours) board.clear();
  let drawn = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;

  const replayer = createReplayer((how) => {
    if (reels.length) show(how);
    settle();
    update();
  });

  /** @type {Reel[]} */
  let reels = [];

  const place = {
    app,
    replayer,
    boards: ours,
    get reels() {
      return reels;
    },
    get narrow() {
      return narrow.matches;
    },
    /** @type {import("../replay.js").Aligned} */
    aligned: asked.get("by") === "sets" ? "sets" : "time",
    /** Which of two tables is seen where there is room for one. */
    chosen: 0,
    /** Why there is nothing to be seen, in words. */
    trouble: "",
    busy: false,
    /** For those who listen. */
    said: "",
    /** How many actions of each side are done. */
    done: () => doneAfter(replayer.timeline, replayer.k),

    /** @param {number} side */
    choose(side) {
      place.chosen = side;
      update();
    },

    /** @param {1 | -1} way */
    step(way) {
      replayer.step(way);
      tell();
    },
    /** @param {1 | -1} way */
    mark(way) {
      replayer.mark(way);
      tell();
    },
    /** @param {number} k */
    go(k) {
      replayer.go(k);
      tell();
    },
    toggle() {
      replayer.toggle();
      if (!replayer.playing) tell();
    },

    /** @param {import("../replay.js").Aligned} aligned */
    align(aligned) {
      place.aligned = aligned;
      begin(replayer.end === replayer.k ? Infinity : 0);
    },

    /** Somebody who raced too; "" takes the second table away. @param {string} other */
    async compare(other) {
      if (!other) return put(reels.slice(0, 1), 0);
      const answer = await replayOf(reels[0]?.replay.code ?? "", String(reels[0]?.replay.race), other);
      if (answer.ok) put([...reels.slice(0, 1), newReel(answer.body)], 0);
      else app.say(reason(answer.reason), "refusal");
    },

    /** @param {Blob | null | undefined} file @param {boolean} [beside] the one that is there already */
    async openFile(file, beside = false) {
      if (!file) return;
      place.busy = true;
      update();
      const answer = await replayOfFile(file);
      place.busy = false;
      if (!answer.ok) return refuse(answer.line ? t("replay.line", { n: answer.line, reason: reason(answer.reason) }) : reason(answer.reason));
      const reel = newReel(answer.body);
      if (!beside) return put([reel], 0);
      if (reel.replay.deal_id !== reels[0]?.replay.deal_id) return refuse(t("replay.other_deal"));
      put([...reels.slice(0, 1), reel], 0);
    },

    openMenu: () => openReplayMenu(place),
    address,

    draw() {
      requestAnimationFrame(tick);
      if (!reels.length) return filePage(place, !code);
      // Cards are drawn anew when the language, the look, or what is seen has changed.
      const look = JSON.stringify([app.look, language()]);
      if (look !== drawn) show("jump");
      drawn = look;
      return replayPage(place);
    },

    close() {
      replayer.close();
      clearTimeout(settling);
      clearInterval(ticking);
      narrow.removeEventListener("change", update);
      document.removeEventListener("keydown", key, true);
    },
  };

  /** @param {string} text */
  function refuse(text) {
    if (reels.length) app.say(text, "refusal");
    else place.trouble = text;
    update();
  }

  async function load() {
    place.busy = true;
    const [one, other] = await Promise.all([player, asked.get("with")].map((who) => (who === null ? null : replayOf(code, race, who))));
    place.busy = false;
    if (!one?.ok) return refuse(reason(one?.reason ?? "trouble"));
    if (other && !other.ok) app.say(reason(other.reason), "refusal");
    put([one.body, ...(other?.ok ? [other.body] : [])].map(newReel), first);
  }

  /** @param {Reel[]} next @param {number} k */
  function put(next, k) {
    for (const board of ours) board.clear();
    reels = next;
    Object.assign(place, { trouble: "", chosen: 0 });
    begin(k);
  }

  /** @param {number} k */
  function begin(k) {
    replayer.load(newTimeline(reels, place.aligned), k === Infinity ? Number.MAX_SAFE_INTEGER : k);
  }

  /** @param {"glide" | "jump"} how */
  function show(how) {
    const done = place.done();
    reels.forEach((reel, side) => {
      const family = familyOf(reel.replay.variant);
      if (!canDraw(family.deck)) return void spanishDeck.want().then(() => show(how), () => {});
      const n = done[side] ?? 0;
      const table = reel.tables[n];
      const look = { ...app.look, deck: family.deck };
      if (table) ours[side]?.show(table, { mine: false, how, look, family, last: lastPile(reel, n) });
    });
  }

  /** Where the last action has laid cards. @param {Reel} reel @param {number} n */
  function lastPile({ replay }, n) {
    const { move, steps } = replay.actions[n - 1] ?? { move: "", steps: [] };
    const step = steps.find(([kind]) => kind === "move");
    return step?.[0] === "move" && move !== DEAL ? step[2] : null;
  }

  /** Says where it stands, and what was done last. */
  function tell() {
    const { k, end, timeline } = replayer;
    const where = t("replay.at", { n: k, all: end });
    const event = timeline.events[k - 1];
    const reel = event && reels[event.side];
    const action = reel?.replay.actions[event?.n ? event.n - 1 : 0];
    const table = reel?.tables[event?.n ?? 0];
    const name = reels.length > 1 ? `${reel?.replay.name || t("someone")}: ` : "";
    place.said = action && reel && table ? `${where}. ${name}${newsText(action, table, familyOf(reel.replay.variant))}` : where;
    update();
  }

  /**
   * @param {import("../messages.js").ReplayAction} action
   * @param {import("../table.js").Table} table
   * @param {import("../families.js").Family} family
   */
  const newsText = ({ move, steps }, table, family) =>
    steps.length ? newsOf(table, steps.map(wireStep), move, family) : t(`replay.${move}`);

  /** The address names what is seen, so that it can be given to others. */
  function settle() {
    clearTimeout(settling);
    if (replayer.playing || !reels[0]?.replay.code) return;
    settling = setTimeout(() => history.replaceState(null, "", address()), SETTLED_MS);
  }

  /** Of this moment. */
  function address() {
    const [one, other] = reels.map(({ replay }) => replay);
    if (!one?.code) return location.pathname;
    const query = new URLSearchParams();
    if (other?.code) query.set("with", other.player);
    if (other?.code && place.aligned === "sets") query.set("by", "sets");
    const path = ["", "replay", one.code, one.race, one.player].map(encodeURIComponent).join("/");
    return `${path}${query.size ? `?${query}` : ""}${replayer.k ? `#${replayer.k}` : ""}`;
  }

  /** The clocks run without drawing the page again. */
  function tick() {
    const moment = replayer.moment();
    reels.forEach((_, side) => {
      const element = document.querySelector(`[data-own-clock="${side}"]`);
      const text = formatTime(Math.max(0, ownClock(replayer.timeline, side, moment)));
      if (element && element.textContent !== text) element.textContent = text;
    });
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const { target, ctrlKey, metaKey, altKey } = event;
    if (!(target instanceof Element) || ctrlKey || metaKey || altKey || document.querySelector("dialog[open]") || !reels.length) return;
    if (target.closest("select, input:not([type=range])")) return;
    const reading = target.closest(".grid") !== null;
    if (event.key === " " ? !target.closest("button, a, summary") : !reading || !/^(Arrow|Home|End)/.test(event.key)) {
      if (act(event.key)) event.preventDefault();
    }
  }

  /** @param {string} name of a key @returns {boolean} whether it means something */
  function act(name) {
    switch (name) {
      case " ":
        place.toggle();
        return true;
      case "ArrowLeft":
      case "ArrowRight":
        place.step(name === "ArrowLeft" ? -1 : 1);
        return true;
      case "Home":
      case "End":
        place.go(name === "Home" ? 0 : replayer.end);
        return true;
      case "[":
      case "]":
        place.mark(name === "[" ? -1 : 1);
        return true;
      case "-":
      case "+":
        replayer.faster(name === "-" ? -1 : 1);
        return true;
      default:
        return false;
    }
  }

  narrow.addEventListener("change", update);
  document.addEventListener("keydown", key, true);
  const ticking = setInterval(tick, 100);
  if (code) void load();
  return place;
}
