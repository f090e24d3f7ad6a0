import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createRace, dragMove, grip, joinRace, layoutsDuring, newPerson, offers, openStage, readMove, someMove, startRace, still, until } from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

const DEAL = "S1-BZPEP-SQZS1-QKHP0";
/** So many at once are enough for a phone; the rest waits for its turn, or jumps. */
const MOST_AT_ONCE = 40;

describe("cards move smoothly", () => {
  const stage = openStage();
  /** @type {Person} */
  let ana;

  before(async () => {
    ana = await newPerson(stage.browser);
    const bob = await newPerson(stage.browser);
    await joinRace(bob, await createRace(ana, stage.server.url, { deal: DEAL }), "Bob");
    await startRace(ana, bob);
    await bob.page.close();
    await still(ana);
    // With the first move, undo becomes possible; and clock, counters and what is read out are texts, and new texts are
    // laid out: they are not what is looked at here.
    await dragMove(ana, someMove(ana));
    await until(() => offers(ana).v === 1, "the first move is played");
    await ana.page.$$eval(".top, .track, .voice", (parts) =>
      parts.forEach((part) => (/** @type {HTMLElement} */ (part).style.display = "none")),
    );
    await still(ana);
  });

  test("what counts layouts counts them", async () => {
    const layouts = await layoutsDuring(ana, () =>
      ana.page.evaluate(() => {
        for (const width of ["99%", ""]) {
          document.body.style.width = width;
          document.body.getBoundingClientRect();
        }
      }),
    );
    assert.ok(layouts >= 1);
  });

  test("a card that is dragged about lays out nothing", async () => {
    const { x, y } = await grip(ana, readMove(someMove(ana)).source);
    const { mouse } = ana.page;
    await mouse.move(x, y);
    const layouts = await layoutsDuring(ana, async () => {
      await mouse.down();
      for (let i = 0; i < 60; i++) await mouse.move(x + 6 * i, y + 40 * Math.sin(i / 6));
      assert.ok(await ana.page.$(".held"));
      await mouse.move(x, y + 20);
      await mouse.up();
      await still(ana);
    });
    assert.equal(layouts, 0);
  });

  test("a move, its answer and the card that turns up lay out nothing", async () => {
    const { v } = offers(ana);
    const layouts = await layoutsDuring(ana, async () => {
      await dragMove(ana, someMove(ana));
      await until(() => offers(ana).v === v + 1, "it is played");
      await still(ana);
    });
    assert.equal(layouts, 0);
  });

  test("only what the compositor can move alone is animated", async () => {
    await ana.page.keyboard.press("d");
    const moved = await until(
      () =>
        ana.page.evaluate(() => {
          const all = document.getAnimations().filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.closest(".board"));
          const keys = all.flatMap(({ effect }) => /** @type {KeyframeEffect} */ (effect).getKeyframes().flatMap((frame) => Object.keys(frame)));
          return all.length ? { count: all.length, properties: [...new Set(keys)].sort() } : null;
        }),
      "a row is dealt",
    );
    const usual = ["composite", "computedOffset", "easing", "offset"];
    assert.deepEqual(moved.properties.filter((key) => !usual.includes(key)).filter((key) => !["translate", "scale"].includes(key)), []);
    assert.ok(moved.count <= MOST_AT_ONCE, `${moved.count} at once`);
    await still(ana);
  });

  test("a table that comes whole, after a reload or a lost connection, does not flood the page with motion", async () => {
    await ana.page.context().setOffline(true);
    await ana.page.waitForSelector(".banner");
    await ana.page.evaluate(() => {
      const seen = { most: 0 };
      Object.assign(globalThis, { seen });
      const look = () => {
        seen.most = Math.max(seen.most, document.getAnimations().length);
        requestAnimationFrame(look);
      };
      look();
    });
    const tables = ana.heard.filter(({ t, legal }) => t === "table" && legal).length;
    await ana.page.context().setOffline(false);
    await until(() => ana.heard.filter(({ t, legal }) => t === "table" && legal).length > tables, "the table is there again");
    await still(ana);
    assert.ok((await ana.page.evaluate(() => Reflect.get(globalThis, "seen").most)) <= MOST_AT_ONCE);
    assert.deepEqual(ana.wrong, []);
  });

  test("who wants no motion gets none", async () => {
    await ana.page.emulateMedia({ reducedMotion: "reduce" });
    const { v } = offers(ana);
    await ana.page.keyboard.press("u");
    await until(() => offers(ana).v === v + 1, "it is undone");
    assert.equal(await ana.page.evaluate(() => document.getAnimations().length), 0);
  });
});
