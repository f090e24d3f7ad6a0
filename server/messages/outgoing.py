"""What the server says, one type a message. Plain dicts on the way out; a test holds every frame against these."""

from typing import (
    Literal,
    NotRequired,  # pydantic reads these on Python 3.11, not typing's
)

from typing_extensions import TypedDict

from engine.table import PileKind
from server.messages import Sign, Spectators, Strength, Undo

RoomState = Literal["lobby", "countdown", "racing", "over", "closed"]
AttemptState = Literal["racing", "finished", "gave_up", "time_up", "away", "stopped"]
"""`stopped`: a robot of the server's own, when no person raced any more."""
Bar = Literal["thinking", "no_progress", "lost"]
WireStep = list[str | int | bytes]
"""One of ``["move", pile, target, count]``, ``["up", pile, count, cards]``, ``["down", pile, count]`` and
``["reverse", pile, count]``."""
WirePile = tuple[PileKind, bytes, int]
"""Kind; cards from bottom to top (one byte each: suit * 16 + rank, 0: never seen); how many at the top are face up."""


class Welcome(TypedDict):
    """First answer to a hello."""

    t: Literal["welcome"]
    player: str
    """The player's public id, as it stands in `room`, `progress` and `moved`."""
    version: str
    """The server's version, for a footer or a bug report."""


class Member(TypedDict):
    """A person (or robot) with a seat."""

    id: str
    name: str
    robot: bool
    ready: bool
    here: bool
    """Whether any connection of this player is open."""
    strength: Strength | None
    """Of the server's own robots; null for everyone else."""
    team: int | None
    """From 0; null without teams, and for the server's own robots."""
    head_start_ms: int
    """How much earlier than those without a head start this member may begin."""
    wins: int
    """Races of the series that this member, or the member's team, has won."""


class Result(TypedDict):
    """One line of the ranking, best first; equal results share a place (1, 1, 3)."""

    id: str
    name: str
    robot: bool
    place: int | None
    """Robots take none, unless only robots have raced; null for them."""
    state: AttemptState
    time_ms: int
    """Finished: from the start to the last move. Otherwise: to the move that reached `home`."""
    moves: int
    undos: int
    hints: int
    home: int
    """How far the game came: sets off the table (Spider), cards on foundations (Klondike), cards in place (Maze)."""
    down: int
    """Face-down cards left."""
    suits: list[int]
    """Sets (Spider) or cards on the foundations (Klondike) of each suit at the end; empty for Maze."""
    splits: list[int]
    """Race clock when the first set (or card) was at home, the second … up to `home`; undo takes none back."""


class Team(TypedDict):
    """How a team has done; the best one comes first."""

    team: int
    place: int
    racers: int
    finished: int
    """How many of its racers have finished ..."""
    time_ms: int
    """... and the sum of their times."""
    home: int
    """The sum of how far its racers came."""


class Series(TypedDict):
    """Where the series stands, whose length is in the settings."""

    races: int
    """Races of it that are over."""
    over: bool
    """Whether it is decided: the next race is the first of another one."""


class Opening(TypedDict):
    """Opens the commitment: SHA-256 of deal_id (ASCII) followed by the nonce's 16 bytes must be `commitment`."""

    deal_id: str
    nonce: bytes


class Settings(TypedDict):
    """What the maker of the room chose."""

    racers: int
    """Seats, 2 to 16."""
    spectators: Spectators
    """Who may see whole tables during the race: "open" whoever does not race (any more), "finished" racers who have
    finished, "none" nobody. Everyone may once it is over."""
    time_limit_ms: int | None
    closing_ms: int | None
    """How long the others may go on after the first has finished."""
    undo: Undo
    """What may be taken back: "on" everything, "no_reveal" whatever has turned up no card, "off" nothing."""
    hints: bool
    """Whether racers may ask for hints, and are told that nothing leads on."""
    winnable: bool
    """Whether sealed deals are to be certified ones."""
    listed: bool
    """Whether the room stands on the public list."""
    teams: int
    """How many; 0: everyone races for themselves."""
    series: int
    """Best of so many races; 1: each race for itself."""
    delay_ms: int
    """How far behind the race those are who watch tables while it is on."""


class Daily(TypedDict):
    """Which day's deal is played in a room for its maker alone, whose clock never stops."""

    number: int
    """Of the day."""
    ranked: bool
    """Whether this is the attempt that counts; else it is practice."""


class Room(TypedDict):
    """The whole room, at every change of it: replaces what was known before."""

    t: Literal["room"]
    v: int
    """Version of the room's log."""
    code: str
    variant: str
    sealed: bool
    """False: the maker typed the deal, so it is unranked."""
    certified: bool
    """Whether it is proved that this deal can be won."""
    solo: bool
    """A room for its maker alone: each game begins at once, and its `opening` can be read from the start.

    To a friend who looks on it is a room with one racer, and its `opening` comes when the game is over."""
    paused: bool
    """Whether the clock stands still, and all moves wait for `resume`; in a room for one alone only."""
    settings: Settings
    state: RoomState
    host: str
    members: list[Member]
    spectators: int
    """How many are here without a seat."""
    commitment: str
    """SHA-256, in hexadecimal, that fixes the deal before the start."""
    clock_ms: int | None
    """Race clock now: below zero in the countdown, null in the lobby, the race's length when it is over."""
    ends_ms: int | None
    """Race clock at which the time is up, as far as is known; null without a limit."""
    race: int
    """Number of this race in the room: 1 for the first, one more after each rematch or new deal."""
    series: Series
    daily: NotRequired[Daily]
    ghost: NotRequired[Literal[True]]
    """A ghost runs along in this game alone: `GET /api/rooms/CODE/ghost` tells how."""
    results: NotRequired[list[Result]]
    teams: NotRequired[list[Team]]
    """How the teams have done, where there are any."""
    opening: NotRequired[Opening]


class Place(TypedDict):
    """Where a friend is, in `GET /api/me`."""

    code: str
    """Of the room; empty where one can't come in, as for a game alone whose player lets nobody look on."""
    variant: str
    state: RoomState
    daily: NotRequired[int]
    """The number of the day whose deal is played there."""
    solo: NotRequired[bool]
    """True for a game alone."""


class Listing(TypedDict):
    """A line of the public list of rooms, `GET /api/rooms`."""

    code: str
    variant: str
    sealed: bool
    state: RoomState
    host: str
    """Name of the host."""
    racers: int
    """Seats that are taken, of `seats`."""
    seats: int
    watching: int
    """How many are there without a seat."""
    spectators: Spectators


class Racer(TypedDict):
    """What everyone may know of a racer while the race is on."""

    id: str
    state: AttemptState
    home: int
    moves: int
    down: int
    time_ms: int | None
    """When the attempt ended, on the race clock; null while it goes on."""
    starts_ms: int
    """When the attempt may begin, on the race clock: later than 0 if others have a longer head start."""
    here: bool


class Progress(TypedDict):
    """All racers, at most five times a second; replaces the one before."""

    t: Literal["progress"]
    clock_ms: int
    racers: list[Racer]


class Reaction(TypedDict):
    """A member shows a sign, now."""

    t: Literal["reaction"]
    player: str
    sign: Sign


class Table(TypedDict):
    """One whole table: the own one (with `n`, `legal`, `taps`) or one that is watched."""

    t: Literal["table"]
    player: str
    v: int
    """Version of the attempt: how many actions it holds."""
    state: AttemptState
    piles: list[WirePile]
    counters: dict[str, int]
    """moves (undo lowers it), actions (moves and undos), undos, hints, and those of the game.

    Spider: rows left in the stock, sets off the table, down. Klondike and Clásico: home (cards on foundations), stock
    (cards in it), turnovers (of the waste; undo lowers it), down. Maze: placed (cards in place for the best order of
    suits). Down are the cards that lie face down in columns.
    """
    n: NotRequired[int]
    """Number of the last wish that was played; the next one is n + 1."""
    legal: NotRequired[list[str]]
    """Every legal move, in notation."""
    taps: NotRequired[list[str]]
    """What a tap does, one move for each card that a tap can move."""
    finish: NotRequired[list[str]]
    """The moves that win the game from here, one after the other, where nothing but sending cards up is left."""


class Moved(TypedDict):
    """One action was played: the answer to the mover, and the news to those who watch that table."""

    t: Literal["moved"]
    player: str
    v: int
    move: str
    """Notation; ``U`` for an undo, empty for a hint, giving up or a time that ran out."""
    steps: list[WireStep]
    """What it did to the piles, in order."""
    state: AttemptState
    counters: dict[str, int]
    n: NotRequired[int]
    legal: NotRequired[list[str]]
    taps: NotRequired[list[str]]
    finish: NotRequired[list[str]]


class Hint(TypedDict):
    """Help for the own table, from what its player sees; unasked where nothing leads on (Klondike, Clásico)."""

    t: Literal["hint"]
    v: int
    """The version of the table that it is about: forget it when another one comes."""
    advice: NotRequired[str]
    """Why `move`, or what to do instead.

    What brings progress, in the order in which it is looked for: reveal, empty, set, join (Spider); foundation, reveal,
    waste, draw (Klondike, Clásico); chain (Maze). Then way, the first of several moves to one of these, and solution, a
    move of a line that wins. Without progress: row, fill (the empty column, then deal), undo, loose (move a card that
    belongs nowhere yet)."""
    move: NotRequired[str]
    bar: NotRequired[Bar]
    """"thinking": another `hint` follows. "no_progress": there is no way to any progress. "lost": every card is known,
    and no line wins."""


class Refused(TypedDict):
    """A message was understood and not done; nothing has changed."""

    t: Literal["refused"]
    re: str
    """The type of the message that this answers."""
    reason: str
    n: NotRequired[int]


class Error(TypedDict):
    """The connection is about to be closed, and why."""

    t: Literal["error"]
    reason: str


class Pong(TypedDict):
    """Answer to a ping."""

    t: Literal["pong"]
    c: float | int
    clock_ms: int | None


Outgoing = Welcome | Room | Progress | Reaction | Table | Moved | Hint | Refused | Error | Pong
