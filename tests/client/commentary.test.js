import assert from "node:assert/strict";
import { test } from "node:test";
import { comment, newCommentary } from "../../client/src/commentary.js";
import { familyOf } from "../../client/src/families.js";

/** @typedef {import("../../client/src/messages.js").Racer} Racer */

/** @param {string} id @param {Partial<Racer>} [changes] @returns {Racer} */
const racer = (id, changes = {}) => ({ id, state: "racing", home: 0, moves: 0, down: 44, time_ms: null, starts_ms: 0, here: true, ...changes });

/**
 * What is said of a race, look by look.
 * @param {[clock: number, ...racers: Racer[]][]} looks
 * @param {string} [variant]
 */
function said(looks, variant = "spider-2") {
  const commentary = newCommentary();
  return looks.map(([clock, ...racers]) =>
    comment(commentary, racers, familyOf(variant), clock).map(({ kind, player, n }) => `${kind} ${player} ${n}`),
  );
}

test("nothing is said of how things stand when one comes, nor where nothing happens", () => {
  const now = [racer("a", { home: 3, moves: 90, down: 5 }), racer("b", { state: "gave_up" })];
  assert.deepEqual(said([[500, ...now], [900, ...now]]), [[], []]);
});

test("the lead is told when it changes, but not with every card", () => {
  const [a, b] = [racer("a"), racer("b")];
  assert.deepEqual(
    said([
      [0, a, b],
      [1000, racer("a", { moves: 3, down: 43 }), b],
      [2000, racer("a", { moves: 3, down: 43 }), racer("b", { moves: 4, down: 42 })],
      [17_000, racer("a", { moves: 3, down: 43 }), racer("b", { moves: 5, down: 42 })],
      [18_000, racer("a", { moves: 9, down: 42 }), racer("b", { moves: 5, down: 42 })],
    ]),
    [[], ["lead a 0"], [], ["lead b 0"], []],
    "and nobody leads where two are as far",
  );
});

test("a set is told, and who is the first to have so many", () => {
  assert.deepEqual(
    said([
      [0, racer("a"), racer("b")],
      [1000, racer("a", { home: 1, moves: 30 }), racer("b")],
      [2000, racer("a", { home: 1, moves: 30 }), racer("b", { home: 1, moves: 31 })],
      [3000, racer("a", { home: 1, moves: 30 }), racer("b", { home: 2, moves: 45 })],
    ]),
    [[], ["first a 1"], ["set b 1"], ["first b 2"]],
  );
});

test("where single cards come home, the first at each quarter of the game is told", () => {
  assert.deepEqual(
    said(
      [
        [0, racer("a"), racer("b")],
        [1000, racer("a", { home: 12 }), racer("b")],
        [20_000, racer("a", { home: 13 }), racer("b", { home: 12 })],
        [30_000, racer("a", { home: 13 }), racer("b", { home: 14 })],
        [40_000, racer("a", { home: 13 }), racer("b", { home: 26 })],
      ],
      "klondike-3",
    ),
    [[], ["lead a 0"], ["first a 13"], ["lead b 0"], ["first b 26"]],
  );
});

test("the end of an attempt is told, before everything else that has happened", () => {
  const done = { state: /** @type {const} */ ("finished"), time_ms: 9, home: 8 };
  assert.deepEqual(
    said([
      [0, racer("a"), racer("b"), racer("c")],
      [1000, racer("a", { home: 1 }), racer("b", done), racer("c", { state: "gave_up" })],
      [2000, racer("a", done), racer("b", done), racer("c", { state: "gave_up" })],
    ]),
    [[], ["finished b 1", "set a 1", "gave_up c 0"], ["finished a 2"]],
  );
});

test("a long pause is told once, a very long one once more, and only of who is there and may move", () => {
  const looks = [0, 29_000, 30_000, 31_000, 119_000, 120_000, 500_000];
  const others = [racer("b", { here: false }), racer("c", { state: "finished" }), racer("d", { starts_ms: 480_000 })];
  assert.deepEqual(
    said(looks.map((clock) => [clock, racer("a"), ...others])),
    [[], [], ["think a 30"], [], [], ["think a 120"], []],
  );
  assert.deepEqual(
    said([[0, racer("a")], [30_000, racer("a")], [31_000, racer("a", { moves: 1 })], [61_000, racer("a", { moves: 1 })]]),
    [[], ["think a 30"], [], ["think a 30"]],
    "after a move it begins anew",
  );
});
