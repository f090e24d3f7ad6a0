"""The search for a win in Spider, every card known.

Best first: a position waits in the queue of its stage (rows left in the stock), and the stages take turns, so
that nobody has to say how much worse a table may look after a row. Columns are interned: all that can be known
of one is worked out once, and a position is ten small numbers, sorted once the stock is empty, for then the
order of the columns means nothing. The numbers are exact: two positions are one only if their cards are.

**Joins.** A *join* takes a whole run from an off-suit card one higher, or from a column of its own, onto the card
one higher of its own suit, and completes no set. The way back is legal, so the position is as good after as before,
and the search plays joins at once and looks at what else could be done only where there is none left. That
alone would not be sound: the place may be wanted for another card, or the run's end wanted where it was. Hence
a second kind of position, *held*: reached by taking back a join (and perhaps more of them), and looked at for what
stands in a join's way only: moves onto the card that the run would go to, moves onto the run's end, a row;
and, if the run ends in an ace, moves of the card that it would go to. Every other move can be made just as well
after the join:

- of a part of the run, or of the whole run elsewhere: what is left is the same, or can be joined as before;
- of the card that the run goes to: the run comes along, being of its suit;
- all else touches neither.

So whatever line wins from a position, it wins from the joined one: do its moves there, and before one that a
join stands in the way of, take back that join and those after it, last first; each is a move to a held position.
Held positions wait until nothing else is left. `tests/engine/test_solve_spider.py` holds all this against a
search without any of it.

The search is complete, so that running dry means *lost*, if no stock was left at the start. With rows to come
it tries one empty column of several, and running dry means nothing.
"""

from typing import Final, NamedTuple

from engine.cards import DECKS
from engine.games.spider import COLUMNS, FOUNDATIONS, SETS, STOCK
from engine.moves import DEAL, Move
from engine.solvers.search import Outcome
from engine.table import Table

WON: Final = 1
DRY: Final = 2
FULL: Final = 3

_BUCKETS: Final = 1024
_LEAST: Final = -500
"""Score of the first bucket; worse and better ones than there are buckets go to the last and the first."""
_TURN: Final = 32
"""Positions that a stage takes up before it is another's turn."""


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


class Column:
    """All that matters of a column with these cards; `run` is the length of the run at its end."""

    def __init__(self, cards: bytes, down: int, king: int, weights: Weights) -> None:
        self.cards = cards
        self.down = down
        size = len(cards)
        self.end = cards[-1] if size else 0
        score = -weights.empty
        run = 0
        head = 0
        if size:
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
            run = 1
            while run < size - down and cards[size - run - 1] == cards[size - run] + 1:
                run += 1
            head = cards[size - run]
        self.score = score
        self.run = run
        self.whole = run > 0 and run == size
        loose = self.whole or (run < size - down and cards[size - run - 1] & 15 == (head & 15) + 1)
        self.wants = head + 1 if loose and head & 15 != king else 0
        """The card that the run can be joined to, or 0 where that would be no join."""
        self.cuts: list[int] = [-1] * (run + 1)
        self.joins: dict[int, int] = {}


class Node:
    """A position on the way: ten columns by number, and how it was reached."""

    def __init__(
        self, columns: tuple[int, ...], rows: int, sets: int, score: int, parent: "Node | None", move: int
    ) -> None:
        self.columns = columns
        self.rows = rows
        self.sets = sets
        self.score = score
        self.parent = parent
        self.move = move


class Climb:
    """One best-first search with one set of weights. Moves: ``count << 8 | source << 4 | target``, 0 a row."""

    def __init__(self, table: Table, weights: Weights, cap: int) -> None:
        piles = table.piles
        self.king = len(DECKS[table.variant.deck].ranks)
        self.weights = weights
        self.cap = cap
        self.columns: list[Column] = []
        self.numbers: dict[bytes, int] = {}
        stock = [card & 63 for card in reversed(piles[STOCK].cards)]
        self.stock = [bytes([card]) for card in stock]
        self.all_rows = len(stock) // COLUMNS
        self.short_deals = table.variant.deal_when_short
        sets = sum(1 for pile in piles[FOUNDATIONS:] if pile.cards)
        faces = [bytes([card & 63 for card in pile.cards]) for pile in piles[:COLUMNS]]
        self.cards = sum(len(cards) for cards in faces) + len(stock) + self.king * sets
        self.start = [
            self.number(cards, len(cards) - pile.up) for cards, pile in zip(faces, piles[:COLUMNS], strict=True)
        ]
        self.seen: set[tuple[int, ...]] = set()
        self.seen_held: set[tuple[int, ...]] = set()
        self.queues: list[list[list[Node]]] = [[[] for _ in range(_BUCKETS)] for _ in range(self.all_rows + 1)]
        self.lowest = [_BUCKETS] * (self.all_rows + 1)
        self.held: list[list[list[Node]]] = [[[] for _ in range(_BUCKETS)] for _ in range(self.all_rows + 1)]
        self.lowest_held = [_BUCKETS] * (self.all_rows + 1)
        self.nodes = 0
        self.kept = 0
        self.goal: Node | None = None
        score = sum(self.columns[number].score for number in self.start) - weights.home * sets
        self.add(tuple(self.start), self.all_rows, sets, score, None, 0)

    # Columns

    def number(self, cards: bytes, down: int) -> int:
        """The number of a column; a card left face down at its end turns up."""
        if down and down == len(cards):
            down -= 1
        key = cards + bytes((down,))
        found = self.numbers.get(key)
        if found is None:
            found = self.numbers[key] = len(self.columns)
            self.columns.append(Column(cards, down, self.king, self.weights))
        return found

    def cut(self, column: Column, count: int) -> int:
        """What is left of a column without its top `count` cards."""
        left = column.cuts[count]
        if left < 0:
            left = column.cuts[count] = self.number(column.cards[:-count], column.down)
        return left

    def join(self, column: Column, cards: bytes) -> int:
        """A column with more cards on top: its number times two, one more if a set has left it."""
        king = self.king
        whole = column.cards + cards
        up = len(whole) - column.down
        if up >= king and whole[-king] & 15 == king:
            top = whole[-king]
            if whole[-king:] == bytes(range(top, top - king, -1)):
                return self.number(whole[:-king], column.down) << 1 | 1
        return self.number(whole, column.down) << 1

    def laid(self, source: Column, count: int, target: Column) -> int:
        """As `join`, for the top `count` cards of another column, remembered."""
        key = source.end << 4 | count
        found = target.joins.get(key)
        if found is None:
            found = target.joins[key] = self.join(target, source.cards[-count:])
        return found

    # Queues

    def add(self, columns: tuple[int, ...], rows: int, sets: int, score: int, parent: Node | None, move: int) -> None:
        """Let a position wait for its turn, if it is new."""
        key = columns if rows else tuple(sorted(columns))
        seen = self.seen
        size = len(seen)
        seen.add(key)
        if len(seen) == size:
            return
        self.kept += 1
        bucket = min(max(score - _LEAST, 0), _BUCKETS - 1)
        self.queues[rows][bucket].append(Node(key, rows, sets, score, parent, move))
        self.lowest[rows] = min(self.lowest[rows], bucket)

    def hold(self, columns: tuple[int, ...], score: int, parent: Node, move: int) -> None:
        """Let a held position wait, if it is new."""
        key = columns if parent.rows else tuple(sorted(columns))
        seen = self.seen_held
        size = len(seen)
        seen.add(key)
        if len(seen) != size:
            self.kept += 1
            self.wait(Node(key, parent.rows, parent.sets, score, parent, move))

    def wait(self, node: Node) -> None:
        """Let a position wait for its joins to be taken back."""
        bucket = min(max(node.score - _LEAST, 0), _BUCKETS - 1)
        self.held[node.rows][bucket].append(node)
        self.lowest_held[node.rows] = min(self.lowest_held[node.rows], bucket)

    # The search

    def run(self, budget: int) -> int:
        """Take up about so many more positions; 0, WON, DRY (nothing waits), FULL (too much does)."""
        stop = self.nodes + budget
        while self.nodes < stop:
            if self.kept >= self.cap:
                return FULL
            before = self.nodes
            for rows in range(self.all_rows, -1, -1):
                for _ in range(_TURN):
                    node = _pop(self.queues[rows], self.lowest, rows)
                    if node is None:
                        break
                    if self.expand(node):
                        return WON
            if self.nodes == before:
                for rows in range(self.all_rows + 1):
                    node = _pop(self.held[rows], self.lowest_held, rows)
                    if node is not None:
                        self.take_back(node)
                        break
                else:
                    return DRY
        return 0

    def expand(self, node: Node) -> bool:
        """Play joins to the end, then let every position one move on wait; True if the game is won."""
        self.nodes += 1
        if node.sets == SETS:
            self.goal = node
            return True
        columns = [self.columns[number] for number in node.columns]
        move = self.find_join(columns)
        while move:
            columns_now = self.after(node.columns, columns, move)
            source, target = move >> 4 & 15, move & 15
            score = node.score - columns[source].score - columns[target].score
            rows = node.rows
            key = tuple(columns_now) if rows else tuple(sorted(columns_now))
            if key in self.seen:
                return False
            self.seen.add(key)
            score += self.columns[columns_now[source]].score + self.columns[columns_now[target]].score
            node = Node(key, rows, node.sets, score, node, move)
            self.kept += 1
            columns = [self.columns[number] for number in key]
            move = self.find_join(columns)
        self.moves(node, columns)
        return False

    def find_join(self, columns: list[Column]) -> int:
        """The first join, or 0."""
        ends = [column.end for column in columns]
        for source in range(COLUMNS):
            column = columns[source]
            wants = column.wants
            if wants and wants in ends:
                target = ends.index(wants)
                if column.end & 15 == 1 and self.laid(column, column.run, columns[target]) & 1:
                    continue
                return column.run << 8 | source << 4 | target
        return 0

    def after(self, numbers: tuple[int, ...], columns: list[Column], move: int) -> list[int]:
        """The columns after a move that completes no set."""
        count, source, target = move >> 8, move >> 4 & 15, move & 15
        changed = list(numbers)
        changed[target] = self.laid(columns[source], count, columns[target]) >> 1
        changed[source] = self.cut(columns[source], count)
        return changed

    def moves(self, node: Node, columns: list[Column]) -> None:
        """Let every position wait that is one move on."""
        numbers = node.columns
        rows, sets = node.rows, node.sets
        onto: list[list[int]] = [[] for _ in range(16)]
        hole = -1
        joined = False
        for target in range(COLUMNS):
            end = columns[target].end
            if end:
                onto[end & 15].append(target)
            else:
                hole = target
        for source in range(COLUMNS):
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
                base = node.score - column.score + self.columns[left].score
                for target in targets:
                    goal = columns[target]
                    if count < run and goal.end != end + count:
                        joined = True
                        continue
                    laid = self.laid(column, count, goal)
                    changed = list(numbers)
                    changed[source] = left
                    changed[target] = laid >> 1
                    score = base - goal.score + self.columns[laid >> 1].score
                    move = count << 8 | source << 4 | target
                    if laid & 1:
                        score -= self.weights.home
                        self.add(tuple(changed), rows, sets + 1, score, node, move)
                    else:
                        self.add(tuple(changed), rows, sets, score, node, move)
        if joined:
            self.wait(node)
        if rows and (hole < 0 or self.short(rows, sets)):
            self.row(node, columns)

    def short(self, rows: int, sets: int) -> bool:
        """Whether a row may be dealt though a column is empty."""
        return self.short_deals and self.cards - rows * COLUMNS - sets * self.king < COLUMNS

    def row(self, node: Node, columns: list[Column]) -> None:
        """Let the position wait that a row leads to."""
        first = (self.all_rows - node.rows) * COLUMNS
        laid = [self.join(column, self.stock[first + at]) for at, column in enumerate(columns)]
        sets = node.sets + sum(one & 1 for one in laid)
        changed = tuple([one >> 1 for one in laid])
        score = sum(self.columns[number].score for number in changed) - self.weights.home * sets
        self.add(changed, node.rows - 1, sets, score, node, 0)

    def take_back(self, node: Node) -> None:
        """Let the positions wait that come by taking back a join, and, if this one is held, what only that allows."""
        self.nodes += 1
        numbers = node.columns
        rows, sets = node.rows, node.sets
        self.add(numbers, rows, sets, node.score, node.parent, node.move)
        columns = [self.columns[number] for number in numbers]
        marked = [False] * COLUMNS
        movers = [False] * COLUMNS
        ends = [column.end for column in columns]
        hole = -1
        for source in range(COLUMNS):
            column = columns[source]
            if not column.end:
                hole = source
            if column.wants:
                for target in range(COLUMNS):
                    if ends[target] == column.wants:
                        ace = column.end & 15 == 1
                        if ace and self.laid(column, column.run, columns[target]) & 1:
                            continue
                        marked[source] = marked[target] = True
                        movers[target] = movers[target] or ace
        for source in range(COLUMNS):
            column = columns[source]
            run = column.run
            for count in range(1, run + 1):
                wants = (column.end & 15) + count
                left = self.cut(column, count)
                for target in range(COLUMNS):
                    goal = columns[target]
                    if goal.end:
                        if goal.end & 15 != wants or target == source:
                            continue
                    elif target != hole or (column.whole and count == run):
                        continue
                    back = count < run and goal.end != column.end + count
                    if not (back or marked[target] or movers[source]):
                        continue
                    laid = self.laid(column, count, goal)
                    changed = list(numbers)
                    changed[source] = left
                    changed[target] = laid >> 1
                    score = node.score - column.score - goal.score
                    score += self.columns[left].score + self.columns[laid >> 1].score
                    move = count << 8 | source << 4 | target
                    if back:
                        self.hold(tuple(changed), score, node, move)
                    else:
                        done = laid & 1
                        self.add(tuple(changed), rows, sets + done, score - self.weights.home * done, node, move)
        if rows and (hole < 0 or self.short(rows, sets)):
            self.row(node, columns)

    def line(self) -> list[Move]:
        """The moves to the goal."""
        nodes: list[Node] = []
        node = self.goal
        while node is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        now = self.start.copy()
        line: list[Move] = []
        for at in range(1, len(nodes)):
            parent = nodes[at - 1]
            move = nodes[at].move
            if move == 0:
                line.append(DEAL)
                first = (self.all_rows - parent.rows) * COLUMNS
                now = [self.join(self.columns[one], self.stock[first + at]) >> 1 for at, one in enumerate(now)]
                continue
            count, source, target = move >> 8, move >> 4 & 15, move & 15
            if parent.rows == 0:
                # Sorted there, and equal columns are as good as one another.
                from_number, to_number = parent.columns[source], parent.columns[target]
                source = now.index(from_number)
                target = now.index(to_number, source + 1 if from_number == to_number else 0)
            line.append(Move(source, target, count))
            changed = self.columns[now[source]]
            now[target] = self.laid(changed, count, self.columns[now[target]]) >> 1
            now[source] = self.cut(changed, count)
        return line


def _pop(queue: list[list[Node]], lowest: list[int], rows: int) -> Node | None:
    """Take the best position out of a queue, the newest of several."""
    for bucket in range(lowest[rows], _BUCKETS):
        nodes = queue[bucket]
        if nodes:
            lowest[rows] = bucket
            return nodes.pop()
    lowest[rows] = _BUCKETS
    return None


PORTFOLIO: Final = (
    Weights(15, 5, 2, 2, 12, 30, 1),
    Weights(20, 5, 2, 2, 12, 30, 1),
    Weights(10, 5, 2, 2, 12, 30, 1),
    Weights(15, 5, 2, 2, 6, 30, 1),
)
_FIRST_SLICE: Final = 25_000
_CAP: Final = 1_000_000
"""Positions kept at most, some 300 bytes each."""


class SpiderSearch:
    """A `Search` of a table of Spider.

    With no stock left one climb that is complete. Otherwise climbs with one set of weights after another, each
    new round with twice as many positions for each; that finds more than a longer climb does.
    """

    def __init__(self, table: Table) -> None:
        self.table = table.copy()
        self.complete = not table.piles[STOCK].cards
        self.round = 0
        self.turn = 0
        self.nodes = 0
        self.climb = Climb(self.table, PORTFOLIO[0], _CAP)
        self.full = 0

    def run(self, nodes: int) -> Outcome | None:
        """Take up about so many more positions; see `Search`."""
        left = nodes
        while left > 0:
            room = left if self.complete else min(left, (_FIRST_SLICE << self.round) - self.climb.nodes)
            before = self.climb.nodes
            end = self.climb.run(room)
            spent = self.climb.nodes - before
            left -= spent
            self.nodes += spent
            if end == WON:
                return Outcome("won", self.climb.line(), self.nodes)
            if self.complete:
                if end:
                    return Outcome("lost" if end == DRY else "unknown", [], self.nodes)
            elif end or self.climb.nodes >= _FIRST_SLICE << self.round:
                self.full = self.full + 1 if end else 0
                if self.full == len(PORTFOLIO):
                    return Outcome("unknown", [], self.nodes)
                self.turn += 1
                if self.turn == len(PORTFOLIO):
                    self.turn = 0
                    self.round += 1
                self.climb = Climb(self.table, PORTFOLIO[self.turn], _CAP)
        return None
