"""A search of endgames that puts off each move from which nothing follows yet.

A leaf, or the lower part of a run, that goes to an empty column does no more than open a rank. So this is done only
where the rank is closed and something wants it to be open. Nor does a run that lies on other cards go to the only empty
column before what it lay on can move or is wanted. `docs/solvers.md` says why a *loose* search misses no win by that.

Loose, a search binds no leaf. It allows more than the rules do, so that what it wins means nothing; but it has far
fewer groups, and where it runs dry the game is lost all the more. Else it is *greedy*: it binds leaves in few ways,
those first that make longer runs. Then what it wins is won, and running dry means nothing.
"""

from typing import Final

from engine.solvers.endgame import FULL, WON, Endgame, Group
from engine.solvers.pieces import NO_ROOM, Stem, room_on
from engine.solvers.weights import SHIFTS, Weights
from engine.table import Table


class Sparing(Endgame):
    """One such search; loose if there are no ways in which it may bind leaves."""

    def __init__(self, table: Table, weights: Weights, cap: int, ways: int = 0, noise: int = 0, shift: int = 0) -> None:
        super().__init__(table, weights, cap, ways)
        self.loose = not ways
        self.noise = noise
        self.shift = shift
        self.room = NO_ROOM
        self.holes = 0
        self.hole = 0
        self.free = 0
        """Bit r: a run that begins with rank r would go to rank r + 1 for good."""
        self.some = 0
        """Bit r: something would be cut before a card of rank r, if rank r + 1 were open."""
        self.twice = 0
        """The same of two stems or leaves at least."""
        self.parted = 0
        """Bit r: something follows if a run is parted before its card of rank r."""

    def expand(self, group: Group) -> None:
        """Let every group wait that is one move on, but for moves that can be put off."""
        self.taken_up += 1
        self.look(group)
        for at, stem in enumerate(group.stems):
            if stem.size and stem.met != self.taken_up:
                stem.met = self.taken_up
                after = self.shorter(stem, stem.run)
                if stem.free and group.opened >> stem.head & 1:
                    left = 2 if self.loose else room_on(self.room, stem.head + 1)
                    self.most = self.nodes + self.ways
                    if left < 2 or not self.known(group, stem, after):
                        self.to_open(group, at, left)
                if self.holes:
                    self.to_empty(group, at, self.hole)
                if stem.head == self.king:
                    self.make_set(group, at, stem.end, group.leaves)
        if self.holes:
            for at, leaf in enumerate(group.leaves):
                if leaf.met != self.taken_up:
                    leaf.met = self.taken_up
                    self.leaf_to_empty(group, at, self.hole)

    def look(self, group: Group) -> None:
        """See what is wanted in a group."""
        self.room = NO_ROOM
        self.holes = 0
        self.free = self.some = self.twice = heads = 0
        for at, stem in enumerate(group.stems):
            self.room += stem.room
            if not stem.size:
                self.holes += 1
                self.hole = at
            elif stem.free:
                self.free |= 1 << stem.head
            self.twice |= self.some & stem.inner
            self.some |= stem.inner
        for leaf in group.leaves:
            self.room += leaf.room
            heads |= 1 << (leaf.head & 15)
            self.twice |= self.some & leaf.inner
            self.some |= leaf.inner
        self.parted = self.free | self.twice | heads

    def to_empty(self, group: Group, at: int, hole: int) -> None:
        """The run of a stem, or its lower part, goes to an empty column, if something can follow from that."""
        stem = group.stems[at]
        for count in range(1, stem.run):
            if self.parted >> (stem.rank + count - 1) & 1:
                self.fill(group, at, hole, count)
        if stem.run < stem.size:
            after = self.shorter(stem, stem.run)
            below = 1 << after.rank >> 1
            opened = group.opened | below
            wanted = self.free | (self.twice if stem.inner & below else self.some)
            if (
                self.holes > 1
                or after.head == self.king
                or after.inner & opened
                or (after.free and opened >> after.head & 1)
                or below & wanted & ~group.opened
            ):
                self.fill(group, at, hole, stem.run)

    def leaf_to_empty(self, group: Group, at: int, hole: int) -> None:
        """A leaf, or its lower part, goes to an empty column, if something can follow from that."""
        leaf = group.leaves[at]
        for count in range(1, leaf.size):
            if self.parted >> (leaf.rank + count - 1) & 1:
                self.fill_with_leaf(group, at, hole, count)
        least = 0 if self.loose else 1
        # What would be cut must be asked here: `to_empty` relies on it where a leaf and a run of a stem change places.
        if room_on(self.room, leaf.wants) <= least and (self.free | self.some) >> (leaf.head & 15) & 1:
            self.fill_with_leaf(group, at, hole, leaf.size)

    def known(self, group: Group, stem: Stem, after: Stem) -> bool:
        """Whether it is seen at once that the run of a stem leads to no new group by becoming a leaf."""
        below = 1 << after.rank >> 1
        if self.wanted or after.run == self.king or after.inner & group.opened or below & self.some & ~group.opened:
            # There is something to cut, or a set.
            return False
        self.nodes += 1
        return group.key + after.key + self.leaf(stem.end, stem.run).key - stem.key in self.seen


_TRIES: Final = (
    (Weights(15, 5, 3, 1, 10, 60, 2), 1, 3),
    (Weights(15, 5, 2, 2, 12, 30, 1), 1, 7),
    (Weights(15, 5, 3, 1, 10, 60, 2), 8, 7),
    (Weights(15, 5, 2, 2, 12, 30, 1), 1, 3),
    (Weights(15, 5, 2, 4, 12, 30, 1), 2, 3),
)
"""Weights, in how many ways leaves are bound, and how many points a group may be off by chance."""
_FIRST_SLICE: Final = 20_000
_CAP: Final = 1_000_000


class Greedy:
    """Greedy searches, one after another, each with other weights, or with a little noise of its own.

    What one of them does not find soon it hardly finds at all.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.slice = _FIRST_SLICE
        self.turn = 0
        self.nodes = 0
        self.ended = 0
        """How many of the last ones have come to an end, won or not."""
        self.now = self.begin()
        self.won: Endgame = self.now
        """The last one that has won."""

    def begin(self) -> Sparing:
        """The next search."""
        weights, ways, noise = _TRIES[self.turn % len(_TRIES)]
        return Sparing(self.table, weights, _CAP, ways, noise, self.turn % SHIFTS * 3)

    def run(self, budget: int) -> int:
        """Look at about so many more groups; 0, FULL (no search gets any further), or WON: see `won`.

        What is run after a win goes on with other searches.
        """
        stop = self.nodes + budget
        while self.nodes < stop:
            now = self.now
            before = now.nodes
            end = now.run(min(stop - self.nodes, self.slice - before))
            self.nodes += now.nodes - before
            if not end and now.nodes < self.slice:
                continue
            self.ended = self.ended + 1 if end else 0
            if self.ended > SHIFTS:
                return FULL
            self.turn += 1
            if self.turn % len(_TRIES) == 0:
                self.slice += _FIRST_SLICE
            self.now = self.begin()
            if end == WON:
                self.won = now
                return WON
        return 0
