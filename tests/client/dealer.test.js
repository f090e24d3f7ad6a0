import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dealt, packOf } from "../../client/src/dealer.js";

/** @param {string} path from the folder of the tests' data @returns {string[]} its lines */
const lines = (path) => readFileSync(new URL(`../data/deals/${path}`, import.meta.url), "utf8").split("\n");

const digests = lines("digests.txt").flatMap((line) => (/^[a-z]/.test(line) ? [line.split(" ")] : []));
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A card as the engine writes it. @param {number} code @param {boolean} spanish */
const text = (code, spanish) => {
  const [ranks, suits] = spanish ? ["1 2 3 4 5 6 7 8 9 10 11 12", "OCEB"] : ["A 2 3 4 5 6 7 8 9 10 J Q K", "SHDC"];
  return `${ranks.split(" ")[(code & 15) - 1]}${suits[code >> 4]}`;
};

/** The ID of that number among those of the digests; its check character is found by trying. @param {string} prefix @param {number} number */
function idOf(prefix, number) {
  const seed = BigInt(`0x${createHash("sha256").update(String(number)).digest("hex").slice(0, 18)}`) >> 2n;
  const digits = Array.from({ length: 14 }, (_, i) => ALPHABET[Number((seed >> BigInt(5 * (13 - i))) & 31n)]).join("");
  const found = [...ALPHABET].map((check) => [prefix, digits.slice(0, 5), digits.slice(5, 10), digits.slice(10) + check].join("-")).filter(packOf);
  assert.equal(found.length, 1, "one check character fits");
  return found[0] ?? "";
}

for (const [variant = "", digest] of digests) {
  const golden = lines(`${variant}.txt`).flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const spanish = /es|clasico/.test(variant);

  test(`${variant}: whole deals, as the engine lays them out`, () => {
    assert.equal(golden.length, 5);
    for (const { id, piles } of golden) {
      const deal = dealt(id);
      assert.equal(deal?.variant, variant);
      const mine = deal?.piles.map((cards) => cards.map((code) => text(code, spanish)));
      assert.deepEqual(mine, piles.slice(0, mine?.length).map((/** @type {{cards: string[]}} */ { cards }) => cards));
      assert.ok(piles.slice(mine?.length).every((/** @type {{cards: string[]}} */ { cards }) => !cards.length));
    }
  });

  test(`${variant}: a thousand deals, as the engine shuffles them`, () => {
    const whole = createHash("sha256");
    for (let number = 0; number < 1000; number++) {
      const id = idOf(golden[0].id.slice(0, 2), number);
      whole.update(`${id} ${packOf(id)?.cards.map((code) => text(code, spanish)).join(" ")}\n`);
    }
    assert.equal(whole.digest("hex"), digest);
  });
}

test("what is no ID deals nothing", () => {
  for (const id of ["", "S4", "S4-9R3M1-1B2QV-DRPRF", "X4-9R3M1-1B2QV-DRPRE", "S4-9R3M1-1B2QV-DRPR", "S4-9R3M1-1B2QV-DRPUE"]) assert.equal(dealt(id), null);
});
