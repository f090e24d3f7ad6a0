"""How columns and a stock are dealt, for every family that has them."""

from collections.abc import Sequence

from engine.table import Pile


def opening(sizes: Sequence[int], cards: list[int]) -> list[Pile]:
    """Columns with so many cards, and then the stock with the rest, from a shuffled pack, first card first.

    Row by row, left to right, one card to each column that lacks any; the last card of each is face up. On
    top of the stock lies the card that comes next.
    """
    columns: list[list[int]] = [[] for _ in sizes]
    at = 0
    for row in range(max(sizes)):
        for column, size in zip(columns, sizes, strict=True):
            if row < size:
                column.append(cards[at])
                at += 1
    return [*[Pile("column", column, 1) for column in columns], Pile("stock", cards[: at - 1 : -1])]
