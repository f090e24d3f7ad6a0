"""A room: members, a lobby, a race. Pure: a command gives events or a reason, a fold of events gives the room.

    decide(room, player, message, fresh) -> events | reason        room = create(entry), apply(room, entry) …

Nothing here knows of sockets, of Redis or of who is watching; every time is passed in, in milliseconds of Redis' clock.
"""

import hashlib
from collections.abc import Container, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from engine.attempt import Attempt
from engine.reasons import Reason as RuleReason
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
from server.messages.incoming import (
    AddRobot,
    ChooseTeam,
    Close,
    Configure,
    Handicap,
    Join,
    Kick,
    Leave,
    NewDeal,
    Options,
    Pause,
    Ready,
    Rematch,
    Resume,
    Start,
)
from server.players import clean_name
from server.race import Race, Racer
from server.ranking import winners
from server.reasons import Reason

MIN_RACERS: Final = 2
ROBOTS: Final = (
    "Ada", "Blaise", "Carl", "Dora", "Emil", "Flora", "Gil", "Hedy", "Ivo", "Joana", "Kurt", "Lia", "Max", "Nina", "Ola"
)  # fmt: skip
"""Names of the server's own robots: as many as there can be in a room."""
LISTED_CLOSING_MS: Final = 300_000
"""Among strangers nobody waits longer for those who have not finished, unless the host says otherwise [race.md]."""
EXPIRES_AFTER_MS: Final = 24 * 3_600_000
"""A room in which nothing has happened for a day is over, whatever state it is in; a game alone waits for longer."""

SOLO_SETTINGS: Final = Settings(racers=1, spectators="none")
"""Of a room for one alone."""
DAILY_SETTINGS: Final = Settings(racers=1, winnable=True)
"""Of a room for the deal of a day. Who may come in and watch at all is the hub's to say."""

RaceMessage = Join | Ready | Start | Configure | Kick | AddRobot | ChooseTeam | Handicap | Rematch
SoloMessage = NewDeal | Pause | Resume
RoomMessage = RaceMessage | SoloMessage | Leave | Close


class Fresh(Protocol):
    """Makes deals."""

    def __call__(self, variant: str | None, typed: str | None, *, winnable: bool = False) -> Deal | Reason | RuleReason:
        """A sealed deal of a variant, certified if it must be, or the one that a typed deal ID names; or why not."""


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

    @property
    def commitment(self) -> str:
        """What fixes the deal before the start: SHA-256 of deal ID and nonce, in hexadecimal."""
        return commitment(self.deal)

    @property
    def alone(self) -> bool:
        """Whether nobody but its host ever has a seat."""
        return self.solo or self.daily is not None

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


def settings_of(options: Options, countdown_ms: int) -> Settings:
    """The settings that a host's options mean, with the countdown that is not the host's to choose."""
    unsaid = options.listed and "closing_s" not in options.model_fields_set
    return Settings(
        racers=options.racers,
        spectators=options.spectators,
        time_limit_ms=_ms(options.time_limit_s),
        closing_ms=LISTED_CLOSING_MS if unsaid else _ms(options.closing_s),
        undo=options.undo,
        hints=options.hints,
        winnable=options.winnable,
        listed=options.listed,
        teams=options.teams,
        series=options.series,
        delay_ms=options.delay_s * 1000,
        countdown_ms=countdown_ms,
    )


def _ms(seconds: int | None) -> int | None:
    return None if seconds is None else seconds * 1000


def decide(  # noqa: C901, PLR0912 - one case for each message
    room: Room, player: str, message: RoomMessage, fresh: Fresh
) -> list[RoomEvent] | Reason | RuleReason:
    """The events that a member's or spectator's message amounts to, or why it is refused.

    No event: it is so already. A command whose answer was lost on the way is sent again, and must not be refused then.
    """
    if room.closed:
        return [] if isinstance(message, Close) else Reason.ROOM_CLOSED
    if room.daily is not None or isinstance(message, RaceMessage if room.solo else SoloMessage):
        return Reason.WRONG_KIND
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
        case Configure():
            return _configure(room, player, message, fresh)
        case Kick(player=other):
            return _kick(room, player, other)
        case ChooseTeam(team=team):
            return _choose_team(room, player, team)
        case Handicap(player=other, head_start_s=seconds):
            return _handicap(room, player, other, seconds * 1000)
        case AddRobot(strength=strength):
            return _add_robot(room, player, strength)
        case Rematch():
            return _rematch(room, player, fresh)
        case NewDeal() | Pause() | Resume():
            return _alone(room, player, message, fresh)


def _join(room: Room, player: str, message: Join) -> list[RoomEvent] | Reason:
    if room.race is not None:
        return Reason.ROOM_STARTED
    if player in room.kicked:
        return Reason.KICKED
    if player not in room.members and len(room.members) >= room.settings.racers:
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
        return [Readied(player, ready), Started(room.settings.countdown_ms)]
    return [Readied(player, ready)]


def _start(room: Room, player: str) -> list[RoomEvent] | Reason:
    if player != room.host:
        return Reason.NOT_HOST
    if room.race is not None:
        return []
    if len(room.members) < MIN_RACERS:
        return Reason.NOT_ENOUGH_RACERS
    return [Started(room.settings.countdown_ms)]


def _leave(room: Room, player: str) -> list[RoomEvent] | Reason:
    if player not in room.members:
        return []
    if room.running:
        return Reason.RACE_RUNNING
    guests = any(member.strength is None for member in room.members.values() if member.id != player)
    return [Left(player)] if guests else [Left(player), Closed()]


def _close(room: Room, player: str) -> list[RoomEvent] | Reason:
    if player != room.host:
        return Reason.NOT_HOST
    if room.running:
        return Reason.RACE_RUNNING
    return [Closed()]


def _configure(room: Room, player: str, message: Configure, fresh: Fresh) -> list[RoomEvent] | Reason | RuleReason:
    if player != room.host:
        return Reason.NOT_HOST
    if room.race is not None:
        return Reason.ROOM_STARTED
    events: list[RoomEvent] = []
    settings = settings_of(message, room.settings.countdown_ms)
    if settings.racers < len(room.members):
        return Reason.ROOM_FULL
    if settings != room.settings:
        events.append(Configured(settings))
    wish = settings.winnable and not room.settings.winnable and message.deal is None
    variant = message.variant or (room.deal.variant if wish else None)
    fits = room.deal.sealed and variant == room.deal.variant and (bool(room.deal.line) or not settings.winnable)
    if message.deal is not None or (variant is not None and not fits):
        deal = fresh(variant, message.deal, winnable=settings.winnable)
        if not isinstance(deal, Deal):
            return deal
        events.append(Dealt(deal))
    return events


def _kick(room: Room, player: str, other: str) -> list[RoomEvent] | Reason:
    if player != room.host:
        return Reason.NOT_HOST
    if room.running:
        return Reason.RACE_RUNNING
    if other == player or (other not in room.members and other not in room.kicked):
        return Reason.NOT_MEMBER
    return [Kicked(other)] if other in room.members else []


def _choose_team(room: Room, player: str, team: int) -> list[RoomEvent] | Reason:
    member = room.members.get(player)
    if member is None:
        return Reason.NOT_MEMBER
    if room.race is not None:
        return Reason.ROOM_STARTED
    if team >= room.settings.teams:
        return Reason.NO_SUCH_TEAM
    return [Teamed(player, team)] if member.team != team else []


def _handicap(room: Room, player: str, other: str, head_start_ms: int) -> list[RoomEvent] | Reason:
    if player != room.host:
        return Reason.NOT_HOST
    if room.race is not None:
        return Reason.ROOM_STARTED
    member = room.members.get(other)
    if member is None:
        return Reason.NOT_MEMBER
    return [Handicapped(other, head_start_ms)] if member.head_start_ms != head_start_ms else []


def _add_robot(room: Room, player: str, strength: Strength) -> list[RoomEvent] | Reason:
    if player != room.host:
        return Reason.NOT_HOST
    if room.race is not None:
        return Reason.ROOM_STARTED
    if len(room.members) >= room.settings.racers:
        return Reason.ROOM_FULL
    return [new_robot(room.members, strength)]


def new_robot(members: Container[str], strength: Strength) -> Joined:
    """A robot of the server's own takes a seat: the first one that is not there yet.

    No player has an id like its, for those are longer.
    """
    number = next(i for i in range(len(ROBOTS)) if robot_id(i) not in members)
    return Joined(robot_id(number), ROBOTS[number], robot=True, strength=strength)


def robot_id(number: int) -> str:
    """The id of the server's own robot with that number in its room, from 0."""
    return f"robot-{number}"


def _rematch(room: Room, player: str, fresh: Fresh) -> list[RoomEvent] | Reason | RuleReason:
    """The first to ask brings all back to the lobby; whoever asks then is ready."""
    if player not in room.members:
        return Reason.NOT_MEMBER
    if room.running:
        return Reason.RACE_RUNNING
    if room.race is None:
        return _ready(room, player, ready=True)
    deal = fresh(room.deal.variant, None, winnable=room.settings.winnable)
    if not isinstance(deal, Deal):
        return deal
    others = [member for member in room.members.values() if member.id != player]
    at_once = others and all(member.strength is not None for member in others)
    return [
        Dealt(deal),
        Readied(player, ready=True),
        *([Started(room.settings.countdown_ms)] if at_once else []),
    ]


def forget(room: Room, player: str) -> list[RoomEvent]:
    """What happens to a room when a player wants to be forgotten: the name goes, and the seat if it is not raced on."""
    if room.closed or room.running or room.daily is not None or player not in room.members:
        return [Forgotten(player)]
    leaving = _leave(room, player)
    return [Forgotten(player), *(leaving if isinstance(leaving, list) else [])]


def without_name(event: Event, player: str) -> Event:
    """The same event, without the name of that player."""
    if isinstance(event, Created | Joined) and event.player == player:
        return replace(event, name="")
    return event


def _alone(room: Room, player: str, message: SoloMessage, fresh: Fresh) -> list[RoomEvent] | Reason | RuleReason:
    if player != room.host:
        return Reason.NOT_HOST
    match message:
        case NewDeal(race=race) if race != room.races:
            return []
        case NewDeal(variant=variant, deal=typed):
            deal = fresh(variant or (room.deal.variant if typed is None else None), typed)
            return [Dealt(deal)] if isinstance(deal, Deal) else deal
        case Pause():
            if not _clock_runs(room):
                return []
            return [Paused()] if room.race and len(room.race.pauses) < races.MOST_PAUSES else Reason.TOO_MANY_ACTIONS
        case Resume():
            return [Resumed()] if room.running and not _clock_runs(room) else []


def _clock_runs(room: Room) -> bool:
    return room.running and room.race is not None and room.race.paused_at is None


def absence(room: Room, player: str, since: int) -> list[RoomEvent]:
    """The pause of a player who has been away from a game alone since then, if the clock still runs."""
    may = room.solo and player == room.host and _clock_runs(room)
    pauses = len(room.race.pauses) if room.race is not None else 0
    return [Paused(max(since, room.changed_at))] if may and pauses < races.MOST_PAUSES else []


def due(room: Room, now: int, gone: AbstractSet[str], long_gone: AbstractSet[str] = frozenset()) -> RoomEvent | None:
    """What time alone makes happen next: so far, the end of a race (see `race.due`)."""
    return races.due(room.race, now, gone, long_gone) if room.race is not None else None


def worth_keeping(room: Room, events: Sequence[Event]) -> bool:
    """Whether these events, or earlier ones, make more of a room than a lobby, or cards that nobody has touched."""
    if room.solo:
        played = room.race is not None and any(racer.version for racer in room.race.racers.values())
        return played or room.races > 1 or any(isinstance(event, Played) for event in events)
    return room.race is not None or any(isinstance(event, Started) for event in events)


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
            room.deal, room.race = deal, None
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
        room.races += isinstance(entry.event, Dealt)
        room.version, room.changed_at = entry.version, max(room.changed_at, entry.at)


def apply_attempt(room: Room, player: str, entry: Entry) -> list[Step]:
    """Fold the next entry of a racer's attempt log into the room; returns what it did to the racer's table."""
    if room.race is None:
        raise ValueError("an attempt log without a race")
    room.changed_at = max(room.changed_at, entry.at)
    return races.apply(room.race, player, entry)


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
