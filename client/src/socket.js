/**
 * The one connection to the server: opens it, opens it again, and knows when it is dead without being told.
 *
 * @typedef {import("./messages.js").Incoming} Incoming
 * @typedef {import("./messages.js").Outgoing} Outgoing
 * @typedef {object} Listener
 * @property {() => string} address where to connect, which says what is wanted there
 * @property {() => void} opened
 * @property {(message: Incoming, now: number) => void} received
 * @property {(failures: number) => void} lost coming back by itself
 * @property {(code: number) => void} ended for good
 * @typedef {{send: (message: Outgoing) => boolean, ping: () => void, resync: () => void, reopen: () => void, close: () => void}} Socket
 *   `resync`: hang up and come back like after a failure; `reopen`: at once, even after an end
 */
import { delayBefore, isFinal } from "./retry.js";
import { decode, encode } from "@msgpack/msgpack";

/** @typedef {import("./begun.js").Begun} Begun */

export const PROTOCOL = "corrida.1";
const EAGER_PING_MS = 2000;
const EAGER_FOR_MS = 10_000;
const PING_MS = 15_000;
/** No answer to a ping for this long: the connection is dead, whatever the browser says. */
const SILENCE_MS = 8000;
/** The same, where there is reason to doubt it: the page was asleep, or the network changed. */
const DOUBT_MS = 2000;
/** Whoever waits for a wish to be answered is not left in doubt for longer. */
const WISH_MS = 3000;
const WISHES = ["play", "tap", "give_up", "go_on"];
/** A connection that held for this long was a success. */
const STEADY_MS = 5000;

/**
 * @param {Listener} listener
 * @param {Begun | null} [begun] one to go on with
 * @returns {Socket}
 */
export function openSocket(listener, begun = null) {
  /** @type {WebSocket | null} */
  let ws = null;
  let failures = 0;
  let openedAt = 0;
  let closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let beat;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let doubt;
  /** If nothing was heard by then, the connection is dead. */
  let doubtAt = Infinity;

  /** @param {Begun | null} [begun] */
  function open(begun = null) {
    clearTimeout(retry);
    const mine = begun?.ws ?? new WebSocket(listener.address(), PROTOCOL);
    mine.binaryType = "arraybuffer";
    ws = mine;
    const tooLong = setTimeout(() => gone(mine, 1006), SILENCE_MS);
    mine.onopen = () => {
      clearTimeout(tooLong);
      openedAt = performance.now();
      listener.opened();
      ping(SILENCE_MS);
      nextBeat();
    };
    const receive = (/** @type {ArrayBuffer} */ data, now = performance.now()) => {
      trust();
      listener.received(/** @type {Incoming} */ (decode(new Uint8Array(data))), now);
    };
    mine.onmessage = ({ data }) => receive(data);
    mine.onclose = ({ code }) => {
      clearTimeout(tooLong);
      gone(mine, code);
    };
    // What has come already is heard like all else: after whoever opened this has it in hand.
    if (begun?.ws.readyState === WebSocket.OPEN)
      queueMicrotask(() => {
        if (mine !== ws) return;
        mine.onopen?.(new Event("open"));
        for (const [data, at] of begun.heard) if (mine === ws) receive(data, at);
      });
  }

  /**
   * @param {WebSocket} mine
   * @param {number} code
   */
  function gone(mine, code) {
    if (mine !== ws) return;
    ws = null;
    mine.onopen = mine.onmessage = mine.onclose = null;
    mine.close();
    clearTimeout(beat);
    trust();
    if (closed) return;
    // One that held for a while has ended the row of failures; one that is cut off again at once has not.
    if (openedAt && performance.now() - openedAt > STEADY_MS) failures = 0;
    openedAt = 0;
    if (isFinal(code)) {
      closed = true;
      listener.ended(code);
      return;
    }
    retry = setTimeout(open, delayBefore(failures, Math.random()));
    failures += 1;
    listener.lost(failures);
  }

  function nextBeat() {
    clearTimeout(beat);
    const eager = performance.now() - openedAt < EAGER_FOR_MS;
    beat = setTimeout(
      () => {
        ping(SILENCE_MS);
        nextBeat();
      },
      eager ? EAGER_PING_MS : PING_MS,
    );
  }

  /** @param {number} patience milliseconds */
  function ping(patience) {
    if (write({ t: "ping", c: performance.now() })) expect(patience);
  }

  /**
   * Something must be heard soon. What comes later does not put off what was expected before.
   * @param {number} patience milliseconds
   */
  function expect(patience) {
    const mine = ws;
    const at = performance.now() + patience;
    if (!mine || at >= doubtAt) return;
    clearTimeout(doubt);
    doubtAt = at;
    doubt = setTimeout(() => gone(mine, 1006), patience);
  }

  function trust() {
    clearTimeout(doubt);
    doubtAt = Infinity;
  }

  /** @param {Outgoing} message */
  function send(message) {
    const sent = write(message);
    if (sent && WISHES.includes(message.t)) expect(WISH_MS);
    return sent;
  }

  /** @param {Outgoing} message */
  function write(message) {
    if (ws?.readyState !== WebSocket.OPEN) return false;
    ws.send(encode(message));
    return true;
  }

  /** Whatever slept has woken up: is the connection still there? */
  function wake() {
    if (closed || document.visibilityState === "hidden") return;
    failures = 0;
    if (!ws) open();
    else ping(DOUBT_MS);
  }
  /** The browser knows it before we could. */
  function offline() {
    if (ws) gone(ws, 1006);
  }
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  addEventListener("offline", offline);
  addEventListener("online", wake);
  open(begun);

  return {
    send,
    ping: () => ping(SILENCE_MS),
    resync() {
      if (ws) gone(ws, 1006);
    },
    reopen() {
      closed = false;
      failures = 0;
      if (ws) gone(ws, 1006);
      open();
    },
    close() {
      closed = true;
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("pageshow", wake);
      removeEventListener("offline", offline);
      removeEventListener("online", wake);
      clearTimeout(retry);
      if (ws) gone(ws, 1000);
    },
  };
}
