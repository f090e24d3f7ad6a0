"""The stock of certified deals: nobody has seen them, each has a line that wins it, and they are secret until played.

A list for each variant, filled at one end and taken from at the other: what was taken is nobody else's.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import msgpack
from redis.asyncio import Redis

from server.store import keys

_PUSH: Final = """
if redis.call("SET", KEYS[2], "", "NX", "EX", ARGV[3]) then redis.call(ARGV[1], KEYS[1], ARGV[2]) end
"""
_MARKED_S: Final = 600
"""For so long it is known that a deal was added: a call whose answer is lost is tried again for two minutes at most."""
_RELEASE: Final = """
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0
"""


@dataclass(frozen=True, slots=True)
class Certified:
    """A deal that can be won. Neither field is ever shown, logged or counted before the deal has been played."""

    deal: str = field(repr=False)
    line: str = field(repr=False)
    """Moves in notation that win it, with spaces between."""


class Stock:
    """Every call may raise one of `redis.Unreachable`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._push = redis.register_script(_PUSH)
        self._release = redis.register_script(_RELEASE)
        self._token = secrets.token_hex(8)

    async def put(self, variant: str, certified: Certified) -> None:
        """Add a deal."""
        await self._add("RPUSH", variant, certified)

    async def put_back(self, variant: str, certified: Certified) -> None:
        """Give back, unseen, what was just taken."""
        await self._add("LPUSH", variant, certified)

    async def _add(self, push: str, variant: str, certified: Certified) -> None:
        """Once, however often the call is tried again: a deal that lay there twice would be dealt to two rooms."""
        names = [keys.stock(variant), keys.stock_mark(variant, secrets.token_hex(8))]
        await self._push(names, [push, msgpack.packb([certified.deal, certified.line]), _MARKED_S])

    async def take(self, variant: str) -> Certified | None:
        """Take a deal out for good; None if there is none."""
        data = await self._redis.lpop(keys.stock(variant))
        return Certified(*msgpack.unpackb(data)) if isinstance(data, bytes) else None

    async def counts(self, variants: Iterable[str]) -> dict[str, int]:
        """How many deals of each variant there are."""
        wanted = list(variants)
        async with self._redis.pipeline(transaction=False) as pipeline:
            for variant in wanted:
                pipeline.llen(keys.stock(variant))
            return dict(zip(wanted, await pipeline.execute(), strict=True))

    async def lock(self, for_ms: int) -> bool:
        """Become, or stay, the one server that fills the stock, for so long."""
        taken = await self._redis.set(keys.STOCK_LOCK, self._token, nx=True, px=for_ms)
        if not taken and await self._redis.get(keys.STOCK_LOCK) == self._token.encode():
            await self._redis.pexpire(keys.STOCK_LOCK, for_ms)
            return True
        return bool(taken)

    async def unlock(self) -> None:
        """Let another server fill it, if this one does."""
        await self._release([keys.STOCK_LOCK], [self._token])
