// Takes pictures of every page, and of a table of each family, in three sizes and both themes, with the built client and a server of its own:
// node client/shots.mjs [folder] [language]. To be looked at after every change of the page.
import { mkdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as stage from "../tests/browser/stage.js";

const folder = process.argv[2] ?? join(tmpdir(), "corrida-shots");
const locale = process.argv[3] ?? "pt-BR";
const SIZES = { phone: [360, 740], tablet: [820, 1180], desktop: [1440, 900] };
// An open deal on which something can be done at once.
const DEAL = "S4-9R3M1-1B2QV-DRPRE";

await mkdir(folder, { recursive: true });
const [server, browser] = await Promise.all([stage.startServer(), stage.startBrowser()]);
const calm = /** @type {const} */ ({ locale, reducedMotion: "reduce" });
const [ana, bob, cleo] = [
  await stage.newPerson(browser, calm),
  await stage.newPerson(browser, calm),
  await stage.newPerson(browser, calm),
];

/**
 * @param {import("../tests/browser/stage.js").Person} person
 * @param {string} name
 */
async function shoot({ page }, name) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    for (const [size, [width = 0, height = 0]] of Object.entries(SIZES)) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    }
  }
}

// Whose giving up nobody has to wait for.
await stage.asProgram(bob);
await ana.page.goto(server.url);
await ana.page.waitForSelector(".game");
await shoot(ana, "1-start");
await ana.page.click(".corner .round");
await ana.page.waitForSelector("dialog[open]");
await shoot(ana, "1-start-look");
await ana.page.keyboard.press("Escape");
await ana.page.goto(`${server.url}/people`);
await ana.page.waitForSelector(".people-page h1");
await shoot(ana, "1-people");
const room = await stage.createRace(ana, server.url, { name: "Ana Beatriz", deal: DEAL });
await bob.page.goto(room);
await cleo.page.goto(room);
await bob.page.waitForSelector("#join-name");
await shoot(bob, "2-room-onlooker");
await stage.joinRace(bob, room, "João");
await bob.page.click(".doing .primary");
await ana.page.waitForSelector(".mark.ready");
await ana.page.selectOption(".settings [name=limit]", "600");
await ana.page.selectOption(".settings [name=closing]", "30");
await ana.page.selectOption(".settings [name=undo]", "no_reveal");
await bob.page.locator(".facts div:nth-child(4)").waitFor();
await ana.page.check(".settings [name=listed]");
await shoot(ana, "3-room-host");
await cleo.page.goto(`${server.url}/rooms`);
await cleo.page.locator(".listed").waitFor();
await shoot(cleo, "3-rooms");
await cleo.page.goto(room);
await shoot(bob, "3-room-guest");
await ana.page.click(".member .round");
await shoot(ana, "3-room-remove");
await ana.page.keyboard.press("Escape");
await ana.page.click(".doing .actions .large:nth-child(2)");
await ana.page.waitForSelector(".numeral");
await shoot(ana, "4-countdown");
await ana.page.waitForSelector(".card.open");
await shoot(ana, "5-table");
for (let i = 0; i < 30; i++) {
  const { v, taps } = stage.offers(ana);
  const moves = taps.filter((/** @type {string} */ text) => text !== "D");
  if (i % 7 === 6 || moves.length === 0) await ana.page.keyboard.press("d");
  else await stage.dragMove(ana, moves[i % moves.length]);
  await stage.until(() => stage.offers(ana).v > v || stage.latest(ana, ({ t }) => t === "refused"), "an answer");
}
await shoot(ana, "6-table-later");
await shoot(cleo, "7-watching");
await ana.page
  .locator(".pile.column")
  .nth(stage.readMove(stage.someMove(ana)).source)
  .focus();
await ana.page.keyboard.press("Enter");
await ana.page.waitForSelector(".picker");
await shoot(ana, "8-picker");
await ana.page.keyboard.press("Escape");
await ana.page.click(".top .round");
await shoot(ana, "9-menu");
await ana.page.keyboard.press("Escape");
await stage.fiveSeconds(ana);
await stage.giveUp(ana);
await ana.page.waitForSelector(".regret");
await shoot(ana, "10-given-up");
await ana.page.waitForSelector(".ended");
await shoot(ana, "10-ended");
await stage.giveUp(bob);
await ana.page.waitForSelector(".ranking");
await shoot(ana, "11-result");
await bob.page.getByRole("button", { name: /Revanche|Desforra|Revancha|Rematch/ }).click();
await ana.page.waitForSelector(".rematch");
await shoot(ana, "11-result-rematch");
await bob.page.goto(server.url);
await ana.page.goto(`${server.url}/r/AAAAAA`);
await ana.page.waitForSelector(".end");
await shoot(ana, "12-no-room");

// Games that are as good as won, and their end.
for (const [game, moves] of /** @type {const} */ ([
  ["clasico-1", 116],
  ["klondike-3", 123],
])) {
  const lines = await readFile(new URL(`../tests/data/games/${game}-won.txt`, import.meta.url), "utf8");
  const [deal = "", ...won] = lines.split("\n").filter((line) => line && line[0] !== "#");
  const again = await stage.createRace(ana, server.url, { name: "Ana Beatriz", deal });
  await stage.joinRace(bob, again, "João");
  await ana.page.selectOption(".settings [name=closing]", "30");
  await bob.page.locator(".facts div:nth-child(4)").waitFor();
  await stage.startRace(ana, bob);
  await stage.playFast(bob, won.slice(0, 80));
  await stage.playFast(ana, won.slice(0, moves));
  await ana.page.waitForSelector(".finish");
  await shoot(ana, `17-${game}-finish`);
  await ana.page.click(".finish");
  await bob.page.waitForSelector("[data-left]");
  await shoot(bob, `18-${game}-closing`);
  await stage.giveUp(bob);
  await ana.page.waitForSelector(".ranking");
  await shoot(ana, `19-${game}-result`);
}

// One table of each family, some moves into the game, with a card chosen where the game has that.
for (const [i, variant] of ["klondike-3", "clasico-1", "spider-es-4", "maze"].entries()) {
  await stage.joinRace(bob, await stage.createRace(ana, server.url, { name: "Ana Beatriz", variant }), "João");
  await stage.startRace(ana, bob);
  const refusals = () => ana.heard.filter(({ t }) => t === "refused").length;
  for (let move = 0; move < 24; move++) {
    const { v, taps, legal } = stage.offers(ana);
    const before = refusals();
    const moves = taps.filter((/** @type {string} */ text) => text !== "D");
    const home = moves.find((/** @type {string} */ text) => text.includes(">F"));
    if (home ?? (moves.length && move % 3 !== 2)) await stage.dragMove(ana, home ?? moves[move % moves.length]);
    else if (legal.includes("D")) await ana.page.keyboard.press("d");
    else if (legal.length) await stage.dragMove(ana, legal[move % legal.length]);
    else break;
    await stage.until(() => stage.offers(ana).v > v || refusals() > before, "an answer");
  }
  const { taps, legal } = stage.offers(ana);
  const choice = legal.find((/** @type {string} */ text) => text !== "D" && !taps.includes(text));
  if (choice && variant !== "spider-es-4") {
    const { source, count } = stage.namesIn(choice);
    const { x, y } = await stage.grip(ana, source, count);
    await ana.page.mouse.click(x, y);
  }
  await shoot(ana, `${13 + i}-${variant}`);
}
// Alone: the table, its menu, the rules over it, the end, what is counted; and the rules by themselves.
const spider = (await readFile(new URL("../tests/data/games/spider-2-won.txt", import.meta.url), "utf8"))
  .split("\n")
  .filter((line) => line && line[0] !== "#");
await ana.page.goto(server.url);
await ana.page.click("summary");
await ana.page.fill("[name=deal]", spider[0] ?? "");
await ana.page.click(".go button:nth-child(2)");
await ana.page.waitForSelector(".card.open");
await shoot(ana, "20-alone");
await ana.page.click(".top .round:last-child");
await ana.page.waitForSelector(".alone-menu");
await shoot(ana, "21-alone-menu");
await ana.page.click(".menu .actions button:nth-child(2)");
await ana.page.waitForSelector("dialog .rules");
await shoot(ana, "22-alone-rules");
await ana.page.keyboard.press("Escape");
await ana.page.click(".menu .actions button:nth-child(1)");
await ana.page.waitForSelector(".help");
await shoot(ana, "23-alone-keys");
await ana.page.keyboard.press("Escape");
await ana.page.keyboard.press("Escape");
await stage.playFast(ana, spider.slice(1, -1));
await stage.until(() => stage.offers(ana).v === spider.length - 2, "the table is back");
await stage.playMove(ana, spider.at(-1) ?? "");
await ana.page.waitForSelector(".won");
await shoot(ana, "24-alone-won");
for (const [place, ready] of [["statistics", ".statistic"], ["rules/spider", ".fan"], ["rules/clasico", ".fan"], ["rules/maze", ".fan"]]) {
  await ana.page.goto(`${server.url}/${place}`);
  await ana.page.waitForSelector(ready ?? "");
  await shoot(ana, `25-${place?.replace("/", "-")}`);
}
console.log(`pictures of every page: ${folder}`);
await browser.close();
await server.stop();
