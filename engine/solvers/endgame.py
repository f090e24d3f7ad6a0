"""Whether Spider can still be won once the stock is empty: a search over groups of positions that are as good as one.

Call a rank *open* while a column ends with it: then a run that begins one lower and has nothing on it can be moved
there. Cut every column from its end upwards, before each card that lies on a card of an open rank, and go on until a
card lies on one of a closed rank and another suit, or on one that is not the next higher. What was cut off are
*leaves*, what is left is the *stem*. A leaf lies on a card of an open rank, and there are more such cards than leaves
for them; so leaves can change places. Positions with the same stems and the same leaves are one *group*, and a move
within it is no move of this search. What leads out of a group is

- the run that a stem ends with goes from a card that is not the next higher, or from its column, to an open rank;
- such a run, a leaf, or the lower part of one goes to an empty column;
- a stem and leaves make a set.

If the first of these closes its rank, leaves are bound to where they are then, and each way in which that can be is
looked at. `docs/solvers.md` says why nothing is left out, so that running dry means *lost*.
"""

from typing import Final

from engine.cards import DECKS
from engine.games.spider import COLUMNS, FOUNDATIONS, SETS
from engine.solvers.pieces import NO_ROOM, Leaf, Pieces, Stem, room_on
from engine.solvers.waiting import Waiting
from engine.solvers.weights import Weights
from engine.table import Table

WON: Final = 1
DRY: Final = 2
FULL: Final = 3

TO_OPEN: Final = 0
TO_EMPTY: Final = 1
SET: Final = 2

_WAYS: Final = 20_000
"""Groups looked at from one, at most; the search is not complete then."""
_TURN: Final = 4
"""Groups that are taken up with so many cards face down, before it is the turn of those with one less."""


class Group:
    """All positions with these stems and leaves, and how they were reached."""

    def __init__(
        self, key: int, stems: list[Stem], leaves: list[Leaf], opened: int, sets: int, parent: "Group | None"
    ) -> None:
        self.key = key
        self.stems = stems
        self.leaves = leaves
        self.opened = opened
        """Bit r: rank r + 1 is open."""
        self.sets = sets
        self.parent = parent


class Endgame(Pieces):
    """One best-first search, complete: running dry means that the game is lost."""

    def __init__(self, table: Table, weights: Weights, cap: int, ways: int = _WAYS) -> None:
        super().__init__(len(DECKS[table.variant.deck].ranks), weights)
        piles = table.piles
        self.ways = ways
        self.joint = weights.joint
        self.off_suit = weights.off_suit
        self.home = weights.home
        self.cap = cap
        self.seen: set[int] = set()
        down = sum(len(pile.cards) - pile.up for pile in piles[:COLUMNS])
        self.waiting: Waiting[Group] = Waiting(down + 1, _TURN)
        self.noise = 0
        self.shift = 0
        """What is added to a score is these bits of the key, from this one on."""
        self.nodes = 0
        self.taken_up = 0
        self.most = 0
        self.hasty = False
        """Whether leaves could be bound in so many ways somewhere that not all were looked at."""
        self.goal: Group | None = None
        self.step = _NO_STEP
        """What kind of move is looked at, from which stem (or leaf, if after `COLUMNS`), how many cards."""
        self.wanted = 0
        """The key of the group whose step is asked for, and what has been found of it."""
        self.found: Found | None = None
        faces = [bytes([card & 63 for card in pile.cards]) for pile in piles[:COLUMNS]]
        stems = [self.stem(cards, len(cards) - pile.up) for cards, pile in zip(faces, piles[:COLUMNS], strict=True)]
        self.offer(stems, [], sum(1 for pile in piles[FOUNDATIONS:] if pile.cards), None)

    # The search

    def run(self, budget: int) -> int:
        """Look at about so many more groups; 0, WON, DRY (there are no more), FULL (there are too many)."""
        stop = self.nodes + budget
        while self.nodes < stop:
            if len(self.seen) >= self.cap:
                return FULL
            group = self.waiting.take()
            if group is None:
                return FULL if self.hasty else DRY
            if group.sets == SETS:
                self.goal = group
                return WON
            self.expand(group)
        return 0

    def offer(self, stems: list[Stem], leaves: list[Leaf], sets: int, parent: Group | None) -> None:
        """Let the group wait that these stems and leaves are of, if it is new. Takes the lists for itself."""
        self.nodes += 1
        uncut = (stems.copy(), leaves.copy()) if self.wanted else (stems, leaves)
        while True:
            opened = self.cut(stems, leaves)
            key = 0
            score = -self.home * sets
            ends = 0
            whole = -1
            for at, stem in enumerate(stems):
                key += stem.key
                score += stem.score
                ends |= 1 << stem.end
                if stem.run == self.king:
                    whole = at
            if whole < 0:
                break
            stems[whole] = self.shorter(stems[whole], self.king)
            sets += 1
        for leaf in leaves:
            key += leaf.key
            score += leaf.score
            ends |= 1 << leaf.end
        if self.wanted:
            if key == self.wanted and self.found is None:
                self.found = Found(self.step, uncut[0], uncut[1])
            return
        size = len(self.seen)
        self.seen.add(key)
        if len(self.seen) == size:
            return
        for leaf in leaves:
            if ends >> (leaf.head + 1) & 1:
                score -= self.joint
            else:
                score += self.off_suit
        if self.noise:
            score += key >> self.shift & self.noise
        down = 0
        for stem in stems:
            down += stem.down
        self.waiting.put(Group(key, stems, leaves, opened, sets, parent), down, score)

    def cut(self, stems: list[Stem], leaves: list[Leaf]) -> int:
        """Cut off all leaves; returns which ranks are open."""
        room = NO_ROOM
        inner = 0
        for stem in stems:
            room += stem.room
            inner |= stem.inner
        for leaf in leaves:
            room += leaf.room
            inner |= leaf.inner
        opened = 0
        for rank in range(2, self.king + 1):
            if room_on(room, rank) > 0:
                opened |= 1 << (rank - 1)
        if not inner & opened:
            return opened
        for at in range(len(leaves)):
            leaf = leaves[at]
            while leaf.inner & opened:
                size = 1
                while not opened >> (leaf.rank + size - 1) & 1:
                    size += 1
                leaves.append(self.leaf(leaf.end, size))
                leaf = self.leaf(leaf.end + size, leaf.size - size)
            leaves[at] = leaf
        for at in range(COLUMNS):
            stem = stems[at]
            while stem.inner & opened:
                size = 1
                while not opened >> (stem.rank + size - 1) & 1:
                    size += 1
                leaves.append(self.leaf(stem.end, size))
                stem = self.shorter(stem, size)
            stems[at] = stem
        return opened

    def expand(self, group: Group) -> None:
        """Let every group wait that is one move on."""
        self.taken_up += 1
        self.most = self.nodes + self.ways
        stems, leaves = group.stems, group.leaves
        room = NO_ROOM
        hole = -1
        for at, stem in enumerate(stems):
            room += stem.room
            if not stem.size:
                hole = at
        for leaf in leaves:
            room += leaf.room
        for at in range(COLUMNS):
            stem = stems[at]
            if stem.size and stem.met != self.taken_up:
                stem.met = self.taken_up
                if stem.free and group.opened >> stem.head & 1:
                    self.to_open(group, at, room_on(room, stem.head + 1))
                if hole >= 0:
                    self.to_empty(group, at, hole)
                if stem.head == self.king:
                    self.make_set(group, at, stem.end, leaves)
        if hole >= 0:
            for at in range(len(leaves)):
                if leaves[at].met != self.taken_up:
                    leaves[at].met = self.taken_up
                    self.leaf_to_empty(group, at, hole)

    def to_open(self, group: Group, at: int, room: int) -> None:
        """The run of a stem goes where there is room."""
        stem = group.stems[at]
        self.step = (TO_OPEN, at, stem.run)
        moved = self.leaf(stem.end, stem.run)
        stems = group.stems.copy()
        stems[at] = self.shorter(stem, stem.run)
        if room > 1 or stems[at].rank == moved.wants:
            self.offer(stems, [*group.leaves, moved], group.sets, group)
            return
        movers = [leaf for leaf in group.leaves if leaf.wants == moved.wants]
        movers.append(moved)
        others = [leaf for leaf in group.leaves if leaf.wants != moved.wants]
        self.bind(group, stems, others, [], [], movers, 0)

    def bind(
        self,
        group: Group,
        stems: list[Stem],
        others: list[Leaf],
        done: list[Leaf],
        bound: list[list[Leaf]],
        movers: list[Leaf],
        host: int,
    ) -> None:
        """Put leaves on all that is of the rank they want, in every way, going on from this stem, or leaf after it."""
        if self.nodes >= self.most:
            self.hasty = True
            return
        wants = movers[0].wants if movers else 0
        while movers and host < COLUMNS and stems[host].rank != wants:
            host += 1
        if movers and host < COLUMNS:
            for at in _in_suit_first(movers, stems[host].end):
                if movers[at] in movers[:at]:
                    continue
                now = stems.copy()
                now[host] = self.longer(stems[host], movers[at])
                self.bind(group, now, others, done, bound, movers[:at] + movers[at + 1 :], host + 1)
            return
        if movers:
            # Every stem of that rank has one: now a leaf gets one, and is not among the others any more.
            which = 0
            while others[which].rank != wants:
                which += 1
            leaf = others[which]
            rest = others[:which] + others[which + 1 :]
            for at in _in_suit_first(movers, leaf.end):
                mover = movers[at]
                if mover in movers[:at]:
                    continue
                left = movers[:at] + movers[at + 1 :]
                if leaf.end == mover.head + 1:
                    both = self.leaf(mover.end, leaf.size + mover.size)
                    self.bind(group, stems, rest, [*done, both], bound, left, host)
                else:
                    self.bind(group, stems, rest, done, [*bound, [leaf, mover]], left, host)
            return
        self.settle(group, stems, [*others, *done], bound)

    def settle(self, group: Group, stems: list[Stem], leaves: list[Leaf], bound: list[list[Leaf]]) -> None:
        """Put bound leaves on stems in every way, or on leaves that are bound by that."""
        if self.nodes >= self.most:
            self.hasty = True
            return
        if not bound:
            self.offer(stems.copy(), leaves.copy(), group.sets, group)
            return
        least = 0
        for at in range(1, len(bound)):
            if bound[at][0].wants < bound[least][0].wants:
                least = at
        chain = bound[least]
        rest = bound[:least] + bound[least + 1 :]
        wants = chain[0].wants
        for at in range(COLUMNS):
            # What lies under the run that moves is not there yet when they are put in place.
            if stems[at].rank == wants and at != self.step[1]:
                stem = stems[at]
                for leaf in chain:
                    stem = self.longer(stem, leaf)
                now = stems.copy()
                now[at] = stem
                self.settle(group, now, leaves, rest)
        for at in range(len(leaves)):
            if leaves[at].rank == wants and leaves[at] not in leaves[:at]:
                self.settle(group, stems, leaves[:at] + leaves[at + 1 :], [*rest, [leaves[at], *chain]])

    def to_empty(self, group: Group, at: int, hole: int) -> None:
        """The run of a stem, or its lower part, goes to an empty column."""
        stem = group.stems[at]
        most = stem.run - 1 if stem.run == stem.size else stem.run
        for count in range(1, most + 1):
            self.fill(group, at, hole, count)

    def fill(self, group: Group, at: int, hole: int, count: int) -> None:
        """So many cards at the end of a stem go to an empty column."""
        stem = group.stems[at]
        self.step = (TO_EMPTY, at, count)
        stems = group.stems.copy()
        stems[at] = self.shorter(stem, count)
        stems[hole] = self.stem(stem.cards[-count:], 0)
        self.offer(stems, group.leaves.copy(), group.sets, group)

    def leaf_to_empty(self, group: Group, at: int, hole: int) -> None:
        """A leaf, or its lower part, goes to an empty column."""
        leaf = group.leaves[at]
        for count in range(1, leaf.size + 1):
            self.fill_with_leaf(group, at, hole, count)

    def fill_with_leaf(self, group: Group, at: int, hole: int, count: int) -> None:
        """So many cards at the end of a leaf go to an empty column."""
        leaf = group.leaves[at]
        self.step = (TO_EMPTY, COLUMNS + at, count)
        stems = group.stems.copy()
        stems[hole] = self.stem(bytes(range(leaf.end + count - 1, leaf.end - 1, -1)), 0)
        leaves = group.leaves[:at] + group.leaves[at + 1 :]
        if count < leaf.size:
            leaves.append(self.leaf(leaf.end + count, leaf.size - count))
        self.offer(stems, leaves, group.sets, group)

    def make_set(self, group: Group, at: int, end: int, leaves: list[Leaf]) -> None:
        """A set of what a stem ends with and of leaves is made, if they are there."""
        if end & 15 == 1:
            self.step = (SET, at, 0)
            stems = group.stems.copy()
            stems[at] = self.shorter(stems[at], stems[at].run)
            self.offer(stems, leaves.copy(), group.sets + 1, group)
            return
        for which in range(len(leaves)):
            leaf = leaves[which]
            if leaf.head == end - 1 and leaf not in leaves[:which]:
                self.make_set(group, at, leaf.end, leaves[:which] + leaves[which + 1 :])

    # The line

    def line(self) -> list[Group]:
        """The groups from the first to the goal."""
        groups: list[Group] = []
        group = self.goal
        while group is not None:
            groups.append(group)
            group = group.parent
        groups.reverse()
        return groups

    def find(self, group: Group, after: Group) -> "Found":
        """How a group was reached from the one before it."""
        self.found = None
        self.wanted = after.key
        self.expand(group)
        self.wanted = 0
        found = self.taken()
        if found is None:
            raise AssertionError("a group is reached from its parent")
        return found

    def holds(self, group: Group, columns: list[tuple[bytes, int]]) -> bool:
        """Whether this position is one of a group."""
        self.found = None
        self.wanted = group.key
        self.offer([self.stem(cards, down) for cards, down in columns], [], group.sets, None)
        self.wanted = 0
        return self.taken() is not None

    def taken(self) -> "Found | None":
        """What was found last."""
        return self.found


class Found:
    """How a group was reached: the move, and the stems and leaves right after it, before they are cut anew."""

    def __init__(self, step: tuple[int, int, int], stems: list[Stem], leaves: list[Leaf]) -> None:
        self.step = step
        self.stems = stems
        self.leaves = leaves


_NO_STEP: Final = (0, 0, 0)


def key_of(stems: list[Stem], leaves: list[Leaf]) -> int:
    """What tells a group from others: 120 bits of each of its stems and leaves, added up."""
    return sum([stem.key for stem in stems]) + sum([leaf.key for leaf in leaves])


def _in_suit_first(movers: list[Leaf], end: int) -> list[int]:
    """The places of these leaves, those first that go on in the suit of the card that ends a piece."""
    first = [at for at in range(len(movers)) if movers[at].head + 1 == end]
    return first + [at for at in range(len(movers)) if movers[at].head + 1 != end]
