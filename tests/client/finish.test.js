import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createFinisher, nextOf } from "../../client/src/finish.js";

/** @typedef {import("../../client/src/finish.js").Wishes} Wishes */

/** @param {string[]} finish @param {Partial<Wishes>} [changes] @returns {Wishes} */
const offering = (finish, changes = {}) => ({ finish, pending: [], state: "racing", ...changes });
const pending = /** @type {any} */ ([{ message: {}, step: null }]);

test("the next move is the first of what is expected, if that is what is offered", () => {
  const [a, b, c] = ["1>F1", "D", "W>F2"];
  assert.deepEqual(nextOf([a, b, c], offering([a, b, c])), { do: "play", move: a, rest: [b, c] });
  assert.deepEqual(nextOf([c], offering([c])), { do: "play", move: c, rest: [] });
  assert.deepEqual(nextOf([b, c], offering([b, c], { pending })), { do: "wait" });
  for (const list of [[], [a], [b], [c, b], [a, b, c]]) assert.deepEqual(nextOf([b, c], offering(list)), { do: "stop" });
  assert.deepEqual(nextOf([], offering([])), { do: "stop" });
  assert.deepEqual(nextOf([b], offering([b], { state: "finished" })), { do: "stop" });
});

/** A finisher, a server that answers when told to, and the moves that were wished for. @param {string[]} moves */
function stage(moves) {
  /** @type {string[]} */
  const played = [];
  let wishes = offering(moves);
  let stops = 0;
  const finisher = createFinisher({
    wishes: () => wishes,
    play(move) {
      played.push(move);
      wishes = { ...wishes, pending };
    },
    stopped: () => stops++,
  });
  return {
    finisher,
    played,
    stops: () => stops,
    /** @param {string[]} [finish] @param {Partial<Wishes>} [changes] */
    answer(finish = wishes.finish.slice(1), changes = {}) {
      wishes = offering(finish, { state: finish.length ? "racing" : "finished", ...changes });
      finisher.answered();
    },
  };
}

/** @param {boolean} hidden @param {(tick: (ms: number) => void) => void} what */
function inAPage(hidden, what) {
  mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, { document: { hidden } });
  try {
    what((ms) => mock.timers.tick(ms));
  } finally {
    Reflect.deleteProperty(globalThis, "document");
    mock.timers.reset();
  }
}

test("each move waits for the answer to the one before, and a moment to be seen", () =>
  inAPage(false, (tick) => {
    const { finisher, played, answer, stops } = stage(["a", "b", "c"]);
    finisher.start();
    tick(1000);
    assert.deepEqual(played, ["a"]);
    answer();
    assert.deepEqual(played, ["a"], "not at once");
    tick(90);
    assert.deepEqual(played, ["a", "b"]);
    answer();
    tick(90);
    answer();
    tick(90);
    assert.deepEqual(played, ["a", "b", "c"]);
    assert.equal(finisher.running, false);
    assert.equal(stops(), 1);
  }));

test("in a hidden page it goes on without timers", () =>
  inAPage(true, () => {
    const { finisher, played, answer } = stage(["a", "b", "c"]);
    finisher.start();
    answer();
    answer();
    assert.deepEqual(played, ["a", "b", "c"]);
  }));

test("it stops when told to, between two moves too, and can be started again", () =>
  inAPage(false, (tick) => {
    const { finisher, played, answer, stops } = stage(["a", "b", "c"]);
    finisher.start();
    answer();
    finisher.stop();
    tick(1000);
    answer(["b", "c"]);
    tick(1000);
    assert.deepEqual(played, ["a"]);
    finisher.stop();
    assert.equal(stops(), 1, "told once");
    finisher.start();
    assert.deepEqual(played, ["a", "b"]);
  }));

test("it stops when something else is offered than what should be left", () =>
  inAPage(false, (tick) => {
    const { finisher, played, answer } = stage(["a", "b", "c"]);
    finisher.start();
    answer(["c", "b"]);
    tick(90);
    assert.deepEqual(played, ["a"]);
    assert.equal(finisher.running, false);
  }));

test("a table that comes while an answer is awaited changes nothing, one that comes instead of it goes on", () =>
  inAPage(false, (tick) => {
    const { finisher, played, answer } = stage(["a", "b"]);
    finisher.start();
    answer(["a", "b"], { pending });
    tick(90);
    assert.ok(finisher.running);
    answer(["b"]);
    tick(90);
    assert.deepEqual(played, ["a", "b"]);
  }));
