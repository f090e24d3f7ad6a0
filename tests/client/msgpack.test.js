import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { decode, encode } from "../../client/src/msgpack.js";
import { dice } from "./dealer.js";

/** The usual library, to be agreed with byte for byte. @type {typeof import("@msgpack/msgpack")} */
const usual = createRequire(new URL("../../client/package.json", import.meta.url))("@msgpack/msgpack");

const TEXTS = ["", "t", "não é", "♠ 7", "𝄞", "x".repeat(31), "x".repeat(32), "é".repeat(200), "x".repeat(70_000)];
const EDGES = [5, 7, 8, 15, 16, 31, 32, 53].flatMap((bits) => [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]);
const NUMBERS = [0, ...EDGES.flatMap((n) => [n, -n, n / 3]).filter((n) => Math.abs(n) < 2 ** 53), 0.1, -1e300];

/**
 * @param {(n: number) => number} roll
 * @param {number} depth
 * @returns {unknown}
 */
function any(roll, depth) {
  const kind = roll(depth > 0 ? 8 : 6);
  if (kind === 0) return null;
  if (kind === 1) return roll(2) === 1;
  if (kind < 4) return NUMBERS[roll(NUMBERS.length)];
  if (kind === 4) return TEXTS[roll(roll(50) ? 8 : 9)];
  if (kind === 5) return Uint8Array.from({ length: [3, 255, 256, 70_000][roll(roll(50) ? 3 : 4)] ?? 0 }, () => roll(256));
  const length = [0, 1, 3, 15, 16, 20][roll(6)] ?? 0;
  if (kind === 6) return Array.from({ length }, () => any(roll, depth - 1));
  return Object.fromEntries(Array.from({ length }, (_, i) => [`${TEXTS[roll(4)]}${i}`, any(roll, depth - 1)]));
}

test("whatever the wire has is written as the usual library writes it, and read back as it was", () => {
  const roll = dice(20);
  for (const value of [...NUMBERS, ...TEXTS, ...Array.from({ length: 300 }, () => any(roll, 3))]) {
    const bytes = encode(value);
    assert.deepEqual(bytes, Uint8Array.from(usual.encode(value)));
    assert.deepEqual(decode(bytes), value);
  }
});

test("what the usual library reads of random bytes is read the same", () => {
  const roll = dice(21);
  let read = 0;
  for (let i = 0; i < 4000; i++) {
    const bytes = Uint8Array.from({ length: 1 + roll(12) }, () => [roll(256), 0x80 + roll(4), 0x90 + roll(4), roll(8)][roll(4)] ?? 0);
    let expected;
    try {
      expected = usual.decode(bytes);
    } catch {
      continue;
    }
    // Extensions, and keys that are no texts, are none of ours.
    if (/"type"|"nanoseconds"/.test(JSON.stringify(expected, (_, one) => (one instanceof Date ? { type: 1 } : one)))) continue;
    let own;
    try {
      own = decode(bytes);
    } catch (error) {
      assert.ok(error instanceof TypeError, String(error));
      continue;
    }
    read += 1;
    assert.equal(JSON.stringify(own), JSON.stringify(expected));
  }
  assert.ok(read > 200, String(read));
});

test("a message that is cut off, or followed by something, is none", () => {
  const roll = dice(22);
  for (let i = 0; i < 40; i++) {
    const bytes = encode([any(roll, 2), "end"]).slice(0, 400);
    for (let length = 0; length < Math.min(60, bytes.length); length++) assert.throws(() => decode(bytes.slice(0, length)));
  }
  assert.throws(() => decode(Uint8Array.from([0xc0, 0xc0])), RangeError);
  assert.throws(() => decode(Uint8Array.from([0xa1, 0xff])), TypeError);
  assert.throws(() => encode(() => 1), TypeError);
  assert.deepEqual(decode(encode({ a: undefined, b: 1 })), { b: 1 });
});
