/** Addresses of pictures that are drawn when they are first asked for: one blob for each face in each look. */
import { backSvg, faceSvg, markSvg, signSvg, turnSvg } from "./faces.js";

/** @type {Map<string, string>} */
const made = new Map();

/**
 * @param {string} key
 * @param {() => string} draw
 */
function address(key, draw) {
  let url = made.get(key);
  if (!url) made.set(key, (url = URL.createObjectURL(new Blob([draw()], { type: "image/svg+xml" }))));
  return url;
}

/** @typedef {import("./faces.js").Look} Look */

/** @param {Look} look */
const styleOf = ({ deck, design, language, colours }) => `${deck} ${design} ${language} ${colours}`;

/**
 * @param {number} code
 * @param {Look} look
 */
export const faceUrl = (code, look) => address(`${code} ${styleOf(look)}`, () => faceSvg(code, look));

/**
 * @param {number} code of a card that was seen before; 0 for one that never was
 * @param {Look} look
 */
export const backUrl = (code, look) =>
  address(`back ${code} ${code ? styleOf(look) : look.design}`, () =>
    backSvg(look.design, code ? { code, look } : null),
  );

/**
 * @param {string} sign
 * @param {number} suit
 */
export const signUrl = (sign, suit) => address(`sign ${sign} ${suit}`, () => signSvg(sign, suit));

/**
 * @param {import("./faces.js").Deck} deck
 * @param {number} suit
 * @param {string} [colour]
 */
export const markUrl = (deck, suit, colour) =>
  address(`mark ${deck} ${suit} ${colour}`, () => markSvg(deck, suit, colour));

/** A back as a background: the cloth lies below the picture. @param {string} url */
export const onCloth = (url) => `url("${url}"), linear-gradient(var(--back) 0 0)`;

export const turnUrl = () => address("turn", turnSvg);
