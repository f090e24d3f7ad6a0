import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, newSession, opened, receive } from "../../client/src/session.js";
import { isMember, isRacing, isStuck } from "../../client/src/standing.js";
import { watch, watchedTable } from "../../client/src/watched.js";
import { createTimes } from "../../client/src/times.js";
import { wishAction } from "../../client/src/wishes.js";
import { deal } from "./dealer.js";

/** @typedef {import("../../client/src/messages.js").Room} Room */

/** @param {"open" | "finished"} spectators @returns {Room["settings"]} */
const settings = (spectators) => ({ racers: 8, spectators, time_limit_ms: null, closing_ms: null, undo: "on", hints: true, winnable: false, listed: false, teams: 0, series: 1, delay_ms: 0 });

/** @param {Partial<Room>} [changes] @returns {Room} */
const room = (changes = {}) => ({
  t: "room",
  v: 1,
  code: "ABC234",
  variant: "spider-1",
  sealed: true,
  certified: false,
  solo: false,
  paused: false,
  settings: settings("open"),
  state: "lobby",
  host: "a",
  members: [member("a"), member("b")],
  spectators: 0,
  commitment: "00",
  clock_ms: null,
  ends_ms: null,
  race: 1,
  series: { races: 0, over: false },
  ...changes,
});

/** @param {string} id */
const member = (id) => ({ id, name: id.toUpperCase(), robot: false, ready: false, here: true, strength: null, team: null, head_start_ms: 0, wins: 0 });

/** @param {string} id */
const racer = (id) => ({
  id,
  state: /** @type {const} */ ("racing"),
  home: 0,
  moves: 0,
  down: 44,
  time_ms: null,
  starts_ms: 0,
  here: true,
});

/** @param {string} me */
function enter(me, joinAs = "") {
  const session = newSession("abc 234", joinAs);
  assert.equal(addressOf(session), "/ws?code=abc+234");
  opened(session);
  receive(session, { t: "welcome", player: me, version: "1" }, 0);
  return session;
}

test("who comes with a name takes a seat, who comes without looks on", () => {
  const joining = enter("c", "Cleo");
  assert.deepEqual(receive(joining, room(), 0), [
    { do: "room", before: null },
    { do: "send", message: { t: "join", name: "Cleo" } },
  ]);
  assert.deepEqual(receive(joining, room({ v: 2 }), 0), [{ do: "room", before: "lobby" }], "and asks for it once");
  assert.deepEqual(receive(enter("c"), room(), 0), [{ do: "room", before: null }]);
  assert.deepEqual(receive(enter("a", "Anna"), room(), 0), [{ do: "room", before: null }], "a member has a seat");
  assert.deepEqual(
    receive(enter("c", "Cleo"), room({ state: "racing", clock_ms: 5 }), 0),
    [{ do: "room", before: null }],
    "too late",
  );
});

test("an older state of the room does not replace a newer one", () => {
  const session = enter("a");
  receive(session, room({ v: 5, members: [] }), 0);
  assert.deepEqual(receive(session, room({ v: 4 }), 0), []);
  assert.equal(isMember(session), false);
});

test("the countdown asks for the clock at once", () => {
  const session = enter("a");
  receive(session, room(), 0);
  assert.deepEqual(receive(session, room({ v: 2, state: "countdown", clock_ms: -3000 }), 0), [
    { do: "room", before: "lobby" },
    { do: "hurry" },
  ]);
});

test("a spectator sees the table that the server chooses, until there is another race or another choice", () => {
  const session = enter("c");
  receive(session, room({ state: "racing", clock_ms: 10 }), 0);
  const frame = { ...deal(5).frame(), player: "a" };
  assert.deepEqual(receive(session, frame, 0), [{ do: "table", player: "a" }]);
  assert.deepEqual([session.watching, watchedTable(session)?.v], ["a", 0]);
  assert.deepEqual(receive(session, { ...frame, player: "b" }, 0), [], "one is enough");
  assert.equal(addressOf(session), "/ws?code=ABC234&watch=a");
  receive(session, room({ v: 2, race: 2, state: "racing", clock_ms: 10 }), 0);
  receive(session, { ...frame, player: "b" }, 0);
  assert.equal(session.watching, "b");
});

test("a table that was asked for is seen as soon as it is open, and racers are shown no other than their own", () => {
  const session = enter("c");
  receive(session, room({ state: "racing", clock_ms: 10 }), 0);
  watch(session, "a");
  receive(session, { t: "refused", re: "watch", reason: "table_hidden" }, 0);
  assert.equal(session.hidden, "table_hidden");
  receive(session, { ...deal(5).frame(), player: "a" }, 0);
  assert.equal(session.hidden, "");
  const racing = enter("b");
  receive(racing, room({ state: "racing", clock_ms: 10 }), 0);
  assert.deepEqual(receive(racing, { ...deal(5).frame(), player: "a" }, 0), []);
});

test("a watched table follows each move, ignores the tables of others, and is asked for again after a gap", () => {
  const session = enter("c");
  receive(session, room({ state: "racing", clock_ms: 10 }), 0);
  watch(session, "a");
  const game = deal(5);
  const frame = { ...game.frame(), player: "a" };
  assert.deepEqual(receive(session, frame, 0), [{ do: "table", player: "a" }]);
  assert.deepEqual(receive(session, { ...frame, player: "b" }, 0), []);
  const first = { .../** @type {any} */ (game.play({ t: "play", n: 1, v: 0, move: "D" })), player: "a" };
  const second = { .../** @type {any} */ (game.play({ t: "play", n: 2, v: 1, move: "U" })), player: "a" };
  assert.equal(receive(session, first, 0)[0]?.do, "moved");
  assert.deepEqual(receive(session, first, 0), [], "heard twice");
  assert.equal(watchedTable(session)?.v, 1);
  assert.deepEqual(
    receive(session, { ...second, v: 3 }, 0),
    [
      { do: "send", message: { t: "watch", players: [] } },
      { do: "send", message: { t: "watch", players: ["a"] } },
    ],
    "for of what is watched already only moves would come",
  );
  assert.equal(watchedTable(session), null);
});

test("of several tables each follows its own moves, and what is known of those that stay is kept", () => {
  const session = enter("c");
  receive(session, room({ state: "racing", clock_ms: 10 }), 0);
  assert.deepEqual(watch(session, "a", "b"), { do: "send", message: { t: "watch", players: ["a", "b"] } });
  const games = { a: deal(5), b: deal(6) };
  for (const [player, game] of Object.entries(games)) receive(session, { ...game.frame(), player }, 0);
  const moved = { .../** @type {any} */ (games.b.play({ t: "play", n: 1, v: 0, move: "D" })), player: "b" };
  assert.deepEqual(receive(session, moved, 0), [{ do: "moved", player: "b", move: "D", steps: moved.steps }]);
  assert.deepEqual([...session.tables].map(([player, table]) => [player, table?.v]), [["a", 0], ["b", 1]]);
  assert.equal(watchedTable(session)?.v, 0, "the first one is the one that is watched");
  watch(session, "b", "d");
  assert.deepEqual([...session.tables].map(([player, table]) => [player, table?.v]), [["b", 1], ["d", undefined]]);
  assert.equal(addressOf(session), "/ws?code=ABC234&watch=b%2Cd", "all of them after a reconnect");
  assert.deepEqual(receive(session, { ...moved, v: 5 }, 0), [
    { do: "send", message: { t: "watch", players: ["d"] } },
    { do: "send", message: { t: "watch", players: ["b", "d"] } },
  ], "a gap in one of them");
  assert.equal(session.watching, "b");
});

test("after a reconnect: the room is opened again, the watched table too, and waiting wishes are said again once", () => {
  const session = enter("me");
  receive(session, room({ state: "racing", clock_ms: 1, members: [member("me"), member("b")] }), 0);
  const game = deal(5);
  receive(session, game.frame(), 0);
  assert.ok(isRacing(session) && session.wishes);
  const message = wishAction(session.wishes, "D");
  session.link = "lost";
  opened(session);
  receive(session, { t: "welcome", player: "me", version: "1" }, 0);
  assert.equal(session.link, "open");
  assert.deepEqual(receive(session, game.frame(), 0), [
    { do: "send", message },
    { do: "table", player: "me" },
  ]);
  assert.deepEqual(receive(session, game.frame(), 0), [{ do: "table", player: "me" }]);
});

test("a refusal is told with its reason; one of a room ends the session; a wrong version asks for the whole table", () => {
  const session = enter("me");
  receive(session, room({ state: "racing", clock_ms: 1, members: [member("me"), member("b")] }), 0);
  const game = deal(5);
  receive(session, game.frame(), 0);
  assert.ok(session.wishes);
  const message = wishAction(session.wishes, "U");
  assert.deepEqual(receive(session, { t: "refused", re: "play", reason: "nothing_to_undo", n: message?.n ?? 0 }, 0), [
    { do: "refused", reason: "nothing_to_undo", re: "play" },
  ]);
  assert.deepEqual(
    receive(session, { t: "refused", re: "play", reason: "nothing_to_undo", n: message?.n ?? 0 }, 0),
    [],
    "told once",
  );
  wishAction(session.wishes, "U");
  assert.deepEqual(receive(session, { t: "refused", re: "play", reason: "stale", n: 1 }, 0)[0], { do: "resync" });
  assert.deepEqual(receive(session, { t: "refused", re: "start", reason: "not_enough_racers" }, 0), [
    { do: "refused", reason: "not_enough_racers", re: "start" },
  ]);
  const lost = newSession("AAAAAA", "");
  opened(lost);
  assert.deepEqual(receive(lost, { t: "refused", re: "hello", reason: "unknown_room" }, 0), [{ do: "ended" }]);
  assert.deepEqual([lost.link, lost.problem], ["ended", "unknown_room"]);
});

/** @param {string} me @param {Partial<Room>} changes */
function inRoom(me, changes) {
  const session = enter(me);
  receive(session, room(changes), 0);
  return session;
}

/** @type {Partial<Room>} */
const over = { v: 9, state: "over", clock_ms: 60_000, results: [] };
/** @param {...string} ready @returns {Partial<Room>} the lobby after a rematch was asked for */
const again = (...ready) => ({
  v: 11,
  race: 2,
  members: ["a", "b", "c"].map((id) => ({ ...member(id), ready: ready.includes(id) })),
});

test("a rematch: who asked goes to the lobby, the others keep the results until they are in, spectators come along", () => {
  const asked = inRoom("a", over);
  receive(asked, room({ ...again(), v: 10 }), 0);
  receive(asked, room(again("a")), 0);
  assert.equal(asked.past, null);

  const looking = inRoom("b", over);
  const effects = receive(looking, room(again("a")), 0);
  assert.deepEqual(effects, [{ do: "afresh" }, { do: "room", before: "over" }, { do: "news", news: "rematch" }]);
  assert.equal(looking.past?.race, 1);
  receive(looking, room({ ...again("a", "c"), v: 12 }), 0);
  assert.equal(looking.past?.race, 1, "whoever else is in");
  receive(looking, room({ ...again("a", "b", "c"), v: 13 }), 0);
  assert.equal(looking.past, null);
  receive(looking, room({ ...again("a", "c"), v: 14 }), 0);
  assert.equal(looking.past, null, "not ready after all, but in the lobby");

  const watching = inRoom("x", over);
  assert.deepEqual(receive(watching, room(again("a")), 0), [{ do: "afresh" }, { do: "room", before: "over" }]);
  assert.equal(watching.past, null);
});

test("who still looks at the results when the next race starts, or loses the seat, does not look any longer", () => {
  for (const next of [{ ...again("a"), v: 12, state: /** @type {const} */ ("countdown") }, { ...again("a"), v: 12, members: [member("a")] }]) {
    const session = inRoom("b", over);
    receive(session, room(again("a")), 0);
    assert.ok(session.past);
    receive(session, room(next), 0);
    assert.equal(session.past, null);
  }
});

test("another race begins with nothing of the one before", () => {
  const session = inRoom("me", { state: "racing", clock_ms: 1, members: [member("me"), member("b")] });
  receive(session, { t: "progress", clock_ms: 2, racers: [racer("me"), racer("b")] }, 0);
  receive(session, deal(5).frame(), 0);
  assert.ok(session.wishes);
  wishAction(session.wishes, "D");
  watch(session, "b");
  receive(session, room({ v: 20, race: 2 }), 0);
  const { wishes, racers, watching, tables } = session;
  assert.deepEqual({ wishes, racers, watching, tables }, { wishes: null, racers: [], watching: "", tables: new Map() });
  receive(session, deal(6).frame(), 0);
  assert.equal(session.wishes?.pending.length, 0);
});

test("who does not choose is told what the host has chosen", () => {
  const news = (/** @type {string} */ me, /** @type {Partial<Room>} */ changes) =>
    receive(inRoom(me, {}), room({ v: 2, ...changes }), 0).flatMap((effect) => (effect.do === "news" ? effect.news : []));
  assert.deepEqual(news("b", { commitment: "11", settings: { ...settings("open"), racers: 4 } }), ["game"]);
  assert.deepEqual(news("b", { settings: { ...settings("open"), undo: "off" } }), ["settings"]);
  assert.deepEqual(news("b", { members: [member("a")] }), []);
  assert.deepEqual(news("a", { commitment: "11" }), []);
});

test("that somebody has finished and the others have only so long is told once it is known who", () => {
  const racing = { state: /** @type {const} */ ("racing"), clock_ms: 1 };
  const finished = { ...racer("a"), state: /** @type {const} */ ("finished"), time_ms: 5 };
  const progress = (/** @type {any} */ first) => ({ t: /** @type {const} */ ("progress"), clock_ms: 6, racers: [first, racer("b")] });
  const told = (/** @type {import("../../client/src/session.js").Effect[]} */ effects) => effects.filter((effect) => effect.do === "news");
  const bob = inRoom("b", racing);
  assert.deepEqual(told(receive(bob, progress(racer("a")), 0)), []);
  assert.deepEqual(told(receive(bob, room({ ...racing, ends_ms: 60_005 }), 0)), []);
  assert.deepEqual(told(receive(bob, progress(finished), 0)), [{ do: "news", news: "closing", player: "a" }]);
  assert.deepEqual(told(receive(bob, progress(finished), 0)), []);
  const late = inRoom("b", { ...racing, ends_ms: 60_005 });
  assert.deepEqual(told(receive(late, progress(finished), 0)), [], "who comes in later sees the clock");
  const ana = inRoom("a", racing);
  receive(ana, room({ ...racing, ends_ms: 60_005 }), 0);
  assert.deepEqual(told(receive(ana, progress(finished), 0)), [], "she knows");
});

test("no legal move at all is known once nothing is under way", () => {
  const session = enter("me");
  receive(session, room({ state: "racing", clock_ms: 1, members: [member("me"), member("b")] }), 0);
  const frame = { ...deal(5).frame(), player: "me" };
  receive(session, frame, 0);
  assert.equal(isStuck(session), false);
  receive(session, { ...frame, legal: [], counters: { ...frame.counters, moves: 3 } }, 0);
  assert.equal(isStuck(session), true);
  assert.ok(session.wishes && wishAction(session.wishes, "U"));
  assert.equal(isStuck(session), false, "the undo may bring some back");
  receive(session, { ...frame, legal: [], state: "gave_up" }, 0);
  assert.equal(isStuck(session), false);
});

test("who has given up and looks for a table too early sees their own, and it is asked for again a few times", () => {
  const session = enter("me");
  receive(session, room({ state: "racing", clock_ms: 1, members: [member("me"), member("b")] }), 0);
  receive(session, { ...deal(5).frame(), player: "me", state: "gave_up" }, 0);
  watch(session, "b");
  const no = /** @type {const} */ ({ t: "refused", re: "watch", reason: "table_hidden" });
  for (let i = 0; i < 5; i++) {
    assert.deepEqual(receive(session, no, 0), [
      { do: "table", player: "me" },
      { do: "again", player: "b" },
    ]);
    watch(session, "b");
  }
  assert.deepEqual(receive(session, no, 0), [{ do: "table", player: "me" }], "in the end it is not");
  receive(session, { ...deal(6).frame(), player: "b" }, 0);
  assert.deepEqual([session.hidden, watchedTable(session)?.v], ["", 0], "it is seen as soon as it is open");
});

test("the clock of a game alone stands where it was stopped, and goes on from there", () => {
  const session = newSession("ABC234", "");
  const { clock } = createTimes(
    () => session,
    () => {},
    () => {},
  );
  const at = (/** @type {number} */ v, /** @type {boolean} */ paused, /** @type {number} */ clock_ms) =>
    receive(session, room({ v, state: "racing", solo: true, paused, clock_ms }), performance.now());
  at(1, false, 60_000);
  receive(session, { t: "pong", c: performance.now() - 10, clock_ms: 60_000 }, performance.now());
  at(2, true, 61_000);
  assert.equal(clock(), 61_000);
  receive(session, { t: "pong", c: performance.now() - 1, clock_ms: 61_000 }, performance.now());
  assert.equal(clock(), 61_000);
  // However much later that is, the answers to earlier pings mean nothing.
  at(3, false, 61_000);
  const shown = clock() ?? 0;
  assert.ok(shown >= 61_000 && shown < 70_000, `${shown}`);
  assert.equal(session.clock.samples.length, 0);
});

test("a wish whose answer is lost is found by a ping that was sent after it, and by no other", () => {
  const session = enter("me");
  const game = deal(1);
  receive(session, game.frame(), 0);
  const pong = (/** @type {number} */ sent, /** @type {number} */ now) => receive(session, { t: "pong", c: sent, clock_ms: 0 }, now);
  assert.ok(session.wishes);
  const wish = wishAction(session.wishes, "D");
  assert.ok(wish?.t === "play");
  assert.deepEqual(pong(90, 100), [], "it may have been sent before the wish");
  assert.deepEqual(pong(99, 110), [], "this one too, and it only came later");
  assert.deepEqual(pong(101, 120), [{ do: "resync" }]);
  opened(session);
  receive(session, game.frame(), 130);
  assert.deepEqual(pong(125, 140), [], "it was asked again");
  receive(session, game.play(wish), 150);
  assert.deepEqual(pong(160, 170), [], "and is answered");
});

test("a welcome that has got lost is found by the first pong, since it would have come before", () => {
  const session = newSession("ABC234", "");
  const pong = () => receive(session, { t: "pong", c: 1, clock_ms: null }, 2);
  opened(session);
  assert.deepEqual(pong(), [{ do: "resync" }]);
  session.link = "lost";
  opened(session);
  receive(session, { t: "welcome", player: "me", version: "0" }, 1);
  assert.deepEqual(pong(), []);
  session.link = "ended";
  assert.deepEqual(pong(), [], "whoever was sent away stays away");
});
