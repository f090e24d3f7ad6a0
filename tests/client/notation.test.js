import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMove, parseMove, pileNames } from "../../client/src/notation.js";

const names = pileNames(
  ["column", "column", "column", "stock", "waste", "foundation", "foundation"].map((kind) => ({ kind })),
);

test("piles have the names of the protocol", () => {
  assert.deepEqual(names, ["1", "2", "3", "S", "W", "F1", "F2"]);
});

test("reading takes back writing", () => {
  for (const source of names.keys())
    for (const target of names.keys())
      for (const count of [1, 2, 13])
        assert.deepEqual(parseMove(formatMove({ source, target, count }, names), names), { source, target, count });
  assert.equal(formatMove({ source: 0, target: 2, count: 1 }, names), "1>3");
  assert.equal(formatMove({ source: 0, target: 5, count: 2 }, names), "1>F1x2");
});

test("what is no move between two piles is null", () => {
  for (const text of ["", "D", "U", "1>", ">2", "1>9", "9>1", "1>2x", "1<2", "1>2 ", "r1c1<r2c2"])
    assert.equal(parseMove(text, names), null, text);
});
