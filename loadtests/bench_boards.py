"""How fast the boards of the daily are: `make bench-boards`, or `python -m loadtests.bench_boards [--entries N]`.

A Redis of its own gets so many results of one day, a hundred at a time, as when very many finish at once; a fifth of
them are equal to others. Measured, with all that one request needs of Redis, in CPU time of the server and of Redis: a
result that is written down, a page of the board with a player's neighbours, its top, a friends' board, and the question
whether anything has changed; on a small board and on the full one. Places are held against a sorted list. The numbers
are for people; a wrong place fails.
"""

import argparse
import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time
from typing import Final

from redis.asyncio import Redis

from server import daily
from server.board import USUAL, Board, Wanted
from server.dailies import Dailies, Now
from server.daily import BOARDS, Result
from server.redis_embedded import embedded_redis
from server.store.clock import Clock
from server.store.daily import Day, Days
from server.store.log import Logs
from server.store.people import People
from server.store.redis import connect

AT_ONCE: Final = 100
TIMES: Final = 300
"""How often each look is measured."""
FRIENDS: Final = 50
CHECKED: Final = 200
"""Players whose places are held against the sorted list."""


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=100_000, help="on the board (default: %(default)s)")
    entries = parser.parse_args().entries
    with tempfile.TemporaryDirectory() as folder, embedded_redis(Path(folder)) as url:
        asyncio.run(_measure(url, entries))


async def _measure(url: str, entries: int) -> None:
    redis = connect(url)
    meter, clock, people, days = _Meter(redis), Clock(redis), People(redis), Days(redis)
    dailies = Dailies(Logs(redis), days, people, clock)
    now = await dailies.now()
    day, board = Day("spider-4", now.number), Board(dailies, people)
    results = _results(entries)
    players = list(results)
    print(f"{'entries':>9}{'':<4}{'µs of CPU, server + Redis':<28}{'a second, one core each':>24}")
    done = 0
    for upto in sorted({min(1_000, entries), entries}):
        together = await _fill(meter, days, day, results, players[done : upto - TIMES])
        alone = await _fill(meter, days, day, results, players[upto - TIMES : upto], at_once=1)
        done = upto
        me = players[upto // 2]
        for friend in random.Random(1).sample(players[:upto], min(FRIENDS, upto)):
            await people.befriend(me, friend)
        usual = Wanted(day, "time", friends=False, start=None, count=USUAL, player=me)
        looks: dict[str, Callable[[], Awaitable[object]]] = {
            "neighbours, a page": partial(_page, board, usual, now),
            "the top, a page": partial(_page, board, replace(usual, start=0), now),
            f"{FRIENDS} friends": partial(_page, board, replace(usual, friends=True), now),
            "has it changed?": partial(board.look, usual, now),
        }
        costs = {"a result, alone": alone, f"a result, of {AT_ONCE} at once": together}
        costs |= {name: await _look(meter, look) for name, look in looks.items()}
        for name, (python, store) in costs.items():
            print(f"{upto:>9}    {name:<26}{python:>9.0f} +{store:>5.0f}{1e6 / max(python, store):>18,.0f}")
    await _check(days, day, results)
    memory = int((await redis.info("memory"))["used_memory"])
    print(f"{memory / len(players):.0f} bytes of Redis for an entry, with its player's calendar and claim")
    await redis.aclose()


class _Meter:
    """CPU time, which a busy machine changes little: of this process, and of Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def read(self) -> tuple[float, float]:
        """Seconds so far."""
        spent = await self._redis.info("cpu")
        return process_time(), spent["used_cpu_user"] + spent["used_cpu_sys"]

    async def since(self, before: tuple[float, float], times: int) -> tuple[float, float]:
        """µs for each of so many, since then."""
        python, store = await self.read()
        return (python - before[0]) / times * 1e6, (store - before[1]) / times * 1e6


def _results(entries: int) -> dict[str, Result]:
    chance = random.Random(entries)
    return {
        f"player{i:08}": Result(
            "ABC234",
            "finished" if chance.random() < 0.7 else "gave_up",
            time_ms=chance.randrange(120_000, 120_000 + 4 * entries),
            moves=chance.randrange(90, 400),
            undos=chance.randrange(3),
            hints=0,
            home=chance.randrange(9),
            down=chance.randrange(40),
        )
        for i in range(entries)
    }


async def _fill(  # noqa: PLR0913 - a measurement has its tools
    meter: _Meter, days: Days, day: Day, results: dict[str, Result], players: list[str], *, at_once: int = AT_ONCE
) -> tuple[float, float]:
    """Write down the results of these players; what each costs."""
    for i in range(0, len(players), AT_ONCE):
        await asyncio.gather(*(days.claim(day, player, "ABC234", 0) for player in players[i : i + AT_ONCE]))
    before = await meter.read()
    for i in range(0, len(players), at_once):
        some = players[i : i + at_once]
        await asyncio.gather(*(days.rank(day, player, "Somebody", results[player]) for player in some))
    return await meter.since(before, max(1, len(players)))


async def _look(meter: _Meter, look: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    before = await meter.read()
    for _ in range(TIMES):
        await look()
    return await meter.since(before, TIMES)


async def _page(board: Board, wanted: Wanted, now: Now) -> None:
    await board.read(await board.look(wanted, now))


async def _check(days: Days, day: Day, results: dict[str, Result]) -> None:
    """The places that Redis tells are those of a sorted list, also after the best hundred were forgotten."""
    for gone in (False, True):
        for by in BOARDS:
            scores = {player: daily.score(result, by) for player, result in results.items()}
            order = sorted(scores.values())
            first = {score: i for i, score in reversed(list(enumerate(order)))}
            for player in random.Random(2).sample(list(results), min(CHECKED, len(results))):
                place = await days.place(day, by, player)
                if place is None or place.better != first[scores[player]]:
                    raise AssertionError(f"{player} is at {place}, not behind {first[scores[player]]}")
        if not gone:
            best = sorted(results, key=lambda player: daily.score(results[player], "time"))[:100]
            for player in best:
                await days.unrank(day, player)
                del results[player]


if __name__ == "__main__":
    main()
