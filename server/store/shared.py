"""Small facts that all servers share: the secret that signs tokens, counts that throttle, an echo that proves life."""

import secrets
from typing import Final

from redis.asyncio import Redis

from server.store import keys

_MINUTE: Final = 60


class Shared:
    """Every call may raise one of `redis.Unreachable`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def secret(self) -> bytes:
        """The secret that signs player tokens: made once, by whichever server comes first."""
        await self._redis.set(keys.SECRET, secrets.token_bytes(32), nx=True)
        value = await self._redis.get(keys.SECRET)
        if not isinstance(value, bytes):
            raise RuntimeError("Redis has lost the secret that it has just been given")  # noqa: TRY004 - not a wrong type
        return value

    async def count(self, what: str, address: str, now_ms: int) -> int:
        """Count one more `what` from an address; returns how many there were in this minute."""
        key = keys.limit(what, address, now_ms // (_MINUTE * 1000))
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.incr(key)
            pipeline.expire(key, 2 * _MINUTE)
            count: int = (await pipeline.execute())[0]
        return count

    async def uncount(self, what: str, address: str, now_ms: int) -> None:
        """Take back one `what` that was counted at that time."""
        await self._redis.decr(keys.limit(what, address, now_ms // (_MINUTE * 1000)))

    async def echo(self, word: bytes) -> None:
        """Publish a word to all servers, this one included."""
        await self._redis.publish(keys.NODE_CHANNEL, word)
