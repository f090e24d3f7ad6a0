"""A world of players in which the log's time is made up: forty days around a leap day and a change to summer time.

Rooms, attempts and their ends are the real ones, folded from entries as Redis would have taken them. People live in
zones, some travel, none of their clocks is right, and some begin or end around midnight.
"""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from server import daily, race, room
from server.alone import DAILY_SETTINGS
from server.daily import DAY_MS, GRACE_MS
from server.events import Created, Daily, Deal, Entry, Finished, GaveUp, Played
from server.messages.incoming import Play
from server.race import Race
from server.reasons import Reason
from tests.engine.tables import lines

DEAL_ID, *LINE = lines("games/klondike-3-won.txt")
DEAL: Final = Deal("klondike-3", DEAL_ID, bytes(16), sealed=True)
START: Final = datetime(2028, 2, 20, tzinfo=UTC)
FIRST: Final = daily.day_of(int(START.timestamp() * 1000))
DAYS: Final = 40
DOWN: Final = frozenset({9, 10, 23})
"""Days of an outage."""
ZONES: Final = ("America/Sao_Paulo", "Europe/Madrid", "Pacific/Auckland", "Pacific/Honolulu", "America/New_York")


@dataclass
class Person:
    """Somebody who plays at a certain hour of their own day, more or less, and not on every one."""

    name: str
    zone: ZoneInfo
    hour: float
    keen: float
    attempts: dict[int, daily.Result] = field(default_factory=dict)


def moment(person: Person, day: int, chance: random.Random) -> int:
    """When somebody sits down to play on a day of their own calendar, in ms of Redis' clock."""
    wall = datetime(START.year, START.month, START.day, tzinfo=person.zone) + timedelta(days=day)
    return int(wall.timestamp() * 1000) + int(person.hour * 3_600_000) + chance.randrange(-1_200_000, 1_200_000)


def play(person: Person, at: int, chance: random.Random) -> tuple[int, daily.Result, Race]:
    """The ranked attempt that is begun at this time, to its end; wishes that come too late are refused."""
    number = daily.number_of(at, FIRST)
    until = daily.closes_at(number, FIRST)
    of_day = Daily(number, ranked=True, until=until)
    made = room.create("ABC234", Entry(1, at, Created(person.name, "", False, DEAL, DAILY_SETTINGS, daily=of_day)))  # noqa: FBT003
    on = made.race
    assert on is not None
    racer, now = on.racers[person.name], on.start_at
    pace = chance.choice((1_500, 6_000, 40_000))
    stops = chance.choice((len(LINE), len(LINE), len(LINE), 0, 20))
    for i, move in enumerate(LINE[:stops], 1):
        now += chance.randrange(pace)
        decided = race.decide(on, racer, Play(t="play", n=i, v=racer.version, move=move), now)
        if now >= until:
            assert decided is Reason.RACE_OVER
            break
        assert decided == Played(i, move)
        room.apply_attempt(made, person.name, Entry(i, now, decided))
    else:
        gives_up = racer.state == "racing" and now + race.GO_ON_WITHIN_MS < until and chance.random() < 0.5
        if gives_up:
            room.apply_attempt(made, person.name, Entry(racer.version + 1, now, GaveUp(racer.n + 1)))
    now = max(now, on.start_at)
    event = race.due(on, now + race.GO_ON_WITHIN_MS, frozenset()) or race.due(on, until, frozenset())
    assert isinstance(event, Finished)
    room.apply(made, Entry(2, min(now + race.GO_ON_WITHIN_MS, until), event))
    return number, daily.result_of("ABC234", on), on


@pytest.mark.parametrize("seed", range(2))
def test_forty_days_of_a_world_with_zones_travellers_and_outages(seed: int) -> None:
    chance = random.Random(seed)
    people = [
        Person(
            f"player-{i}", ZoneInfo(ZONES[i % len(ZONES)]), chance.choice((0.1, 8, 20, 23.8)), chance.choice((1.0, 0.8))
        )
        for i in range(12)
    ]
    over_midnight = 0
    for day in range(DAYS):
        for person in people:
            if chance.random() < 0.05:  # a journey
                person.zone = ZoneInfo(chance.choice(ZONES))
            at = moment(person, day, chance)
            number = daily.number_of(at, FIRST)
            if chance.random() >= person.keen or number in DOWN or number < 1:
                continue
            if number in person.attempts:  # there is one for each number, whatever the own calendar says
                continue
            told, result, on = play(person, at, chance)
            assert told == number
            assert daily.opens_at(number, FIRST) <= at < daily.opens_at(number + 1, FIRST)
            assert on.over_at is not None
            assert on.over_at <= daily.opens_at(number + 1, FIRST) + GRACE_MS
            over_midnight += on.over_at >= daily.opens_at(number + 1, FIRST)
            person.attempts[number] = result
    assert over_midnight  # it is about them, too
    today = DAYS
    for person in people:
        played = {number for number in person.attempts if number <= today}
        first = min(played)
        streak = daily.streak(played, first, today, DOWN)
        marks = daily.marks(1, today, played=played, won=set(), first=first, today=today, down=DOWN)
        assert all(marks[number - 1] == "outage" for number in DOWN)
        since = max((number for number in range(first, today) if marks[number - 1] == "missed"), default=0)
        assert streak.days == len([number for number in played if number > since])
        if person.keen == 1.0 and not {n for n in range(first, today) if n not in played and n not in DOWN}:
            assert streak.days == len(played)
    # Each day's board: winners first, shared places, nobody left out who has done nothing.
    for number in range(1, DAYS):
        field = [person.attempts[number] for person in people if number in person.attempts]
        for by in daily.BOARDS:
            scores = sorted(daily.score(result, by) for result in field)
            places = daily.places(scores, 0, 0)
            assert len(places) == len(field)
            assert all(places[i] == 1 + sum(one < score for one in scores) for i, score in enumerate(scores))
            assert sum(score < 0 for score in scores) == sum(result.finished for result in field)


def test_the_days_of_that_world_are_those_of_the_calendar() -> None:
    """A leap day among them, and days of 23 and 25 hours on walls that change their clocks."""
    dates = [(START + timedelta(days=i)).date() for i in range(DAYS)]
    assert dates[9].isoformat() == "2028-02-29"
    numbers = [
        daily.number_of(int((START + timedelta(days=i, hours=12)).timestamp() * 1000), FIRST) for i in range(DAYS)
    ]
    assert numbers == list(range(1, DAYS + 1))
    zone = ZoneInfo("Europe/Madrid")
    lengths = {
        int(
            (datetime(2028, 3, day + 1, tzinfo=zone).timestamp() - datetime(2028, 3, day, tzinfo=zone).timestamp())
            // 3600
        )
        for day in range(20, 30)
    }
    assert lengths == {23, 24}
    assert DAY_MS == 24 * 3_600_000
