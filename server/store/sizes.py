"""How large the logs in Redis are: counted a page of keys at a time, so that others are served in between."""

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from redis.asyncio import Redis

from server.events import Created, Event, unpack
from server.store import keys

PAGE: Final = 200
"""Keys that one step looks at, and that are in memory at once."""
Counted = Literal["race", "solo", "daily", "rooms", "unknown"]
"""Attempt logs by what was played, all room logs, and attempt logs whose room log is not there."""
COUNTED: Final[tuple[Counted, ...]] = ("race", "solo", "daily", "rooms", "unknown")
_KEY: Final = re.compile(rb"corrida:\{([0-9A-Z]+)\}:(room|race:\d+:.+)")


@dataclass(slots=True)
class Size:
    """How much there is of one kind."""

    logs: int = 0
    entries: int = 0
    """Of an attempt log: moves, undos, hints and giving up."""
    size: int = 0
    """Bytes of memory, with all that Redis itself needs for them."""

    @property
    def each(self) -> float:
        """Bytes per entry."""
        return self.size / self.entries if self.entries else 0.0


class Sizes:
    """Every call may raise one of `redis.Unreachable`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def count(self) -> dict[Counted, Size]:
        """Look at every log. What is begun or ends meanwhile may be counted or not."""
        sizes = {kind: Size() for kind in COUNTED}
        async for found in self._pages():
            for (_, log), (entries, size, first) in zip(found, await self._look(found), strict=True):
                if not entries:
                    continue
                of = sizes["rooms" if log == keys.ROOM_LOG else _kind(first)]
                of.logs, of.entries, of.size = of.logs + 1, of.entries + entries, of.size + (size or 0)
        return sizes

    async def _pages(self) -> AsyncIterator[list[tuple[str, str]]]:
        """Code and name of all logs, some at a time."""
        cursor = 0
        while True:
            page: Any = await self._redis.scan(cursor, match=keys.log_key("*", "r*"), count=PAGE, _type="stream")
            cursor, names = page
            matches = (_KEY.fullmatch(name) for name in names)
            if found := [(match[1].decode(), match[2].decode()) for match in matches if match]:
                yield found
            if not cursor:
                return

    async def _look(self, found: Sequence[tuple[str, str]]) -> list[tuple[int, int | None, Any]]:
        """Of each log: its entries, its bytes, and the beginning of its room's log."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for code, log in found:
                pipeline.xlen(keys.log_key(code, log))
                pipeline.memory_usage(keys.log_key(code, log), samples=0)
                pipeline.xrange(keys.log_key(code, keys.ROOM_LOG), count=1)
            answers: list[Any] = await pipeline.execute()
        return list(zip(answers[::3], answers[1::3], answers[2::3], strict=True))


def _kind(first: Any) -> Counted:
    """What is played in a room whose log begins so."""
    made: Event | None = unpack(first[0][1][b"e"]) if first else None
    if not isinstance(made, Created):
        return "unknown"
    if made.daily is not None:
        return "daily"
    return "solo" if made.solo else "race"
