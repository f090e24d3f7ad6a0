import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import {
  accessible,
  createRace,
  fiveSeconds,
  giveUp,
  joinRace,
  latest,
  newPerson,
  offers,
  openStage,
  playFast,
  startRace,
  startServer,
  stockUp,
  until,
} from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

// Both wait for clocks most of the time: side by side.
describe("rooms", { concurrency: true }, () => {
  const stage = openStage();

  /** @param {number} count @returns {Promise<Person[]>} */
  const people = (count) =>
    Promise.all(Array.from({ length: count }, () => newPerson(stage.browser, { reducedMotion: "reduce" })));

  test("the host changes the game and takes a seat away; giving up is taken back; a rematch takes all along", async () => {
    const [ana, bob, cleo, dan] = /** @type {[Person, Person, Person, Person]} */ (await people(4));
    const room = await createRace(ana, stage.server.url);
    await joinRace(bob, room, "Bob");
    await joinRace(dan, room, "Dan");
    await cleo.page.goto(room);
    await cleo.page.waitForSelector("#join-name");

    await bob.page.click(".doing .large");
    await ana.page.waitForSelector(".mark.ready");
    await ana.page.selectOption(".settings [name=variant]", "klondike-3");
    for (const { page } of [bob, cleo]) await page.locator(".about h2", { hasText: "Klondike · draw 3" }).waitFor();
    assert.equal(await bob.page.textContent(".line"), "The host has chosen Klondike · draw 3: new cards, so get ready again.");
    await bob.page.waitForSelector(".mark.ready", { state: "detached" });
    await ana.page.selectOption(".settings [name=limit]", "600");
    await ana.page.selectOption(".settings [name=undo]", "off");
    await ana.page.selectOption(".settings [name=racers]", "4");
    for (const { page } of [bob, cleo]) {
      await page.locator(".people h2", { hasText: "3/4" }).waitFor();
      assert.match((await page.textContent(".facts")) ?? "", /10 minutes.*Never.*Anyone who does not race/s);
      assert.equal(await page.$(".settings"), null);
    }
    assert.deepEqual(await ana.page.$$eval("[name=racers] :disabled", (seats) => seats.map((seat) => seat.textContent)), ["2"]);
    await ana.page.fill(".settings [name=deal]", "K3-00000-00000-0038X");
    await ana.page.keyboard.press("Enter");
    await ana.page.locator(".line", { hasText: "That is no deal ID" }).waitFor();
    await ana.page.fill(".settings [name=deal]", "K3-00000-00000-0038W");
    await ana.page.keyboard.press("Enter");
    await bob.page.getByText("Open deal: whoever").waitFor();
    await ana.page.getByRole("button", { name: "Sealed deal" }).click();
    await bob.page.getByText("Sealed deal").waitFor();

    await ana.page.getByRole("button", { name: "Remove Dan" }).click();
    await ana.page.click(".question .danger");
    await dan.page.waitForSelector(".end");
    assert.equal(await dan.page.textContent(".end .headline"), "The host has taken your seat away.");
    await dan.page.reload();
    await dan.page.waitForSelector(".end");
    assert.equal(await dan.page.textContent(".end .headline"), "The host has taken your seat away.", "for good");
    await ana.page.locator(".people h2", { hasText: "2/4" }).waitFor();

    await startRace(ana, bob);
    for (const { page } of [ana, bob, cleo]) assert.match((await page.textContent("[data-left]")) ?? "", /^(10:00|9:5\d)$/);
    await ana.page.keyboard.press("d");
    await until(() => offers(ana).v === 1, "a move");
    assert.ok(await ana.page.isDisabled(".undo"));
    assert.equal(await ana.page.getAttribute(".undo", "title"), "Nothing can be taken back in this room.");
    await ana.page.keyboard.press("u");
    await ana.page.locator(".line", { hasText: "Nothing can be taken back" }).waitFor();

    await fiveSeconds(bob);
    await giveUp(bob);
    await ana.page.waitForSelector(`[data-player="${bob.id}"].gave_up`);
    assert.match((await bob.page.textContent(".regret")) ?? "", /You gave up\s+Take it back \((10|[5-9]) s\)/);
    assert.equal(await bob.page.$(".track button"), null, "no other table while one may still race on");
    await bob.page.waitForFunction(() => document.activeElement?.closest(".regret"));
    await bob.page.keyboard.press("Enter");
    await ana.page.locator(`[data-player="${bob.id}"].racing`).waitFor();
    await bob.page.keyboard.press("d");
    await until(() => offers(bob).counters.stock === 21, "Bob plays on");
    await giveUp(bob);
    await bob.page.waitForSelector(".regret");
    await bob.page.locator(".board").evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await bob.page.keyboard.press("u");
    await bob.page.waitForSelector(".undo");
    await giveUp(bob);
    await giveUp(ana);
    assert.equal(await ana.page.$(".ranking"), null, "the race waits for second thoughts");
    for (const { page } of [ana, bob, cleo]) await page.waitForSelector(".ranking");
    await bob.page.waitForSelector(".verdict:is(.kept, .same)");
    const [record] = await Promise.all([
      ana.page.waitForEvent("popup"),
      ana.page.getByRole("link", { name: "every move, to check" }).click(),
    ]);
    assert.match((await record.textContent("body")) ?? "", /"go_on"/);
    await record.close();

    assert.ok(!(await cleo.page.getByRole("button", { name: "Rematch" }).isVisible()));
    await bob.page.getByRole("button", { name: "Rematch" }).click();
    await bob.page.waitForSelector(".lobby");
    await cleo.page.waitForSelector(".lobby #join-name");
    await ana.page.locator(".rematch", { hasText: "Bob wants a rematch" }).waitFor();
    assert.equal((await ana.page.$$(".result-row")).length, 2, "the results stay");
    await accessible(ana, "result, a rematch is wanted");
    await ana.page.getByRole("button", { name: "I'm in" }).click();
    for (const { page } of [ana, bob, cleo]) await page.waitForSelector(".card.open");
    assert.equal(offers(ana).v, 0);
    for (const { wrong } of [ana, bob, cleo, dan]) assert.deepEqual(wrong, []);
  });

  test("winnable deals: the host asks for them in vain, then has one that everyone is told of, and a rematch has another", async () => {
    const own = await startServer();
    try {
      const [ana, bob] = /** @type {[Person, Person]} */ (await people(2));
      const room = await createRace(ana, own.url, { variant: "maze" });
      await joinRace(bob, room, "Bob");
      const wanted = ana.page.getByLabel("Deals proved winnable");
      await wanted.click();
      await ana.page.locator(".line", { hasText: "No winnable deal of this game is ready: try again later." }).waitFor();
      await until(async () => !(await wanted.isChecked()), "the box shows what holds");
      assert.doesNotMatch((await bob.page.textContent(".facts")) ?? "", /Deals proved winnable/);

      /** @param {Person} person */
      const told = (person) => latest(person, ({ t }) => t === "room");
      const before = told(bob)?.commitment;
      for (const { heard } of [ana, bob]) heard.length = 0;
      await stockUp(own, "maze", 2);
      for (const person of [ana, bob]) await until(() => told(person), "they are back, as the server is");
      assert.equal(told(bob).commitment, before);
      await wanted.click();
      await until(() => told(bob).certified, "a winnable deal");
      await bob.page.locator(".facts", { hasText: "Deals proved winnable" }).waitFor();
      assert.ok(await wanted.isChecked());
      const first = told(bob)?.commitment;
      assert.notEqual(first, before, "other cards");
      await accessible(bob, "lobby with a winnable deal");

      await startRace(ana, bob);
      await fiveSeconds(ana);
      for (const person of [ana, bob]) await giveUp(person);
      for (const { page } of [ana, bob]) await page.waitForSelector(".verdict:is(.kept, .same)");
      await bob.page.getByRole("button", { name: "Rematch" }).click();
      await until(() => told(bob)?.state === "lobby" && told(bob)?.commitment !== first, "the next deal");
      assert.equal(told(bob)?.certified, true, "winnable too");
    } finally {
      await own.stop();
    }
  });

  test("a game that is as good as won plays itself, stops at a tap, and goes on; the others are told how long is left", async () => {
    const lines = (await readFile(new URL("../../data/games/clasico-1-won.txt", import.meta.url), "utf8")).split("\n");
    const [deal = "", ...moves] = lines.filter((line) => line && !line.startsWith("#"));
    const [ana, bob] = /** @type {[Person, Person]} */ (await people(2));
    const room = await createRace(ana, stage.server.url, { deal });
    await joinRace(bob, room, "Bob");
    await ana.page.selectOption(".settings [name=closing]", "30");
    await startRace(ana, bob);
    assert.equal(await bob.page.$("[data-left]"), null);
    // After the 116th move nothing is hidden any more.
    await playFast(ana, moves.slice(0, 116));
    await ana.page.getByRole("button", { name: "Finish" }).waitFor();
    const { length } = offers(ana).finish;
    assert.ok(length > 10);
    await accessible(ana, "a game as good as won");
    await ana.page.getByRole("button", { name: "Finish" }).click();
    await until(() => offers(ana).finish.length < length, "some are played");
    await ana.page.getByRole("button", { name: "Stop" }).click();
    await ana.page.getByRole("button", { name: "Finish" }).waitFor();
    const stopped = offers(ana);
    assert.ok(stopped.finish.length > 0 && stopped.finish.length < length, "some were played, not all");
    await ana.page.locator(".pile").first().focus();
    await ana.page.keyboard.press("f");
    await ana.page.locator(".ended .headline", { hasText: /^Finished!/ }).waitFor();
    await bob.page.locator(".line", { hasText: /^Ana has finished: 0:(30|2\d) left/ }).waitFor();
    assert.match((await bob.page.textContent("[data-left]")) ?? "", /^0:(30|2\d)$/);
    for (const { wrong } of [ana, bob]) assert.deepEqual(wrong, []);
  });
});
