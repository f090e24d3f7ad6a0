/**
 * The faces of the cards as SVG text. Two designs: the traditional one, and a compact one whose index fills what shows of
 * a narrow card under another.
 *
 * @typedef {"compact" | "full"} Design
 * @typedef {import("../families.js").Deck} Deck
 * @typedef {{deck: Deck, design: Design, language: string, colours: number}} Look
 */
import { rankOf, suitOf } from "../table.js";
import { court } from "./courts.js";
import { glyph, glyphWidth, indexOf } from "./glyphs.js";
import { INK, suitColour, suitMark } from "./suits.js";

/** Height of a card, its width being 1. */
export const ASPECT = { compact: 1.5, full: 1.4 };

/**
 * How Spanish cards are drawn, once that has come: most tables do without.
 * @type {typeof import("./spanish.js") | null}
 */
let drawings = null;

/** @param {typeof import("./spanish.js")} own */
export const learnSpanish = (own) => void (drawings = own);

/** Whether cards of the deck can be drawn already. @param {Deck} deck */
export const canDraw = (deck) => deck === "french" || drawings !== null;

function spanish() {
  if (!drawings) throw new Error("Spanish cards are drawn before that was learnt");
  return drawings;
}

const PAPER = "#fdfcf8";
const EDGE = "#8d8672";

/** @type {Record<number, [pairs: number, ...middle: number[]]>} pips by rank: pairs down the sides, heights (0 to 1) in the middle */
const PIPS = {
  2: [0, 0, 1],
  3: [0, 0, 0.5, 1],
  4: [2],
  5: [2, 0.5],
  6: [3],
  7: [3, 0.25],
  8: [3, 0.25, 0.75],
  9: [4, 0.5],
  10: [4, 1 / 6, 5 / 6],
};

/**
 * @param {number} rank 2 … 10
 * @param {(x: number, y: number) => string} pip draws one; y from 0 to 1
 */
function pips(rank, pip) {
  const [pairs = 0, ...middle] = PIPS[rank] ?? [];
  const sides = Array.from({ length: pairs }, (_, i) => pip(74, i / (pairs - 1)) + pip(176, i / (pairs - 1)));
  return sides.join("") + middle.map((y) => pip(125, y)).join("");
}

/**
 * @param {number} code
 * @param {Look} look
 * @returns {string} an SVG document
 */
export function faceSvg(code, { deck, design, language, colours }) {
  const rank = rankOf(code);
  const suit = suitOf(code);
  if (deck === "spanish") return design === "compact" ? spanishCompact(rank, suit) : spanishFull(rank, suit);
  const sign = indexOf(rank, language);
  const colour = suitColour(suit, colours);
  return design === "compact" ? compact(sign, rank, suit, colour) : full(sign, rank, suit, colour);
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} round
 * @param {string} fill
 * @param {string} inside
 */
const card = (width, height, round, fill, inside, edge = EDGE) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${round}" fill="${fill}" stroke="${edge}" stroke-width="2"/>${inside}</svg>`;

/**
 * @param {string} sign
 * @param {number} rank
 * @param {number} suit
 * @param {string} colour
 */
function full(sign, rank, suit, colour) {
  const index =
    glyph(sign, 14, 14, 44, colour, 8.5) + suitMark(suit, 14 + glyphWidth(sign) * (44 / 60) + 25, 36, 38, colour);
  const corners = index + `<g transform="rotate(180 125 175)">${index}</g>`;
  let middle = "";
  if (rank === 1) middle = suitMark(suit, 125, 175, 118, colour);
  else if (rank > 10) middle = court(rank, suit, colour);
  else middle = pips(rank, (x, y) => suitMark(suit, x, +(94 + 162 * y).toFixed(1), 46, colour, y > 0.5));
  return card(250, 350, 17, PAPER, middle + corners);
}

/**
 * @param {string} sign
 * @param {number} rank
 * @param {number} suit
 * @param {string} colour
 */
function compact(sign, rank, suit, colour) {
  const wide = glyphWidth(sign) * (43 / 60);
  const crown =
    rank > 10
      ? `<path d="M30 76 26 62 39 68 50 58 61 68 74 62 70 76Z" fill="#e0a63a" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>`
      : "";
  return card(
    100,
    150,
    9,
    PAPER,
    glyph(sign, 7, 8, 43, colour, 8.5) +
      suitMark(suit, Math.max(75, 7 + wide + 22), 29, 36, colour) +
      crown +
      suitMark(suit, 50, crown ? 112 : 103, crown ? 56 : 66, colour),
  );
}

/**
 * A number as it stands on Spanish cards, in its suit's colour; gold is too pale for paper and gets a dark edge.
 * @param {number} rank
 * @param {number} suit
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
function number(rank, suit, x, y, height) {
  const { SPANISH_COLOURS, GOLD } = spanish();
  const colour = SPANISH_COLOURS[suit] ?? INK;
  const sign = String(rank);
  return colour === GOLD
    ? glyph(sign, x, y, height, "#3a2a06", 13) + glyph(sign, x, y, height, GOLD, 6.5)
    : glyph(sign, x, y, height, colour, 9.5);
}

/**
 * @param {number} rank
 * @param {number} suit
 */
function spanishFull(rank, suit) {
  const { figure, pinta, spanishMark } = spanish();
  const sign = String(rank);
  const index = number(rank, suit, 23, 24, 42) + spanishMark(suit, 23 + glyphWidth(sign) * 0.7 + 28, 45, 44);
  let middle = "";
  if (rank >= 10) middle = `<g transform="translate(48 61)scale(1.02)">${figure(rank, suit)}</g>`;
  else if (rank === 1) middle = spanishMark(suit, 125, 178, 150);
  else
    middle = pips(rank, (x, y) =>
      spanishMark(suit, 125 + (x - 125) * 1.08, +(104 + 146 * y).toFixed(1), rank > 7 ? 48 : 60),
    );
  return card(
    250,
    350,
    17,
    PAPER,
    pinta(suit, 250, 350, 10, 3.5) + middle + index + `<g transform="rotate(180 125 175)">${index}</g>`,
  );
}

/**
 * @param {number} rank
 * @param {number} suit
 */
function spanishCompact(rank, suit) {
  const { emblem, pinta, spanishMark } = spanish();
  const wide = glyphWidth(String(rank)) * (40 / 60);
  const figured = rank >= 10;
  return card(
    100,
    150,
    9,
    PAPER,
    pinta(suit, 100, 150, 5, 2.5) +
      number(rank, suit, 12, 12, 40) +
      spanishMark(suit, Math.max(72, 12 + wide + 21), 33, 38) +
      (figured ? emblem(rank, 30, 60) : "") +
      spanishMark(suit, 50, figured ? 114 : 104, figured ? 54 : 66),
  );
}

/**
 * The back: a running track seen from above, on a cloth that shows through from below it, in the colour of the page's
 * `--back`. A card that was seen before shows its index in the corner.
 * @param {Design} design
 * @param {{code: number, look: Look} | null} seen
 */
export function backSvg(design, seen) {
  const [width, height] = design === "compact" ? [100, 150] : [250, 350];
  const unit = width / 250;
  let lanes = "";
  for (const inset of [22, 44, 66, 88]) {
    const round = (125 - inset) * unit;
    lanes += `<rect x="${inset * unit}" y="${inset * unit}" width="${width - 2 * inset * unit}" height="${height - 2 * inset * unit}" rx="${round.toFixed(1)}"/>`;
  }
  const track = `<g fill="none" stroke="#f6e7d8" stroke-width="${design === "compact" ? 3 : 5}">${lanes}<path d="M${width / 2} ${22 * unit}V${88 * unit}" stroke-dasharray="${10 * unit}"/></g>`;
  let tab = "";
  if (seen) {
    const own = seen.look.deck === "spanish" ? spanish() : null;
    const [rank, suit] = [rankOf(seen.code), suitOf(seen.code)];
    const sign = own ? String(rank) : indexOf(rank, seen.look.language);
    const colour = suitColour(suit, seen.look.colours);
    const size = design === "compact" ? 26 : 36;
    const wide = glyphWidth(sign) * (size / 60);
    const index = own ? number(rank, suit, 12, 12, size) : glyph(sign, 12, 12, size, colour, 9);
    const [x, y] = [wide + size / 2 + 19, 12 + size / 2];
    const mark = own ? own.spanishMark(suit, x, y, size * 0.9) : suitMark(suit, x, y, size * 0.9, colour);
    tab = `<path d="M2 ${size + 24}V11Q2 2 11 2H${wide + size + 34}V${size + 14}Q${wide + size + 34} ${size + 24} ${wide + size + 24} ${size + 24}Z" fill="${PAPER}" stroke="${EDGE}" stroke-width="2"/>${index}${mark}`;
  }
  const rim = (design === "compact" ? 12 : 9) * unit;
  const round = design === "compact" ? 9 : 17;
  const at = 1 + rim / 2;
  const frame = `<rect x="${at}" y="${at}" width="${width - 2 * at}" height="${height - 2 * at}" rx="${round - rim / 2}" fill="none" stroke="#f6e7d8" stroke-width="${rim}"/>`;
  return card(width, height, round, "none", frame + track + tab, "#3a1a14");
}

/**
 * A card that shows a sign instead of a rank: the letters of our name, a place in the ranking.
 * @param {string} sign
 * @param {number} suit
 */
export function signSvg(sign, suit) {
  const colour = suitColour(suit, 2);
  const width = glyphWidth(sign) * 1.5;
  return card(
    150,
    210,
    13,
    PAPER,
    glyph(sign, +(75 - width / 2).toFixed(1), 62, 90, colour, 8.5) +
      suitMark(suit, 26, 27, 26, colour) +
      suitMark(suit, 124, 183, 26, colour, true),
  );
}

/**
 * A suit's sign alone.
 * @param {Deck} deck
 * @param {number} suit
 * @param {string} [colour] of a French one
 */
export const markSvg = (deck, suit, colour = suitColour(suit, 2)) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${deck === "spanish" ? spanish().spanishMark(suit, 50, 50, 96) : suitMark(suit, 50, 50, 96, colour)}</svg>`;

/** An arrow that comes back to where it began. */
export const turnSvg = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#f4efe0" stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round"><path d="M19 12a7 7 0 1 1-2.200-5.100M17.500 3v4.500H13"/></svg>`;
