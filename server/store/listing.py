"""The public list of rooms: each server says of its open rooms what is to be read there, and it is forgotten by itself.

The list is news, not truth: what stands in it is told again every few seconds, by any server that has the room open.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgpack
from redis.asyncio import Redis

from server.store import keys
from server.store.clock import Clock

FRESH_MS: Final = 25_000
"""A line that nobody has said again for this long is of a room that everyone has left, or whose server died."""
MOST: Final = 200
"""Lines that are read at most: the newest ones."""


class Listing:
    """The list in Redis. Every call may raise one of `redis.Unreachable`."""

    def __init__(self, redis: Redis, clock: Clock) -> None:
        self._redis = redis
        self._clock = clock

    async def put(self, code: str, line: Mapping[str, Any]) -> None:
        """Say that this is a room's line now."""
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.hset(keys.LISTED, code, msgpack.packb(line))
            pipeline.zadd(keys.LISTED_AT, {code: self._clock.now()})
            await pipeline.execute()

    async def remove(self, code: str) -> None:
        """Take a room off the list, if it stands there."""
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.hdel(keys.LISTED, code)
            pipeline.zrem(keys.LISTED_AT, code)
            await pipeline.execute()

    async def all(self) -> list[Any]:
        """The lines, that of the room first that was heard of last; stale ones are taken off."""
        stale = self._clock.now() - FRESH_MS
        old: list[bytes] = await self._redis.zrangebyscore(keys.LISTED_AT, "-inf", stale)  # type: ignore[assignment]
        for code in old:
            await self.remove(code.decode())
        codes: list[bytes] = await self._redis.zrevrange(keys.LISTED_AT, 0, MOST - 1)  # type: ignore[assignment]
        lines = await self._redis.hmget(keys.LISTED, codes) if codes else []
        return [msgpack.unpackb(line) for line in lines if line is not None]
