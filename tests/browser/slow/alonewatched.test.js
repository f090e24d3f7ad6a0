import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { accessible, dragMove, fits, newPerson, offers, openStage, someMove, until } from "../stage.js";

const DEAL = "S1-BZPEP-SQZS1-QKHP0";

describe("a friend looks on at a game alone", () => {
  const stage = openStage();

  /** @param {import("../stage.js").Person} person */
  const people = ({ page }) => page.goto(`${stage.server.url}/people`);

  /** The two become friends. @param {import("../stage.js").Person} one @param {import("../stage.js").Person} other */
  async function befriend(one, other) {
    await people(one);
    await one.page.getByRole("button", { name: "Make a code for a friend" }).click();
    const code = await one.page.locator(".own-code code").first().innerText();
    await people(other);
    await other.page.getByLabel("A friend’s code").fill(code);
    await other.page.getByRole("button", { name: "Add" }).click();
    await other.page.locator(".friend").waitFor();
  }

  test("once that is allowed, from the list of friends; and sees the moves, the pauses and the next game", async () => {
    const [ana, bob] = [await newPerson(stage.browser, { reducedMotion: "reduce" }), await newPerson(stage.browser, { reducedMotion: "reduce" })];
    await befriend(ana, bob);
    const play = await ana.page.context().newPage();
    await play.goto(`${stage.server.url}/`);
    const made = await play.evaluate(async (deal) => (await fetch("/api/rooms", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name: "Ana", solo: true, deal }) })).json(), DEAL);
    await play.close();

    await people(ana);
    const allowed = ana.page.getByLabel("Friends may watch when I play alone");
    assert.equal(await allowed.isChecked(), false, "off at first");
    await ana.page.goto(`${stage.server.url}/r/${made.code}`);
    await ana.page.waitForSelector(".card.open");
    await bob.page.getByText("Playing Spider").waitFor();
    assert.equal(await bob.page.getByRole("button", { name: "Watch" }).count(), 0);

    await people(ana);
    await allowed.check();
    await accessible(ana, "the people page");
    await ana.page.goto(`${stage.server.url}/r/${made.code}`);
    await ana.page.waitForSelector(".card.open");
    await bob.page.getByRole("button", { name: "Watch" }).click();
    await bob.page.waitForSelector(".card.open");
    await bob.page.getByText("Watching Ana").first().waitFor();
    await ana.page.getByText("1 person watching").waitFor({ state: "attached" });
    await accessible(bob, "a game alone that is watched");
    await accessible(ana, "a game alone that somebody watches");
    for (const viewport of [{ width: 360, height: 740 }, { width: 820, height: 1180 }]) {
      await Promise.all([ana.page.setViewportSize(viewport), bob.page.setViewportSize(viewport)]);
      await fits(ana, "who plays alone and is watched");
      await fits(bob, "who looks on");
    }

    const { v } = offers(ana);
    await dragMove(ana, someMove(ana));
    await until(() => offers(ana).v > v, "the move is played");
    await until(() => bob.heard.some(({ t, v: seen }) => t === "moved" && seen > v), "and seen");
    assert.ok(!JSON.stringify(bob.heard).includes(DEAL), "the deal is not told");

    await ana.page.keyboard.press("n");
    await ana.page.getByRole("dialog").getByRole("button", { name: "New game" }).click();
    await until(() => bob.heard.some(({ t, race }) => t === "room" && race === 2), "the next game is seen too");
    await bob.page.waitForSelector(".card.open");
    await bob.page.getByText("Watching Ana").first().waitFor();

    await ana.page.locator("header.top a").first().click();
    await bob.page.getByText("Paused: the clock stands still").first().waitFor();
    for (const { wrong } of [ana, bob]) assert.deepEqual(wrong, []);
  });
});
