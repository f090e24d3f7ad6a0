/**
 * Pages with an address of their own besides the start page and the rooms: each comes when it is asked for, with its words.
 *
 * @typedef {{draw: () => unknown, close: () => void}} Place `draw` gives the page as it is now; `close`: it is left
 * @typedef {{open: (app: import("./app.js").App, update: () => void) => Place}} PlaceModule
 */
import { learn } from "./words.js";

/** @type {Record<string, () => Promise<PlaceModule>>} */
const PLACES = {
  "/rooms": () => import("./pages/rooms.js"),
  "/people": () => import("./pages/people.js"),
};

/** @param {string} path */
export const isPlace = (path) => Object.hasOwn(PLACES, path);

/**
 * @param {string} path one that `isPlace`
 * @returns {Promise<PlaceModule | null>} null if it can't be had now
 */
export async function loadPlace(path) {
  try {
    const [module] = await Promise.all([PLACES[path]?.() ?? null, learn("people")]);
    return module;
  } catch {
    return null;
  }
}
