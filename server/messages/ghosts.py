"""A ghost: what is answered to who wants to race a run that is over, over HTTP and so in JSON."""

from typing_extensions import TypedDict

from server.messages.outgoing import AttemptState

Mark = tuple[int, int, int, int]
"""From this time on (ms since its own start): sets or cards at home, moves, face-down cards."""


class Ghost(TypedDict):
    """Answer of `GET /api/ghosts/CODE/RACE/PLAYER`, and of `GET /api/rooms/CODE/ghost` for the one that runs there.

    Counts only, no move and no card. It has no place in any ranking.
    """

    player: str
    """Whose run it was; empty for the solver's."""
    name: str
    robot: bool
    variant: str
    state: AttemptState
    time_ms: int
    """How long the run took, from its own start to its end."""
    marks: list[Mark]
    """In order, from 0 on; what the last one says stays so."""
