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
from server.store.daily import Day, Field, Line, Own, Place
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


@dataclass(frozen=True, slots=True)
class Look:
    """What an answer depends on: with the same `tag` it is the same."""

    wanted: Wanted
    me: Person
    field: Field
    result: Result | None
    """That of who asks."""
    unlocked: bool
    """Whether who asks may see the tables of that day."""
    kept: bool
    """Whether the logs of that day may still be there."""
    watched: list[DailyLine]
    """Friends' attempts that are under way, on the friends' board."""

    @property
    def tag(self) -> str:
        """Another one whenever the answer may be another one."""
        me = (sorted(self.me.friends), sorted(self.me.blocked))
        known = (self.wanted, me, self.field.version, self.unlocked, self.kept, self.watched)
        return hashlib.sha256(repr(known).encode()).hexdigest()[:20]


class Board:
    """Every method may raise one of `store.redis.Unreachable`."""

    def __init__(self, dailies: Dailies, people: People) -> None:
        self._dailies = dailies
        self._days = dailies.days
        self._people = people

    async def look(self, wanted: Wanted, now: Now) -> Look:
        """Find out what the answer depends on. An attempt of who asks that has just ended counts at once."""
        day, player = wanted.day, wanted.player
        result = (await self._dailies.own(day, player)).result if player else None
        me = await self._people.person(player) if player else _NOBODY
        unlocked = now.closed(day.number) or (result is not None and result.finished)
        return Look(
            wanted,
            me,
            await self._days.field(day),
            result,
            unlocked,
            kept=now.number - day.number < self._dailies.kept_days,
            watched=await self._under_way(wanted, me) if wanted.friends and unlocked else [],
        )

    async def read(self, look: Look) -> DailyBoard:
        """The board."""
        return await (self._of_friends if look.wanted.friends else self._of_all)(look)

    async def _of_all(self, look: Look) -> DailyBoard:
        wanted, field = look.wanted, look.field
        mine = await self._days.place(wanted.day, wanted.by, wanted.player) if look.result is not None else None
        start = wanted.start
        if start is None:
            start = 0 if mine is None else max(0, min(mine.index - wanted.count // 2, field.players - wanted.count))
        lines, better = await self._days.lines(wanted.day, wanted.by, start, wanted.count)
        return DailyBoard(
            players=field.players,
            finished=field.finished,
            start=start,
            lines=await self._lines(look, lines, daily.places([line.score for line in lines], start, better)),
            mine=await self._told(wanted.day, look.result, mine, field),
        )

    async def place(self, day: Day, by: By, player: str, own: Own, field: Field) -> DailyPlace | None:
        """Where a player stands on a board of all."""
        found = await self._days.place(day, by, player) if own.result is not None else None
        return await self._told(day, own.result, found, field)

    async def _told(self, day: Day, result: Result | None, found: Place | None, field: Field) -> DailyPlace | None:
        if result is None or found is None:
            return None
        return DailyPlace(
            place=found.better + 1,
            equal=found.equal,
            beaten=daily.beaten(found.better + 1, found.equal, field.players),
            medal=daily.medal(result, found.better + 1, field.finished, await self._days.par(day)),
        )

    async def _of_friends(self, look: Look) -> DailyBoard:
        wanted = look.wanted
        them = [*look.me.friends, *([wanted.player] if wanted.player else [])]
        lines = await self._days.lines_of(wanted.day, wanted.by, them)
        scores = [line.score for line in lines]
        places = daily.places(scores, 0, 0)
        mine = next((i for i, line in enumerate(lines) if line.player == wanted.player), None)
        return DailyBoard(
            players=look.field.players,
            finished=look.field.finished,
            start=0,
            lines=[*await self._lines(look, lines, places), *look.watched],
            mine=None if mine is None else _among(scores, places, mine),
        )

    async def _under_way(self, wanted: Wanted, me: Person) -> list[DailyLine]:
        """The attempts of friends that may be watched now, if they don't hide where they are."""
        day, places = wanted.day, await self._people.places(wanted.player, me.friends)
        here = {
            friend: place["code"]
            for friend, place in places.items()
            if (place.get("variant"), place.get("daily"), place.get("state")) == (day.variant, day.number, "racing")
        }
        names = await self._people.names(here)
        return [
            DailyLine(place=0, player=friend, name=names[friend], me=False, friend=True, result=None, code=code)
            for friend, code in here.items()
            if code
        ]

    async def _lines(self, look: Look, lines: Sequence[Line], places: Sequence[int]) -> list[DailyLine]:
        strangers, player = set(look.me.blocked), look.wanted.player
        if player:
            strangers |= await self._people.blockers(player)
        return [
            _line(look, line, place, known=line.player not in strangers)
            for line, place in zip(lines, places, strict=True)
        ]


def _line(look: Look, line: Line, place: int, *, known: bool) -> DailyLine:
    mine = line.player == look.wanted.player
    return DailyLine(
        place=place,
        player=line.player if known else "",
        name=line.name if known else "",
        me=mine,
        friend=line.player in look.me.friends,
        result=told(line.result),
        code=line.result.code if known and look.kept and (look.unlocked or mine) else None,
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
