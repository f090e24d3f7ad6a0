import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import {
  accessible,
  asProgram,
  createRace,
  fiveSeconds,
  giveUp,
  joinRace,
  newPerson,
  offers,
  openStage,
  until,
} from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

/** @type {{default: (image: {width: number, height: number, data: Uint8Array}) => string}} */
const { default: decodeQR } = createRequire(new URL("../../../client/package.json", import.meta.url))("qr/decode.js");

/** What a camera reads in the code that is shown. @param {Person} person */
async function readQr({ page }) {
  await page.waitForSelector(".qr img");
  const pixels = await page.evaluate(() => {
    const image = /** @type {HTMLImageElement} */ (document.querySelector(".qr img"));
    const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 400 });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = "#fff";
    context.fillRect(0, 0, 400, 400);
    context.drawImage(image, 20, 20, 360, 360);
    return [...context.getImageData(0, 0, 400, 400).data];
  });
  return decodeQR({ width: 400, height: 400, data: Uint8Array.from(pixels) });
}

describe("people and rooms", () => {
  const stage = openStage();

  /** @param {number} count @returns {Promise<Person[]>} */
  const people = (count) =>
    Promise.all(Array.from({ length: count }, () => newPerson(stage.browser, { reducedMotion: "reduce" })));

  test("a listed room is found on the public list; a private one by its link and QR code alone", async () => {
    const [ana, bob, eva] = /** @type {[Person, Person, Person]} */ (await people(3));
    const secret = await createRace(eva, stage.server.url, { name: "Eva" });
    const room = await createRace(ana, stage.server.url, { variant: "maze" });
    await ana.page.getByLabel("On the public list").check();
    await ana.page.locator(".settings [name=closing] option:checked", { hasText: "5 minutes" }).waitFor({ state: "attached" });
    await bob.page.goto(stage.server.url);
    await bob.page.getByRole("link", { name: "Public rooms" }).click();
    const line = bob.page.locator(".listed", { hasText: "Ana" });
    await line.locator("text=1/8 seats taken").waitFor();
    assert.equal(await bob.page.locator(".listed").count(), 1, "Eva's is private");
    await accessible(bob, "public rooms");
    await line.getByRole("button").click();
    await bob.page.waitForSelector("#join-name");
    assert.equal(bob.page.url(), room, "as an onlooker");
    await joinRace(bob, room, "Bob");

    await ana.page.getByRole("button", { name: "QR code" }).click();
    assert.equal(await readQr(ana), room);
    await accessible(ana, "QR code");
    await ana.page.keyboard.press("Escape");
    await bob.page.goto(`${stage.server.url}/rooms`);
    await bob.page.locator(".listed", { hasText: "2/8 seats taken" }).waitFor();
    assert.ok(!(await bob.page.content()).includes(secret.slice(-6)));
    for (const { wrong } of [ana, bob, eva]) assert.deepEqual(wrong, []);
  });

  test("who is alone races against robots at once, and takes a place of their own", async () => {
    const [ana] = /** @type {[Person]} */ (await people(1));
    await ana.page.goto(stage.server.url);
    await ana.page.fill("[name=name]", "Ana");
    await ana.page.getByRole("button", { name: "Against robots" }).click();
    await ana.page.waitForSelector(".card.open");
    assert.equal(await ana.page.locator(".racer .tag").count(), 3, "all of them are labelled");
    await ana.page.waitForFunction(() =>
      [...document.querySelectorAll('[data-player^="robot"] .moves')].every((moves) => Number(moves.textContent) > 0),
    );
    await fiveSeconds(ana);
    await giveUp(ana);
    await ana.page.waitForSelector(".ranking");
    assert.match((await ana.page.locator(".result-row.me").textContent()) ?? "", /1st.*gave up/s);
    assert.equal(await ana.page.locator(".result-row", { hasText: "did not finish" }).count(), 3);
    await accessible(ana, "result with robots");
    await ana.page.getByRole("button", { name: "Rematch" }).click();
    await ana.page.waitForSelector(".card.open");
    assert.deepEqual(ana.wrong, []);
  });

  test("teams, a series, a head start and signs: set in the lobby, seen in the race and in the result", async () => {
    const [ana, bob, eva] = /** @type {[Person, Person, Person]} */ (await people(3));
    await asProgram(ana);
    const room = await createRace(ana, stage.server.url);
    await joinRace(bob, room, "Bob");
    await eva.page.goto(room);
    await eva.page.waitForSelector("#join-name");
    await ana.page.selectOption(".settings [name=teams]", "2");
    await ana.page.selectOption(".settings [name=series]", "3");
    await eva.page.locator(".facts", { hasText: /Best of\s*3/ }).waitFor();
    await eva.page.locator(".member", { hasText: "Bob" }).locator("text=Team B").waitFor();
    await bob.page.selectOption(".member.me .team", "0");
    await eva.page.locator(".member", { hasText: "Bob" }).locator("text=Team A").waitFor();
    await bob.page.selectOption(".member.me .team", "1");
    await ana.page.click(".head-starts summary");
    await ana.page.locator(".head-starts label", { hasText: "Bob" }).locator("select").selectOption("10");
    await bob.page.getByText("10 s head start").waitFor();
    await bob.page.click(".signs summary");
    await bob.page.getByRole("button", { name: "Good luck!" }).click();
    for (const { page } of [ana, bob, eva]) await page.locator(".member .sign", { hasText: "Good luck!" }).waitFor();
    await accessible(ana, "lobby with teams and head starts");
    await ana.page.click(".doing .actions .large:nth-child(2)");
    await bob.page.waitForSelector(".card.open");
    await ana.page.getByText("The others have a head start").waitFor();
    assert.equal(await ana.page.$(".card"), null, "no card before the own start");
    await accessible(ana, "waiting for the own start");
    await ana.page.waitForSelector(".card.open");
    await ana.page.click(".top .round");
    await ana.page.click(".signs summary");
    await accessible(ana, "menu with signs");
    await ana.page.getByRole("button", { name: "Wow!" }).click();
    await bob.page.locator(".racer .sign", { hasText: "Wow!" }).waitFor();
    await bob.page.keyboard.press("d");
    await until(() => offers(bob).v === 1, "a move");
    await giveUp(ana);
    await giveUp(bob);
    await eva.page.waitForSelector(".teams");
    assert.equal(await eva.page.locator(".teams li").count(), 2);
    assert.match((await eva.page.textContent(".series")) ?? "", /Best of 3/);
    await accessible(eva, "result of teams");
    for (const { wrong } of [ana, bob, eva]) assert.deepEqual(wrong, []);
  });

  test("friends by a code see each other and watch; an identity goes to another browser; blocking and being forgotten", async () => {
    const [ana, bob, phone] = /** @type {[Person, Person, Person]} */ (await people(3));
    await ana.page.goto(`${stage.server.url}/people`);
    await ana.page.fill("[name=name]", "Ana");
    await ana.page.getByRole("button", { name: "Save" }).click();
    await ana.page.getByRole("button", { name: "Make a code for a friend" }).click();
    const code = (await ana.page.textContent(".own-code code")) ?? "";
    assert.match(code, /^\w{4}-\w{4}$/);
    // Who has made a room is known by that name.
    await createRace(bob, stage.server.url, { name: "Bob" });
    await bob.page.goto(stage.server.url);
    await bob.page.getByRole("link", { name: "You and friends" }).click();
    await bob.page.fill("[name=friend]", "AAAA-AAAA");
    await bob.page.getByRole("button", { name: "Add" }).click();
    await bob.page.getByText("Nobody has this code").waitFor();
    await bob.page.fill("[name=friend]", code.toLowerCase());
    await bob.page.getByRole("button", { name: "Add" }).click();
    await bob.page.locator(".friend", { hasText: "Ana" }).getByText("Not here").waitFor();
    await accessible(bob, "you and your friends");

    await ana.page.getByRole("button", { name: "Make a recovery code" }).click();
    await ana.page.getByRole("button", { name: "QR code" }).click();
    const address = await readQr(ana);
    assert.match(address, /\/people#recover=\w{20}$/);
    await phone.page.goto(address);
    await phone.page.getByRole("button", { name: "Use it" }).click();
    await phone.page.click(".question .danger");
    await phone.page.locator(".friend", { hasText: "Bob" }).waitFor();
    assert.equal(new URL(phone.page.url()).hash, "", "the code is not left in the address");

    const room = await createRace(phone, stage.server.url, { name: "Ana", variant: "maze" });
    await bob.page.locator(".friend", { hasText: "Ana" }).waitFor();
    await bob.page.locator(".friend", { hasText: `In room ${room.slice(-6)}: Maze` }).waitFor();
    await bob.page.getByRole("button", { name: "Enter" }).click();
    await bob.page.waitForSelector("#join-name");
    assert.equal(bob.page.url(), room);
    await joinRace(bob, room, "Bob");
    await phone.page.click(".signs summary");
    await phone.page.selectOption(".block", { label: "Bob" });
    await phone.page.click(".question .danger");
    await phone.page.locator(".line", { hasText: "Bob is blocked." }).waitFor();
    await bob.page.click(".signs summary");
    await bob.page.getByRole("button", { name: "Wow!" }).click();
    await bob.page.waitForSelector(".sign");
    assert.equal(await phone.page.$(".sign"), null, "signs of who is blocked are not shown");
    await bob.page.reload();
    assert.equal(await bob.page.locator(".end .headline").textContent(), "There is no room with this code.");

    await phone.page.goto(`${stage.server.url}/people`);
    await phone.page.getByRole("button", { name: "Unblock" }).click();
    await phone.page.getByRole("button", { name: "Unblock" }).waitFor({ state: "detached" });
    await phone.page.getByRole("button", { name: "Delete my data" }).click();
    await phone.page.click(".question .danger");
    await phone.page.waitForSelector(".home");
    assert.equal(await phone.page.inputValue("[name=name]"), "");
    await bob.page.goto(room);
    await bob.page.waitForSelector(".lobby");
    assert.deepEqual(await bob.page.locator(".member .who").allTextContents(), ["Bob"], "the forgotten one has left");
    for (const { wrong } of [ana, phone, bob]) assert.deepEqual(wrong.filter((text) => !/4\d\d/.test(text)), []);
  });
});
