import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { accessible, fits, latest, newPerson, openStage, playAlone, playFast, until } from "../stage.js";

const game = await readFile(new URL("../../data/games/spider-1-won.txt", import.meta.url), "utf8");
const [DEAL = "", ...MOVES] = game.split("\n").filter((line) => line && line[0] !== "#");

describe("a run that is over is raced by others, and by oneself", () => {
  const stage = openStage();

  /** @param {import("../stage.js").Person} person */
  const room = (person) => latest(person, ({ t }) => t === "room");
  /** @param {import("../stage.js").Person} person */
  const ghost = ({ page }) => page.locator('[data-player="ghost"]');

  test("by a link that needs no account, with the ghost on the track, and by the same cards again", async () => {
    const ana = await newPerson(stage.browser, { reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] });
    await playAlone(ana, stage.server.url, { deal: DEAL });
    await playFast(ana, MOVES, { over: true });
    await ana.page.getByRole("button", { name: "Challenge link" }).click();
    await ana.page.getByRole("button", { name: "Copied" }).waitFor();
    const link = await ana.page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /\/beat\/\w{6}\/1\/[\w-]+$/);
    await accessible(ana, "a game that was won");
    await fits(ana, "a game that was won");

    const bob = await newPerson(stage.browser, { reducedMotion: "reduce" });
    const { page } = bob;
    await page.goto(link);
    await page.getByRole("heading", { name: /^Can you beat this game/ }).waitFor();
    await accessible(bob, "a challenge");
    await fits(bob, "a challenge");
    await page.getByRole("button", { name: "Race the ghost" }).click();
    await page.waitForSelector(".card.open");
    await ghost(bob).waitFor();
    assert.equal(room(bob).opening.deal_id, DEAL);
    await accessible(bob, "a game with a ghost");
    await fits(bob, "a game with a ghost");
    // It moves by itself, with the clock, to its end.
    await ghost(bob).locator(".won").nth(7).waitFor();
    await page.getByText(/^Ghost has finished$/).first().waitFor();

    // It is there again after a reload, and with the same cards.
    await page.reload();
    await ghost(bob).locator(".won").nth(7).waitFor();
    await playFast(bob, MOVES, { over: true });
    await page.getByText(/slower: Ghost wins\.$/).waitFor();
    assert.equal(room(bob).results.length, 1, "a ghost has no place");
    await page.getByRole("button", { name: "Same cards again" }).click();
    await until(() => room(bob).race === 2, "the same cards");
    await ghost(bob).waitFor();
    await page.keyboard.press("n");
    await until(() => room(bob).race === 3, "other cards");
    await ghost(bob).waitFor({ state: "detached" });
    for (const { wrong } of [ana, bob]) assert.deepEqual(wrong, []);
    await Promise.all([ana, bob].map((one) => one.page.context().close()));
  });

  test("from its replay; and the solver, at the pace of a hand", async () => {
    const ana = await newPerson(stage.browser, { reducedMotion: "reduce" });
    const { page } = ana;
    await playAlone(ana, stage.server.url, { deal: DEAL });
    await playFast(ana, MOVES, { over: true });
    await page.getByRole("button", { name: "Race my ghost" }).click();
    await ghost(ana).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Replay" }).click();
    await page.click(".top .round:last-child");
    await accessible(ana, "the menu of a replay");
    await page.getByRole("button", { name: "Race the solver" }).click();
    await ghost(ana).locator(".who", { hasText: "Solver" }).waitFor();
    assert.deepEqual(ana.wrong, []);
    await page.goto(`${stage.server.url}/beat/ABC234/1/nobody`);
    await page.getByText("There is no room with this code.").waitFor();
  });
});
