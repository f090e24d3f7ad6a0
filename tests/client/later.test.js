import assert from "node:assert/strict";
import { test } from "node:test";
import { later } from "../../client/src/later.js";

test("it is loaded once, when it is first wanted", async () => {
  let loads = 0;
  const page = later(async () => ({ load: ++loads }));
  assert.equal(page.get(), null);
  assert.equal(loads, 0);
  page.prepare();
  assert.deepEqual(await Promise.all([page.want(), page.want()]), [{ load: 1 }, { load: 1 }]);
  assert.deepEqual(page.get(), { load: 1 });
});

test("what could not be had is tried again, and a preparation that fails is no fault", async () => {
  let fails = 2;
  const page = later(async () => {
    if (fails-- > 0) throw new Error("no connection");
    return "here";
  });
  page.prepare();
  await assert.rejects(page.want(), /no connection/);
  await assert.rejects(page.want(), /no connection/);
  assert.equal(page.get(), null);
  assert.equal(await page.want(), "here");
});
