"""What columns of Spider are cut into once the stock is empty: stems, which stay, and leaves, which may be anywhere."""

from hashlib import blake2b
from typing import Final

from engine.solvers.weights import Weights, run_length, score_of

NO_ROOM: Final = sum(1 << 5 * rank + 4 for rank in range(12))
"""How many columns end with each rank, where none does: a number of five bits, less 16, for each from the two on.

All that a group has room for is this and the `room` of its stems and leaves, added up.
"""


class Leaf:
    """A run that can be put on any card of the next higher rank."""

    def __init__(self, end: int, size: int, joint: int) -> None:
        self.end = end
        self.size = size
        self.head = end + size - 1
        self.rank = end & 15
        self.wants = (self.head & 15) + 1
        """The rank that it lies on."""
        self.key = _key(b"leaf" + bytes((end, size)))
        self.room = room_of(self.rank) - room_of(self.wants)
        self.score = -joint * (size - 1)
        self.inner = _bits(end & 15, self.head & 15)
        """Bit r: it is cut before a card of rank r if rank r + 1 is open."""
        self.met = -1
        """The last group it was seen in."""


class Stem:
    """What is fixed of a column, with the run at its end."""

    def __init__(self, cards: bytes, down: int, king: int, weights: Weights) -> None:
        self.cards = cards
        self.down = down
        self.key = _key(b"stem" + bytes((down,)) + cards)
        size = len(cards)
        self.size = size
        self.end = cards[-1] if size else 0
        self.rank = self.end & 15
        self.room = room_of(self.rank)
        self.run = 0
        self.head = 0
        self.free = False
        """Whether its run lies on no card that is the next higher, so that it may go for good."""
        self.inner = 0
        """Bit r: it is cut before a card of rank r if rank r + 1 is open."""
        if size:
            run = run_length(cards, down)
            self.run = run
            self.head = cards[size - run] & 15
            self.free = run == size - down or cards[size - run - 1] & 15 != self.head + 1
            self.inner = _bits(self.rank, self.head if self.free else self.head + 1)
        self.score = score_of(cards, down, king, weights)
        self.shorter: list[Stem | None] = [None] * (self.run + 1)
        self.longer: dict[int, Stem] = {}
        self.met = -1


class Pieces:
    """Stems and leaves are interned: all that can be known of one is worked out once."""

    def __init__(self, king: int, weights: Weights) -> None:
        self.king = king
        self.weights = weights
        self.stems: dict[bytes, Stem] = {}
        self.leaves: dict[int, Leaf] = {}

    def stem(self, cards: bytes, down: int) -> Stem:
        """The stem of these cards; one left face down at its end turns up."""
        if down and down == len(cards):
            down -= 1
        name = cards + bytes((down,))
        found = self.stems.get(name)
        if found is None:
            found = self.stems[name] = Stem(cards, down, self.king, self.weights)
        return found

    def leaf(self, end: int, size: int) -> Leaf:
        """The leaf of so many cards that ends with this one."""
        name = end << 4 | size
        found = self.leaves.get(name)
        if found is None:
            found = self.leaves[name] = Leaf(end, size, self.weights.joint)
        return found

    def shorter(self, stem: Stem, count: int) -> Stem:
        """A stem without the last cards of its run."""
        found = stem.shorter[count]
        if found is None:
            found = stem.shorter[count] = self.stem(stem.cards[:-count], stem.down)
        return found

    def longer(self, stem: Stem, leaf: Leaf) -> Stem:
        """A stem with a leaf that is bound to it."""
        name = leaf.end << 4 | leaf.size
        found = stem.longer.get(name)
        if found is None:
            cards = stem.cards + bytes(range(leaf.head, leaf.end - 1, -1))
            found = stem.longer[name] = self.stem(cards, stem.down)
        return found


def room_of(rank: int) -> int:
    """One card of this rank, or none, to add to what there is room for; nothing can lie on an ace."""
    return 1 << 5 * rank - 10 if rank > 1 else 0


def room_on(room: int, rank: int) -> int:
    """On how many cards of a rank there is room."""
    return (room >> 5 * rank - 10 & 31) - 16


def _key(name: bytes) -> int:
    return int.from_bytes(blake2b(name, digest_size=15).digest(), "big")


def _bits(first: int, end: int) -> int:
    """The bits from this one up to the one before `end`."""
    return (1 << end) - (1 << first)
