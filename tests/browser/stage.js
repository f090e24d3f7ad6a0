/**
 * What the browser tests share: the real server on a free port with a data folder of its own, the machine's Chromium, pages
 * whose every frame is kept, and hands that play.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const client = createRequire(join(root, "client/package.json"));
/** @type {typeof import("playwright-core")} */
const { chromium } = client("playwright-core");
/** @type {{decode: (data: Uint8Array) => any, encode: (message: unknown) => Uint8Array}} */
const { decode, encode } = client("@msgpack/msgpack");
const axe = readFile(client.resolve("axe-core/axe.min.js"), "utf8");

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Browser} Browser */

/** Everything here waits for conditions; this only bounds the wait. */
const PATIENCE_MS = 20_000;

/**
 * The server, as a host would start it.
 * @typedef {{url: string, data: string, pause: () => Promise<void>, resume: () => Promise<void>, stop: () => Promise<void>}} Server
 * @param {Record<string, string>} [settings] by environment
 * @returns {Promise<Server>}
 */
export async function startServer(settings = {}) {
  const data = await mkdtemp(join(tmpdir(), "corrida-"));
  let running = await run(data, 0, settings);
  const { url } = running;
  return {
    url,
    data,
    pause: () => running.stop(),
    async resume() {
      running = await run(data, Number(new URL(url).port), settings);
    },
    async stop() {
      await running.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} data
 * @param {number} port 0: any free one
 * @param {Record<string, string>} settings
 * @returns {Promise<{url: string, stop: () => Promise<void>}>}
 */
async function run(data, port, settings) {
  const server = spawn(join(root, ".venv/bin/corrida"), ["serve", "--port", String(port), "--data", data], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { CORRIDA_COUNTDOWN_MS: "1000", CORRIDA_STOCK: "0", ...process.env, ...settings },
  });
  const stop = async () => {
    if (server.exitCode === null && server.kill("SIGTERM")) await once(server, "exit");
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (!url) continue;
    server.stdout.resume();
    return { url: url.replace(/\/$/, ""), stop };
  }
  await stop();
  throw new Error("the server ended before it was ready");
}

/**
 * Put deals that are proved winnable into the stock of a server, which is down meanwhile.
 * @param {Server} server @param {string} variant @param {number} count
 */
export async function stockUp(server, variant, count) {
  await server.pause();
  const certify = spawn(join(root, ".venv/bin/corrida"), ["certify", variant, "--count", String(count), "--data", server.data], { stdio: "ignore" });
  const [code] = await once(certify, "exit");
  if (code !== 0) throw new Error(`corrida certify ended with ${code}`);
  await server.resume();
}

/** @returns {Promise<Browser>} */
export const startBrowser = () =>
  chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });

/**
 * A server and a browser for all tests of a file, or of the group in which this is called: they are there from before the first
 * test, and before whatever else is to be done then, until after the last.
 * @typedef {{server: Server, browser: Browser}} Stage
 * @param {Record<string, string>} [settings] of the server, by environment
 * @returns {Stage}
 */
export function openStage(settings) {
  const stage = /** @type {Stage} */ ({});
  before(async () => {
    const starting = [
      startServer(settings).then((server) => void (stage.server = server)),
      startBrowser().then((browser) => void (stage.browser = browser)),
    ];
    await Promise.allSettled(starting); // where one does not start, the other has to be there to be ended
    await Promise.all(starting);
  });
  after(async () => {
    await stage.browser?.close();
    await stage.server?.stop();
  });
  return stage;
}

/**
 * A person with a browser of their own.
 * @typedef {object} Person
 * @property {Page} page
 * @property {any[]} heard messages from the server, decoded
 * @property {string[]} wrong errors that the page met
 * @property {string} id once in a room
 */

/**
 * @param {Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} [options]
 * @returns {Promise<Person>}
 */
export async function newPerson(browser, options = {}) {
  const context = await browser.newContext({
    locale: "en",
    viewport: { width: 1280, height: 860 },
    permissions: ["clipboard-read", "clipboard-write"],
    // Each context would fetch the whole page once more; where it is the matter, it is allowed.
    serviceWorkers: "block",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return anotherTab(context);
}

/**
 * @param {import("playwright-core").BrowserContext} context
 * @returns {Promise<Person>}
 */
export async function anotherTab(context) {
  const page = await context.newPage();
  /** @type {Person} */
  const person = { page, heard: [], wrong: [], id: "" };
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const message = decode(/** @type {Buffer} */ (payload));
      if (message.t === "welcome") person.id = message.player;
      person.heard.push(message);
    }),
  );
  page.on("pageerror", (error) => person.wrong.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(message.text()))
      person.wrong.push(message.text());
  });
  return person;
}

/**
 * A gate for what the server says to a page, to be set up before the page is opened. While it is shut, frames wait. `hide`
 * takes things out of a message on its way. `heed` hears what the page says, and tells whether the server hears it too.
 * @param {Person} person
 */
export async function gateFor({ page }) {
  let shut = false;
  let hide = (/** @type {any} */ message) => message;
  let heed = (/** @type {any} */ _) => true;
  /** @type {(() => void)[]} */
  const waiting = [];
  await page.routeWebSocket(/\/ws(\?|$)/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      if (heed(decode(/** @type {Buffer} */ (frame)))) server.send(frame);
    });
    server.onMessage((frame) => {
      const pass = () => socket.send(Buffer.from(encode(hide(decode(/** @type {Buffer} */ (frame))))));
      if (shut) waiting.push(pass);
      else pass();
    });
  });
  return {
    shut: () => void (shut = true),
    hide: (/** @type {(message: any) => any} */ how) => void (hide = how),
    heed: (/** @type {(message: any) => boolean} */ how) => void (heed = how),
    open() {
      shut = false;
      for (const pass of waiting.splice(0)) pass();
    },
  };
}

/**
 * A line that, from `begin` to `end`, delays, drops, doubles and reorders what the server says, and breaks now and then. To be
 * set up before the page is opened.
 * @param {Person} person
 * @param {(n: number) => number} roll
 */
export async function stormFor({ page }, roll) {
  let rages = false;
  let troubles = 0;
  await page.routeWebSocket(/\/ws(\?|$)/, (socket) => {
    const server = socket.connectToServer();
    let open = true;
    socket.onClose((code, reason) => {
      open = false;
      void server.close({ code: code === 1006 ? 1000 : (code ?? 1000), reason: reason ?? "" });
    });
    server.onClose((code, reason) => open && void socket.close({ code: code === 1006 ? 1012 : (code ?? 1012), reason: reason ?? "" }));
    server.onMessage((frame) => {
      const pass = () => open && socket.send(frame);
      const luck = rages ? roll(20) : 20;
      if (luck < 8) troubles += 1;
      if (luck === 0) return; // lost
      if (luck === 1) {
        open = false;
        void socket.close({ code: 1012, reason: "" });
        return void server.close({ code: 1000, reason: "" });
      }
      if (luck < 4) pass(); // and once more
      if (luck < 8) return void setTimeout(pass, 10 * luck); // others overtake it
      pass();
    });
  });
  return { begin: () => void (rages = true), end: () => void (rages = false), troubles: () => troubles };
}

/**
 * Waits until `test` gives something. The page need not move for it: it is asked again and again.
 * @template T
 * @param {() => T | Promise<T>} test
 * @param {string} what
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(test, what) {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const value = await test();
    if (value) return value;
    if (performance.now() > end) assert.fail(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/** The newest message of a kind. @param {Person} person @param {(message: any) => boolean} test */
export const latest = ({ heard }, test) => heard.findLast(test);

/** What the server last said about the own table: its legal moves and taps. @param {Person} person */
export const offers = (person) =>
  latest(
    person,
    (message) => (message.t === "table" || message.t === "moved") && message.player === person.id && message.legal,
  );

/** @param {Person} person @param {string} url @param {{name?: string, variant?: string, deal?: string}} [how] */
export async function createRace({ page }, url, { name = "Ana", variant = "spider-1", deal = "" } = {}) {
  await page.goto(url);
  await page.fill("[name=name]", name);
  await page.check(`[name=variant][value=${variant}]`, { force: true });
  if (deal) {
    await page.click("summary");
    await page.fill("[name=deal]", deal);
  }
  await page.click(".create .primary");
  await page.waitForSelector(".lobby");
  return page.url();
}

/**
 * From now on this person takes seats as a program does, which may give up at once and for good: where that is not what is
 * tested, nobody has to wait for it.
 * @param {Person} person
 */
export const asProgram = ({ page }) =>
  page.addInitScript(() => {
    const { send } = WebSocket.prototype;
    // A msgpack map of two, {t: "join", name}, becomes one of three.
    WebSocket.prototype.send = function (data) {
      const bytes = new Uint8Array(/** @type {ArrayBuffer} */ (data));
      const join = bytes[0] === 0x82 && new TextDecoder("latin1").decode(bytes.subarray(2, 8)) === "t\xa4join";
      const robot = [0xa5, ...new TextEncoder().encode("robot"), 0xc3];
      send.call(this, join ? Uint8Array.from([0x83, ...bytes.subarray(1), ...robot]) : bytes);
    };
    const { fetch } = globalThis;
    globalThis.fetch = (path, how) =>
      fetch(path, path === "/api/rooms" ? { ...how, body: String(how?.body).replace("{", '{"robot":true,') } : how);
  });

/** By the menu, with its question. @param {Person} person */
export async function giveUp({ page }) {
  await page.click(".top .round");
  await page.click(".menu .danger");
  await page.click(".question .danger");
}

/** Waits until people may give up. @param {Person} person */
export const fiveSeconds = ({ page }) =>
  page.waitForFunction(() => (document.querySelector("[data-clock]")?.textContent ?? "") >= "0:06");

/**
 * A game alone, from the start page; its clock runs.
* @param {Person} person
 * @param {string} url
 * @param {{variant?: string, deal?: string}} [wanted]
 */
export async function playAlone(person, url, { variant = "spider-1", deal = "" } = {}) {
  const { page } = person;
  await page.goto(url);
  await page.check(`[name=variant][value=${variant}]`, { force: true });
  if (deal) {
    await page.click("summary");
    await page.fill("[name=deal]", deal);
  }
  await page.getByRole("button", { name: "Play alone" }).click();
  await page.waitForSelector(".card.open");
  await running(person);
}

/** The clock runs. @param {Person} person */
export const running = (person) => until(() => latest(person, ({ t }) => t === "room")?.paused === false, "the clock runs");

/**
 * Plays moves for a person without drawing them, over a connection of its own, and gives the race back to their page.
 * @param {Person} person who has not moved yet
 * @param {readonly string[]} moves
 * @param {{over?: boolean}} [how] `over`: the moves win, and no table is waited for
 */
export async function playFast({ page }, moves, { over = false } = {}) {
  const code = page.url().split("/").at(-1);
  const frames = [{ t: "hello", code }, ...moves.map((move, v) => ({ t: "play", n: v + 1, v, move }))];
  const tab = await page.context().newPage();
  await tab.goto(new URL("/", page.url()).href);
  await tab.evaluate(
    (frames) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`, "corrida.1");
        const next = () => {
          const frame = frames.shift();
          if (frame) socket.send(Uint8Array.from(frame));
          else resolve(socket.close());
        };
        socket.binaryType = "arraybuffer";
        socket.onopen = next;
        socket.onmessage = ({ data }) => {
          const text = new TextDecoder("latin1").decode(data);
          if (/^.\xa1t\xa7refused/s.test(text)) reject(new Error(text));
          if (/^.\xa1t\xa5(?:table|moved)/s.test(text)) next();
        };
      }),
    frames.map((frame) => [...encode(frame)]),
  );
  await tab.close();
  await page.click(".end .primary");
  if (!over) await page.waitForSelector(".card.open");
}

/** @param {Person} person @param {string} room @param {string} name */
export async function joinRace({ page }, room, name) {
  await page.goto(room);
  await page.fill("#join-name", name);
  await page.click(".seat .primary");
  await page.waitForSelector(".member.me");
}

/** The host starts; everyone waits for the cards. @param {Person} host @param {Person[]} others */
export async function startRace(host, ...others) {
  await host.page.click(".doing .actions .large:nth-child(2)");
  for (const { page } of [host, ...others]) await page.waitForSelector(".card.open");
}

/** The number of moves on the own table, as shown. @param {Person} person */
export const movesShown = async ({ page }) => Number(await page.textContent(".counters .moves dd"));

/** What the table says of itself, pile by pile. @param {Person} person */
export const tableRead = ({ page }) =>
  page.$$eval(".pile", (piles) => piles.map((pile) => pile.getAttribute("aria-label")));

/** Waits until nothing moves. @param {Person} person */
export const still = ({ page }) =>
  page.waitForFunction(
    () =>
      document.querySelectorAll(".cards").length === 1 &&
      document.getAnimations().every(({ playState }) => playState !== "running"),
  );

/**
 * How often the browser lays out the page, as its own trace counts it, until `act` is done.
 * @param {Person} person
 * @param {() => Promise<unknown>} act
 * @returns {Promise<number>}
 */
export async function layoutsDuring({ page }, act) {
  const browser = page.context().browser() ?? assert.fail("no browser");
  const tools = await page.context().newCDPSession(page);
  const { frameTree } = await tools.send("Page.getFrameTree");
  await tools.detach();
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await act();
  /** @type {{name: string, args?: {beginData?: {frame: string}}}[]} */
  const events = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
  return events.filter(({ name, args }) => name === "Layout" && args?.beginData?.frame === frameTree.frame.id).length;
}

/** Where a pile's cell is on the page. @param {string} name as in the notation @returns {[selector: string, nth: number]} */
export function cellOf(name) {
  const [, kind = "", a = "1", b = "1"] = /^([WSFr]?)(\d*)c?(\d*)$/.exec(name) ?? assert.fail(`${name} is no pile`);
  if (kind === "r") return [".pile.cell", (Number(a) - 1) * 9 + Number(b) - 1];
  if (kind === "F") return [".pile.foundation", Number(a) - 1];
  if (kind) return [kind === "W" ? ".pile.waste" : ".pile.stock", 0];
  return [".pile.column", Number(a) - 1];
}

/**
 * Where to take hold of the `count`-th open card from the top of a pile.
 * @param {Person} person
 * @param {number | string} pile a column from 0, or any pile by its name
 * @param {number} count
 * @returns {Promise<{x: number, y: number}>}
 */
export async function grip(person, pile, count = 1) {
  await still(person);
  const name = typeof pile === "number" ? String(pile + 1) : pile;
  const [selector, nth] = cellOf(name);
  const place = await person.page.evaluate(
    ({ selector, nth, count }) => {
      const lane = document.querySelectorAll(selector)[nth]?.getBoundingClientRect();
      if (!lane) return null;
      const column = selector.includes("column");
      const cards = [...document.querySelectorAll(".card.open")]
        .map((card) => ({
          box: card.getBoundingClientRect(),
          z: Number(/** @type {HTMLElement} */ (card).style.zIndex),
        }))
        .filter(({ box: { x, y, width, height } }) =>
          column
            ? Math.abs(x - lane.x) < 2 && y > lane.y - 2 && y < lane.bottom
            : x > lane.x - 2 && x < lane.x + width * 0.95 && y > lane.y - 2 && y < lane.y + height * 0.95,
        );
      const card = cards.sort((a, b) => b.z - a.z)[count - 1]?.box;
      return card ? { x: card.x + card.width / 2, y: card.y + 7 } : null;
    },
    { selector, nth, count },
  );
  return place ?? assert.fail(`pile ${name} has no ${count} open cards`);
}

/** @param {string} text */
export function readMove(text) {
  const [, source, target, count] =
    /^(\d+)>(\d+)(?:x(\d+))?$/.exec(text) ?? assert.fail(`${text} is no move between columns`);
  return { source: Number(source) - 1, target: Number(target) - 1, count: Number(count ?? 1) };
}

/** Any move by the names of its piles. @param {string} text @returns {{source: string, target: string, count: number}} */
export function namesIn(text) {
  const [, a = "", arrow, b = "", count] =
    /^(\w+)([<>])(\w+?)(?:x(\d+))?$/.exec(text) ?? assert.fail(`${text} is no move between piles`);
  const [source, target] = arrow === ">" ? [a, b] : [b, a];
  return { source, target, count: Number(count ?? 1) };
}

/** Plays a move by dragging. @param {Person} person @param {string} move */
export async function dragMove(person, move) {
  const { source, target, count } = namesIn(move);
  const { mouse } = person.page;
  const [from, to] = await Promise.all([grip(person, source, count), goal(person, target)]);
  // From column to column straight across.
  const y = /^\d+$/.test(source + target) ? from.y + 12 : to.y;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, y);
  await mouse.up();
}

/** Where to drop cards on a pile. @param {Person} person @param {string} name */
export function goal({ page }, name) {
  const [selector, nth] = cellOf(name);
  return page.evaluate(
    ({ selector, nth }) => {
      const cell = document.querySelectorAll(selector)[nth]?.getBoundingClientRect() ?? new DOMRect();
      return { x: cell.x + cell.width / 2, y: cell.y + Math.min(40, cell.height / 2) };
    },
    { selector, nth },
  );
}

let aside = 0;

/** A tap, each a little beside the one before: two in one place would be a double click. @param {Person} person @param {{x: number, y: number}} at */
export function tapAt({ page }, { x, y }) {
  aside = aside ? 0 : 12;
  return page.mouse.click(x + aside, y);
}

/** Plays a move in the quickest way: by key, by a tap where that does it, or by dragging. @param {Person} person @param {string} move */
export async function playMove(person, move) {
  if (move === "D") return person.page.keyboard.press("d");
  if (!offers(person).taps.includes(move)) return dragMove(person, move);
  const { source, count } = namesIn(move);
  return tapAt(person, await grip(person, source, count));
}

/** A legal move of one card between columns, if possible onto another card. @param {Person} person */
export function someMove(person) {
  const { legal } = offers(person);
  return /** @type {string} */ (
    legal.find((/** @type {string} */ text) => /^\d+>\d+$/.test(text)) ?? assert.fail("no legal move on this deal")
  );
}

export const SIZES = /** @type {const} */ ([
  ["phone", 360, 740],
  ["tablet", 820, 1180],
  ["desktop", 1440, 900],
  ["phone on its side", 740, 360],
]);

/** Nothing wider than the window; no control too small for a finger, none cut off at the side. @param {Person} person @param {string} where */
export async function fits({ page }, where) {
  for (const [size, width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const wrong = await page.evaluate(() => {
      const wrong = [];
      if (document.documentElement.scrollWidth > innerWidth)
        wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
      const within = document.querySelector("dialog[open]") ?? document;
      for (const control of within.querySelectorAll(
        "button, select, summary, a, input:not([type=radio], [type=checkbox])",
      )) {
        const { width, height, left, right } = control.getBoundingClientRect();
        if (!width) continue;
        const name = control.textContent?.trim() || control.getAttribute("name");
        if (height < 43.5 || width < 24) wrong.push(`${name} is ${width} × ${height}`);
        if (left < 0 || right > innerWidth + 0.5) wrong.push(`${name} is cut off`);
      }
      return wrong;
    });
    assert.deepEqual(wrong, [], `${where}, ${size}`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe finds wrong, in both themes. @param {Person} person @param {string} where */
export async function accessible({ page }, where) {
  await page.evaluate(await axe);
  for (const [colorScheme, only] of /** @type {const} */ ([
    ["light", TAGS],
    ["dark", "color-contrast"],
  ])) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(
      (runOnly) => /** @type {any} */ (globalThis).axe.run(document, { runOnly, resultTypes: ["violations"] }),
      only,
    );
    assert.deepEqual(
      found.violations.map(
        (/** @type {any} */ { id, nodes }) =>
          `${id}: ${nodes.map((/** @type {any} */ { target, failureSummary }) => `${target} ${failureSummary}`).join(" | ")}`,
      ),
      [],
      `${where}, ${colorScheme}`,
    );
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Run on the page: whether all piles and cards lie within the board. */
export function allInView() {
  const board = document.querySelector(".board")?.getBoundingClientRect();
  const out = (/** @type {Element} */ element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return !board || left < board.left || right > board.right || top < board.top - 1 || bottom > board.bottom;
  };
  return document.querySelector(".card") !== null && ![...document.querySelectorAll(".pile, .card")].some(out);
}

/**
 * A finger, or several.
 * @param {Person} person
 * @returns {Promise<(type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel", ...points: {x: number, y: number}[]) => Promise<unknown>>}
 */
export async function fingersOf({ page }) {
  const touch = await page.context().newCDPSession(page);
  return (type, ...points) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
}
