"""A walk to the nearest progress, for every family that offers one (`engine.advice.Walk`)."""

from abc import abstractmethod
from typing import Generic, TypeVar

from engine.advice import Way
from engine.moves import DEAL, Move

Position = TypeVar("Position")


class NearestFirst(Generic[Position]):
    """Goes through all positions that can be reached without progress, nearest first; keeps at most `most` of them."""

    def __init__(self, start: Position, most: int) -> None:
        self._most = most
        self._found = [start]
        self._from: list[tuple[int, Move]] = [(-1, DEAL)]
        self._known = {self.key(start)}
        self._next = 0

    @abstractmethod
    def key(self, position: Position) -> object:
        """The same for positions from which the same can be reached."""

    @abstractmethod
    def expand(self, position: Position) -> list[Move] | None:
        """Call `put` with each position one move on; or return moves that bring progress."""

    def run(self, nodes: int) -> Way | None:
        """Look at all moves from so many more positions."""
        for _ in range(nodes):
            if self._next == len(self._found):
                return Way("none", [])
            if len(self._found) > self._most:
                return Way("unknown", [])
            moves = self.expand(self._found[self._next])
            if moves is not None:
                return Way("way", [*self._line(), *moves])
            self._next += 1
        return None

    def put(self, move: Move, position: Position) -> None:
        """Take in a position that a move leads to from the one that is being looked at."""
        key = self.key(position)
        if key not in self._known:
            self._known.add(key)
            self._found.append(position)
            self._from.append((self._next, move))

    def _line(self) -> list[Move]:
        line: list[Move] = []
        at = self._next
        while at > 0:
            at, move = self._from[at]
            line.append(move)
        return line[::-1]
