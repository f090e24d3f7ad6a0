import assert from "node:assert/strict";
import { test } from "node:test";
import { cardPlaces, columnAt, fanOf, hit, layOut } from "../../client/src/view/geometry.js";

const kinds = [...Array(10).fill("column"), "stock", ...Array(8).fill("foundation")].map((kind) => ({ kind }));
const family = { row: 10 };
/** The board's own size, by window: what is left beside head and track. @type {[string, number, number, "compact" | "full"][]} */
const boards = [
  ["phone", 360, 590, "compact"],
  ["small phone", 320, 440, "compact"],
  ["phone on its side", 560, 300, "compact"],
  ["tablet", 820, 1060, "full"],
  ["desktop", 1140, 840, "full"],
  ["wide", 1620, 1000, "full"],
];

/** @param {number} count @param {number} up */
const column = (count, up) => ({ kind: "column", count, up });

for (const [name, width, height, design] of boards) {
  test(`${name}: ten columns fit, nothing overlaps, nothing is cut off`, () => {
    const geometry = layOut(kinds, width, height, family);
    assert.equal(geometry.design, design);
    const columns = geometry.places.slice(0, 10);
    columns.forEach((place, i) => {
      assert.ok(place.x >= 0 && place.x + place.w <= width, `column ${i}`);
      const next = columns[i + 1];
      if (next) assert.ok(place.x + place.w < next.x);
    });
    for (const [i, place] of geometry.places.slice(10).entries()) {
      assert.ok(place.x >= 0 && place.x + place.w <= width && place.y + place.h <= height, `rail ${i}`);
      assert.ok(place.y >= (columns[0]?.y ?? 0) + (columns[0]?.h ?? 0), "the rail is below the columns");
    }
    for (const heap of [column(6, 1), column(18, 13), column(30, 25), column(44, 40)]) {
      const bottom = cardPlaces(geometry, 0, heap).at(-1)?.y ?? 0;
      assert.ok(bottom + geometry.h <= geometry.railY, `${heap.count} cards`);
    }
    const stock = cardPlaces(geometry, 10, { kind: "stock", count: 50, up: 0 });
    const foundation = geometry.places[18];
    assert.ok((stock[0]?.x ?? 0) > (foundation?.x ?? 0) + (foundation?.w ?? 0), "stock and sets keep apart");
  });
}

test("face-down cards give way first, and a column that is too full is marked", () => {
  const geometry = layOut(kinds, 360, 590, family);
  const place = /** @type {import("../../client/src/view/geometry.js").Place} */ (geometry.places[0]);
  const few = fanOf(geometry, place, column(6, 1));
  const more = fanOf(geometry, place, column(30, 25));
  const most = fanOf(geometry, place, column(48, 44));
  assert.ok(!few.dense && !more.dense && most.dense);
  assert.ok(more.down < few.down);
  assert.ok(more.up >= 16, "the index of a covered card shows whole");
});

test("a move does not stir other columns", () => {
  const geometry = layOut(kinds, 1140, 840, family);
  const place = /** @type {import("../../client/src/view/geometry.js").Place} */ (geometry.places[0]);
  assert.deepEqual(fanOf(geometry, place, column(3, 2)), fanOf(geometry, place, column(12, 7)));
});

test("what is hit is the card that is seen there", () => {
  const geometry = layOut(kinds, 1140, 840, family);
  const heaps = kinds.map(({ kind }, i) => ({
    kind,
    count: kind === "column" ? i : kind === "stock" ? 50 : 0,
    up: kind === "column" ? Math.min(i, 2) : 0,
  }));
  for (let pile = 1; pile < 10; pile++) {
    const cards = cardPlaces(geometry, pile, /** @type {any} */ (heaps[pile]));
    cards.forEach(({ x, y }, i) =>
      assert.deepEqual(hit(geometry, heaps, x + 3, y + 2), { pile, count: cards.length - i }),
    );
    const last = /** @type {{x: number, y: number}} */ (cards.at(-1));
    assert.deepEqual(hit(geometry, heaps, last.x + 3, last.y + geometry.h - 2), { pile, count: 1 });
    assert.deepEqual(hit(geometry, heaps, last.x + 3, last.y + geometry.h + 2), { pile, count: 0 });
  }
  const empty = geometry.places[0];
  assert.deepEqual(hit(geometry, heaps, (empty?.x ?? 0) + 5, (empty?.y ?? 0) + 5), { pile: 0, count: 0 });
  assert.equal(hit(geometry, heaps, 1, 839), null);
});

test("a drop counts for the column under the pointer, however short it is", () => {
  const geometry = layOut(kinds, 1140, 840, family);
  const heaps = kinds.map(({ kind }) => ({ kind, count: 0, up: 0 }));
  for (let pile = 0; pile < 10; pile++) {
    const place = /** @type {import("../../client/src/view/geometry.js").Place} */ (geometry.places[pile]);
    for (const x of [place.x - 5, place.x + 1, place.x + place.w / 2, place.x + place.w - 1])
      assert.equal(columnAt(geometry, heaps, x), pile);
  }
  assert.equal(
    columnAt(geometry, heaps, (geometry.places[3]?.x ?? 0) + 10, [5]),
    null,
    "too far from the only one that may be",
  );
});
