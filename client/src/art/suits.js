/** The four French suits: shapes in a box of 100 by 100, and their colours. */

export const SUIT_PATHS = [
  "M50 3C57 24 95 40 95 68 95 86 70 91 56 76 57 87 61 94 70 98H30C39 94 43 87 44 76 30 91 5 86 5 68 5 40 43 24 50 3Z",
  "M50 97C42 78 5 58 5 30 5 3 41-2 50 27 59-2 95 3 95 30 95 58 58 78 50 97Z",
  "M50 2C60 22 74 38 90 50 74 62 60 78 50 98 40 78 26 62 10 50 26 38 40 22 50 2Z",
  "M50 3C66 3 76 15 74 28 73 34 70 38 66 42 82 36 97 46 97 63 97 82 72 91 56 74 57 86 61 94 70 98H30C39 94 43 86 44 74 28 91 3 82 3 63 3 46 18 36 34 42 30 38 27 34 26 28 24 15 34 3 50 3Z",
];

export const INK = "#1b1d22";
export const RED = "#c4122f";
const BLUE = "#1257b8";
const GREEN = "#137a3a";

/**
 * @param {number} suit 0 spades, 1 hearts, 2 diamonds, 3 clubs
 * @param {number} colours 2 or 4
 */
export const suitColour = (suit, colours) =>
  (colours === 4 ? [INK, RED, BLUE, GREEN] : [INK, RED, RED, INK])[suit] ?? INK;

/**
 * @param {number} suit
 * @param {number} x centre
 * @param {number} y centre
 * @param {number} size
 * @param {string} colour
 * @param {boolean} [upsideDown]
 */
export function suitMark(suit, x, y, size, colour, upsideDown = false) {
  const scale = +(size / 100).toFixed(3);
  return `<path transform="translate(${x} ${y})scale(${upsideDown ? -scale : scale})translate(-50 -50)" d="${SUIT_PATHS[suit]}" fill="${colour}"/>`;
}
