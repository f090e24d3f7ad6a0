/** The variants in signs and pictures. */
import { html } from "lit-html";
import { faceUrl, markUrl } from "../art/pictures.js";
import { familyOf, suitsOf, variantParts } from "../families.js";

/** The suits that it is played with. @param {string} id */
export function suitSigns(id) {
  const { deck, hands } = familyOf(id);
  const suits = suitsOf(deck, hands === "spider" ? variantParts(id).number : 4);
  return html`<span class="suit-signs" aria-hidden="true">${suits.map((suit) => html`<img src=${markUrl(deck, suit)} alt="" width="18" height="18" />`)}</span>`;
}

/** The card that a group of variants is known by: suit and rank. @type {Record<string, number>} */
const EMBLEMS = { spider: 0x0d, klondike: 0x11, clasico: 0x01, "spider-es": 0x2c, maze: 0x32 };

/** @param {string} id @param {import("../look.js").Look} look */
export function emblem(id, look) {
  const code = EMBLEMS[variantParts(id).group] ?? 0x01;
  return html`<img class="emblem" src=${faceUrl(code, { ...look, deck: familyOf(id).deck, design: "compact" })} alt="" width="32" height="48" />`;
}

/**
 * The variants by group, in the order in which the groups are shown.
 * @param {readonly {id: string}[]} variants
 * @returns {string[][]} ids
 */
export function groups(variants) {
  /** @type {Map<string, string[]>} */
  const byGroup = new Map(Object.keys(EMBLEMS).map((group) => [group, []]));
  for (const { id } of variants) {
    const { group } = variantParts(id);
    byGroup.set(group, [...(byGroup.get(group) ?? []), id]);
  }
  return [...byGroup.values()].filter((ids) => ids.length);
}
