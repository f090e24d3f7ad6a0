import assert from "node:assert/strict";
import { test } from "node:test";
import { delayBefore, isFinal } from "../../client/src/retry.js";

test("the wait before a retry is anything up to a limit that doubles to eight seconds", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 20].map((failures) => delayBefore(failures, 1)),
    [500, 1000, 2000, 4000, 8000, 8000, 8000],
  );
  assert.equal(delayBefore(3, 0), 0);
  assert.equal(delayBefore(3, 0.5), 2000);
});

test("the close code says whether to come back", () => {
  for (const code of [1000, 1001, 1005, 1006, 1011, 1012, 4000, 4001, 4002, 4003, 4499])
    assert.equal(isFinal(code), false, String(code));
  for (const code of [1002, 4500, 4503, 4504, 4999]) assert.equal(isFinal(code), true, String(code));
});
