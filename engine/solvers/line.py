"""A line of play as moves of the engine, told card by card."""

from engine.cards import pack, suit
from engine.games import klondike
from engine.games.klondike import COLUMNS, FOUNDATIONS, STOCK, WASTE
from engine.moves import DEAL, Move
from engine.table import Table
from engine.views import view


class Line:
    """Finds the piles of the cards, and draws those that are not there yet."""

    def __init__(self, table: Table) -> None:
        """Begin at this table, which is not changed."""
        self.moves: list[Move] = []
        self._table = table.copy()
        self._piles = self._table.piles

    def up(self, card: int, aside: int = 0) -> None:
        """A card goes to its foundation; a tail that lies on it goes onto the card `aside`, which ends a column."""
        at, tail = self._find(card)
        if tail:
            self._play(Move(at, self.ends().index(aside), tail))
        self._play(Move(at, FOUNDATIONS + suit(card), 1))

    def onto(self, card: int, target: int) -> None:
        """A card, with the tail on it, goes onto that one, which ends a column, or for 0 to an empty column."""
        at, tail = self._find(card)
        self._play(Move(at, self.ends().index(target), tail + 1))

    def ends(self) -> list[int]:
        """The last card of each column, 0 for an empty one."""
        return [pile.cards[-1] if pile.cards else 0 for pile in self._piles[:COLUMNS]]

    def finish(self) -> None:
        """Everything goes up, where that needs no thought."""
        every = {card for pile in self._piles for card in pile.cards}
        for move in klondike.finish(view(self._table, every)):
            self._play(move)

    def _find(self, card: int) -> tuple[int, int]:
        """The pile of a card, and how many lie on it; a card of the talon is drawn first."""
        while card in self._piles[STOCK].cards or card in self._piles[WASTE].cards[:-1]:
            self._play(DEAL)
        at = next(at for at, pile in enumerate(self._piles) if card in pile.cards)
        cards = self._piles[at].cards
        return at, len(cards) - 1 - cards.index(card)

    def _play(self, move: Move) -> None:
        klondike.play(self._table, move)
        self.moves.append(move)


def can_be(table: Table) -> bool:
    """Whether play can have led here: no card is missing, and the face-up cards of each column are one run."""
    every = sorted(card for pile in table.piles for card in pile.cards)
    runs = [klondike.run(table, column) == table.piles[column].up for column in range(COLUMNS)]
    return every == sorted(pack(table.variant.deck, table.variant.suits)) and all(runs)
