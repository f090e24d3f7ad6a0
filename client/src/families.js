/**
 * What the page has to know of each family of games to draw it. No rule is here: those are the server's alone.
 *
 * @typedef {object} Family
 * @property {number} goal sets, or cards, that are at home when the game is won
 * @property {number} row cards that leave the stock together: the stock is drawn as so many rows; 0 = one pile
 * @property {"picker" | "tap"} enter what Enter does on a column
 */

/** @type {Record<string, Family>} */
const FAMILIES = {
  spider: { goal: 8, row: 10, enter: "picker" },
};
const OTHER = /** @type {Family} */ (FAMILIES["spider"]);

/**
 * @param {string} variant its id: the family's name comes first
 * @returns {Family}
 */
export const familyOf = (variant) => FAMILIES[variant.split("-")[0] ?? ""] ?? OTHER;

/**
 * What a variant's id says: `spider-es-4` is Spider with Spanish cards, the variant with four suits.
 * @param {string} id
 */
export function variantParts(id) {
  const parts = id.split("-");
  return { family: parts[0] ?? id, spanish: parts.includes("es"), number: Number(parts.at(-1)) || 0 };
}

/** Suits (0 spades, 1 hearts, 2 diamonds, 3 clubs) that a game of so many suits is played with. */
export const suitsOf = (/** @type {number} */ count) => [0, 1, 2, 3].slice(0, count || 4);
