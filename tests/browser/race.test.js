import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import {
  anotherTab,
  asProgram,
  createRace,
  dragMove,
  giveUp,
  grip,
  latest,
  movesShown,
  newPerson,
  offers,
  openStage,
  readMove,
  someMove,
  still,
  tableRead,
  until,
} from "./stage.js";

/** @typedef {import("./stage.js").Person} Person */

// A deal with legal moves at its start, so that everything can be tried on it.
const DEAL = "S1-BZPEP-SQZS1-QKHP0";

describe("a race of two, watched by a third", () => {
  const stage = openStage();
  /** @type {Person} */
  let ana;
  /** @type {Person} */
  let bob;
  /** @type {Person} */
  let cleo;
  let room = "";

  before(async () => {
    [ana, bob, cleo] = [await newPerson(stage.browser), await newPerson(stage.browser), await newPerson(stage.browser)];
    await asProgram(ana);
    await asProgram(bob);
  });

  test("a race is made, and its code is shown large", async () => {
    room = await createRace(ana, stage.server.url, { name: "Ana", deal: DEAL });
    const code = await ana.page.getAttribute(".code-cards", "aria-label");
    assert.equal(code?.replaceAll(" ", ""), room.split("/").at(-1));
    await ana.page.click(".hero button");
    await ana.page.waitForSelector(".hero button.done");
    assert.equal(await ana.page.evaluate(() => navigator.clipboard.readText()), room);
    assert.ok(await ana.page.isDisabled(".doing .actions .large:nth-child(2)"), "no race alone");
  });

  test("another joins by code as a person types it, a third looks on by the link", async () => {
    const code = /** @type {string} */ (room.split("/").at(-1)).toLowerCase();
    await bob.page.goto(stage.server.url);
    await bob.page.fill("[name=name]", "Bob <b>");
    await bob.page.fill("[name=code]", `${code.slice(0, 3)} ${code.slice(3)}`);
    await bob.page.click(".join button");
    await bob.page.waitForSelector(".member.me");
    await cleo.page.goto(room);
    await cleo.page.waitForSelector("#join-name");
    await ana.page.waitForSelector(".people .with-icon", { state: "visible" });
    assert.deepEqual(await ana.page.$$eval(".member .who", (names) => names.map((name) => name.textContent)), [
      "Ana",
      "Bob <b>",
    ]);
  });

  test("who is ready is seen by all; the host starts; everyone counts down without a card", async () => {
    await bob.page.click(".doing .actions .large");
    for (const { page } of [ana, cleo]) await page.waitForSelector(".mark.ready");
    await ana.page.click(".doing .actions .large:nth-child(2)");
    for (const person of [ana, bob, cleo]) {
      await person.page.waitForSelector(".numeral");
      assert.match(await person.page.textContent(".numeral").then(String), /^([123]|Go!)$/);
    }
    for (const { page } of [ana, bob, cleo]) await page.waitForSelector(".card.open");
    const start = ana.heard.findIndex(({ t, state }) => t === "room" && state === "racing");
    assert.ok(!ana.heard.slice(0, start).some(({ t }) => t === "table" || t === "moved"), "no table before the start");
    assert.deepEqual(await tableRead(ana), await tableRead(bob), "the same deal");
  });

  test("a card is dragged, and the others see that one has moved", async () => {
    await dragMove(ana, someMove(ana));
    await until(async () => (await movesShown(ana)) === 1, "the move is counted");
    for (const { page } of [bob, cleo])
      await page.locator(`[data-player="${ana.id}"] .counts .moves`).filter({ hasText: /^1$/ }).waitFor();
    assert.ok(
      !bob.heard.some(({ t, player }) => (t === "table" || t === "moved") && player === ana.id),
      "but not where",
    );
  });

  test("a card is tapped and goes to the best place", async () => {
    await until(() => offers(ana).v === 1, "the answer has come");
    const tap = readMove(offers(ana).taps.find((/** @type {string} */ text) => text !== "D"));
    const { x, y } = await grip(ana, tap.source, tap.count);
    await ana.page.mouse.click(x, y);
    await until(() => offers(ana).v === 2, "the tap is played");
    assert.deepEqual(readMove(latest(ana, ({ t }) => t === "moved").move), tap);
  });

  test("a move is made with the keyboard alone, and the focus goes where the cards went", async () => {
    const { source } = readMove(someMove(ana));
    await ana.page.locator(".pile.column").first().focus();
    for (let i = 0; i < source; i++) await ana.page.keyboard.press("ArrowRight");
    await ana.page.keyboard.press("Enter");
    await ana.page.waitForSelector("dialog[open]");
    await ana.page.keyboard.press("Enter");
    await until(() => offers(ana).v === 3, "the move is played");
    const { target } = readMove(latest(ana, ({ t }) => t === "moved").move);
    assert.ok(
      await ana.page
        .locator(".pile.column")
        .nth(target)
        .evaluate((cell) => cell === document.activeElement),
    );
  });

  test("undo takes back, by key and by button; D deals a row; what was dealt goes back too", async () => {
    await ana.page.keyboard.press("u");
    await until(async () => offers(ana).v === 4 && (await movesShown(ana)) === 2, "one move less");
    await ana.page.keyboard.press("Control+z");
    await until(async () => offers(ana).v === 5 && (await movesShown(ana)) === 1, "two moves less");
    const before = await tableRead(ana);
    await ana.page.keyboard.press("d");
    await until(() => offers(ana).v === 6, "a row is dealt");
    assert.equal(await ana.page.textContent(".counters .rows dd"), "4");
    await ana.page.click(".undo");
    await until(() => offers(ana).v === 7, "the row is back");
    const now = await tableRead(ana);
    assert.deepEqual(now, before);
    assert.equal(latest(ana, ({ t }) => t === "moved").counters.undos, 3);
  });

  test("an illegal drop flies back and says why, each time", async () => {
    const { legal } = offers(ana);
    const columns = Array.from({ length: 10 }, (_, i) => i);
    const illegal = columns
      .flatMap((a) => columns.map((b) => [a, b]))
      .find(([a, b]) => a !== b && !legal.includes(`${(a ?? 0) + 1}>${(b ?? 0) + 1}`));
    assert.ok(illegal);
    const [source = 0, target = 0] = illegal;
    const home = await grip(ana, source);
    for (const time of [1, 2]) {
      await dragMove(ana, `${source + 1}>${target + 1}`);
      await until(() => ana.heard.filter(({ t }) => t === "refused").length === time, "the reason is asked for");
      await until(
        async () =>
          (await ana.page.textContent(".line.refusal")) === (await ana.page.textContent("[role=alert]")) &&
          (await ana.page.textContent("[role=alert]")),
        "the reason is told",
      );
      assert.deepEqual(await grip(ana, source), home);
    }
    assert.equal(offers(ana).v, 7, "nothing was played");
  });

  test("the spectator sees the whole table live", async () => {
    await until(
      async () => JSON.stringify(await tableRead(cleo)) === JSON.stringify(await tableRead(ana)),
      "the same table",
    );
    assert.match((await cleo.page.textContent(".watching")) ?? "", /Ana/);
    await dragMove(ana, someMove(ana));
    await until(() => offers(ana).v === 8, "a move is played");
    await until(
      async () => JSON.stringify(await tableRead(cleo)) === JSON.stringify(await tableRead(ana)),
      "it is seen",
    );
    await cleo.page.click(`[data-player="${bob.id}"] button`);
    await until(
      async () => JSON.stringify(await tableRead(cleo)) === JSON.stringify(await tableRead(bob)),
      "the other table",
    );
  });

  test("a reload goes on exactly where it was", async () => {
    const before = await tableRead(ana);
    await ana.page.reload();
    await ana.page.waitForSelector(".card.open");
    assert.deepEqual(await tableRead(ana), before);
    assert.equal(await movesShown(ana), 2);
  });

  test("a move made without a connection shows at once and is played when it comes back", async () => {
    await still(bob);
    const { v } = offers(bob);
    await bob.page.context().setOffline(true);
    await dragMove(bob, someMove(bob));
    assert.equal(await movesShown(bob), 1, "shown before it is answered");
    assert.equal(offers(bob).v, v);
    await bob.page.context().setOffline(false);
    await until(() => offers(bob).v === v + 1, "played after all");
    await until(async () => !(await bob.page.$(".banner")), "the banner goes");
    assert.equal(await movesShown(bob), 1, "once");
  });

  test("the server goes away and comes back: a move made meanwhile is played, and the race goes on", async () => {
    const { v } = offers(ana);
    await stage.server.pause();
    await ana.page.waitForSelector(".banner");
    await dragMove(ana, someMove(ana));
    assert.equal(await movesShown(ana), 3, "shown before it is answered");
    await stage.server.resume();
    await until(() => offers(ana).v === v + 1, "played after all");
    for (const { page } of [ana, bob, cleo]) await page.waitForSelector(".banner", { state: "detached" });
    assert.equal(await movesShown(ana), 3);
    await until(
      async () => JSON.stringify(await tableRead(cleo)) === JSON.stringify(await tableRead(bob)),
      "the spectator looks on",
    );
  });

  test("a second tab takes over, the first is told and can take it back", async () => {
    const tab = await anotherTab(ana.page.context());
    await tab.page.goto(room);
    await tab.page.waitForSelector(".card.open");
    assert.equal(await ana.page.locator(".end .headline").textContent(), "This race was opened in another tab.");
    await ana.page.click(".end .primary");
    await ana.page.waitForSelector(".card.open");
    await tab.page.waitForSelector(".end .headline");
    assert.deepEqual(tab.wrong, []);
    await tab.page.close();
  });

  test("giving up asks first; the others go on; then the result, with the deal and its proof", async () => {
    await giveUp(bob);
    await bob.page.waitForSelector(".ended");
    await ana.page.waitForSelector(`[data-player="${bob.id}"].gave_up`);
    assert.equal(await ana.page.$(".ranking"), null);
    await bob.page.click(`[data-player="${ana.id}"] button`);
    await until(
      async () => JSON.stringify(await tableRead(bob)) === JSON.stringify(await tableRead(ana)),
      "who has given up may watch an open room",
    );
    await giveUp(ana);
    for (const { page } of [ana, bob, cleo]) {
      await page.waitForSelector(".ranking");
      assert.equal(await page.textContent(".proof code"), DEAL);
      assert.equal((await page.$$(".result-row")).length, 2);
    }
    await ana.page.click(".proof button");
    assert.equal(await ana.page.evaluate(() => navigator.clipboard.readText()), DEAL);
  });

  test("nothing went wrong on any page", () => {
    for (const { wrong } of [ana, bob, cleo]) assert.deepEqual(wrong, []);
  });
});
