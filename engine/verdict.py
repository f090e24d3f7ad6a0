"""Whether a game can still be won, where its player knows every card.

Only then may it be said: nothing lies face down now, and the stock is empty now [000]. Cards that were seen and turned
down again are not enough. In Maze that holds always [004].
"""

from engine import solvers
from engine.solvers.search import Search
from engine.table import face_down
from engine.views import View, known_table


def verdict(view: View) -> Search | None:
    """A search for whether and how this position can be won; None where its player does not know every card."""
    return solvers.search(known_table(view)) if all_known(view) else None


def all_known(view: View) -> bool:
    """Whether a verdict may be given: nothing lies face down now, and the stock is empty now."""
    return not face_down(view) and not any(pile.kind == "stock" and pile.cards for pile in view.piles)
