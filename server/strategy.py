"""How a robot chooses its move: it looks a few moves ahead, at what it has seen only, and likes what opens the table.

Pure and without chance: the same table and history give the same move.
"""

from typing import Final

from engine import moves
from engine.cards import face
from engine.games import family
from engine.moves import DEAL, Move
from engine.table import Table

DEPTH: Final = 3
WIDTH: Final = 4
"""Tables that are followed further at each depth; a choice costs about DEPTH * WIDTH legal lists."""

Position = tuple[bytes, ...]


def choose(table: Table, visited: set[Position]) -> str | None:
    """A move in notation for the table as known (unseen cards are 0), or None if there is nothing left to try.

    `visited` holds the tables that were left behind: going back to one is no progress. It is added to.
    """
    rules = family(table.variant)
    visited.add(position(table))
    first = _ahead(table, visited)
    if first is None:
        legal = rules.legal_moves(table)
        unvisited = [move for move in legal if move != DEAL and position(_after(table, move)) not in visited]
        # Dealing needs full columns, so what else is left is done when dealing is not allowed.
        first = DEAL if DEAL in legal else max(unvisited, key=lambda move: _worth(_after(table, move)), default=None)
    return None if first is None else moves.format(first, rules.layout(table.variant))


def position(table: Table) -> Position:
    """What makes two tables the same, for a robot that must not run in circles."""
    return tuple(bytes([face(card) for card in pile.cards]) + bytes([pile.up]) for pile in table.piles)


def _ahead(table: Table, visited: set[Position]) -> Move | None:
    """The first move of the line whose end is worth more than the table is now; None if no line is."""
    rules = family(table.variant)
    start = best_worth = _worth(table)
    best: Move | None = None
    seen = set(visited)
    front: list[tuple[float, Table, Move | None]] = [(start, table, None)]
    for _ in range(DEPTH):
        reached: list[tuple[float, Table, Move | None]] = []
        for _, at, first in front:
            for move in rules.legal_moves(at):
                if move == DEAL:
                    continue
                after = _after(at, move)
                key = position(after)
                if key in seen:
                    continue
                seen.add(key)
                worth = _worth(after)
                if worth > best_worth:
                    best_worth, best = worth, first or move
                if not _unknown_shows(after):
                    reached.append((worth, after, first or move))
        front = sorted(reached, key=lambda line: -line[0])[:WIDTH]
        if best is not None and best_worth - start >= REVEAL:
            break
    return best


def _after(table: Table, move: Move) -> Table:
    after = table.copy()
    family(table.variant).play(after, move)
    return after


def _unknown_shows(table: Table) -> bool:
    """Whether a card that the robot has never seen has turned up: nothing can be said of what comes after."""
    return any(pile.up > 0 and 0 in pile.cards[-pile.up :] for pile in table.piles)


HOME: Final = 500.0
REVEAL: Final = 60.0
EMPTY_COLUMN: Final = 40.0
SAME_SUIT: Final = 8.0
OTHER_SUIT: Final = 1.0


def _worth(table: Table) -> float:
    """How good a table looks: sets at home, few cards face down, empty columns, and cards that follow each other."""
    worth = HOME * family(table.variant).home(table)
    for pile in table.piles:
        if pile.kind != "column":
            continue
        if not pile.cards:
            worth += EMPTY_COLUMN
        worth -= REVEAL * (len(pile.cards) - pile.up)
        shown = [face(card) for card in pile.cards[len(pile.cards) - pile.up :]]
        for lower, upper in zip(shown, shown[1:], strict=False):
            if upper and lower == upper + 1:
                worth += SAME_SUIT
            elif upper and lower & 15 == (upper & 15) + 1:
                worth += OTHER_SUIT
    return worth
