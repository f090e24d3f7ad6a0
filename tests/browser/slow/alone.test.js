import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import {
  accessible,
  fits,
  gateFor,
  latest,
  newPerson,
  offers,
  openStage,
  playAlone,
  playFast,
  playMove,
  running,
  still,
  tableRead,
  until,
} from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

/** @param {Person} person */
const room = (person) => latest(person, ({ t }) => t === "room");

/** As if the tab were put behind another one, or came back. @param {Person} person @param {boolean} hidden */
const hide = ({ page }, hidden) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

describe("a game alone", () => {
  const stage = openStage();

  test("its clock stands while nobody looks, and it is found again here and on another device", async () => {
    const ana = await newPerson(stage.browser, { reducedMotion: "reduce" });
    const { page } = ana;
    await playAlone(ana, stage.server.url);
    await page.keyboard.press("d");
    await until(() => offers(ana).v === 1, "a row is dealt");
    await hide(ana, true);
    await until(() => room(ana).paused, "the clock stands");
    const stood = room(ana).clock_ms;
    assert.ok(stood > 0);
    await hide(ana, false);
    await running(ana);
    assert.ok(room(ana).clock_ms >= stood);
    await page.reload();
    await page.waitForSelector(".card.open");
    await until(() => offers(ana).v === 1, "the same game");
    await page.click(".home-link");
    const code = room(ana).code;
    await page.getByRole("button", { name: /^Continue: Spider · 1 suit, 0:\d\d$/ }).click();
    await page.waitForSelector(".card.open");
    assert.ok(page.url().endsWith(code));

    const elsewhere = await newPerson(stage.browser, { storageState: await page.context().storageState() });
    await elsewhere.page.goto(stage.server.url);
    await elsewhere.page.getByRole("button", { name: /^Continue: Spider/ }).click();
    await elsewhere.page.waitForSelector(".card.open");
    await still(elsewhere);
    assert.equal(offers(elsewhere).v, 1);
    await page.waitForSelector(".end");
    await running(elsewhere);
    await elsewhere.page.keyboard.press("u");
    await until(() => offers(elsewhere).v === 2, "it goes on there");

    const bob = await newPerson(stage.browser);
    await bob.page.goto(`${stage.server.url}/r/${code}`);
    assert.equal(await bob.page.textContent(".end .headline"), "There is no room with this code.");
    for (const { wrong } of [ana, elsewhere]) assert.deepEqual(wrong, []);
    await Promise.all([ana, elsewhere, bob].map(({ page }) => page.context().close()));
  });

  test("N begins another one, asking first in the middle of one; the same cards and typed ones are to be had", async () => {
    const ana = await newPerson(stage.browser, { reducedMotion: "reduce" });
    const { page } = ana;
    await playAlone(ana, stage.server.url, { variant: "klondike-1" });
    const race = (/** @type {number} */ n) => until(() => room(ana).race === n && offers(ana)?.v === 0, `game ${n}`);
    await page.keyboard.press("n");
    await race(2);
    await page.waitForSelector(".card.open");
    const table = await tableRead(ana);
    const deal = room(ana).opening.deal_id;
    await page.keyboard.press("d");
    await until(() => offers(ana).v === 1, "cards are drawn");
    await page.keyboard.press("n");
    await page.waitForSelector(".question");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".question", { state: "detached" });
    assert.equal(room(ana).race, 2);
    await page.click(".top .round:last-child");
    await page.getByRole("button", { name: "Same cards again" }).click();
    await page.click(".question .danger");
    await race(3);
    assert.equal(room(ana).opening.deal_id, deal);
    await until(async () => JSON.stringify(await tableRead(ana)) === JSON.stringify(table), "the same cards");
    await page.click(".top .round:last-child");
    await page.fill(".menu [name=deal]", "M1-00000-00000-0000G");
    await page.click(".typed button");
    await race(4);
    assert.equal(room(ana).variant, "maze");
    await page.waitForFunction(() => document.querySelectorAll(".pile.cell").length === 54);
    await page.locator(".pile").first().focus();
    await page.keyboard.press("?");
    await page.locator(".help kbd", { hasText: /^N$/ }).waitFor();
    assert.equal(await page.locator(".help kbd", { hasText: /^D$/ }).count(), 0, "there is nothing to deal in Maze");
    assert.deepEqual(ana.wrong, []);
    await page.context().close();
  });

  test("who has won reads how, copies the deal by one tap, finds it counted, and takes it to friends", async () => {
    const ana = await newPerson(stage.browser, { reducedMotion: "reduce" });
    const { page } = ana;
    const text = await readFile(new URL("../../data/games/spider-2-won.txt", import.meta.url), "utf8");
    const [deal = "", ...moves] = text.split("\n").filter((line) => line && line[0] !== "#");
    await playAlone(ana, stage.server.url, { deal });
    const last = moves.pop() ?? "";
    await playFast(ana, moves);
    await until(() => offers(ana).v === moves.length && !room(ana).paused, "the table is back, and the clock runs");
    await still(ana);
    await playMove(ana, last);
    await page.waitForSelector(".won");
    assert.match((await page.textContent(".won")) ?? "", /You won!.*\d:\d\d\.\d.*100.*Sets 8\/8\s+4\s+4/s);
    await page.waitForFunction(() => document.activeElement?.matches(".won .headline"));
    await accessible(ana, "won");
    await fits(ana, "won");
    await page.click(".won .deal button");
    await page.waitForFunction((deal) => navigator.clipboard.readText().then((text) => text === deal), deal);
    await page.click('.won a[href="/statistics"]');
    await page.waitForSelector(".statistic");
    assert.deepEqual(await page.$$eval(".figures dd", (all) => all.map((one) => one.textContent).filter((_, i) => i !== 2)), ["1", "1 (100 %)", "100", "1", "1"]);
    await page.click(".single summary");
    const again = page.locator(".single li.won a");
    assert.match((await again.getAttribute("href")) ?? "", /^\/replay\/[0-9A-Z]+\/1$/);
    assert.match((await page.textContent(".single li")) ?? "", /won.*\d:\d\d.*100 moves/s);
    await accessible(ana, "statistics");
    await fits(ana, "statistics");
    await again.click();
    await page.waitForSelector(".replay");
    await page.goBack();
    await page.waitForSelector(".statistic");
    await page.goBack();
    await page.waitForSelector(".won");
    await page.getByRole("button", { name: "Race friends" }).click();
    await page.fill(".question [name=name]", "Ana");
    await page.getByRole("button", { name: "Create race" }).click();
    await page.waitForSelector(".lobby");
    assert.deepEqual([room(ana).sealed, room(ana).solo, room(ana).variant], [false, false, "spider-2"]);
    assert.deepEqual(ana.wrong, []);
    await page.context().close();
  });

  test("who has no move left has three ways out", async () => {
    const ana = await newPerson(stage.browser, { reducedMotion: "reduce" });
    const gate = await gateFor(ana);
    const { page } = ana;
    await playAlone(ana, stage.server.url, { variant: "klondike-3" });
    gate.hide((message) => (message.move === "D" ? { ...message, legal: [] } : message));
    await page.keyboard.press("d");
    await page.waitForSelector(".stuck-alone");
    await accessible(ana, "stuck");
    assert.match((await page.textContent(".stuck-alone")) ?? "", /No move is left\..*Undo.*Same cards again.*New game/s);
    gate.hide((message) => message);
    await page.click(".stuck-alone .undo");
    await page.waitForSelector(".stuck-alone", { state: "detached" });
    await page.context().close();
  });

  test("each game has its rules, with cards, beside the start page and over the table", async () => {
    const ana = await newPerson(stage.browser, { reducedMotion: "reduce" });
    const { page } = ana;
    await page.goto(stage.server.url);
    await page.getByRole("link", { name: "Rules" }).click();
    for (const game of ["Spider", "Spanish Spider", "Klondike", "Clásico", "Maze"]) {
      await page.locator(".other-rules").getByRole("link", { name: game, exact: true }).click();
      await page.locator("h1", { hasText: new RegExp(`^Rules: ${game}$`) }).waitFor();
      assert.ok((await page.locator(".fan img").count()) > 4, game);
      assert.equal((await page.locator("article").innerText()).match(/\{|rules\./), null, `${game} has all its words`);
    }
    await accessible(ana, "rules");
    await fits(ana, "rules");
    await page.getByRole("button", { name: "Play alone" }).click();
    await page.waitForSelector(".card.open");
    await running(ana);
    const table = await tableRead(ana);
    await page.click(".top .round:last-child");
    await accessible(ana, "menu of a game alone");
    await fits(ana, "menu of a game alone");
    await page.getByRole("button", { name: "Rules" }).click();
    await page.locator("dialog.rules, dialog .rules").getByRole("heading", { name: "Rules: Maze" }).waitFor();
    await accessible(ana, "rules over the table");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    assert.deepEqual(await tableRead(ana), table);
    await accessible(ana, "table");
    await fits(ana, "table");
    assert.deepEqual(ana.wrong, []);
    await page.context().close();
  });
});
