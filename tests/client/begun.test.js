import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mock, test } from "node:test";
import { takeBegun } from "../../client/src/begun.js";
import { openSocket } from "../../client/src/socket.js";

/** @type {{decode: (data: Uint8Array) => unknown, encode: (value: unknown) => Uint8Array<ArrayBuffer>}} */
const { decode, encode } = createRequire(new URL("../../client/package.json", import.meta.url))("@msgpack/msgpack");

/** What the browser has and Node has not: connections that open when told. */
class Connection {
  static OPEN = 1;
  /** @type {Connection[]} */
  static all = [];
  readyState = 0;
  /** @type {unknown[]} */
  sent = [];
  /** @type {((event: object) => void) | null} */
  onopen = null;
  /** @type {((event: {data: ArrayBuffer}) => void) | null} */
  onmessage = null;
  constructor(/** @type {string} */ url) {
    this.url = url;
    Connection.all.push(this);
  }
  open() {
    this.readyState = Connection.OPEN;
    this.onopen?.({});
  }
  send(/** @type {Uint8Array<ArrayBuffer>} */ frame) {
    this.sent.push(decode(Uint8Array.from(frame)));
  }
  close() {
    this.readyState = 3;
  }
  speak(/** @type {object} */ message) {
    this.onmessage?.({ data: Uint8Array.from(encode(message)).buffer });
  }
}

let pages = 0;

/** A page that has just been opened, with what its head does. @param {string} pathname */
async function openPage(pathname) {
  Connection.all = [];
  Object.assign(globalThis, {
    WebSocket: Connection,
    location: { pathname, origin: "https://here" },
    window: globalThis,
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
    addEventListener() {},
    removeEventListener() {},
  });
  await import(`../../client/src/early.js?${pages++}`);
  return Connection.all[0];
}

/** The rest of the page has come. @param {string} code */
function goOn(code) {
  /** @type {unknown[]} */
  const told = [];
  const socket = openSocket(
    {
      address: () => "wss://here/ws?code=MINE",
      opened: () => void told.push("opened"),
      received: (message, at) => void told.push([message, at]),
      lost: (failures) => void told.push(`lost ${failures}`),
      ended: () => void told.push("ended"),
    },
    takeBegun(code),
  );
  return { told, socket };
}

const kinds = (/** @type {Connection | undefined} */ connection) => connection?.sent.map((message) => Reflect.get(Object(message), "t"));

test("the head of a room's page connects, and what it hears is heard once, as of when it came", async (context) => {
  const connection = await openPage("/r/ABC234");
  assert.equal(connection?.url, "wss://here/ws?code=ABC234");
  connection?.open();
  let now = 100;
  context.mock.method(performance, "now", () => now);
  connection?.speak({ t: "welcome", player: "a" });
  connection?.speak({ t: "room", v: 1 });
  now = 700;
  const { told, socket } = goOn("ABC234");
  assert.deepEqual(told, [], "not before whoever opens it has it in hand");
  await Promise.resolve();
  assert.deepEqual(told, ["opened", [{ t: "welcome", player: "a" }, 100], [{ t: "room", v: 1 }, 100]]);
  connection?.speak({ t: "progress" });
  assert.deepEqual(told[3], [{ t: "progress" }, 700]);
  assert.deepEqual([Connection.all.length, kinds(connection)], [1, ["ping"]]);
  socket.close();
});

test("one that is not open yet is waited for", async () => {
  const connection = await openPage("/r/ABC234");
  const { told, socket } = goOn("ABC234");
  await Promise.resolve();
  assert.deepEqual(told, []);
  connection?.open();
  assert.deepEqual([told, kinds(connection), Connection.all.length], [["opened"], ["ping"], 1]);
  socket.close();
});

test("for another room, or once it is broken, it is of no use", async () => {
  const other = await openPage("/r/ABC234");
  other?.open();
  const { told, socket } = goOn("XYZ789");
  assert.equal(other?.readyState, 3);
  Connection.all[1]?.open();
  assert.deepEqual([told, Connection.all[1]?.url], [["opened"], "wss://here/ws?code=MINE"]);
  socket.close();
  const broken = await openPage("/r/ABC234");
  broken?.close();
  const { socket: next } = goOn("ABC234");
  assert.equal(Connection.all.length, 2);
  next.close();
});

test("what is left behind while it waits is heard no more", async () => {
  const connection = await openPage("/r/ABC234");
  connection?.open();
  connection?.speak({ t: "welcome", player: "a" });
  const { told, socket } = goOn("ABC234");
  socket.close();
  await Promise.resolve();
  assert.deepEqual([told, connection?.readyState], [[], 3]);
});

test("other pages begin nothing, and nobody keeps more than a page that is being loaded should", async () => {
  for (const path of ["/", "/daily", "/r/", "/r/%20"]) {
    await openPage(path);
    assert.equal(Connection.all.length, 0, path);
  }
  const connection = await openPage("/r/ABC234");
  connection?.open();
  for (let i = 0; i < 100; i++) if (connection?.readyState === 1) connection.speak({ t: "progress" });
  assert.equal(connection?.readyState, 3);
  mock.reset();
});
