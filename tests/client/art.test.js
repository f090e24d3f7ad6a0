import assert from "node:assert/strict";
import { test } from "node:test";
import "../../client/src/art/spanishdeck.js";
import { backSvg, faceSvg, markSvg, signSvg, turnSvg } from "../../client/src/art/faces.js";
import { indexOf } from "../../client/src/art/glyphs.js";

/** @typedef {import("../../client/src/art/faces.js").Look} Look */

/** @type {Record<import("../../client/src/families.js").Deck, number>} */
const RANKS = { french: 13, spanish: 12 };
const decks = /** @type {const} */ (["french", "spanish"]);

/** @param {import("../../client/src/families.js").Deck} deck */
const codesOf = (deck) =>
  [0, 1, 2, 3].flatMap((suit) => Array.from({ length: RANKS[deck] }, (_, i) => suit * 16 + i + 1));
const codes = codesOf("french");
/** @type {Look[]} */
const looks = decks.flatMap((deck) =>
  ["en", "pt-PT"].flatMap((language) =>
    [2, 4].flatMap((colours) =>
      /** @type {const} */ (["full", "compact"]).map((design) => ({ deck, design, language, colours })),
    ),
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
    const faces = codesOf(look.deck).map((code) => faceSvg(code, look));
    assert.equal(new Set(faces).size, 4 * RANKS[look.deck]);
    for (const face of faces) assert.ok(wellFormed(face), face);
  }
});

test("a card shows as many pips as it counts, and its suit's colour alone", () => {
  for (const code of codes.filter((code) => (code & 15) <= 10)) {
    const face = faceSvg(code, { deck: "french", design: "full", language: "en", colours: 2 });
    assert.equal(face.match(/translate\(-50 -50\)/g)?.length, (code & 15) + 2, "pips and two corners");
    assert.equal(face.includes("#c4122f"), [1, 2].includes(code >> 4));
    assert.equal(face.includes("#1b1d22"), [0, 3].includes(code >> 4));
  }
});

test("a Spanish card shows as many signs as it counts, its number, and its suit by the gaps in its frame", () => {
  for (const code of codesOf("spanish")) {
    const [rank, suit] = [code & 15, code >> 4];
    const face = faceSvg(code, { deck: "spanish", design: "full", language: "pt-PT", colours: 2 });
    const signs = face.match(/translate\(-50 -50\)/g)?.length;
    assert.equal(signs, (rank < 10 ? rank : 1) + 2, "signs, or the figure's one, and two corners");
    for (const design of /** @type {const} */ (["full", "compact"])) {
      const [, frame = ""] =
        /<path d="([^"]+)" fill="none"/.exec(faceSvg(code, { deck: "spanish", design, language: "en", colours: 2 })) ??
        [];
      const edges = frame.match(/h/g)?.length;
      assert.equal(edges, 2 * (suit + 1), "no gap for oros, one for copas, two for espadas, three for bastos");
      assert.equal(frame.match(/V/g)?.length, 2, "the sides are whole");
    }
  }
});

test("golden numbers have a dark edge, for gold alone is too pale", () => {
  for (const design of /** @type {const} */ (["full", "compact"])) {
    const face = faceSvg(7, { deck: "spanish", design, language: "en", colours: 2 });
    assert.match(face, /stroke="#3a2a06" stroke-width="13"[^>]*\/><path[^>]*stroke="#eab22c" stroke-width="6.5"/);
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
  for (const look of looks) {
    const { design, deck } = look;
    const unseen = backSvg(design, null);
    assert.ok(wellFormed(unseen));
    const backs = codesOf(deck).map((code) => backSvg(design, { code, look }));
    assert.equal(new Set([unseen, ...backs]).size, 4 * RANKS[deck] + 1);
    for (const back of backs) assert.ok(wellFormed(back));
  }
});

test("the letters of the name are cards", () => {
  for (const letter of "CORRIDA123")
    assert.ok(wellFormed(signSvg(letter, 0)) && !signSvg(letter, 0).includes('d=""'), letter);
});

test("suits have signs of their own, and the stock an arrow", () => {
  const marks = decks.flatMap((deck) => [0, 1, 2, 3].map((suit) => markSvg(deck, suit)));
  assert.equal(new Set(marks).size, 8);
  for (const mark of [...marks, markSvg("french", 1, "#fff"), turnSvg()]) assert.ok(wellFormed(mark), mark);
});
