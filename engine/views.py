"""What a player may see of a table.

A view is built from what may be shown; nothing is ever taken out of a table.
"""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from engine.cards import HIDDEN, faces
from engine.table import Pile, PileKind, Table
from engine.variant import Variant


class PileView(NamedTuple):
    """One pile: codes from bottom to top, 0 for a card never seen; the top `up` cards are face up.

    A face-down card whose code is there was seen before, and turned down again by an undo or with the waste.
    """

    kind: PileKind
    cards: bytes
    up: int


class View(NamedTuple):
    """A table as its player knows it. The rules (`Family`) take it in place of a table."""

    variant: Variant
    piles: tuple[PileView, ...]

    def wire(self) -> list[tuple[PileKind, bytes, int]]:
        """The piles as sent: kind, codes from bottom to top, number of face-up cards."""
        return [(pile.kind, pile.cards, pile.up) for pile in self.piles]


def view(table: Table, seen: AbstractSet[int]) -> View:
    """What one sees who has seen these cards before (as in a table, with their copies)."""
    return View(table.variant, tuple([look(pile, seen) for pile in table.piles]))


def look(pile: Pile, seen: AbstractSet[int]) -> PileView:
    """The view of one pile."""
    hidden = len(pile.cards) - pile.up
    known = [card if card in seen else HIDDEN for card in pile.cards[:hidden]]
    return PileView(pile.kind, faces(known + pile.cards[hidden:]), pile.up)


def known_table(view: View) -> Table:
    """A table with what the player knows: codes without copies, 0 for a card never seen."""
    return Table(view.variant, [Pile(pile.kind, list(pile.cards), pile.up) for pile in view.piles])
