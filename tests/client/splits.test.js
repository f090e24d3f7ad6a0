import assert from "node:assert/strict";
import { test } from "node:test";
import { familyOf } from "../../client/src/families.js";
import { compareSplits } from "../../client/src/splits.js";

/** @param {number[][]} splits @param {string} variant */
const compare = (splits, variant) => compareSplits(splits.map((one) => ({ splits: one })), familyOf(variant));

test("Spider has a time for each set that anyone has; the best of several is marked", () => {
  assert.deepEqual(compare([[10, 30], [20, 25, 40], []], "spider-2"), [
    [
      { label: "1", time: 10, best: true },
      { label: "2", time: 30, best: false },
      { label: "3", time: null, best: false },
    ],
    [
      { label: "1", time: 20, best: false },
      { label: "2", time: 25, best: true },
      { label: "3", time: 40, best: false },
    ],
    ["1", "2", "3"].map((label) => ({ label, time: null, best: false })),
  ]);
});

test("where single cards count, the marks are at quarters of the game", () => {
  const whole = Array.from({ length: 52 }, (_, i) => i + 1);
  assert.deepEqual(
    compare([whole, whole.slice(0, 30)], "klondike-3").map((row) => row.map(({ label, time, best }) => [label, time, best])),
    [
      [
        ["25%", 13, true],
        ["50%", 26, true],
        ["75%", 39, false],
        ["100%", 52, false],
      ],
      [
        ["25%", 13, true],
        ["50%", 26, true],
        ["75%", null, false],
        ["100%", null, false],
      ],
    ],
    "both are best where they are equal",
  );
  assert.deepEqual(compare([whole.slice(0, 48)], "maze")[0]?.map(({ time }) => time), [12, 24, 36, 48]);
});

test("nobody got anywhere: nothing to compare", () => {
  assert.deepEqual(compare([[], []], "spider-1"), [[], []]);
  assert.deepEqual(compare([[1, 2, 3]], "clasico-1"), [[]]);
});
