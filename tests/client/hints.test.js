import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { familyOf } from "../../client/src/families.js";
import { fromWire } from "../../client/src/table.js";
import { helpText } from "../../client/src/view/hints.js";
import { pileNames } from "../../client/src/notation.js";
import { use } from "../../client/src/words.js";
import english from "../../client/src/words/en.js";
import hints from "../../client/src/words/hints/en.js";

use("en", { ...english, ...hints });

const family = familyOf("spider-4");
const table = fromWire(
  [
    ["column", Uint8Array.of(0, 9), 1],
    ["column", Uint8Array.of(26), 1],
    ["stock", new Uint8Array(10), 0],
  ],
  undefined,
);
const names = pileNames(table.piles);
/** @param {Partial<import("../../client/src/messages.js").Hint>} hint */
const text = (hint) => helpText({ t: "hint", v: 1, ...hint }, table, names, family);

test("a hint names the card, where it goes, and why", () => {
  assert.equal(text({ advice: "reveal", move: "1>2" }), "Nine of spades to column 2: turns up a card.");
});

test("a bar is said before the next step", () => {
  assert.equal(text({ advice: "row", move: "D", bar: "no_progress" }), "No progress is possible on this table. Deal a row.");
  assert.equal(text({ advice: "undo", bar: "lost" }), "From here this game can no longer be finished. Undo some moves and try another way.");
  assert.equal(text({ bar: "thinking" }), "Thinking…");
});

test("what was not proved is not said to be so", () => {
  assert.equal(text({ advice: "row", move: "D" }), "No progress in sight. Deal a row.");
});

test("a way that begins with the stock says so", () => {
  assert.equal(text({ advice: "way", move: "D" }), "Go on with the stock.");
  assert.equal(text({ advice: "draw", move: "D" }), "Draw: a card comes that helps.");
});

test("each advice that the engine gives has its words", async () => {
  const source = await readFile(new URL("../../engine/advice.py", import.meta.url), "utf8");
  const codes = [...source.matchAll(/^ {4}[A-Z]+ = "([a-z]+)"/gm)].map(([, code]) => code ?? "");
  assert.ok(codes.length > 10);
  for (const advice of codes) {
    const move = advice === "undo" ? "" : ["row", "draw"].includes(advice) ? "D" : "1>2";
    assert.ok(!text({ advice, move }).includes("hint."), advice);
  }
});
