/** The variants in words. One that a newer server offers, and that we have no words for, shows its id. */
import { familyOf, variantParts } from "./families.js";
import { has, t } from "./words.js";

/**
 * The name that several variants share.
 * @param {string} id of a variant
 */
export function groupName(id) {
  const { group } = variantParts(id);
  return has(`family.${group}`) ? t(`family.${group}`) : group;
}

/**
 * What tells a variant from the others of its group.
 * @param {string} id
 */
export function choiceName(id) {
  const { group, number } = variantParts(id);
  const { hands } = familyOf(id);
  return has(`family.${group}`) && number ? t(`choice.${hands}`, { n: number }) : "";
}

/** @param {string} id */
export const gameName = (id) => [groupName(id), choiceName(id)].filter(Boolean).join(" · ");

/**
 * A few words on what it is like.
 * @param {string} id
 */
export function levelOf(id) {
  const { number } = variantParts(id);
  const key = `level.${familyOf(id).hands}.${number}`;
  return has(key) ? t(key) : "";
}
