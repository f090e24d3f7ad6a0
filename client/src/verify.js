/** Checks that the deal was fixed before the start: the commitment is SHA-256 of the deal ID and the nonce. */

/**
 * @param {string} commitment hexadecimal
 * @param {{deal_id: string, nonce: Uint8Array}} opening
 * @returns {Promise<boolean | null>} null where the browser gives no SHA-256 (a page that came neither by https nor from this machine)
 */
export async function keeps(commitment, { deal_id, nonce }) {
  if (!globalThis.crypto?.subtle) return null;
  const id = new TextEncoder().encode(deal_id);
  const bytes = new Uint8Array(id.length + nonce.length);
  bytes.set(id);
  bytes.set(nonce, id.length);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === commitment.toLowerCase();
}
