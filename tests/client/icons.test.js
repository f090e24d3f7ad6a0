import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { iconPng } from "../../client/icons.mjs";

const drawing = await readFile(new URL("../../client/src/icon.svg", import.meta.url), "utf8");
const PIXELS = 64;

/**
 * The colour of a pixel: red, green, blue, alpha.
 * @param {Buffer} png
 * @param {number} x
 * @param {number} y
 */
function pixel(png, x, y) {
  const start = png.indexOf("IDAT") + 4;
  const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
  const at = y * (1 + PIXELS * 4) + 1 + x * 4;
  return [...rows.subarray(at, at + 4)];
}

test("the icon as PNG has the colours of the drawing where the drawing has them", () => {
  const png = iconPng(drawing, PIXELS);
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [PIXELS, PIXELS]);
  assert.equal(pixel(png, 0, 0)[3], 0, "round corners");
  assert.deepEqual(pixel(png, 4, 32), [0x0d, 0x4f, 0x3a, 255], "felt");
  assert.deepEqual(pixel(png, 18, 14), [0xfd, 0xfc, 0xf8, 255], "the card");
  assert.deepEqual(pixel(png, 32, 34), [0x1b, 0x1d, 0x22, 255], "the spade");
  const edge = pixel(png, 1, 9);
  assert.ok(/** @type {number} */ (edge[3]) > 0);
});

test("for devices that cut icons themselves it fills the square", () => {
  for (const [x, y] of /** @type {const} */ ([
    [0, 0],
    [PIXELS - 1, 0],
    [0, PIXELS - 1],
    [PIXELS - 1, PIXELS - 1],
  ]))
    assert.deepEqual(pixel(iconPng(drawing, PIXELS, { whole: true }), x, y), [0x0d, 0x4f, 0x3a, 255]);
});

test("a drawing with more than is drawn here is refused rather than drawn wrong", () => {
  assert.throws(() => iconPng('<svg viewBox="0 0 9 9"><path d="M0 0Q1 1 2 2Z" fill="#000000"/></svg>', 9), /has a Q/);
});
