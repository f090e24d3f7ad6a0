/** What the page remembers on this device. A browser that keeps nothing still plays. */

/** @typedef {"name" | "language" | "colours" | "large" | "mirror" | "theme" | "felt" | "back" | "player" | "variant" | "ring" | "room"} Key */

/** @type {Map<Key, string>} */
const kept = new Map();

/** @param {Key} key */
export function recall(key) {
  try {
    return localStorage.getItem(`corrida.${key}`) ?? kept.get(key) ?? null;
  } catch {
    return kept.get(key) ?? null;
  }
}

/**
 * @param {Key} key
 * @param {string} value
 */
export function remember(key, value) {
  kept.set(key, value);
  try {
    localStorage.setItem(`corrida.${key}`, value);
  } catch {
    // Private windows and full disks: until the page is closed, then.
  }
}
