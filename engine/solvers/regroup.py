"""The moves between groups of `engine.solvers.endgame`, card by card: leaves are brought to where a line needs them."""

from engine.games.spider import COLUMNS
from engine.moves import Move
from engine.solvers.endgame import TO_EMPTY, TO_OPEN, Endgame, Found, Group
from engine.solvers.pieces import Leaf, Stem


class NoWayError(Exception):
    """A set would leave on the way to the next group."""


class Regroup:
    """Columns as they are in the end, and the moves that have led there."""

    def __init__(self, endgame: Endgame, columns: list[tuple[bytes, int]]) -> None:
        self.endgame = endgame
        self.columns = [cards for cards, _ in columns]
        self.downs = [down for _, down in columns]
        self.moves: list[Move] = []
        self.opened = 0
        self.places: list[int] = []
        """Stem by stem of the group, its column."""
        self.kept: list[tuple[int, int]] = []
        """Column and height of each leaf that is where it has to be."""

    def follow(self, groups: list[Group]) -> bool:
        """Make the moves from the first of these groups to the last; or as far as it goes, then it is False."""
        for at in range(1, len(groups)):
            found = self.endgame.find(groups[at - 1], groups[at])
            self.opened = groups[at - 1].opened
            made = len(self.moves)
            if not self.go(groups[at - 1], groups[at], found):
                del self.moves[made:]
                return False
        return True

    def go(self, group: Group, after: Group, found: Found) -> bool:
        """Go from a group to the next; whether that is where one has come."""
        try:
            self.kept = []
            self.places = self.find_places(group.stems)
            self.step(group, found)
        except NoWayError:
            return False
        return self.endgame.holds(after, list(zip(self.columns, self.downs, strict=True)))

    def step(self, group: Group, found: Found) -> None:
        """Do what leads to the next group."""
        kind, at, count = found.step
        if kind == TO_EMPTY:
            source = self.uncover(group, at)
            self.play(source, self.columns.index(b""), count, may_end=False)
        elif kind == TO_OPEN:
            if len(found.leaves) > len(group.leaves):
                source = self.uncover(group, at)
                self.put(source, count)
            else:
                self.bind(group, found)
        else:
            place = self.places[at]
            height = group.stems[at].size
            for leaf in sorted(_without(group.leaves, found.leaves), key=_head, reverse=True):
                self.place(leaf, place, height, may_end=True)
                height += leaf.size

    def uncover(self, group: Group, at: int) -> int:
        """Take all off a stem, or off a leaf, if the number is one after those of the stems; returns its column."""
        if at < COLUMNS:
            self.clear(self.places[at], group.stems[at].size)
            return self.places[at]
        leaf = group.leaves[at - COLUMNS]
        column, height = self.find_leaf(leaf)
        self.clear(column, height + leaf.size)
        return column

    def bind(self, group: Group, found: Found) -> None:
        """The run of a stem goes to the last room there was, and each leaf first to where it is bound."""
        _, at, count = found.step
        source = group.stems[at]
        moved = self.endgame.leaf(source.end, count)
        todo: list[tuple[Leaf, int, int]] = []
        for which in range(COLUMNS):
            height = group.stems[which].size - (count if which == at else 0)
            for leaf in self.pieces(found.stems[which].cards[height:]):
                todo.append((leaf, self.places[which], height))
                height += leaf.size
        todo.sort(key=_todo_head, reverse=True)
        for leaf, column, height in todo:
            if leaf.wants > moved.wants:
                self.place(leaf, column, height, may_end=True)
        todo = [one for one in todo if one[0].wants == moved.wants]
        hosts: list[tuple[int, int]] = []
        for both in _without(found.leaves, group.leaves):
            upper, lower = self.pieces(bytes(range(both.head, both.end - 1, -1)))
            column, height = self.find_leaf(upper, hosts)
            below = self.columns[column][: height + upper.size]
            if self.is_set(below + bytes(range(lower.head, lower.end - 1, -1)), self.downs[column]):
                self.clear(column, height + upper.size)
                self.put(column, upper.size)
                column, height = self.find_leaf(upper, hosts)
            hosts.append((column, height))
            todo.append((lower, column, height + upper.size))
        last = next(which for which, one in enumerate(todo) if one[0] is moved)
        for which, (leaf, column, height) in enumerate(todo):
            if which != last:
                self.place(leaf, column, height, may_end=True)
        self.clear(self.places[at], source.size)
        _, column, height = todo[last]
        if len(self.columns[column]) != height:
            raise NoWayError
        self.play(self.places[at], column, count, may_end=True)

    def place(self, leaf: Leaf, column: int, height: int, *, may_end: bool) -> None:
        """Bring a leaf to this height of a column, where there is room for it, and keep it there."""
        if (height, leaf) not in self.leaves(column):
            self.clear(column, height)
            source, start = self.find_leaf(leaf)
            self.clear(source, start + leaf.size)
            self.play(source, column, leaf.size, may_end=may_end)
        self.kept.append((column, height))

    def clear(self, column: int, height: int) -> None:
        """Take leaves off a column, down to this height."""
        while len(self.columns[column]) > height:
            leaves = self.leaves(column)
            if not leaves:
                raise NoWayError
            self.put(column, leaves[-1][1].size)

    def put(self, source: int, count: int) -> None:
        """The end of a column goes to wherever there is room, so that no set leaves."""
        wants = (self.columns[source][-count] & 15) + 1
        targets = self.ending(wants, source)
        for target in targets:
            if not self.ends(source, target, count):
                self.play(source, target, count, may_end=False)
                return
        # A set would leave: the leaf that it would lie on goes elsewhere first, or another leaf takes its place.
        for target in targets:
            for _, under in self.leaves(target)[-1:]:
                for aside in self.ending(under.wants, target):
                    if aside != source and not self.ends(target, aside, under.size):
                        self.play(target, aside, under.size, may_end=False)
                        self.play(source, aside, count, may_end=False)
                        return
            for column in range(COLUMNS):
                if column in (source, target):
                    continue
                for height, other in self.leaves(column):
                    if other.wants == wants and other.head & 48 != self.columns[source][-1] & 48:
                        self.clear(column, height + other.size)
                        self.play(column, target, other.size, may_end=False)
                        self.play(source, column, count, may_end=False)
                        return
        raise NoWayError

    def ending(self, rank: int, apart: int) -> list[int]:
        """The columns that end with this rank, but for one."""
        return [at for at, cards in enumerate(self.columns) if at != apart and cards and cards[-1] & 15 == rank]

    def ends(self, source: int, target: int, count: int) -> bool:
        """Whether a set would leave if so many cards went there."""
        return self.is_set(self.columns[target] + self.columns[source][-count:], self.downs[target])

    def is_set(self, cards: bytes, down: int) -> bool:
        """Whether these cards, so many of them face down, end with a set."""
        king = self.endgame.king
        if len(cards) - down < king or cards[-king] & 15 != king:
            return False
        return cards[-king:] == bytes(range(cards[-king], cards[-king] - king, -1))

    def play(self, source: int, target: int, count: int, *, may_end: bool) -> None:
        """Make a move."""
        done = self.ends(source, target, count)
        if done and not may_end:
            raise NoWayError
        self.moves.append(Move(source, target, count))
        self.columns[target] += self.columns[source][-count:]
        self.columns[source] = self.columns[source][:-count]
        if done:
            self.columns[target] = self.columns[target][: -self.endgame.king]
        for at in (source, target):
            if self.downs[at] and self.downs[at] == len(self.columns[at]):
                self.downs[at] -= 1

    # Where things are

    def find_places(self, stems: list[Stem]) -> list[int]:
        """The column of each stem."""
        heights = [self.height(column) for column in range(COLUMNS)]
        places: list[int] = []
        for stem in stems:
            for column in range(COLUMNS):
                same = self.columns[column][: heights[column]] == stem.cards and self.downs[column] == stem.down
                if same and column not in places:
                    places.append(column)
                    break
            else:
                raise NoWayError
        return places

    def height(self, column: int) -> int:
        """How many cards of a column are its stem."""
        return len(self.columns[column]) - sum(leaf.size for _, leaf in self.leaves(column))

    def leaves(self, column: int) -> list[tuple[int, Leaf]]:
        """The leaves of a column and the heights they begin at, from below."""
        cards = self.columns[column]
        found: list[tuple[int, Leaf]] = []
        end = len(cards)
        at = end - 1
        while at > self.downs[column]:
            upper, lower = cards[at - 1], cards[at]
            if upper & 15 != (lower & 15) + 1:
                break
            if self.opened >> (lower & 15) & 1:
                found.append((at, self.endgame.leaf(cards[end - 1], end - at)))
                end = at
            elif upper != lower + 1:
                break
            at -= 1
        found.reverse()
        return found

    def pieces(self, cards: bytes) -> list[Leaf]:
        """The leaves that these cards are."""
        found: list[Leaf] = []
        start = 0
        for at in range(1, len(cards) + 1):
            if at == len(cards) or self.opened >> (cards[at] & 15) & 1:
                found.append(self.endgame.leaf(cards[at - 1], at - start))
                start = at
        return found

    def find_leaf(self, leaf: Leaf, apart: list[tuple[int, int]] | None = None) -> tuple[int, int]:
        """The column and the height of a leaf that need not be kept where it is, nor is one of those."""
        for column in range(COLUMNS):
            for height, one in self.leaves(column):
                if one is leaf and (column, height) not in self.kept and (column, height) not in (apart or []):
                    return column, height
        raise NoWayError


def _without(leaves: list[Leaf], others: list[Leaf]) -> list[Leaf]:
    """The leaves that are left when those others are taken away."""
    left = others.copy()
    found: list[Leaf] = []
    for leaf in leaves:
        if leaf in left:
            left.remove(leaf)
        else:
            found.append(leaf)
    return found


def _head(leaf: Leaf) -> int:
    return leaf.head & 15


def _todo_head(one: tuple[Leaf, int, int]) -> int:
    return one[0].wants
