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
        some = _marks(islice(rest, _AT_ONCE), now)
        while more := _marks(islice(rest, _AT_ONCE), now):
            await self._redis.zadd(here, some)
            some = more
        async with self._redis.pipeline(transaction=False) as pipeline:
            if some:
                pipeline.zadd(here, some)
            if there:
                pipeline.zadd(seen, there)
            for key in (here, seen, keys.connection_counter(code)):
                pipeline.pexpire(key, _KEEP_MS)
            pipeline.zremrangebyscore(here, "-inf", now - FRESH_MS)
            pipeline.zrange(seen, 0, -1, withscores=True)
            pipeline.zscan(here, count=_AT_ONCE)
            *_, times, page = await pipeline.execute()
        return await self._connections(here, page), {player.decode(): int(at) for player, at in times}

    async def _connections(self, key: str, page: Any) -> list[Connection]:
        """All that are marked, of which this is the first page; one that comes or goes meanwhile may be among them."""
        found = {member for member, _ in page[1]}
        while page[0]:
            page = await self._redis.zscan(key, page[0], count=_AT_ONCE)
            found.update(member for member, _ in page[1])
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

    async def withdraw(self, code: str) -> None:
        """Publish that fewer may look on at the game alone in this room than before."""
        await self._redis.publish(keys.channel(code), "withdrawn")


def _marks(connections: Iterable[Connection], now: int) -> dict[str, int]:
    """Members and scores of the sorted set for some connections."""
    return {f"{player} {number}": now for player, number in connections}
