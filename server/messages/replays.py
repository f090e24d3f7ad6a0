"""A replay: what is answered to who wants to see an attempt again, over HTTP and so in JSON."""

from typing_extensions import TypedDict

from engine.table import PileKind
from server.messages.outgoing import AttemptState

ReplayStep = list[str | int | list[int]]
"""A step as in `moved`, with cards as a list of numbers."""
ReplayPile = tuple[PileKind, list[int], int]
"""A pile as in `table`, with cards as a list of numbers."""


class ReplayAction(TypedDict):
    """One entry of the attempt log, and what it did to the table as its player saw it."""

    at_ms: int
    """On the race clock."""
    move: str
    """Notation; ``U`` for an undo, else "hint", "give_up" or "go_on"."""
    steps: list[ReplayStep]
    counters: dict[str, int]
    """Those that have changed."""


class ReplayRacer(TypedDict):
    """Somebody who raced: whose replay there is to be seen beside this one."""

    id: str
    name: str
    robot: bool
    place: int | None
    state: AttemptState
    time_ms: int


class Replay(TypedDict):
    """Answer of `GET /api/replays/CODE/RACE/PLAYER`, and of `POST /api/replays` for a file."""

    code: str
    """Of the room; empty for a file."""
    race: int
    player: str
    name: str
    robot: bool
    solo: bool
    variant: str
    deal_id: str
    state: AttemptState
    """How the attempt has ended; "racing" for one that goes on."""
    starts_ms: int
    """When it could begin, on the race clock: later than 0 if others had a head start."""
    ends_ms: int
    """When it ended, or its last action."""
    piles: list[ReplayPile]
    """The first table, as its player saw it."""
    counters: dict[str, int]
    actions: list[ReplayAction]
    splits: list[int]
    """When the first set (or card) was at home, the second … up to the most; undo takes none back."""
    racers: list[ReplayRacer]
    """All who raced, best first; of a file, its player alone."""
