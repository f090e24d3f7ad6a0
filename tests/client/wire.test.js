import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { decode, encode } from "../../client/src/wire.js";

/** Another's msgpack, to hold ours against. @type {{decode: (data: Uint8Array) => unknown, encode: (value: unknown, how?: object) => Uint8Array<ArrayBuffer>}} */
const theirs = createRequire(new URL("../../client/package.json", import.meta.url))("@msgpack/msgpack");

/** The same chance in every run. @param {number} seed */
function dice(seed) {
  let state = seed;
  return (/** @type {number} */ sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Lengths and numbers where another form begins, on both sides of it. */
const EDGES = [0, 1, 15, 16, 31, 32, 127, 128, 255, 256, 65535, 65536];
const NUMBERS = [...EDGES, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER, -1, -32, 0.5, -0.25, 1e300, 5120.5];

/** @param {(sides: number) => number} roll @param {number} depth @returns {unknown} */
function any(roll, depth) {
  const kind = roll(depth > 3 ? 5 : 7);
  if (kind === 0) return [null, true, false][roll(3)];
  if (kind === 1) return NUMBERS[roll(NUMBERS.length)];
  if (kind === 2) return roll(2 ** 30);
  if (kind < 5) return ["", "D", "3>5x2", "Peça ♠ 🂡", "x".repeat(EDGES[roll(10)] ?? 0)][roll(5)];
  const length = roll(20);
  if (kind === 5) return Array.from({ length }, () => any(roll, depth + 1));
  return Object.fromEntries(Array.from({ length }, (_, i) => [`key${i}`, any(roll, depth + 1)]));
}

test("what we write is read by others as it was meant, and what others write by us", () => {
  const roll = dice(7);
  for (let i = 0; i < 400; i++) {
    const value = any(roll, 0);
    assert.deepEqual(theirs.decode(encode(value)), value);
    assert.deepEqual(decode(theirs.encode(value)), value);
  }
});

test("long lists, maps, texts and bytes, and numbers below zero, which only servers send", () => {
  for (const length of EDGES) {
    const list = Array.from({ length }, (_, i) => 1 - i);
    const map = Object.fromEntries(list.map((value, i) => [String(i), value]));
    for (const value of [list, map, "ç".repeat(length), new Uint8Array(length).fill(7)])
      assert.deepEqual(decode(theirs.encode(value)), value);
  }
  for (const value of [-33, -129, -40_000, -(2 ** 31), -(2 ** 40)]) assert.equal(decode(theirs.encode(value)), value);
  assert.equal(decode(theirs.encode(0.5, { forceFloat32: true })), 0.5);
});

test("what is left out is nothing", () => {
  assert.deepEqual(decode(encode({ t: "new_deal", variant: undefined })), { t: "new_deal", variant: null });
});

test("a frame that is cut off, goes on, or holds what is no part of the protocol is an error", () => {
  const roll = dice(9);
  for (let i = 0; i < 200; i++) {
    const frame = encode({ t: "x", value: any(roll, 1) });
    for (let n = 0; n < Math.min(frame.length, 60); n++) assert.throws(() => decode(frame.slice(0, n)), RangeError);
    assert.throws(() => decode(Uint8Array.of(...frame.slice(0, 900), ...frame.slice(900), 0xc0)), RangeError);
  }
  assert.throws(() => decode(Uint8Array.of(0xc1)), RangeError);
  assert.throws(() => decode(Uint8Array.of(0xd4, 1, 2)), RangeError);
});
