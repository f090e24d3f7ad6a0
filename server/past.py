"""A race of a room as its logs tell it, long after: found in the room log, and folded again. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from server import room as rooms
from server.events import Closed, Created, Dealt, Entry, Finished, Started
from server.race import Race
from server.room import Room


@dataclass(slots=True)
class Past:
    """A race that is over, or the one that is on."""

    room: Room
    """As it was when the race ended, or is now."""
    race: Race
    end: Entry | None = None
    """The end of the race, to be folded once its attempt logs are; None while it goes on, or if it was just left."""
    left_at: int | None = None
    """When a game alone was left for the next one, or its room was closed."""


def find(code: str, entries: Sequence[Entry], number: int | None) -> Past | None:
    """The room's `number`-th race (None: the last one) as its room log has it, before its attempt logs are folded in.

    None if there was no such race. `close` it when they are.
    """
    solo = isinstance(entries[0].event, Created) and entries[0].event.solo
    kinds = Created | Dealt if solo else Started
    starts = [i for i, entry in enumerate(entries) if isinstance(entry.event, kinds)]
    number = len(starts) if number is None else number
    if not 1 <= number <= len(starts):
        return None
    first = starts[number - 1]
    room = rooms.create(code, entries[0])
    if solo and first:
        rooms.pass_over(room, entries[1:first])
        rooms.apply(room, entries[first])
    else:
        for entry in entries[1 : first + 1]:
            rooms.apply(room, entry)
    for entry in entries[first + 1 :]:
        if isinstance(entry.event, Finished):
            return _past(room, end=entry)
        if isinstance(entry.event, Dealt | Closed):
            return _past(room, left_at=entry.at)
        rooms.apply(room, entry)
    return _past(room)


def close(past: Past) -> None:
    """Fold the end of the race; call it when all attempt logs are folded in."""
    if past.end is not None:
        rooms.apply(past.room, past.end)
        past.end = None


def _past(room: Room, *, end: Entry | None = None, left_at: int | None = None) -> Past | None:
    return None if room.race is None else Past(room, room.race, end, left_at)
