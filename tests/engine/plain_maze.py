"""Maze written a second time, as plain and slow as can be, from the rules and not from the engine."""

from itertools import permutations

from engine.table import Table

Card = tuple[int, int] | None
CELLS = [f"r{row}c{column}" for row in range(1, 7) for column in range(1, 10)]


class PlainMaze:
    """54 cells, each ``(rank, suit)`` or None."""

    def __init__(self, cells: list[Card]) -> None:
        self.cells = cells

    @classmethod
    def of(cls, table: Table) -> "PlainMaze":
        return cls([(pile.cards[0] % 16, pile.cards[0] // 16) if pile.cards else None for pile in table.piles])

    def facts(self) -> list[Card]:
        return self.cells

    def is_legal(self, action: str) -> bool:
        gap, _, source = action.partition("<")
        at = CELLS.index(gap)
        card = self.cells[CELLS.index(source)]
        if card is None or self.cells[at] is not None:
            return False
        left = self.cells[53 if at == 0 else at - 1]
        right = self.cells[0 if at == 53 else at + 1]
        rank, suit = card
        if (rank - 1, suit) == left or (rank + 1, suit) == right:
            return True
        return rank == 2 and left is not None and left[0] == 13

    def legal(self) -> set[str]:
        return {action for a in CELLS for b in CELLS if self.is_legal(action := f"{a}<{b}")}

    def after(self, action: str) -> "PlainMaze":
        cells = list(self.cells)
        gap, _, source = action.partition("<")
        cells[CELLS.index(gap)] = cells[CELLS.index(source)]
        cells[CELLS.index(source)] = None
        return PlainMaze(cells)

    def placed(self) -> int:
        """Cards in place, by trying every order of suits."""
        return max(self._placed_for(order) for order in permutations(range(4)))

    def _placed_for(self, order: tuple[int, ...]) -> int:
        wanted = [(rank, suit) for suit in order for rank in range(2, 14)]
        there = [card for card in self.cells if card is not None]
        count = 0
        for at, card in enumerate(there):
            place = wanted.index(card)
            fits = at > 0 and place > 0 and there[at - 1] == wanted[place - 1]
            if place == 0:
                fits = self.cells[0] == card
            if place == 47:
                fits = fits and self.cells[53] == card
            count += fits
        return count
