import assert from "node:assert/strict";
import { test } from "node:test";
import { apply, copy, fits, fromWire, lies, openFaces, topCards } from "../../client/src/table.js";
import { deal, dice } from "./dealer.js";

/** @typedef {import("../../client/src/messages.js").Step} Step */
/** @typedef {import("../../client/src/messages.js").WirePile} WirePile */

/** @param {...[string, number[], number]} piles @returns {WirePile[]} */
const wire = (...piles) => piles.map(([kind, cards, up]) => [kind, Uint8Array.from(cards), up]);

/** A table as it would be sent. @param {import("../../client/src/table.js").Table} table */
const sent = ({ piles, codes }) => piles.map(({ kind, cards, up }) => [kind, cards.map((id) => codes[id]), up]);

/** @param {import("../../client/src/table.js").Table} table */
const identities = ({ piles }) => piles.flatMap(({ cards }) => cards).sort((a, b) => a - b);

test("a table reads what the wire says, and hidden cards stay hidden", () => {
  const table = fromWire(wire(["column", [0, 0, 7], 1], ["stock", [0, 0], 0]));
  assert.deepEqual(sent(table), [
    ["column", [0, 0, 7], 1],
    ["stock", [0, 0], 0],
  ]);
  assert.deepEqual(openFaces(table, 0), [7]);
  assert.deepEqual(openFaces(table, 1), []);
});

test("each step does what the protocol says", () => {
  const table = fromWire(wire(["column", [0, 8, 7], 2], ["column", [], 0], ["stock", [0, 0, 0], 0]));
  apply(table, ["move", 0, 1, 2]);
  assert.deepEqual(sent(table).slice(0, 2), [
    ["column", [0], 0],
    ["column", [8, 7], 2],
  ]);
  apply(table, ["up", 0, 1, Uint8Array.of(12)]);
  assert.deepEqual(sent(table)[0], ["column", [12], 1]);
  apply(table, ["up", 2, 2, Uint8Array.of(3, 4)]);
  assert.deepEqual(sent(table)[2], ["stock", [0, 3, 4], 2]);
  apply(table, ["down", 2, 1]);
  assert.deepEqual(sent(table)[2], ["stock", [0, 3, 4], 1], "what was seen stays known");
  apply(table, ["reverse", 1, 2]);
  assert.deepEqual(sent(table)[1], ["column", [7, 8], 2]);
});

test("up turns the cards right under the open ones", () => {
  const table = fromWire(wire(["column", [0, 0, 5], 1]));
  apply(table, ["up", 0, 1, Uint8Array.of(9)]);
  assert.deepEqual(sent(table), [["column", [0, 9, 5], 2]]);
});

test("a step that does not fit is an error and changes nothing", () => {
  const table = fromWire(wire(["column", [0, 7], 1], ["column", [9], 1]));
  const before = copy(table);
  /** @type {Step[]} */
  const wrong = [
    ["move", 0, 1, 2],
    ["move", 0, 0, 1],
    ["move", 0, 5, 1],
    ["move", 5, 0, 1],
    ["move", 0, 1, 3],
    ["down", 0, 2],
    ["up", 0, 2, Uint8Array.of(1, 2)],
    ["up", 0, 1, Uint8Array.of()],
    ["reverse", 0, 2],
  ];
  for (const step of wrong) {
    assert.equal(fits(table, step), false, step.join(" "));
    assert.throws(() => apply(table, step), RangeError);
    assert.deepEqual(table, before);
  }
});

test("cards are conserved, the table agrees with the server, and undo brings back the same cards to the same places", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const game = deal(seed);
    const roll = dice(seed);
    const table = fromWire(game.table());
    const all = identities(table);
    /** @type {number[][][]} */
    const before = [];
    for (let i = 0; i < 40; i++) {
      const legal = game.legal();
      const move = before.length && roll(4) === 0 ? "U" : (legal[roll(legal.length)] ?? "U");
      const answer = game.play({ t: "play", n: game.n + 1, v: game.v, move });
      if (answer.t !== "moved") break;
      if (move !== "U") before.push(table.piles.map(({ cards }) => [...cards]));
      for (const step of answer.steps) apply(table, step);
      assert.deepEqual(identities(table), all);
      assert.deepEqual(
        sent(table),
        game.table().map(([kind, cards, up]) => [kind, [...cards], up]),
      );
      if (move === "U")
        assert.deepEqual(
          table.piles.map(({ cards }) => cards),
          before.pop(),
        );
    }
  }
});

test("a whole table keeps the identity of every card that lies where it lay", () => {
  const game = deal(3);
  const first = fromWire(game.table());
  assert.deepEqual(fromWire(game.table(), first), first);
  const answer = game.play({ t: "play", n: 1, v: 0, move: "D" });
  assert.equal(answer.t, "moved");
  const again = fromWire(game.table(), first);
  assert.deepEqual(identities(again), identities(first));
  for (let i = 0; i < 6; i++) assert.deepEqual(again.piles[i]?.cards.slice(0, 3), first.piles[i]?.cards);
});

test("a card that moved while nobody listened is found again by its face", () => {
  const first = fromWire(wire(["column", [0, 7], 1], ["column", [8], 1]));
  const [, seven] = first.piles[0]?.cards ?? [];
  const again = fromWire(wire(["column", [5], 1], ["column", [8, 7], 2]), first);
  assert.equal(again.piles[1]?.cards[1], seven);
  assert.deepEqual(sent(again), [
    ["column", [5], 1],
    ["column", [8, 7], 2],
  ]);
});

test("cards lie where they lay as long as just those are on top", () => {
  const table = fromWire(wire(["column", [1, 2, 3], 2], ["column", [], 0]));
  const two = topCards(table, 0, 2);
  assert.equal(two.length, 2);
  assert.ok(lies(table, 0, two));
  assert.ok(!lies(table, 1, two));
  assert.ok(lies(table, 1, topCards(table, 1, 0)), "nothing lies on an empty pile");
  apply(table, ["move", 0, 1, 1]);
  assert.ok(!lies(table, 0, two));
  assert.ok(!lies(table, 1, []), "it is no longer empty");
});
