"""A search for Clásico, draw one or draw three. Why it is sound: docs/solvers.md.

A column is bytes: first a tag, 0 where nothing lies face down, else eight times the number of face-down cards plus the
column's number; then the run. A position is the columns, in the order of their bytes, for which is which makes no
difference, and the number of what is left of stock and waste (`engine.solvers.talon`).
"""

from typing import Final

from engine.cards import rank, suit
from engine.games.klondike import COLUMNS, FOUNDATIONS, STOCK, SUITS, WASTE
from engine.moves import Move
from engine.solvers.line import Line, can_be
from engine.solvers.search import Outcome
from engine.solvers.talon import SIZE, draws, talon
from engine.table import Table

LIMIT: Final = 600_000
"""Positions remembered at most: about 300 MB of them."""
KING: Final = 12
UP: Final = 255
"""Where a card goes that goes to its foundation."""
GREED: Final = 20
"""Positions taken up for their cost alone before the numbers of face-down cards have their turns."""
_COSTS: Final = 1024
"""More than any position costs."""

Columns = tuple[bytes, ...]
Heights = tuple[int, ...]
Child = tuple[Columns, int, Heights, int, int]
"""Columns, talon, heights of the foundations; the card that moved and the one that it went onto, 0 for none."""


class _Position:
    """A position, where it came from, and whether it still has to be taken up."""

    __slots__ = ("card", "columns", "heights", "left", "parent", "target", "waits")

    def __init__(self, child: Child, parent: "_Position | None") -> None:
        self.columns, self.left, self.heights, self.card, self.target = child
        self.parent = parent
        self.waits = True

    def down(self) -> int:
        """Cards that lie face down."""
        return sum([column[0] >> 3 for column in self.columns])

    def cost(self) -> int:
        """How far it looks from a win."""
        talon_cards = (self.left & (1 << SIZE) - 1).bit_count()
        return 10 * self.down() + 4 * talon_cards + 2 * (len(SUITS) * KING - sum(self.heights))


class ClasicoSearch:
    """Takes up by turns the best position, and the newest ones for every number of face-down cards."""

    def __init__(self, table: Table, limit: int = LIMIT) -> None:
        """Take the table, which must be one that play can lead to, and how many positions to remember at most."""
        self._limit = limit
        self._table = table.copy()
        self._draw = table.variant.draw
        piles = table.piles
        self._hidden = [bytes(pile.cards[: len(pile.cards) - pile.up]) for pile in piles[:COLUMNS]]
        self._talon = [*piles[WASTE].cards, *reversed(piles[STOCK].cards)]
        self._draws: dict[int, dict[int, int]] = {}
        columns = [
            bytes([len(under) * 8 + at if under else 0, *pile.cards[len(under) :]])
            for at, (under, pile) in enumerate(zip(self._hidden, piles[:COLUMNS], strict=True))
        ]
        self._met: set[tuple[Columns, int]] = set()
        self._by_cost: list[list[_Position]] = [[] for _ in range(_COSTS)]
        self._best = 0
        self._by_down: list[list[_Position]] = [[] for _ in range(len(SUITS) * KING)]
        left = talon(self._draw, len(piles[WASTE].cards), len(self._talon))
        heights = tuple(len(piles[FOUNDATIONS + each].cards) for each in SUITS)
        self._meet((tuple(columns), left, heights, 0, 0), None)
        self._nodes = 0
        self._outcome = None if can_be(table) else Outcome("unknown", [], 0)

    def run(self, nodes: int) -> Outcome | None:
        """Take up about so many more positions; see `Search`."""
        stop = self._nodes + nodes
        while self._outcome is None and self._nodes < stop:
            self._outcome = self._round()
        return self._outcome

    def _round(self) -> Outcome | None:
        """Take up some of the best positions, and one for every number of face-down cards."""
        for _ in range(GREED):
            while self._best < _COSTS and not self._by_cost[self._best]:
                self._best += 1
            if self._best == _COSTS:
                return Outcome("lost", [], self._nodes)
            if self._take_up(self._by_cost[self._best].pop()):
                return self._outcome
        for waiting in self._by_down:
            if waiting and self._take_up(waiting.pop()):
                return self._outcome
        return Outcome("unknown", [], self._nodes) if len(self._met) > self._limit else None

    def _take_up(self, position: _Position) -> bool:
        """Look on from a position that still waits for it; whether it is won."""
        if not position.waits:
            return False
        position.waits = False
        self._nodes += 1
        if position.down() == 0 and (self._draw == 1 or not position.left):
            self._outcome = Outcome("won", self._line(position), self._nodes)
            return True
        for child in self._children(position.columns, position.left, position.heights):
            self._meet(child, position)
        return False

    def _meet(self, child: Child, parent: _Position | None) -> None:
        """Remember a position, unless it was met before."""
        columns = tuple(sorted(child[0]))
        key = columns, child[1]
        if key not in self._met:
            self._met.add(key)
            position = _Position((columns, *child[1:]), parent)
            cost = position.cost()
            self._by_cost[cost].append(position)
            self._best = min(self._best, cost)
            self._by_down[position.down()].append(position)

    def _children(self, columns: Columns, left: int, heights: Heights) -> list[Child]:
        """The positions one move away; only one of them where a card can go up for good."""
        drawn = self._draws.get(left)
        if drawn is None:
            drawn = self._draws[left] = draws(self._draw, left)
        drawable = [(self._talon[bit.bit_length() - 1], then) for bit, then in drawn.items()]
        children: list[Child] = []
        for at, column in enumerate(columns):
            card = column[-1]
            if len(column) > 1 and heights[card >> 4] + 1 == card & 15:
                child = _with(columns, at, self._without(column, 1)), left, _raised(heights, card), card, UP
                if _is_safe(heights, card):
                    return [child]
                children.append(child)
        for card, then in drawable:
            if heights[card >> 4] + 1 == card & 15:
                child = columns, then, _raised(heights, card), card, UP
                if self._draw == 1 and _is_safe(heights, card):
                    return [child]
                children.append(child)
        return children + self._laid(columns, left, heights, drawable)

    def _laid(self, columns: Columns, left: int, heights: Heights, drawable: list[tuple[int, int]]) -> list[Child]:
        """The positions one move onto a column away."""
        hosts = _hosts(columns)
        single = [(card, then, heights) for card, then in drawable]
        for each in SUITS:
            card = each << 4 | heights[each]
            if heights[each] and not _is_safe(heights, card):
                single.append((card, left, _lowered(heights, card)))
        children = [
            (_with(columns, at, columns[at] + bytes([card])), then, above, card, columns[at][-1])
            for card, then, above in single
            for at in hosts[card]
        ]
        for source, column in enumerate(columns):
            for start in range(1, len(column)):
                card = column[start]
                if card & 15 == KING and not column[0]:
                    continue
                for at in hosts[card]:
                    there = list(columns)
                    there[at] += column[start:]
                    there[source] = self._without(column, len(column) - start)
                    children.append((tuple(there), left, heights, card, columns[at][-1]))
        return children

    def _without(self, column: bytes, count: int) -> bytes:
        """A column with so many cards less; one that lies face down is turned up where none else is left."""
        rest = column[:-count]
        tag = rest[0]
        if len(rest) > 1 or not tag:
            return rest
        down = (tag >> 3) - 1
        return bytes([tag - 8 if down else 0, self._hidden[tag & 7][down]])

    def _line(self, last: _Position) -> list[Move]:
        """The moves to this position, and on from there until every card is up."""
        way = [last]
        while way[-1].parent is not None:
            way.append(way[-1].parent)
        line = Line(self._table)
        for position in way[-2::-1]:
            if position.target == UP:
                line.up(position.card)
            else:
                line.onto(position.card, position.target)
        line.finish()
        return line.moves


def _hosts(columns: Columns) -> list[list[int]]:
    """For each card the columns that take it; of empty ones, which are alike, only one."""
    hosts: list[list[int]] = [[] for _ in range(len(SUITS) * 16)]
    for at, column in enumerate(columns):
        last = column[-1]
        if len(column) == 1:
            for each in SUITS:
                hosts[each << 4 | KING] = [at]
        else:
            for each in SUITS:
                if each != last >> 4:
                    hosts[each << 4 | (last & 15) - 1].append(at)
    return hosts


def _with(columns: Columns, at: int, column: bytes) -> Columns:
    """The columns with one of them changed."""
    return (*columns[:at], column, *columns[at + 1 :])


def _raised(heights: Heights, card: int) -> Heights:
    """The foundations with this card, which is the next of its suit."""
    return tuple([height + (at == suit(card)) for at, height in enumerate(heights)])


def _lowered(heights: Heights, card: int) -> Heights:
    """The foundations without this card, which is the top of its suit."""
    return tuple([height - (at == suit(card)) for at, height in enumerate(heights)])


def _is_safe(heights: Heights, card: int) -> bool:
    """Whether a card need never lie in a column again: what could want to lie on it can go up at once instead."""
    return all(height >= rank(card) - 2 for at, height in enumerate(heights) if at != suit(card))
