import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { accessible, asProgram, createRace, dragMove, fits, joinRace, latest, newPerson, offers, openStage, someMove, until } from "../stage.js";

describe("who does not race looks on", () => {
  const stage = openStage();

  test("at one table or at three beside each other, live, with a word on what happens and how many look on", async () => {
    const [ana, bob, cleo, eva] = await Promise.all(Array.from({ length: 4 }, () => newPerson(stage.browser, { reducedMotion: "reduce" })));
    assert.ok(ana && bob && cleo && eva);
    const room = await createRace(ana, stage.server.url, { name: "Ana", deal: "S1-BZPEP-SQZS1-QKHP0" });
    for (const [one, name] of /** @type {const} */ ([[bob, "Bob"], [cleo, "Cleo"]])) {
      await asProgram(one);
      await joinRace(one, room, name);
    }
    await ana.page.click(".doing .actions .large:nth-child(2)");
    await ana.page.waitForSelector(".card.open");
    await ana.page.setViewportSize({ width: 360, height: 740 });
    await ana.page.waitForSelector(".foot");
    const top = async () => (await ana.page.locator("main.table").boundingBox())?.y;
    const before = await top();
    await eva.page.goto(room);
    await eva.page.waitForSelector(".card.open");
    await accessible(eva, "one table");
    await ana.page.getByText("1 person watching").waitFor();
    assert.equal(await top(), before, "her table stays where it is");
    const counters = eva.page.locator(".counters dt");
    assert.notEqual(await counters.count(), 0);

    await eva.page.getByRole("button", { name: "Several tables" }).click();
    await eva.page.waitForFunction(() => document.querySelectorAll(".tile .card.open").length >= 30);
    assert.equal(await eva.page.locator(".tile").count(), 3);
    assert.equal(await counters.count(), 0, "no counters of one of three");
    await accessible(eva, "three tables");
    await fits(eva, "three tables");

    // A move shows on its own table at once; the others stay as they are.
    const moves = (/** @type {string} */ id) => latest(eva, ({ t, racers }) => t === "progress" && racers)?.racers.find((/** @type {any} */ racer) => racer.id === id)?.moves;
    const { v } = offers(bob);
    await dragMove(bob, someMove(bob));
    await until(() => offers(bob).v > v, "the move is played");
    await until(() => eva.heard.some(({ t, player }) => t === "moved" && player === bob.id), "it is seen");
    await until(() => moves(bob.id) === 1, "and counted");
    await eva.page.getByText("Bob takes the lead").first().waitFor();
    await ana.page.getByText("Bob takes the lead").waitFor();
    assert.equal(await top(), before, "nor does what is told move it");
    await fits(ana, "a racer who is told something");

    await eva.page.getByRole("button", { name: "Watch Cleo alone" }).click();
    await eva.page.getByText("Watching Cleo").first().waitFor();
    assert.equal(await eva.page.locator(".tile").count(), 0);
    assert.ok(![ana, bob, cleo].some((one) => one.heard.some(({ t, player }) => t === "table" && player !== one.id)), "no racer sees another table");
    for (const { wrong } of [ana, bob, cleo, eva]) assert.deepEqual(wrong, []);
  });
});
