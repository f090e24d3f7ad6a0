"""What distinguishes one variant from another, as data. The rules are its family's (`engine.games`)."""

from dataclasses import dataclass
from typing import Literal

from engine.cards import DeckName

Build = Literal["other_colour", "other_suit"]
Tap = Literal["only_target", "foundation_first"]


@dataclass(frozen=True)
class Variant:
    """One game that can be dealt.

    Fields are only ever added; a change of what is dealt needs a new prefix.
    """

    id: str
    """Name in the API, in files and in the shuffle: ``spider-4``."""
    prefix: str
    """First two characters of its deal IDs, letters and digits of Crockford's base 32: ``S4``."""
    family: str
    """Name of the family whose rules it follows: a key of `games.FAMILIES`."""
    deck: DeckName
    suits: tuple[int, ...]
    """One entry for each whole suit in the pack, equal ones for several decks;

    order matters to the shuffle.
    """
    columns: tuple[int, ...]
    """How many cards each column is dealt; Maze: each row."""
    deal_when_short: bool = False
    """Spider: a row may be dealt onto empty columns while fewer cards than columns are left on the table."""
    draw: int = 0
    """Klondike: how many cards one draw turns up."""
    build: Build = "other_colour"
    """Klondike: what a column wants of the suit of the next card."""
    tap: Tap = "only_target"
    """Klondike: a tapped card goes where it alone can go, or else up, or else to the first column."""
