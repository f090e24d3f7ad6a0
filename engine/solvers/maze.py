"""A search for Maze: one goal at a time, for each order in which the suits may stand. Why it is sound: docs/solvers.md.

For one order of the suits a card is its number in the row that is wanted, 1 to 48, and a position is the 54 cells as
bytes, 0 for a gap.
"""

from bisect import bisect_right
from itertools import permutations
from operator import eq
from typing import Final, Literal
from zlib import crc32

from engine.cards import rank, suit
from engine.games.maze import CELLS, KING, LAST, SUITS, is_won
from engine.moves import Move
from engine.solvers.search import Outcome
from engine.table import Table

FIRST: Final = 1000
"""Positions taken up for each order of the suits in the first round; half as many again in each further one."""
NOISE: Final = 11
"""By less than this a position costs more than it looks: by chance, another one each round."""
LIMIT: Final = 1_000_000
"""Positions remembered at most: about 250 MB of them."""

Weights = tuple[int, int, int, int]
WEIGHTS: Final[tuple[Weights, ...]] = ((8, 6, 8, 1), (8, 4, 4, 1), (4, 3, 6, 1), (10, 6, 2, 1))
"""What a position costs, another one each round: for each card that follows the wrong one, each gap that takes no
card, each card that cannot stay where it is, each gap between two cards that belong together."""

_LONG: Final = KING - 1
"""Cards of a suit."""
_SIZE: Final = len(SUITS) * _LONG
_ROW: Final = bytes(range(1, _SIZE + 1))
_NEXT: Final = bytes([*range(1, 256), 0])
_COSTS: Final = 1024
"""More than any position costs, chance included."""
_SHIFTS: Final = CELLS - _SIZE + 1
"""By so many cells a card that can stay may be shifted: from none to as many as there are gaps."""
_FIELD: Final = 6
"""Bits of a number of cards. One for each shift makes a number that is added up, and kept, in one step."""
_MASK: Final = (1 << _FIELD) - 1


class MazeSearch:
    """Tries the orders of the suits by turns, the likeliest first, in longer and longer rounds, each from the start."""

    def __init__(self, table: Table, limit: int = LIMIT) -> None:
        """Take the table, which must hold all its 48 cards, and how many positions to remember at most."""
        self._limit = limit
        self._starts = [_cells(table, order) for order in permutations(SUITS)]
        self._sprint: _Sprint | None = None
        self._sprints = 0
        self._most = FIRST
        self._left = 0
        self._nodes = 0
        self._outcome: Outcome | None = None
        if is_won(table):
            self._outcome = Outcome("won", [], 0)
        elif sorted(self._starts[0]) != [0] * (CELLS - _SIZE) + list(_ROW):
            self._outcome = Outcome("unknown", [], 0)
        else:
            self._starts.sort(key=lambda cells: _cost(cells, WEIGHTS[0]))

    def run(self, nodes: int) -> Outcome | None:
        """Take up about so many more positions; see `Search`."""
        stop = self._nodes + nodes
        while self._outcome is None and self._nodes < stop:
            if self._sprint is None:
                lap, order = divmod(self._sprints, len(self._starts))
                self._sprint = _Sprint(self._starts[order], WEIGHTS[lap % len(WEIGHTS)], lap, self._limit)
                self._sprints += 1
                if order == 0 and lap > 0:
                    self._most += self._most // 2
                self._left = self._most
            before = self._sprint.nodes
            status = self._sprint.run(min(self._left, stop - self._nodes))
            taken = self._sprint.nodes - before
            self._nodes += taken
            self._left -= taken
            if status is not None:
                self._outcome = Outcome(status, self._sprint.line() if status == "won" else [], self._nodes)
            elif self._left <= 0:
                self._sprint = None
        return self._outcome


class _Sprint:
    """Best first for one order of the suits; of equally good positions the newest."""

    def __init__(self, cells: bytes, weights: Weights, lap: int, limit: int) -> None:
        self.nodes = 0
        self._lap = lap
        self._limit = limit
        self._weights = weights
        self._from = {cells: cells}  # every position met, and where from
        self._waiting: list[list[bytes]] = [[] for _ in range(_COSTS)]  # by cost
        self._best = _cost(cells, weights)
        self._waiting[self._best].append(cells)
        self._last = cells

    def run(self, nodes: int) -> Literal["won", "lost", "unknown"] | None:
        """Take up so many more positions; lost when there is no other to be reached at all."""
        stop = self.nodes + nodes
        waiting = self._waiting
        while self.nodes < stop:
            while self._best < _COSTS and not waiting[self._best]:
                self._best += 1
            if self._best == _COSTS:
                return "lost"
            if len(self._from) > self._limit:
                return "unknown"
            cells = waiting[self._best].pop()
            self.nodes += 1
            if _is_row(cells):
                self._last = cells
                return "won"
            near = _Near(cells, self._weights)
            for card, gap in near.moves():
                child = near.after(card, gap)
                if child not in self._from:
                    self._from[child] = cells
                    cost = near.cost(card, gap) + crc32(child, self._lap) % NOISE
                    waiting[cost].append(child)
                    self._best = min(self._best, cost)
        return None

    def line(self) -> list[Move]:
        """The moves to the winning position."""
        moves: list[Move] = []
        there = self._last
        here = self._from[there]
        while here != there:
            changed = [at for at in range(CELLS) if here[at] != there[at]]
            source, target = changed if here[changed[0]] else changed[::-1]
            moves.append(Move(source, target, 1))
            there, here = here, self._from[here]
        return moves[::-1]


def _cost(cells: bytes, weights: Weights) -> int:
    """How far a position looks from the goal."""
    wrong, dead, moving, inner = weights
    cost = wrong * _wrong(cells) + moving * (_SIZE - _staying(cells))
    gap = cells.find(0)
    while gap >= 0:
        cost += _gap_cost(cells[gap - 1], cells[gap + 1 - CELLS], dead, inner)
        gap = cells.find(0, gap + 1)
    return cost


def _gap_cost(left: int, right: int, dead: int, inner: int) -> int:
    """What a gap between these two costs."""
    if left == 0:
        return dead if right == 0 or right % _LONG == 1 else 0
    return inner if right == left + 1 else 0


def _wrong(cells: bytes) -> int:
    """How many cards, and the end of the row, do not follow the one they should."""
    row = cells.replace(b"\0", b"")
    follow: int = sum(map(eq, row[1:], row.translate(_NEXT)))
    return _SIZE - 1 - follow + (row[0] != 1) + (row[-1] != _SIZE)


def _staying(cells: bytes) -> int:
    """How many cards can stay: the most of them that leave each other room.

    The card with the number n ends in one of the cells n - 1 to n + 5, and no later card further to the left of its
    own first one; so it is the longest sequence of shifts that never falls.
    """
    shifts: list[int] = []  # the lowest last shift of a sequence, by length
    at = [0] * (_SIZE + 1)
    for cell, card in enumerate(cells):
        at[card] = cell
    for card in range(1, _SIZE + 1):
        shift = at[card] - card
        if -1 <= shift < CELLS - _SIZE:
            longer = bisect_right(shifts, shift)
            if longer == len(shifts):
                shifts.append(shift)
            else:
                shifts[longer] = shift
    return len(shifts)


class _Near:
    """What is one move away from a position. What that costs is told by what changes: `_cost` looks at all anew."""

    def __init__(self, cells: bytes, weights: Weights) -> None:
        self._bytes = cells
        self._weights = weights
        self._cells = list(cells)
        self._gaps: list[int] = []
        self._wrong = _wrong(cells)
        at = [0] * (_SIZE + 1)
        for cell, card in enumerate(self._cells):
            if card:
                at[card] = cell
            else:
                self._gaps.append(cell)
        self._at = at
        # How many cards can stay before each, if none is shifted by more than so much; then, how many of it and those
        # after it, if none is shifted by less. All that are as good as this shift, or this card, get better by one.
        self._lower = [0]
        counts = 0
        for card in range(1, _SIZE + 1):
            self._lower.append(counts)
            shift = at[card] - card + 1
            if 0 <= shift < _SHIFTS:
                most = counts >> _FIELD * shift & _MASK
                while shift < _SHIFTS and counts >> _FIELD * shift & _MASK == most:
                    counts += 1 << _FIELD * shift
                    shift += 1
        self._higher = [0] * (_SIZE + 2)
        counts = 0
        for card in range(_SIZE, 0, -1):
            shift = at[card] - card + 1
            if 0 <= shift < _SHIFTS:
                most = counts >> _FIELD * shift & _MASK
                while shift >= 0 and counts >> _FIELD * shift & _MASK == most:
                    counts += 1 << _FIELD * shift
                    shift -= 1
            self._higher[card] = counts

    def moves(self) -> list[tuple[int, int]]:
        """Each card that may move, and the gap that it may go to: the rules of `engine.games.maze`."""
        cells = self._cells
        moves: list[tuple[int, int]] = []
        for gap in self._gaps:
            right = cells[gap + 1 - CELLS]
            for card in _TAKES[cells[gap - 1]]:
                moves.append((card, gap))  # noqa: PERF401 - of lists this short it makes a slower loop
            if right % _LONG != 1 and right:
                moves.append((right - 1, gap))
        return moves

    def after(self, card: int, gap: int) -> bytes:
        """The position after a move."""
        cells = self._bytes
        at = self._at[card]
        if at < gap:
            return cells[:at] + b"\0" + cells[at + 1 : gap] + cells[at : at + 1] + cells[gap + 1 :]
        return cells[:gap] + cells[at : at + 1] + cells[gap + 1 : at] + b"\0" + cells[at + 1 :]

    def cost(self, card: int, gap: int) -> int:
        """What the position after a move costs: the same as `_cost` of it."""
        wrong, dead, moving, inner = self._weights
        at = self._at[card]
        follow = self._wrong
        left, right = self._left(gap), self._right(gap)
        if card not in (left, right):
            # Else it stays between the same two cards.
            follow += (card != left + 1) + (right != card + 1) - (right != left + 1)
            left, right = self._left(at), self._right(at)
            follow += (right != left + 1) - (card != left + 1) - (right != card + 1)
        staying = self._lower[card] + self._higher[card + 1]
        shift = gap - card + 1
        most = (staying >> _FIELD * shift & _MASK) + 1 if 0 <= shift < _SHIFTS else 0
        while staying:
            most = max(most, staying & _MASK)
            staying >>= _FIELD
        cost = wrong * follow + moving * (_SIZE - most)
        cells = self._cells
        cells[at] = 0
        cells[gap] = card
        for one in self._gaps:
            hole = at if one == gap else one
            cost += _gap_cost(cells[hole - 1], cells[hole + 1 - CELLS], dead, inner)
        cells[gap] = 0
        cells[at] = card
        return cost

    def _left(self, cell: int) -> int:
        """The last card before a cell, 0 where there is none."""
        cells = self._cells
        while cell > 0:
            cell -= 1
            if cells[cell]:
                return cells[cell]
        return 0

    def _right(self, cell: int) -> int:
        """The first card after a cell, one more than the last of all where there is none."""
        cells = self._cells
        while cell < LAST:
            cell += 1
            if cells[cell]:
                return cells[cell]
        return _SIZE + 1


def _takes(left: int) -> tuple[int, ...]:
    """The cards that go right of this one."""
    if left == 0:
        return ()
    return tuple(range(1, _SIZE, _LONG)) if left % _LONG == 0 else (left + 1,)


_TAKES: Final = tuple(_takes(left) for left in range(_SIZE + 1))


def _is_row(cells: bytes) -> bool:
    """Whether the cards stand in the row that is wanted, from the first cell to the last, gaps anywhere between."""
    return cells[0] == 1 and cells[LAST] == _SIZE and cells.replace(b"\0", b"") == _ROW


def _cells(table: Table, order: tuple[int, ...]) -> bytes:
    """The cells, for one order of the suits."""
    cells = bytearray(CELLS)
    for at, pile in enumerate(table.piles):
        for card in pile.cards:
            cells[at] = order.index(suit(card)) * _LONG + rank(card) - 1
    return bytes(cells)
