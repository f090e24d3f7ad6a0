import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, test } from "node:test";
import {
  accessible,
  allInView,
  asProgram,
  cellOf,
  createRace,
  dragMove,
  fingersOf,
  giveUp,
  grip,
  joinRace,
  latest,
  namesIn,
  newPerson,
  offers,
  openStage,
  playMove,
  startRace,
  still,
  tapAt,
  until,
} from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */
/** @typedef {{ana: Person, bob: Person}} Race */

/** Deals on which something can be done at once. */
const DEALS = {
  klondike: "K3-00000-00000-0038W",
  maze: "M1-00000-00000-0000G",
  spanish: "E2-00000-00000-0000D",
};
const WON = new URL("../../data/games/clasico-3-won.txt", import.meta.url);

describe("every family is played", () => {
  const stage = openStage();
  /** @type {Record<keyof typeof DEALS | "clasico", Race>} */
  let races;
  /** @type {string[]} */
  let won;

  // All races begin together: one countdown for all.
  before(async () => {
    const [deal = "", ...moves] = (await readFile(WON, "utf8")).split("\n").filter((line) => line && line[0] !== "#");
    won = moves;
    const all = Object.entries({ ...DEALS, clasico: deal });
    races = /** @type {any} */ (
      Object.fromEntries(await Promise.all(all.map(async ([name, deal]) => [name, await begin(deal)])))
    );
  });

  /** @param {string} deal @returns {Promise<Race>} */
  async function begin(deal) {
    /** @type {import("playwright-core").BrowserContextOptions} */
    const calm = { reducedMotion: "reduce", hasTouch: true, viewport: { width: 900, height: 700 } };
    const [ana, bob] = [await newPerson(stage.browser, calm), await newPerson(stage.browser, calm)];
    await asProgram(bob);
    await joinRace(bob, await createRace(ana, stage.server.url, { deal }), "Bob");
    await startRace(ana, bob);
    return { ana, bob };
  }

  /** The cell of a pile. @param {Person} person @param {string} name */
  function cell({ page }, name) {
    const [selector, nth] = cellOf(name);
    return page.locator(selector).nth(nth);
  }

  /** A tap on the top card of a pile, or on an empty pile. @param {Person} person @param {string} name */
  async function tap(person, name) {
    const box = (await cell(person, name).getAttribute("class"))?.includes("empty")
      ? await cell(person, name).boundingBox()
      : null;
    await tapAt(person, box ? { x: box.x + box.width / 2, y: box.y + 20 } : await grip(person, name));
  }

  /** What is chosen, and how many piles are lit for it. @param {Person} person */
  const chosen = ({ page }) =>
    page.evaluate(() => [
      document.querySelectorAll(".card.chosen").length,
      document.querySelectorAll(".pile.lit").length,
    ]);

  /** Waits until the wish is played, and tells what it was. @param {Person} person @param {number} v */
  async function played(person, v) {
    await until(() => offers(person).v === v, `version ${v}`);
    return latest(person, ({ t }) => t === "moved").move;
  }

  /** @param {Race} race @param {RegExp} words */
  async function seenByBob({ ana, bob }, words) {
    const own = bob.page.locator(`[data-player="${ana.id}"]`).locator(".bar, .pips");
    await until(async () => words.test((await own.getAttribute("aria-label")) ?? ""), `Bob sees ${words}`);
    assert.ok(!bob.heard.some(({ t, player }) => (t === "table" || t === "moved") && player === ana.id));
  }

  /** Nothing is cut off in any window, and axe is content. @param {Person} person @param {string} where */
  async function looksWell(person, where) {
    await accessible(person, where);
    for (const [width, height] of /** @type {const} */ ([
      [360, 740],
      [740, 360],
      [820, 1180],
      [1440, 900],
      [900, 700],
    ])) {
      await person.page.setViewportSize({ width, height });
      await until(() => person.page.evaluate(allInView), `${where}: all in view, ${width} × ${height}`);
    }
    await still(person);
    assert.deepEqual(person.wrong, []);
  }

  test("Klondike: three are drawn, the top one can be played; an empty stock turns the waste over; undo takes it back", async () => {
    const { ana } = races.klondike;
    const read = (/** @type {string} */ name) => cell(ana, name).getAttribute("aria-label");
    await ana.page.keyboard.press("d");
    assert.equal(await played(ana, 1), "D");
    assert.equal(await read("S"), "Stock: 21 cards");
    const top = await grip(ana, "W", 1);
    const covered = await grip(ana, "W", 3);
    assert.notEqual(`${top.x} ${top.y}`, `${covered.x} ${covered.y}`, "three lie apart");
    await ana.page.mouse.click(covered.x - 20, covered.y);
    await ana.page.getByText("Only the top card can be played.").first().waitFor();
    for (let v = 2; v <= 8; v++) {
      await ana.page.touchscreen.tap(...(await middle(ana, "S")));
      assert.equal(await played(ana, v), "D");
    }
    assert.equal(await read("S"), "Stock: empty; here the waste is turned over");
    assert.ok(await cell(ana, "S").evaluate((stock) => stock.classList.contains("turn")));
    await ana.page.touchscreen.tap(...(await middle(ana, "S")));
    await played(ana, 9);
    assert.equal(await read("S"), "Stock: 24 cards");
    assert.equal(await ana.page.textContent(".counters .turnovers dd"), "1");
    for (let v = 10; v <= 18; v++) {
      await ana.page.keyboard.press("u");
      await played(ana, v);
    }
    assert.equal(await ana.page.textContent(".counters .turnovers dd"), "0");
    assert.equal(await read("S"), "Stock: 24 cards", "of cards seen before, only the count shows");
  });

  /** @param {Person} person @param {string} name @returns {Promise<[number, number]>} */
  async function middle(person, name) {
    const box = (await cell(person, name).boundingBox()) ?? assert.fail(`${name} is not there`);
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  test("Klondike: a card with several places is chosen by a tap, and the next tap says where to", async () => {
    const { ana } = races.klondike;
    const { v } = offers(ana);
    await tap(ana, "4");
    assert.deepEqual(await chosen(ana), [1, 2]);
    await tap(ana, "4");
    assert.deepEqual(await chosen(ana), [0, 0], "the same card again lets go");
    await tap(ana, "4");
    await ana.page.keyboard.press("Escape");
    assert.deepEqual(await chosen(ana), [0, 0], "Esc lets go");
    await tap(ana, "4");
    await tap(ana, "F1");
    await until(() => ana.page.$(".line.refusal"), "why not there");
    assert.deepEqual(await chosen(ana), [1, 2], "it stays chosen");
    await tap(ana, "5");
    assert.equal(await played(ana, v + 1), "4>5");
    assert.deepEqual(await chosen(ana), [0, 0]);
    await ana.page.keyboard.press("u");
    await played(ana, v + 2);
  });

  test("Klondike: by keyboard alone, Space picks up, Enter puts down, Enter taps", async () => {
    const { ana } = races.klondike;
    const { v } = offers(ana);
    await cell(ana, "S").focus();
    await ana.page.keyboard.press("Enter");
    assert.equal(await played(ana, v + 1), "D");
    // Stock, waste and four foundations lie before the columns.
    for (let i = 0; i < 9; i++) await ana.page.keyboard.press("ArrowRight");
    await ana.page.keyboard.press("Space");
    assert.deepEqual(await chosen(ana), [1, 2]);
    for (let i = 0; i < 3; i++) await ana.page.keyboard.press("ArrowLeft");
    await ana.page.keyboard.press("Enter");
    assert.equal(await played(ana, v + 2), "4>1");
    assert.ok(await cell(ana, "1").evaluate((column) => column === document.activeElement));
    await ana.page.keyboard.press("u");
    await played(ana, v + 3);
  });

  test("Klondike: a drag to a foundation counts as progress; others see how many, not which", async () => {
    const { ana } = races.klondike;
    const { v } = offers(ana);
    await dragMove(ana, "6>F4");
    assert.equal(await played(ana, v + 1), "6>F4");
    await seenByBob(races.klondike, /^Foundations 1\/52$/);
    const back = offers(ana).legal.find((/** @type {string} */ text) => text.startsWith("F4>"));
    if (back) {
      await dragMove(ana, back);
      assert.equal(await played(ana, v + 2), back);
    }
    await looksWell(ana, "Klondike");
  });

  test("Clásico: a whole game is won, with Spanish cards", async () => {
    const { ana, bob } = races.clasico;
    let taken = false;
    for (const [i, move] of won.entries()) {
      taken ||= await takesFewerAndFewer(ana);
      await playMove(ana, move);
      await until(() => offers(ana).v === i + 1, `${i + 1}. ${move} is played`);
      if (i === 40) await looksWell(ana, "Clásico");
    }
    assert.ok(taken, "a run was picked up, and less and less of it");
    await ana.page.locator(".ended .headline", { hasText: /^Finished!/ }).waitFor();
    await seenByBob(races.clasico, /^Foundations 48\/48$/);
    await giveUp(bob);
    await ana.page.waitForSelector(".ranking");
    assert.match((await ana.page.textContent(".result-row.first")) ?? "", /Foundations 48\/48\s+12\s+12\s+12\s+12\s+111 moves/);
    assert.deepEqual([...ana.wrong, ...bob.wrong], []);
  });

  /** Where a column could give runs of several lengths, Space takes the longest, then the next, then none. @param {Person} person */
  async function takesFewerAndFewer(person) {
    /** @type {Map<string, Set<number>>} */
    const counts = new Map();
    for (const text of offers(person).legal) {
      if (!/^\d/.test(text)) continue;
      const { source, count } = namesIn(text);
      counts.set(source, (counts.get(source) ?? new Set()).add(count));
    }
    const [source, lengths] = [...counts].find(([, { size }]) => size > 1) ?? [];
    if (!source || !lengths) return false;
    await cell(person, source).focus();
    for (const length of [...[...lengths].sort((a, b) => b - a), 0]) {
      await person.page.keyboard.press("Space");
      assert.equal((await chosen(person))[0], length);
    }
    return true;
  }

  test("Maze: the ring is told once; a card with one gap goes there, one with two is chosen", async () => {
    const { ana } = races.maze;
    assert.equal(await ana.page.evaluate(() => localStorage.getItem("corrida.ring")), "told");
    await tap(ana, "r5c3");
    assert.equal(await played(ana, 1), "r1c9<r5c3");
    await ana.page.keyboard.press("u");
    await played(ana, 2);
    await tap(ana, "r4c2");
    assert.deepEqual(await chosen(ana), [1, 2]);
    await tap(ana, "r2c9");
    assert.equal(await played(ana, 3), "r2c9<r4c2");
    await ana.page.keyboard.press("u");
    await played(ana, 4);
  });

  test("Maze: a finger drags a card to a gap, which is lit; a wrong gap says why", async () => {
    const { ana } = races.maze;
    const fingers = await fingersOf(ana);
    for (const [target, v] of /** @type {const} */ ([
      ["r3c2", 4],
      ["r2c9", 5],
    ])) {
      const from = await grip(ana, "r6c5");
      const [x, y] = await middle(ana, target);
      await fingers("touchStart", from);
      await fingers("touchMove", { x: from.x + 20, y: from.y });
      assert.ok(await cell(ana, "r2c9").evaluate((gap) => gap.classList.contains("lit")));
      await fingers("touchMove", { x, y });
      await fingers("touchEnd");
      if (v === 4) await ana.page.getByText("It only goes right of the card one lower").first().waitFor();
      else assert.equal(await played(ana, v), "r2c9<r6c5");
    }
  });

  test("Maze: by keyboard alone, arrows go from cell to cell and round the ring", async () => {
    const { ana } = races.maze;
    const { legal, v } = offers(ana);
    const { source, target } = namesIn(legal.find((/** @type {string} */ text) => text.startsWith("r2c2<")));
    await cell(ana, "r1c1").focus();
    await ana.page.keyboard.press("ArrowLeft");
    assert.ok(await cell(ana, "r6c9").evaluate((last) => last === document.activeElement));
    await ana.page.keyboard.press("ArrowDown");
    await ana.page.keyboard.press("ArrowRight");
    await go("r2c1", source);
    await ana.page.keyboard.press("Space");
    assert.equal((await chosen(ana))[0], 1);
    await go(source, target);
    await ana.page.keyboard.press("Enter");
    assert.equal(await played(ana, v + 1), `${target}<${source}`);
    const { placed } = offers(ana).counters;
    assert.equal(await ana.page.textContent(".counters .placed dd"), String(placed));
    await seenByBob(races.maze, new RegExp(`^In place ${placed}/48$`));
    await looksWell(ana, "Maze");

    /** @param {string} from @param {string} to */
    async function go(from, to) {
      const [a, b] = [cellOf(from)[1], cellOf(to)[1]];
      const [down, right] = [Math.floor(b / 9) - Math.floor(a / 9), (b % 9) - (a % 9)];
      for (let i = 0; i < Math.abs(down); i++) await ana.page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
      for (let i = 0; i < Math.abs(right); i++) await ana.page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
    }
  });

  test("Spanish Spider: taps, drags, deals and picks as in Spider, with its own cards", async () => {
    const { ana } = races.spanish;
    assert.equal((await ana.page.$$(".card")).length, 96);
    assert.match((await cell(ana, "1").getAttribute("aria-label")) ?? "", /of (swords|cups); 4 face down$/);
    await tap(ana, "8");
    assert.equal(await played(ana, 1), "8>7");
    await dragMove(ana, "1>3");
    assert.equal(await played(ana, 2), "1>3");
    await cell(ana, "9").focus();
    await ana.page.keyboard.press("Space");
    await ana.page.waitForSelector(".picker");
    await ana.page.keyboard.press("Enter");
    assert.match(await played(ana, 3), /^9>/);
    await ana.page.keyboard.press("d");
    assert.equal(await played(ana, 4), "D");
    assert.equal(await ana.page.textContent(".counters .rows dd"), "4");
    await seenByBob(races.spanish, /^Sets 0\/8$/);
    await looksWell(ana, "Spanish Spider");
  });
});
