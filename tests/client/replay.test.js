import assert from "node:assert/strict";
import { test } from "node:test";
import { doneAfter, LONGEST_MS, markFrom, momentOf, newReel, newTimeline, ownClock, SPEEDS, timeOf, waitAfter } from "../../client/src/replay.js";

/** @typedef {import("../../client/src/messages.js").Replay} Replay */

/**
 * A game in which each action moves the top card from the first to the second column, and some complete a set.
 * @param {number[]} times
 * @param {number[]} sets how many are home after each action
 * @param {Partial<Replay>} [how]
 * @returns {Replay}
 */
const replay = (times, sets, how = {}) => ({
  code: "ABC234",
  race: 1,
  player: "ana",
  name: "Ana",
  robot: false,
  solo: false,
  variant: "spider-1",
  deal_id: "S1",
  state: "gave_up",
  starts_ms: 0,
  ends_ms: times.at(-1) ?? 0,
  piles: [
    ["column", [...times.map(() => 0), 1], 1],
    ["column", [], 0],
  ],
  counters: { moves: 0, sets: 0 },
  actions: times.map((at_ms, i) => ({
    at_ms,
    move: "1>2",
    steps: [
      ["move", 0, 1, 1],
      ["up", 0, 1, [i + 2]],
    ],
    counters: { moves: i + 1, ...(sets[i] === sets[i - 1] ? {} : { sets: sets[i] ?? 0 }) },
  })),
  splits: [],
  racers: [],
  ...how,
});

const ana = newReel(replay([1000, 2000, 4000, 9000], [0, 1, 1, 2]));
const bob = newReel(replay([500, 3000, 3500, 20_000, 21_000], [0, 0, 1, 2, 2]));

test("every table is there, and going back shows the same one again", () => {
  assert.equal(ana.tables.length, 5);
  assert.deepEqual(
    ana.tables.map(({ piles }) => piles.map(({ cards }) => cards.length)),
    [0, 1, 2, 3, 4].map((n) => [5 - n, n]),
  );
  const [first, second] = ana.tables;
  assert.equal(first?.codes.filter(Boolean).length, 1, "what was not seen yet is not known yet");
  assert.equal(second?.codes.filter(Boolean).length, 2);
  assert.deepEqual(ana.counters.map(({ moves }) => moves), [0, 1, 2, 3, 4]);
});

test("a replay whose steps don't fit is none", () => {
  const broken = replay([1], [0]);
  broken.actions[0]?.steps.push(["move", 0, 1, 9]);
  assert.throws(() => newReel(broken), RangeError);
});

test("marks stand where a set was first complete, whatever undo took back", () => {
  assert.deepEqual(ana.marks, [
    { n: 2, label: "1" },
    { n: 4, label: "2" },
  ]);
  assert.deepEqual(newReel(replay([1, 2, 3, 4], [1, 0, 1, 2])).marks.map(({ n }) => n), [1, 4]);
  const counts = [0, 12, 13, 30, 52];
  const quarters = replay([1, 2, 3, 4], [], { variant: "klondike-1", counters: { home: 0 } });
  quarters.actions.forEach((action, i) => Object.assign(action, { counters: { home: counts[i + 1] } }));
  assert.deepEqual(newReel(quarters).marks, [
    { n: 2, label: "25%" },
    { n: 3, label: "50%" },
    { n: 4, label: "75%" },
    { n: 4, label: "100%" },
  ]);
});

test("by time, actions come as the clock had them", () => {
  const { events, marks } = newTimeline([ana, bob], "time");
  assert.deepEqual(events.map(({ at }) => at), [500, 1000, 2000, 3000, 3500, 4000, 9000, 20_000, 21_000]);
  assert.deepEqual(marks.map(({ k, side }) => [k, side]), [[3, 0], [5, 1], [7, 0], [8, 1]]);
  assert.deepEqual(doneAfter({ events, marks, knots: [] }, 5), [2, 3]);
});

test("by sets, both complete each set at the same moment, and nobody's order changes", () => {
  const timeline = newTimeline([ana, bob], "sets");
  const at = (/** @type {number} */ side, /** @type {number} */ n) =>
    timeline.events.find((event) => event.side === side && event.n === n)?.at;
  assert.equal(at(0, 2), 3500);
  assert.equal(at(1, 3), 3500);
  assert.equal(at(0, 4), 20_000);
  assert.equal(at(1, 4), 20_000);
  assert.equal(at(1, 5), 21_000, "after the last common set, time runs as it did");
  for (const side of [0, 1]) {
    const own = timeline.events.filter((event) => event.side === side);
    assert.deepEqual(own.map(({ n }) => n), own.map((_, i) => i + 1));
    for (const { at, n } of own)
      assert.ok(Math.abs(ownClock(timeline, side, at) - timeOf(side ? bob : ana, n)) < 1e-6, "and back again");
  }
});

test("for one alone, both ways are the same", () => {
  const [byTime, bySets] = [newTimeline([ana], "time"), newTimeline([ana], "sets")];
  assert.deepEqual(bySets.events, byTime.events);
});

test("a head start is kept by time, and taken out by sets", () => {
  const late = newReel(replay([6000, 7000, 8000], [0, 1, 1], { starts_ms: 5000 }));
  const byTime = newTimeline([late, ana], "time");
  assert.equal(byTime.events[0]?.side, 1);
  const bySets = newTimeline([late, ana], "sets");
  assert.equal(bySets.events.find(({ side, n }) => side === 0 && n === 1)?.at, 6000);
  assert.equal(bySets.events.find(({ side, n }) => side === 1 && n === 1)?.at, 6000);
  assert.equal(ownClock(bySets, 1, 6000), 1000);
});

test("thinking is cut short, the rest is as fast as one wants", () => {
  const timeline = newTimeline([bob], "time");
  for (const speed of SPEEDS) {
    const waits = bob.replay.actions.map((_, k) => waitAfter(timeline, k, speed));
    assert.ok(waits.every((wait) => wait > 0 && wait <= LONGEST_MS * 2), `${speed}`);
    if (speed === "even") assert.equal(new Set(waits).size, 1);
    else assert.equal(waits[3], LONGEST_MS / speed);
  }
  assert.equal(waitAfter(timeline, 0, 1), 500);
  assert.equal(waitAfter(timeline, 0, 2), 250);
});

test("from mark to mark, and to both ends", () => {
  const timeline = newTimeline([ana], "time");
  assert.deepEqual([0, 1, 2, 3, 4].map((k) => markFrom(timeline, k, 1)), [2, 2, 4, 4, 4]);
  assert.deepEqual([0, 1, 2, 3, 4].map((k) => markFrom(timeline, k, -1)), [0, 0, 0, 2, 2]);
  assert.equal(momentOf(timeline, 0), 0);
  assert.equal(momentOf(timeline, 4), 9000);
});

test("an attempt without an action has a first table and nothing else", () => {
  const none = newReel(replay([], []));
  const timeline = newTimeline([none], "sets");
  assert.deepEqual([timeline.events, markFrom(timeline, 0, 1), none.tables.length], [[], 0, 1]);
});
