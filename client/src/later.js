/** Modules that are loaded when they are first wanted, or in a quiet moment before. */

/**
 * @template T
 * @param {() => Promise<T>} load
 */
export function later(load) {
  /** @type {T | null} */
  let module = null;
  /** @type {Promise<void> | null} */
  let loading = null;

  return {
    /** Begins to load it. What fails is tried again when it is wanted again. @returns {Promise<void>} */
    prepare: () =>
      (loading ??= load().then(
        (loaded) => void (module = loaded),
        () => void (loading = null),
      )),
    /** The module, if it is there. @returns {T | null} */
    get: () => module,
  };
}
