// Deal IDs and the shuffle written a second time, in another language and from docs/deals.md alone: its tables are read
// here, its words are the functions below. Whoever needs deals in a program of their own may start from these.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RANKS = { 13: "A 2 3 4 5 6 7 8 9 10 J Q K".split(" "), 12: "1 2 3 4 5 6 7 8 9 10 11 12".split(" ") };

/** @param {string} path from the folder of the tests */
const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const page = read("../docs/deals.md");

/** Rows of the page's tables that match. @param {RegExp} row @returns {string[][]} */
const rows = (row) => [...page.matchAll(row)].map((found) => found.slice(1));

const prefixes = Object.fromEntries(rows(/^\| `(..)` \| `([a-z0-9-]+)` \|$/gm).map(([prefix, id]) => [id, prefix]));
const packs = Object.fromEntries(
  rows(/^\| `([a-z0-9-]+)` \| ([A-Z ]+) \| (\d+) \|$/gm).map(([id = "", suits = "", size]) => {
    const letters = suits.split(" ");
    const ranks = RANKS[/** @type {12 | 13} */ (Number(size) / letters.length)];
    return [id, letters.flatMap((suit) => ranks.map((rank) => rank + suit))];
  }),
);
const layouts = Object.fromEntries(
  rows(/^\| ((?:`[a-z0-9-]+` ?)+) \| ([\d ]+) \| (\d+) \|$/gm).flatMap(([ids = "", sizes = ""]) =>
    [...ids.matchAll(/`(.+?)`/g)].map(([, id]) => [id, sizes.split(" ").map(Number)]),
  ),
);
const variants = Object.keys(prefixes);

/** Twice a value in the field of 32 elements. @param {number} value */
const double = (value) => ((value << 1) & 32 ? (value << 1) ^ 37 : value << 1);

/** @param {string} letters */
const remainder = (letters) => [...letters].reduce((total, letter) => double(total) ^ ALPHABET.indexOf(letter), 0);

/** The ID of a deal. @param {string} variant @param {bigint} seed */
function dealId(variant, seed) {
  let digits = "";
  for (let place = 13n; place >= 0n; place--) digits += ALPHABET[Number((seed >> (5n * place)) & 31n)];
  const all = digits + ALPHABET[double(remainder(prefixes[variant] + digits))];
  return [prefixes[variant], all.slice(0, 5), all.slice(5, 10), all.slice(10)].join("-");
}

/** What was typed as an ID, as variant and seed; null if it is none. @param {string} text */
function readId(text) {
  const plain = text.replace(/[-\s]/g, "").toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  const variant = variants.find((id) => prefixes[id] === plain.slice(0, 2));
  if (!variant || plain.length !== 17 || [...plain].some((letter) => !ALPHABET.includes(letter))) return null;
  if (remainder(plain) !== 0) return null;
  const seed = [...plain.slice(2, 16)].reduce((sum, letter) => sum * 32n + BigInt(ALPHABET.indexOf(letter)), 0n);
  return { variant, seed };
}

/** The pack as it is dealt, first card first. @param {string} variant @param {bigint} seed */
function shuffled(variant, seed) {
  const key = Buffer.concat([
    Buffer.from(`corrida/1/${variant}/`, "ascii"),
    Buffer.from(seed.toString(16).padStart(18, "0"), "hex"),
  ]);
  const stream = createHash("shake256", { outputLength: 1024 }).update(key).digest();
  const cards = [...(packs[variant] ?? [])];
  let at = 0;
  for (let last = cards.length - 1; last > 0; last--) {
    let byte = stream.readUInt8(at++);
    while (byte >= 256 - (256 % (last + 1))) byte = stream.readUInt8(at++);
    const partner = byte % (last + 1);
    [cards[last], cards[partner]] = [/** @type {string} */ (cards[partner]), /** @type {string} */ (cards[last])];
  }
  return cards;
}

/** The cards of all piles that are dealt any, bottom to top; Maze: of all cells. @param {string} variant @param {bigint} seed */
function laidOut(variant, seed) {
  const cards = shuffled(variant, seed);
  const sizes = layouts[variant];
  if (!sizes) {
    const cells = [...cards.slice(0, 8), "", ...cards.slice(8, 16), "", ...cards.slice(16)];
    return cells.map((card) => (card && !card.startsWith("A") ? [card] : []));
  }
  /** @type {string[][]} */
  const columns = sizes.map(() => []);
  for (let row = 0; row < Math.max(...sizes); row++)
    for (const [i, column] of columns.entries())
      if (row < (sizes[i] ?? 0)) column.push(/** @type {string} */ (cards.shift()));
  return [...columns, cards.reverse()];
}

test("the page names eleven variants, with prefix and pack", () => {
  assert.equal(variants.length, 11);
  assert.deepEqual(Object.keys(packs), variants);
  assert.deepEqual([...Object.keys(layouts), "maze"], variants);
});

test("the vectors on the page", () => {
  const vectors = rows(/^\| `(\S+)` \| (\d+) \| ([^|]+) \| `([0-9a-f]{16})` \|$/gm);
  assert.equal(vectors.length, 33);
  for (const [id = "", seed = "", first, digest] of vectors) {
    const found = readId(id);
    assert.ok(found);
    assert.equal(found.seed, BigInt(seed));
    assert.equal(dealId(found.variant, found.seed), id);
    const cards = shuffled(found.variant, found.seed);
    assert.equal(cards.slice(0, 10).join(" "), first);
    assert.equal(createHash("sha256").update(cards.join(" ")).digest("hex").slice(0, 16), digest);
  }
});

for (const variant of variants) {
  test(`${variant}: whole deals, as the engine lays them out`, () => {
    const golden = read(`data/deals/${variant}.txt`).split("\n").filter((line) => line.startsWith("{"));
    assert.equal(golden.length, 5);
    for (const line of golden) {
      /** @type {{id: string, variant: string, piles: {kind: string, cards: string[], up: number}[]}} */
      const deal = JSON.parse(line);
      const found = readId(deal.id.toLowerCase().replaceAll("-", ""));
      assert.ok(found);
      assert.equal(found.variant, variant);
      const piles = laidOut(variant, found.seed);
      assert.deepEqual(deal.piles.slice(0, piles.length).map((pile) => pile.cards), piles);
      assert.ok(deal.piles.slice(piles.length).every((pile) => pile.cards.length === 0));
    }
  });

  test(`${variant}: a thousand deals, as the engine shuffles them`, () => {
    const [line] = read("data/deals/digests.txt").split("\n").filter((each) => each.startsWith(`${variant} `));
    const whole = createHash("sha256");
    for (let number = 0; number < 1000; number++) {
      const bytes = createHash("sha256").update(String(number)).digest("hex").slice(0, 18);
      const seed = BigInt(`0x${bytes}`) >> 2n;
      whole.update(`${dealId(variant, seed)} ${shuffled(variant, seed).join(" ")}\n`);
    }
    assert.equal(line, `${variant} ${whole.digest("hex")}`);
  });
}

test("an ID with a wrong character, or with two that changed places, is none", () => {
  const id = dealId("klondike-3", 1234567890123456789n).replaceAll("-", "");
  for (let i = 0; i < id.length; i++) {
    for (const other of ALPHABET) if (other !== id[i]) assert.equal(readId(id.slice(0, i) + other + id.slice(i + 1)), null);
    const next = id.slice(0, i) + id.slice(i, i + 2).split("").reverse().join("") + id.slice(i + 2);
    if (next !== id) assert.equal(readId(next), null);
  }
});
