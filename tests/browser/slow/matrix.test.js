import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createRace, fingersOf, gateFor, goal, grip, joinRace, latest, namesIn, newPerson, offers, openStage, startRace, still, until } from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */
/** @typedef {{x: number, y: number}} Point */
/**
 * One way to touch the table.
 * @typedef {object} Hand
 * @property {(at: Point) => Promise<unknown>} tap
 * @property {(from: Point, to: Point, between?: () => Promise<unknown>) => Promise<unknown>} drag
 * @property {(at: Point) => Promise<unknown>} pick opens the picker
 */

/** Deals on which something can be done at once, and what their tables have. */
const FAMILIES = /** @type {const} */ ({
  spider: { deal: "S1-BZPEP-SQZS1-QKHP0", stock: true, columns: true },
  "Spanish Spider": { deal: "E2-00000-00000-0000D", stock: true, columns: true },
  klondike: { deal: "K3-00000-00000-0038W", stock: true, columns: true },
  clásico: { deal: "C3-00000-00000-2N26S", stock: true, columns: true },
  maze: { deal: "M1-00000-00000-0000G", stock: false, columns: false },
});

describe("every gesture in every family, by mouse and by finger", { concurrency: true }, () => {
  const stage = openStage();

  /** @param {Person} person @returns {Hand} */
  function mouseOf({ page: { mouse } }) {
    return {
      tap: ({ x, y }) => mouse.click(x, y),
      async drag(from, to, between) {
        await mouse.move(from.x, from.y);
        // At once: what is held still for long enough means something else, and machines may be slow.
        await Promise.all([mouse.down(), mouse.move(from.x + 12, from.y + 4)]);
        await between?.();
        await mouse.move(to.x, to.y);
        await mouse.up();
      },
      pick: ({ x, y }) => mouse.click(x, y, { button: "right" }),
    };
  }

  /** @param {Person} person @returns {Promise<Hand>} */
  async function fingerOf(person) {
    const fingers = await fingersOf(person);
    return {
      async tap(at) {
        await Promise.all([fingers("touchStart", at), fingers("touchEnd")]);
      },
      async drag(from, to, between) {
        await Promise.all([fingers("touchStart", from), fingers("touchMove", { x: from.x + 12, y: from.y + 4 })]);
        await between?.();
        await fingers("touchMove", to);
        await fingers("touchEnd");
      },
      async pick(at) {
        await fingers("touchStart", at);
        await person.page.waitForSelector("dialog[open]");
        await fingers("touchEnd");
      },
    };
  }

  /** A drop that no rule allows: the first pair of piles that is not among the legal moves. @param {Person} person @param {boolean} columns */
  async function illegal(person, columns) {
    const { legal } = offers(person);
    const may = new Set(legal.map((/** @type {string} */ text) => (text === "D" ? "" : `${namesIn(text).source} ${namesIn(text).target}`)));
    const names = columns
      ? ["1", "2", "3", "4", "5", "6", "7"]
      : await person.page.$$eval(".pile.cell", (cells) => cells.map((cell, i) => `${cell.classList.contains("empty") ? "" : "+"}r${Math.floor(i / 9) + 1}c${(i % 9) + 1}`));
    const sources = columns ? names : names.filter((name) => name[0] === "+").map((name) => name.slice(1));
    const targets = columns ? names : names.filter((name) => name[0] !== "+");
    for (const source of sources)
      for (const target of targets) if (source !== target && !may.has(`${source} ${target}`)) return { source, target };
    return assert.fail("everything is legal");
  }

  for (const [family, { deal, stock, columns }] of Object.entries(FAMILIES))
    test(`${family}: one gesture, one wish`, async () => {
      const ana = await newPerson(stage.browser, { reducedMotion: "reduce", hasTouch: true, viewport: { width: 900, height: 700 } });
      const bob = await newPerson(stage.browser);
      const gate = await gateFor(ana);
      let wishes = 0;
      gate.heed((message) => {
        if (["play", "tap", "hint"].includes(message.t)) wishes += 1;
        return true;
      });
      await joinRace(bob, await createRace(ana, stage.server.url, { deal }), "Bob");
      await startRace(ana, bob);
      await bob.page.close();

      /** Does it, and waits for the one answer. @param {() => Promise<unknown>} act @param {string} what */
      async function answered(act, what) {
        const before = wishes;
        const heard = () => ana.heard.filter(({ t }) => t === "moved" || t === "refused").length;
        const had = heard();
        await act();
        await until(() => heard() > had, `${what} is answered`);
        await still(ana);
        assert.equal(wishes, before + 1, `${what} is one wish`);
        assert.equal(heard(), had + 1, what);
        assert.equal(await ana.page.locator(".held, .dragging, dialog").count(), 0, `${what} leaves nothing hanging`);
        return latest(ana, ({ t }) => t === "moved" || t === "refused");
      }
      const undo = async () => assert.equal((await answered(() => ana.page.keyboard.press("u"), "undo")).move, "U");

      for (const [device, hand] of /** @type {[string, Hand][]} */ ([
        ["mouse", mouseOf(ana)],
        ["finger", await fingerOf(ana)],
      ])) {
        const tap = offers(ana).taps.find((/** @type {string} */ text) => text !== "D");
        const chosen = tap ?? offers(ana).legal.find((/** @type {string} */ text) => text !== "D" && !text.includes("F"));
        const { source, target: goes, count } = namesIn(chosen);
        const at = await grip(ana, source, count);
        // A card that may go to several places waits to be told which.
        const then = tap ? null : await goal(ana, goes);
        const tapped = await answered(() => hand.tap(at).then(() => then && hand.tap(then)), `${device}: tap`);
        assert.equal(tapped.move, chosen);
        await undo();

        const move = offers(ana).legal.find((/** @type {string} */ text) => text !== "D" && !text.includes("F"));
        const { source: from, target, count: cards } = namesIn(move);
        const [start, end] = [await grip(ana, from, cards), await goal(ana, target)];
        const drag = await answered(
          () =>
            hand.drag(start, end, async () => {
              assert.equal(await ana.page.locator(".held").count(), cards);
              assert.ok((await ana.page.locator(".pile.lit").count()) > 0, "targets are lit");
            }),
          `${device}: drag`,
        );
        assert.equal(drag.move, move);
        await undo();

        const wrong = await illegal(ana, columns);
        const home = await grip(ana, wrong.source);
        const refusal = await answered(async () => hand.drag(home, await goal(ana, wrong.target)), `${device}: illegal drag`);
        assert.equal(refusal.t, "refused");
        await ana.page.waitForSelector(".line.refusal");
        assert.deepEqual(await grip(ana, wrong.source), home, "it is back");

        if (stock) {
          const box = await ana.page.locator(".pile.stock").boundingBox();
          assert.ok(box);
          const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
          assert.equal((await answered(() => hand.tap(middle), `${device}: stock`)).move, "D");
          await undo();
        }
        const before = wishes;
        if (columns) {
          await hand.pick(await grip(ana, "2"));
          await ana.page.waitForSelector(".picker");
          await ana.page.keyboard.press("Escape");
          await ana.page.waitForSelector("dialog", { state: "detached" });
        } else await ana.page.mouse.click(home.x, home.y, { button: "right" });
        assert.equal(wishes, before, "looking is no wish");
        assert.equal(await ana.page.locator("dialog, .held").count(), 0);
      }
      assert.deepEqual(ana.wrong, []);
    });
});
