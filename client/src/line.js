/** The one line that says why not, or what has just happened: for those who look and, if need be, for those who listen. */

/** It stays for as long as it takes to read it. */
const LEAST_MS = 4000;
const MS_PER_CHARACTER = 65;

/**
 * @param {ReturnType<typeof import("./view/announcer.js").createAnnouncer>} announcer
 * @param {() => void} update
 */
export function createLine(announcer, update) {
  const line = { shown: /** @type {{text: string, kind: "refusal" | "news"} | null} */ (null) };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /**
   * @param {string} text
   * @param {"refusal" | "news"} kind
   * @param {boolean} [aloud] false: it was said already
   */
  function say(text, kind, aloud = true) {
    line.shown = { text, kind };
    if (aloud) (kind === "refusal" ? announcer.alert : announcer.news)(text);
    clearTimeout(timer);
    timer = setTimeout(() => {
      line.shown = null;
      update();
    }, Math.max(LEAST_MS, text.length * MS_PER_CHARACTER));
    update();
  }

  return { line, say };
}
