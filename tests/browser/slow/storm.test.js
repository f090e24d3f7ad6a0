import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dice } from "../../client/dealer.js";
import { createRace, joinRace, latest, movesShown, newPerson, offers, openStage, startRace, stormFor, tableRead, until } from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

/** Deals by family, with what is done by key and by tap on them. */
const DEALS = { spider: "S1-BZPEP-SQZS1-QKHP0", klondike: "K3-00000-00000-0038W", maze: "M1-00000-00000-0000G" };
const GESTURES = 40;

describe("a line that delays, drops, doubles, reorders and breaks", { concurrency: true }, () => {
  const stage = openStage();

  for (const [family, deal] of Object.entries(DEALS))
    test(`${family}: every card is there once all the time, and the table ends as the server has it`, async () => {
      const roll = dice(deal.length + family.length);
      const ana = await newPerson(stage.browser, { viewport: { width: 900, height: 700 } });
      const bob = await newPerson(stage.browser);
      const storm = await stormFor(ana, roll);
      await joinRace(bob, await createRace(ana, stage.server.url, { deal }), "Bob");
      await startRace(ana, bob);
      await bob.page.close();
      const cards = await ana.page.locator(".card").count();
      await ana.page.evaluate(() => {
        const counts = new Set();
        Object.assign(globalThis, { counts });
        const look = () => (counts.add(document.querySelectorAll(".card").length), requestAnimationFrame(look));
        look();
      });
      storm.begin();
      const piles = await ana.page.locator(".pile").all();
      for (let i = 0; i < GESTURES; i++) {
        const kind = roll(5);
        if (kind === 0) await ana.page.keyboard.press("u");
        else if (kind === 1) await ana.page.keyboard.press("d");
        else {
          const box = await piles[roll(piles.length)]?.boundingBox();
          assert.ok(box);
          await ana.page.mouse.click(box.x + box.width / 2, box.y + 10 + roll(Math.max(1, Math.floor(box.height / 3))));
        }
      }
      storm.end();
      // As a browser does when the network is back: after so many failures the next try by itself may be long in coming.
      await ana.page.evaluate(() => dispatchEvent(new Event("online")));
      // A page that waits says so within a second: what is quiet for longer waits for nothing.
      let quietSince = 0;
      await until(async () => {
        quietSince = (await ana.page.$(".banner")) ? 0 : quietSince || performance.now();
        return quietSince && performance.now() - quietSince > 1500;
      }, "the line is quiet");
      // One more wish finds out whatever was lost meanwhile.
      const answers = () => ana.heard.filter(({ t, n }) => n !== undefined && ["table", "moved", "refused"].includes(t)).length;
      const before = answers();
      await ana.page.keyboard.press("u");
      await until(() => answers() > before, "it is answered");
      await until(async () => (await movesShown(ana)) === offers(ana).counters.moves, "all answers are in");
      const seen = await tableRead(ana);
      const counts = await ana.page.evaluate(() => [...Reflect.get(globalThis, "counts")]);
      assert.deepEqual(counts, [cards], "no card was ever missing or double");
      await ana.page.reload();
      await ana.page.waitForSelector(".card.open");
      assert.deepEqual(seen, await tableRead(ana), "as the server has it");
      const played = latest(ana, ({ t, legal }) => t === "table" && legal);
      assert.ok(played.v > 0, "something was played at all");
      assert.ok(storm.troubles() > 5, "there was a storm");
      assert.deepEqual(ana.wrong, []);
    });
});
