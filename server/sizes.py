"""`corrida sizes`: how large the logs of what was played are, and what a move costs."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from server.store.redis import connect
from server.store.sizes import COUNTED, Counted, Size, Sizes

_NAMES: Final[dict[Counted, str]] = {
    "race": "attempts in races",
    "solo": "attempts alone",
    "daily": "attempts at dailies",
    "rooms": "rooms",
    "unknown": "attempts without a room",
}


async def sizes_of(url: str) -> dict[Counted, Size]:
    """Count all logs in a Redis. May raise `store.redis.Unreachable`."""
    redis = connect(url)
    try:
        return await Sizes(redis).count()
    finally:
        await redis.aclose()


def lines(sizes: Mapping[Counted, Size]) -> Iterator[str]:
    """A table to read: a line for each kind of which there is any, or always, but for what should not be."""
    yield f"{'':24}{'logs':>12}{'entries':>14}{'bytes':>16}{'per log':>10}{'per entry':>11}"
    for kind in COUNTED:
        one = sizes[kind]
        if one.logs or kind != "unknown":
            per_log = one.size / one.logs if one.logs else 0.0
            yield f"{_NAMES[kind]:24}{one.logs:12,}{one.entries:14,}{one.size:16,}{per_log:10,.0f}{one.each:11,.1f}"


def as_json(sizes: Mapping[Counted, Size]) -> dict[str, Any]:
    """The same for a program."""
    return {
        kind: {"logs": one.logs, "entries": one.entries, "bytes": one.size, "bytes_per_entry": round(one.each, 2)}
        for kind, one in sizes.items()
    }
