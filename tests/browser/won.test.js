import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import {
  asProgram,
  createRace,
  giveUp,
  joinRace,
  newPerson,
  offers,
  openStage,
  playMove,
  startRace,
  tableRead,
  until,
} from "./stage.js";

const stage = openStage();

test("a race is played to the end and won", async () => {
  const lines = (await readFile(new URL("../data/games/spider-1-won.txt", import.meta.url), "utf8"))
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  const [deal = "", ...moves] = lines;
  /** @type {import("playwright-core").BrowserContextOptions} */
  const calm = { reducedMotion: "reduce", viewport: { width: 600, height: 640 } };
  const [ana, bob, cleo] = [
    await newPerson(stage.browser, calm),
    await newPerson(stage.browser, calm),
    await newPerson(stage.browser, calm),
  ];
  await asProgram(bob);
  const room = await createRace(ana, stage.server.url, { deal });
  await joinRace(bob, room, "Bob");
  await cleo.page.goto(room);
  await cleo.page.waitForSelector("#join-name");
  await startRace(ana, bob);
  for (const [i, move] of moves.entries()) {
    await playMove(ana, move);
    await until(() => offers(ana).v === i + 1, `${i + 1}. ${move} is played`);
  }
  await ana.page.locator(".ended .headline", { hasText: /^Finished! \d:\d\d\.\d$/ }).waitFor();
  assert.ok((await tableRead(ana)).some((name) => name?.startsWith("Sets 8/8")));
  await bob.page.locator(`[data-player="${ana.id}"].finished`).waitFor();
  assert.equal((await bob.page.$$(`[data-player="${ana.id}"] .won`)).length, 8);
  await giveUp(bob);
  await ana.page.waitForSelector(".ranking");
  assert.equal(await ana.page.textContent(".hero .headline"), "You won!");
  await bob.page.waitForSelector(".ranking");
  assert.equal(await bob.page.textContent(".hero .headline"), "Ana won");
  assert.match((await ana.page.textContent(".result-row.first")) ?? "", /Sets 8\/8\s+8\s+88 moves/);
  assert.deepEqual(await ana.page.$$eval(".by-suit img", (marks) => marks.map((mark) => mark.getAttribute("alt"))), ["spades"]);
  assert.equal(await ana.page.textContent(".proof code"), deal);
  assert.deepEqual(
    await ana.page.$$eval(".result-row.first .splits li span:first-child", (marks) => marks.map((mark) => mark.textContent)),
    ["1", "2", "3", "4", "5", "6", "7", "8"],
  );
  for (const { wrong } of [ana, bob, cleo]) assert.deepEqual(wrong, []);
});
