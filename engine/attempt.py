"""One player's attempt at a deal: actions in, steps or a reason out.

An attempt is the fold of its actions: the same actions on the same deal give the same attempt, whoever plays
them and whenever. An action is a move in notation, or ``U``, which takes the last standing move back,
whatever it was.
"""

from collections.abc import Iterable
from typing import Final

from engine import hints, moves
from engine.advice import Hint, Walk
from engine.deals import deal
from engine.games import family
from engine.moves import Move
from engine.reasons import Reason
from engine.table import Step, Table, face_down, take_back
from engine.views import View, look

UNDO: Final = "U"


class Attempt:
    """A deal and what was done to it.

    `version` counts accepted actions, undos among them, and only grows; `undos` too. `moves` is the length of
    the line that now stands, which undo shortens. `seen` holds every card that was ever face up; undo does
    not shrink it, nor `best`: how many cards of each suit were on the foundations at most (Klondike; else empty).
    """

    def __init__(self, deal_of: str | Table) -> None:
        """Take a canonical deal ID (else ValueError), or a table that nobody but this attempt changes."""
        self.table = deal(deal_of) if isinstance(deal_of, str) else deal_of
        self.version = 0
        self.undos = 0
        self.seen: set[int] = set()
        self._rules = family(self.table.variant)
        self._layout = self._rules.layout(self.table.variant)
        self._line: list[list[Step]] = []
        self._turnovers = 0
        self._has_waste = any(pile.kind == "waste" for pile in self.table.piles)
        self.best = self.home_by_suit if self._has_waste else []
        self._shown = [look(pile, self.seen) for pile in self.table.piles]
        self._look(range(len(self._shown)))

    def act(self, action: str) -> list[Step] | Reason:
        """Do one action and return its steps; or return a reason, and nothing has changed."""
        move = self._read(action)
        if isinstance(move, Reason):
            return move
        if move is None:
            self.undos += 1
            undone = self._line.pop()
            self._turnovers -= undone[0].op == "down"
            steps = take_back(self.table, undone)
        else:
            steps = self._rules.play(self.table, move)
            self._turnovers += steps[0].op == "down"
            self._line.append(steps)
        self.version += 1
        if self._has_waste:
            self.best = [max(pair) for pair in zip(self.best, self.home_by_suit, strict=True)]
        self._look({step.pile for step in steps} | {step.target for step in steps if step.op == "move"})
        return steps

    def refusal(self, action: str) -> Reason | None:
        """Why `act` would refuse this action, or None."""
        move = self._read(action)
        return move if isinstance(move, Reason) else None

    def legal(self) -> list[str]:
        """Every legal move, in the family's fixed order.

        Undo is not among them: it is there whenever `moves` is not 0.
        """
        return [moves.format(move, self._layout) for move in self._rules.legal_moves(self.table)]

    def taps(self) -> list[str]:
        """What every tap that does something does."""
        return [moves.format(move, self._layout) for move in self._rules.taps(self.view())]

    def tap(self, pile: int, count: int) -> str | Reason:
        """The move that a tap makes, or a reason.

        Tapped is the `count`-th card from the top of a pile; 0 on an empty pile.
        """
        move = self._rules.tap(self.view(), pile, count)
        return move if isinstance(move, Reason) else moves.format(move, self._layout)

    def finish(self) -> list[str]:
        """The moves that finish a game whose end is plain (Klondike), one by one; empty if that is not on offer."""
        return [moves.format(move, self._layout) for move in self._rules.finish(self.view())]

    def hint(self) -> Hint:
        """What to do next, from what the player sees."""
        return hints.hint(self.view())

    def walk(self) -> Walk | None:
        """A search for a way to progress, from what the player has seen; None where the game has no such search."""
        return hints.walk(self.view(), self.best)

    def notation(self, move: Move) -> str:
        """A move of this game, as `act` reads it."""
        return moves.format(move, self._layout)

    def view(self) -> View:
        """What the player may see."""
        return View(self.table.variant, self._shown)

    @property
    def moves(self) -> int:
        """Length of the line now standing."""
        return len(self._line)

    @property
    def reveals(self) -> bool:
        """Whether the last standing move has turned up a card, so that undo would hide what was seen."""
        return bool(self._line) and any(step.op == "up" for step in self._line[-1])

    @property
    def won(self) -> bool:
        """Whether the game is won."""
        return self._rules.is_won(self.table)

    @property
    def home(self) -> int:
        """How far the game is, as the ranking counts it: sets, cards on foundations, cards in place."""
        return self._rules.home(self.table)

    @property
    def home_by_suit(self) -> list[int]:
        """Sets, or cards on the foundations, of each suit; empty for Maze."""
        return self._rules.home_by_suit(self.table)

    @property
    def down(self) -> int:
        """Face-down cards in the columns."""
        return face_down(self.table)

    def counters(self) -> dict[str, int]:
        """The counters `moves`, `actions` (moves and undos), `undos`, and the family's own.

        Where there is a waste also `turnovers`: how often it was turned over in the line now standing.
        """
        counts = {"moves": self.moves, "actions": self.version, "undos": self.undos}
        if self._has_waste:
            counts["turnovers"] = self._turnovers
        return counts | self._rules.counters(self.table)

    def _read(self, action: str) -> Move | Reason | None:
        """The legal move that an action means, None for an undo that has something to undo, or why not."""
        if action == UNDO:
            return None if self._line else Reason.NOTHING_TO_UNDO
        move = moves.parse(action, self._layout)
        if move is None:
            return Reason.BAD_NOTATION
        return self._rules.refusal(self.table, move) or move

    def _look(self, touched: Iterable[int]) -> None:
        """Bring the view of these piles up to date, and remember the cards that are face up there now."""
        for at in touched:
            pile = self.table.piles[at]
            self.seen.update(pile.cards[len(pile.cards) - pile.up :])
            self._shown[at] = look(pile, self.seen)
