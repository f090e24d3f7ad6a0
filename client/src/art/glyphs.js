/** Signs on the cards, drawn as strokes, so that they look the same everywhere. Each stands in a box 60 high. */

/** @type {Record<string, [path: string, width: number]>} */
const GLYPHS = {
  A: ["M3 56 20 4 37 56M9 39H31", 40],
  2: ["M5 17C6 0 35 0 35 18 35 31 10 40 5 56H36", 40],
  3: ["M6 4H34L18 25C42 24 42 56 19 56 11 56 6 52 4 45", 40],
  4: ["M28 56V4L4 40H38", 41],
  5: ["M33 4H10L7 27C20 18 37 25 36 40 35 58 10 60 4 46", 40],
  6: ["M31 4C15 12 4 26 4 40 4 61 36 61 36 40 36 21 9 20 5 37", 40],
  7: ["M4 4H36C26 20 19 36 17 56", 40],
  8: ["M20 28C4 27 3 4 20 4 37 4 36 27 20 28ZM20 28C0 29 0 56 20 56 40 56 40 29 20 28Z", 40],
  9: ["M9 56C25 48 36 34 36 20 36-1 4-1 4 20 4 39 31 40 35 23", 40],
  10: ["M3 14 12 5V56M38 4C23 4 23 56 38 56 53 56 53 4 38 4Z", 52],
  11: ["M4 14 13 5V56M27 14 36 5V56", 42],
  12: ["M3 14 12 5V56M25 17C26 0 53 0 53 18 53 31 30 40 25 56H55", 58],
  J: ["M14 4H34M27 4V42C27 60 4 60 4 42", 37],
  Q: ["M22 4C-2 4-2 56 22 56 46 56 46 4 22 4ZM27 42 41 58", 44],
  K: ["M6 4V56M36 4 7 35M16 26 38 56", 40],
  V: ["M3 4 20 56 37 4", 40],
  D: ["M6 4V56H14C46 56 46 4 14 4Z", 42],
  R: ["M6 56V4H20C40 4 40 30 20 30H6M21 30 37 56", 40],
  C: ["M37 15C30-2 4-2 4 30 4 62 30 62 37 45", 41],
  O: ["M22 4C-2 4-2 56 22 56 46 56 46 4 22 4Z", 44],
  I: ["M14 4V56M5 4H23M5 56H23", 28],
  1: ["M6 14 17 5V56", 24],
};

/** @param {string} sign */
export const glyphWidth = (sign) => (GLYPHS[sign] ?? ["", 40])[1];

/**
 * @param {string} sign
 * @param {number} x left edge
 * @param {number} y top edge
 * @param {number} height
 * @param {string} colour
 * @param {number} [weight] stroke in units of the 60-high box
 */
export function glyph(sign, x, y, height, colour, weight = 7.5) {
  const [path] = GLYPHS[sign] ?? ["", 0];
  const scale = +(height / 60).toFixed(3);
  return `<path transform="translate(${x} ${y})scale(${scale})" d="${path}" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** Index letters of court cards and ace, by language. */
const LETTERS = { ace: "A", jack: "J", queen: "Q", king: "K" };
/** @type {Record<string, typeof LETTERS>} */
const OWN = { "pt-PT": { ace: "A", jack: "V", queen: "D", king: "R" } };

/**
 * The index of a French rank as it is printed in a language.
 * @param {number} rank 1 … 13
 * @param {string} language
 */
export function indexOf(rank, language) {
  const { ace, jack, queen, king } = OWN[language] ?? LETTERS;
  return { 1: ace, 11: jack, 12: queen, 13: king }[rank] ?? String(rank);
}
