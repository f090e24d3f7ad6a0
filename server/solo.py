"""What is left of the games that somebody played alone: results, and the statistics that follow from them. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from typing import Final

import msgpack

from server.messages.requests import GameOver, Statistics
from server.room import Room

MOST_LISTED: Final = 50
"""So many games that are over are listed, the newest ones."""

_LEFT: Final = ":left"
"""Ends the name of the result of a game that its player has left for another one; before it stands the game's name."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended, at `at` (ms of Redis' clock)."""

    variant: str
    won: bool
    time_ms: int
    """Time played, pauses left out."""
    moves: int
    at: int


def result_of(room: Room, at: int) -> Result | None:
    """The result of the game that a room for one alone is about to leave behind; None if nothing was played in it."""
    on = room.race
    if on is None:
        return None
    [racer] = on.racers.values()
    if not racer.attempt.version:
        return None
    ended = at if racer.ended_at is None else racer.ended_at
    return Result(room.deal.variant, racer.state == "finished", max(0, on.played(ended)), racer.attempt.moves, ended)


def pack(result: Result | None) -> bytes:
    """The bytes of a result, as Redis keeps them."""
    data: bytes = msgpack.packb(None if result is None else astuple(result))
    return data


def unpack(data: bytes) -> Result | None:
    """The result in these bytes, which `pack` made."""
    fields = msgpack.unpackb(data)
    return None if fields is None else Result(*fields)


def name_of(room: Room, *, left: bool = False) -> str:
    """What a game's result is kept under; `left`: the one that counts if its player has begun another one before."""
    return f"{room.code}:{room.races}{_LEFT if left else ''}"


def counted(results: Mapping[str, Result]) -> dict[str, Result]:
    """The result of each game that counts, by the game's name. Who has left one for another does not win it any more.

    Else a streak would last for as long as one leaves whatever goes badly.
    """
    left = {name.removesuffix(_LEFT): result for name, result in results.items() if name.endswith(_LEFT)}
    return {name: result for name, result in results.items() if not name.endswith(_LEFT)} | left


def over(results: Mapping[str, Result], variant: str, now: int, keep_ms: int) -> list[GameOver]:
    """The newest games of a variant, of those that count; `keep_ms`: for how long they can be seen again."""
    games = [(name, result) for name, result in results.items() if result.variant == variant]
    return [
        GameOver(
            code=name.split(":")[0],
            race=int(name.split(":")[1]),
            won=result.won,
            time_ms=result.time_ms,
            moves=result.moves,
            ago_ms=max(0, now - result.at),
            kept=now - result.at < keep_ms,
        )
        for name, result in sorted(games, key=lambda one: (one[1].at, one[0]), reverse=True)[:MOST_LISTED]
    ]


def statistics(results: Iterable[Result]) -> list[Statistics]:
    """What the results come to, one line for each variant played, in whatever order they are given."""
    by_variant: dict[str, list[Result]] = {}
    for result in sorted(results, key=lambda one: (one.at, astuple(one))):
        by_variant.setdefault(result.variant, []).append(result)
    return [_line(variant, played) for variant, played in by_variant.items()]


def _line(variant: str, played: list[Result]) -> Statistics:
    won = [result for result in played if result.won]
    streak = best = 0
    for result in played:
        streak = streak + 1 if result.won else 0
        best = max(best, streak)
    return Statistics(
        variant=variant,
        played=len(played),
        won=len(won),
        best_time_ms=min((result.time_ms for result in won), default=None),
        best_moves=min((result.moves for result in won), default=None),
        streak=streak,
        best_streak=best,
    )
