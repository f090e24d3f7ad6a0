/** Modules that are loaded when they are first wanted, or in a quiet moment before. */

import { learn } from "./words.js";

/**
 * @template T
 * @param {() => Promise<T>} load
 */
export function later(load) {
  /** @type {T | null} */
  let module = null;
  /** @type {Promise<T> | null} */
  let loading = null;

  /** @returns {Promise<T>} rejected if it can't be had now; what fails is tried again when it is wanted again */
  const want = () =>
    (loading ??= load().then(
      (loaded) => (module = loaded),
      (error) => {
        loading = null;
        throw error;
      },
    ));

  return {
    want,
    /** Begins to load it, for later. */
    prepare: () => void want().catch(() => {}),
    /** The module, if it is there. @returns {T | null} */
    get: () => module,
  };
}

/** The start page: a table does without. */
export const start = later(() => import("./pages/home.js"));
/** How Spanish cards are drawn: most tables do without. */
export const spanishDeck = later(() => import("./art/spanishdeck.js"));
/** Attempts that are seen again. */
export const replays = later(() => import("./pages/replay.js"));
/** What the first table does without. */
export const more = later(() => import("./more.js"));
/** The end of a daily attempt, with its words. */
export const daily = later(async () => (await Promise.all([import("./pages/dailyend.js"), learn("daily")]))[0]);
/** What checks a deal once it is known. */
export const verify = later(() => import("./verify.js"));
