import assert from "node:assert/strict";
import { test } from "node:test";
import { formatTime, hear, newClock, read, sample } from "../../client/src/clock.js";

test("the answer with the least delay tells the time", () => {
  const clock = newClock();
  // The race clock is 5,000 behind ours; answers take 10 ms up and much longer down, but for one.
  sample(clock, 100, 310, -4890);
  sample(clock, 400, 420, -4590);
  sample(clock, 500, 900, -4490);
  assert.equal(read(clock, 1_000_000), 995_000);
});

test("the clock is set at once when it is far off, and moved gently when it is not", () => {
  const clock = newClock();
  sample(clock, 0, 200, 1000); // off by up to 100
  assert.equal(read(clock, 200), 1100);
  sample(clock, 1000, 1010, 1905); // the truth: 900 ahead, so 100 less than was shown
  const times = Array.from({ length: 60 }, (_, i) => /** @type {number} */ (read(clock, 1010 + i * 100)));
  for (const [i, time] of times.entries()) assert.ok(i === 0 || time > (times[i - 1] ?? 0), "never backwards");
  assert.equal(Math.round(times.at(-1) ?? 0), 900 + 1010 + 5900);
});

test("two pages with different delays agree on the moment of the start", () => {
  const [near, far] = [newClock(), newClock()];
  // Race time is page time - 7000 on both; the far page has heard one quick answer among slow ones.
  for (const up of [5, 6, 5]) sample(near, 100, 100 + 2 * up, 100 + up - 7000);
  for (const [up, down] of [
    [200, 300],
    [40, 42],
    [250, 90],
  ])
    sample(far, 100, 100 + (up ?? 0) + (down ?? 0), 100 + (up ?? 0) - 7000);
  assert.ok(Math.abs(/** @type {number} */ (read(near, 7000)) - /** @type {number} */ (read(far, 7000))) <= 2);
});

test("before the first answer, a clock that was heard will do; in the lobby there is none", () => {
  const clock = newClock();
  assert.equal(read(clock, 5), null);
  sample(clock, 0, 40, null);
  assert.equal(read(clock, 50), null);
  hear(clock, 100, -3000);
  assert.equal(read(clock, 100), -2980, "half of the round trip has passed since it was said");
  sample(clock, 200, 240, -2860);
  assert.equal(read(clock, 240), -2840);
  hear(clock, 300, -9999);
  assert.equal(read(clock, 340), -2740, "answers to pings are better");
  hear(clock, 400, null);
  assert.equal(read(clock, 400), null);
});

test("times as they are read", () => {
  assert.deepEqual(
    [0, 999, 61_040, 599_950, 3_723_400].map((ms) => formatTime(ms)),
    ["0:00", "0:00", "1:01", "9:59", "1:02:03"],
  );
  assert.deepEqual(
    [0, 61_040, 599_950, 3_723_460].map((ms) => formatTime(ms, { tenths: true })),
    ["0:00.0", "1:01.0", "9:59.9", "1:02:03.4"],
  );
  assert.equal(formatTime(-5), "0:00");
});
