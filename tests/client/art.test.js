import assert from "node:assert/strict";
import { test } from "node:test";
import { backSvg, faceSvg, signSvg } from "../../client/src/art/faces.js";
import { indexOf } from "../../client/src/art/glyphs.js";

/** @typedef {import("../../client/src/art/faces.js").Look} Look */

const codes = [0, 1, 2, 3].flatMap((suit) => Array.from({ length: 13 }, (_, i) => suit * 16 + i + 1));
/** @type {Look[]} */
const looks = ["en", "pt-PT"].flatMap((language) =>
  [2, 4].flatMap((colours) =>
    /** @type {const} */ (["full", "compact"]).map((design) => ({ design, language, colours })),
  ),
);

/** Whether every tag that opens closes. @param {string} svg */
function wellFormed(svg) {
  /** @type {(string | undefined)[]} */
  const open = [];
  for (const [, end, name, rest] of svg.matchAll(/<(\/?)([\w:]+)((?:\s[^<>]*?)?)>/g)) {
    if (end) assert.equal(open.pop(), name);
    else if (!rest?.endsWith("/")) open.push(name);
  }
  return open.length === 0 && !/undefined|NaN|null/.test(svg);
}

test("each face is a drawing of its own, in every look", () => {
  for (const look of looks) {
    const faces = codes.map((code) => faceSvg(code, look));
    assert.equal(new Set(faces).size, 52);
    for (const face of faces) assert.ok(wellFormed(face), face);
  }
});

test("a card shows as many pips as it counts, and its suit's colour alone", () => {
  for (const code of codes.filter((code) => (code & 15) <= 10)) {
    const face = faceSvg(code, { design: "full", language: "en", colours: 2 });
    assert.equal(face.match(/translate\(-50 -50\)/g)?.length, (code & 15) + 2, "pips and two corners");
    assert.equal(face.includes("#c4122f"), [1, 2].includes(code >> 4));
    assert.equal(face.includes("#1b1d22"), [0, 3].includes(code >> 4));
  }
});

test("index letters follow the language", () => {
  assert.deepEqual(
    [1, 10, 11, 12, 13].map((rank) => indexOf(rank, "pt-BR")),
    ["A", "10", "J", "Q", "K"],
  );
  assert.deepEqual(
    [1, 10, 11, 12, 13].map((rank) => indexOf(rank, "pt-PT")),
    ["A", "10", "V", "D", "R"],
  );
});

test("a card that was seen before can be told by its back from one that never was", () => {
  const look = /** @type {Look} */ (looks[0]);
  for (const design of /** @type {const} */ (["full", "compact"])) {
    const unseen = backSvg(design, null);
    assert.ok(wellFormed(unseen));
    const backs = codes.map((code) => backSvg(design, { code, look }));
    assert.equal(new Set([unseen, ...backs]).size, 53);
    for (const back of backs) assert.ok(wellFormed(back));
  }
});

test("the letters of the name are cards", () => {
  for (const letter of "CORRIDA123")
    assert.ok(wellFormed(signSvg(letter, 0)) && !signSvg(letter, 0).includes('d=""'), letter);
});
