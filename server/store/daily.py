"""The daily challenge in Redis: which deal each day has, whose attempt is where, the results and the boards.

Results follow from the logs of the attempts' rooms, and are written under their player's name as often as one likes.
The keys of a day and a game share a hash tag, and so do a game's stock and the days that it is moved to.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Final

import msgpack
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from server import daily
from server.daily import BOARDS, MINUTES, Result
from server.events import Deal
from server.messages import By
from server.store import keys
from server.store.people import KEEP_S

NONCE_BYTES: Final = 16
KEEP_MS: Final = 400 * daily.DAY_MS
"""The boards of a day are kept for a good year after the last result."""
_PARTS: Final[tuple[keys.DailyPart, ...]] = ("attempts", "open", "results", "names", "time", "moves", "version")
_DAY_BYTES: Final = MINUTES // 8


def _script(name: str) -> str:
    return files("server.store").joinpath(f"{name}.lua").read_text()


@dataclass(frozen=True, slots=True)
class Day:
    """One day of one game."""

    variant: str
    number: int

    def key(self, part: keys.DailyPart) -> str:
        """The key of a part of it."""
        return keys.daily(self.variant, self.number, part)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a board."""

    player: str
    name: str
    result: Result
    score: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands on a board."""

    index: int
    """From 0; of those who share a place each has another one."""
    better: int
    """How many are strictly better."""
    equal: int
    """How many share the place, this player among them."""


@dataclass(frozen=True, slots=True)
class Field:
    """All who have a result."""

    players: int
    finished: int
    version: int
    """Another one after each change."""


@dataclass(frozen=True, slots=True)
class Own:
    """What a player has of a day."""

    code: str | None
    """Of the room of the ranked attempt; None: there was none; empty: the player was forgotten."""
    result: Result | None
    practice: str | None = field(default=None)
    """Code of the room of the last practice."""


class Days:
    """Every call may raise one of `redis.Unreachable`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._choose = redis.register_script(_script("choose"))
        self._claim = redis.register_script(_script("claim"))
        self._rank = redis.register_script(_script("rank"))
        self._unrank = redis.register_script(_script("unrank"))
        self._token = secrets.token_hex(8)
        self._first: int | None = None
        self._pars: dict[Day, int] = {}
        """A day's deal is never another one."""

    # ---- days and deals

    async def first(self, now: int) -> int:
        """The day that has the number 1: today, if it was never asked for before."""
        if self._first is None:
            await self._redis.set(keys.DAILY_FIRST, daily.day_of(now), nx=True)
            self._first = int(await self._redis.get(keys.DAILY_FIRST) or 0)
        return self._first

    async def choose(self, day: Day) -> bool:
        """Give a day one of the certified deals, if it has none; False if there is none to be had."""
        arguments: list[int | bytes] = [day.number, secrets.token_bytes(NONCE_BYTES)]
        return bool(await self._choose([keys.stock(day.variant), keys.daily_deals(day.variant)], arguments))

    async def deal(self, day: Day) -> Deal | None:
        """The deal of a day, which is as secret as the day is young."""
        data = await self._redis.hget(keys.daily_deals(day.variant), str(day.number))
        if not isinstance(data, bytes):
            return None
        name, line = msgpack.unpackb(data[NONCE_BYTES:])
        return Deal(day.variant, name, data[:NONCE_BYTES], sealed=True, line=line)

    async def par(self, day: Day) -> int:
        """How many moves the solver's line of a day has; 0 if there is no deal."""
        if day not in self._pars:
            deal = await self.deal(day)
            if deal is None:
                return 0
            self._pars[day] = len(deal.line.split())
        return self._pars[day]

    async def dealt(self, variants: Iterable[str], numbers: Sequence[int]) -> dict[str, list[bool]]:
        """Which of these days have a deal, for each variant."""
        asked = list(variants)
        async with self._redis.pipeline(transaction=False) as pipeline:
            for variant in asked:
                pipeline.hmget(keys.daily_deals(variant), [str(number) for number in numbers])
            found = await pipeline.execute()
        return {variant: [data is not None for data in deals] for variant, deals in zip(asked, found, strict=True)}

    async def is_up(self, now: int) -> None:
        """Say that a server is up in this minute."""
        first = await self.first(now)
        await self._redis.setbit(keys.DAILY_UP, now // 60_000 - first * MINUTES, 1)

    async def minutes_up(self, numbers: Sequence[int]) -> list[int]:
        """In how many minutes of each of these days a server was up."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for number in numbers:
                start = (number - 1) * _DAY_BYTES
                pipeline.bitcount(keys.DAILY_UP, start, start + _DAY_BYTES - 1)
            found: list[int] = await pipeline.execute()
        return found

    # ---- attempts

    async def claim(self, day: Day, player: str, code: str, look_at: int) -> str:
        """Make a room that of the player's ranked attempt; returns the code of the one that it is in fact."""
        await self._redis.sadd(keys.DAILY_UNSETTLED, f"{day.variant}:{day.number}")
        names = [day.key("attempts"), day.key("open")]
        held: bytes = await self._claim(names, [player, code, look_at, KEEP_MS])
        if held:
            async with self._redis.pipeline(transaction=False) as pipeline:
                _took_part(pipeline, player, day.number)
                await pipeline.execute()
        return held.decode()

    async def own(self, days: Sequence[Day], player: str) -> list[Own]:
        """What a player has of each of these days."""
        if not days:
            return []
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.hmget(keys.daily_practice(player), [f"{day.variant}:{day.number}" for day in days])
            for day in days:
                pipeline.hget(day.key("attempts"), player)
                pipeline.hget(day.key("results"), player)
            practices, *found = await pipeline.execute()
        return [
            Own(
                code=None if code is None else code.decode(),
                result=None if result is None else daily.unpack(result),
                practice=None if practice is None else practice.decode(),
            )
            for code, result, practice in zip(found[::2], found[1::2], practices, strict=True)
        ]

    async def practises(self, day: Day, player: str, code: str) -> None:
        """Keep in mind in which room a player practises."""
        await self._redis.hset(keys.daily_practice(player), f"{day.variant}:{day.number}", code)
        await self._redis.expire(keys.daily_practice(player), KEEP_S)

    async def rank(self, day: Day, player: str, name: str, result: Result) -> bool:
        """Write down a result; False if it is not that of the player's attempt (any more)."""
        scores = [daily.score(result, by) for by in BOARDS]
        data = daily.pack(result)
        arguments: list[int | str | bytes] = [player, result.code, data, name, *scores, KEEP_MS]
        if not await self._rank([day.key(part) for part in _PARTS], arguments):
            return False
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.hset(keys.daily_results(player, day.variant), str(day.number), data)
            pipeline.expire(keys.daily_results(player, day.variant), KEEP_S)
            _took_part(pipeline, player, day.number)
            await pipeline.execute()
        return True

    async def unrank(self, day: Day, player: str) -> None:
        """Take a player off the boards of a day, for good."""
        await self._unrank([day.key(part) for part in _PARTS], [player])

    async def forget(self, player: str, variants: Iterable[str], numbers: Iterable[int]) -> None:
        """Delete all that is kept of a player here. `numbers`: the days on which an attempt may be open."""
        recent = list(numbers)
        for variant in variants:
            results: Any = await self._redis.hkeys(keys.daily_results(player, variant))
            for number in {*recent, *map(int, results)}:
                await self.unrank(Day(variant, number), player)
            await self._redis.delete(keys.daily_results(player, variant))
        for key in (keys.daily_days(player), keys.daily_practice(player)):
            await self._redis.delete(key)

    # ---- attempts without a result

    async def unsettled(self) -> list[Day]:
        """The days that may have such attempts."""
        found: Any = await self._redis.smembers(keys.DAILY_UNSETTLED)
        days = (name.decode().rpartition(":") for name in found)
        return [Day(variant, int(number)) for variant, _, number in days]

    async def settled(self, day: Day) -> None:
        """A day that is closed has none any more."""
        await self._redis.srem(keys.DAILY_UNSETTLED, f"{day.variant}:{day.number}")

    async def open(self, day: Day, before: int, most: int) -> list[tuple[str, str]]:
        """Players, and their rooms, whose attempts are to be looked at before this time."""
        found: Any = await self._redis.zrangebyscore(day.key("open"), "-inf", before, start=0, num=most)
        if not found:
            return []
        codes: Any = await self._redis.hmget(day.key("attempts"), found)
        return [(player.decode(), (code or b"").decode()) for player, code in zip(found, codes, strict=True)]

    async def look_again(self, day: Day, player: str, at: int | None) -> None:
        """Look at an attempt again at this time; None: never."""
        if at is None:
            await self._redis.zrem(day.key("open"), player)
        else:
            await self._redis.zadd(day.key("open"), {player: at}, xx=True)

    async def any_open(self, day: Day) -> bool:
        """Whether there is an attempt without a result."""
        return bool(await self._redis.zcard(day.key("open")))

    async def lock(self, for_ms: int) -> bool:
        """Become, or stay, the one server that looks after them, for so long."""
        taken = await self._redis.set(keys.DAILY_LOCK, self._token, nx=True, px=for_ms)
        return bool(taken) or await self._redis.get(keys.DAILY_LOCK) == self._token.encode()

    # ---- boards

    async def field(self, day: Day) -> Field:
        """How many have a result."""
        return (await self.fields([day]))[0]

    async def fields(self, days: Sequence[Day]) -> list[Field]:
        """The same of several days."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for day in days:
                pipeline.zcard(day.key("time"))
                pipeline.zcount(day.key("time"), "-inf", "(0")
                pipeline.get(day.key("version"))
            found = await pipeline.execute()
        parts = zip(found[::3], found[1::3], found[2::3], strict=True)
        return [Field(players, finished, int(version or 0)) for players, finished, version in parts]

    async def place(self, day: Day, by: By, player: str) -> Place | None:
        """Where a player stands on a board."""
        key = day.key(by)
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.zrank(key, player)
            pipeline.zscore(key, player)
            index, points = await pipeline.execute()
        if index is None or points is None:
            return None
        better, equal = await self._count(key, points)
        return Place(index, better, equal)

    async def _count(self, key: str, points: float) -> tuple[int, int]:
        """How many are strictly better than a score, and how many have it."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.zcount(key, "-inf", f"({points:.0f}")
            pipeline.zcount(key, f"{points:.0f}", f"{points:.0f}")
            better, equal = await pipeline.execute()
        return better, equal

    async def lines(self, day: Day, by: By, start: int, count: int) -> tuple[list[Line], int]:
        """Neighbours on a board, best first, from the one at index `start`; and how many are better than that one."""
        found: Any = await self._redis.zrange(day.key(by), start, start + count - 1, withscores=True)
        lines = await self._lines(day, found)
        return lines, (await self._count(day.key(by), lines[0].score))[0] if lines else 0

    async def lines_of(self, day: Day, by: By, players: Sequence[str]) -> list[Line]:
        """The lines of these players, best first."""
        if not players:
            return []
        points: Any = await self._redis.zmscore(day.key(by), list(players))
        found = [(player.encode(), one) for player, one in zip(players, points, strict=True) if one is not None]
        return sorted(await self._lines(day, found), key=lambda line: (line.score, line.player))

    async def _lines(self, day: Day, found: Sequence[tuple[bytes, float]]) -> list[Line]:
        if not found:
            return []
        players = [player for player, _ in found]
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.hmget(day.key("results"), players)
            pipeline.hmget(day.key("names"), players)
            results, names = await pipeline.execute()
        told = zip(found, results, names, strict=True)
        return [
            Line(player.decode(), (name or b"").decode(), daily.unpack(result), points)
            for (player, points), result, name in told
            if result is not None
        ]

    async def medals(self, day: Day, indexes: Sequence[int]) -> tuple[int, int]:
        """How many stand, by time, no lower than each of two places; none if nobody has won."""
        found = [(await self._count(day.key("time"), points)) for points in await self.scores(day, "time", indexes)]
        gold, silver = [better + equal for better, equal in found] or [0, 0]
        return gold, silver

    async def scores(self, day: Day, by: By, indexes: Sequence[int]) -> list[int]:
        """The scores at these places of a board, from 0."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for index in indexes:
                pipeline.zrange(day.key(by), index, index, withscores=True)
            found = await pipeline.execute()
        return [int(pairs[0][1]) for pairs in found if pairs]

    # ---- what a player has done on other days

    async def taken_part(self, player: str) -> set[int]:
        """The numbers of the days on which a player has taken part."""
        data = await self._redis.get(keys.daily_days(player))
        bits = data if isinstance(data, bytes) else b""
        return {8 * i + bit for i, byte in enumerate(bits) for bit in range(8) if byte & (0x80 >> bit)}

    async def results(self, player: str, variant: str) -> dict[int, Result]:
        """A player's results of a game's days."""
        found: Any = await self._redis.hgetall(keys.daily_results(player, variant))
        return {int(number): daily.unpack(data) for number, data in found.items()}


def _took_part(pipeline: Pipeline, player: str, number: int) -> None:
    """Have it written down that a player has taken part in a day."""
    pipeline.setbit(keys.daily_days(player), number, 1)
    pipeline.expire(keys.daily_days(player), KEEP_S)
