/**
 * The connection that the head of the page has begun (`early.js`), for the room that it was begun for.
 *
 * @typedef {object} Begun
 * @property {string} code
 * @property {WebSocket} ws
 * @property {[ArrayBuffer, number][]} heard what has come since, and when
 */

/**
 * Takes it over, if it is of use: for another room, or broken, it is not.
 * @param {string} code
 * @returns {Begun | null}
 */
export function takeBegun(code) {
  /** @type {Begun | undefined} */
  const begun = Reflect.get(globalThis, "begun");
  Reflect.deleteProperty(globalThis, "begun");
  if (!begun || begun.ws.readyState > WebSocket.OPEN) return null;
  if (begun.code === code) return begun;
  begun.ws.close();
  return null;
}
