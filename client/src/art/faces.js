/**
 * The faces of the cards as SVG text. Two designs: the traditional one, and a compact one whose index fills what shows of
 * a narrow card under another.
 *
 * @typedef {"compact" | "full"} Design
 * @typedef {{design: Design, language: string, colours: number}} Look
 */
import { rankOf, suitOf } from "../table.js";
import { court } from "./courts.js";
import { glyph, glyphWidth, indexOf } from "./glyphs.js";
import { INK, suitColour, suitMark } from "./suits.js";

/** Height of a card, its width being 1. */
export const ASPECT = { compact: 1.5, full: 1.4 };

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
 * @param {number} suit
 * @param {string} colour
 */
function pips(rank, suit, colour) {
  const [pairs = 0, ...middle] = PIPS[rank] ?? [];
  const pip = (/** @type {number} */ x, /** @type {number} */ y) =>
    suitMark(suit, x, +(94 + 162 * y).toFixed(1), 46, colour, y > 0.5);
  const sides = Array.from({ length: pairs }, (_, i) => pip(74, i / (pairs - 1)) + pip(176, i / (pairs - 1)));
  return sides.join("") + middle.map((y) => pip(125, y)).join("");
}

/**
 * @param {number} code
 * @param {Look} look
 * @returns {string} an SVG document
 */
export function faceSvg(code, { design, language, colours }) {
  const sign = indexOf(rankOf(code), language);
  const suit = suitOf(code);
  const colour = suitColour(suit, colours);
  return design === "compact" ? compact(sign, rankOf(code), suit, colour) : full(sign, rankOf(code), suit, colour);
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
  else middle = pips(rank, suit, colour);
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
 * The back: a running track seen from above. A card that was seen before shows its index in the corner.
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
    const sign = indexOf(rankOf(seen.code), seen.look.language);
    const colour = suitColour(suitOf(seen.code), seen.look.colours);
    const size = design === "compact" ? 26 : 36;
    const wide = glyphWidth(sign) * (size / 60);
    tab = `<path d="M2 ${size + 24}V11Q2 2 11 2H${wide + size + 34}V${size + 14}Q${wide + size + 34} ${size + 24} ${wide + size + 24} ${size + 24}Z" fill="${PAPER}" stroke="${EDGE}" stroke-width="2"/>${glyph(sign, 12, 12, size, colour, 9)}${suitMark(suitOf(seen.code), wide + size / 2 + 19, 12 + size / 2, size * 0.9, colour)}`;
  }
  const rim = (design === "compact" ? 12 : 9) * unit;
  const cloth = `<rect x="${rim}" y="${rim}" width="${width - 2 * rim}" height="${height - 2 * rim}" rx="${11 * unit}" fill="#a5392f"/>`;
  return card(width, height, design === "compact" ? 9 : 17, "#f6e7d8", cloth + track + tab, "#5e1a14");
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
