/** Whether and when to come back after a connection has ended. Pure. */

const FIRST_MS = 500;
const MOST_MS = 8000;

/**
 * Full jitter: anything up to a limit that doubles with each failure, so that many clients never come back at once.
 * @param {number} failures in a row, from 0
 * @param {number} random in [0, 1)
 * @returns {number} milliseconds
 */
export const delayBefore = (failures, random) => random * Math.min(MOST_MS, FIRST_MS * 2 ** failures);

/**
 * The server's close codes from 4500 on are final, and so is 1002 (a protocol that it doesn't speak).
 * @param {number} code
 */
export const isFinal = (code) => (code >= 4500 && code <= 4999) || code === 1002;
