"""The search for a win in Spider, every card known.

Best first: a position waits in the queue of its stage (rows left in the stock), and the stages take turns, so
that nobody has to say how much worse a table may look after a row. Columns are interned: all that can be known
of one is worked out once. What tells positions apart is the sum of 120 bits of each of their columns, so that the
order of the columns means nothing once the stock is empty.

A *join* takes a whole run from an off-suit card one higher, or from a column of its own, onto the card one higher of
its own suit, and completes no set. A climb plays joins at once, and looks at nothing else where there is one; so it
finds wins soon, but not all, and it never says *lost*. That is for `engine.solvers.endgame` to say.
"""

from hashlib import blake2b
from typing import Final

from engine.cards import DECKS
from engine.games.spider import COLUMNS, FOUNDATIONS, SETS, STOCK
from engine.moves import DEAL, Move
from engine.solvers.endgame import DRY, FULL, WON
from engine.solvers.waiting import Waiting
from engine.solvers.weights import SHIFTS, Weights, run_length, score_of
from engine.table import Table

_TURN: Final = 32
"""Positions that a stage takes up before it is another's turn."""


class Column:
    """All that matters of a column with these cards; `run` is the length of the run at its end."""

    def __init__(self, number: int, cards: bytes, down: int, king: int, weights: Weights) -> None:
        self.number = number
        self.cards = cards
        self.down = down
        self.key = int.from_bytes(blake2b(cards + bytes((down,)), digest_size=15).digest(), "big")
        size = len(cards)
        self.end = cards[-1] if size else 0
        run = run_length(cards, down)
        head = cards[size - run] if size else 0
        self.score = score_of(cards, down, king, weights)
        self.run = run
        self.whole = run > 0 and run == size
        loose = self.whole or (run < size - down and cards[size - run - 1] & 15 == (head & 15) + 1)
        self.wants = head + 1 if loose and head & 15 != king else 0
        """The card that the run can be joined to, or 0 where that would be no join."""
        self.cuts: list[Change | None] = [None] * (run + 1)
        self.joins: dict[int, Change] = {}


class Change:
    """What a column becomes, and by how much the key and the score of its position change."""

    def __init__(self, before: Column, after: Column, done: int, home: int) -> None:
        self.column = after
        self.key = after.key - before.key
        self.score = after.score - before.score - home * done
        self.done = done
        """1 if a set has left it, else 0."""


class Node:
    """A position on the way, and how it was reached."""

    def __init__(
        self, key: int, columns: list[Column], rows: int, sets: int, score: int, parent: "Node | None", move: int
    ) -> None:
        self.key = key
        self.columns = columns
        self.rows = rows
        self.sets = sets
        self.score = score
        self.parent = parent
        self.move = move


class Climb:
    """One best-first search with one set of weights. Moves: ``count << 8 | source << 4 | target``, 0 a row."""

    def __init__(self, table: Table, weights: Weights, cap: int, noise: int = 0, shift: int = 0) -> None:
        piles = table.piles
        self.king = len(DECKS[table.variant.deck].ranks)
        self.weights = weights
        self.recent = weights.recent
        self.cap = cap
        self.noise = noise
        self.shift = shift
        """What is added to a score is these bits of the key, from this one on."""
        self.columns: dict[bytes, Column] = {}
        stock = [card & 63 for card in reversed(piles[STOCK].cards)]
        self.stock = [bytes([card]) for card in stock]
        self.all_rows = len(stock) // COLUMNS
        self.short_deals = table.variant.deal_when_short
        sets = sum(1 for pile in piles[FOUNDATIONS:] if pile.cards)
        faces = [bytes([card & 63 for card in pile.cards]) for pile in piles[:COLUMNS]]
        self.cards = sum(len(cards) for cards in faces) + len(stock) + self.king * sets
        self.start = [
            self.column(cards, len(cards) - pile.up) for cards, pile in zip(faces, piles[:COLUMNS], strict=True)
        ]
        self.seen: set[int] = set()
        self.waiting: Waiting[Node] = Waiting(self.all_rows + 1, _TURN)
        self.nodes = 0
        self.goal: Node | None = None
        score = sum(column.score for column in self.start) - weights.home * sets
        key = key_of(self.start, self.all_rows)
        self.seen.add(key)
        self.wait(Node(key, self.start, self.all_rows, sets, score, None, 0))

    # Columns

    def column(self, cards: bytes, down: int) -> Column:
        """The column of these cards; one left face down at its end turns up."""
        if down and down == len(cards):
            down -= 1
        name = cards + bytes((down,))
        found = self.columns.get(name)
        if found is None:
            found = self.columns[name] = Column(len(self.columns), cards, down, self.king, self.weights)
        return found

    def cut(self, column: Column, count: int) -> Change:
        """What becomes of a column without its top `count` cards."""
        found = column.cuts[count]
        if found is None:
            after = self.column(column.cards[:-count], column.down)
            found = column.cuts[count] = Change(column, after, 0, 0)
        return found

    def laid(self, cards: bytes, column: Column) -> Change:
        """What becomes of a column with more cards on top."""
        king = self.king
        whole = column.cards + cards
        up = len(whole) - column.down
        done = 0
        if up >= king and whole[-king] & 15 == king:
            top = whole[-king]
            if whole[-king:] == bytes(range(top, top - king, -1)):
                whole = whole[:-king]
                done = 1
        return Change(column, self.column(whole, column.down), done, self.weights.home)

    def join(self, source: Column, count: int, target: Column) -> Change:
        """What becomes of a column with the top `count` cards of another on top, remembered."""
        name = source.end << 4 | count
        found = target.joins.get(name)
        if found is None:
            found = target.joins[name] = self.laid(source.cards[-count:], target)
        return found

    # The search

    def wait(self, node: Node) -> None:
        """Let a position wait for its turn."""
        self.waiting.put(node, node.rows, node.score + (node.key >> self.shift & self.noise))

    def run(self, budget: int) -> int:
        """Take up about so many more positions; 0, WON, DRY (nothing waits), FULL (too much does)."""
        stop = self.nodes + budget
        while self.nodes < stop:
            if len(self.seen) >= self.cap:
                return FULL
            node = self.waiting.take()
            if node is None:
                return DRY
            if self.expand(node):
                return WON
        return 0

    def expand(self, node: Node) -> bool:
        """Play joins to the end, then let every position one move on wait; True if the game is won."""
        self.nodes += 1
        if node.sets == SETS:
            self.goal = node
            return True
        move = self.find_join(node.columns)
        while move:
            after = self.after(node, move)
            node.columns = NO_COLUMNS
            size = len(self.seen)
            self.seen.add(after.key)
            if len(self.seen) == size:
                return False
            node = after
            move = self.find_join(node.columns)
        self.moves(node)
        node.columns = NO_COLUMNS
        return False

    def find_join(self, columns: list[Column]) -> int:
        """The first join, or 0."""
        ends = 0
        for column in columns:
            ends |= 1 << column.end
        for source in range(COLUMNS):
            column = columns[source]
            wants = column.wants
            if wants and ends >> wants & 1:
                target = 0
                while columns[target].end != wants:
                    target += 1
                if column.end & 15 == 1 and self.join(column, column.run, columns[target]).done:
                    continue
                return column.run << 8 | source << 4 | target
        return 0

    def after(self, node: Node, move: int) -> Node:
        """The position after a move."""
        count, source, target = move >> 8, move >> 4 & 15, move & 15
        left = self.cut(node.columns[source], count)
        laid = self.join(node.columns[source], count, node.columns[target])
        return _next(node, left, laid, move)

    def moves(self, node: Node) -> None:
        """Let every position wait that is one move on and takes no join back."""
        columns = node.columns
        rows = node.rows
        seen = self.seen
        order = self.order(columns) if self.recent else _AS_THEY_ARE
        onto: list[list[int]] = [[] for _ in range(16)]
        hole = -1
        for target in order:
            end = columns[target].end
            if end:
                onto[end & 15].append(target)
            else:
                hole = target
        for source in order:
            column = columns[source]
            run = column.run
            end = column.end
            for count in range(1, run + 1):
                targets = onto[(end & 15) + count]
                if hole >= 0 and not (column.whole and count == run):
                    targets = [*targets, hole]
                if not targets:
                    continue
                left = self.cut(column, count)
                for target in targets:
                    goal = columns[target]
                    if count < run and goal.end != end + count:
                        continue
                    laid = self.join(column, count, goal)
                    if rows:
                        key = node.key + left.key * (2 * source + 1) + laid.key * (2 * target + 1)
                    else:
                        key = node.key + left.key + laid.key
                    size = len(seen)
                    seen.add(key)
                    if len(seen) > size:
                        self.wait(_next(node, left, laid, count << 8 | source << 4 | target))
        if rows and (hole < 0 or self.short(rows, node.sets)):
            self.row(node)

    def order(self, columns: list[Column]) -> list[int]:
        """The columns, those that came into being last at the end: what was begun is gone on with first."""
        order = [0]
        for at in range(1, COLUMNS):
            number = columns[at].number
            place = at
            order.append(at)
            while place > 0 and columns[order[place - 1]].number > number:
                order[place] = order[place - 1]
                place -= 1
            order[place] = at
        return order

    def short(self, rows: int, sets: int) -> bool:
        """Whether a row may be dealt though a column is empty."""
        return self.short_deals and self.cards - rows * COLUMNS - sets * self.king < COLUMNS

    def row(self, node: Node) -> None:
        """Let the position wait that a row leads to."""
        first = (self.all_rows - node.rows) * COLUMNS
        score, sets = node.score, node.sets
        columns: list[Column] = []
        for at, column in enumerate(node.columns):
            laid = self.laid(self.stock[first + at], column)
            columns.append(laid.column)
            score += laid.score
            sets += laid.done
        rows = node.rows - 1
        key = key_of(columns, rows)
        if key not in self.seen:
            self.seen.add(key)
            self.wait(Node(key, columns, rows, sets, score, node, 0))

    def line(self) -> list[Move]:
        """The moves to the goal."""
        line: list[Move] = []
        node = self.goal
        while node is not None and node.parent is not None:
            move = node.move
            line.append(Move(move >> 4 & 15, move & 15, move >> 8) if move else DEAL)
            node = node.parent
        line.reverse()
        return line


def key_of(columns: list[Column], rows: int) -> int:
    """What tells a position from others; the order of the columns means something only while there are rows."""
    key = 0
    for at, column in enumerate(columns):
        key += column.key * (2 * at + 1) if rows else column.key
    return key


def _next(node: Node, left: Change, laid: Change, move: int) -> Node:
    """The position after a move, which leaves that of one column and lays that on another."""
    source, target = move >> 4 & 15, move & 15
    columns = node.columns.copy()
    columns[source] = left.column
    columns[target] = laid.column
    if node.rows:
        key = node.key + left.key * (2 * source + 1) + laid.key * (2 * target + 1)
    else:
        key = node.key + left.key + laid.key
    return Node(key, columns, node.rows, node.sets + laid.done, node.score + left.score + laid.score, node, move)


_AS_THEY_ARE: Final = list(range(COLUMNS))
NO_COLUMNS: Final[list[Column]] = []

PORTFOLIO: Final = (
    Weights(15, 5, 2, 2, 12, 30, 1),
    Weights(20, 5, 2, 2, 12, 30, 1),
    Weights(10, 5, 2, 2, 12, 30, 1),
    Weights(15, 5, 2, 2, 6, 30, 1),
)
ENDGAME: Final = (
    Weights(15, 5, 2, 2, 12, 30, 1, recent=True),
    Weights(15, 5, 3, 1, 10, 60, 2),
    Weights(15, 5, 2, 4, 12, 30, 1),
    Weights(15, 5, 2, 2, 30, 100, 1),
)
_CAP: Final = 1_000_000
"""Positions kept at most, some 250 bytes each."""
_NOISE: Final = 31
"""By so many points a position may look worse than it is, by chance, from the second round on."""


class Climbs:
    """Climbs with one set of weights after another, again and again, with half as many positions more each time.

    That finds more than a longer climb does, the more so as none but the first goes quite by its weights: each has a
    chance of its own to look at other positions first.
    """

    def __init__(self, table: Table, portfolio: tuple[Weights, ...], first: int) -> None:
        self.table = table
        self.portfolio = portfolio
        self.slice = first
        self.turn = 0
        self.full = 0
        self.nodes = 0
        self.climb = Climb(table, portfolio[0], _CAP)

    def run(self, nodes: int) -> int:
        """Take up about so many more positions; 0, WON, or FULL if no set of weights gets any further."""
        left = nodes
        while left > 0:
            before = self.climb.nodes
            end = self.climb.run(min(left, self.slice - before))
            left -= self.climb.nodes - before
            self.nodes += self.climb.nodes - before
            if end == WON:
                return WON
            if end or self.climb.nodes >= self.slice:
                self.full = self.full + 1 if end else 0
                if self.full == len(self.portfolio):
                    return FULL
                self.turn += 1
                lap, at = divmod(self.turn, len(self.portfolio))
                if at == 0:
                    self.slice += self.slice // 2
                noise = _NOISE if lap else 0
                self.climb = Climb(self.table, self.portfolio[at], _CAP, noise, self.turn % SHIFTS * 3)
        return 0
