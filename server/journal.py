"""A room's logs, and how far they are folded in on this server: the only way in, and the way to what was missed.

    append ── names the versions it was decided on ──▶ log ──▶ take ──▶ whoever follows: folds each entry once, in order
    news, gaps, tail checks ──▶ take, or catch_up ──────────────▶

An entry that is not the next one is not taken; what is missing is read from the logs.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from server import metrics, room
from server.events import Dealt, Entry, Finished, without_name
from server.race import Racer
from server.room import Room
from server.store.keys import ROOM_LOG, attempt_log
from server.store.log import PAGE, Change, Logs, Outcome

ENDS: Final = (Finished, Dealt)
"""What ends a race: in a room for one alone, the next deal too."""

_LONG_GAP: Final = 16
"""Missed moves of one racer beyond which the whole table is the shorter news."""


class Follower(Protocol):
    """Who folds the entries into the room, and tells what they mean."""

    def take_room_entry(self, entry: Entry) -> None:
        """The next entry of the room log."""

    def take_attempt_entry(self, player: str, entry: Entry, *, quiet: bool) -> None:
        """The next entry of an attempt log; `quiet`: one of many that were missed, after which comes `missed_much`."""

    def missed_much(self, player: str) -> None:
        """All that was missed of an attempt is folded in."""


class Journal:
    """The logs of one room. All that asks Redis may raise `store.redis.Unreachable`."""

    def __init__(self, of: Room, logs: Logs, follower: Follower) -> None:
        self._room = of
        self._logs = logs
        self._follower = follower

    async def append(self, changes: Sequence[Change], *, not_before: int = 0, not_after: int | None = None) -> Outcome:
        """Append to several logs at once, or to none; after a conflict what was missed has been read.

        A change without events only names the version that its log must have.
        """
        events = [event for change in changes for event in change.events]
        outcome = await self._logs.append(
            self._room.code,
            changes,
            kind=room.kind(self._room) if room.worth_keeping(self._room, events) else "lobby",
            not_before=not_before,
            not_after=not_after,
        )
        metrics.APPENDS.labels(outcome.word).inc()
        if outcome.word == "ok":
            for change in changes:
                for i, event in enumerate(change.events, start=change.version + 1):
                    self.take(change.log, Entry(i, outcome.at, event))
        elif outcome.word == "conflict":
            await self.catch_up()
        return outcome

    async def erase(self, player: str) -> bool:
        """Write the room log anew without a player's name; False if something was appended meanwhile."""
        return await self._logs.erase(self._room.code, ROOM_LOG, lambda event: without_name(event, player))

    def guards(self) -> list[Change]:
        """The attempt logs, named without events: what ends a race must not overtake a move of it."""
        racers = self._room.race.racers.values() if self._room.race is not None else ()
        return [Change(self.log_of(racer), racer.version, []) for racer in racers]

    def log_of(self, racer: Racer) -> str:
        """The name of a racer's attempt log."""
        assert self._room.race is not None  # noqa: S101 - a racer is in a race
        return attempt_log(self._room.race.number, racer.id)

    async def catch_up(self) -> None:
        """Read what is missing from the logs: fills gaps, and finds what the bus lost without a word."""
        while True:
            known = self._versions()
            tails = await self._logs.tails(self._room.code, known)
            of_room = tails.pop(ROOM_LOG)
            end = next((i for i, entry in enumerate(of_room) if isinstance(entry.event, ENDS)), len(of_room))
            for entry in of_room[:end]:
                self.take(ROOM_LOG, entry)
            for name, tail in tails.items():
                self._take_tail(name, tail)
            if self._versions().keys() != known.keys() or any(len(tail) == PAGE for tail in tails.values()):
                continue  # a race has begun, or there is more to read: all moves come before the end
            if end < len(of_room):
                self.take(ROOM_LOG, of_room[end])  # and then to what followed it, the next race perhaps
            elif len(of_room) < PAGE:
                return

    def take(self, name: str, entry: Entry, *, quiet: bool = False) -> bool:
        """Have an entry folded in if it is the next one; False if entries before it are missing."""
        known = self._versions().get(name)
        if known is None or entry.version > known + 1:
            return False
        if entry.version <= known:
            return True
        if name == ROOM_LOG:
            self._follower.take_room_entry(entry)
        else:
            self._follower.take_attempt_entry(name.rpartition(":")[2], entry, quiet=quiet)
        return True

    def _take_tail(self, name: str, tail: Sequence[Entry]) -> None:
        """Fold in what was missing of an attempt log; after a long gap viewers get the table instead of the moves."""
        long = len(tail) > _LONG_GAP
        for entry in tail:
            self.take(name, entry, quiet=long)
        if long:
            self._follower.missed_much(name.rpartition(":")[2])

    def _versions(self) -> dict[str, int]:
        versions = {ROOM_LOG: self._room.version}
        if self._room.race is not None:
            versions |= {self.log_of(racer): racer.version for racer in self._room.race.racers.values()}
        return versions
