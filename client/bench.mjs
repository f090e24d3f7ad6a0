// How heavy, how soon and how smooth the page is: `make bench-client`. Prints tables; nothing fails by them.
//
// The page is opened through a line of 100 ms there and back and 1.6 Mbit/s, which slows HTTP and the websocket alike.

import { once } from "node:events";
import { connect, createServer } from "node:net";
import * as stage from "../tests/browser/stage.js";
import { kib, weigh } from "./sizes.mjs";

const ROUND_TRIP_MS = 100;
const BYTES_A_MS = 1.6e6 / 8 / 1000;
/** Each time is the middle one of so many. */
const ROUNDS = 5;
/** A spider deal with moves at its start. */
const DEAL = "S1-BZPEP-SQZS1-QKHP0";

/**
 * A slow line to a port of this machine.
 * @param {number} port
 * @returns {Promise<{port: number, close: () => void}>}
 */
async function slowLine(port) {
  const server = createServer((near) => {
    // The handshake takes a round trip before anything can be said.
    const far = connect(port, "127.0.0.1");
    carry(near, far, ROUND_TRIP_MS);
    carry(far, near, 0);
  });
  // What all connections receive shares one line.
  let free = 0;
  /** @param {import("node:net").Socket} from @param {import("node:net").Socket} to @param {number} first */
  function carry(from, to, first) {
    let last = performance.now() + first;
    const at = (/** @type {number} */ bytes) => {
      free = Math.max(free, performance.now()) + bytes / BYTES_A_MS;
      last = Math.max(last, free);
      return last + ROUND_TRIP_MS / 2 - performance.now();
    };
    from.on("data", (data) => setTimeout(() => to.write(data), at(data.length)));
    from.on("close", () => setTimeout(() => to.destroy(), at(0)));
    from.on("error", () => to.destroy());
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { port: address.port, close: () => void server.close() };
}

/** @param {number[]} values */
const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** @param {string[][]} rows the first one is the head */
function print(rows) {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  for (const row of rows) console.log(row.map((cell, i) => (i ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join("   "));
  console.log();
}

/**
 * Milliseconds from the beginning of the navigation until the first frame that has this on it.
 * @param {import("playwright-core").Page} page
 * @param {string} url
 * @param {string} selector
 */
async function soon(page, url, selector) {
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.querySelector(selector)) Object.assign(globalThis, { there: performance.now() });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, selector);
  await page.goto(url, { waitUntil: "commit" });
  return Number(await page.waitForFunction(() => Reflect.get(globalThis, "there")).then((handle) => handle.jsonValue()));
}

/**
 * Frames while something moves: how many, how many a second, and the longest wait for one.
 * @param {import("../tests/browser/stage.js").Person} person
 * @param {() => Promise<unknown>} act
 */
async function frames(person, act) {
  await person.page.evaluate(() => {
    /** @type {number[]} */
    const times = [];
    Object.assign(globalThis, { times });
    const tick = (/** @type {number} */ now) => {
      times.push(now);
      if (times.length < 2000 && Reflect.get(globalThis, "times") === times) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await act();
  await stage.still(person);
  const times = /** @type {number[]} */ (await person.page.evaluate(() => {
    const times = Reflect.get(globalThis, "times");
    Reflect.set(globalThis, "times", null);
    return times;
  }));
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const whole = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return [String(times.length), ((gaps.length / whole) * 1000).toFixed(0), `${Math.max(...gaps).toFixed(0)} ms`];
}

print([["gzipped", "size", "limit"], ...(await weigh()).map(({ what, bytes, most }) => [what, kib(bytes), most === Infinity ? "" : kib(most)])]);

const [server, browser] = await Promise.all([stage.startServer(), stage.startBrowser()]);
const line = await slowLine(Number(new URL(server.url).port));
const slow = `http://127.0.0.1:${line.port}`;
const [ana, bob] = [await stage.newPerson(browser), await stage.newPerson(browser)];

await stage.joinRace(bob, await stage.createRace(ana, server.url, { deal: DEAL }), "Bob");
const dealt = await frames(ana, async () => {
  await stage.startRace(ana, bob);
});
await bob.page.close();
const home = await stage.grip(ana, stage.readMove(stage.someMove(ana)).source);
const dragged = await frames(ana, async () => {
  const { mouse } = ana.page;
  await mouse.move(home.x, home.y);
  await mouse.down();
  for (let i = 0; i < 120; i++) await mouse.move(home.x + 3 * i, home.y + 60 + 60 * Math.sin(i / 8));
  await mouse.move(home.x, home.y + 20);
  await mouse.up();
});
const moved = await frames(ana, async () => {
  const { v } = stage.offers(ana);
  await stage.dragMove(ana, stage.someMove(ana));
  await stage.until(() => stage.offers(ana).v > v, "an answer");
});
const row = await frames(ana, async () => {
  const { v } = stage.offers(ana);
  await ana.page.keyboard.press("d");
  await stage.until(() => stage.offers(ana).v > v, "an answer");
});

/** @type {Record<string, number[]>} */
const times = { "start page, first visit": [], "table, first visit by a link": [], "table, reloaded": [] };
for (let round = 0; round < ROUNDS; round++) {
  const context = await browser.newContext({ locale: "en", viewport: { width: 360, height: 740 } });
  times["start page, first visit"]?.push(await soon(await context.newPage(), slow, ".create .primary"));
  await context.close();
  // Somebody who has never been here looks on; then comes again.
  const other = await browser.newContext({ locale: "en", viewport: { width: 360, height: 740 } });
  const room = `${slow}${new URL(ana.page.url()).pathname}`;
  const page = await other.newPage();
  times["table, first visit by a link"]?.push(await soon(page, room, ".card.open"));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  times["table, reloaded"]?.push(await soon(page, room, ".card.open"));
  await other.close();
}
print([
  [`${ROUND_TRIP_MS} ms there and back, 1.6 Mbit/s`, "usable after", "limit"],
  ...Object.entries(times).map(([what, all]) => [what, `${middle(all).toFixed(0)} ms`, "1000 ms"]),
]);
print([
  ["motion, on this machine", "frames", "a second", "longest"],
  ["countdown and 104 cards dealt", ...dealt],
  ["a card dragged about", ...dragged],
  ["a card moved and answered", ...moved],
  ["a row dealt", ...row],
]);
line.close();
await browser.close();
await server.stop();
