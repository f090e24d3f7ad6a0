"""The search for a win in Spider, every card known: several kinds of search by turns.

While there are rows to come, `engine.solvers.climb` looks for a win. Once the stock is empty it still does, and so does
`engine.solvers.sparing` in its greedy form; by turns with these go two that say when the game is lost: the loose form
of that, and `engine.solvers.endgame`, which is complete.
"""

from typing import Final

from engine.games.spider import COLUMNS, STOCK, play
from engine.moves import Move
from engine.solvers.climb import ENDGAME, PORTFOLIO, Climb, Climbs
from engine.solvers.endgame import DRY, WON, Endgame
from engine.solvers.regroup import Regroup
from engine.solvers.search import Outcome
from engine.solvers.sparing import Greedy, Sparing
from engine.table import Table

_FIRST_SLICE: Final = 15_000
_FIRST_OF_ENDGAME: Final = 16_000
_LOOSE: Final = 0
_GREEDY: Final = 1
_CLIMBS: Final = 2
_COMPLETE: Final = 3
_COSTS: Final = (3, 2, 8, 12)
"""What a group, or a position, costs each of them: it is the turn of the one that has spent least."""
_TURN: Final = 500
"""Groups, or positions, that are looked at before it is another's turn."""
_LAST_STEPS: Final = 20_000
"""Positions that may be looked at to get a line to its end."""
_CAP: Final = 1_000_000
"""Groups kept at most by one search."""


class SpiderSearch:
    """A `Search` of a table of Spider."""

    def __init__(self, table: Table) -> None:
        self.table = table.copy()
        self.nodes = 0
        self.loose: Sparing | None = None
        self.greedy: Greedy | None = None
        self.complete: Endgame | None = None
        if table.piles[STOCK].cards:
            self.climbs: Climbs | None = Climbs(self.table, PORTFOLIO, _FIRST_SLICE)
        else:
            self.climbs = Climbs(self.table, ENDGAME, _FIRST_OF_ENDGAME)
            self.loose = Sparing(self.table, PORTFOLIO[0], _CAP)
            self.greedy = Greedy(self.table)
            self.complete = Endgame(self.table, PORTFOLIO[0], _CAP)
        self.spent = [0, 0, 0, 0]
        self.turn = _CLIMBS if self.loose is None else _LOOSE
        """Whose turn it is."""
        self.left = _TURN
        """How much is left of this turn."""

    def run(self, nodes: int) -> Outcome | None:
        """Take up about so many more positions; see `Search`."""
        stop = self.nodes + nodes
        while self.nodes < stop:
            before = self.nodes
            outcome = self.go_on(min(stop - before, self.left))
            if outcome is not None:
                return outcome
            taken = self.nodes - before
            self.spent[self.turn] += taken * _COSTS[self.turn]
            self.left -= taken
            if (self.left <= 0 or not taken) and not self.next():
                return Outcome("unknown", [], self.nodes)
        return None

    def next(self) -> bool:
        """Let it be the turn of the one that has spent least; False if none has anything left to look at."""
        self.left = _TURN
        self.turn = -1
        there = (self.loose is not None, self.greedy is not None, self.climbs is not None, self.complete is not None)
        for turn in range(len(there)):
            if there[turn] and (self.turn < 0 or self.spent[turn] < self.spent[self.turn]):
                self.turn = turn
        return self.turn >= 0

    def go_on(self, budget: int) -> Outcome | None:
        """Go on with the search whose turn it is."""
        if self.turn == _LOOSE:
            return self.run_loose(budget)
        if self.turn == _GREEDY:
            return self.run_greedy(budget)
        if self.turn == _CLIMBS:
            return self.climb(budget)
        return self.run_complete(budget)

    def run_loose(self, budget: int) -> Outcome | None:
        """Go on with the loose search, which can only say that the game is lost."""
        loose = self.loose
        if loose is None:
            return None
        before = loose.nodes
        end = loose.run(budget)
        self.nodes += loose.nodes - before
        if end:
            self.loose = None
        return Outcome("lost", [], self.nodes) if end == DRY else None

    def run_greedy(self, budget: int) -> Outcome | None:
        """Go on with the greedy searches, which can only say that the game is won."""
        greedy = self.greedy
        if greedy is None:
            return None
        before = greedy.nodes
        end = greedy.run(budget)
        self.nodes += greedy.nodes - before
        if end == WON:
            return self.won(greedy.won)
        if end:
            self.greedy = None
        return None

    def climb(self, budget: int) -> Outcome | None:
        """Go on with the climbs, which can only say that the game is won."""
        climbs = self.climbs
        if climbs is None:
            return None
        before = climbs.nodes
        end = climbs.run(budget)
        self.nodes += climbs.nodes - before
        if end == WON:
            return Outcome("won", climbs.climb.line(), self.nodes)
        if end:
            self.climbs = None
        return None

    def run_complete(self, budget: int) -> Outcome | None:
        """Go on with the complete search."""
        complete = self.complete
        if complete is None:
            return None
        before = complete.nodes
        end = complete.run(budget)
        self.nodes += complete.nodes - before
        if end:
            self.complete = None
        if end == DRY:
            return Outcome("lost", [], self.nodes)
        return self.won(complete) if end == WON else None

    def won(self, endgame: Endgame) -> Outcome | None:
        """The outcome of a search that has won; None if its line can't be played."""
        line = self.line(endgame)
        return Outcome("won", line, self.nodes) if line else None

    def line(self, endgame: Endgame) -> list[Move]:
        """The moves to the goal of the endgame; none if they were not found."""
        columns = [
            (bytes([card & 63 for card in pile.cards]), len(pile.cards) - pile.up)
            for pile in self.table.piles[:COLUMNS]
        ]
        regroup = Regroup(endgame, columns)
        if regroup.follow(endgame.line()):
            return regroup.moves
        # As far as it went is nearer to the goal, and mostly so near that a climb finds it.
        table = self.table.copy()
        for move in regroup.moves:
            play(table, move)
        last = Climb(table, ENDGAME[0], _CAP)
        if last.run(_LAST_STEPS) == WON:
            return regroup.moves + last.line()
        return []
