"""A board of the daily as one player gets to see it: neighbours first, friends, and nothing of whom one has blocked."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from server import daily
from server.dailies import Dailies, Now
from server.daily import Result
from server.messages import By
from server.messages.requests import DailyBoard, DailyLine, DailyPlace, DailyResult
from server.store.daily import Day, Field, Line, Place
from server.store.people import People, Person

MOST: Final = 50
"""Lines in one answer."""
USUAL: Final = 11
_NOBODY: Final = Person("", hidden=False, friends=[], blocked=[])


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which lines of which board, and who asks ("": somebody without a token)."""

    day: Day
    by: By
    friends: bool
    start: int | None
    """Index of the first line; None: the neighbours of who asks."""
    count: int
    player: str


class Board:
    """Every method may raise one of `store.redis.Unreachable`."""

    def __init__(self, dailies: Dailies, people: People) -> None:
        self._dailies = dailies
        self._days = dailies.days
        self._people = people

    async def tag(self, wanted: Wanted, now: Now) -> str:
        """Another one whenever the answer may be another one."""
        field = await self._days.field(wanted.day)
        me = await self._person(wanted)
        unlocked = await self._dailies.unlocked(wanted.day, wanted.player, now)
        watched = await self._under_way(wanted, me) if wanted.friends and unlocked else []
        known = (wanted, field.version, unlocked, sorted(me.friends), sorted(me.blocked), watched)
        return hashlib.sha256(repr(known).encode()).hexdigest()[:20]

    async def _person(self, wanted: Wanted) -> Person:
        return await self._people.person(wanted.player) if wanted.player else _NOBODY

    async def read(self, wanted: Wanted, now: Now) -> DailyBoard:
        """The board."""
        me = await self._person(wanted)
        field = await self._days.field(wanted.day)
        unlocked = await self._dailies.unlocked(wanted.day, wanted.player, now)
        return await (self._of_friends if wanted.friends else self._of_all)(wanted, me, field, unlocked=unlocked)

    async def _of_all(self, wanted: Wanted, me: Person, field: Field, *, unlocked: bool) -> DailyBoard:
        mine = await self._days.place(wanted.day, wanted.by, wanted.player) if wanted.player else None
        start = wanted.start
        if start is None:
            start = 0 if mine is None else max(0, min(mine.index - wanted.count // 2, field.players - wanted.count))
        lines, better = await self._days.lines(wanted.day, wanted.by, start, wanted.count)
        places = daily.places([line.score for line in lines], start, better)
        return DailyBoard(
            players=field.players,
            finished=field.finished,
            start=start,
            lines=await self._lines(wanted, me, lines, places, unlocked=unlocked),
            mine=None if mine is None else await self._told(wanted.day, wanted.player, mine, field),
        )

    async def place(self, day: Day, by: By, player: str, field: Field) -> DailyPlace | None:
        """Where a player stands on a board of all."""
        found = await self._days.place(day, by, player) if player else None
        return None if found is None else await self._told(day, player, found, field)

    async def _told(self, day: Day, player: str, found: Place, field: Field) -> DailyPlace | None:
        [own] = await self._days.own([day], player)
        deal = await self._days.deal(day)
        if own.result is None or deal is None:
            return None
        return DailyPlace(
            place=found.better + 1,
            equal=found.equal,
            beaten=daily.beaten(found.better + 1, found.equal, field.players),
            medal=daily.medal(own.result, found.better + 1, field.finished, len(deal.line.split())),
        )

    async def _of_friends(self, wanted: Wanted, me: Person, field: Field, *, unlocked: bool) -> DailyBoard:
        them = [*me.friends, *([wanted.player] if wanted.player else [])]
        lines = await self._days.lines_of(wanted.day, wanted.by, them)
        scores = [line.score for line in lines]
        places = daily.places(scores, 0, 0)
        told = await self._lines(wanted, me, lines, places, unlocked=unlocked)
        if unlocked:
            told += await self._under_way(wanted, me)
        mine = next((i for i, line in enumerate(lines) if line.player == wanted.player), None)
        return DailyBoard(
            players=field.players,
            finished=field.finished,
            start=0,
            lines=told,
            mine=None if mine is None else _among(scores, places, mine),
        )

    async def _under_way(self, wanted: Wanted, me: Person) -> list[DailyLine]:
        """The attempts of friends that may be watched now, if they don't hide where they are."""
        places = await self._people.places(wanted.player, me.friends)
        here = {
            friend: place["code"]
            for friend, place in places.items()
            if (place.get("variant"), place.get("daily"), place.get("state"))
            == (wanted.day.variant, wanted.day.number, "racing")
        }
        names = await self._people.names(here)
        return [
            DailyLine(place=0, player=friend, name=names[friend], me=False, friend=True, result=None, code=code)
            for friend, code in here.items()
            if code
        ]

    async def _lines(
        self, wanted: Wanted, me: Person, lines: Sequence[Line], places: Sequence[int], *, unlocked: bool
    ) -> list[DailyLine]:
        strangers = set(me.blocked)
        if wanted.player:
            strangers |= await self._people.blockers(wanted.player, [line.player for line in lines])
        return [
            _line(wanted, me, line, place, known=line.player not in strangers, unlocked=unlocked)
            for line, place in zip(lines, places, strict=True)
        ]


def _line(  # noqa: PLR0913 - a line and what is known of it
    wanted: Wanted, me: Person, line: Line, place: int, *, known: bool, unlocked: bool
) -> DailyLine:
    mine = line.player == wanted.player
    return DailyLine(
        place=place,
        player=line.player if known else "",
        name=line.name if known else "",
        me=mine,
        friend=line.player in me.friends,
        result=told(line.result),
        code=line.result.code if known and (unlocked or mine) else None,
    )


def told(result: Result) -> DailyResult:
    """A result as it is told."""
    return DailyResult(
        state=result.state,
        time_ms=result.time_ms,
        moves=result.moves,
        undos=result.undos,
        hints=result.hints,
        home=result.home,
        clean=result.clean,
    )


def _among(scores: Sequence[float], places: Sequence[int], i: int) -> DailyPlace:
    equal = list(scores).count(scores[i])
    return DailyPlace(place=places[i], equal=equal, beaten=daily.beaten(places[i], equal, len(scores)), medal=None)
