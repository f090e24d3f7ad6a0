"""Who is in a room, by connection: told by the servers that hold the sockets, forgotten by itself when they die."""

from collections.abc import Iterable
from importlib.resources import files
from typing import Final

from redis.asyncio import Redis

from server.messages import Sign
from server.store import keys
from server.store.clock import Clock

REFRESH_S: Final = 10.0
"""How often a server says that its connections are still there."""
FRESH_MS: Final = 25_000
"""A connection that nobody has spoken for in this long is gone (its server died)."""
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

    async def refresh(self, code: str, connections: Iterable[Connection]) -> tuple[list[Connection], dict[str, int]]:
        """Say that these connections are still there.

        Returns all that are, of all servers, and when each player was last seen (ms of Redis' clock).
        """
        now = self._clock.now()
        here, seen, counter = keys.connections(code), keys.seen(code), keys.connection_counter(code)
        mine = list(connections)
        async with self._redis.pipeline(transaction=False) as pipeline:
            if mine:
                pipeline.zadd(here, {f"{player} {number}": now for player, number in mine})
                pipeline.zadd(seen, {player: now for player, _ in mine})
                for key in (here, seen, counter):
                    pipeline.pexpire(key, _KEEP_MS)
            pipeline.zremrangebyscore(here, "-inf", now - FRESH_MS)
            pipeline.zrange(here, 0, -1)
            pipeline.zrange(seen, 0, -1, withscores=True)
            *_, members, times = await pipeline.execute()
        pairs = (member.decode().partition(" ") for member in members)
        return [(player, int(number)) for player, _, number in pairs], {p.decode(): int(at) for p, at in times}

    async def depart(self, code: str, connection: Connection) -> None:
        """Take a connection off the list, and publish that."""
        player, number = connection
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.zrem(keys.connections(code), f"{player} {number}")
            pipeline.zadd(keys.seen(code), {player: self._clock.now()})
            pipeline.pexpire(keys.seen(code), _KEEP_MS)
            pipeline.publish(keys.channel(code), f"departed {player} {number}")
            await pipeline.execute()

    async def react(self, code: str, player: str, sign: Sign) -> None:
        """Publish that a player shows a sign. It is not kept: who is not there does not see it."""
        await self._redis.publish(keys.channel(code), f"reacted {player} {sign}")
