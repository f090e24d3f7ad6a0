"""What the members and the host of a room may do: in the lobby, and between races. Pure.

One function for each message: it gives the events that the message amounts to, or why it is refused. No event: it is so
already. A command whose answer was lost on the way is sent again, and must not be refused then.
"""

from collections.abc import Container
from typing import Final, Protocol

from engine.reasons import Reason as RuleReason
from server.events import (
    Closed,
    Configured,
    Deal,
    Dealt,
    Forgotten,
    Handicapped,
    Joined,
    Kicked,
    Left,
    Readied,
    RoomEvent,
    Settings,
    Started,
    Teamed,
)
from server.messages import Strength
from server.messages.incoming import Configure, Join, Options
from server.players import clean_name
from server.reasons import Reason
from server.room import Room

MIN_RACERS: Final = 2
ROBOTS: Final = (
    "Ada", "Blaise", "Carl", "Dora", "Emil", "Flora", "Gil", "Hedy", "Ivo", "Joana", "Kurt", "Lia", "Max", "Nina", "Ola"
)  # fmt: skip
"""Names of the server's own robots: as many as there can be in a room."""
LISTED_CLOSING_MS: Final = 300_000
"""Among strangers nobody waits longer for those who have not finished, unless the host says otherwise [race.md]."""


class Fresh(Protocol):
    """Makes deals."""

    def __call__(self, variant: str | None, typed: str | None, *, winnable: bool = False) -> Deal | Reason | RuleReason:
        """A sealed deal of a variant, certified if it must be, or the one that a typed deal ID names; or why not."""


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


def join(room: Room, player: str, message: Join) -> list[RoomEvent] | Reason:
    """A player takes a seat, or comes under another name."""
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


def ready(room: Room, player: str, *, ready: bool) -> list[RoomEvent] | Reason:
    """A member is ready, or not any more; the last one to be ready starts the countdown."""
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


def start(room: Room, player: str) -> list[RoomEvent] | Reason:
    """The host starts the countdown, whoever is ready."""
    if player != room.host:
        return Reason.NOT_HOST
    if room.race is not None:
        return []
    if len(room.members) < MIN_RACERS:
        return Reason.NOT_ENOUGH_RACERS
    return [Started(room.settings.countdown_ms)]


def leave(room: Room, player: str) -> list[RoomEvent] | Reason:
    """A member gives the seat back; with the last guest the room is closed."""
    if player not in room.members:
        return []
    if room.running:
        return Reason.RACE_RUNNING
    guests = any(member.strength is None for member in room.members.values() if member.id != player)
    return [Left(player)] if guests else [Left(player), Closed()]


def close(room: Room, player: str) -> list[RoomEvent] | Reason:
    """The host closes the room for good."""
    if player != room.host:
        return Reason.NOT_HOST
    if room.running:
        return Reason.RACE_RUNNING
    return [Closed()]


def configure(room: Room, player: str, message: Configure, fresh: Fresh) -> list[RoomEvent] | Reason | RuleReason:
    """The host chooses other settings, another game or other cards."""
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


def kick(room: Room, player: str, other: str) -> list[RoomEvent] | Reason:
    """The host takes a member's seat away."""
    if player != room.host:
        return Reason.NOT_HOST
    if room.running:
        return Reason.RACE_RUNNING
    if other == player or (other not in room.members and other not in room.kicked):
        return Reason.NOT_MEMBER
    return [Kicked(other)] if other in room.members else []


def choose_team(room: Room, player: str, team: int) -> list[RoomEvent] | Reason:
    """A member goes to another team."""
    member = room.members.get(player)
    if member is None:
        return Reason.NOT_MEMBER
    if room.race is not None:
        return Reason.ROOM_STARTED
    if team >= room.settings.teams:
        return Reason.NO_SUCH_TEAM
    return [Teamed(player, team)] if member.team != team else []


def handicap(room: Room, player: str, other: str, head_start_ms: int) -> list[RoomEvent] | Reason:
    """The host gives a member a head start."""
    if player != room.host:
        return Reason.NOT_HOST
    if room.race is not None:
        return Reason.ROOM_STARTED
    member = room.members.get(other)
    if member is None:
        return Reason.NOT_MEMBER
    return [Handicapped(other, head_start_ms)] if member.head_start_ms != head_start_ms else []


def add_robot(room: Room, player: str, strength: Strength) -> list[RoomEvent] | Reason:
    """The host gives a seat to a robot of the server's own."""
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


def rematch(room: Room, player: str, fresh: Fresh) -> list[RoomEvent] | Reason | RuleReason:
    """The first to ask brings all back to the lobby; whoever asks then is ready."""
    if player not in room.members:
        return Reason.NOT_MEMBER
    if room.running:
        return Reason.RACE_RUNNING
    if room.race is None:
        return ready(room, player, ready=True)
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
    leaving = leave(room, player)
    return [Forgotten(player), *(leaving if isinstance(leaving, list) else [])]
