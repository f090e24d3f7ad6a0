/** The own table as it was dealt, kept for as long as this tab is open: once the deal is known, it must have been that. */

/** @typedef {import("./messages.js").Room} Room */

/** @param {Room} room */
const key = ({ code, race }) => `corrida.first.${code}.${race}`;

/**
 * @param {Room} room
 * @param {import("./messages.js").TableFrame} table the own one
 */
export function keepFirst(room, { v, piles }) {
  if (v || recallFirst(room)) return; // one that came later would prove nothing
  try {
    sessionStorage.setItem(key(room), JSON.stringify(piles.map(([, cards]) => [...cards])));
  } catch {
    // What cannot be kept cannot be compared; the seal is checked all the same.
  }
}

/** @param {Room} room @returns {number[][] | null} card codes of its piles, 0 for what was not seen */
export function recallFirst(room) {
  try {
    return JSON.parse(sessionStorage.getItem(key(room)) ?? "null");
  } catch {
    return null;
  }
}
