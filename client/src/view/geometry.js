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
 * @property {number} railY top of the rail, where stock and foundations lie
 * @property {number} row cards of the stock that are drawn as one
 */
import { ASPECT } from "../art/faces.js";

/** Narrower cards get the compact face. */
const COMPACT_BELOW = 64;
const WIDEST = 132;
/** Open cards that a column should hold without giving way. */
const COMFORTABLE = 18;

/**
 * @param {readonly {kind: string}[]} piles
 * @param {number} width
 * @param {number} height
 * @param {{row: number}} family
 * @returns {Geometry}
 */
export function layOut(piles, width, height, { row }) {
  const columns = Math.max(1, piles.filter(({ kind }) => kind === "column").length);
  const gap = Math.max(2, Math.min(14, width * 0.011));
  let w = Math.min(WIDEST, (width - gap * (columns + 1)) / columns, height * 0.24);
  const design = w < COMPACT_BELOW ? "compact" : "full";
  w = Math.floor(w);
  const h = Math.round(w * ASPECT[design]);
  const scale = Math.min(design === "compact" ? 0.94 : 0.62, Math.max(0.3, (height * 0.14) / h));
  const railH = Math.ceil(h * scale);
  const railY = height - railH - Math.max(6, gap);
  const spare = (width - columns * w - (columns + 1) * gap) / 2;
  const left = Math.max(0, spare) + gap;
  const right = width - left;
  let column = 0;
  let foundation = 0;
  const foundations = piles.filter(({ kind }) => kind === "foundation").length;
  const fan = foundations > 4 ? w * scale * (design === "compact" ? 0.36 : 0.42) : w * scale + gap;
  const places = piles.map(({ kind }) => {
    switch (kind) {
      case "column":
        return { x: left + column++ * (w + gap), y: gap, w, h: railY - 2 * gap, scale: 1 };
      case "foundation":
        return { x: left + foundation++ * fan, y: railY, w: w * scale, h: railH, scale };
      case "waste":
        return { x: right - 2 * w * scale - gap * 3, y: railY, w: w * scale, h: railH, scale };
      default:
        return { x: right - w * scale, y: railY, w: w * scale, h: railH, scale };
    }
  });
  return { design, w, h, places, railY, row };
}

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
  const need = hidden * most.down + shown * most.up;
  if (need <= room) return { ...most, dense: false };
  const down = hidden ? Math.max(least.down, Math.min(most.down, (room - shown * most.up) / hidden)) : most.down;
  const open = shown ? Math.min(most.up, (room - hidden * down) / shown) : most.up;
  return { down, up: Math.max(4, open), dense: open < least.up };
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
  return Array.from({ length: count }, () => ({ x, y }));
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
  for (const [pile, { x: left, y: top, w, h }] of geometry.places.entries()) {
    if (x >= left - 2 && x < left + w + 2 && y >= top - 8 && y < top + h + 8) return { pile, count: 0 };
  }
  return null;
}

/**
 * The column that a point is over, however far down: where a dragged card would land.
 * @param {Geometry} geometry
 * @param {readonly Heap[]} heaps
 * @param {number} x
 * @param {readonly number[]} [among] only these piles
 * @returns {number | null}
 */
export function columnAt({ places, w }, heaps, x, among) {
  let best = null;
  let least = w;
  for (const [pile, place] of places.entries()) {
    if (heaps[pile]?.kind !== "column" || (among && !among.includes(pile))) continue;
    const away = Math.abs(x - (place.x + place.w / 2));
    if (away < least) [best, least] = [pile, away];
  }
  return best;
}
