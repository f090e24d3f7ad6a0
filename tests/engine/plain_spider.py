"""Spider written a second time, as plain and slow as can be, from the rules and not from the engine.

A column is a list of ``(rank, suit, face up)`` from bottom to top; every function makes new lists. Tests hold the
engine against it.
"""

from itertools import pairwise

from engine.table import Table

Card = tuple[int, int, bool]


class PlainSpider:
    """Ten columns, the stock (next card first), sets off the table; the king is a 13, or a 12 in the Spanish game."""

    def __init__(self, columns: list[list[Card]], stock: list[tuple[int, int]], sets: int, king: int) -> None:
        self.columns = columns
        self.stock = stock
        self.sets = sets
        self.king = king

    @classmethod
    def of(cls, table: Table) -> "PlainSpider":
        columns = [
            [(card % 16, card // 16 % 4, at >= len(pile.cards) - pile.up) for at, card in enumerate(pile.cards)]
            for pile in table.piles[:10]
        ]
        stock = [(card % 16, card // 16 % 4) for card in reversed(table.piles[10].cards)]
        king = 12 if table.variant.id.startswith("spider-es") else 13
        return cls(columns, stock, sum(1 for pile in table.piles[11:] if pile.cards), king)

    def facts(self) -> tuple[list[list[Card]], list[tuple[int, int]], int]:
        return self.columns, self.stock, self.sets

    def is_legal(self, action: str) -> bool:
        if action == "D":
            short = self.king == 12 and sum(map(len, self.columns)) < 10
            return bool(self.stock) and (short or all(self.columns))
        source, target, count = parts(action)
        block = self.columns[source][-count:]
        if source == target or len(block) < count or not all(up for _, _, up in block):
            return False
        for (rank, suit, _), (next_rank, next_suit, _) in pairwise(block):
            if rank != next_rank + 1 or suit != next_suit:
                return False
        return not self.columns[target] or self.columns[target][-1][0] == block[0][0] + 1

    def legal(self) -> set[str]:
        pairs = [(a, b) for a in range(10) for b in range(10)]
        every = [f"{a + 1}>{b + 1}x{n}" for a, b in pairs for n in range(1, len(self.columns[a]) + 1)]
        return {action.removesuffix("x1") for action in ["D", *every] if self.is_legal(action)}

    def after(self, action: str) -> "PlainSpider":
        columns = [list(column) for column in self.columns]
        stock = list(self.stock)
        sets = self.sets
        if action == "D":
            for column in columns:
                rank, suit = stock.pop(0)
                column.append((rank, suit, True))
        else:
            source, target, count = parts(action)
            columns[target] += columns[source][-count:]
            columns[source] = columns[source][:-count]
        for column in columns:
            whole = column[-self.king :]
            if whole and whole == [(self.king - at, whole[0][1], True) for at in range(self.king)]:
                del column[-self.king :]
                sets += 1
        for column in columns:
            if column:
                rank, suit, _ = column[-1]
                column[-1] = (rank, suit, True)
        return PlainSpider(columns, stock, sets, self.king)


def parts(action: str) -> tuple[int, int, int]:
    places, _, count = action.partition("x")
    source, _, target = places.partition(">")
    return int(source) - 1, int(target) - 1, int(count or 1)
