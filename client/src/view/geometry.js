/**
 * Where piles and cards lie, in pixels of the board. Pure arithmetic: nothing is read from the page.
 *
 * @typedef {{x: number, y: number, w: number, h: number, scale: number}} Place the pile's field; the first card lies at its top left
 * @typedef {{kind: string, count: number, up: number}} Heap a pile, as far as its size matters
 * @typedef {object} Geometry
 * @property {"compact" | "full"} design
 * @property {number} w width of a card
 * @property {number} h height of a card
 * @property {Place[]} places one per pile
 * @property {number[][][]} rows the piles as they are read: rows of cells, each of one pile or of several that are one thing
 * @property {"below" | "corner"} tools where there is room for buttons: under the cards, or in the lower left corner
 * @property {number} row cards of the stock that are drawn as one
 * @property {number} fan cards at the top of the waste that lie apart
 */
import { arrange } from "./layouts.js";

/** Open cards that a column should hold without giving way. */
const COMFORTABLE = 18;
/** More cards than this in a column of narrow ones are too many to tell apart easily, whatever room there is. */
const DENSE = 20;

/**
 * @param {readonly {kind: string}[]} piles
 * @param {number} width
 * @param {number} height
 * @param {{row: number, fan: number}} family
 * @param {import("./layouts.js").Wish} [wish]
 * @returns {Geometry}
 */
export const layOut = (piles, width, height, { row, fan }, wish) => ({
  ...arrange(piles, width, height, wish),
  row,
  fan,
});

/**
 * How far apart the cards of a column lie: face-down ones first give way, then the open ones.
 * @param {Geometry} geometry
 * @param {Place} place
 * @param {Heap} heap
 * @returns {{down: number, up: number, dense: boolean}} pixels; dense: the open cards show too little to be told apart easily
 */
export function fanOf({ design, w, h }, place, { count, up }) {
  const compact = design === "compact";
  // On a tall board cards lie further apart, but always the same: a move must not make other columns stir.
  const ease = Math.max(0, Math.min(1, ((place.h - h) / COMFORTABLE - w * 0.3) / (w * 0.2)));
  const most = compact
    ? { down: Math.round(w * (0.2 + 0.06 * ease)), up: Math.round(w * (0.56 + 0.16 * ease)) }
    : { down: Math.round(w * (0.13 + 0.04 * ease)), up: Math.round(w * (0.31 + 0.12 * ease)) };
  const least = { down: 3, up: compact ? 12 : Math.round(w * 0.2) };
  const hidden = count - up;
  const shown = Math.max(0, up - 1);
  const room = place.h - h;
  const many = compact && count > DENSE;
  const need = hidden * most.down + shown * most.up;
  if (need <= room) return { ...most, dense: many };
  const down = hidden ? Math.max(least.down, Math.min(most.down, (room - shown * most.up) / hidden)) : most.down;
  const open = shown ? Math.min(most.up, (room - hidden * down) / shown) : most.up;
  return { down, up: Math.max(4, open), dense: many || open < least.up };
}

/**
 * The places of all cards of one pile.
 * @param {Geometry} geometry
 * @param {number} index of the pile
 * @param {Heap} heap
 * @returns {{x: number, y: number}[]} from bottom to top
 */
export function cardPlaces(geometry, index, heap) {
  const place = /** @type {Place} */ (geometry.places[index]);
  const { x, y, scale } = place;
  const { count, up, kind } = heap;
  if (kind === "column") {
    const fan = fanOf(geometry, place, heap);
    const hidden = count - up;
    return Array.from({ length: count }, (_, i) => ({
      x,
      y: y + Math.min(i, hidden) * fan.down + Math.max(0, i - hidden) * fan.up,
    }));
  }
  if (kind === "stock" && geometry.row > 0) {
    const step = geometry.w * scale * 0.2;
    const rows = Math.ceil(count / geometry.row);
    return Array.from({ length: count }, (_, i) => ({ x: x - (rows - 1 - Math.floor(i / geometry.row)) * step, y }));
  }
  if (kind === "waste") {
    const { dx, dy } = wasteStep(geometry, place);
    const flat = Math.max(0, count - geometry.fan);
    return Array.from({ length: count }, (_, i) => ({
      x: x + Math.max(0, i - flat) * dx,
      y: y + Math.max(0, i - flat) * dy,
    }));
  }
  return Array.from({ length: count }, () => ({ x, y }));
}

/**
 * How far apart the top cards of the waste lie: downwards where it stands in the corner column, else to the right.
 * @param {Geometry} geometry
 * @param {Place} place
 */
function wasteStep({ design, tools }, { w }) {
  const step = w * (design === "compact" ? 0.42 : 0.3);
  return tools === "corner" ? { dx: 0, dy: step } : { dx: step, dy: 0 };
}

/**
 * What lies under a point.
 * @param {Geometry} geometry
 * @param {readonly Heap[]} heaps
 * @param {number} x
 * @param {number} y
 * @returns {{pile: number, count: number} | null} cards from the one hit to the pile's top; 0 where the pile is hit, but no card of it
 */
export function hit(geometry, heaps, x, y) {
  for (const [pile, heap] of heaps.entries()) {
    const place = /** @type {Place} */ (geometry.places[pile]);
    const cards = cardPlaces(geometry, pile, heap);
    for (let i = cards.length - 1; i >= 0; i--) {
      const at = /** @type {{x: number, y: number}} */ (cards[i]);
      if (x >= at.x && x < at.x + geometry.w * place.scale && y >= at.y && y < at.y + geometry.h * place.scale)
        return { pile, count: cards.length - i };
    }
  }
  for (const slack of [0, 8])
    for (const [pile, { x: left, y: top, w, h }] of geometry.places.entries())
      if (x >= left - slack / 4 && x < left + w + slack / 4 && y >= top - slack && y < top + h + slack)
        return { pile, count: 0 };
  return null;
}

/**
 * The pile that a point is over, where a dragged card would land: a column takes what comes however far down.
 * @param {Geometry} geometry
 * @param {readonly Heap[]} heaps
 * @param {number} x
 * @param {number} y
 * @param {readonly number[]} [among] only these piles
 * @returns {number | null}
 */
export function landing({ places, w, h }, heaps, x, y, among) {
  let best = null;
  let least = Infinity;
  for (const [pile, place] of places.entries()) {
    const kind = heaps[pile]?.kind;
    if (among && !among.includes(pile)) continue;
    const dx = Math.abs(x - (place.x + place.w / 2));
    const dy = kind === "column" ? Math.max(0, place.y - 6 - y) : Math.abs(y - (place.y + place.h / 2));
    if (dx >= w || (kind === "column" ? dy > 0 : dy >= h * 0.75)) continue;
    const away = Math.hypot(dx, dy);
    if (away < least) [best, least] = [pile, away];
  }
  return best;
}
