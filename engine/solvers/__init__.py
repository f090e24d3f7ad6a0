"""Solvers, which find out whether a table can still be won, and how.

They know every card, so nothing that a player sees may come from them unless the player knows every card too.
"""

from collections.abc import Callable
from typing import Final

from engine.solvers.clasico import ClasicoSearch
from engine.solvers.klondike import KlondikeSearch
from engine.solvers.maze import MazeSearch
from engine.solvers.search import Outcome, Search
from engine.table import Table

SOLVERS: Final[dict[str, Callable[[Table], Search]]] = {"klondike": KlondikeSearch, "maze": MazeSearch}
"""Family name -> what begins a search of one of its tables."""


def search(table: Table) -> Search:
    """Begin a search from this table, mid-game or just dealt, which is not changed; see `Search`."""
    if table.variant.build == "other_suit":
        return ClasicoSearch(table)
    begin = SOLVERS.get(table.variant.family)
    return _Unknown() if begin is None else begin(table)


class _Unknown:
    """The search of a family that has no solver: it says so at once."""

    def run(self, nodes: int) -> Outcome | None:  # noqa: ARG002 - part of `Search`
        """Nothing was tried, nothing is known."""
        return Outcome("unknown", [], 0)
