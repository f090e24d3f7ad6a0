/**
 * What the page has to know of each family of games to draw it. No rule is here: those are the server's alone.
 *
 * @typedef {"french" | "spanish"} Deck
 *
 * @typedef {object} Family
 * @property {Deck} deck
 * @property {number} goal sets, or cards, that are at home when the game is won
 * @property {"sets" | "home" | "placed"} home the counter of them
 * @property {readonly string[]} counters those that stand above the table
 * @property {number} row cards that leave the stock together: the stock is drawn as so many rows; 0 = one pile
 * @property {number} fan cards at the top of the waste that lie side by side
 * @property {"sets" | "suits" | "none"} foundations what each of them is for
 * @property {"picker" | "tap"} enter what Enter does on a column
 * @property {"spider" | "klondike" | "maze"} hands how it is played by hand
 */

/** @type {Family} */
const SPIDER = {
  deck: "french",
  goal: 8,
  home: "sets",
  counters: ["moves", "down", "rows"],
  row: 10,
  fan: 0,
  foundations: "sets",
  enter: "picker",
  hands: "spider",
};
/** @type {Family} */
const KLONDIKE = {
  deck: "french",
  goal: 52,
  home: "home",
  counters: ["moves", "down", "turnovers"],
  row: 0,
  fan: 3,
  foundations: "suits",
  enter: "tap",
  hands: "klondike",
};

/** @type {Record<string, Family>} by group of variants */
const FAMILIES = {
  spider: SPIDER,
  "spider-es": { ...SPIDER, deck: "spanish" },
  klondike: KLONDIKE,
  clasico: { ...KLONDIKE, deck: "spanish", goal: 48 },
  maze: {
    deck: "french",
    goal: 48,
    home: "placed",
    counters: ["moves", "placed"],
    row: 0,
    fan: 0,
    foundations: "none",
    enter: "tap",
    hands: "maze",
  },
};

/** @type {Map<string, Family>} */
const made = new Map();

/**
 * @param {string} variant its id; one that a newer server offers, and that we do not know, is drawn like Spider
 * @returns {Family}
 */
export function familyOf(variant) {
  const { group, number } = variantParts(variant);
  const family = FAMILIES[group] ?? SPIDER;
  if (family.fan === 0) return family;
  let own = made.get(variant);
  if (!own) made.set(variant, (own = { ...family, fan: number }));
  return own;
}

/**
 * What a variant's id says: `spider-es-4` is the one with the number 4 of the group `spider-es`.
 * @param {string} id
 */
export function variantParts(id) {
  const [, group = id, number = "0"] = /^(.+?)(?:-(\d+))?$/.exec(id) ?? [];
  return { group, number: Number(number) };
}

/** How many ranks a suit of the deck has. @param {Deck} deck */
export const ranksOf = (deck) => (deck === "french" ? 13 : 12);

/**
 * Suits that a game of so many suits is played with.
 * @param {Deck} deck
 * @param {number} count
 */
export const suitsOf = (deck, count) => (deck === "french" || count > 2 ? [0, 1, 2, 3] : [2, 1]).slice(0, count || 4);
