"""A game alone: its clock, its results, and its statistics. What holds over sockets is in `test_solo_games`."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Literal, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reasons import Reason as RuleReason
from server import audience, race, room, solo
from server.alone import SOLO_SETTINGS, absence
from server.commands import RoomMessage
from server.events import Dealt, Entry, Finished, Paused, Played, Resumed, RoomEvent, Started
from server.messages.incoming import (
    Close,
    Configure,
    Join,
    Kick,
    Leave,
    NewDeal,
    Pause,
    Play,
    Ready,
    Rematch,
    Resume,
    Start,
)
from server.race import Race
from server.reasons import Reason
from server.room import Room
from server.solo import Result
from server.store.clock import Clock
from server.viewers import Viewers
from tests.engine.tables import lines
from tests.server.builders import DEAL, NEXT_DEAL, T0, add, command, created, lobby

WON_DEAL, *WON_LINE = lines("games/spider-1-won.txt")
PAUSE, RESUME = Pause(t="pause"), Resume(t="resume")


def alone(deal_id: str = DEAL) -> Room:
    """Ana's room for herself, whose first game has just begun."""
    return room.create("ABC234", Entry(1, T0, replace(created(deal_id=deal_id), settings=SOLO_SETTINGS, solo=True)))


def the_race(of: Room) -> Race:
    assert of.race is not None
    return of.race


def do(of: Room, message: RoomMessage, at: int) -> list[RoomEvent]:
    """Do what Ana asks; returns the events."""
    events = command(of, "ana", message)
    assert isinstance(events, list)
    for event in events:
        add(of, event, at)
    return events


def play(of: Room, move: str, at: int) -> Reason | RuleReason | None:
    """Play a move of Ana's, or tell why not."""
    racer = the_race(of).racers["ana"]
    event = race.decide(the_race(of), racer, Play(t="play", n=racer.n + 1, v=racer.version, move=move), at)
    if isinstance(event, Reason | RuleReason):
        return event
    room.apply_attempt(of, "ana", Entry(racer.version + 1, at, event))
    return None


def test_a_game_alone_begins_with_its_room_and_needs_nobody() -> None:
    of = alone()
    assert play(of, "D", T0) is None
    message = audience.room_message(of, {"ana"}, T0 + 5)
    assert (message["state"], message["solo"], message["clock_ms"], message["race"]) == ("racing", True, 5, 1)


def test_the_deal_id_of_a_game_alone_can_be_read_at_any_time_and_that_of_a_race_cannot() -> None:
    assert audience.room_message(alone(), set(), T0)["opening"]["deal_id"] == DEAL
    assert "opening" not in audience.room_message(lobby(), set(), T0)


def test_nobody_else_comes_in_or_learns_that_there_is_such_a_room() -> None:
    assert room.shut(alone(), "bob", T0) is Reason.UNKNOWN_ROOM
    assert room.shut(alone(), "ana", T0) is None


def test_a_game_alone_waits_for_longer_than_a_day() -> None:
    assert room.shut(alone(), "ana", T0 + room.EXPIRES_AFTER_MS) is None
    assert room.shut(lobby(), "ana", T0 + room.EXPIRES_AFTER_MS) is Reason.ROOM_EXPIRED


@pytest.mark.parametrize(
    "message",
    [
        Join(t="join", name="Bob"),
        Ready(t="ready", ready=True),
        Start(t="start"),
        Configure(t="configure"),
        Kick(t="kick", player="bob"),
        Rematch(t="rematch"),
    ],
)
def test_a_room_for_one_has_no_lobby(message: RoomMessage) -> None:
    assert command(alone(), "ana", message) is Reason.WRONG_KIND


@pytest.mark.parametrize("message", [PAUSE, RESUME, NewDeal(t="new_deal", race=1)])
def test_a_race_has_no_pause_and_no_new_deal(message: RoomMessage) -> None:
    assert command(lobby(), "ana", message) is Reason.WRONG_KIND
    assert command(alone(), "bob", message) is Reason.NOT_HOST


def test_a_room_for_one_is_closed_by_leaving_it_but_not_in_mid_game() -> None:
    of = alone()
    assert command(of, "ana", Leave(t="leave")) is Reason.RACE_RUNNING
    assert command(of, "ana", Close(t="close")) is Reason.RACE_RUNNING
    add(of, Finished("all_ended"), T0 + 9)
    do(of, Leave(t="leave"), T0 + 10)
    assert of.closed


def test_a_game_alone_does_not_end_because_its_player_is_away() -> None:
    clock = cast("Clock", SimpleNamespace(now=lambda: T0 + 30 * 24 * 3_600_000))
    assert Viewers(lobby(), clock).attendance.gone(1_000) == {"ana"}
    assert Viewers(alone(), clock).attendance.gone(1_000) == set()


def test_a_room_is_kept_for_long_once_something_was_played_in_it() -> None:
    of = alone()
    assert not room.worth_keeping(of, [Paused()])
    assert room.worth_keeping(of, [Played(1, "D")])
    assert play(of, "D", T0) is None
    assert room.worth_keeping(of, [Paused()])
    do(of, NewDeal(t="new_deal", race=1), T0)
    assert room.worth_keeping(of, [Paused()])
    assert not room.worth_keeping(lobby(), [])
    assert room.worth_keeping(lobby(), [Started(0)])


def test_while_the_clock_stands_no_move_is_made() -> None:
    of = alone()
    do(of, PAUSE, T0 + 1_000)
    assert play(of, "D", T0 + 2_000) is Reason.PAUSED
    assert audience.room_message(of, {"ana"}, T0 + 2_000)["paused"]
    do(of, RESUME, T0 + 3_000)
    assert play(of, "D", T0 + 3_000) is None
    assert not audience.room_message(of, {"ana"}, T0 + 3_000)["paused"]


def test_to_pause_or_resume_twice_is_to_do_it_once() -> None:
    of = alone()
    assert do(of, RESUME, T0) == []
    assert do(of, PAUSE, T0) == [Paused()]
    assert do(of, PAUSE, T0) == []
    assert do(of, RESUME, T0) == [Resumed()]


def test_pauses_have_a_bound_and_beyond_it_the_clock_runs_on() -> None:
    of = alone()
    the_race(of).pauses += [(T0, T0)] * race.MOST_PAUSES
    assert command(of, "ana", PAUSE) is Reason.TOO_MANY_ACTIONS
    assert absence(of, "ana", T0) == []


def test_who_was_gone_is_taken_to_have_paused_when_last_seen_but_not_before_the_last_move() -> None:
    of = alone()
    assert play(of, "D", T0 + 5_000) is None
    assert absence(of, "ana", T0 + 9_000) == [Paused(T0 + 9_000)]
    assert absence(of, "ana", T0 + 1_000) == [Paused(T0 + 5_000)]
    assert absence(of, "bob", T0 + 9_000) == []
    add(of, Paused(T0 + 9_000), T0 + 60_000)
    assert absence(of, "ana", T0 + 70_000) == []
    add(of, Resumed(), T0 + 80_000)
    assert the_race(of).clock(T0 + 81_000) == 10_000


Happening = tuple[Literal["pause", "resume", "move", "wait"], int]


@given(st.lists(st.tuples(st.sampled_from(["pause", "resume", "move", "wait"]), st.integers(0, 5_000)), max_size=40))
def test_only_time_that_was_played_is_on_the_clock(happenings: list[Happening]) -> None:
    of, now, played, standing = alone(), T0, 0, False
    for what, after_ms in happenings:
        now += after_ms
        played += 0 if standing else after_ms
        if what == "pause":
            do(of, PAUSE, now)
            standing = True
        elif what == "resume":
            do(of, RESUME, now)
            standing = False
        elif what == "move":
            moves = the_race(of).racers["ana"].attempt.legal() or ["U"]
            assert play(of, moves[0], now) is (Reason.PAUSED if standing else None)
        assert the_race(of).clock(now) == played


@given(st.lists(st.integers(1, 5_000), min_size=1, max_size=30), st.randoms(use_true_random=False))
def test_what_the_clock_showed_at_a_move_does_not_depend_on_which_log_is_read_first(
    times: list[int], chance: object
) -> None:
    """A server that catches up reads pauses that are later than the moves that it has yet to read."""
    together, apart, now = alone(), alone(), T0
    late: list[Entry] = []
    for i, after_ms in enumerate(times):
        now += after_ms
        if i % 3 == 0:
            entry = Entry(len(late) + 1, now, Played(len(late) + 1, ["D", "U"][len(late) % 2]))
            room.apply_attempt(together, "ana", entry)
            late.append(entry)
        else:
            event = Paused() if i % 3 == 1 else Resumed()
            add(together, event, now)
            add(apart, event, now)
    for entry in late:
        room.apply_attempt(apart, "ana", entry)
    ana, again = the_race(together).racers["ana"], the_race(apart).racers["ana"]
    assert the_race(together).played(ana.reached_at) == the_race(apart).played(again.reached_at)
    assert the_race(together).clock(now) == the_race(apart).clock(now)


def test_the_time_of_a_game_that_is_won_leaves_pauses_out() -> None:
    of = alone(WON_DEAL)
    for i, move in enumerate(WON_LINE):
        assert play(of, move, T0 + 1_000 * i) is None
        if i == 10:
            do(of, PAUSE, T0 + 1_000 * i)
            do(of, RESUME, T0 + 1_000 * i + 900)
    won_at = 1_000 * (len(WON_LINE) - 1)
    add(of, Finished("all_ended"), T0 + won_at + 7)
    [result] = audience.room_message(of, {"ana"}, T0 + 10**6)["results"]
    assert (result["state"], result["time_ms"]) == ("finished", won_at - 900)
    assert solo.result_of(of, T0 + 10**6) == Result(
        "spider-1", won=True, time_ms=won_at - 900, moves=len(WON_LINE), at=T0 + won_at
    )


# ---- the next game


def test_a_new_deal_is_the_next_game_and_ends_the_one_before() -> None:
    of = alone()
    assert play(of, "D", T0 + 10) is None
    do(of, PAUSE, T0 + 20)
    assert do(of, NewDeal(t="new_deal", race=1, variant="maze"), T0 + 50) == [
        Dealt(replace(of.deal, variant="maze", id=NEXT_DEAL, nonce=b"n" * 16))
    ]
    message = audience.room_message(of, {"ana"}, T0 + 57)
    assert (message["race"], message["variant"], message["clock_ms"], message["paused"]) == (2, "maze", 7, False)
    assert the_race(of).racers["ana"].version == 0


def test_a_new_deal_that_is_asked_for_twice_is_dealt_once() -> None:
    of = alone()
    again = NewDeal(t="new_deal", race=1)
    assert len(do(of, again, T0 + 1)) == 1
    assert do(of, again, T0 + 2) == []


def test_the_next_game_is_the_same_variant_unless_another_is_named() -> None:
    of = alone()
    assert do(of, NewDeal(t="new_deal", race=1), T0)[0] == Dealt(replace(of.deal, variant="spider-1", sealed=True))
    assert command(of, "ana", NewDeal(t="new_deal", race=2, deal="bad")) is RuleReason.BAD_DEAL_ID


@settings(max_examples=30)
@given(st.lists(st.sampled_from(["D", "U", "pause", "resume", "new"]), max_size=30))
def test_past_games_passed_over_leave_the_room_as_if_they_had_been_played(happenings: list[str]) -> None:
    of, log, moves = alone(), [Entry(1, T0, created())], list[Entry]()
    for i, what in enumerate(happenings):
        at, before = T0 + 1_000 * i, of.version
        if what in ("D", "U"):
            n = the_race(of).racers["ana"].version
            if play(of, what, at) is None:
                moves.append(Entry(n + 1, at, Played(n + 1, what)))
        elif what == "new":
            do(of, NewDeal(t="new_deal", race=of.races), at)
            moves = []
        else:
            do(of, PAUSE if what == "pause" else RESUME, at)
        if of.version > before:
            event: RoomEvent = Dealt(of.deal) if what == "new" else Paused() if what == "pause" else Resumed()
            log.append(Entry(of.version, at, event))
    again = alone()
    if deals := [i for i, entry in enumerate(log) if isinstance(entry.event, Dealt)]:
        room.pass_over(again, log[1 : deals[-1]])
    for entry in log[again.version :]:
        room.apply(again, entry)
    for entry in moves:
        room.apply_attempt(again, "ana", entry)
    now = T0 + 10**6
    assert audience.room_message(again, {"ana"}, now) == audience.room_message(of, {"ana"}, now)
    own = [audience.table_message(the_race(each).racers["ana"], own=True) for each in (again, of)]
    assert own[0] == own[1]


# ---- results and statistics

RESULTS = st.builds(
    Result,
    st.sampled_from(["spider-1", "maze"]),
    st.booleans(),
    st.integers(0, 10**7),
    st.integers(1, 500),
    st.integers(0, 10**13),
)


@given(st.none() | RESULTS)
def test_a_result_is_read_as_it_was_written(result: Result | None) -> None:
    assert solo.unpack(solo.pack(result)) == result


def test_a_game_in_which_nothing_was_played_has_no_result() -> None:
    of = alone()
    assert solo.result_of(of, T0 + 9) is None
    assert play(of, "D", T0 + 9) is None
    assert solo.result_of(of, T0 + 60) == Result("spider-1", won=False, time_ms=60, moves=1, at=T0 + 60)


@given(st.lists(RESULTS, max_size=20), st.randoms(use_true_random=False))
def test_statistics_do_not_depend_on_the_order_in_which_results_are_read(results: list[Result], chance: Random) -> None:
    shuffled = list(results)
    chance.shuffle(shuffled)
    assert solo.statistics(results) == solo.statistics(shuffled)


@given(st.lists(RESULTS, max_size=20, unique_by=lambda result: result.at))
def test_statistics_are_what_one_counts_by_hand(results: list[Result]) -> None:
    for line in solo.statistics(results):
        own = sorted((result for result in results if result.variant == line["variant"]), key=lambda one: one.at)
        won = [result for result in own if result.won]
        assert (line["played"], line["won"]) == (len(own), len(won))
        assert line["best_time_ms"] == (min(result.time_ms for result in won) if won else None)
        assert line["best_moves"] == (min(result.moves for result in won) if won else None)
        word = "".join("w" if result.won else "-" for result in own)
        assert line["best_streak"] == max(map(len, word.split("-")))
        assert line["streak"] == len(word.split("-")[-1])
        assert all(a.at < b.at for a, b in pairwise(own))


@given(st.lists(st.tuples(RESULTS, st.none() | RESULTS), max_size=8))
def test_a_game_that_was_left_for_another_counts_once_as_it_was_left(games: list[tuple[Result, Result | None]]) -> None:
    of = alone()
    results: dict[str, Result] = {}
    for of.races, (left, ended) in enumerate(games, 1):
        results[solo.name_of(of, left=True)] = replace(left, won=False)
        if ended is not None:
            results[solo.name_of(of)] = ended
    assert solo.counted(results) == {
        f"{of.code}:{number}": replace(left, won=False) for number, (left, _) in enumerate(games, 1)
    }


@given(st.lists(RESULTS, max_size=60), st.integers(0, 10**13))
def test_the_newest_games_of_a_variant_are_listed_and_those_that_are_kept_can_be_seen_again(
    results: list[Result], now: int
) -> None:
    named = {f"ABC234:{i}": result for i, result in enumerate(results)}
    own = sorted((result for result in results if result.variant == "maze"), key=lambda one: -one.at)
    listed = solo.over(named, "maze", now, keep_ms=1000)
    assert [now - game["ago_ms"] for game in listed] == [min(now, result.at) for result in own[: solo.MOST_LISTED]]
    for game in listed:
        result = named[f"{game['code']}:{game['race']}"]
        assert (game["won"], game["time_ms"], game["moves"]) == (result.won, result.time_ms, result.moves)
        assert game["kept"] == (now - result.at < 1000)
