"""What a search of Spider takes for good and for bad."""

from typing import NamedTuple


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
