import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { accessible, asProgram, createRace, fits, giveUp, joinRace, newPerson, openStage, playFast, playMove, startRace } from "../stage.js";

const game = await readFile(new URL("../../data/games/spider-2-won.txt", import.meta.url), "utf8");
const [DEAL = "", ...MOVES] = game.split("\n").filter((line) => line && line[0] !== "#");

describe("an attempt that is over is seen again", () => {
  const stage = openStage();

  test("by its link, move by move, with another one beside it, and as a file", async () => {
    const [ana, bob] = [await newPerson(stage.browser, { reducedMotion: "reduce" }), await newPerson(stage.browser)];
    const { page } = ana;
    await asProgram(bob);
    const room = await createRace(ana, stage.server.url, { name: "Ana", deal: DEAL });
    await joinRace(bob, room, "Bob");
    await startRace(ana, bob);
    await playFast(bob, MOVES.slice(0, 30));
    await playFast(ana, MOVES.slice(0, -1));
    await giveUp(bob);
    await playMove(ana, MOVES.at(-1) ?? "");
    await page.locator(".ranking a", { hasText: "Replay" }).first().click();
    const moment = (/** @type {import("../stage.js").Person} */ { page }, /** @type {number} */ k) => page.locator(".moment", { hasText: new RegExp(`^\\s*Move ${k} of ${MOVES.length}`) });
    const at = (/** @type {number} */ k) => moment(ana, k).waitFor();
    await at(0);
    await accessible(ana, "a replay");
    await fits(ana, "a replay");

    // By keys: on, back, to a milestone, to the end, and playing by itself.
    await page.keyboard.press("ArrowRight");
    await at(1);
    await page.keyboard.press("ArrowLeft");
    await at(0);
    await page.keyboard.press("End");
    await at(MOVES.length);
    await page.keyboard.press("[");
    await moment(ana, MOVES.length).waitFor({ state: "hidden" });
    await page.keyboard.press("Home");
    await at(0);
    await page.keyboard.press(" ");
    await moment(ana, 0).waitFor({ state: "hidden" });

    // A link leads to a move.
    const address = page.url().replace(/#.*/, "");
    const eva = await newPerson(stage.browser, { reducedMotion: "reduce" });
    await eva.page.goto(`${address}#40`);
    await moment(eva, 40).waitFor();

    // Two beside each other.
    await eva.page.click(".top .round:last-child");
    await accessible(eva, "the menu of a replay");
    const [file] = await Promise.all([eva.page.waitForEvent("download"), eva.page.locator("dialog a", { hasText: "Save as a file" }).click()]);
    await eva.page.locator("dialog label.choice", { hasText: "Bob" }).click();
    await eva.page.waitForFunction(() => document.querySelectorAll(".board").length === 2);
    await accessible(eva, "two replays");
    await fits(eva, "two replays");

    // The file says it all, and is read again.
    const text = await readFile(await file.path(), "utf8");
    assert.match(text, new RegExp(DEAL));
    await eva.page.goto(`${stage.server.url}/replay`);
    const open = (/** @type {string} */ body) => eva.page.setInputFiles("input[type=file]", { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from(body) });
    await open(text.replace(DEAL, "S2-NONSE-NSE00-00000"));
    await eva.page.getByText(/^Line \d+: /).waitFor();
    await open(text);
    await moment(eva, 0).waitFor();
    for (const { wrong } of [ana, bob]) assert.deepEqual(wrong, []);
  });
});
