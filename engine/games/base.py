"""What a family of games owes to the rest.

A *family* is a module of functions that satisfies `Family`; a *variant* is a line of data (`Variant`) that
the family reads. Nothing outside `engine.games` knows any family by name. Rules take a `TableLike`, so that
they work on a table and on a player's view alike: they look at face-up cards and at counts, never at a card
that lies face down. Only `finish`, which speaks of cards that were seen and turned down again, takes a view.
Numbers in square brackets behind a rule name the source document that it was read from.

Adding a variant: one more line in its family's `VARIANTS` (and new fields of `Variant` where it needs a new
switch). Adding a family: one module here for its rules, one for its help (`engine.advice.Helper`), and its name in
`FAMILIES` and `HELPERS`. What all of it rests on:

- All that a move does is a list of steps (`engine.table`), so that undo, views, the wire and the client's
  animation need nothing of the family. Klondike draws by ``up``, ``reverse``, ``move``, and turns the waste
  over by ``down``, ``move``, ``reverse``; a move of Maze is one ``move`` between two cells.
- Rules depend on piles alone. What does not show in them is counted by `Attempt` from the steps: how often the
  waste was turned over is how many of the standing moves begin with ``down``.
- A view equals its table where all cards are face up (Maze).
"""

from typing import Protocol

from engine.moves import Layout, Move
from engine.reasons import Reason
from engine.table import Step, Table, TableLike
from engine.variant import Variant
from engine.views import View

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

    def finish(self, view: View) -> list[Move]:
        """The moves that bring a game home whose end is plain, to be played one by one; empty if it is not."""

    def counters(self, t: TableLike) -> dict[str, int]:
        """The family's own counters, by name."""

    def home(self, t: TableLike) -> int:
        """How far the game is, for the ranking: sets, or cards on foundations, or cards in place."""

    def home_by_suit(self, t: TableLike) -> list[int]:
        """Sets, or cards on the foundations, of each suit; nothing where suits have no place of their own."""

    def is_won(self, t: TableLike) -> bool:
        """Whether the game is won."""
