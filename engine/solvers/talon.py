"""Stock and waste of a solver as one number, and which of their cards can be played next.

The cards count in the order in which they are drawn. Lowest in the number is a bit for each that is left, above these
bits the number of cards that count as drawn: in draw one none, for every card can be drawn at any time; in draw three
none either where the next turn-over brings the same cards to the top anyway.
"""

from typing import Final

SIZE: Final = 24
"""Bits for cards."""


def talon(draw: int, waste: int, size: int) -> int:
    """The number for so many cards, all of them left, so many of them on the waste."""
    return (1 << size) - 1 | _drawn(draw, waste, size) << SIZE


def draws(draw: int, left: int) -> dict[int, int]:
    """For each card that can come to the top of the waste, by its bit: the number without it."""
    order = [1 << at for at in range(SIZE) if left >> at & 1]
    size = len(order)
    drawn = left >> SIZE
    tops = {*range(draw, size, draw), size} if size else set()
    if drawn:
        tops |= {*range(drawn, size, draw)}
    cards = left & (1 << SIZE) - 1
    return {order[top - 1]: cards ^ order[top - 1] | _drawn(draw, top - 1, size - 1) << SIZE for top in sorted(tops)}


def _drawn(draw: int, waste: int, size: int) -> int:
    """How many cards count as drawn when so many lie on the waste."""
    return 0 if draw == 1 or waste % draw == 0 or waste == size else waste
