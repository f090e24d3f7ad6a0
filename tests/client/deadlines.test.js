import assert from "node:assert/strict";
import { test } from "node:test";
import { mayWatch, regretLeft, timeLeft, warning } from "../../client/src/deadlines.js";

test("the time left counts from the start, never below zero, and is not known without a limit or a clock", () => {
  assert.equal(timeLeft(60_000, -3000), 60_000, "a countdown takes nothing away");
  assert.equal(timeLeft(60_000, 59_999), 1);
  assert.equal(timeLeft(60_000, 61_000), 0);
  assert.equal(timeLeft(null, 5), null);
  assert.equal(timeLeft(60_000, null), null);
});

test("one minute and ten seconds are told once each, however seldom one looks", () => {
  const ends = 600_000;
  /** @type {(number | null)[]} */
  const told = [];
  let before = { ends, left: 600_000 };
  for (let left = 600_000; left >= 0; left -= 700) {
    const now = { ends, left };
    const due = warning(before, now);
    if (due) told.push(due);
    before = now;
  }
  assert.deepEqual(told, [60_000, 10_000]);
  const at = (/** @type {number | null} */ left, of = ends) => ({ ends: of, left });
  assert.equal(warning(at(60_001), at(60_000)), 60_000);
  assert.equal(warning(at(60_000), at(59_999)), null);
  assert.equal(warning(at(90_000), at(4_000)), 10_000, "after a sleep only what is true now");
  assert.equal(warning(at(11_000), at(0)), null, "too late for a warning");
  assert.equal(warning(at(300_000), at(30_000, 42_000)), null, "a deadline that came nearer is told otherwise");
  assert.equal(warning(at(null), at(5_000)), null, "nor on coming in");
});

test("other tables are open once giving up can't be taken back any more by any clock", () => {
  const session = (/** @type {string} */ state) =>
    /** @type {any} */ ({
      room: { state: "racing" },
      wishes: { state },
      racers: [{ id: "me", state, time_ms: state === "racing" ? null : 8000 }],
      me: "me",
    });
  assert.equal(mayWatch(session("racing"), 9000), false);
  assert.equal(mayWatch(session("gave_up"), 18_999), false);
  assert.equal(mayWatch(session("gave_up"), 19_000), true);
  assert.equal(mayWatch(session("finished"), 8001), true);
  assert.equal(mayWatch({ ...session("racing"), wishes: null }, 1), true, "to who only looks on");
});

test("giving up can be taken back for ten seconds from when the server has it, while the race is on", () => {
  const racer = { id: "me", state: "gave_up", time_ms: 8000, home: 0, moves: 0, down: 0, here: true };
  /** @param {Record<string, unknown>} [changes] @returns {any} */
  const session = (changes) => ({
    room: { state: "racing" },
    wishes: { state: "gave_up" },
    racers: [{ ...racer, id: "other", time_ms: 1 }, racer],
    me: "me",
    ...changes,
  });
  assert.equal(regretLeft(session(), 8000), 10_000);
  assert.equal(regretLeft(session(), 17_999), 1);
  assert.equal(regretLeft(session(), 18_000), 0);
  assert.equal(regretLeft(session(), 30_000), 0);
  assert.equal(regretLeft(session({ racers: [{ ...racer, state: "racing", time_ms: null }] }), 9000), 10_000, "just now");
  assert.equal(regretLeft(session({ room: { state: "over" } }), 9000), 0);
  assert.equal(regretLeft(session({ wishes: { state: "racing" } }), 9000), 0);
  assert.equal(regretLeft(session({ wishes: null }), 9000), 0);
  assert.equal(regretLeft(session(), null), 0);
});
