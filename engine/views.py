"""What a player may see of a table.

A view is built from what may be shown; nothing is ever taken out of a table.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from engine.cards import FACE, HIDDEN
from engine.table import Pile, PileKind, Table, TableLike
from engine.variant import Variant


class PileView(Pile):
    """One pile: codes from bottom to top, 0 for a card never seen; the top `up` cards are face up.

    A face-down card whose code is there was seen before, and turned down again by an undo or with the waste. Unlike a
    pile of a table it never changes.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PileView) and (self.kind, self.cards, self.up) == (other.kind, other.cards, other.up)

    def __hash__(self) -> int:
        return hash((self.kind, bytes(self.cards), self.up))

    def __repr__(self) -> str:
        return f"PileView({self.kind!r}, {self.cards}, {self.up})"


class View(TableLike):
    """A table as its player knows it, in place of which the rules (`Family`) take it. It never changes."""

    __slots__ = ()

    def __init__(self, variant: Variant, piles: Iterable[PileView]) -> None:
        super().__init__(variant, piles)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.variant == other.variant and self.piles == other.piles

    def __hash__(self) -> int:
        return hash((self.variant, self.piles))

    def __repr__(self) -> str:
        return f"View({self.variant.id}, {self.piles})"

    def wire(self) -> list[tuple[PileKind, bytes, int]]:
        """The piles as sent: kind, codes from bottom to top, number of face-up cards."""
        return [(pile.kind, bytes(pile.cards), pile.up) for pile in self.piles]


def view(table: Table, seen: AbstractSet[int]) -> View:
    """What one sees who has seen these cards before (as in a table, with their copies)."""
    return View(table.variant, [look(pile, seen) for pile in table.piles])


def look(pile: Pile, seen: AbstractSet[int]) -> PileView:
    """The view of one pile."""
    hidden = len(pile.cards) - pile.up
    known = [card & FACE if card in seen else HIDDEN for card in pile.cards[:hidden]]
    return PileView(pile.kind, known + [card & FACE for card in pile.cards[hidden:]], pile.up)


def known_table(view: View) -> Table:
    """A table with what the player knows: codes without copies, 0 for a card never seen."""
    return Table(view.variant, [Pile(pile.kind, pile.cards.copy(), pile.up) for pile in view.piles])
