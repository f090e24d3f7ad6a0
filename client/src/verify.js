/**
 * Checks that the deal was fixed before the start, and that it is the one that was played: the commitment is SHA-256 of the
 * deal ID and the nonce, and the ID, dealt again here, gives the cards that lay on the table. Comes with the first result.
 *
 * @typedef {"same" | "kept" | "broken"} Verdict same: the cards too; kept: the seal only, for no first table was seen here
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { dealt } from "./dealer.js";

/**
 * @param {{commitment: string, variant: string}} room
 * @param {{deal_id: string, nonce: Uint8Array}} opening
 * @param {number[][] | null} first the first table, card codes of its piles, 0 for what was not seen; null if it is not known
 * @returns {Verdict}
 */
export function verdictOf({ commitment, variant }, opening, first) {
  const deal = dealt(opening.deal_id);
  if (!keeps(commitment, opening) || deal?.variant !== variant) return "broken";
  if (!first) return "kept";
  return shows(first, deal.piles) ? "same" : "broken";
}

/**
 * @param {string} commitment hexadecimal
 * @param {{deal_id: string, nonce: Uint8Array}} opening
 */
export const keeps = (commitment, { deal_id, nonce }) =>
  bytesToHex(sha256(Uint8Array.of(...new TextEncoder().encode(deal_id), ...nonce))) === commitment.toLowerCase();

/**
 * Whether a table may be what one sees of these piles.
 * @param {number[][]} seen
 * @param {number[][]} piles
 */
const shows = (seen, piles) =>
  seen.every((cards, i) => {
    const whole = piles[i] ?? [];
    return cards.length === whole.length && cards.every((code, j) => code === 0 || code === whole[j]);
  });
