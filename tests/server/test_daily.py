"""The daily challenge, pure: days and numbers, results and places, medals, streaks, the calendar; and its rooms."""

import io
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.games import VARIANTS
from server import audience, daily, lobby, race, room
from server.alone import DAILY_SETTINGS, absence
from server.commands import RoomMessage
from server.daily import BOARDS, DAY_MS, GRACE_MS, REST_EVERY, Result
from server.daily_pages import date_of
from server.events import Created, Daily, Deal, Entry, Finished, Forgotten, GaveUp, Played, pack, unpack
from server.messages import By
from server.messages.incoming import Close, GiveUp, Leave, NewDeal, Pause, Play, Ready, Rematch, Resume
from server.preview import Facts, draw, title
from server.reasons import Reason
from server.room import Room
from tests.engine.tables import lines
from tests.server.builders import T0, command

WON_DEAL, *LINE = lines("games/spider-1-won.txt")
FIRST = T0 // DAY_MS - 9
"""T0 is in the day #10."""
UNTIL = daily.closes_at(10, FIRST)


def at(text: str) -> int:
    """The time that an ISO date and time with a zone names, in ms."""
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def result(**changes: Any) -> Result:
    values: dict[str, Any] = {
        "state": "finished",
        "time_ms": 60_000,
        "moves": 100,
        "undos": 0,
        "hints": 0,
        "home": 8,
        "down": 0,
    }
    return Result(code="ABC234", **(values | changes))


# ---- days


@given(st.integers(0, 2**45), st.integers(0, 40_000))
def test_each_moment_is_in_one_day_and_midnight_is_the_next_days(moment: int, first: int) -> None:
    number = daily.number_of(moment, first)
    opens = daily.opens_at(number, first)
    assert opens <= moment < daily.opens_at(number + 1, first)
    assert daily.number_of(opens, first) == number == daily.number_of(opens - 1, first) + 1
    assert daily.closes_at(number, first) == opens + DAY_MS + GRACE_MS


def test_a_leap_day_has_a_number_and_no_date_is_left_out() -> None:
    first = daily.day_of(at("2028-02-27T12:00:00+00:00"))
    assert [date_of(number, first) for number in range(1, 5)] == [
        "2028-02-27",
        "2028-02-28",
        "2028-02-29",
        "2028-03-01",
    ]
    assert date_of(4, daily.day_of(at("2027-02-27T00:00:00+00:00"))) == "2027-03-02"


@pytest.mark.parametrize("zone", ["Europe/Lisbon", "America/Sao_Paulo", "Pacific/Kiritimati", "Australia/Lord_Howe"])
def test_summer_time_and_zones_change_nothing(zone: str) -> None:
    """Whoever asks at every hour of a year by the clock on the wall sees each number for 24 hours, none twice."""
    first = daily.day_of(at("2026-01-01T00:00:00+00:00"))
    start = datetime(2026, 1, 1, tzinfo=UTC)
    numbers = []
    for hour in range(24 * 365):
        wall = (start + timedelta(hours=hour)).astimezone(ZoneInfo(zone))
        numbers.append(daily.number_of(int(wall.timestamp() * 1000), first))
    assert numbers == [1 + hour // 24 for hour in range(24 * 365)]


def test_a_traveller_has_the_same_day_on_both_sides_of_the_date_line() -> None:
    samoa, hawaii = timezone(timedelta(hours=13)), timezone(timedelta(hours=-10))
    moment = datetime(2026, 11, 30, 22, 0, tzinfo=UTC)
    both = [int(moment.astimezone(zone).timestamp() * 1000) for zone in (samoa, hawaii)]
    assert len({daily.number_of(one, FIRST) for one in both}) == 1
    assert moment.astimezone(samoa).date() != moment.astimezone(hawaii).date()


# ---- places

RESULTS = st.builds(
    result,
    state=st.sampled_from(["finished", "gave_up", "time_up"]),
    time_ms=st.integers(0, 25 * 3_600_000) | st.integers(0, 3),
    moves=st.integers(0, 5_000) | st.integers(0, 3),
    undos=st.integers(0, 2_500),
    hints=st.integers(0, 2_500) | st.just(0),
    home=st.integers(0, 104),
    down=st.integers(0, 54),
)


def order(one: Result, by: By) -> tuple[int, ...]:
    """As race.md has it: who has won by time, then moves, then help (or moves first); the others by progress."""
    if not one.finished:
        return (1, -one.home, one.down, one.time_ms)
    first, second = (one.time_ms, one.moves) if by == "time" else (one.moves, one.time_ms)
    return (0, first, second, one.undos + one.hints)


@given(RESULTS, RESULTS, st.sampled_from(BOARDS))
def test_scores_order_results_and_are_equal_where_they_are(one: Result, other: Result, by: By) -> None:
    a, b = daily.score(one, by), daily.score(other, by)
    assert (a < b, a == b) == (order(one, by) < order(other, by), order(one, by) == order(other, by))
    assert float(a) == a  # Redis keeps a score as a double
    assert (a < 0) == one.finished


@given(RESULTS, st.sampled_from(BOARDS))
def test_a_score_tells_what_its_board_goes_by(one: Result, by: By) -> None:
    if one.finished:
        assert daily.measure(daily.score(one, by), by) == (one.time_ms if by == "time" else one.moves)


@given(st.lists(st.integers(0, 5), min_size=1), st.data())
def test_a_place_is_one_more_than_how_many_are_better_wherever_one_looks(
    scores: list[int], data: st.DataObject
) -> None:
    scores.sort()
    start = data.draw(st.integers(0, len(scores) - 1))
    end = data.draw(st.integers(start + 1, len(scores)))
    better = sum(one < scores[start] for one in scores)
    expected = [1 + sum(one < score for one in scores) for score in scores[start:end]]
    assert daily.places(scores[start:end], start, better) == expected


@given(st.lists(RESULTS, min_size=1, max_size=12), st.sampled_from(BOARDS))
def test_an_equal_result_lowers_nobody_and_taking_one_away_lifts_only_those_behind(field: list[Result], by: By) -> None:
    scores = sorted(daily.score(one, by) for one in field)
    place = {score: 1 + sum(one < score for one in scores) for score in scores}
    again = sorted([*scores, scores[-1]])
    assert {score: 1 + sum(one < score for one in again) for score in again} == place
    without = scores[1:]
    for score in without:
        assert place[score] - (1 + sum(one < score for one in without)) == (score > scores[0])


def test_how_many_one_has_beaten() -> None:
    assert daily.beaten(1, 1, 1) is None
    assert daily.beaten(1, 1, 101) == 100
    assert daily.beaten(101, 1, 101) == 0
    assert daily.beaten(1, 101, 101) == 0
    assert daily.beaten(26, 1, 101) == 75


def test_medals_go_by_the_quarters_of_those_who_have_won_and_by_the_solvers_line() -> None:
    places = range(1, 9)
    assert [daily.medal(result(moves=100), place, 8, 50) for place in places] == [
        *["gold"] * 2, *["silver"] * 2, *["bronze"] * 4
    ]  # fmt: skip
    assert daily.medal(result(moves=100), 1, 1, 50) == "gold"
    assert daily.medal(result(moves=50), 8, 8, 50) == "gold"
    assert daily.medal(result(state="gave_up"), 1, 8, 50) is None
    assert daily.best(["bronze", None, "silver"]) == "silver"
    assert daily.best([]) is None
    assert daily.best([None]) is None


@given(st.integers(1, 200))
def test_the_quartiles_are_where_the_medals_end(finishers: int) -> None:
    gold, silver, _ = daily.quartiles(finishers)
    medals = [daily.medal(result(moves=9), index + 1, finishers, 1) for index in range(finishers)]
    assert medals[gold] == "gold"
    assert medals[gold + 1 : silver + 1] == ["silver"] * (silver - gold)
    assert set(medals[silver + 1 :]) <= {"bronze"}
    assert daily.quartiles(0) == []


def test_clean_is_a_win_without_help() -> None:
    assert result().clean
    assert not any(result(**changes).clean for changes in ({"undos": 1}, {"hints": 1}, {"state": "gave_up"}))


def test_ten_thousand_finish_in_one_minute_and_each_has_the_right_place() -> None:
    """Many of them in the same millisecond with as many moves."""
    chance = random.Random(10_000)
    field = [
        result(time_ms=600_000 + chance.randrange(60_000), moves=chance.randrange(100, 140), undos=chance.randrange(2))
        for _ in range(10_000)
    ]
    for by in BOARDS:
        scores = sorted(daily.score(one, by) for one in field)
        places = daily.places(scores, 0, 0)
        assert places[0] == 1
        assert all(later == earlier or later == i + 1 for i, (earlier, later) in enumerate(pairwise(places), 1))
        by_order = sorted(field, key=lambda one: order(one, by))
        assert [order(one, by) for one in by_order] == [
            order(one, by) for one in sorted(field, key=lambda one: daily.score(one, by))
        ]


@given(RESULTS)
def test_a_result_is_read_as_it_was_written(one: Result) -> None:
    assert daily.unpack(daily.pack(one)) == one


# ---- streaks


def in_a_row(played: set[int], today: int, down: set[int]) -> int:
    """The same by another way: the longest stretch up to today in which what is missed may be."""
    best = 0
    for start in sorted(played):
        missed = [day for day in range(start, today) if day not in played and day not in down]
        rests: list[int] = []
        for day in missed:
            if rests and day - rests[-1] < REST_EVERY:
                break
            rests.append(day)
        else:
            best = max(best, len([day for day in played if day >= start]))
    return best


@given(st.sets(st.integers(1, 40), min_size=1), st.sets(st.integers(1, 40)), st.integers(0, 10))
def test_a_streak_bears_one_missed_day_in_seven_and_any_outage(played: set[int], down: set[int], later: int) -> None:
    today = max(played) + later
    streak = daily.streak(played, min(played), today, down)
    assert streak.days <= streak.best <= len(played)
    assert streak.days == in_a_row(played, today, down)
    assert daily.streak(played, min(played), today, down | {today}).days == streak.days
    missed_none = daily.streak(played, min(played), today, set(range(1, 60)))
    assert missed_none.days == len(played)
    tomorrow = daily.streak({*played, today, today + 1}, min(played), today + 1, down)
    assert tomorrow.days >= streak.days


def test_rest_days_one_by_one() -> None:
    def days(played: str, down: str = "") -> int:
        """Played on the days marked x, the last of which is today."""
        numbers = {i for i, mark in enumerate(played, 1) if mark == "x"}
        out = {i for i, mark in enumerate(down, 1) if mark == "x"}
        return daily.streak(numbers, min(numbers), len(played), out).days

    assert days("xxx") == 3
    assert days("xx.") == 2  # today is not over
    assert days("xx..") == 2  # one rest day
    assert days("xx...") == 0  # two
    assert days("x.x.x") == 2
    assert days("xx.xxxxx.x") == 6  # the sixth day after a rest day is no other one: those before the first are lost
    assert days("xx.xxxxxx.x") == 9  # the seventh is
    assert days("xx.....x", "..xxx.....") == 1
    assert days("xx....x", "..xxx.....") == 3
    assert days("xx....................x", "..xxxxxxxxxxxxxxxxxxxx") == 3


def test_when_one_may_rest_again_is_told() -> None:
    assert daily.streak({1, 2}, 1, 3, set()).rest_in == 0
    rested = daily.streak({1, 2, 4}, 1, 4, set())
    assert (rested.days, rested.rest_in) == (3, 6)
    assert daily.streak({1, 2, 4, 5, 6, 7, 8, 9, 10}, 1, 11, set()).days == 9
    assert daily.streak({1, 2, 4, 5, 6, 7, 8, 9}, 1, 11, set()).days == 8
    assert daily.streak({1, 2, 4, 5, 6, 7, 8}, 1, 10, set()) == daily.Streak(days=5, best=7, rest_in=6)


@given(st.sets(st.integers(1, 40)), st.sets(st.integers(1, 40)), st.integers(1, 45))
def test_the_calendar_says_of_each_day_what_the_streak_makes_of_it(
    played: set[int], down: set[int], today: int
) -> None:
    played = {number for number in played if number <= today}
    first = min(played, default=None)
    marks = daily.marks(1, today, played=played, won=set(), first=first, today=today, down=down)
    assert len(marks) == today
    for number, mark in enumerate(marks, 1):
        assert (mark == "played") == (number in played)
        assert (mark == "outage") == (number in down - played and number != today)
    part = daily.marks(max(1, today - 5), today, played=played, won=played, first=first, today=today, down=down)
    assert [mark.replace("won", "played") for mark in part] == marks[max(1, today - 5) - 1 :]
    # After a day that was missed for good nothing before it counts.
    since = max((i for i, mark in enumerate(marks, 1) if mark == "missed"), default=0)
    expected = len([number for number in played if number > since])
    assert daily.streak(played, first or today, today, down).days == expected


def test_a_day_with_a_short_stop_is_no_outage() -> None:
    assert not daily.was_down(daily.MINUTES)
    assert not daily.was_down(daily.MINUTES - daily.MOST_DOWN)
    assert daily.was_down(daily.MINUTES - daily.MOST_DOWN - 1)
    assert daily.was_down(0)


# ---- the rooms of the attempts


def attempt(*, ranked: bool = True, moves: int = 0) -> Room:
    """Ana's room for the deal of the day #10, made at T0, a move a second."""
    deal = Deal("spider-1", WON_DEAL, bytes(16), sealed=True, line=" ".join(LINE))
    created = Created("ana", "Ana", False, deal, DAILY_SETTINGS, daily=Daily(10, ranked, UNTIL))  # noqa: FBT003
    made = room.create("ABC234", Entry(1, T0, created))
    assert made.race is not None
    for i, move in enumerate(LINE[:moves], 1):
        room.apply_attempt(made, "ana", Entry(i, made.race.start_at + 1000 * i, Played(i, move)))
    return made


def test_an_old_log_is_read_as_one_that_is_for_no_daily() -> None:
    made = attempt()
    created = Created("ana", "Ana", robot=False, deal=made.deal, settings=DAILY_SETTINGS, daily=made.daily)
    assert unpack(pack(created)) == created
    alone = Created("ana", "", robot=False, deal=made.deal, settings=DAILY_SETTINGS, solo=True)
    assert unpack(pack(alone)) == alone


def test_an_attempt_begins_with_its_room_and_its_clock_never_stops() -> None:
    made = attempt()
    assert made.race is not None
    assert made.race.start_at == T0 + DAILY_SETTINGS.countdown_ms
    assert made.race.deadline == UNTIL
    wishes: list[RoomMessage] = [
        Pause(t="pause"), Resume(t="resume"), NewDeal(t="new_deal", race=1), Ready(t="ready", ready=True),
        Rematch(t="rematch"), Leave(t="leave"), Close(t="close"),
    ]  # fmt: skip
    for wish in wishes:
        assert command(made, "ana", wish) is Reason.WRONG_KIND
    assert absence(made, "ana", T0) == []
    assert room.due(made, T0 + 3_600_000, {"ana"}, {"ana"}) == Finished("away")  # so nobody may count as gone there
    assert room.due(made, UNTIL - 1, frozenset()) is None
    assert room.due(made, UNTIL, frozenset()) == Finished("time_limit")


def test_practice_has_all_the_time_in_the_world() -> None:
    made = attempt(ranked=False)
    assert made.race is not None
    assert made.race.deadline is None
    assert room.due(made, UNTIL + DAY_MS, frozenset()) is None


def test_what_is_played_after_the_close_does_not_count() -> None:
    made = attempt()
    assert made.race is not None
    racer = made.race.racers["ana"]
    wish = Play(t="play", n=1, v=0, move=LINE[0])
    assert race.decide(made.race, racer, wish, UNTIL - 1) == Played(1, LINE[0])
    assert race.decide(made.race, racer, wish, UNTIL) is Reason.RACE_OVER
    assert race.latest(made.race, racer, wish) == UNTIL


def test_who_may_come_in() -> None:
    ranked, practice = attempt(), attempt(ranked=False)
    for made in (ranked, practice):
        assert room.shut(made, "ana", T0 + 5 * DAY_MS) is None
    assert room.shut(ranked, "bob", T0) is None  # the hub knows whether Bob has won
    assert room.shut(practice, "bob", T0) is Reason.UNKNOWN_ROOM
    assert room.worth_keeping(ranked, [])


@pytest.mark.parametrize("ranked", [True, False])
def test_the_deal_is_told_to_who_has_won_it_and_to_who_gave_up_when_the_day_has_closed(ranked: bool) -> None:  # noqa: FBT001
    made = attempt(ranked=ranked, moves=len(LINE))
    assert not audience.may_open(made, T0 + 600_000)
    room.apply(made, Entry(2, T0 + 600_000, Finished("all_ended")))
    assert audience.may_open(made, T0 + 600_000)
    gave_up = attempt(ranked=ranked, moves=3)
    room.apply_attempt(gave_up, "ana", Entry(4, T0 + 60_000, GaveUp(4)))
    room.apply(gave_up, Entry(2, T0 + 70_001, Finished("all_ended")))
    message = audience.room_message(gave_up, {"ana"}, T0 + 80_000)
    assert "opening" not in message
    assert WON_DEAL not in repr(message)
    assert message["daily"] == {"number": 10, "ranked": ranked}
    assert audience.room_message(gave_up, {"ana"}, UNTIL)["opening"]["deal_id"] == WON_DEAL


def test_friends_are_told_where_a_ranked_attempt_is_and_of_practice_only_that_it_is() -> None:
    assert audience.place(attempt(), T0)["code"] == "ABC234"
    assert audience.place(attempt(), T0)["daily"] == 10
    assert audience.place(attempt(ranked=False), T0)["code"] == ""


def test_the_result_follows_from_the_room() -> None:
    made = attempt(moves=len(LINE))
    room.apply(made, Entry(2, T0 + 999_000, Finished("all_ended")))
    assert made.race is not None
    won = daily.result_of("ABC234", made.race)
    assert (won.state, won.time_ms, won.moves, won.clean) == ("finished", 1000 * len(LINE), len(LINE), True)
    idle = attempt()
    room.apply(idle, Entry(2, UNTIL, Finished("time_limit")))
    assert idle.race is not None
    nothing = daily.result_of("ABC234", idle.race)
    assert (nothing.state, nothing.time_ms, nothing.moves, nothing.home) == ("time_up", 0, 0, 0)


def test_who_is_forgotten_has_no_name_in_the_room_and_the_room_stays() -> None:
    made = attempt(moves=len(LINE))
    room.apply(made, Entry(2, T0 + 999_000, Finished("all_ended")))
    assert lobby.forget(made, "ana") == [Forgotten("ana")]


def test_giving_up_is_as_in_a_race() -> None:
    made = attempt(moves=1)
    assert made.race is not None
    wish = GiveUp(t="give_up", n=2, v=1)
    assert race.decide(made.race, made.race.racers["ana"], wish, made.race.start_at + 4_999) is Reason.TOO_EARLY
    assert race.decide(made.race, made.race.racers["ana"], wish, made.race.start_at + 5_000) == GaveUp(2)


# ---- the picture of a link


def test_the_picture_has_the_size_that_chats_want_and_follows_from_the_facts() -> None:
    facts = Facts(VARIANTS["clasico-3"], 128, "2026-11-30", (12, 13, 25), 4_120)
    picture = Image.open(io.BytesIO(draw(facts)))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert draw(facts) == draw(facts)
    changes: tuple[dict[str, Any], ...] = ({}, {"number": 129}, {"players": 4_121})
    assert len({draw(replace(facts, **change)) for change in changes}) == 3


def test_no_two_games_have_one_title() -> None:
    assert len({title(variant) for variant in VARIANTS.values()}) == len(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_widest_facts_stay_inside_the_picture(variant: str) -> None:
    """Nothing but cloth along the edges, and no figure on the cards."""
    most = draw(Facts(VARIANTS[variant], 99_999, "2028-12-30", (24_999, 25_000, 49_999), 199_999))
    least = draw(Facts(VARIANTS[variant], 1, "2028-12-30", (0, 0, 0), 0))
    a, b = (Image.open(io.BytesIO(data)).convert("RGB") for data in (most, least))
    differs = ImageChops.difference(a, b).getbbox()
    assert differs is not None
    assert (differs[0] >= 70, differs[2] <= 1160, differs[3] <= 600) == (True, True, True)
