/** The variants in words and signs. One that a newer server offers, and that we have no words for, shows its id. */
import { html, nothing } from "lit-html";
import { suitColour, SUIT_PATHS } from "../art/suits.js";
import { suitsOf, variantParts } from "../families.js";
import { has, t } from "../words.js";

/**
 * The name that several variants share.
 * @param {string} id of a variant
 */
export function groupName(id) {
  const { family, spanish } = variantParts(id);
  const name = has(`family.${family}`) ? t(`family.${family}`) : family;
  return spanish ? t("deck.spanish", { family: name }) : name;
}

/**
 * What tells a variant from the others of its group.
 * @param {string} id
 */
export function choiceName(id) {
  const { family, number } = variantParts(id);
  return has(`choice.${family}`) && number ? t(`choice.${family}`, { n: number }) : id;
}

/** @param {string} id */
export const gameName = (id) => (variantParts(id).number ? `${groupName(id)} · ${choiceName(id)}` : groupName(id));

/**
 * A few words on how hard it is.
 * @param {string} id
 */
export function levelOf(id) {
  const { family, number } = variantParts(id);
  const key = `level.${family}.${number}`;
  return has(key) ? t(key) : "";
}

/** The suits that it is played with. @param {string} id */
export function suitSigns(id) {
  const { family, spanish, number } = variantParts(id);
  if (family !== "spider" || spanish) return nothing;
  return html`<span class="suit-signs" aria-hidden="true">${suitsOf(number).map((suit) => html`<svg viewBox="0 0 100 100" class=${suitColour(suit, 2) === suitColour(0, 2) ? "black" : "red"}><path d=${SUIT_PATHS[suit] ?? ""} /></svg>`)}</span>`;
}

/**
 * The variants by group, in the server's order.
 * @param {readonly {id: string}[]} variants
 * @returns {[name: string, ids: string[]][]}
 */
export function groups(variants) {
  /** @type {Map<string, string[]>} */
  const byName = new Map();
  for (const { id } of variants) byName.set(groupName(id), [...(byName.get(groupName(id)) ?? []), id]);
  return [...byName];
}
