import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { accessible, anotherTab, fits, latest, newPerson, offers, openStage, playFast, until } from "../stage.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const FILE = "tests/data/games/spider-1-won.txt";
const [DEAL = "", ...LINE] = (await readFile(`${root}${FILE}`, "utf8")).split("\n").filter((line) => line && !line.startsWith("#"));

describe("the daily challenge", () => {
  const stage = openStage();

  before(async () => {
    execFileSync(`${root}.venv/bin/python`, ["tests/browser/choose_daily.py", stage.server.data, "spider-1", FILE], {
      cwd: root,
      env: { ...process.env, PYTHONPATH: root },
    });
  });

  test("from the start page to the boards, on two devices, and no card before its time", async () => {
    const ana = await newPerson(stage.browser, { locale: "en", reducedMotion: "reduce" });
    const { page } = ana;
    await page.goto(stage.server.url);
    await page.click(".daily-entry");
    await page.waitForSelector(".daily-game");
    assert.equal(await page.locator(".daily-game").count(), 11);
    assert.equal(await page.locator(".daily-game button:not([disabled])").count(), 1);
    await accessible(ana, "today");
    await fits(ana, "today");

    await page.click(".daily-game a");
    await page.waitForSelector(".daily-board");
    await accessible(ana, "a day that is not played yet");
    await fits(ana, "a day that is not played yet");
    assert.ok(!(await page.content()).includes(DEAL));
    await page.click(".daily .primary.large");
    await page.waitForSelector(".card.open");
    assert.equal(await page.locator(".track").count(), 0, "nobody races here");
    assert.equal(latest(ana, ({ t }) => t === "room")?.opening, undefined);

    // It is left, and gone on with in another tab, by the button on the page of today.
    await page.keyboard.press("d");
    await until(() => offers(ana).v === 1, "a row is dealt");
    const room = page.url();
    await page.goto(`${stage.server.url}/daily`);
    const tab = await anotherTab(page.context());
    await tab.page.goto(`${stage.server.url}/daily`);
    await tab.page.click(".daily-game .primary");
    await tab.page.waitForSelector(".card.open");
    assert.equal(tab.page.url(), room);
    await tab.page.keyboard.press("u");
    await until(() => offers(tab).v === 2, "the row is taken back");
    await tab.page.close();
  });

  test("who wins sees the place, the medal and the deal, shares it, and practises", async () => {
    const bob = await newPerson(stage.browser, { locale: "en", reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = bob;
    await page.goto(`${stage.server.url}/daily/spider-1/1`);
    await page.click(".daily .primary.large");
    await page.waitForSelector(".card.open");
    await playFast(bob, LINE, { over: true });
    await page.waitForSelector(".daily-end .medal.gold");
    assert.equal(await page.textContent(".daily-end .headline"), "You won!");
    await accessible(bob, "the end");
    await fits(bob, "the end");
    await page.click(".daily-end .primary");
    await page.waitForSelector(".daily-line.me");
    await page.waitForSelector(".verdict.kept");
    await page.waitForSelector(".daily-par .medal.bronze");
    await page.waitForSelector(".daily-calendar .day.won[aria-current=page]");
    assert.equal(await page.locator(".daily-months button:disabled").count(), 2, "there is no other day yet");
    assert.match((await page.textContent(".daily-own")) ?? "", /Gold.*1st.*Clean/s);
    assert.match((await page.textContent(".deal code")) ?? "", new RegExp(DEAL));
    await accessible(bob, "a day that is won");
    await fits(bob, "a day that is won");
    for (const words of ["Moves", "Top", "Friends"]) {
      await page.click(`.daily-choices button:text-is("${words}")`);
      await page.waitForSelector(`.daily-choices [aria-pressed=true]:text-is("${words}")`);
      await page.waitForSelector(".daily-line.me");
    }
    await page.click(".daily-line.me a");
    await page.locator(".moment", { hasText: `Move 0 of ${LINE.length}` }).waitFor();
    await page.goBack();
    await page.waitForSelector(".daily-line.me");
    await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await page.click('.daily .primary:has-text("Share")');
    const shared = () => page.evaluate(() => navigator.clipboard.readText());
    await until(async () => (await shared()).includes("/daily/spider-1/1"), "it is copied");
    assert.match(await shared(), /^Corrida · .*#1\nWon in .*\nGold · Clean/);
    assert.ok(!(await shared()).includes(DEAL));
    await page.click('.daily .actions button:has-text("Practise")');
    await page.waitForSelector(".card.open");
    assert.deepEqual(latest(bob, ({ t }) => t === "room")?.daily, { number: 1, ranked: false });
  });
});
