import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import {
  createRace,
  dragMove,
  fingersOf,
  grip,
  joinRace,
  latest,
  movesShown,
  newPerson,
  offers,
  openStage,
  readMove,
  someMove,
  startRace,
  still,
  until,
} from "./stage.js";

/** @typedef {import("./stage.js").Person} Person */

const DEAL = "S1-BZPEP-SQZS1-QKHP0";

describe("one gesture does one thing", () => {
  const stage = openStage();
  /** @type {Person} */
  let ana;
  /** @type {Awaited<ReturnType<typeof fingersOf>>} */
  let fingers;

  before(async () => {
    ana = await newPerson(stage.browser, { hasTouch: true });
    const bob = await newPerson(stage.browser);
    await joinRace(bob, await createRace(ana, stage.server.url, { deal: DEAL }), "Bob");
    await startRace(ana, bob);
    fingers = await fingersOf(ana);
  });

  /** Cards by place on the screen: equal before and after if nothing has happened. */
  async function places() {
    await still(ana);
    return ana.page.$$eval(".card", (cards) =>
      cards.map((card) => `${/** @type {HTMLElement} */ (card).style.translate} ${card.className}`),
    );
  }

  /** What was let go of may take a frame or two to leave; a card too many or too few is never right. */
  async function nothingHangs() {
    await until(async () => !(await ana.page.$(".held, .lit, .dragging, dialog")), "nothing hangs");
    assert.equal(await ana.page.locator(".card").count(), 104);
  }

  /** @param {number} source @param {number} target */
  async function laneOf(source, target) {
    const from = await grip(ana, source);
    const box = await ana.page.locator(".pile.column").nth(target).boundingBox();
    assert.ok(box);
    return { from, to: { x: box.x + box.width / 2, y: box.y + 80 } };
  }

  test("a finger's drag moves a card, without scrolling the page", async () => {
    const { source, target } = readMove(someMove(ana));
    const { from, to } = await laneOf(source, target);
    await fingers("touchStart", from);
    await fingers("touchMove", { x: from.x, y: from.y + 20 });
    assert.ok(await ana.page.$(".held"));
    assert.ok(await ana.page.$(".pile.lit"), "legal targets are lit");
    await fingers("touchMove", to);
    await fingers("touchEnd");
    await until(() => offers(ana).v === 1, "it is played");
    assert.deepEqual(readMove(latest(ana, ({ t }) => t === "moved").move), { source, target, count: 1 });
    assert.equal(await ana.page.evaluate(() => scrollY), 0);
    await nothingHangs();
  });

  test("a second finger does not disturb the first", async () => {
    const { source, target } = readMove(someMove(ana));
    const { from, to } = await laneOf(source, target);
    await fingers("touchStart", from);
    await fingers("touchMove", { x: from.x, y: from.y + 20 });
    await fingers("touchStart", { x: from.x, y: from.y + 20 }, { x: 200, y: 500 });
    await fingers("touchMove", to, { x: 240, y: 520 });
    await fingers("touchEnd", to);
    await fingers("touchMove", to);
    await fingers("touchEnd");
    await until(() => offers(ana).v === 2, "it is played");
    assert.deepEqual(readMove(latest(ana, ({ t }) => t === "moved").move), { source, target, count: 1 });
    await nothingHangs();
  });

  test("a cancelled touch, Esc, a lost window and a turned phone bring the cards home", async () => {
    const before = await places();
    const { source, target } = readMove(someMove(ana));
    const { from, to } = await laneOf(source, target);
    const ways = {
      cancel: () => fingers("touchCancel"),
      escape: () => ana.page.keyboard.press("Escape"),
      blur: () => ana.page.evaluate(() => void dispatchEvent(new Event("blur"))),
      async turn() {
        await ana.page.setViewportSize({ width: 740, height: 360 });
        await ana.page.waitForFunction(() => !document.querySelector(".held"));
        await ana.page.setViewportSize({ width: 1280, height: 860 });
      },
    };
    for (const [way, happen] of Object.entries(ways)) {
      await fingers("touchStart", from);
      await fingers("touchMove", { x: from.x, y: from.y + 20 });
      await fingers("touchMove", to);
      assert.ok(await ana.page.$(".held"), way);
      await happen();
      if (way !== "cancel") await fingers("touchEnd");
      assert.deepEqual(await places(), before, way);
      await nothingHangs();
    }
    assert.equal(offers(ana).v, 2, "nothing was played");
  });

  test("a finger held still opens the picker, once, and its release does nothing", async () => {
    const from = await grip(ana, readMove(someMove(ana)).source);
    await fingers("touchStart", from);
    await ana.page.waitForSelector("dialog[open]");
    await fingers("touchEnd");
    assert.equal((await ana.page.$$("dialog")).length, 1);
    await ana.page.keyboard.press("Escape");
    await ana.page.waitForSelector("dialog", { state: "detached" });
    assert.equal(offers(ana).v, 2);
    await nothingHangs();
  });

  test("the right button opens the picker and moves nothing; a press outside closes it", async () => {
    const { x, y } = await grip(ana, readMove(someMove(ana)).source);
    await ana.page.mouse.click(x, y, { button: "right" });
    await ana.page.waitForSelector("dialog[open]");
    assert.equal((await ana.page.$$("dialog")).length, 1);
    await ana.page.mouse.click(5, 5);
    await ana.page.waitForSelector("dialog", { state: "detached" });
    await ana.page.mouse.click(x, y, { button: "middle" });
    assert.equal(offers(ana).v, 2);
    await nothingHangs();
  });

  test("in the picker, arrows choose how many and where to; what is confirmed is what is played", async () => {
    const move = readMove(someMove(ana));
    await ana.page.locator(".pile.column").nth(move.source).focus();
    await ana.page.keyboard.press(" ");
    await ana.page.waitForSelector("dialog[open]");
    const runs = new Set(
      offers(ana)
        .legal.filter((/** @type {string} */ text) => text.startsWith(`${move.source + 1}>`))
        .map((/** @type {string} */ text) => readMove(text).count),
    );
    for (let i = 0; i < runs.size; i++) await ana.page.keyboard.press("ArrowDown");
    assert.equal(
      await ana.page.$$eval(".picker .chosen", (cards) => cards.length),
      Math.min(.../** @type {Set<number>} */ (runs)),
    );
    const targets = await ana.page.$$eval(".picker-targets label", (labels) =>
      labels.map((label) => Number(/\d+/.exec(label.textContent ?? "")?.[0]) - 1),
    );
    for (
      let i = 0;
      i < targets.length &&
      !(await ana.page.locator(".picker-targets input").nth(targets.indexOf(move.target)).isChecked());
      i++
    )
      await ana.page.keyboard.press("ArrowRight");
    await ana.page.keyboard.press("Enter");
    await until(() => offers(ana).v === 3, "it is played");
    assert.deepEqual(readMove(latest(ana, ({ t }) => t === "moved").move), move);
    await nothingHangs();
  });

  test("a trembling click is a tap", async () => {
    const tap = readMove(offers(ana).taps.find((/** @type {string} */ text) => text !== "D"));
    const { x, y } = await grip(ana, tap.source, tap.count);
    await ana.page.mouse.move(x, y);
    await ana.page.mouse.down();
    await ana.page.mouse.move(x + 3, y + 1);
    await ana.page.mouse.up();
    await until(() => offers(ana).v === 4, "it is played");
    await nothingHangs();
  });

  test("thirty hasty gestures leave the cards where the table has them", async () => {
    for (let i = 0; i < 10; i++) {
      await ana.page.keyboard.press("u");
      await ana.page.keyboard.press("d");
      await ana.page.keyboard.press("u");
    }
    await until(
      () =>
        latest(ana, ({ t }) => t === "moved" || t === "refused") &&
        ana.page.evaluate(() => document.getAnimations().length === 0),
      "all is quiet",
    );
    await until(async () => (await movesShown(ana)) === offers(ana).counters.moves, "the answers are in");
    const seen = await places();
    await ana.page.reload();
    await ana.page.waitForSelector(".card.open");
    const fresh = await places();
    assert.deepEqual([...seen].map((place) => place.replace(" last", "")).sort(), [...fresh].sort());
    await dragMove(ana, someMove(ana));
    const { v } = offers(ana);
    await until(() => offers(ana).v === v + 1 || offers(ana).v > v, "and they can still be dragged");
    assert.deepEqual(ana.wrong, []);
  });

  test("letters typed into a field are letters", async () => {
    const { v } = offers(ana);
    await ana.page.evaluate(() => {
      const field = document.body.appendChild(document.createElement("input"));
      field.focus();
    });
    await ana.page.keyboard.type("dud");
    assert.equal(await ana.page.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement).value), "dud");
    await ana.page.keyboard.press("Control+d");
    assert.equal(offers(ana).v, v);
  });
});
