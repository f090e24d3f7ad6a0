import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { accessible, allInView, createRace, joinRace, latest, newPerson, openStage, playMove, startRace, until } from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

describe("help on the table", () => {
  const stage = openStage();
  /** @type {Person} */
  let ana;
  /** @type {Person} */
  let bob;

  before(async () => {
    [ana, bob] = await Promise.all([newPerson(stage.browser, { viewport: { width: 360, height: 740 } }), newPerson(stage.browser)]);
    const room = await createRace(ana, stage.server.url, { variant: "spider-2" });
    await joinRace(bob, room, "Bob");
    await startRace(ana, bob);
  });

  /** @param {Person} person */
  const hint = (person) => latest(person, ({ t, advice }) => t === "hint" && advice);

  test("H asks: cards and place are lit, and a line says why, also to who listens", async () => {
    await ana.page.keyboard.press("h");
    await ana.page.waitForSelector(".hint-bar:not(.thinking)");
    const { move } = hint(ana);
    assert.ok(move);
    assert.ok(await ana.page.locator(".card.chosen").count(), "the cards are lit");
    assert.ok(await ana.page.locator(".pile.lit").count(), "and where they go");
    const text = (await ana.page.textContent(".hint-bar span"))?.trim() ?? "";
    assert.ok(text.length > 10 && !text.includes("hint."), text);
    await until(async () => (await ana.page.textContent(".voice[role=status]"))?.includes(text), "it is said");
    assert.ok(!bob.heard.some(({ t }) => t === "hint"), "to nobody else");
    assert.ok(await ana.page.evaluate(allInView));
    await accessible(ana, "with a hint");
  });

  test("it is gone with the next move, and so is what was lit", async () => {
    await ana.page.keyboard.press("h"); // the same again, counted
    await until(() => latest(ana, ({ t }) => t === "moved")?.counters.hints === 2, "it counts");
    await ana.page.waitForSelector(".hint-bar:not(.thinking)");
    await ana.page.keyboard.press("d");
    await ana.page.waitForSelector(".hint-bar", { state: "detached" });
    assert.equal(await ana.page.locator(".card.chosen, .pile.lit").count(), 0);
  });

  test("the button does the same, and what it says can be closed", async () => {
    await bob.page.click(".tools .hint");
    await bob.page.waitForSelector(".hint-bar:not(.thinking)");
    await bob.page.click(".hint-bar .round");
    await bob.page.waitForSelector(".hint-bar", { state: "detached" });
    assert.equal(await bob.page.locator(".card.chosen").count(), 0);
    assert.deepEqual([...ana.wrong, ...bob.wrong], []);
  });

  test("Klondike says unasked that nothing leads on, and what it says can be closed", async () => {
    const eva = await newPerson(stage.browser);
    await playAlone(eva, "klondike-3", "K3-00000-00000-0008G");
    await playMove(eva, "6>F1");
    for (let draws = 1; draws <= 8; draws++) {
      await eva.page.keyboard.press("d");
      await until(() => latest(eva, ({ t }) => t === "moved")?.v === draws + 1, "drawn");
    }
    await eva.page.waitForSelector(".hint-bar.no_progress");
    assert.match((await eva.page.textContent(".hint-bar")) ?? "", /No progress is possible/);
    await eva.page.click(".hint-bar .round");
    await eva.page.waitForSelector(".hint-bar", { state: "detached" });
    assert.deepEqual(eva.wrong, []);
  });

  test("Spider says it to who asks, after some thinking, and names the next step", async () => {
    const eva = await newPerson(stage.browser);
    await playAlone(eva, "spider-4", "S4-00000-00000-000AP");
    for (const move of ["5>7", "3>6"]) await playMove(eva, move);
    await until(() => latest(eva, ({ t }) => t === "moved")?.v === 2, "both are played");
    assert.ok(!eva.heard.some(({ t }) => t === "hint"));
    await eva.page.keyboard.press("h");
    await eva.page.waitForSelector(".hint-bar.no_progress");
    assert.ok(eva.heard.some(({ t, bar }) => t === "hint" && bar === "thinking"));
    assert.match((await eva.page.textContent(".hint-bar")) ?? "", /Deal a row/);
    assert.ok(await eva.page.locator(".pile.stock.lit").count(), "the stock is lit");
    assert.deepEqual(eva.wrong, []);
  });

  /** @param {Person} person @param {string} variant @param {string} deal */
  async function playAlone({ page }, variant, deal) {
    await page.goto(stage.server.url);
    await page.check(`[name=variant][value=${variant}]`, { force: true });
    await page.click("summary");
    await page.fill("[name=deal]", deal);
    await page.getByRole("button", { name: "Play alone" }).click();
    await page.waitForSelector(".card.open");
  }
});
