"""Help for a player: pure functions of what the player sees. What they return, `engine.advice` describes.

Their type makes it impossible to look at a hidden card: two deals that look the same get the same help.
"""

from collections.abc import Sequence

from engine.advice import Hint, Walk
from engine.games import family, helper
from engine.moves import Move
from engine.views import View, known_table, view


def hint(look: View) -> Hint:
    """What to do next, in the game's fixed order."""
    return helper(look.variant).hint(look)


def walk(look: View, best: Sequence[int]) -> Walk | None:
    """A search for a way to progress where `hint` sees none, or None where the game has no such search.

    `best`: how many cards of each suit were at home at most (`Attempt.best`).
    """
    return helper(look.variant).walk(look, best)


def warns(look: View) -> bool:
    """Whether the game says unasked that there is no real progress [002]."""
    return helper(look.variant).warns


def along(look: View, moves: Sequence[Move]) -> list[View]:
    """What the player will see before each of these moves, as far as that is known now."""
    table, views = known_table(look), [look]
    for move in moves[:-1]:
        family(table.variant).play(table, move)
        views.append(view(table, {card for pile in table.piles for card in pile.cards}))
    return views
