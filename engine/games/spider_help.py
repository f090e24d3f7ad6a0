"""Help in Spider, from what the player sees [000].

A hint names the first of these that one move can do: reveal a face-down card; empty a column; complete a set; join
loose cards into a longer run of one suit without breaking another. A card laid on another suit counts only where it
reveals a card or empties a column. Moving a whole column to an empty one is never named.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.advice import Advice, Hint, Walk
from engine.cards import face, rank
from engine.games import spider
from engine.games.spider import COLUMNS
from engine.games.walks import NearestFirst
from engine.moves import DEAL, Move
from engine.reasons import Reason
from engine.table import Table
from engine.views import View, known_table

MOST_POSITIONS: Final = 20_000
"""A walk that has found so many positions and no end gives up: a few seconds, and about 60 MB."""

_ORDER: Final = (Advice.REVEAL, Advice.EMPTY, Advice.SET, Advice.JOIN)
Column = bytes
"""In a walk: 1 if cards lie face down there, else 0; then the open cards from bottom to top."""
Columns = tuple[Column, ...]
_EMPTY: Final = b"\0"
warns: Final = False
"""That there is no progress is said to who asks [000]."""


def hint(view: View) -> Hint:
    """The first progress in the fixed order [000]; of several moves that bring it the one onto its own suit.

    Then one onto a card rather than to an empty column, one where fewer cards lie face down, and the lowest columns.
    If none brings progress: the next real step.
    """
    best: tuple[tuple[int, ...], Move] | None = None
    for move in spider.legal_moves(view):
        order = _order(view, move)
        if order is not None and (best is None or order < best[0]):
            best = order, move
    return _next_step(view) if best is None else Hint(_ORDER[best[0][0]], (best[1],))


def _order(view: View, move: Move) -> tuple[int, ...] | None:
    """Where a move stands among all that bring progress, or None if it brings none."""
    if move == DEAL:
        return None
    source, goal = view.piles[move.source], view.piles[move.target]
    size, hidden = len(source.cards), len(source.cards) - source.up
    whole = move.count == size
    if whole and not goal.cards:
        return None
    own_suit = bool(goal.cards) and face(goal.cards[-1]) == face(source.cards[-move.count]) + 1
    under = spider.run(goal) if own_suit else 0
    completes = under + move.count == spider.set_size(view.variant)
    if move.count == source.up < size or (completes and under == goal.up < len(goal.cards)):
        tier = 0
    elif whole or (completes and under == len(goal.cards)):
        tier = 1
    elif completes:
        tier = 2
    elif own_suit and move.count == spider.run(source):
        tier = 3
    else:
        return None
    return tier, 0 if own_suit else 1 if goal.cards else 2, hidden, move.source, move.target, move.count


def _next_step(view: View) -> Hint:
    """What to do when no move brings progress: deal a row, first filling the empty columns, or undo [000]."""
    known = known_table(view)
    fills: list[Move] = []
    while (reason := spider.refusal(known, DEAL)) is Reason.EMPTY_COLUMN:
        fills.append(_fill(known))
        spider.play(known, fills[-1])
    if reason is not None:
        return Hint(Advice.UNDO, ())
    return Hint(Advice.FILL if fills else Advice.ROW, (*fills, DEAL))


def _fill(known: Table) -> Move:
    """What best fills an empty column: a whole run from another suit rather than a part of one, and a long one."""
    runs = [spider.run(pile) for pile in known.piles[:COLUMNS]]
    fills = [
        move
        for move in spider.legal_moves(known)
        if not known.piles[move.target].cards and move.count < len(known.piles[move.source].cards)
    ]
    return min(fills, key=lambda move: (runs[move.source] != move.count, -move.count, *move))


def walk(view: View, _best: Sequence[int]) -> Walk:
    """A search for moves that lead to progress, of whatever kind."""
    return _Walk(view)


class _Walk(NearestFirst[Columns]):
    """All positions that moves between columns lead to, until one of them brings progress.

    Progress: a card turns up, a set is complete, or, with no fewer cards joined to their suit than now, a column more
    is empty; or more cards are joined than now. So what brings progress can't be undone by the next progress, and
    whoever goes from one to the next comes to an end. Columns in another order are the same position.
    """

    def __init__(self, view: View) -> None:
        self._set_size = spider.set_size(view.variant)
        self._looks: dict[Column, tuple[int, int]] = {}
        columns = tuple(
            bytes((pile.up < len(pile.cards), *pile.cards[len(pile.cards) - pile.up :]))
            for pile in view.piles[:COLUMNS]
        )
        self._joined = self._joints(columns)
        self._empty = columns.count(_EMPTY)
        super().__init__(columns, MOST_POSITIONS)

    def key(self, position: Columns) -> object:
        """The columns in any order."""
        return tuple(sorted(position))

    def expand(self, position: Columns) -> list[Move] | None:
        """Every move between columns."""
        joined, empty = self._joints(position), position.count(_EMPTY)
        for move in self._moves(position):
            source, target, count = move
            column, goal = position[source], position[target]
            first, whole = column[-count], count == len(column) - 1
            joins = goal[-1] == first + 1
            if (whole and column[0]) or (joins and self._look(goal)[0] + count == self._set_size):
                return [move]
            now = joined + joins - (not whole and column[-1 - count] == first + 1)
            if now > self._joined or (now == self._joined and empty + whole > self._empty):
                return [move]
            after = list(position)
            after[target] = goal + column[-count:]
            after[source] = column[:-count]
            self.put(move, tuple(after))
        return None

    def _moves(self, columns: Columns) -> Iterator[Move]:
        """The moves that differ: of several empty columns the first, and to it no whole column that hides nothing."""
        takers: list[list[int]] = [[] for _ in range(16)]
        for number, column in enumerate(columns):
            if len(column) > 1:
                takers[rank(column[-1]) - 1].append(number)
        empty = columns.index(_EMPTY) if _EMPTY in columns else -1
        for source, column in enumerate(columns):
            for count in range(1, self._look(column)[0] + 1):
                for target in takers[rank(column[-count])]:
                    yield Move(source, target, count)
                if empty >= 0 and (column[0] or count < len(column) - 1):
                    yield Move(source, empty, count)

    def _look(self, column: Column) -> tuple[int, int]:
        """Length of the run at the end of a column, and how many of its cards lie on the next of their suit."""
        known = self._looks.get(column)
        if known is None:
            run = min(len(column) - 1, 1)
            while run and run < len(column) - 1 and column[-1 - run] == column[-run] + 1:
                run += 1
            joined = sum(column[at] == column[at + 1] + 1 for at in range(1, len(column) - 1))
            known = self._looks[column] = run, joined
        return known

    def _joints(self, columns: Columns) -> int:
        return sum(self._look(column)[1] for column in columns)
