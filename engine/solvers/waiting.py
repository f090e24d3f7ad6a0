"""Positions that wait to be taken up, the best first, stage by stage."""

from typing import Final, Generic, TypeVar

BUCKETS: Final = 1024
"""How many buckets a stage has, the best in the first."""
_LEAST: Final = -500
"""Score of the first bucket; worse and better ones than there are buckets go to the last and the first."""

Position = TypeVar("Position")


class Waiting(Generic[Position]):
    """A queue for each *stage*, and the stages take turns, the highest first.

    So nobody has to say how much worse a position may look for being one stage further.
    """

    def __init__(self, stages: int, turn: int) -> None:
        """Take how many stages there are, and how many positions each gives at its turn."""
        self._stages: list[list[list[Position]]] = [[] for _ in range(stages)]
        self._lowest = [BUCKETS] * stages
        self._turn = turn
        self._stage = stages - 1
        self._left = turn

    def put(self, position: Position, stage: int, score: int) -> None:
        """Let a position wait; the lower its score, the better."""
        buckets = self._stages[stage]
        if not buckets:
            buckets = self._stages[stage] = [[] for _ in range(BUCKETS)]
        bucket = min(max(score - _LEAST, 0), BUCKETS - 1)
        buckets[bucket].append(position)
        self._lowest[stage] = min(self._lowest[stage], bucket)

    def take(self) -> Position | None:
        """The best of the stage whose turn it is, the newest of several; None if none waits anywhere."""
        for _ in range(len(self._stages) + 1):
            if self._left:
                buckets = self._stages[self._stage]
                for bucket in range(self._lowest[self._stage], BUCKETS if buckets else 0):
                    if buckets[bucket]:
                        self._lowest[self._stage] = bucket
                        self._left -= 1
                        return buckets[bucket].pop()
                self._lowest[self._stage] = BUCKETS
            self._left = self._turn
            self._stage = (self._stage or len(self._stages)) - 1
        return None
