/**
 * Deals a deal again from its ID, to check what the server has dealt: docs/deals.md in another language. Nothing is played
 * by what is dealt here.
 */
import { shake256 } from "@noble/hashes/sha3.js";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SPIDER = [6, 6, 6, 6, 5, 5, 5, 5, 5, 5];
const SPANISH_SPIDER = [5, 5, 5, 5, 5, 5, 4, 4, 4, 4];
const KLONDIKE = [1, 2, 3, 4, 5, 6, 7];
/** By prefix: variant, the suits of the pack in order, its ranks, cards in the columns. @type {Record<string, [string, string, number, number[]]>} */
const VARIANTS = {
  S1: ["spider-1", "00000000", 13, SPIDER],
  S2: ["spider-2", "00001111", 13, SPIDER],
  S4: ["spider-4", "01230123", 13, SPIDER],
  E1: ["spider-es-1", "22222222", 12, SPANISH_SPIDER],
  E2: ["spider-es-2", "22221111", 12, SPANISH_SPIDER],
  E4: ["spider-es-4", "01230123", 12, SPANISH_SPIDER],
  K1: ["klondike-1", "0123", 13, KLONDIKE],
  K3: ["klondike-3", "0123", 13, KLONDIKE],
  C1: ["clasico-1", "0123", 12, KLONDIKE],
  C3: ["clasico-3", "0123", 12, KLONDIKE],
  M1: ["maze", "0123", 13, []],
};
/** More bytes than any pack uses up: of 104 cards each takes less than two on average. */
const BYTES = 1024;
const ACE = 1;

/**
 * @param {string} id a deal ID as the server writes it
 * @returns {{variant: string, piles: number[][]} | null} card codes of each pile, bottom to top; piles that begin empty are left out at the end. null: that is no deal ID
 */
export function dealt(id) {
  const pack = packOf(id);
  return pack && { variant: pack.variant, piles: laidOut(pack.cards, pack.columns) };
}

/**
 * @param {string} id
 * @returns {{variant: string, cards: number[], columns: number[]} | null} the pack, first card first, and how many cards go into each column; null: that is no deal ID
 */
export function packOf(id) {
  const letters = id.replaceAll("-", "");
  const [variant, suits, ranks, columns] = VARIANTS[letters.slice(0, 2)] ?? [];
  if (!variant || !suits || !ranks || !columns) return null;
  if (letters.length !== 17 || [...letters].some((letter) => !ALPHABET.includes(letter)) || remainder(letters)) return null;
  const seed = [...letters.slice(2, 16)].reduce((sum, letter) => sum * 32n + BigInt(ALPHABET.indexOf(letter)), 0n);
  const pack = [...suits].flatMap((suit) => Array.from({ length: ranks }, (_, i) => (Number(suit) << 4) | (i + 1)));
  return { variant, cards: shuffled(pack, variant, seed), columns };
}

/** Of letters as a polynomial over the field of 32 elements: 0 for a whole ID. @param {string} letters */
const remainder = (letters) => [...letters].reduce((total, letter) => double(total) ^ ALPHABET.indexOf(letter), 0);

/** @param {number} value */
const double = (value) => ((value << 1) & 32 ? (value << 1) ^ 37 : value << 1);

/** @param {number[]} cards @param {string} variant @param {bigint} seed */
function shuffled(cards, variant, seed) {
  const text = new TextEncoder().encode(`corrida/1/${variant}/`);
  const number = Uint8Array.from({ length: 9 }, (_, i) => Number((seed >> BigInt(8 * (8 - i))) & 255n));
  const stream = shake256(Uint8Array.of(...text, ...number), { dkLen: BYTES }).values();
  const next = () => /** @type {number} */ (stream.next().value);
  for (let last = cards.length - 1; last > 0; last--) {
    let byte = next();
    while (byte >= 256 - (256 % (last + 1))) byte = next();
    const partner = byte % (last + 1);
    [cards[last], cards[partner]] = [/** @type {number} */ (cards[partner]), /** @type {number} */ (cards[last])];
  }
  return cards;
}

/** @param {number[]} cards @param {number[]} sizes none: on the cells of Maze */
function laidOut(cards, sizes) {
  if (!sizes.length)
    return [...cards.slice(0, 8), ACE, ...cards.slice(8, 16), ACE, ...cards.slice(16)].map((card) => ((card & 15) === ACE ? [] : [card]));
  /** @type {number[][]} */
  const columns = sizes.map(() => []);
  let at = 0;
  for (let row = 0; row < Math.max(...sizes); row++)
    for (const [i, column] of columns.entries()) if (row < (sizes[i] ?? 0)) column.push(cards[at++] ?? 0);
  return [...columns, cards.slice(at).reverse()];
}
