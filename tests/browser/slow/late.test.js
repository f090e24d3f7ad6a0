import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import {
  createRace,
  gateFor,
  grip,
  joinRace,
  latest,
  newPerson,
  offers,
  openStage,
  startRace,
  until,
} from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

const DEAL = "K3-00000-00000-0038W";

describe("answers that come late", () => {
  const stage = openStage();
  /** @type {Person} */
  let ana;
  /** @type {Awaited<ReturnType<typeof gateFor>>} */
  let gate;

  before(async () => {
    ana = await newPerson(stage.browser);
    gate = await gateFor(ana);
    const bob = await newPerson(stage.browser);
    await joinRace(bob, await createRace(ana, stage.server.url, { deal: DEAL }), "Bob");
    await startRace(ana, bob);
  });

  /** Asks for cards, and has the answer wait at the gate. */
  async function drawUnseen() {
    const { v } = offers(ana);
    gate.shut();
    await ana.page.keyboard.press("d");
    await until(() => offers(ana).v === v + 1, "the answer is under way");
  }

  const lineSays = (/** @type {RegExp} */ words) =>
    until(async () => words.test((await ana.page.textContent(".line").catch(() => "")) ?? ""), `a line: ${words}`);

  test("a card in hand that another has covered is let go: the other one is not played", async () => {
    await ana.page.keyboard.press("d");
    await until(() => offers(ana).v === 1, "cards are drawn");
    const from = await grip(ana, "W");
    await drawUnseen();
    const target = await ana.page.locator(".pile.column").first().boundingBox();
    assert.ok(target);
    await ana.page.mouse.move(from.x, from.y);
    await ana.page.mouse.down();
    await ana.page.mouse.move(from.x - 40, from.y + 60, { steps: 3 });
    assert.ok(await ana.page.$(".held"));
    const asked = ana.heard.length;
    gate.open();
    await ana.page.waitForSelector(".held", { state: "detached" });
    await lineSays(/table had changed/);
    await ana.page.mouse.move(target.x + target.width / 2, target.y + 40, { steps: 3 });
    await ana.page.mouse.up();
    await ana.page.keyboard.press("u");
    await until(() => offers(ana).v === 3, "the next wish is answered");
    assert.equal(latest(ana, ({ t }) => t === "moved").move, "U");
    assert.ok(!ana.heard.slice(asked).some(({ t }) => t === "refused"), "nothing was asked of the server");
  });

  test("a finger that rests on a card while another comes to lie there taps nothing", async () => {
    const from = await grip(ana, "W");
    await drawUnseen();
    await ana.page.mouse.move(from.x, from.y);
    await ana.page.mouse.down();
    const asked = ana.heard.length;
    gate.open();
    await until(async () => (await ana.page.$$(".card.open")).length && offers(ana).v === 4, "the answer is there");
    await ana.page.waitForFunction(() => document.querySelector(".counters .moves dd")?.textContent === "2");
    await ana.page.mouse.up();
    await lineSays(/table had changed/);
    assert.ok(!ana.heard.slice(asked).some(({ t }) => t === "refused" || t === "moved"), "nothing was asked");
    assert.deepEqual(ana.wrong, []);
  });

  test("a double click is one tap; on the stock it is two", async () => {
    const { x, y } = await grip(ana, "1");
    const said = () => ana.heard.filter(({ t }) => t === "moved" || t === "refused").length;
    const before = said();
    const { v } = offers(ana);
    await ana.page.mouse.dblclick(x, y + 20);
    await ana.page.keyboard.press("d");
    await until(() => latest(ana, ({ t }) => t === "moved").move === "D" && offers(ana).v > v, "what came after");
    const taps = said() - before - 1;
    assert.ok(taps <= 1, `${taps} taps were answered`);
    const stock = await ana.page.locator(".pile.stock").boundingBox();
    assert.ok(stock);
    const drawn = offers(ana).v;
    await ana.page.mouse.dblclick(stock.x + 20, stock.y + 30);
    await until(() => offers(ana).v === drawn + 2, "cards are drawn twice");
  });

  test("a tap on an empty place says why nothing happens", async () => {
    const foundation = await ana.page.locator(".pile.foundation.empty").last().boundingBox();
    assert.ok(foundation);
    await ana.page.mouse.click(foundation.x + 20, foundation.y + 20);
    await lineSays(/There is no card there/);
  });

  test("who has no legal move left is told, and can take one back", async () => {
    gate.hide((message) => (message.move === "D" ? { ...message, legal: [] } : message));
    await ana.page.keyboard.press("d");
    await ana.page.waitForSelector(".stuck");
    assert.match((await ana.page.textContent(".stuck")) ?? "", /No move is left\..*Undo.*Give up/s);
    gate.hide((message) => message);
    await ana.page.click(".stuck .undo");
    await ana.page.waitForSelector(".stuck", { state: "detached" });
  });

  test("who leaves the race by the logo finds the way back to it", async () => {
    const code = ana.page.url().split("/").at(-1) ?? "";
    const { v } = offers(ana);
    await ana.page.click(".home-link");
    await ana.page.getByRole("button", { name: `Back to your race ${code.slice(0, 3)} ${code.slice(3)}` }).click();
    await ana.page.waitForSelector(".card.open");
    assert.ok(offers(ana).v >= v);
    assert.ok(ana.page.url().endsWith(code));
  });

  test("a wish that waits is seen to wait, until its answer has come", async () => {
    await drawUnseen();
    await ana.page.locator(".banner").filter({ hasText: "Waiting for the server" }).waitFor();
    gate.open();
    await ana.page.waitForSelector(".banner", { state: "detached" });
  });
});

describe("a room without a connection", () => {
  const stage = openStage();

  test("nothing is asked that would be lost, and it can be asked when the server is back", async () => {
    const { page, ...cleo } = await newPerson(stage.browser);
    await createRace({ page, ...cleo }, stage.server.url, { name: "Cleo" });
    const asks = page.locator(".room :is(button, input, select)");
    await page.context().setOffline(true);
    await page.waitForSelector(".banner");
    assert.ok((await asks.count()) > 4);
    for (const control of await asks.all()) assert.ok(await control.isDisabled());
    assert.match((await page.getAttribute(".doing .asking", "title")) ?? "", /server can't be reached/);
    await page.context().setOffline(false);
    await page.waitForSelector(".banner", { state: "detached" });
    await page.getByRole("button", { name: "I'm ready" }).click();
    await page.waitForSelector(".mark.ready");
    await page.getByRole("button", { name: "Leave" }).click();
    await page.waitForSelector(".home");
    assert.equal(await page.locator(".back").count(), 0, "there is nothing to go back to");
    assert.deepEqual(cleo.wrong, []);
  });
});
