"""Solvers, which find out whether a table can still be won, and how.

They know every card, so nothing that a player sees may come from them unless the player knows every card too.
"""

from collections.abc import Callable
from typing import Final

from engine.solvers.clasico import ClasicoSearch
from engine.solvers.klondike import KlondikeSearch
from engine.solvers.maze import MazeSearch
from engine.solvers.search import Search
from engine.solvers.spider import SpiderSearch
from engine.table import Table

SOLVERS: Final[dict[str, Callable[[Table], Search]]] = {
    "spider": SpiderSearch,
    "klondike": KlondikeSearch,
    "maze": MazeSearch,
}
"""Family name -> what begins a search of one of its tables."""


def search(table: Table) -> Search:
    """Begin a search from this table, mid-game or just dealt, which is not changed; see `Search`."""
    begin = ClasicoSearch if table.variant.build == "other_suit" else SOLVERS[table.variant.family]
    return begin(table)
