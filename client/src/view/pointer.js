/**
 * Mouse, pen and finger on the table: one state machine, so that a gesture means one thing: a tap, a drag, or (held still,
 * or by the right button) the picker. Another finger, a lost pointer, a resize or Esc leave nothing hanging.
 *
 * @typedef {{id: number, x: number, y: number, pile: number, count: number, block: number[], timer: ReturnType<typeof setTimeout>}} Press
 * @typedef {{id: number, pile: number, count: number, block: number[], cards: {sprite: import("./motion.js").Sprite, dx: number, dy: number}[], targets: number[]}} Drag
 * Both keep the cards themselves (`block`, by identity; `cards` as drawn): an answer may put others in their place meanwhile.
 */
import { lies, topCards } from "../table.js";
import { cardPlaces, hit, landing } from "./geometry.js";
import { carry } from "./motion.js";

/** The pointer may tremble by this much and still be tapping, in pixels. */
const TREMBLE = 6;
const HOLD_MS = 500;
/** A tap this soon after another, and this near, in pixels, is the rest of a double click. */
const AGAIN_MS = 350;
const AGAIN_NEAR = 10;

/**
 * @param {import("./board.js").Board} board
 * @param {import("./board.js").Intents} intents
 */
export function listenToPointer(board, intents) {
  const { element } = board;
  /** @type {Press | null} */
  let press = null;
  /** @type {Drag | null} */
  let drag = null;
  /** The last tap that counted. */
  let tapped = { pile: -1, x: 0, y: 0, at: 0 };

  /** @param {PointerEvent | MouseEvent} event */
  function point({ clientX, clientY }) {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  element.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || press || drag || event.button !== 0 || !board.mine) return;
    const { x, y } = point(event);
    const under = hit(board.geometry, board.heaps(), x, y);
    if (!under) return;
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    board.focus(under.pile);
    const block = topCards(board.table, under.pile, under.count);
    press = { id: event.pointerId, x, y, ...under, block, timer: setTimeout(hold, HOLD_MS) };
  });

  element.addEventListener("pointermove", (event) => {
    const { x, y } = point(event);
    if (press?.id === event.pointerId && Math.hypot(x - press.x, y - press.y) > TREMBLE) lift(press);
    if (drag?.id === event.pointerId) for (const { sprite, dx, dy } of drag.cards) carry(sprite, x + dx, y + dy);
  });

  element.addEventListener("pointerup", (event) => {
    if (press?.id === event.pointerId) {
      const pressed = press;
      clearTimeout(pressed.timer);
      press = null;
      if (again(pressed, event.timeStamp)) return;
      tapped = { pile: pressed.pile, x: pressed.x, y: pressed.y, at: event.timeStamp };
      tap(pressed);
    } else if (drag?.id === event.pointerId) drop(drag, point(event));
  });

  element.addEventListener("pointercancel", ({ pointerId }) => lost(pointerId));
  element.addEventListener("lostpointercapture", ({ pointerId }) => lost(pointerId));
  addEventListener("blur", cancel);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (press || drag)) cancel();
  });

  element.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (/** @type {PointerEvent} */ (event).pointerType === "touch" || press || drag || !board.mine) return;
    const { x, y } = point(event);
    const under = hit(board.geometry, board.heaps(), x, y);
    if (under && board.table.piles[under.pile]?.kind === "column") intents.pick(under.pile);
  });

  /** Held still, a column opens the picker; anything else may still be dragged. */
  function hold() {
    const held = press;
    if (!held || board.table.piles[held.pile]?.kind !== "column") return;
    press = null;
    intents.pick(held.pile);
  }

  /**
   * Whoever clicks twice means one move: by the second click another card lies there. The stock may be drawn in haste.
   * @param {Press} press
   * @param {number} now
   */
  function again({ pile, x, y }, now) {
    if (tapped.pile !== pile || board.table.piles[pile]?.kind === "stock") return false;
    return now - tapped.at < AGAIN_MS && Math.hypot(x - tapped.x, y - tapped.y) < AGAIN_NEAR;
  }

  /** @param {Press} press */
  function tap({ pile, count, block }) {
    const heap = board.table.piles[pile];
    if (!heap) return;
    if (heap.kind === "stock") intents.deal();
    else if (!lies(board.table, pile, block)) intents.changed();
    // A tap on a face-down card means the nearest open one.
    else intents.tap(pile, Math.min(heap.cards.length, Math.max(1, heap.up ? Math.min(count, heap.up) : count)));
  }

  /** @param {Press} from */
  function lift({ id, x, y, pile, count, block, timer }) {
    clearTimeout(timer);
    press = null;
    if (!lies(board.table, pile, block)) return intents.changed();
    const heap = board.table.piles[pile];
    if (!heap || count < 1 || count > heap.up || heap.kind === "stock") return;
    if (heap.kind === "foundation" && board.family.foundations === "sets") return;
    // A covered card of the waste stays where it is, and the line says why.
    if (heap.kind === "waste" && count > 1) return intents.tap(pile, count);
    intents.release();
    const places = cardPlaces(board.geometry, pile, { kind: heap.kind, count: heap.cards.length, up: heap.up });
    const cards = heap.cards.slice(-count).flatMap((card, i) => {
      const sprite = board.sprites.get(card);
      const at = places[heap.cards.length - count + i];
      return sprite && at ? [{ sprite, dx: at.x - x, dy: at.y - y }] : [];
    });
    for (const { sprite } of cards) sprite.element.classList.add("held");
    const targets = intents.targets(pile, count);
    board.light(targets);
    element.classList.add("dragging");
    drag = { id, pile, count, block, cards, targets };
  }

  /**
   * Onto the pile under the pointer, or under the cards themselves if only that one takes them.
   * @param {Drag} from
   * @param {{x: number, y: number}} at
   */
  function drop({ pile, count, cards, targets }, { x, y }) {
    const { geometry } = board;
    const heaps = board.heaps();
    const under = landing(geometry, heaps, x, y);
    const [middle, upper] = [(cards[0]?.sprite.x ?? 0) + geometry.w / 2, (cards[0]?.sprite.y ?? 0) + geometry.h / 2];
    const target =
      under === pile
        ? null
        : (landing(geometry, heaps, x, y, targets) ?? landing(geometry, heaps, middle, upper, targets) ?? under);
    end();
    if (target === null || !intents.drop({ source: pile, target, count })) board.settle();
  }

  function end() {
    for (const { sprite } of drag?.cards ?? []) sprite.element.classList.remove("held");
    drag = null;
    board.light([]);
    element.classList.remove("dragging");
  }

  /** @param {number} id */
  function lost(id) {
    if (press?.id === id || drag?.id === id) cancel();
  }

  function cancel() {
    if (press) clearTimeout(press.timer);
    press = null;
    if (!drag) return;
    end();
    board.settle();
  }

  /** Cards in hand that are no longer where they were taken from are let go. */
  function heed() {
    if (!drag || lies(board.table, drag.pile, drag.block)) return;
    end();
    intents.changed();
  }

  return { cancel, heed };
}
