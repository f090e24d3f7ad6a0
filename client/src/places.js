/**
 * Pages with an address of their own besides the start page and the rooms: each comes when it is asked for, with its words.
 *
 * @typedef {{draw: () => unknown, close: () => void}} Place `draw` gives the page as it is now; `close`: it is left
 * @typedef {{open: (app: import("./app.js").App, update: () => void) => Place}} PlaceModule
 */
import { more, replays } from "./later.js";
import { learn } from "./words.js";

/** @type {{words: string, load: () => Promise<PlaceModule>}} */
const DAILY = { words: "daily", load: () => import("./pages/daily.js") };
/** Today, or a game of one day. */
const DAILY_PATH = /^\/daily(\/[\w-]+\/\d+)?$/;

const rules = { words: "rules", load: () => more.want().then(({ rules }) => rules) };

/** @type {Record<string, {words: string, load: () => Promise<PlaceModule>}>} `words`: the part that they are in */
const PLACES = {
  "/replay": { words: "replay", load: replays.want },
  "/beat": { words: "ghost", load: () => import("./pages/ghost.js") },
  "/people": { words: "people", load: () => more.want().then(({ people }) => people) },
  "/rooms": { words: "people", load: () => more.want().then(({ rooms }) => rooms) },
  "/statistics": { words: "alone", load: () => more.want().then(({ statistics }) => statistics) },
  ...Object.fromEntries(["spider", "spider-es", "klondike", "clasico", "maze"].map((game) => [`/rules/${game}`, rules])),
};

/** The address of a replay, or of a challenge, goes on with what is to be seen. @param {string} path */
const nameOf = (path) => path.replace(/^(\/replay|\/beat)\/.*/, "$1");

/** @param {string} path */
export const isPlace = (path) => placeAt(path) !== undefined;

/** @param {string} path */
function placeAt(path) {
  const name = nameOf(path);
  return DAILY_PATH.test(path) ? DAILY : Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
}

/**
 * @param {string} path one that `isPlace`
 * @returns {Promise<PlaceModule | null>} null if it can't be had now
 */
export async function loadPlace(path) {
  try {
    const place = placeAt(path);
    const [module] = await Promise.all([place?.load() ?? null, learn(place?.words ?? "people")]);
    return module;
  } catch {
    return null;
  }
}
