/**
 * How the table looks, as a person has chosen it on this device.
 *
 * @typedef {object} Look
 * @property {string} language whose letters stand on the cards
 * @property {number} colours 2, or 4: each suit has its own
 * @property {boolean} large the index as large as it can be, on wide cards too
 * @property {boolean} mirror stock and foundations change sides
 *
 * @typedef {object} Dress what style sheets alone have to know
 * @property {string} theme
 * @property {string} felt
 * @property {string} back
 */
import { recall, remember } from "./prefs.js";

/** What there is to choose from, the first being what one gets unasked. */
export const CHOICES = {
  theme: ["auto", "light", "dark"],
  felt: ["green", "blue", "red", "grey"],
  back: ["red", "blue", "green", "grey"],
};
/** @type {Look} */
export const PLAIN = { language: "en", colours: 2, large: false, mirror: false };

/** @param {string} language @returns {Look} */
export const recallLook = (language) => ({
  language,
  colours: recall("colours") === "4" ? 4 : 2,
  large: recall("large") === "on",
  mirror: recall("mirror") === "on",
});

/** @param {Look} look */
export function rememberLook({ colours, large, mirror }) {
  remember("colours", String(colours));
  remember("large", large ? "on" : "off");
  remember("mirror", mirror ? "on" : "off");
}

/** @param {keyof Dress} what */
export function worn(what) {
  const value = recall(what) ?? "";
  return CHOICES[what].includes(value) ? value : /** @type {string} */ (CHOICES[what][0]);
}

/** Hands what was chosen over to the style sheets. */
export function dress() {
  for (const what of /** @type {(keyof Dress)[]} */ (Object.keys(CHOICES)))
    document.documentElement.dataset[what] = worn(what);
}

/**
 * @param {keyof Dress} what
 * @param {string} value
 */
export function wear(what, value) {
  remember(what, value);
  dress();
}
