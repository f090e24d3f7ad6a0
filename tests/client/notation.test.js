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

const cells = pileNames(Array.from({ length: 54 }, () => ({ kind: "cell" })));

test("cells are named by row and column, and their moves are written gap first", () => {
  assert.deepEqual([cells[0], cells[8], cells[9], cells[53]], ["r1c1", "r1c9", "r2c1", "r6c9"]);
  assert.equal(new Set(cells).size, 54);
  for (const source of cells.keys())
    for (const target of [0, 8, 9, 53])
      assert.deepEqual(parseMove(formatMove({ source, target, count: 1 }, cells), cells), { source, target, count: 1 });
  assert.equal(formatMove({ source: 27, target: 17, count: 1 }, cells), "r2c9<r4c1");
  for (const text of ["r2c9>r4c1", "r7c1<r1c1", "r1c10<r1c1", "1<2", "D"])
    assert.equal(parseMove(text, cells), null, text);
});
