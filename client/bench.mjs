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
/** The same for motion: rounds, and how long the bare page is looked at before each. */
const MOVES = 3;
const BARE_MS = 800;
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
    // Timers that are due in the same millisecond may go off in any order; what is sent may not.
    /** @type {(() => void)[]} */
    const waiting = [];
    const later = (/** @type {() => void} */ act, /** @type {number} */ bytes) => {
      waiting.push(act);
      setTimeout(() => waiting.shift()?.(), at(bytes));
    };
    from.on("data", (data) => later(() => void to.write(data), data.length));
    from.on("close", () => later(() => void to.destroy(), 0));
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

/** @typedef {{count: number, aSecond: number, longest: number}} Frames how many, how many a second, and the longest wait for one */

/**
 * Frames while something moves.
 * @param {import("../tests/browser/stage.js").Person} person
 * @param {() => Promise<unknown>} act
 * @returns {Promise<Frames>}
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
  const times = /** @type {number[]} */ (await person.page.evaluate(() => {
    const times = Reflect.get(globalThis, "times");
    Reflect.set(globalThis, "times", null);
    return times;
  }));
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const whole = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return { count: times.length, aSecond: (gaps.length / whole) * 1000, longest: Math.max(...gaps) };
}

/**
 * What this machine can do just now: frames of a page on which one square moves, by itself, and nothing else happens.
 */
async function bare() {
  const person = await stage.newPerson(browser);
  await person.page.setContent("<style>@keyframes go { to { translate: 600px } } i { display: block; width: 90px; height: 126px; background: #c33; animation: go 1s infinite alternate }</style><i></i>");
  const seen = await frames(person, () => new Promise((resolve) => setTimeout(resolve, BARE_MS)));
  await person.page.context().close();
  return seen;
}

/**
 * Something that moves, and the bare page right before it, a few times.
 * @param {string} what
 * @param {import("../tests/browser/stage.js").Person} person
 * @param {() => Promise<unknown>} act
 * @param {number} [rounds]
 */
async function motion(what, person, act, rounds = MOVES) {
  /** @type {[Frames, Frames][]} */
  const seen = [];
  for (let i = 0; i < rounds; i++) {
    const machine = await bare();
    await person.page.bringToFront();
    seen.push([await frames(person, () => act().then(() => stage.still(person))), machine]);
  }
  const of = (/** @type {(pair: [Frames, Frames]) => number} */ value) => middle(seen.map(value)).toFixed(0);
  return [
    what,
    of(([own]) => own.count),
    of(([own]) => own.aSecond),
    `${of(([own]) => own.longest)} ms`,
    of(([, machine]) => machine.aSecond),
    `${of(([, machine]) => machine.longest)} ms`,
    `${of(([own, machine]) => (100 * own.aSecond) / machine.aSecond)} %`,
  ];
}

print([["gzipped", "size", "limit"], ...(await weigh()).map(({ what, bytes, most }) => [what, kib(bytes), most === Infinity ? "" : kib(most)])]);

const [server, browser] = await Promise.all([stage.startServer(), stage.startBrowser()]);
const line = await slowLine(Number(new URL(server.url).port));
const slow = `http://127.0.0.1:${line.port}`;
const [ana, bob] = [await stage.newPerson(browser), await stage.newPerson(browser)];

await stage.joinRace(bob, await stage.createRace(ana, server.url, { deal: DEAL }), "Bob");
const dealt = await motion(
  "countdown and 104 cards dealt",
  ana,
  async () => {
    await stage.startRace(ana, bob);
  },
  1,
);
await bob.page.close();
const home = await stage.grip(ana, stage.readMove(stage.someMove(ana)).source);
const dragged = await motion("a card dragged about", ana, async () => {
  const { mouse } = ana.page;
  await mouse.move(home.x, home.y);
  await mouse.down();
  for (let i = 0; i < 120; i++) await mouse.move(home.x + 3 * i, home.y + 60 + 60 * Math.sin(i / 8));
  await mouse.move(home.x, home.y + 20);
  await mouse.up();
});
/** @param {() => Promise<unknown>} act */
async function answered(act) {
  const { v } = stage.offers(ana);
  await act();
  await stage.until(() => stage.offers(ana).v > v, "an answer");
}
const moved = await motion("a card moved and answered", ana, () => answered(() => stage.dragMove(ana, stage.someMove(ana))));
const row = await motion("a row dealt", ana, () => answered(() => ana.page.keyboard.press("d")));

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
  ["motion, on this machine", "frames", "a second", "longest", "bare page", "longest", "of it"],
  dealt,
  dragged,
  moved,
  row,
]);
line.close();
await browser.close();
await server.stop();
