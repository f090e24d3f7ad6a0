"""The logs: streams in Redis, changed only by an atomic append that names the version it was decided on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, Literal

from redis.asyncio import Redis

from server.events import Entry, Event, pack, unpack
from server.store import keys

PAGE: Final = 1000
"""Entries of one log that are read, and folded, in one go."""

_ERASE: Final = files("server.store").joinpath("erase.lua").read_text()
_APPEND: Final = files("server.store").joinpath("append.lua").read_text()


Kind = Literal["race", "solo", "daily", "lobby"]
"""What was played in a room; "lobby": nothing so far."""
_DAY_MS: Final = 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class Keep:
    """For how many days the logs of a room are kept after their last entry, by what was played there."""

    race: int = 30
    solo: int = 30
    daily: int = 30
    lobby: int = 2

    def ms(self, kind: Kind) -> int:
        """The same in milliseconds."""
        days: int = getattr(self, kind)
        return days * _DAY_MS

    @property
    def longest_ms(self) -> int:
        """No log is kept for longer."""
        return max(self.race, self.solo, self.daily, self.lobby) * _DAY_MS


@dataclass(frozen=True, slots=True)
class Change:
    """Events to append to one log of a room, decided on its `version`."""

    log: str
    version: int
    events: Sequence[Event]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an append; unless it is "ok", nothing was written. `at`: milliseconds of Redis' clock."""

    word: Literal["ok", "conflict", "early", "late"]
    at: int


class Logs:
    """Reads and appends. Every call may raise one of `redis.Unreachable`."""

    def __init__(self, redis: Redis, keep: Keep | None = None) -> None:
        self.keep = keep or Keep()
        self._redis = redis
        self._append = redis.register_script(_APPEND)
        self._erase = redis.register_script(_ERASE)

    async def append(
        self,
        code: str,
        changes: Sequence[Change],
        *,
        kind: Kind = "race",
        not_before: int = 0,
        not_after: int | None = None,
    ) -> Outcome:
        """Append all changes or none, and publish each event. How long they are kept goes by `kind`.

        "conflict": a log is at another version. "early", "late": Redis' clock is outside [not_before, not_after).
        """
        args: list[str | int | bytes] = [keys.channel(code), self.keep.ms(kind), not_before, not_after or 0]
        for change in changes:
            args += [
                change.log,
                change.version,
                len(change.events),
                *(pack(event) for event in change.events),
            ]
        word, at = await self._append([keys.log_key(code, change.log) for change in changes], args)
        return Outcome(word.decode(), at)

    async def tails(self, code: str, versions: Mapping[str, int]) -> dict[str, list[Entry]]:
        """The entries after the given version of each log, oldest first, PAGE at most: what a gap is filled with."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for log, version in versions.items():
                pipeline.xrange(keys.log_key(code, log), min=f"({version}-0", count=PAGE)
            tails = await pipeline.execute()
        return {log: [_entry(*raw) for raw in tail] for log, tail in zip(versions, tails, strict=True)}

    async def first(self, code: str, log: str) -> Entry | None:
        """The first entry of a log."""
        entries: Any = await self._redis.xrange(keys.log_key(code, log), count=1)
        return _entry(*entries[0]) if entries else None

    async def length(self, code: str, log: str) -> int:
        """How many entries a log has."""
        count: int = await self._redis.xlen(keys.log_key(code, log))
        return count

    async def whole(self, code: str, log: str) -> list[Entry]:
        """All entries of a log, oldest first."""
        entries: list[Entry] = []
        while True:
            tail = (await self.tails(code, {log: len(entries)}))[log]
            entries += tail
            if len(tail) < PAGE:
                return entries

    async def discard(self, code: str, log: str) -> None:
        """Delete a log that nobody has seen."""
        await self._redis.delete(keys.log_key(code, log))

    async def erase(self, code: str, log: str, changed: Callable[[Event], Event]) -> bool:
        """Write a log anew, each event as `changed` makes it; False if somebody has appended to it meanwhile.

        Whoever has folded the old events knows the same from an event that was appended before.
        """
        entries = await self.whole(code, log)
        if not entries:
            return True
        key = keys.log_key(code, log)
        left_ms = await self._redis.pttl(key)
        args: list[str | int | bytes] = [max(1, left_ms), len(entries)]
        for entry in entries:
            args += [entry.version, entry.at, pack(changed(entry.event))]
        return bool(await self._erase([key], args))


def _entry(entry_id: bytes, fields: Mapping[bytes, bytes]) -> Entry:
    return Entry(int(entry_id.partition(b"-")[0]), int(fields[b"t"]), unpack(fields[b"e"]))
