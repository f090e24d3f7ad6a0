"""What a family of games owes to the rest, and how the next ones fit in.

A *family* is a module of functions that satisfies `Family`; a *variant* is a line of data (`Variant`) that
the family reads. Nothing outside `engine.games` knows any family by name. Rules take a `TableLike`, so that
they work on a table and on a player's view alike: they look at face-up cards and at counts, never at a card
that lies face down. Numbers in square brackets behind a rule name the source document that it was read from.

Adding a variant: one more line in its family's `VARIANTS` (and new fields of `Variant` where it needs a new
switch). Adding a family: one module here, and its name in `FAMILIES`. How the planned ones map onto piles,
moves and steps:

- *Spanish Spider*: lines of data for `spider`: deck ``spanish`` (a set has as many cards as the deck has
  ranks), suits, columns 6 x 5 and 4 x 4, ``deal_when_short=True``.
- *Klondike and Clásico*: piles ``1``-``7``, ``S``, ``W``, ``F1``-``F4``. `DEAL` draws: steps ``up S n``,
  ``reverse S n``, ``move S W n``; with the stock empty it turns over: ``down W n``, ``move W S n``,
  ``reverse S n``. All else is a ``move``, with an ``up`` for an uncovered card. Turn-overs are no property of
  the piles: their number is that of the standing moves whose first step is ``down``, which `Attempt.counters`
  can tell for every family alike. New data: how many cards are drawn, which build rule holds (alternating
  colours, another suit), which tap policy.
- *Maze*: 54 piles of kind ``cell``, named ``r1c1``…``r6c9``, each empty or with one card; ``Layout(names,
  "<")``. A move is one ``move`` step. `start` takes the aces out of the shuffled pack. There is no stock,
  `DEAL` is refused; all cards are face up, so a view equals the table.
"""

from typing import Protocol

from engine.moves import Layout, Move
from engine.reasons import Reason
from engine.table import Step, Table, TableLike
from engine.variant import Variant

__all__ = ["Family", "Variant"]


class Family(Protocol):
    """The rules of one family; a module satisfies it."""

    def layout(self, variant: Variant) -> Layout:
        """Names of the piles."""

    def start(self, variant: Variant, cards: list[int]) -> Table:
        """Deal a shuffled pack, first card first."""

    def legal_moves(self, t: TableLike) -> list[Move]:
        """Every move for which `refusal` is None, in a fixed order that the family documents."""

    def refusal(self, t: TableLike, move: Move) -> Reason | None:
        """Why the move is not legal, or None. Cards to be moved are judged before the target."""

    def play(self, table: Table, move: Move) -> list[Step]:
        """Do a legal move and all that follows by itself; returns the steps, which are undone together.

        Within one move no card is turned up and then down again.
        """

    def tap(self, view: TableLike, pile: int, count: int) -> Move | Reason:
        """What a tap on the `count`-th card from the top of a pile does (0: on an empty pile)."""

    def taps(self, view: TableLike) -> list[Move]:
        """The answers of `tap` that are moves: one for each pile and count, in the order of `legal_moves`."""

    def counters(self, t: TableLike) -> dict[str, int]:
        """The family's own counters, by name."""

    def home(self, t: TableLike) -> int:
        """How far the game is, for the ranking: sets, or cards on foundations."""

    def is_won(self, t: TableLike) -> bool:
        """Whether the game is won."""
