import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { allInView, newPerson, offers, openStage, playAlone, still, until } from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

/** What a window has at 200 % zoom: half as many pixels of the page's own, of twice the size. */
const WINDOWS = /** @type {const} */ ([
  ["a desktop at 200 %", 720, 450],
  ["a tablet at 200 %", 410, 590],
  ["a phone", 360, 740],
  ["a phone on its side", 740, 360],
  ["a desktop", 1440, 900],
]);
const GAMES = ["spider-2", "klondike-3", "clasico-1", "spider-es-4", "maze"];

describe("a table in every window, also for the left hand and with large figures", { concurrency: 2 }, () => {
  const stage = openStage();

  /** What overlaps, is cut off, too small to hit, or makes the page scroll. */
  function wrong() {
    const found = [];
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push(`the page is ${scrollWidth} × ${scrollHeight}`);
    const boxes = [...document.querySelectorAll(".top, .track, .board, .tools")].map((element) => ({ name: element.className, ...element.getBoundingClientRect().toJSON() }));
    const piles = [...document.querySelectorAll(".pile")].map((element) => ({ name: element.className + element.getAttribute("aria-label"), ...element.getBoundingClientRect().toJSON() }));
    const buttons = [...document.querySelectorAll(".board ~ * button, .top button, .tools button")].map((element) => ({ name: element.textContent?.trim() || element.getAttribute("aria-label"), ...element.getBoundingClientRect().toJSON() }));
    for (const list of [boxes.filter(({ name }) => /top|board/.test(name)), piles, buttons])
      for (const [i, one] of list.entries())
        for (const other of list.slice(i + 1)) {
          const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          if (wide > 1 && high > 1) found.push(`${one.name} overlaps ${other.name} by ${wide} × ${high}`);
        }
    for (const { name, width, height, left, right, top, bottom } of buttons) {
      if (!width) continue;
      if (height < 39.5 || width < 39.5) found.push(`${name} is ${width} × ${height}`);
      if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) found.push(`${name} is cut off`);
    }
    return found;
  }

  for (const [hand, kept] of /** @type {const} */ ([
    ["plain", {}],
    ["mirrored and large", { mirror: "on", large: "on" }],
  ]))
    for (const variant of GAMES)
      test(`${variant}, ${hand}`, async () => {
        const ana = await newPerson(stage.browser, { reducedMotion: "reduce" });
        const { page } = ana;
        await page.addInitScript((kept) => {
          for (const [key, value] of Object.entries(kept)) localStorage.setItem(`corrida.${key}`, value);
        }, kept);
        await playAlone(ana, stage.server.url, { variant });
        const stock = page.locator(".pile.stock");
        for (let i = 0; i < 3 && (await stock.count()); i++) {
          const { v } = offers(ana);
          await page.keyboard.press("d");
          await until(() => offers(ana).v > v, "an answer");
        }
        for (const [name, width, height] of WINDOWS) {
          await page.setViewportSize({ width, height });
          await still(ana);
          await until(() => page.evaluate(allInView), `all cards are in view, ${name}`);
          assert.deepEqual(await page.evaluate(wrong), [], name);
          if (!(await stock.count())) continue;
          const [{ x: atStock = 0 } = {}, { x: atHome = 0 } = {}] = [await stock.boundingBox(), await page.locator(".pile.foundation").first().boundingBox()].map((box) => box ?? undefined);
          const onTheRight = atStock > atHome;
          assert.equal(onTheRight, variant.startsWith("spider") !== (hand !== "plain"), `the stock changes sides, ${name}`);
        }
        assert.equal(await page.getAttribute(".board", "data-design"), hand === "plain" ? "full" : "compact", "figures on a wide table");
        assert.deepEqual(ana.wrong, []);
        await page.context().close();
      });
});
