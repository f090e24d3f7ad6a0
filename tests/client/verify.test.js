import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { dealt } from "../../client/src/dealer.js";
import { keeps, verdictOf } from "../../client/src/verify.js";
import { liveOrder } from "../../client/src/ranking.js";

/** An opened deal, and the commitment to it. @param {string} deal_id */
function sealed(deal_id) {
  const nonce = Uint8Array.from({ length: 16 }, (_, i) => i * 7);
  const commitment = createHash("sha256").update(deal_id, "ascii").update(nonce).digest("hex");
  return { opening: { deal_id, nonce }, commitment };
}

test("a commitment is kept by its own deal and nonce, and by no other", () => {
  const { opening, commitment } = sealed("S4-9R3M1-1B2QV-DRPRE");
  assert.equal(keeps(commitment, opening), true);
  assert.equal(keeps(commitment.toUpperCase(), opening), true);
  assert.equal(keeps(commitment, { ...opening, deal_id: "S4-9R3M1-1B2QV-DRPRF" }), false);
  assert.equal(keeps(commitment, { ...opening, nonce: opening.nonce.slice(1) }), false);
});

for (const id of ["S4-9R3M1-1B2QV-DRPRE", "K3-00000-00000-2N26R", "M1-00000-00000-0000G"])
  test(`${id.slice(0, 2)}: the first table must be that of the deal, card by card`, () => {
    const deal = dealt(id) ?? assert.fail("it is an ID");
    const { opening, commitment } = sealed(id);
    const room = { commitment, variant: deal.variant };
    // Empty foundations follow on the table; what lies face down is not seen.
    const first = [...deal.piles.map((cards) => cards.map((code, i) => (i < cards.length - 1 ? 0 : code))), []];
    assert.equal(verdictOf(room, opening, first), "same");
    assert.equal(verdictOf(room, opening, null), "kept");
    assert.equal(verdictOf({ ...room, variant: "spider-1" }, opening, first), "broken");
    for (const [i, cards] of first.entries()) {
      const code = cards.at(-1);
      if (!code) continue;
      const others = (/** @type {number[]} */ ...changed) => [...first.slice(0, i), changed, ...first.slice(i + 1)];
      assert.equal(verdictOf(room, opening, others(...cards.slice(0, -1), code ^ 1)), "broken", "another card");
      assert.equal(verdictOf(room, opening, others(...cards, code)), "broken", "one more");
      assert.equal(verdictOf(room, opening, others(...cards.slice(0, -1))), "broken", "one less");
    }
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
