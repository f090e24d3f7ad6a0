"""Help in Maze [004]. All cards are open: nothing can leak, and a solver may be asked at any time (`engine.verdict`).

Where it knows no solution, a hint names a move that lengthens a chain: a card comes beside the one that it belongs to.
"""

from collections.abc import Sequence
from typing import Final

from engine.advice import Advice, Hint, Walk
from engine.cards import rank
from engine.games import maze
from engine.games.maze import CELLS, KING, TWO
from engine.moves import Move
from engine.views import View

warns: Final = False
"""There is always a move, and whether it leads anywhere only a solver can say [004]."""


def hint(view: View) -> Hint:
    """The move that joins most and parts least; ties in reading order. One always exists [004]."""
    gained, move = max(
        ((_gain(view, move), move) for move in maze.legal_moves(view)), key=lambda one: (one[0], -one[1][1], -one[1][0])
    )
    return Hint(Advice.CHAIN if gained > 0 else Advice.LOOSE, (move,))


def _gain(view: View, move: Move) -> int:
    """Cards that come beside their own by a move, less those that are parted."""
    cards = [pile.cards[0] if pile.cards else 0 for pile in view.piles]
    card = cards[move.source]
    before = _joints(cards, card, move.source)
    cards[move.source] = 0
    return _joints(cards, card, move.target) - before


def _joints(cards: Sequence[int], card: int, cell: int) -> int:
    """With how many neighbours in reading order a card would be in place in a cell. A two is in place in the first."""
    left = cards[cell - 1] if cell else 0
    right = cards[cell + 1] if cell + 1 < CELLS else 0
    first = rank(card) == TWO and (cell == 0 or rank(left) == KING)
    return (first or (rank(card) > TWO and left == card - 1)) + (right != 0 and rank(card) < KING and right == card + 1)


def walk(_view: View, _best: Sequence[int]) -> Walk | None:
    """None: whether Maze goes on is for the verdict to say."""
    return None
