"""What each player has played alone: the rooms of games under way, and the results of those that are over."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from redis.asyncio import Redis

from server.store import keys

MOST: Final = 24
"""Rooms that are kept in mind for a player: the newest ones."""
KEEP_MS: Final = 400 * 24 * 3_600_000
"""Results are kept for a good year after the last one."""


class Games:
    """Every call may raise one of `redis.Unreachable`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def remember(self, player: str, code: str, now: int) -> None:
        """Keep a room of this player's in mind, as the last one played."""
        key = keys.solo_rooms(player)
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.zadd(key, {code: now})
            pipeline.zremrangebyrank(key, 0, -MOST - 1)
            pipeline.pexpire(key, KEEP_MS)
            await pipeline.execute()

    async def forget(self, player: str, code: str) -> None:
        """Let go of a room in which nothing is under way."""
        await self._redis.zrem(keys.solo_rooms(player), code)

    async def rooms(self, player: str) -> list[str]:
        """Codes of the rooms that are kept in mind, the last one played first."""
        codes: Any = await self._redis.zrevrange(keys.solo_rooms(player), 0, -1)
        return [code.decode() for code in codes]

    async def forget_all(self, player: str) -> None:
        """Delete all that is kept of a player here."""
        for key in (keys.solo_rooms(player), keys.solo_results(player)):
            await self._redis.delete(key)

    async def recorded(self, player: str, games: Sequence[str]) -> set[str]:
        """Which of these games have a result."""
        if not games:
            return set()
        found = await self._redis.hmget(keys.solo_results(player), list(games))
        return {game for game, data in zip(games, found, strict=True) if data is not None}

    async def record(self, player: str, results: Mapping[str, bytes]) -> None:
        """Keep the results of games (by name). A game has one result for ever, however often it is recorded."""
        key = keys.solo_results(player)
        async with self._redis.pipeline(transaction=False) as pipeline:
            for game, data in results.items():
                pipeline.hsetnx(key, game, data)
            pipeline.pexpire(key, KEEP_MS)
            await pipeline.execute()

    async def results(self, player: str) -> dict[str, bytes]:
        """All results of a player by name, in no order."""
        found: Any = await self._redis.hgetall(keys.solo_results(player))
        return {name.decode(): data for name, data in found.items()}
