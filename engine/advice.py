"""What help is made of: a hint, and a walk that looks whether there is any way on.

The rules of help are each family's (`engine.games`); whoever wants help asks `engine.hints`.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, Literal, NamedTuple, Protocol

from engine.moves import Move
from engine.views import View


class Advice(StrEnum):
    """Why a hint names its move, or what it tells to do instead. The words live in the client's language files."""

    # There is progress: the first of these that is to be had, in the order of the family
    REVEAL = "reveal"  # turns up a face-down card
    EMPTY = "empty"  # empties a column
    SET = "set"  # completes a set
    JOIN = "join"  # makes a longer run of one suit, and breaks none
    FOUNDATION = "foundation"  # sends a card up
    WASTE = "waste"  # plays the top card of the waste
    DRAW = "draw"  # an unseen card comes, or one that can be played
    CHAIN = "chain"  # a card comes beside the one that it belongs to, and leaves none
    WAY = "way"  # the first of several moves that lead to one of these
    SOLUTION = "solution"  # a move of a line that wins the game

    # No progress in sight; the next step is ...
    ROW = "row"  # ... to deal a row
    FILL = "fill"  # ... to fill the empty column, and then to deal
    UNDO = "undo"  # ... to take moves back
    LOOSE = "loose"  # ... to move a card that belongs nowhere yet


PROGRESS: Final = frozenset(Advice) - {Advice.ROW, Advice.FILL, Advice.UNDO, Advice.LOOSE}
"""Advice that brings the game forward."""


class Hint(NamedTuple):
    """What to do next, and why."""

    advice: Advice
    line: tuple[Move, ...]
    """The move that is named, and those that belong to it: whoever has made it does well to go on with the next one.

    Empty where the advice is to take moves back.
    """


class Way(NamedTuple):
    """What a walk has found: moves that lead to progress, or that there are none, or that it could not see them all."""

    status: Literal["way", "none", "unknown"]
    moves: list[Move]
    """In order; the last one brings the progress. Only for a "way"."""


class Walk(Protocol):
    """A search among all positions that can be reached without progress. Without clock or chance."""

    def run(self, nodes: int) -> Way | None:
        """Go on for about so many positions; None: not decided yet."""


class Helper(Protocol):
    """What a family owes to a player who wants help; a module satisfies it. It sees what the player sees."""

    @property
    def warns(self) -> bool:
        """Whether the player is told unasked that no real progress is left [002]."""

    def hint(self, view: View) -> Hint:
        """The first advice in the family's fixed order. Bounded: some milliseconds on any position."""

    def walk(self, view: View, best: Sequence[int]) -> Walk | None:
        """A search for a way to progress, or None where the family has none to offer.

        `best`: for each suit how many cards were at home at most, so that going up there again is no progress.
        """
