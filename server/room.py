"""A room: members, a lobby, a race. Pure: a command gives events or a reason, a fold of events gives the room.

    decide(room, player, message) -> events | reason        room = create(entry), apply(room, entry) …

Nothing here knows of sockets, of Redis or of who is watching; every time is passed in, in milliseconds of Redis' clock.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Final

from engine.attempt import Attempt
from engine.table import Step
from server import race as races
from server.events import (
    Closed,
    Created,
    Entry,
    Finished,
    Joined,
    Left,
    Readied,
    RoomEvent,
    Started,
)
from server.messages import Spectators
from server.messages.incoming import Close, Join, Leave, Ready, Start
from server.players import clean_name
from server.race import Race, Racer
from server.reasons import Reason

COUNTDOWN_MS: Final = 3_000
MIN_RACERS: Final = 2
EXPIRES_AFTER_MS: Final = 24 * 3_600_000
"""A room in which nothing has happened for a day is over, whatever state it is in."""

RoomMessage = Join | Ready | Start | Leave | Close


@dataclass(slots=True)
class Member:
    """Someone with a seat."""

    id: str
    name: str
    robot: bool
    ready: bool = False


@dataclass(slots=True)
class Room:
    """The fold of a room log, and of the attempt logs of its race."""

    code: str
    version: int
    """Entries of the room log that are folded in."""
    changed_at: int
    """Time of the last entry of any of its logs."""
    variant: str
    deal_id: str = field(repr=False)
    nonce: bytes = field(repr=False)
    sealed: bool
    seats: int
    spectators: Spectators
    time_limit_ms: int | None
    host: str
    members: dict[str, Member]
    """By player, in order of joining."""
    race: Race | None = None
    closed: bool = False

    @property
    def commitment(self) -> str:
        """What fixes the deal before the start: SHA-256 of deal ID and nonce, in hexadecimal."""
        return hashlib.sha256(self.deal_id.encode() + self.nonce).hexdigest()

    @property
    def running(self) -> bool:
        """Whether a race is on (its countdown included)."""
        return self.race is not None and self.race.over_at is None


def decide(room: Room, player: str, message: RoomMessage) -> list[RoomEvent] | Reason:
    """The events that a member's or spectator's message amounts to, or why it is refused.

    None: it is so already. A command whose answer was lost on the way is sent again, and must not be refused then.
    """
    if room.closed:
        return [] if isinstance(message, Close) else Reason.ROOM_CLOSED
    match message:
        case Join():
            return _join(room, player, message)
        case Ready(ready=ready):
            return _ready(room, player, ready=ready)
        case Start():
            return _start(room, player)
        case Leave():
            return _leave(room, player)
        case Close():
            return _close(room, player)


def _join(room: Room, player: str, message: Join) -> list[RoomEvent] | Reason:
    if room.race is not None:
        return Reason.ROOM_STARTED
    if player not in room.members and len(room.members) >= room.seats:
        return Reason.ROOM_FULL
    name = clean_name(message.name)
    if isinstance(name, Reason):
        return name
    member = room.members.get(player)
    if member is not None and (member.name, member.robot) == (name, message.robot):
        return []
    return [Joined(player, name, message.robot)]


def _ready(room: Room, player: str, *, ready: bool) -> list[RoomEvent] | Reason:
    member = room.members.get(player)
    if member is None:
        return Reason.NOT_MEMBER
    if room.race is not None:
        return Reason.ROOM_STARTED
    if member.ready == ready:
        return []
    all_ready = ready and all(m.ready for m in room.members.values() if m.id != player)
    if all_ready and len(room.members) >= MIN_RACERS:
        return [Readied(player, ready), Started(COUNTDOWN_MS)]
    return [Readied(player, ready)]


def _start(room: Room, player: str) -> list[RoomEvent] | Reason:
    if player != room.host:
        return Reason.NOT_HOST
    if room.race is not None:
        return []
    if len(room.members) < MIN_RACERS:
        return Reason.NOT_ENOUGH_RACERS
    return [Started(COUNTDOWN_MS)]


def _leave(room: Room, player: str) -> list[RoomEvent] | Reason:
    if player not in room.members:
        return []
    if room.running:
        return Reason.RACE_RUNNING
    return [Left(player), Closed()] if len(room.members) == 1 else [Left(player)]


def _close(room: Room, player: str) -> list[RoomEvent] | Reason:
    if player != room.host:
        return Reason.NOT_HOST
    if room.running:
        return Reason.RACE_RUNNING
    return [Closed()]


def due(room: Room, now: int, gone: set[str]) -> RoomEvent | None:
    """What time alone makes happen next: so far, the end of a race (see `race.due`)."""
    return races.due(room.race, now, gone) if room.race is not None else None


def shut(room: Room, now: int) -> Reason | None:
    """Why nobody can come in any more, if so: ROOM_CLOSED, or ROOM_EXPIRED after a day without an event."""
    if room.closed:
        return Reason.ROOM_CLOSED
    return Reason.ROOM_EXPIRED if now - room.changed_at >= EXPIRES_AFTER_MS else None


def create(code: str, entry: Entry) -> Room:
    """The room that its first entry, a Created, makes; ValueError for any other event."""
    e = entry.event
    if not isinstance(e, Created):
        raise ValueError(f"a room log cannot begin with {type(e).__name__}")  # noqa: TRY004 - the value of an entry
    return Room(
        code=code,
        version=entry.version,
        changed_at=entry.at,
        variant=e.variant,
        deal_id=e.deal_id,
        nonce=e.nonce,
        sealed=e.sealed,
        seats=e.racers,
        spectators=e.spectators,
        time_limit_ms=e.time_limit_ms,
        host=e.player,
        members={e.player: Member(e.player, e.name, e.robot)},
    )


def apply(room: Room, entry: Entry) -> None:
    """Fold the next entry of the room log into the room; ValueError for an event that has no place there."""
    match entry.event:
        case Joined(player, name, robot):
            known = room.members.get(player)
            room.members[player] = Member(player, name, robot, ready=known.ready if known else False)
        case Readied(player, ready):
            room.members[player].ready = ready
        case Left(player):
            del room.members[player]
            if player == room.host and room.members:
                room.host = next(iter(room.members))
        case Started(countdown_ms):
            room.race = _race(room, entry.at + countdown_ms)
        case Finished(why):
            if room.race is not None:
                races.finish(room.race, entry, why)
        case Closed():
            room.closed = True
        case other:
            raise ValueError(f"{type(other).__name__} does not belong into a room log")
    room.version, room.changed_at = entry.version, max(room.changed_at, entry.at)


def apply_attempt(room: Room, player: str, entry: Entry) -> list[Step]:
    """Fold the next entry of a racer's attempt log into the room; returns what it did to the racer's table."""
    if room.race is None:
        raise ValueError("an attempt log without a race")
    room.changed_at = max(room.changed_at, entry.at)
    return races.apply(room.race, player, entry)


def _race(room: Room, start_at: int) -> Race:
    deadline = None if room.time_limit_ms is None else start_at + room.time_limit_ms
    racers = {m.id: _racer(room, m, start_at) for m in room.members.values()}
    return Race(1, start_at, deadline, racers)


def _racer(room: Room, member: Member, start_at: int) -> Racer:
    attempt = Attempt(room.deal_id)
    return Racer(member.id, member.name, member.robot, attempt, down=attempt.down, reached_at=start_at)
