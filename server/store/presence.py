"""Who is in a room, by connection: told by the servers that hold the sockets, forgotten by itself when they die."""

from collections.abc import Iterable
from importlib.resources import files
from typing import Final

from redis.asyncio import Redis

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

    async def refresh(self, code: str, connections: Iterable[Connection]) -> list[Connection]:
        """Say that these connections are still there; returns all that are, of all servers."""
        now = self._clock.now()
        key = keys.connections(code)
        marks = {f"{player} {number}": now for player, number in connections}
        async with self._redis.pipeline(transaction=False) as pipeline:
            if marks:
                pipeline.zadd(key, marks)
                pipeline.pexpire(key, _KEEP_MS)
            pipeline.zremrangebyscore(key, "-inf", now - FRESH_MS)
            pipeline.zrange(key, 0, -1)
            members = (await pipeline.execute())[-1]
        return [(player, int(number)) for player, _, number in (m.decode().partition(" ") for m in members)]

    async def depart(self, code: str, connection: Connection) -> None:
        """Take a connection off the list, and publish that."""
        player, number = connection
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.zrem(keys.connections(code), f"{player} {number}")
            pipeline.publish(keys.channel(code), f"departed {player} {number}")
            await pipeline.execute()
