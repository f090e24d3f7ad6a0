import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { CHOICES } from "../../client/src/look.js";

const css = await readFile(new URL("../../client/src/style/base.css", import.meta.url), "utf8");

/**
 * The colours of the page as the style sheet gives them.
 * @param {number} theme 0 light, 1 dark
 * @param {string} felt
 * @returns {Map<string, number[]>} red, green, blue (0 to 255) by name
 */
function colours(theme, felt) {
  const all = new Map();
  for (const [, selectors = "", body = ""] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const plain = /(^|,|\s):root\s*(,|$)/.test(selectors);
    if (!plain && !selectors.includes(`[data-felt="${felt}"]`)) continue;
    for (const [, name, value = ""] of body.matchAll(/--([\w-]+): ([^;]+);/g)) {
      const hex = [...value.matchAll(/#([0-9a-f]{6})\b/g)].map(([, digits]) => digits);
      const own = hex[Math.min(theme, hex.length - 1)];
      if (own) all.set(name, own.match(/../g)?.map((byte) => parseInt(byte, 16)));
    }
  }
  return all;
}

/** @param {number[]} colour */
function luminance(colour) {
  const [r = 0, g = 0, b = 0] = colour.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** As WCAG 2.2 counts it. @param {number[]} a @param {number[]} b */
function contrast(a, b) {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = 4.5;
const SIGN = 3;
/** What stands on what, and by how much it has to differ. */
const PAIRS = /** @type {const} */ ([
  ["felt-ink", "felt", TEXT],
  ["felt-quiet", "felt", TEXT],
  ["felt-ink", "felt-deep", TEXT],
  ["brass", "felt", SIGN],
  ["ring", "felt", SIGN],
  ["ring", "ring-out", SIGN],
  ["ink", "paper", TEXT],
  ["quiet", "paper", TEXT],
  ["quiet", "paper-low", TEXT],
  ["danger", "paper", TEXT],
  ["strong-ink", "strong", TEXT],
  ["strong", "paper", SIGN],
  ["edge", "paper", SIGN],
  ["brass-ink", "brass", TEXT],
]);

test("what is written can be read, and what is a control can be seen, on every cloth, in the light and in the dark", () => {
  for (const felt of CHOICES.felt)
    for (const theme of [0, 1]) {
      const all = colours(theme, felt);
      for (const [front, ground, least] of PAIRS) {
        const [a, b] = [all.get(front), all.get(ground)];
        assert.ok(a && b, `${front} and ${ground} are colours`);
        assert.ok(contrast(a, b) >= least, `${front} on ${ground}, ${felt}, ${theme ? "dark" : "light"}: ${contrast(a, b).toFixed(2)}`);
      }
    }
});

test("each cloth has colours of its own", () => {
  for (const theme of [0, 1])
    assert.equal(new Set(CHOICES.felt.map((felt) => String(colours(theme, felt).get("felt")))).size, CHOICES.felt.length);
  for (const back of CHOICES.back) assert.match(css, new RegExp(`\\[data-back="${back}"\\] \\{\\s+--back: #`));
});
