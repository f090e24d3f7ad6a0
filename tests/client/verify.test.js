import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { keeps } from "../../client/src/verify.js";
import { liveOrder } from "../../client/src/ranking.js";

test("a commitment is kept by its own deal and nonce, and by no other", async () => {
  const nonce = Uint8Array.from({ length: 16 }, (_, i) => i * 7);
  const opening = { deal_id: "S1-7KQ2M-9XD40-TBZRE", nonce };
  const commitment = createHash("sha256").update(opening.deal_id, "ascii").update(nonce).digest("hex");
  assert.equal(await keeps(commitment, opening), true);
  assert.equal(await keeps(commitment.toUpperCase(), opening), true);
  assert.equal(await keeps(commitment, { ...opening, deal_id: "S1-7KQ2M-9XD40-TBZRF" }), false);
  assert.equal(await keeps(commitment, { ...opening, nonce: nonce.slice(1) }), false);
});

test("the track shows who is ahead: finished first, by time; then sets, then fewer face-down cards", () => {
  /** @type {(id: string, home: number, down: number, time?: number) => import("../../client/src/messages.js").Racer} */
  const racer = (id, home, down, time) => ({
    id,
    home,
    down,
    moves: 9,
    starts_ms: 0,
    here: true,
    state: time === undefined ? "racing" : "finished",
    time_ms: time ?? null,
  });
  const racers = [
    racer("a", 1, 9),
    racer("b", 8, 0, 90),
    racer("c", 1, 4),
    racer("d", 8, 0, 80),
    racer("e", 0, 44),
    racer("f", 2, 30),
  ];
  assert.deepEqual(
    liveOrder(racers)
      .map(({ id }) => id)
      .join(""),
    "dbfcae",
  );
});
