"""The races that are on, by when to look at them if nobody has their room open: so each ends, also when all have left.

It is not truth but a list of what to look at. A room is put there before its race is written down, and whoever has it
open puts it off again and again; what stands there without need is taken off by the first look.
"""

from importlib.resources import files
from typing import Final

from redis.asyncio import Redis

from server.store import keys

FRESH_MS: Final = 25_000
"""For so long a room is taken to be looked after by who has said so."""
TAKEN_MS: Final = 60_000
"""A look whose server has died is made again after so long."""
AT_ONCE: Final = 20
"""Rooms that one server takes in one go."""

_TAKE: Final = files("server.store").joinpath("take.lua").read_text()


class Running:
    """Every call may raise one of `redis.Unreachable`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._take = redis.register_script(_TAKE)

    async def look_at(self, code: str, at: int) -> None:
        """Look at a room at this time, and not before."""
        await self._redis.zadd(keys.RUNNING, {code: at})

    async def over(self, code: str) -> None:
        """There is nothing to look at any more."""
        await self._redis.zrem(keys.RUNNING, code)

    async def take(self, now: int) -> list[str]:
        """The rooms to look at now; no other server gets them as long as a look takes."""
        due = await self._take([keys.RUNNING], [now, now + TAKEN_MS, AT_ONCE])
        return [code.decode() for code in due]
