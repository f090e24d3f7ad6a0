import assert from "node:assert/strict";
import { test } from "node:test";
import { familyOf } from "../../client/src/families.js";
import { createHand } from "../../client/src/hand.js";
import { newSession } from "../../client/src/session.js";
import { fromFrame } from "../../client/src/wishes.js";
import { speak } from "../../client/src/words.js";
import { deal } from "./dealer.js";

await speak("en");

/**
 * A hand over a table of six columns, whose cards may be moved as `legal` says; the server says what these taps do.
 * @param {string[]} legal
 * @param {string[]} [taps]
 * @param {string} [variant]
 */
function handOver(legal, taps = [], variant = "spider-1") {
  const session = newSession("abc234", "");
  const wishes = fromFrame({ ...deal(1).frame(), legal, taps }, null);
  session.wishes = wishes;
  session.room = /** @type {any} */ ({ state: "racing", variant });
  /** @type {{block: {pile: number, count: number} | null, places: readonly number[]}[]} */
  const shown = [];
  /** @type {string[]} */
  const said = [];
  /** @type {any[]} */
  const wished = [];
  const hand = createHand(
    { session: () => session, say: (text) => void said.push(text), news: () => {} },
    {
      board: () => ({
        table: wishes.shown,
        choose: (block, places) => void shown.push({ block, places }),
        focus() {},
      }),
      family: () => familyOf(variant),
      look: () => assert.fail("nothing is drawn"),
      wish(make) {
        hand.release();
        const message = make(wishes);
        if (message) wished.push(message);
      },
      cutOff: () => assert.fail("nothing has to be had"),
    },
  );
  return { hand, wished, said, chosen: () => shown.at(-1) };
}

test("where a tap leaves no choice, it is the wish that the server said; where there is no move at all, the server is asked why", () => {
  const { hand, wished, chosen } = handOver(["1>2"], ["1>2"]);
  hand.tap(0, 1);
  assert.equal(wished[0].move, "1>2");
  hand.tap(3, 1);
  assert.deepEqual([wished[1].t, wished[1].pile, wished[1].count], ["tap", 3, 1]);
  assert.equal(chosen(), undefined);
});

test("where a tap leaves a choice, the cards wait, and the next tap says where to", () => {
  const { hand, wished, chosen } = handOver(["1>2", "1>3"]);
  hand.tap(0, 1);
  assert.deepEqual(chosen(), { block: { pile: 0, count: 1 }, places: [1, 2] });
  assert.equal(wished.length, 0);
  hand.tap(2, 1);
  assert.equal(wished[0].move, "1>3");
  assert.equal(chosen()?.block, null, "they are let go of");
});

test("a second tap on the same pile lets go of the cards; another block that can go somewhere is taken instead", () => {
  const { hand, wished, chosen } = handOver(["1>2", "1>3", "4>5", "4>6"]);
  hand.tap(0, 1);
  hand.tap(0, 1);
  assert.equal(chosen()?.block, null);
  assert.equal(hand.release(), false, "there are none any more");
  hand.tap(0, 1);
  hand.tap(3, 1);
  assert.deepEqual(chosen()?.block, { pile: 3, count: 1 });
  assert.equal(wished.length, 0);
});

test("cards laid where they may not be stay chosen, and the server says why", () => {
  const { hand, wished, chosen } = handOver(["1>2", "1>3"]);
  hand.tap(0, 1);
  hand.tap(4, 1);
  assert.equal(wished[0].move, "1>5");
  assert.deepEqual(chosen(), { block: { pile: 0, count: 1 }, places: [1, 2] });
});

test("the space bar takes the longest run that can go somewhere, then shorter ones, and at last lets go", () => {
  const { hand, chosen } = handOver(["1>2", "1>3x2", "1>4x2"], [], "klondike-1");
  for (const count of [2, 1]) {
    hand.take(0);
    assert.deepEqual(chosen()?.block, { pile: 0, count });
  }
  hand.take(0);
  assert.equal(chosen()?.block, null);
});

test("Enter on another pile lays the chosen cards there", () => {
  const { hand, wished } = handOver(["1>2", "1>3"], [], "klondike-1");
  hand.enter(0);
  hand.enter(2);
  assert.equal(wished[0].move, "1>3");
});

test("what lies there now is another card than was meant: nothing is played, and that is said", () => {
  const { hand, wished, said } = handOver(["1>2"]);
  hand.changed();
  assert.equal(said.length, 1);
  assert.equal(wished.length, 0);
});
