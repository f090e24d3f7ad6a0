import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { cellOf, createRace, joinRace, latest, namesIn, newPerson, offers, openStage, playFast, startRace, until } from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

const GAMES = ["spider-1", "klondike-1", "clasico-1", "maze"];
/** Moves by hand, at the end of each game; all of them by `make test-slow`. */
const BY_HAND = process.env["SLOW"] ? Infinity : 16;

describe("a game by keyboard alone", { concurrency: true }, () => {
  const stage = openStage();

  /**
   * Presses keys until a test on the page holds.
   * @param {Person} person
   * @param {string} key
   * @param {(page: import("playwright-core").Page) => Promise<boolean>} holds
   */
  async function pressUntil({ page }, key, holds) {
    for (let i = 0; !(await holds(page)); i++) {
      assert.ok(i < 40, `${key} leads nowhere`);
      await page.keyboard.press(key);
    }
  }

  /** By arrows to a pile. @param {Person} person @param {string} name */
  async function goTo({ page }, name) {
    const [selector, nth] = cellOf(name);
    const { steps, rows } = await page.evaluate(
      ({ selector, nth }) => {
        const cells = [...document.querySelectorAll(".pile")];
        const from = cells.indexOf(/** @type {Element} */ (document.activeElement));
        const to = cells.indexOf(/** @type {Element} */ (document.querySelectorAll(selector)[nth]));
        const maze = selector === ".pile.cell";
        const rows = maze ? Math.floor(to / 9) - Math.floor(from / 9) : 0;
        return { steps: from < 0 ? NaN : to - from - rows * 9, rows };
      },
      { selector, nth },
    );
    assert.ok(!Number.isNaN(steps), "the focus is on the table");
    for (let i = 0; i < Math.abs(rows); i++) await page.keyboard.press(rows > 0 ? "ArrowDown" : "ArrowUp");
    for (let i = 0; i < Math.abs(steps); i++) await page.keyboard.press(steps > 0 ? "ArrowRight" : "ArrowLeft");
  }

  /** @param {Person} person @param {string} move */
  async function byPicker(person, move) {
    const { source, target, count } = namesIn(move);
    await goTo(person, source);
    await person.page.keyboard.press("Enter");
    await person.page.waitForSelector(".picker");
    await pressUntil(person, "ArrowDown", async (page) => (await page.locator(".picker .chosen").count()) === count);
    const aimed = new RegExp(`^\\D*${target}\\b`);
    await pressUntil(person, "ArrowRight", async (page) =>
      aimed.test((await page.locator(".picker-targets label:has(:checked)").textContent()) ?? ""),
    );
    await person.page.keyboard.press("Enter");
  }

  /** @param {Person} person @param {string} move */
  async function byHand(person, move) {
    const { source, target, count } = namesIn(move);
    await goTo(person, source);
    await person.page.keyboard.press("Space");
    await pressUntil(person, "Space", async (page) => (await page.locator(".card.chosen").count()) === count);
    await goTo(person, target);
    await person.page.keyboard.press("Enter");
  }

  for (const game of GAMES)
    test(`${game} is won, and the focus never leaves the table`, async () => {
      const file = new URL(`../../data/games/${game}-won.txt`, import.meta.url);
      const [deal = "", ...moves] = (await readFile(file, "utf8")).split("\n").filter((line) => line && line[0] !== "#");
      const calm = /** @type {const} */ ({ reducedMotion: "reduce", viewport: { width: 800, height: 700 } });
      const [ana, bob] = [await newPerson(stage.browser, calm), await newPerson(stage.browser)];
      await joinRace(bob, await createRace(ana, stage.server.url, { deal }), "Bob");
      await startRace(ana, bob);
      await bob.page.close();
      const before = Math.max(0, moves.length - BY_HAND);
      if (before) await playFast(ana, moves.slice(0, before));
      await until(() => ana.page.evaluate(() => document.activeElement?.matches(".pile") ?? false), "the table has the focus at once");
      for (const [i, move] of moves.entries()) {
        if (i < before) continue;
        if (move === "D") await ana.page.keyboard.press("d");
        else await (game.startsWith("spider") ? byPicker : byHand)(ana, move);
        await until(() => offers(ana).v === i + 1, `${i + 1}. ${move} is played`);
        assert.equal(latest(ana, ({ t }) => t === "moved").move, move);
      }
      await ana.page.locator(".ended .headline", { hasText: /^Finished!/ }).waitFor();
      assert.equal(ana.heard.filter(({ t }) => t === "refused").length, 0);
      assert.deepEqual(ana.wrong, []);
    });
});
