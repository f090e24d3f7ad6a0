import assert from "node:assert/strict";
import { test } from "node:test";
import { seatAfter } from "../../client/src/seat.js";
import { newSession } from "../../client/src/session.js";

/** @param {string} state @param {string[]} members @param {string} [problem] */
const session = (state, members, problem = "") =>
  Object.assign(newSession("ABC234", ""), {
    me: "a",
    problem,
    room: /** @type {any} */ (state ? { state, members: members.map((id) => ({ id })) } : null),
  });

test("a seat is known from taking it until the race is over, the room closed, or the seat lost", () => {
  for (const state of ["lobby", "countdown", "racing"]) assert.equal(seatAfter("", session(state, ["b", "a"])), "ABC234");
  for (const lost of [
    session("over", ["a"]),
    session("closed", ["a"]),
    session("lobby", ["b"]),
    session("racing", ["a"], "kicked"),
    session("", [], "room_expired"),
  ])
    assert.equal(seatAfter("ABC234", lost), "");
});

test("a look at another room, another tab, or no news at all takes no seat away", () => {
  assert.equal(seatAfter("XYZ789", session("racing", ["b"])), "XYZ789");
  assert.equal(seatAfter("XYZ789", session("over", ["a"])), "XYZ789");
  assert.equal(seatAfter("ABC234", session("racing", ["a"], "taken_over")), "ABC234");
  assert.equal(seatAfter("ABC234", session("", [])), "ABC234");
  assert.equal(seatAfter("ABC234", session("", [], "too_many_guesses")), "ABC234");
});

test("a game alone is no seat in a race: the way back to it is another one", () => {
  const alone = session("racing", ["a"]);
  Object.assign(/** @type {any} */ (alone.room), { solo: true });
  assert.equal(seatAfter("", alone), "");
  assert.equal(seatAfter("XYZ789", alone), "XYZ789");
});
