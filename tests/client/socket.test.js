import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { openSocket } from "../../client/src/socket.js";

/** What the browser has and Node has not: connections that open when told, and events. */
class Connection {
  static OPEN = 1;
  /** @type {Connection[]} */
  static all = [];
  readyState = 0;
  sent = 0;
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: {data: ArrayBuffer}) => void) | null} */
  onmessage = null;
  constructor() {
    Connection.all.push(this);
  }
  open() {
    this.readyState = Connection.OPEN;
    this.onopen?.();
  }
  send() {
    this.sent += 1;
  }
  close() {}
  /** An empty msgpack map. */
  speak() {
    this.onmessage?.({ data: Uint8Array.of(0x80).buffer });
  }
}

const PLAY = /** @type {const} */ ({ t: "play", n: 1, v: 0, move: "D" });
/** @type {EventTarget} */
let browser;
/** @type {string[]} */
let told;
let now = 0;
/** @type {import("../../client/src/socket.js").Socket} */
let socket;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  now = 1000;
  mock.method(performance, "now", () => now);
  browser = new EventTarget();
  Connection.all = [];
  Object.assign(globalThis, {
    WebSocket: Connection,
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
    addEventListener: browser.addEventListener.bind(browser),
    removeEventListener: browser.removeEventListener.bind(browser),
  });
  told = [];
  socket = openSocket({
    address: () => "ws://here/ws",
    opened: () => void told.push("opened"),
    received: () => void told.push("received"),
    lost: (failures) => void told.push(`lost ${failures}`),
    ended: () => void told.push("ended"),
  });
  Connection.all[0]?.open();
  Connection.all[0]?.speak();
  told = [];
});
afterEach(() => {
  socket.close();
  mock.timers.reset();
  mock.restoreAll();
});

/** @param {number} ms */
function pass(ms) {
  for (const end = now + ms; now < end; ) {
    now += 100;
    mock.timers.tick(100);
  }
}

test("a wish that meets silence is soon known to be lost, however many follow it", () => {
  socket.send(PLAY);
  pass(2000);
  socket.send(PLAY);
  assert.deepEqual(told, []);
  pass(1000);
  assert.deepEqual(told, ["lost 1"]);
  pass(500);
  assert.equal(Connection.all.length, 2, "and another connection is tried");
});

test("whatever is heard ends the doubt, and who wishes nothing waits with more patience", () => {
  socket.send(PLAY);
  pass(2000);
  Connection.all[0]?.speak();
  pass(3000);
  assert.deepEqual(told, ["received"]);
  pass(6500);
  assert.deepEqual(told, ["received"]);
  pass(1000);
  assert.deepEqual(told, ["received", "lost 1"], "a ping was not answered");
});

test("a browser that is offline says so at once", () => {
  browser.dispatchEvent(new Event("offline"));
  assert.deepEqual(told, ["lost 1"]);
});
