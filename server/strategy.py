"""How a robot chooses its moves, from what it has seen, in one of three strengths.

easy: does what a hint says, but half of the time slips: it does something else that is legal.
medium: slips rarely, and looks a little way on where a hint sees nothing.
hard: never slips, looks far then, and where there is no way to progress, for the line to the best table it can find.

Without chance: the same tables and seed give the same moves. Each ends by itself, for it makes only so many plans on
the same table.
"""

import heapq
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Final
from zlib import crc32

from engine import hints, moves
from engine.advice import PROGRESS, Advice
from engine.cards import rank
from engine.games import family
from engine.moves import DEAL, Move
from engine.table import Pile, Step, Table, take_back
from engine.views import PileView, View
from server.messages import Strength

STRENGTHS: Final[tuple[Strength, ...]] = ("easy", "medium", "hard")

Line = list[Move]
Position = tuple[bytes, ...]

TABLES: Final = 14
"""Tables that are followed further in one search."""
LAST_TABLES: Final = 60
"""The same once the stock is used up: then all depends on it, and more is known."""

SLIP_EVERY: Final[dict[Strength, int]] = {"easy": 2, "medium": 10}
"""Of so many moves a robot makes one that no hint names ..."""
MOST_SLIPS: Final = 40
"""... as long as it has not made so many."""
WALK: Final[dict[Strength, int]] = {"easy": 0, "medium": 20, "hard": 1_000}
"""Positions in which a robot looks for a way on."""
MOST_PLANS: Final = 2
"""A robot that has planned so often on one table goes round in circles."""

# What a table is worth, in points; chosen by playing some dozens of deals of each variant.
HOME: Final = 300.0
HIDDEN: Final = 30.0
"""Lost for each card that lies face down ..."""
COVERED: Final = 20.0
"""... and for each column that has any."""
EMPTY: Final = 20.0
"""More than this and a robot hoards empty columns instead of using them."""
FILL: Final = 45.0
"""Lost for an empty column where the stock's move is wanted, which needs them filled."""
SAME_SUIT: Final = 16.0
"""For a card on the next one of its suit; one on the next of another suit counts nothing."""
LONG_RUN: Final = 0.3
"""For a run, times the square of its length: a long and a short one are worth more than two middling ones."""
BLOCKED: Final = 4.0
"""Lost for each card on one that it does not follow."""
WAITING: Final = 8.0
"""Lost for each card that waits in the waste (Klondike)."""
MOVE: Final = 0.5
"""Lost for each move of a line: of two ways the shorter one."""
TASTE: Final = 0.5
"""What a robot's seed adds at most to a column, so that robots part where it makes no difference."""
GAIN: Final = 6.0
"""What a line must gain at least; more than tastes add up to in ten columns."""


def known(seen: View) -> Table:
    """A table as a player knows it who sees that: cards never seen are 0."""
    return Table(seen.variant, [Pile(pile.kind, list(pile.cards), pile.up) for pile in seen.piles])


class Strategy:
    """One robot's way through one game: the line that it is on, and where it has made its plans."""

    def __init__(self, seed: int = 0, strength: Strength = "hard") -> None:
        self._seed = seed
        self._strength = strength
        self._slips = 0
        self._line: dict[Position, Move] = {}
        self._plans: dict[Position, int] = {}
        self._best = [0, 0, 0, 0]

    def choose(self, table: Table) -> str | None:
        """A legal move in notation, the same one until it has been made, or None if nothing useful is left.

        The table is as the robot knows it: card codes without copies, 0 for those never seen. It is changed
        meanwhile and put back.
        """
        here = tuple(_keys(table))
        if here not in self._line:
            self._plans[here] = self._plans.get(here, 0) + 1
            self._line = self._plan(table) if self._plans[here] <= MOST_PLANS else {}
        move = self._line.get(here)
        return None if move is None else moves.format(move, family(table.variant).layout(table.variant))

    def _plan(self, table: Table) -> dict[Position, Move]:
        """What to do on each table of a line from here; nothing where there is none."""
        rules = family(table.variant)
        planned: dict[Position, Move] = {}
        played: list[list[Step]] = []
        for move in self._choose_line(table):
            planned[tuple(_keys(table))] = move
            played.append(rules.play(table, move))
        for steps in reversed(played):
            take_back(table, steps)
        return planned

    def _choose_line(self, table: Table) -> Line:
        view = View(table.variant, [PileView(pile.kind, pile.cards.copy(), pile.up) for pile in table.piles])
        hint = hints.hint(view)
        slip = self._slip(table, hint.line)
        if slip or hint.advice in PROGRESS:
            return slip or list(hint.line)
        line = self._way(table, view) or (self._best_line(table) if self._strength == "hard" else [])
        return line or ([] if hint.advice is Advice.LOOSE else list(hint.line))

    def _slip(self, table: Table, advised: Sequence[Move]) -> Line:
        """Now and then, any other move than the stock's or the one that was advised."""
        others = [move for move in family(table.variant).legal_moves(table) if move not in (DEAL, *advised)]
        sign = crc32(b"".join(_keys(table)), self._seed + self._slips)
        every = SLIP_EVERY.get(self._strength)
        if every is None or not others or self._slips >= MOST_SLIPS or sign % every:
            return []
        self._slips += 1
        return [others[sign // every % len(others)]]

    def _way(self, table: Table, view: View) -> Line:
        """A way on that takes several moves."""
        homes = family(table.variant).home_by_suit(table)
        self._best = [max(pair) for pair in zip(self._best, homes, strict=False)]
        walk = hints.walk(view, self._best)
        way = walk.run(WALK[self._strength]) if walk is not None else None
        return way.moves if way is not None else []

    def _best_line(self, table: Table) -> Line:
        """The line to the best table near, or where none gains one to the stock's move."""
        stock = any(pile.kind == "stock" and pile.cards for pile in table.piles)
        line = _Search(table, self._seed, EMPTY).best(TABLES if stock else LAST_TABLES)
        return line or _Search(table, self._seed, -FILL).to_deal(LAST_TABLES)


class _Search:
    """A search from one table, the most promising table first."""

    def __init__(self, table: Table, seed: int, empty: float) -> None:
        self._table = table
        self._rules = family(table.variant)
        self._seed = seed
        self._empty = empty
        self._worths: dict[bytes, float] = {}
        keys = _keys(table)
        self._start = sum(map(self._worth, keys, table.piles))
        self._columns = sum(pile.kind == "column" for pile in table.piles)
        self._reached = {self._position(keys)}
        self._heap: list[tuple[float, int, Line]] = [(-self._start, 0, [])]

    def best(self, tables: int) -> Line:
        """The line to the table that is worth most, following so many tables; empty if none gains enough."""
        best: tuple[float, Line] = (self._start + GAIN, [])
        for worth, line in self._walk(tables):
            best = max(best, self._follow(worth, line), key=itemgetter(0))
        return best[1]

    def to_deal(self, tables: int) -> Line:
        """A line that ends with the stock's move; empty if none is near."""
        found: Line = []
        for worth, line in self._walk(tables):
            if self._rules.refusal(self._table, DEAL) is None:
                found = [*line, DEAL]
                self._heap.clear()
            else:
                self._follow(worth, line)
        return found

    def _walk(self, tables: int) -> Iterator[tuple[float, Line]]:
        """Put the table at the end of one line after the other, with its worth."""
        while self._heap and tables > 0:
            tables -= 1
            minus, _, line = heapq.heappop(self._heap)
            played = [self._rules.play(self._table, move) for move in line]
            yield -minus, line
            for steps in reversed(played):
                take_back(self._table, steps)

    def _follow(self, worth: float, line: Line) -> tuple[float, Line]:
        """Put every table one move on among those to follow; returns the best of them and the line to it.

        The table is at the end of `line` and worth so much.
        """
        table, rules, known = self._table, self._rules, self._worths
        best: tuple[float, Line] = (worth, line)
        keys = _keys(table)
        base = worth - MOVE - HOME * rules.home(table)
        for move in (move for move in rules.legal_moves(table) if move != DEAL):
            steps = rules.play(table, move)
            after = keys.copy()
            total = base + HOME * rules.home(table)
            for at in {at for step in steps for at in (step.pile, step.target) if at >= 0}:
                after[at] = _key(table.piles[at])
                total += self._worth(after[at], table.piles[at]) - known[keys[at]]
            position = self._position(after)
            if position not in self._reached:
                self._reached.add(position)
                longer = [*line, move]
                if total > best[0]:
                    best = total, longer
                # Nothing can be said of what comes after a card that nobody has seen.
                if not any(step.op == "up" and 0 in step.faces for step in steps):
                    heapq.heappush(self._heap, (-total, len(self._reached), longer))
            take_back(table, steps)
        return best

    def _position(self, keys: list[bytes]) -> Position:
        """What makes two tables the same here: the order of the columns does not matter."""
        return (*sorted(keys[: self._columns]), *keys[self._columns :])

    def _worth(self, key: bytes, pile: Pile) -> float:
        worth = self._worths.get(key)
        if worth is None:
            worth = 0.0
            if pile.kind == "column":
                worth = _looks(pile) + TASTE * crc32(key, self._seed) / 2**32 if pile.cards else self._empty
            elif pile.kind == "waste":
                worth = -WAITING * len(pile.cards)
            self._worths[key] = worth
        return worth


def _looks(pile: Pile) -> float:
    """How good a column with cards looks."""
    cards, hidden = pile.cards, len(pile.cards) - pile.up
    worth = -HIDDEN * hidden - (COVERED if hidden else 0.0)
    run = 1
    for lower, upper in zip(cards[hidden:], cards[hidden + 1 :], strict=False):
        if upper and lower == upper + 1:
            worth += SAME_SUIT
            run += 1
            continue
        worth += LONG_RUN * run * run
        run = 1
        if rank(lower) != rank(upper) + 1:
            worth -= BLOCKED
    return worth + LONG_RUN * run * run


def _key(pile: Pile) -> bytes:
    return bytes((len(pile.kind), pile.up, *pile.cards))


def _keys(table: Table) -> list[bytes]:
    return [_key(pile) for pile in table.piles]
