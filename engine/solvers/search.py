"""What every solver is: a search that runs in slices and ends in an outcome."""

from typing import Literal, NamedTuple, Protocol

from engine.moves import Move

Status = Literal["won", "lost", "unknown"]
"""``won``: a winning line is known. ``lost``: every line was tried. ``unknown``: a cap was reached first."""


class Outcome(NamedTuple):
    """How a search ended."""

    status: Status
    moves: list[Move]
    """A whole winning line, legal one by one from the table that was searched; empty unless won."""
    nodes: int
    """How many positions the search took up."""


class Search(Protocol):
    """A search for a win from one table, hidden cards taken as known.

    Deterministic: the same table and the same slices give the same outcome, compiled or not. No clock: who runs
    it decides how long to go on.
    """

    def run(self, nodes: int) -> Outcome | None:
        """Take up about so many more positions; None while nothing is decided yet."""
