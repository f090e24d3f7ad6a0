"""The facts that the logs hold, and their bytes. These are the server's memory: change a field only with a new default.

A room has one room log, and each race has one attempt log per racer. An entry is an event with its version
(1, 2, 3 … in its log) and the time at which Redis took it.
"""

from dataclasses import asdict, dataclass, field, replace
from typing import Final, Literal

import msgpack

from server.messages import Spectators, Strength, Undo


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one race. While it is `sealed`, ID and nonce leave the server only when the race is over."""

    variant: str
    id: str = field(repr=False)
    nonce: bytes = field(repr=False)
    sealed: bool
    line: str = field(default="", repr=False)
    """Of a certified deal: moves that win it. As secret as its ID, and for as long."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host chose for the room; fields as in `messages.incoming.Options`.

    The countdown is not the host's to choose: it is that of the server on which the room was made.
    """

    racers: int = 8
    spectators: Spectators = "open"
    time_limit_ms: int | None = None
    closing_ms: int | None = None
    undo: Undo = "on"
    hints: bool = True
    winnable: bool = False
    listed: bool = False
    teams: int = 0
    series: int = 1
    delay_ms: int = 0
    countdown_ms: int = 3_000


@dataclass(frozen=True, slots=True)
class Daily:
    """Which day's deal a room was made for, to be played by its maker alone, without pauses."""

    number: int
    ranked: bool
    """Whether this is the one attempt that counts; else it is practice."""
    until: int
    """When the day closes (ms of Redis' clock): the ranked attempts are over by then, and the deal is open to all."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """Whom a game alone is raced against: a player's run, by the room and the number of its race, or else the solver's.

    The run is read where it is kept, so that a player who is forgotten is forgotten here too.
    """

    code: str = ""
    race: int = 0
    player: str = ""
    line: str = field(default="", repr=False)
    """The solver's: moves that win the deal."""


@dataclass(frozen=True, slots=True)
class Created:
    """A room was made, with its first deal. A `solo` room is for its maker alone, whose game begins with this entry.

    So is one for a `daily`, in which the countdown begins with it.
    """

    player: str
    name: str
    robot: bool
    deal: Deal
    settings: Settings
    solo: bool = False
    daily: Daily | None = None
    ghost: Ghost | None = None
    """Of a game alone."""


@dataclass(frozen=True, slots=True)
class Configured:
    """The host chose other settings."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Dealt:
    """The members are in the lobby with a new deal, for the next race or another game; nobody is ready.

    In a solo room there is no lobby: the next game begins with this entry, and the one before it is over.
    """

    deal: Deal


@dataclass(frozen=True, slots=True)
class Kicked:
    """The host took a member's seat away."""

    player: str


@dataclass(frozen=True, slots=True)
class Joined:
    """A player took a seat, or came under another name; or a robot of the server's own was given one."""

    player: str
    name: str
    robot: bool
    strength: Strength | None = None
    """Of the server's own robots; None for everyone else."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A player wanted their data to be deleted: nothing tells their name any more."""

    player: str


@dataclass(frozen=True, slots=True)
class Teamed:
    """A member went to another team."""

    player: str
    team: int


@dataclass(frozen=True, slots=True)
class Handicapped:
    """The host gave a member a head start, or took it away."""

    player: str
    head_start_ms: int


@dataclass(frozen=True, slots=True)
class Readied:
    """A member is ready, or not any more."""

    player: str
    ready: bool


@dataclass(frozen=True, slots=True)
class Left:
    """A member gave the seat back."""

    player: str


@dataclass(frozen=True, slots=True)
class Started:
    """The countdown began; the race starts `countdown_ms` after this entry's time."""

    countdown_ms: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The race is over, at this entry's time."""

    why: Literal["all_ended", "time_limit", "away"]


@dataclass(frozen=True, slots=True)
class Paused:
    """The clock of a game alone stands still, from this entry's time or since an earlier one (the player was gone)."""

    since: int | None = None


@dataclass(frozen=True, slots=True)
class Resumed:
    """It goes on."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The room is closed for good."""


@dataclass(frozen=True, slots=True)
class Played:
    """A racer's action was accepted: `move` in notation, `n` the number that the client gave its wish."""

    n: int
    move: str


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A racer ended the own attempt."""

    n: int


@dataclass(frozen=True, slots=True)
class Hinted:
    """A racer asked for a hint: it changes nothing on the table, and counts."""

    n: int


@dataclass(frozen=True, slots=True)
class WentOn:
    """A racer took back that the attempt was given up."""

    n: int


RoomEvent = (
    Created
    | Configured
    | Dealt
    | Kicked
    | Joined
    | Teamed
    | Handicapped
    | Forgotten
    | Readied
    | Left
    | Started
    | Paused
    | Resumed
    | Finished
    | Closed
)
AttemptEvent = Played | Hinted | GaveUp | WentOn
Event = RoomEvent | AttemptEvent

_KINDS: Final[dict[str, type[Event]]] = {
    "created": Created,
    "joined": Joined,
    "readied": Readied,
    "left": Left,
    "started": Started,
    "paused": Paused,
    "resumed": Resumed,
    "finished": Finished,
    "closed": Closed,
    "played": Played,
    "hinted": Hinted,
    "gave_up": GaveUp,
    "went_on": WentOn,
    "configured": Configured,
    "dealt": Dealt,
    "kicked": Kicked,
    "forgotten": Forgotten,
    "teamed": Teamed,
    "handicapped": Handicapped,
}
_PARTS: Final = {"deal": Deal, "settings": Settings, "daily": Daily, "ghost": Ghost}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in its log: the `version`-th entry, taken at `at` (milliseconds of Redis' clock)."""

    version: int
    at: int
    event: Event


def pack(event: Event) -> bytes:
    """The bytes of an event, as the log keeps them."""
    data: bytes = msgpack.packb({"e": _NAMES[type(event)], **asdict(event)})
    return data


def unpack(data: bytes) -> Event:
    """The event in these bytes, which `pack` made; ValueError, KeyError or TypeError if it did not."""
    fields = msgpack.unpackb(data)
    kind = _KINDS[fields.pop("e")]
    return kind(
        **{name: _PARTS[name](**value) if name in _PARTS and value else value for name, value in fields.items()}
    )


def without_name(event: Event, player: str) -> Event:
    """The same event, without the name of that player."""
    if isinstance(event, Created | Joined) and event.player == player:
        return replace(event, name="")
    return event
