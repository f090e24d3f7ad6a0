import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CHOICES } from "../../../client/src/look.js";
import {
  accessible,
  allInView,
  asProgram,
  createRace,
  fits,
  fiveSeconds,
  giveUp,
  grip,
  joinRace,
  newPerson,
  openStage,
  SIZES,
  startRace,
  still,
  until,
} from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

describe("every page", () => {
  const stage = openStage();

  /** Ten columns in view, no card cut off, the cards the same after turning. @param {Person} person */
  async function tableFits(person) {
    const { page } = person;
    await page.keyboard.press("d");
    await page.waitForFunction(() => document.querySelector(".counters .rows dd")?.textContent === "4");
    for (const [size, width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await still(person);
      await until(() => page.evaluate(allInView), `all cards are in view, ${size}`);
      assert.equal((await page.$$(".card")).length, 104);
      await grip(person, 9, 2);
    }
    assert.equal(await page.getAttribute(".board", "data-design"), "compact", "narrow cards have the compact face");
    await page.setViewportSize({ width: 1280, height: 860 });
  }

  /** Whatever is chosen is seen at once, and remembered. @param {Person} person */
  async function chooseLook({ page }) {
    const worn = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
    const background = () => page.$eval("dialog", (dialog) => getComputedStyle(dialog).backgroundColor);
    const light = await background();
    const dress = { theme: "dark", felt: "blue", back: "green" };
    for (const [name, value] of Object.entries(dress)) {
      const at = CHOICES[/** @type {keyof typeof dress} */ (name)].indexOf(value);
      await page.locator(`.samples [name=${name}]`).nth(at).check();
      assert.equal((await worn())[name], value);
    }
    assert.notEqual(await background(), light, "dark, whatever the device says");
    const cards = () => page.$$eval(".look-cards img", (images) => images.map((image) => image.getAttribute("src")));
    const before = await cards();
    for (const box of await page.locator(".look .switch input").all()) await box.check();
    assert.equal(new Set([...before, ...(await cards())]).size, 8, "other faces");
    await page.reload();
    await page.waitForSelector(".game");
    assert.deepEqual(await worn(), dress);
    await page.click(".corner .round");
    assert.equal(await page.locator(".look .switch input:checked").count(), 3);
    for (const box of await page.locator(".look .switch input").all()) await box.uncheck();
    for (const name of Object.keys(dress)) await page.locator(`.samples [name=${name}]`).first().check();
    await page.keyboard.press("Escape");
  }

  test("axe finds nothing and everything fits, from the start page to the result", async () => {
    // Without transitions, so that no colour is measured on its way.
    const [ana, bob] = [
      await newPerson(stage.browser, { reducedMotion: "reduce" }),
      await newPerson(stage.browser, { reducedMotion: "reduce" }),
    ];
    await asProgram(bob);
    const check = async (/** @type {Person} */ person, /** @type {string} */ where) => {
      await accessible(person, where);
      await fits(person, where);
    };
    await ana.page.goto(stage.server.url);
    await ana.page.waitForSelector(".game");
    for (const [size, width, height] of SIZES) {
      await ana.page.setViewportSize({ width, height });
      const { y = 0, height: tall = 0 } = (await ana.page.locator(".create .primary").boundingBox()) ?? {};
      assert.ok(tall > 0 && y + tall <= height, `the button is in view without scrolling, ${size}`);
    }
    await ana.page.setViewportSize({ width: 1280, height: 860 });
    await ana.page.click("summary");
    await check(ana, "start page");
    await ana.page.click(".corner .round");
    await ana.page.waitForSelector(".look");
    await check(ana, "appearance");
    await chooseLook(ana);
    const room = await createRace(ana, stage.server.url, { name: "Ana with a very long name", variant: "spider-4" });
    await bob.page.goto(room);
    await bob.page.waitForSelector("#join-name");
    await check(bob, "room, looking on");
    await joinRace(bob, room, "Bob");
    await bob.page.click(".seal summary");
    await check(ana, "room, host");
    await check(bob, "room, member");
    await startRace(ana, bob);
    await still(ana);
    await check(ana, "table");
    await tableFits(ana);
    await ana.page.locator(".pile.column").nth(3).focus();
    await ana.page.keyboard.press("Enter");
    await ana.page.waitForSelector(".picker");
    await check(ana, "picker");
    await ana.page.keyboard.press("Escape");
    await ana.page.click(".top .round");
    await ana.page.waitForSelector(".menu");
    await check(ana, "menu");
    await fiveSeconds(ana);
    await ana.page.click(".menu .danger");
    await ana.page.waitForSelector(".question");
    await check(ana, "question");
    await ana.page.click(".question .danger");
    await ana.page.waitForSelector(".regret");
    await check(ana, "while giving up can be taken back");
    await ana.page.waitForSelector(".ended");
    await check(ana, "after giving up");
    await giveUp(bob);
    await bob.page.waitForSelector(".verdict:is(.kept, .same)");
    await check(bob, "result");
    for (const { page, wrong } of [ana, bob]) {
      assert.deepEqual(wrong, []);
      await page.context().close();
    }
  });

  test("the language is the browser's, and can be changed", async () => {
    for (const [locale, lang, button] of [
      ["pt-BR", "pt-BR", "Criar corrida"],
      ["pt-PT", "pt-PT", "Criar corrida"],
      ["es-AR", "es", "Crear carrera"],
      ["fr", "pt-BR", "Criar corrida"],
    ]) {
      const { page, wrong } = await newPerson(stage.browser, { locale: locale ?? "" });
      await page.goto(stage.server.url);
      await page.waitForSelector(".create .primary");
      assert.equal(await page.getAttribute("html", "lang"), lang);
      assert.equal(await page.textContent(".create .primary"), button);
      await page.selectOption(".language select", "en");
      await page.getByRole("button", { name: "Create race" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Create race" }).waitFor();
      assert.deepEqual(wrong, []);
      await page.context().close();
    }
  });

  test("a wrong code, a wrong deal ID and a closed room are told in words", async () => {
    const [ana, bob] = [await newPerson(stage.browser), await newPerson(stage.browser)];
    await bob.page.goto(`${stage.server.url}/r/ABCDEF`);
    assert.equal(await bob.page.textContent(".end .headline"), "There is no room with this code.");
    await bob.page.goto(`${stage.server.url}/r/AB`);
    assert.equal(await bob.page.textContent(".end .headline"), "A code has six letters or digits: check it.");
    await bob.page.goto(`${stage.server.url}/r/%E0%A4%A`);
    assert.equal(await bob.page.textContent(".end .headline"), "A code has six letters or digits: check it.");
    await ana.page.goto(stage.server.url);
    await ana.page.fill("[name=name]", "Ana");
    await ana.page.fill("[name=code]", "!!! ");
    await ana.page.click(".join button");
    assert.equal(await ana.page.textContent(".join .wrong"), "A code has six letters or digits: check it.");
    await ana.page.click("summary");
    await ana.page.fill("[name=deal]", "S1-BZPEP-SQZS1-QKHP1");
    await ana.page.click(".create .primary");
    assert.equal(await ana.page.textContent(".create .wrong"), "That is no deal ID: check each character.");
    const room = await createRace(ana, stage.server.url);
    await bob.page.goto(room);
    await bob.page.fill("#join-name", "\u200b");
    await bob.page.click(".seat .primary");
    assert.equal(await bob.page.textContent(".line"), "Choose a name of up to 24 visible characters.");
    await joinRace(bob, room, "Bob");
    await bob.page.getByRole("button", { name: "Leave" }).click();
    await bob.page.waitForSelector(".home");
    await ana.page.locator(".member .who").nth(1).waitFor({ state: "detached" });
    await joinRace(bob, room, "Bob");
    await ana.page.getByRole("button", { name: "Close the room" }).click();
    await ana.page.click(".question .danger");
    for (const { page } of [ana, bob]) assert.equal(await page.textContent(".end .headline"), "This room is closed.");
    await ana.page.getByRole("button", { name: "start page" }).click();
    await ana.page.waitForSelector(".home");
    await ana.page.goBack();
    await ana.page.waitForSelector(".end");
    await Promise.all([ana, bob].map(({ page }) => page.context().close()));
  });
});
