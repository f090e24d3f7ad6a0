import assert from "node:assert/strict";
import { test } from "node:test";
import { cardPlaces, fanOf, hit, landing, layOut } from "../../client/src/view/geometry.js";

const kinds = [...Array(10).fill("column"), "stock", ...Array(8).fill("foundation")].map((kind) => ({ kind }));
const family = { row: 10, fan: 0 };
/** @typedef {import("../../client/src/view/geometry.js").Place} Place */
/** @typedef {import("../../client/src/view/geometry.js").Geometry} Geometry */
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
    const rail = Math.min(...geometry.places.slice(10).map(({ y }) => y));
    for (const heap of [column(6, 1), column(18, 13), column(30, 25), column(44, 40)]) {
      const bottom = cardPlaces(geometry, 0, heap).at(-1)?.y ?? 0;
      assert.ok(bottom + geometry.h <= rail, `${heap.count} cards`);
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
  assert.ok(!few.dense && most.dense);
  assert.ok(more.dense && !fanOf(geometry, place, column(20, 15)).dense, "more than twenty on a phone");
  const wide = layOut(kinds, 1140, 840, family);
  assert.ok(!fanOf(wide, /** @type {Place} */ (wide.places[0]), column(25, 20)).dense, "on a desktop there is room");
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
    const place = /** @type {Place} */ (geometry.places[pile]);
    for (const x of [place.x - 5, place.x + 1, place.x + place.w / 2, place.x + place.w - 1])
      for (const y of [place.y, place.y + 300, place.y + place.h]) assert.equal(landing(geometry, heaps, x, y), pile);
  }
  assert.equal(
    landing(geometry, heaps, (geometry.places[3]?.x ?? 0) + 10, 100, [5]),
    null,
    "too far from the only one that may be",
  );
});

const klondike = [...Array(7).fill("column"), "stock", "waste", ...Array(4).fill("foundation")].map((kind) => ({
  kind,
}));
const [STOCK, WASTE, FOUNDATION] = [7, 8, 9];
const maze = Array.from({ length: 54 }, () => ({ kind: "cell" }));

/** @param {Place} a @param {Place} b */
const apart = (a, b) => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;

/** @param {Geometry} geometry @param {number} width @param {number} height */
function nothingOverlaps({ places }, width, height) {
  places.forEach((place, i) => {
    assert.ok(place.x >= 0 && place.x + place.w <= width, `pile ${i} is within the board's width`);
    assert.ok(place.y >= 0 && place.y + place.h <= height, `pile ${i} is within the board's height`);
    places.slice(i + 1).forEach((other, j) => assert.ok(apart(place, other), `piles ${i} and ${i + 1 + j}`));
  });
}

for (const [name, width, height] of boards) {
  test(`${name}: Klondike's seven columns, stock, waste and foundations fit`, () => {
    const geometry = layOut(klondike, width, height, { row: 0, fan: 3 });
    nothingOverlaps(geometry, width, height);
    assert.ok(geometry.w >= 38, "cards are wide enough");
    const columns = geometry.places.slice(0, 7);
    for (const heap of [column(1, 1), column(7, 1), column(13, 13), column(19, 13)]) {
      const place = /** @type {Place} */ (columns[6]);
      const bottom = (cardPlaces(geometry, 6, heap).at(-1)?.y ?? 0) + geometry.h;
      assert.ok(bottom <= place.y + place.h + 0.5, `${heap.count} cards`);
    }
    const waste = cardPlaces(geometry, WASTE, { kind: "waste", count: 9, up: 9 });
    const scale = geometry.places[WASTE]?.scale ?? 1;
    assert.equal(new Set(waste.map(({ x, y }) => `${x} ${y}`)).size, 3, "three of the waste lie apart");
    const top = /** @type {{x: number, y: number}} */ (waste.at(-1));
    const fan = { .../** @type {Place} */ (geometry.places[WASTE]), h: 0, w: 0 };
    fan.w = top.x + geometry.w * scale - fan.x;
    fan.h = top.y + geometry.h * scale - fan.y;
    for (const [pile, place] of geometry.places.entries())
      if (pile !== WASTE) assert.ok(apart(fan, place), `the fanned waste and pile ${pile}`);
    assert.ok(top.y + geometry.h * scale <= height, "and they do not leave the board");
    assert.deepEqual(
      geometry.rows.map((row) => row.flat()),
      [
        [STOCK, WASTE, 9, 10, 11, 12],
        [0, 1, 2, 3, 4, 5, 6],
      ],
    );
  });

  test(`${name}: Maze fills the board with six rows of nine cells`, () => {
    const geometry = layOut(maze, width, height, { row: 0, fan: 0 });
    nothingOverlaps(geometry, width, height);
    const [first, last] = [geometry.places[0], geometry.places[53]];
    assert.ok(first && last);
    const used = [(last.x + last.w - first.x) / width, (last.y + last.h - first.y) / height];
    assert.ok(Math.max(...used) > 0.8, "one way or the other");
    assert.ok(Math.abs(first.x - (width - last.x - last.w)) < 1, "in the middle");
    assert.deepEqual(
      geometry.rows.map((row) => row.length),
      [9, 9, 9, 9, 9, 9],
    );
    if (width >= 360 && height > width) assert.ok(geometry.w >= 36, "wide enough to be read and touched");
  });
}

for (const [name, width, height] of boards)
  for (const large of [false, true])
    test(`${name}: a mirrored table${large ? ", with large figures," : ""} fits as well, and each kind of pile has changed sides`, () => {
      for (const [piles, own] of /** @type {const} */ ([
        [klondike, { row: 0, fan: 3 }],
        [kinds, family],
      ])) {
        const plain = layOut(piles, width, height, own, { large, mirror: false });
        const other = layOut(piles, width, height, own, { large, mirror: true });
        assert.equal(other.w, plain.w);
        if (large) assert.equal(other.design, "compact");
        const middle = (/** @type {Geometry} */ { places }, /** @type {string} */ kind) => {
          const those = places.filter((_, i) => piles[i]?.kind === kind);
          return those.reduce((sum, { x, w }) => sum + x + w / 2, 0) / those.length - width / 2;
        };
        for (const kind of ["stock", "foundation"]) assert.ok(middle(plain, kind) * middle(other, kind) < 0, kind);
        assert.equal(middle(other, "column"), middle(plain, "column"));
        const stock = piles.findIndex(({ kind }) => kind === "stock");
        const fields = piles.flatMap(({ kind }, i) => {
          const heap = { kind, count: kind === "stock" ? 50 : kind === "waste" ? 9 : 0, up: kind === "waste" ? 9 : 0 };
          const place = /** @type {Place} */ (other.places[i]);
          const cards = cardPlaces(other, i, heap).map(({ x, y }) => ({ ...place, x, y, h: other.h * place.scale }));
          return (kind === "foundation" && piles === kinds) || i === stock ? cards.slice(0, 1) : [place, ...cards].slice(0, 10);
        });
        for (const { x, y, w, h } of fields)
          assert.ok(x >= 0 && x + w <= width && y >= 0 && y + h <= height + 0.5, "nothing is cut off");
        if (piles === klondike) nothingOverlaps(other, width, height);
      }
    });

test("of a fanned waste each card can be hit, and of foundations the top one", () => {
  const geometry = layOut(klondike, 360, 590, { row: 0, fan: 3 });
  const heaps = klondike.map(({ kind }) => ({ kind, count: kind === "column" ? 0 : 5, up: kind === "stock" ? 0 : 5 }));
  const waste = cardPlaces(geometry, WASTE, /** @type {any} */ (heaps[WASTE]));
  waste
    .slice(-3)
    .forEach(({ x, y }, i) => assert.deepEqual(hit(geometry, heaps, x + 2, y + 9), { pile: WASTE, count: 3 - i }));
  const { x, y } = /** @type {Place} */ (geometry.places[FOUNDATION]);
  assert.deepEqual(hit(geometry, heaps, x + 9, y + 9), { pile: FOUNDATION, count: 1 });
});

test("a card dropped on a foundation, a column or a gap lands there, and each empty cell is hit by itself", () => {
  for (const [piles, width, height] of /** @type {const} */ ([
    [klondike, 360, 590],
    [klondike, 1140, 840],
    [maze, 360, 590],
    [maze, 560, 300],
  ])) {
    const geometry = layOut(piles, width, height, { row: 0, fan: 3 });
    const heaps = piles.map(({ kind }) => ({ kind, count: 0, up: 0 }));
    for (const [pile, { x, y, w, h }] of geometry.places.entries())
      for (const [fx, fy] of /** @type {const} */ ([
        [0.5, 0.5],
        [0.1, 0.1],
        [0.9, 0.9],
      ])) {
        const at = /** @type {const} */ ([x + w * fx, y + h * fy]);
        assert.equal(landing(geometry, heaps, ...at), pile);
        assert.deepEqual(hit(geometry, heaps, ...at), { pile, count: 0 });
      }
  }
});
