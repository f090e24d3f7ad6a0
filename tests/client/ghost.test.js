import assert from "node:assert/strict";
import { test } from "node:test";
import { asRacer, hasEnded, outcome, reached } from "../../client/src/ghost.js";

/** @typedef {import("../../client/src/messages.js").Ghost} Ghost */

/** @param {Partial<Ghost>} [change] @returns {Ghost} */
const ghost = (change) => ({
  player: "ana",
  name: "Ana",
  robot: false,
  variant: "spider-1",
  state: "finished",
  time_ms: 9000,
  marks: [
    [0, 0, 0, 44],
    [1000, 0, 1, 44],
    [2500, 0, 2, 43],
    [9000, 8, 3, 0],
  ],
  ...change,
});

test("at each moment a ghost is where the last mark until then has it", () => {
  const { marks } = ghost();
  for (let ms = 0; ms <= 10_000; ms += 250) {
    const last = marks.findLastIndex(([at]) => at <= ms);
    assert.equal(reached(ghost(), ms), last + 1, `${ms}`);
    const { home, moves, down } = asRacer(ghost(), ms);
    assert.deepEqual([home, moves, down], marks[last]?.slice(1));
  }
  assert.equal(reached(ghost(), -3000), 1, "before the start it stands at the line");
});

test("it races until its run ends, and then as that ended", () => {
  assert.deepEqual([asRacer(ghost(), 8999).state, asRacer(ghost(), 8999).time_ms], ["racing", null]);
  assert.deepEqual([asRacer(ghost(), 9000).state, asRacer(ghost(), 9000).time_ms], ["finished", 9000]);
  assert.equal(asRacer(ghost({ state: "gave_up" }), 9000).state, "gave_up");
  assert.ok(!hasEnded(ghost(), 8999) && hasEnded(ghost(), 9000));
});

test("who was faster is told where both have won, else who has won at all", () => {
  const own = (/** @type {string} */ state, /** @type {number} */ time_ms) => ({ state, time_ms });
  assert.deepEqual(outcome(ghost(), own("finished", 7000)), { who: "me", by: 2000 });
  assert.deepEqual(outcome(ghost(), own("finished", 9500)), { who: "ghost", by: 500 });
  assert.deepEqual(outcome(ghost(), own("finished", 9000)), { who: "both", by: 0 });
  assert.deepEqual(outcome(ghost(), own("gave_up", 1000)), { who: "ghost", by: null });
  assert.deepEqual(outcome(ghost({ state: "gave_up" }), own("finished", 90_000)), { who: "me", by: null });
  assert.deepEqual(outcome(ghost({ state: "gave_up" }), own("gave_up", 1)), { who: "nobody", by: null });
});
