import assert from "node:assert/strict";
import { test } from "node:test";
import { kib, weigh } from "../../client/sizes.mjs";

test("what a player loads before the first table is light", async () => {
  const weights = await weigh();
  assert.equal(weights.length, 4);
  for (const { what, bytes, most } of weights) {
    assert.ok(bytes > 500, `${what} was found`);
    assert.ok(bytes <= most, `${what}: ${kib(bytes)} of ${kib(most)}`);
  }
});
