import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { accessible, allInView, createRace, fingersOf, gateFor, grip, joinRace, newPerson, openStage, startRace, still, until } from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

const run = (/** @type {number} */ suit, /** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: from - to + 1 }, (_, i) => suit * 16 + from - i);

/**
 * A table as it may come to be, and seldom does: a column of 25 cards, one that lacks but an ace, three that are empty, and a
 * queen that may go to six places.
 */
const COLUMNS = [
  [...Array(8).fill(0), 40, 11, 27, ...run(1, 13, 2), 57, 12],
  run(0, 13, 2),
  [0, 0, 0, 1],
  [0, 13],
  [0, 29],
  [0, 45],
  [0, 61],
  [],
  [],
  [],
];
const LEGAL = ["1>4", "1>5", "1>6", "1>7", "1>8", "1>9", "1>10", "3>2", "3>8", "3>9", "3>10", "2>8x12"];

describe("the segment picker, and a column that is too full", () => {
  const stage = openStage();
  /** @type {Person} */
  let ana;
  /** @type {any[]} what the page wished */
  const wished = [];

  before(async () => {
    ana = await newPerson(stage.browser, { hasTouch: true, reducedMotion: "reduce", viewport: { width: 360, height: 740 } });
    const bob = await newPerson(stage.browser);
    const gate = await gateFor(ana);
    gate.hide((message) => {
      if (message.t !== "table" || !message.legal) return message;
      const home = message.piles.slice(10);
      const columns = COLUMNS.map((cards) => ["column", Uint8Array.from(cards), cards.filter(Boolean).length]);
      return { ...message, piles: [...columns, ...home], legal: LEGAL, taps: [] };
    });
    gate.heed((message) => {
      if (message.t !== "play" && message.t !== "tap") return true;
      wished.push(message);
      return false;
    });
    await joinRace(bob, await createRace(ana, stage.server.url, { variant: "spider-4" }), "Bob");
    await startRace(ana, bob);
    await still(ana);
  });

  const column = (/** @type {number} */ number) => ana.page.locator(".pile.column").nth(number - 1);
  const targets = () => ana.page.$$eval(".picker-targets label", (labels) => labels.map((label) => label.textContent?.trim().replace(/\s+/g, " ") ?? ""));

  test("on a phone a column of 25 cards says how many there are, and its last card stays whole", async () => {
    assert.ok(await ana.page.evaluate(allInView));
    const mark = column(1).locator("span");
    assert.equal(await mark.getAttribute("data-many"), "25");
    const [content, top] = await mark.evaluate((label) => {
      const { content, top } = getComputedStyle(label, "::after");
      return [content, (label.parentElement?.getBoundingClientRect().top ?? 0) + parseFloat(top)];
    });
    assert.match(String(content), /⋮ 25/);
    assert.equal(await ana.page.locator(".pile.dense").count(), 1);
    assert.ok(Number(top) > (await grip(ana, 0, 1)).y + 12, "the index of the last card is above the mark");
    const tops = await ana.page.$$eval(".card.open", (cards) =>
      cards.map((card) => card.getBoundingClientRect()).filter(({ left }) => left < 20).map(({ top }) => top).sort((a, b) => a - b),
    );
    for (const [i, top] of tops.entries()) assert.ok(i === 0 || top - (tops[i - 1] ?? 0) >= 10, "each shows its index");
    await accessible(ana, "a full column");
  });

  test("a finger held on it opens the picker, with every open card at full size", async () => {
    const fingers = await fingersOf(ana);
    await fingers("touchStart", await grip(ana, 0, 1));
    await ana.page.waitForSelector(".picker");
    await fingers("touchEnd");
    const cards = await ana.page.$$eval(".picker-cards img", (images) => images.map((image) => image.getBoundingClientRect().width));
    assert.equal(cards.length, 17);
    for (const width of cards) assert.ok(width >= 50);
    await accessible(ana, "the picker");
  });

  test("all targets are there, four to a page; empty columns are marked; what is chosen stays in view", async () => {
    assert.deepEqual(await targets(), ["Column 4, onto king of spades", "Column 5, onto king of hearts", "Column 6, onto king of diamonds", "Column 7, onto king of clubs"]);
    await ana.page.getByRole("button", { name: "Page 2 of 2" }).first().click();
    assert.deepEqual(await targets(), ["Column 8, empty", "Column 9, empty", "Column 10, empty"]);
    assert.equal(await ana.page.locator(".picker-targets .vacant").count(), 3);
    assert.ok(await ana.page.locator(".picker-targets input").first().isChecked());
    await ana.page.keyboard.press("ArrowLeft");
    assert.equal((await targets()).length, 4, "the page of the target before");
    assert.ok(await ana.page.locator(".picker-targets input").nth(3).isChecked());
    await ana.page.keyboard.press("Escape");
    await ana.page.waitForSelector("dialog", { state: "detached" });
    assert.deepEqual(wished, [], "nothing was played");
  });

  test("what completes a set is marked, and offered first", async () => {
    await column(3).focus();
    await ana.page.keyboard.press("Enter");
    await ana.page.waitForSelector(".picker");
    assert.equal((await targets())[0], "Column 2, onto two of spades ★ completes a set");
    assert.equal(await ana.page.locator(".picker-targets .whole").count(), 1);
    assert.ok(await ana.page.locator(".whole input").isChecked());
    await ana.page.keyboard.press("Enter");
    await until(() => wished.length, "the move is wished");
    assert.equal(wished[0].move, "3>2");
    await until(() => column(2).evaluate((cell) => cell === document.activeElement), "the focus goes where the card went");
  });

  test("▲ and ▼ stop only at runs that can move", async () => {
    await column(2).focus();
    await ana.page.keyboard.press("Space");
    // The ace that is under way lies on it: until it is answered, nothing is known of this column.
    await ana.page.waitForSelector(".picker");
    assert.match((await ana.page.textContent(".picker p")) ?? "", /Nothing here can move right now/);
    await ana.page.keyboard.press("Escape");
    await ana.page.reload();
    await ana.page.waitForSelector(".card.open");
    await column(2).focus();
    await ana.page.keyboard.press("Space");
    await ana.page.waitForSelector(".picker");
    assert.equal(await ana.page.locator(".picker .chosen").count(), 12);
    for (const button of await ana.page.locator(".picker-count .round").all()) assert.ok(await button.isDisabled(), "one length only");
    assert.deepEqual(ana.wrong, []);
  });
});
