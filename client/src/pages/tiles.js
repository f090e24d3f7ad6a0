/** Several tables side by side: a small board for each racer who is watched, drawn as the large one is. */
import { html, nothing } from "lit-html";
import { canDraw } from "../art/faces.js";
import { formatTime } from "../clock.js";
import { familyOf } from "../families.js";
import { spanishDeck } from "../later.js";
import { liveOrder } from "../ranking.js";
import { createBoard } from "../view/board.js";
import { icon } from "../view/icon.js";
import { t } from "../words.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../messages.js").Room} Room */

/** Nothing is moved on somebody else's table. @returns {import("../view/board.js").Intents} */
const onlookers = () => ({
  tap() {},
  drop: () => false,
  changed() {},
  pick() {},
  deal() {},
  hint() {},
  undo: () => false,
  finish() {},
  tell() {},
  targets: () => [],
  enter() {},
  take() {},
  renew: () => false,
  help: () => false,
  release: () => false,
});

/** @param {import("../app.js").App} app */
export function createTiles(app) {
  /** @type {Map<string, import("../view/board.js").Board>} */
  const boards = new Map();

  /** @param {string} player */
  function boardOf(player) {
    const known = boards.get(player);
    if (known) return known;
    const board = createBoard(onlookers());
    boards.set(player, board);
    queueMicrotask(() => show(player, "jump", null));
    return board;
  }

  /**
   * @param {string} player
   * @param {"glide" | "jump"} how
   * @param {number | null} last the pile that the last move went to
   */
  function show(player, how, last) {
    const board = boards.get(player);
    const watched = app.session?.tables.get(player);
    const family = familyOf(app.session?.room?.variant ?? "");
    if (!board || !watched) return;
    if (!canDraw(family.deck)) return void spanishDeck.want().then(() => show(player, how, last), () => {});
    board.show(watched.table, { mine: false, how, look: { ...app.look, deck: family.deck }, family, last });
  }

  return { boardOf, show, clear: () => boards.clear() };
}

/**
 * @param {ReturnType<typeof createTiles>} boards
 * @param {Session} session
 * @param {Room} room
 * @param {(player: string) => void} only
 */
export function tiles(boards, session, room, only) {
  const players = [...session.tables.keys()];
  const order = liveOrder(session.racers).map(({ id }) => id);
  return html`<div class="tiles" data-count=${players.length}>
    ${players.map((player) => tile(boards, session, room, player, order.indexOf(player) + 1, only))}
  </div>`;
}

/**
 * @param {ReturnType<typeof createTiles>} boards
 * @param {Session} session
 * @param {Room} room
 * @param {string} player
 * @param {number} position
 * @param {(player: string) => void} only
 */
function tile(boards, session, room, player, position, only) {
  const name = room.members.find(({ id }) => id === player)?.name || t("someone");
  const watched = session.tables.get(player);
  const racer = session.racers.find(({ id }) => id === player);
  const { home, goal } = familyOf(room.variant);
  return html`<section class="tile ${racer?.state ?? ""}" aria-label=${t("watching", { name })}>
    <button class="tile-head" title=${t("watch.only", { name })} @click=${() => only(player)}>
      <span class="position">${position || nothing}</span>
      <b class="who">${name}</b>
      <span class="unseen">${t("watch.only", { name })}</span>
      ${racer?.state === "finished" ? html`<span class="where">${icon("flag")} ${formatTime(racer.time_ms ?? 0)}</span>` : racer && racer.state !== "racing" ? html`<span class="where">${t(`state.${racer.state}`)}</span>` : nothing}
      <span class="tile-counts">${watched ? t(`home.${home}`, { done: watched.counters[home] ?? 0, goal }) : nothing}</span>
    </button>
    <div class="tile-table">${watched ? boards.boardOf(player).element : nothing}</div>
  </section>`;
}
