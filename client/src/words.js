/**
 * Every sentence on the page, in the player's language. The files in `words/` hold them by key; a value is a text with
 * {slots}, or a text for one and a text for any other number in the slot `n` (our four languages need no more).
 * What only pages besides the first table need is in folders of its own, one for each part, and comes with those pages.
 *
 * @typedef {string | {one: string, other: string}} Text
 * @typedef {Record<string, Text>} Words
 */

/** @type {Record<string, {name: string, load: () => Promise<{default: Words}>}>} */
export const LANGUAGES = {
  "pt-BR": { name: "Português (BR)", load: () => import("./words/pt-BR.js") },
  "pt-PT": { name: "Português (PT)", load: () => import("./words/pt-PT.js") },
  es: { name: "Español", load: () => import("./words/es.js") },
  en: { name: "English", load: () => import("./words/en.js") },
};
const FIRST = "pt-BR";

let current = FIRST;
/** @type {Words} */
let words = {};
/** Parts that are spoken too. @type {Set<string>} */
const parts = new Set();

/**
 * The best of our languages for a reader of those.
 * @param {readonly (string | null | undefined)[]} wanted best first
 */
export function choose(wanted) {
  for (const tag of wanted) {
    if (!tag) continue;
    if (Object.hasOwn(LANGUAGES, tag)) return tag;
    const [language, ...rest] = tag.split("-");
    if (language === "pt") return rest.length === 0 || rest.includes("BR") ? "pt-BR" : "pt-PT";
    if (language && Object.hasOwn(LANGUAGES, language)) return language;
  }
  return FIRST;
}

/**
 * @param {string} tag one of LANGUAGES
 * @param {readonly string[]} [more] parts that are spoken from now on
 */
export async function speak(tag, more = []) {
  const language = LANGUAGES[tag];
  if (!language) throw new RangeError(`no such language: ${tag}`);
  for (const part of more) parts.add(part);
  const all = await Promise.all([language.load(), ...[...parts].map((part) => wordsOf(part, tag))]);
  use(tag, Object.assign({}, ...all.map((own) => own.default)));
}

/** Adds the words of a part, in whatever language is spoken. @param {string} part name of a folder in `words/` */
export async function learn(part) {
  if (parts.has(part)) return;
  const tag = current;
  const own = (await wordsOf(part, tag)).default;
  parts.add(part);
  if (tag === current) words = { ...words, ...own };
  else await speak(current);
}

/** @param {string} part @param {string} tag @returns {Promise<{default: Words}>} */
const wordsOf = (part, tag) => import(`./words/${part}/${tag}.js`);

/**
 * @param {string} tag
 * @param {Words} own
 */
export function use(tag, own) {
  [current, words] = [tag, own];
}

/** @param {string} key */
export const has = (key) => words[key] !== undefined;

export const language = () => current;

/**
 * The sentence with that key. A key that is missing comes back as it is, to be seen in a test.
 * @param {string} key
 * @param {Record<string, string | number>} [slots] `n` chooses between one and many
 */
export function t(key, slots = {}) {
  const text = words[key];
  if (text === undefined) return key;
  const form = typeof text === "string" ? text : Number(slots["n"]) === 1 ? text.one : text.other;
  return form.replace(/\{(\w+)\}/g, (_, slot) => String(slots[slot] ?? ""));
}

/**
 * One line for a reason of the server's; an unknown one (a newer server's) still says something.
 * @param {string} code
 */
export const reason = (code) => (has(`reason.${code}`) ? t(`reason.${code}`) : t("reason.other", { code }));

/** @param {number} n 1 → "1st", "1.º", "1.º" */
export const ordinal = (n) => t("place", { n, suffix: current === "en" ? englishSuffix(n) : "" });

/** @param {number} n */
const englishSuffix = (n) =>
  ({ one: "st", two: "nd", few: "rd" })[
    /** @type {"one"} */ (new Intl.PluralRules("en", { type: "ordinal" }).select(n))
  ] ?? "th";

/** @param {readonly string[]} parts */
export const list = (parts) => new Intl.ListFormat(current, { type: "conjunction" }).format(parts);
