import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { familyOf, suitsOf, variantParts } from "../../client/src/families.js";

/** The ids that the engine offers. */
async function ids() {
  /** @type {string[]} */
  const found = [];
  for (const name of ["klondike", "maze"]) {
    const source = await readFile(new URL(`../../engine/games/${name}.py`, import.meta.url), "utf8");
    found.push(...[...source.matchAll(/Variant\("([\w-]+)"/g)].map(([, id]) => id ?? ""));
  }
  return [...found, ...["spider", "spider-es"].flatMap((group) => [1, 2, 4].map((n) => `${group}-${n}`))];
}

test("each variant has its deck, its goal and its hands", async () => {
  const all = await ids();
  assert.equal(all.length, 11);
  const shown = Object.fromEntries(
    all.map((id) => {
      const { deck, goal, hands, fan } = familyOf(id);
      return [id, [deck, goal, hands, fan].join(" ")];
    }),
  );
  assert.deepEqual(shown, {
    "klondike-1": "french 52 klondike 1",
    "klondike-3": "french 52 klondike 3",
    "clasico-1": "spanish 48 klondike 1",
    "clasico-3": "spanish 48 klondike 3",
    maze: "french 48 maze 0",
    "spider-1": "french 8 spider 0",
    "spider-2": "french 8 spider 0",
    "spider-4": "french 8 spider 0",
    "spider-es-1": "spanish 8 spider 0",
    "spider-es-2": "spanish 8 spider 0",
    "spider-es-4": "spanish 8 spider 0",
  });
  for (const id of all) assert.equal(familyOf(id), familyOf(id), "the same object each time");
});

test("an id is a group and a number", () => {
  assert.deepEqual(variantParts("spider-es-4"), { group: "spider-es", number: 4 });
  assert.deepEqual(variantParts("maze"), { group: "maze", number: 0 });
  assert.equal(familyOf("yukon-7").hands, "spider", "what is not known is drawn like Spider");
});

test("one suit is spades or espadas, two have hearts or copas beside them", () => {
  assert.deepEqual(
    [1, 2, 4].map((n) => suitsOf("french", n)),
    [[0], [0, 1], [0, 1, 2, 3]],
  );
  assert.deepEqual(
    [1, 2, 4].map((n) => suitsOf("spanish", n)),
    [[2], [2, 1], [0, 1, 2, 3]],
  );
});
