import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asProgram,
  createRace,
  dragMove,
  giveUp,
  joinRace,
  latest,
  newPerson,
  offers,
  openStage,
  someMove,
  startRace,
  until,
} from "./stage.js";

const stage = openStage();

/** Numbers of the cards in a message's steps and piles that lie face up, and of all others that are named. @param {any} message */
function cardsIn(message) {
  /** @type {number[]} */
  const open = [];
  /** @type {number[]} */
  const covered = [];
  for (const [, cards, up] of message.piles ?? []) {
    open.push(...cards.slice(cards.length - up));
    covered.push(...cards.slice(0, cards.length - up));
  }
  for (const [op, , , cards] of message.steps ?? []) if (op === "up") open.push(...cards);
  return { open, covered: covered.filter((code) => code !== 0) };
}

test("a racer's browser gets no card that does not lie open, nothing of other tables, and no deal before the end", async () => {
  const [ana, bob] = [await newPerson(stage.browser), await newPerson(stage.browser)];
  for (const person of [ana, bob]) await asProgram(person);
  /** @type {string[]} */
  const bodies = [];
  ana.page.on("response", async (response) => {
    if (response.ok()) bodies.push(await response.text().catch(() => ""));
  });
  await joinRace(bob, await createRace(ana, stage.server.url, { variant: "spider-4" }), "Bob");
  await startRace(ana, bob);
  // Bob plays too, so that there is something that Ana must not hear of.
  for (const move of ["drag", "u", "d", "u", "d"]) {
    for (const person of [ana, bob]) {
      const { v } = offers(person);
      if (move !== "drag") await person.page.keyboard.press(move);
      else if (offers(person).legal.some((/** @type {string} */ text) => text !== "D"))
        await dragMove(person, someMove(person));
      else await person.page.keyboard.press("d");
      await until(() => offers(person).v === v + 1, `${move} is played`);
    }
  }
  await until(
    () =>
      latest(
        ana,
        ({ t, racers }) =>
          t === "progress" && racers.some((/** @type {any} */ racer) => racer.id === bob.id && racer.moves > 0),
      ),
    "news of Bob",
  );
  for (const person of [bob, ana]) await giveUp(person);
  await ana.page.waitForSelector(".verdict.same");

  const end = ana.heard.findIndex(({ t, state }) => t === "room" && state === "over");
  const { deal_id: deal, nonce } = ana.heard[end].opening;
  const during = ana.heard.slice(0, end);
  assert.ok(during.length > 10);
  const seen = new Set();
  for (const message of during) {
    assert.ok(!("opening" in message) && !("results" in message));
    if (message.t !== "table" && message.t !== "moved") continue;
    assert.equal(message.player, ana.id, "a racer hears of no other table");
    const { open, covered } = cardsIn(message);
    for (const code of open) seen.add(code);
    for (const code of covered) assert.ok(seen.has(code), "a covered card has its face only if it was seen");
  }
  const first = during.find(({ t }) => t === "table");
  assert.deepEqual(cardsIn(first).covered, []);
  assert.equal(cardsIn(first).open.length, 10);
  const text =
    JSON.stringify(during, (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value)) +
    bodies.join();
  for (const secret of [deal, deal.replaceAll("-", ""), Buffer.from(nonce).toString("hex")])
    assert.ok(!text.includes(secret), "the seal is kept");
  assert.ok(bodies.length > 3, "pages and files were looked through too");
});
