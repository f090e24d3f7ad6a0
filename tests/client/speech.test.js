import assert from "node:assert/strict";
import { test } from "node:test";
import { familyOf } from "../../client/src/families.js";
import { fromWire } from "../../client/src/table.js";
import { cardName, cellName, choiceNews, newsOf, pileName, stockLabel } from "../../client/src/view/speech.js";
import { speak } from "../../client/src/words.js";

/** @param {...[string, number[], number]} piles */
const table = (...piles) => fromWire(piles.map(([kind, cards, up]) => [kind, Uint8Array.from(cards), up]));

/** @param {number[]} stock @param {number[]} waste */
const klondike = (stock, waste) =>
  table(
    ...Array.from({ length: 6 }, () => /** @type {[string, number[], number]} */ (["column", [], 0])),
    ["column", [0, 0, 45, 12], 2],
    ["stock", stock, 0],
    ["waste", waste, waste.length],
    ["foundation", [1, 2], 2],
    ["foundation", [], 0],
    ["foundation", [], 0],
    ["foundation", [], 0],
  );

test("cards have the names of their deck, in each language", async () => {
  const names = [];
  for (const tag of ["en", "pt-BR", "pt-PT", "es"]) {
    await speak(tag);
    names.push([cardName(0x2c, "french"), cardName(0x2c, "spanish"), cardName(0x31, "spanish")]);
  }
  assert.deepEqual(names, [
    ["queen of diamonds", "king of swords", "ace of clubs"],
    ["dama de ouros", "rei de espadas", "ás de paus"],
    ["dama de ouros", "rei de espadas", "ás de paus"],
    ["reina de diamantes", "rey de espadas", "as de bastos"],
  ]);
});

test("stock, waste and foundations say what they are, and of a pile only what can be played", async () => {
  await speak("en");
  const family = familyOf("klondike-3");
  const read = (/** @type {import("../../client/src/table.js").Table} */ all) =>
    [6, 7, 8, 9, 10].map((pile) => cellName(all, [pile], family));
  assert.deepEqual(read(klondike([0, 0, 5], [3, 4, 18])), [
    "Column 7: queen of spades, king of diamonds; 2 face down",
    "Stock: 3 cards",
    "Waste: two of hearts",
    "Foundation of spades: two of spades",
    "Foundation of hearts: empty",
  ]);
  assert.equal(cellName(klondike([], [3]), [7], family), "Stock: empty; here the waste is turned over");
  assert.equal(cellName(klondike([], []), [7], family), "Stock: empty");
  assert.deepEqual(
    [klondike([7], []), klondike([], [3]), klondike([], [])].map((all) => stockLabel(all, 7, family)),
    ["1", "Turn over", "Empty"],
  );
});

test("of a stock that was seen before, only the count is told", async () => {
  await speak("en");
  assert.equal(cellName(klondike([9, 10, 11], []), [7], familyOf("klondike-1")), "Stock: 3 cards");
});

test("drawing tells the card that can be played, turning over says so", async () => {
  await speak("en");
  const family = familyOf("clasico-3");
  const drawn = klondike([0], [3, 4, 18]);
  assert.equal(
    newsOf(
      drawn,
      [
        ["up", 7, 3, Uint8Array.of(3, 4, 18)],
        ["reverse", 7, 3],
        ["move", 7, 8, 3],
      ],
      "D",
      family,
    ),
    "Drawn: two of cups.",
  );
  const turned = klondike([3, 4, 18], []);
  assert.equal(
    newsOf(
      turned,
      [
        ["down", 8, 3],
        ["move", 8, 7, 3],
        ["reverse", 7, 3],
      ],
      "D",
      family,
    ),
    "The waste was turned over.",
  );
  assert.equal(newsOf(drawn, [["move", 8, 9, 1]], "W>F1", family), "two of coins to Foundation of coins.", "no set");
});

test("cells are told by row and column, gaps as gaps", async () => {
  await speak("en");
  const family = familyOf("maze");
  const all = table(
    ...Array.from(
      { length: 54 },
      (_, i) => /** @type {[string, number[], number]} */ (i === 10 ? ["cell", [], 0] : ["cell", [2], 1]),
    ),
  );
  assert.equal(pileName(all, 53, family), "Row 6, column 9");
  assert.equal(cellName(all, [10], family), "Row 2, column 2: gap");
  assert.equal(cellName(all, [9], family), "Row 2, column 1: two of spades");
  assert.equal(
    choiceNews(all, { pile: 9, count: 1 }, [10, 53], family),
    "two of spades chosen. Places for it: Row 2, column 2 and Row 6, column 9.",
  );
});
