"""A room: members and a race, as the fold of its logs. Pure.

    room = create(code, entry), apply(room, entry) …

What may be asked of it is decided in `lobby` and `alone`, by way of `commands`. Nothing here knows of sockets, of Redis
or of who is watching; every time is passed in, in milliseconds of Redis' clock.
"""

import hashlib
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from engine.attempt import Attempt
from engine.table import Step
from server import race as races
from server.events import (
    Closed,
    Configured,
    Created,
    Daily,
    Deal,
    Dealt,
    Entry,
    Event,
    Finished,
    Forgotten,
    Ghost,
    Handicapped,
    Joined,
    Kicked,
    Left,
    Paused,
    Played,
    Readied,
    Resumed,
    RoomEvent,
    Settings,
    Started,
    Teamed,
)
from server.messages import Strength
from server.race import Race, Racer
from server.ranking import winners
from server.reasons import Reason

EXPIRES_AFTER_MS: Final = 24 * 3_600_000
"""A room in which nothing has happened for a day is over, whatever state it is in; a game alone waits for longer."""


@dataclass(slots=True)
class Member:
    """Someone with a seat."""

    id: str
    name: str
    robot: bool
    ready: bool = False
    strength: Strength | None = None
    """Of a robot of the server's own, which is always ready; None for everyone else."""
    team: int | None = None
    """From 0; None without teams, and for the server's own robots."""
    head_start_ms: int = 0
    wins: int = 0
    """Races of the series that were won, alone or with a team."""


@dataclass(slots=True)
class Room:
    """The fold of a room log, and of the attempt logs of its race."""

    code: str
    version: int
    """Entries of the room log that are folded in."""
    changed_at: int
    """Time of the last entry of any of its logs."""
    deal: Deal
    settings: Settings
    host: str
    members: dict[str, Member]
    """By player, in order of joining."""
    kicked: set[str] = field(default_factory=set)
    races: int = 0
    """How many races were started."""
    race: Race | None = None
    """The race that is on, or was last; None in the lobby."""
    series_races: int = 0
    """Races of the series that are over."""
    closed: bool = False
    solo: bool = False
    """For its host alone: to deal is to start, and the clock has pauses."""
    daily: Daily | None = None
    """Which day's deal it is for, if it is: for its host alone, once, and the clock never stops."""
    ghost: Ghost | None = None
    """Whom a game alone is raced against, for as long as it is that deal."""

    @property
    def commitment(self) -> str:
        """What fixes the deal before the start: SHA-256 of deal ID and nonce, in hexadecimal."""
        return commitment(self.deal)

    @property
    def alone(self) -> bool:
        """Whether nobody but its host ever has a seat."""
        return self.solo or self.daily is not None

    def is_guest(self, player: str) -> bool:
        """Whether a player can do no more here than look on at somebody's game alone."""
        return self.solo and player != self.host

    @property
    def running(self) -> bool:
        """Whether a race is on (its countdown included)."""
        return self.race is not None and self.race.over_at is None

    @property
    def series_over(self) -> bool:
        """Whether the series is decided: somebody has won more than half of its races, or all of them are raced."""
        most = max((member.wins for member in self.members.values()), default=0)
        return 2 * most > self.settings.series or self.series_races >= self.settings.series


def commitment(deal: Deal) -> str:
    """What a room shows of a deal before it may be known."""
    return hashlib.sha256(deal.id.encode() + deal.nonce).hexdigest()


def due(room: Room, now: int, gone: AbstractSet[str], long_gone: AbstractSet[str] = frozenset()) -> RoomEvent | None:
    """What time alone makes happen next: so far, the end of a race (see `race.due`)."""
    return races.due(room.race, now, gone, long_gone) if room.race is not None else None


def worth_keeping(room: Room, events: Sequence[Event]) -> bool:
    """Whether these events, or earlier ones, make more of a room than a lobby, or cards that nobody has touched."""
    if room.solo:
        played = room.race is not None and any(racer.version for racer in room.race.racers.values())
        return played or room.races > 1 or any(isinstance(event, Played) for event in events)
    return room.race is not None or any(isinstance(event, Started) for event in events)


def kind(room: Room) -> Literal["race", "solo", "daily"]:
    """What is played in a room."""
    if room.daily is not None:
        return "daily"
    return "solo" if room.solo else "race"


def shut(room: Room, player: str, now: int) -> Reason | None:
    """Why a player can't come in, if so: KICKED, ROOM_CLOSED, or ROOM_EXPIRED after a day without an event.

    A room for somebody else alone is as unknown as one that does not exist, but for ranked attempts at a daily.
    """
    if (reason := private(room, player)) is not None:
        return reason
    if player in room.kicked:
        return Reason.KICKED
    if room.closed:
        return Reason.ROOM_CLOSED
    return Reason.ROOM_EXPIRED if not room.alone and now - room.changed_at >= EXPIRES_AFTER_MS else None


def private(room: Room, player: str) -> Reason | None:
    """UNKNOWN_ROOM for others than the player of a game alone, or of a daily that is practised."""
    practice = room.daily is not None and not room.daily.ranked
    return Reason.UNKNOWN_ROOM if player != room.host and (room.solo or practice) else None


def create(code: str, entry: Entry) -> Room:
    """The room that its first entry, a Created, makes; ValueError for any other event."""
    e = entry.event
    if not isinstance(e, Created):
        raise ValueError(f"a room log cannot begin with {type(e).__name__}")  # noqa: TRY004 - the value of an entry
    made = Room(
        code=code,
        version=entry.version,
        changed_at=entry.at,
        deal=e.deal,
        settings=e.settings,
        host=e.player,
        members={e.player: Member(e.player, e.name, e.robot)},
        solo=e.solo,
        daily=e.daily,
        ghost=e.ghost,
    )
    _fill_teams(made)
    if made.alone:
        _begin(made, entry.at if made.solo else entry.at + made.settings.countdown_ms)
    return made


def apply(room: Room, entry: Entry) -> None:  # noqa: C901, PLR0912 - one case for each event
    """Fold the next entry of the room log into the room; ValueError for an event that has no place there."""
    match entry.event:
        case Joined(player, name, robot, strength):
            known = room.members.get(player)
            ready = strength is not None or (known is not None and known.ready)
            room.members[player] = replace(known, name=name, robot=robot) if known else Member(player, name, robot)
            room.members[player].ready, room.members[player].strength = ready, strength
            _fill_teams(room)
        case Readied(player, ready):
            room.members[player].ready = ready
        case Left(player):
            _remove(room, player)
        case Kicked(player):
            _remove(room, player)
            room.kicked.add(player)
        case Forgotten(player):
            if player in room.members:
                room.members[player].name = ""
            if room.race is not None and player in room.race.racers:
                room.race.racers[player].name = ""
        case Teamed(player, team):
            room.members[player].team = team
        case Handicapped(player, head_start_ms):
            room.members[player].head_start_ms = head_start_ms
        case Configured(settings):
            if (settings.series, settings.teams) != (room.settings.series, room.settings.teams):
                _new_series(room)
            room.settings = settings
            _fill_teams(room)
        case Dealt(deal):
            _deal(room, deal)
            room.race = None
            if room.series_over:
                _new_series(room)
            for member in room.members.values():
                member.ready = member.strength is not None
            if room.solo:
                _begin(room, entry.at)
        case Started(countdown_ms):
            _begin(room, entry.at + countdown_ms)
        case Paused() | Resumed() | Finished():
            if room.race is not None:
                races.apply_to_all(room.race, entry)
            if room.race is not None and isinstance(entry.event, Finished):
                room.series_races += 1
                for player in winners(room.race) & room.members.keys():
                    room.members[player].wins += 1
        case Closed():
            room.closed = True
        case other:
            raise ValueError(f"{type(other).__name__} does not belong into a room log")
    room.version, room.changed_at = entry.version, max(room.changed_at, entry.at)


def pass_over(room: Room, entries: Sequence[Entry]) -> None:
    """Fold entries of a solo room that come before a Dealt, without playing them: only the number of games is left."""
    room.race = None
    for entry in entries:
        if isinstance(entry.event, Dealt):
            _deal(room, entry.event.deal)
            room.races += 1
        room.version, room.changed_at = entry.version, max(room.changed_at, entry.at)


def apply_attempt(room: Room, player: str, entry: Entry) -> list[Step]:
    """Fold the next entry of a racer's attempt log into the room; returns what it did to the racer's table."""
    if room.race is None:
        raise ValueError("an attempt log without a race")
    room.changed_at = max(room.changed_at, entry.at)
    return races.apply(room.race, player, entry)


def _deal(room: Room, deal: Deal) -> None:
    if deal.id != room.deal.id:
        room.ghost = None
    room.deal = deal


def _new_series(room: Room) -> None:
    room.series_races = 0
    for member in room.members.values():
        member.wins = 0


def _fill_teams(room: Room) -> None:
    """Give each member without a team, or of one that is no more, to the team with the fewest members."""
    teams = [0] * room.settings.teams
    without = []
    for member in room.members.values():
        if member.strength is not None or member.team is None or member.team >= len(teams):
            member.team = None
            without.append(member)
        else:
            teams[member.team] += 1
    for member in without:
        if teams and member.strength is None:
            member.team = teams.index(min(teams))
            teams[member.team] += 1


def _remove(room: Room, player: str) -> None:
    del room.members[player]
    guests = [member.id for member in room.members.values() if member.strength is None]
    if player == room.host and guests:
        room.host = guests[0]


def _begin(room: Room, start_at: int) -> None:
    room.races += 1
    room.race = _race(room, start_at)


def _race(room: Room, start_at: int) -> Race:
    return Race(
        number=room.races,
        start_at=start_at,
        deadline=_deadline(room, start_at),
        closing_ms=room.settings.closing_ms,
        undo=room.settings.undo,
        hints=room.settings.hints,
        racers={m.id: _racer(room, m, start_at) for m in room.members.values()},
    )


def _deadline(room: Room, start_at: int) -> int | None:
    if room.daily is not None:
        return room.daily.until if room.daily.ranked else None
    limit = room.settings.time_limit_ms
    return None if limit is None else start_at + limit


def _racer(room: Room, member: Member, start_at: int) -> Racer:
    attempt = Attempt(room.deal.id)
    longest = max(other.head_start_ms for other in room.members.values())
    start_at = start_at + longest - member.head_start_ms
    return Racer(
        member.id,
        member.name,
        member.robot,
        attempt,
        strength=member.strength,
        team=member.team,
        start_at=start_at,
        down=attempt.down,
        reached_at=start_at,
        acted_at=start_at,
    )
