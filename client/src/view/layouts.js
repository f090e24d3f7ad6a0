/**
 * Where the piles of each kind of table lie, in pixels of the board. Pure arithmetic: nothing is read from the page.
 *
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {Omit<Geometry, "row" | "fan">} Layout
 * @typedef {{large: boolean, mirror: boolean}} Wish large: the compact face, whose index is large, on wide cards too; mirror:
 *   stock and foundations change sides
 */
import { ASPECT } from "../art/faces.js";
import { CELLS_A_ROW } from "../notation.js";

/** Narrower cards get the compact face. */
const COMPACT_BELOW = 64;
const WIDEST = 132;
/** What the buttons under the cards need, where they do not stand beside them. */
const TOOLS_H = 58;
/** A lower board has its buttons in the corner. */
const LOW = 420;
/** The rows of a whole stock lie to its left, over so many cards' widths. */
const STOCK_FAN = 0.8;
/** Above the first cards there is room for the frame of one that is chosen. */
const HEAD = 8;

/** @param {number} width @param {boolean} large @returns {"compact" | "full"} */
const designOf = (width, large) => (large || width < COMPACT_BELOW ? "compact" : "full");

/**
 * @param {readonly {kind: string}[]} piles
 * @param {number} width
 * @param {number} height
 * @param {Wish} [wish]
 * @returns {Layout}
 */
export function arrange(piles, width, height, wish = { large: false, mirror: false }) {
  const has = (/** @type {string} */ kind) => piles.some((pile) => pile.kind === kind);
  if (has("cell")) return cells(piles, width, height, wish);
  return has("waste") ? besides(piles, width, height, wish) : above(piles, width, height, wish);
}

/** @param {readonly {kind: string}[]} piles @param {string} kind */
const those = (piles, kind) => piles.flatMap((pile, i) => (pile.kind === kind ? [i] : []));

/**
 * Columns above a rail with the sets on its left and the stock on its right, the buttons between them; or
 * `mirror`.
 * @param {readonly {kind: string}[]} piles
 * @param {number} width
 * @param {number} height
 * @param {Wish} wish
 * @returns {Layout}
 */
function above(piles, width, height, { large, mirror }) {
  const columns = Math.max(1, those(piles, "column").length);
  const gap = Math.max(2, Math.min(14, width * 0.011));
  const w = Math.min(WIDEST, (width - gap * (columns + 1)) / columns, height * 0.24);
  const design = designOf(w, large);
  const card = { w: Math.floor(w), h: Math.round(Math.floor(w) * ASPECT[design]) };
  const scale = Math.min(design === "compact" ? 0.94 : 0.62, Math.max(0.3, (height * 0.14) / card.h));
  const rail = { w: card.w * scale, h: Math.ceil(card.h * scale), scale };
  const y = height - rail.h - Math.max(6, gap);
  const left = Math.max(0, (width - columns * card.w - (columns + 1) * gap) / 2) + gap;
  const step = rail.w * (design === "compact" ? 0.36 : 0.42);
  const sets = those(piles, "foundation");
  let column = 0;
  let foundation = 0;
  const places = piles.map(({ kind }) => {
    if (kind === "column") return { ...card, x: left + column++ * (card.w + gap), y: gap, h: y - 2 * gap, scale: 1 };
    if (kind === "stock") return { ...rail, x: mirror ? left + STOCK_FAN * rail.w : width - left - rail.w, y };
    const aside = foundation++ * step;
    return { ...rail, x: mirror ? width - left - rail.w - aside : left + aside, y };
  });
  const stock = those(piles, "stock").map((i) => [i]);
  const rows = [those(piles, "column").map((i) => [i]), mirror ? [...stock, sets] : [sets, ...stock]];
  return { design, ...card, places, rows: rows.map((row) => row.filter((cell) => cell.length)), tools: "below" };
}

/**
 * Stock and waste on the left, foundations on the right (`mirror`: the other way round): over the columns where the board is high,
 * beside them where it is wide.
 * @param {readonly {kind: string}[]} piles
 * @param {number} width
 * @param {number} height
 * @param {Wish} wish
 * @returns {Layout}
 */
function besides(piles, width, height, { large, mirror }) {
  const columns = those(piles, "column");
  const foundations = those(piles, "foundation");
  const wide = width > height * 1.2;
  const slots = columns.length + (wide ? 2 : 0);
  const gap = Math.max(3, Math.min(14, width * 0.011));
  const w = Math.floor(Math.min(WIDEST, (width - gap * (slots + 1)) / slots, height * (wide ? 0.2 : 0.16)));
  const design = designOf(w, large);
  const card = { w, h: Math.round(w * ASPECT[design]) };
  // Beside the columns all foundations stand one under the other.
  const head = Math.max(HEAD, gap);
  const fit = (height - head - gap * foundations.length) / foundations.length / card.h;
  const scale = wide ? Math.min(1, fit) : 1;
  const rail = { w: w * scale, h: card.h * scale, scale };
  const spare = width - slots * w - (slots + 1) * gap;
  const left = gap + Math.min(spare / 2, wide ? gap * 2 : Infinity);
  const between = wide ? (width - columns.length * w - (columns.length - 1) * gap) / 2 : left;
  const top = wide ? head : head + gap + card.h;
  const space = height - top - (wide ? gap : TOOLS_H);
  const column = (/** @type {number} */ i) => between + i * (w + gap);
  const places = piles.map(({ kind }, i) => {
    if (kind === "column") return { x: column(columns.indexOf(i)), y: top, w, h: space, scale: 1 };
    const at = foundations.indexOf(i);
    if (wide) {
      const x = at >= 0 === mirror ? left : width - left - rail.w;
      return { ...rail, x, y: head + Math.max(at, kind === "waste" ? 1 : 0) * (rail.h + gap) };
    }
    // The waste is fanned to the right, whichever way the table stands.
    const [first, stock, waste] = mirror ? [0, columns.length - 1, columns.length - 3] : [columns.length - foundations.length, 0, 1];
    return { ...rail, x: column(at >= 0 ? first + at : kind === "stock" ? stock : waste), y: head };
  });
  const one = (/** @type {number} */ i) => [i];
  const [stock, waste] = [those(piles, "stock"), those(piles, "waste")];
  const aside = mirror ? [...foundations, ...waste, ...stock] : [...stock, ...waste, ...foundations];
  return { design, ...card, places, rows: [aside.map(one), columns.map(one)], tools: wide ? "corner" : "below" };
}

/**
 * Rows of cells, all of one size, filling the board.
 * @param {readonly {kind: string}[]} piles
 * @param {number} width
 * @param {number} height
 * @param {Wish} wish
 * @returns {Layout}
 */
function cells(piles, width, height, { large }) {
  const rows = Math.max(1, Math.ceil(piles.length / CELLS_A_ROW));
  const gap = Math.max(3, Math.min(12, width * 0.009));
  const corner = height < LOW;
  const room = height - (corner ? 0 : TOOLS_H);
  const wide = (width - gap * (CELLS_A_ROW + 1)) / CELLS_A_ROW;
  const high = (room - 2 * HEAD - gap * (rows - 1)) / rows;
  const full = Math.min(WIDEST, wide, high / ASPECT.full);
  const design = designOf(full, large);
  const w = Math.floor(Math.min(WIDEST, wide, high / ASPECT[design]));
  const h = Math.round(w * ASPECT[design]);
  // What is left over goes between the cells rather than around them, up to a measure.
  const across = Math.min(gap * 2.2, (width - CELLS_A_ROW * w) / (CELLS_A_ROW + 1));
  const down = Math.min(h * 0.22, (room - rows * h) / (rows + 1));
  const left = (width - CELLS_A_ROW * w - (CELLS_A_ROW - 1) * across) / 2;
  const top = (room - rows * h - (rows - 1) * down) / 2;
  const places = piles.map((_, i) => ({
    x: left + (i % CELLS_A_ROW) * (w + across),
    y: top + Math.floor(i / CELLS_A_ROW) * (h + down),
    w,
    h,
    scale: 1,
  }));
  return {
    design,
    w,
    h,
    places,
    rows: Array.from({ length: rows }, (_, row) =>
      piles.flatMap((_, i) => (Math.floor(i / CELLS_A_ROW) === row ? [[i]] : [])),
    ),
    tools: corner ? "corner" : "below",
  };
}
