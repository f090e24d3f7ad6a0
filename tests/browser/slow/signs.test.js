import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { latest, newPerson, offers, openStage, playAlone, playFast, playMove, still, tableRead, until } from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

const calm = /** @type {const} */ ({ reducedMotion: "reduce", hasTouch: true, viewport: { width: 360, height: 740 } });

/** All that is said to who listens, from now on. @param {Person} person */
async function listen({ page }) {
  await page.evaluate(() => {
    /** @type {string[]} */
    const said = [];
    Object.assign(globalThis, { said });
    const hear = () => {
      for (const voice of document.querySelectorAll(".voice")) {
        const text = voice.textContent?.trim();
        if (text && said.at(-1) !== text) said.push(text);
      }
    };
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => /** @type {string[]} */ (Reflect.get(globalThis, "said")).join("\n"));
}

describe("what the table tells, and a game by finger alone", { concurrency: true }, () => {
  const stage = openStage();

  /** Does it, and waits for the answer. @param {Person} person @param {() => Promise<unknown>} act */
  async function answered(person, act) {
    const before = offers(person).v;
    await act();
    await until(() => offers(person).v > before, "an answer");
    await still(person);
  }

  test("counters, a stock that runs out, a set that is complete", async () => {
    const ana = await newPerson(stage.browser, calm);
    const { page } = ana;
    const text = await readFile(new URL("../../data/games/spider-2-won.txt", import.meta.url), "utf8");
    const [deal = "", ...moves] = text.split("\n").filter((line) => line && line[0] !== "#");
    await playAlone(ana, stage.server.url, { deal });
    const counters = () => page.$$eval(".counters div", (all) => Object.fromEntries(all.map((one) => [one.className, one.querySelector("dd")?.textContent])));
    const stock = page.locator(".pile.stock");
    assert.deepEqual(await counters(), { moves: "0", down: "44", rows: "5" });
    assert.equal(await stock.getAttribute("aria-label"), "Stock: 5 rows left");
    await playFast(ana, moves.slice(0, -1));
    await until(() => offers(ana).v === moves.length - 1 && latest(ana, ({ t }) => t === "room").paused === false, "the table is back, and the clock runs");
    await still(ana);
    assert.deepEqual(await counters(), { moves: String(moves.length - 1), down: "0", rows: "0" });
    assert.equal(await stock.getAttribute("aria-label"), "Stock: empty, no more rows");
    assert.equal((await stock.textContent())?.trim(), "Empty");
    assert.ok(await stock.evaluate((element) => element.classList.contains("empty") && Number(getComputedStyle(element, "::before").opacity) < 1), "it is dimmed");
    assert.equal((await page.textContent(".pile.foundation"))?.trim(), "7/8");
    const said = await listen(ana);
    await playMove(ana, moves.at(-1) ?? "");
    await page.getByText(/^Set complete: \w+, 8 of 8\.$/).first().waitFor();
    await until(async () => /Set complete: \w+, 8 of 8/.test(await said()), "it is said");
    assert.deepEqual(ana.wrong, []);
    await page.context().close();
  });

  test("a card that was seen and is face down again is told from one never seen", async () => {
    const ana = await newPerson(stage.browser, calm);
    await playAlone(ana, stage.server.url, { deal: "S1-BZPEP-SQZS1-QKHP0" });
    const backs = () => ana.page.$$eval(".card:not(.open) .side", (all) => all.map((side) => /** @type {HTMLElement} */ (side).style.backgroundImage).sort());
    const before = await backs();
    while (!latest(ana, ({ t }) => t === "moved")?.steps.some((/** @type {string[]} */ [kind]) => kind === "up")) {
      const [move] = offers(ana).legal.filter((/** @type {string} */ text) => text !== "D");
      await answered(ana, () => playMove(ana, move));
      assert.ok(offers(ana).v < 12, "a card turns up");
    }
    while (offers(ana).counters.moves) await answered(ana, () => ana.page.keyboard.press("u"));
    const after = await backs();
    assert.equal(after.length, before.length);
    assert.ok(new Set(after).size > new Set(before).size, "its back shows what it is");
    await ana.page.context().close();
  });

  test("S reads out what lies on the table, P how the race stands", async () => {
    const ana = await newPerson(stage.browser, calm);
    await playAlone(ana, stage.server.url, { deal: "S1-BZPEP-SQZS1-QKHP0" });
    await answered(ana, () => ana.page.keyboard.press("d"));
    const said = await listen(ana);
    const piles = (await tableRead(ana)).join(". ");
    await ana.page.keyboard.press("s");
    await until(async () => (await said()).includes(piles), "the table is read out");
    await until(() => latest(ana, ({ t }) => t === "progress")?.racers[0].moves === 1, "the move is counted");
    await ana.page.keyboard.press("p");
    await until(async () => /^1\. .*: Sets 0\/8, 1 move$/m.test(await said()), "the race is");
    assert.deepEqual(ana.wrong, []);
    await ana.page.context().close();
  });

  for (const variant of ["spider-2", "spider-es-1", "klondike-1", "clasico-3", "maze"])
    test(`${variant}: move, undo, hint, stock and the next game, all by finger`, async () => {
      const ana = await newPerson(stage.browser, calm);
      const { page } = ana;
      await playAlone(ana, stage.server.url, { variant });
      const stock = page.locator(".pile.stock");
      if (await stock.count()) {
        await answered(ana, () => stock.tap());
        assert.equal(latest(ana, ({ t }) => t === "moved").move, "D");
        await answered(ana, () => page.locator(".tools .undo").tap());
        assert.equal(latest(ana, ({ t }) => t === "moved").move, "U");
      }
      const hints = () => ana.heard.filter(({ t }) => t === "hint").length;
      const had = hints();
      await page.locator(".tools .hint").tap();
      await until(() => hints() > had, "a hint");
      await page.getByRole("button", { name: "Menu" }).tap();
      const race = latest(ana, ({ t }) => t === "room").race;
      await page.getByRole("dialog").getByRole("button", { name: "New game" }).tap();
      const sure = page.getByRole("dialog").getByRole("button", { name: "New game" });
      await until(async () => latest(ana, ({ t }) => t === "room").race > race || ((await sure.count()) && (await sure.last().tap().then(() => false))), "the next game");
      await page.waitForSelector(".card.open");
      assert.deepEqual(ana.wrong, []);
      await page.context().close();
    });
});
