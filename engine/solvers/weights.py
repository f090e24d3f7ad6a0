"""What a search of Spider takes for good and for bad."""

from typing import Final, NamedTuple

SHIFTS: Final = 37
"""So many times three bits of a key of 120 are to be had, for chance: a few points that each search adds otherwise."""


class Weights(NamedTuple):
    """Points of a position, the fewer the better: what counts against it, and what counts for it."""

    down: int
    """Against: each face-down card."""
    broken: int
    """Against: each card on one that is not the next higher."""
    off_suit: int
    """Against: each card on the next higher of another suit."""
    joint: int
    """For: each card on the next higher of its suit."""
    empty: int
    """For: each empty column."""
    home: int
    """For: each set off the table."""
    base: int
    """Against: each column that does not begin with the highest rank."""
    recent: bool = False
    """Among moves that are as good, those of the columns that came into being last come first."""


def score_of(cards: bytes, down: int, king: int, weights: Weights) -> int:
    """Points of one column, of which `down` cards lie face down; `king`: the highest rank."""
    size = len(cards)
    if not size:
        return -weights.empty
    score = weights.down * down + (weights.base if cards[0] & 15 != king else 0)
    for at in range(down + 1, size):
        upper = cards[at - 1]
        lower = cards[at]
        if upper == lower + 1:
            score -= weights.joint
        elif upper & 15 == (lower & 15) + 1:
            score += weights.off_suit
        else:
            score += weights.broken
    return score


def run_length(cards: bytes, down: int) -> int:
    """How many cards at the end of a column follow each other down in one suit; 0 if it is empty."""
    size = len(cards)
    run = min(1, size)
    while 0 < run < size - down and cards[size - run - 1] == cards[size - run] + 1:
        run += 1
    return run
