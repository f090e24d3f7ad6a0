"""Help for a player: pure functions of what the player sees. What they return, `engine.advice` describes.

Their type makes it impossible to look at a hidden card: two deals that look the same get the same help.
"""

from collections.abc import Sequence

from engine.advice import Hint, Walk
from engine.games import helper
from engine.views import View


def hint(view: View) -> Hint:
    """What to do next, in the game's fixed order."""
    return helper(view.variant).hint(view)


def walk(view: View, best: Sequence[int]) -> Walk | None:
    """A search for a way to progress where `hint` sees none, or None where the game has no such search.

    `best`: how many cards of each suit were at home at most (`Attempt.best`).
    """
    return helper(view.variant).walk(view, best)
