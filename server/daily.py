"""The daily challenge: days, results, places, medals, streaks. Pure: every time is passed in, in ms of Redis' clock.

A day is a day of UTC, which has no time zones and no summer time, and it has a number: that on which an installation
began is #1. All that counts days counts numbers, so nobody's streak depends on a calendar, a zone or a journey.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import astuple, dataclass
from typing import Final

import msgpack

from server.messages import By, Mark, Medal
from server.messages.outgoing import AttemptState
from server.race import Race

DAY_MS: Final = 86_400_000
GRACE_MS: Final = 30 * 60_000
"""For so long past midnight an attempt may go on that was started before [race.md]."""
REST_EVERY: Final = 7
"""Of so many days in a row one may be missed without an end to the streak."""
MINUTES: Final = 1440
MOST_DOWN: Final = 240
"""Minutes of a day for which no server may have been up; if it was more, nobody has missed that day."""

BOARDS: Final[tuple[By, ...]] = ("time", "moves")


# ---- days


def day_of(at: int) -> int:
    """The day of a time: how many midnights of UTC lie between it and 1970."""
    return at // DAY_MS


def number_of(at: int, first: int) -> int:
    """The number of the day of a time; `first` is the day that has the number 1."""
    return day_of(at) - first + 1


def opens_at(number: int, first: int) -> int:
    """The midnight at which a day begins. Nothing about its deals leaves the server before."""
    return (first + number - 1) * DAY_MS


def closes_at(number: int, first: int) -> int:
    """By when the attempts of a day must be over. Then its tables are open to all."""
    return opens_at(number + 1, first) + GRACE_MS


def was_down(minutes_up: int) -> bool:
    """Whether a day with so many minutes of service is one that nobody can have missed."""
    return MINUTES - minutes_up > MOST_DOWN


# ---- results


@dataclass(frozen=True, slots=True)
class Result:
    """How a ranked attempt ended; it follows from the logs of its room."""

    code: str
    """Of its room."""
    state: AttemptState
    time_ms: int
    """From the start to the win, else to the move that reached `home`."""
    moves: int
    undos: int
    hints: int
    home: int
    down: int

    @property
    def finished(self) -> bool:
        """Whether the deal was won."""
        return self.state == "finished"

    @property
    def clean(self) -> bool:
        """Whether it was won without a hint and without taking anything back."""
        return self.finished and not self.undos and not self.hints


def result_of(code: str, race: Race) -> Result:
    """The result of the one racer of a race that is over."""
    [racer] = race.racers.values()
    end = racer.ended_at if racer.state == "finished" else racer.reached_at
    return Result(
        code=code,
        state=racer.state,
        time_ms=max(0, race.played(end or race.start_at)),
        moves=racer.attempt.moves,
        undos=racer.attempt.undos,
        hints=racer.hints,
        home=racer.home,
        down=racer.down,
    )


def pack(result: Result) -> bytes:
    """The bytes of a result, as Redis keeps them."""
    data: bytes = msgpack.packb(astuple(result))
    return data


def unpack(data: bytes) -> Result:
    """The result in these bytes, which `pack` made."""
    return Result(*msgpack.unpackb(data))


# ---- places: a result becomes one number, less is better, and equal results have equal ones

_LONG: Final = 27
"""Bits of a time in ms: 37 hours, and a day with its grace has less than 25."""
_SHORT: Final = 13
"""Bits of a count of actions, of which an attempt has 5,000 at most."""
_CARDS: Final = 7
_EXACT: Final = 1 << 53
"""Whole numbers are exact in Redis' scores up to here."""


def score(result: Result, by: By) -> int:
    """The score on a board: who has won comes first, by the board's measure, then by the other one, then by help had.

    The others follow by how far they came, and how soon; who has done nothing has taken part all the same.
    """
    if not result.finished:
        return _bits((_most(_CARDS) - result.home, _CARDS), (result.down, _CARDS), (result.time_ms, _LONG))
    time, moves = (result.time_ms, _LONG), (result.moves, _SHORT)
    first, second = (time, moves) if by == "time" else (moves, time)
    return _bits(first, second, (result.undos + result.hints, _SHORT)) - _EXACT


def measure(points: int, by: By) -> int:
    """The time or the moves, whichever the board goes by, in the score of a deal that was won."""
    return (points + _EXACT) >> (2 * _SHORT if by == "time" else _LONG + _SHORT)


def _bits(*parts: tuple[int, int]) -> int:
    number = 0
    for value, width in parts:
        number = number << width | max(0, min(value, _most(width)))
    return number


def _most(width: int) -> int:
    return (1 << width) - 1


def places(scores: Sequence[float], index: int, better: int) -> list[int]:
    """The places of neighbours on a board: equal scores share one (1, 1, 3).

    `index`: where on the board, from 0, the first of them stands; `better`: how many are strictly better than that one.
    """
    found: list[int] = []
    for i, points in enumerate(scores):
        if i == 0:
            found.append(better + 1)
        else:
            found.append(found[-1] if points == scores[i - 1] else index + i + 1)
    return found


def beaten(place: int, equal: int, players: int) -> int | None:
    """How many percent of the others did worse; None for who is alone. `equal`: how many share the place."""
    others = players - 1
    return None if others < 1 else 100 * (players - (place - 1) - equal) // others


def medal(result: Result, place: int, finishers: int, par: int) -> Medal | None:
    """The medal for a place on one board; `par`: the moves of the line that the deal was certified with.

    Gold for the best quarter of those who have won, and for who needs no more moves than the solver; silver for the
    better half; bronze for everyone else who has won.
    """
    if not result.finished:
        return None
    if result.moves <= par or 4 * (place - 1) < finishers:
        return "gold"
    return "silver" if 2 * (place - 1) < finishers else "bronze"


def best(medals: Iterable[Medal | None]) -> Medal | None:
    """The best of several medals."""
    order: tuple[Medal | None, ...] = ("gold", "silver", "bronze", None)
    return min(medals, key=order.index, default=None)


def quartiles(finishers: int) -> list[int]:
    """Where on a board, from 0, the last winner of the first quarter stands, of the half and of three quarters."""
    return [(part * finishers + 3) // 4 - 1 for part in (1, 2, 3)] if finishers else []


# ---- streaks


@dataclass(frozen=True, slots=True)
class Streak:
    """How many days in a row somebody has taken part; rest days and outages among them are no end, and not counted."""

    days: int
    best: int
    rest_in: int
    """How many days from today on it takes until one may be missed again; 0: today may be."""


@dataclass(slots=True)
class _Row:
    """The days in a row, as one goes through the numbers."""

    days: int = 0
    since: int = 0
    """Of them, those since the last rest day."""
    rested: int | None = None

    def play(self) -> None:
        """A day on which one has taken part."""
        self.days += 1
        self.since += 1

    def miss(self, number: int) -> list[int]:
        """A day that was missed; returns those that were no rest days, as it turns out.

        Where two are too near to each other, the days between them go on, and those before the first of them are lost.
        """
        if not self.days:
            return [number]
        if self.rested is None or number - self.rested >= REST_EVERY:
            self.rested, self.since = number, 0
            return []
        before, self.days, self.since = self.rested, self.since, 0
        self.rested = number if self.days else None
        return [before] if self.days else [before, number]


def streak(played: Container[int], first: int, today: int, down: Container[int]) -> Streak:
    """The streak of who has played these numbers, the first of them `first`. Today is not missed before it is over."""
    row, top = _Row(), 0
    for number in range(first, today + 1):
        if number in played:
            row.play()
            top = max(top, row.days)
        elif number != today and number not in down:
            row.miss(number)
    return Streak(row.days, top, 0 if row.rested is None else max(0, row.rested + REST_EVERY - today))


def marks(  # noqa: PLR0913 - what is asked, and what is known
    since: int,
    to: int,
    *,
    played: Container[int],
    won: Container[int],
    first: int | None,
    today: int,
    down: Container[int],
) -> list[Mark]:
    """What each day from `since` to `to` was to a player whose first one was `first` (None: there is none)."""
    found: dict[int, Mark] = {}
    row = _Row()
    for number in range(since if first is None else min(since, first), today + 1):
        if number in played:
            row.play()
            found[number] = "won" if number in won else "played"
        elif number == today:
            found[number] = "open"
        elif number in down:
            found[number] = "outage"
        else:
            found[number] = "rest"
            found |= dict.fromkeys(row.miss(number), "missed")
    return [found[number] for number in range(since, min(to, today) + 1)]
