"""Telling many something: so many at a time, so that however many they are nobody else on the server waits for them.

What is told first comes first for everyone. What waits is bounded: news that replaces older news of its kind does so
here already, and when too much waits all of it is dropped, and everyone is told how things stand instead.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterator
from itertools import islice
from typing import Final, Generic, TypeVar

AT_ONCE: Final = 100
"""So many are told in one turn of the loop: about a millisecond."""
MOST_WAITING: Final = 32
"""Tellings that may wait for their turn; more means that they are made faster than they can be told."""

One = TypeVar("One")


class _Telling(Generic[One]):
    """Something to be told, and to whom it has yet to be told."""

    __slots__ = ("begun", "kind", "rest", "tell")

    def __init__(self, to: Collection[One], tell: Callable[[One], object], kind: str) -> None:
        self.rest: Iterator[One] = iter(list(to))
        self.tell = tell
        self.kind = kind
        self.begun = False


class Crowd(Generic[One]):
    """Tells those who only watch."""

    def __init__(self, afresh: Callable[[], Callable[[One], object]]) -> None:
        """`afresh` gives what tells one of them how things stand, whatever they have been told before."""
        self._afresh = afresh
        self._waiting: deque[_Telling[One]] = deque()
        self._next: asyncio.Handle | None = None

    def tell(self, to: Collection[One], tell: Callable[[One], object], kind: str = "") -> None:
        """Tell each of them: at once if they are few. Of one `kind`, if it has one, only the newest matters."""
        if not self._waiting and len(to) <= AT_ONCE:
            for one in to:
                tell(one)
            return
        for telling in self._waiting:
            if kind and telling.kind == kind and not telling.begun:
                telling.tell, telling.rest = tell, iter(list(to))
                return
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            tell, kind = self._afresh(), ""
        self._waiting.append(_Telling(to, tell, kind))
        if self._next is None:
            self._next = asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        """Tell the next few, and let others have the loop."""
        self._next = None
        left = AT_ONCE
        while self._waiting and left > 0:
            telling = self._waiting[0]
            telling.begun = True
            told = 0
            for one in islice(telling.rest, left):
                telling.tell(one)
                told += 1
            if told < left:
                self._waiting.popleft()
            left -= told
        if self._waiting:
            self._next = asyncio.get_running_loop().call_soon(self._go_on)

    def close(self) -> None:
        """Tell nothing more."""
        self._waiting.clear()
        if self._next is not None:
            self._next.cancel()
