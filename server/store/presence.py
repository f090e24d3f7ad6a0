"""Who is in a room, by connection: told by the servers that hold the sockets, forgotten by itself when they die."""

from collections.abc import Iterable
from importlib.resources import files
from itertools import islice
from typing import Any, Final

from redis.asyncio import Redis

from server.messages import Sign
from server.store import keys
from server.store.clock import Clock

REFRESH_S: Final = 10.0
"""How often a server says that its connections are still there."""
FRESH_MS: Final = 25_000
"""A connection that nobody has spoken for in this long is gone (its server died)."""
_AT_ONCE: Final = 250
"""Connections that one call tells of: a millisecond in which nobody else has a turn."""
_KEEP_MS: Final = 24 * 3_600_000

_ARRIVE: Final = files("server.store").joinpath("arrive.lua").read_text()

Connection = tuple[str, int]
"""Player and number; of two connections of a player, the one with the higher number stays."""


class Presence:
    """Marks connections and lists them. Every call may raise one of `redis.Unreachable`."""

    def __init__(self, redis: Redis, clock: Clock) -> None:
        self._redis = redis
        self._clock = clock
        self._arrive = redis.register_script(_ARRIVE)

    async def arrive(self, code: str, player: str) -> int:
        """Mark a new connection and publish it; returns its number."""
        number: int = await self._arrive(
            [keys.connection_counter(code), keys.connections(code)], [keys.channel(code), player, _KEEP_MS]
        )
        return number

    async def refresh(
        self, code: str, connections: Iterable[Connection], seated: Iterable[str] = ()
    ) -> tuple[list[Connection], dict[str, int]]:
        """Say that these connections are still there, and that these players with a seat are.

        Returns all connections that are, of all servers, and when each player with a seat was last seen (ms of Redis'
        clock). They may be thousands: others have their turn in between.
        """
        now = self._clock.now()
        here, seen = keys.connections(code), keys.seen(code)
        rest, there = iter(connections), dict.fromkeys(seated, now)
        while some := {f"{player} {number}": now for player, number in islice(rest, _AT_ONCE)}:
            await self._redis.zadd(here, some)
        async with self._redis.pipeline(transaction=False) as pipeline:
            if there:
                pipeline.zadd(seen, there)
            for key in (here, seen, keys.connection_counter(code)):
                pipeline.pexpire(key, _KEEP_MS)
            pipeline.zremrangebyscore(here, "-inf", now - FRESH_MS)
            pipeline.zrange(seen, 0, -1, withscores=True)
            *_, times = await pipeline.execute()
        return await self._connections(here), {player.decode(): int(at) for player, at in times}

    async def _connections(self, key: str) -> list[Connection]:
        """All that are marked; one that is marked or taken off meanwhile may be among them or not."""
        found: set[bytes] = set()
        cursor = 0
        while True:
            page: Any = await self._redis.zscan(key, cursor, count=_AT_ONCE)
            cursor, some = page
            found.update(member for member, _ in some)
            if not cursor:
                break
        pairs = (member.decode().partition(" ") for member in found)
        return [(player, int(number)) for player, _, number in pairs]

    async def depart(self, code: str, connection: Connection, *, seated: bool) -> None:
        """Take a connection off the list, and publish that; of who has a seat it is kept when they were there last."""
        player, number = connection
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.zrem(keys.connections(code), f"{player} {number}")
            if seated:
                pipeline.zadd(keys.seen(code), {player: self._clock.now()})
                pipeline.pexpire(keys.seen(code), _KEEP_MS)
            pipeline.publish(keys.channel(code), f"departed {player} {number}")
            await pipeline.execute()

    async def react(self, code: str, player: str, sign: Sign) -> None:
        """Publish that a player shows a sign. It is not kept: who is not there does not see it."""
        await self._redis.publish(keys.channel(code), f"reacted {player} {sign}")
