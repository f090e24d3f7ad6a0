"""What is found by a room's code as a person typed it; and what was played there, for who may see it again.

Who tries codes is guessing: that is counted by address, and beyond a limit a right code gets the same answer as a wrong
one.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from server.access import Asker, may_be_of_a_day
from server.archive import Recalled, recall, record_of
from server.codes import parse_code
from server.dailies import Dailies
from server.events import Created
from server.limits import GUESSES_PER_MINUTE
from server.reasons import Reason
from server.store.clock import Clock
from server.store.daily import Day
from server.store.keys import ROOM_LOG
from server.store.log import Logs
from server.store.shared import Shared

_Found = TypeVar("_Found")


class Finder:
    """Every method may raise one of `store.redis.Unreachable`."""

    def __init__(self, logs: Logs, dailies: Dailies, shared: Shared, clock: Clock) -> None:
        self._logs = logs
        self._dailies = dailies
        self._shared = shared
        self._clock = clock

    async def by_code(
        self, text: str, address: str, find: Callable[[str], Awaitable[_Found | Reason]]
    ) -> _Found | Reason:
        """What `find` finds by the code; BAD_CODE if it is none, TOO_MANY_GUESSES."""
        code, now = parse_code(text), self._clock.now()
        if isinstance(code, Reason):
            return code
        # Counted before it is known to be wrong, or many guesses in one moment would all pass.
        if await self._shared.count("guess", address, now) > GUESSES_PER_MINUTE:
            return Reason.TOO_MANY_GUESSES
        found = await find(code)
        if found is not Reason.UNKNOWN_ROOM:
            await self._shared.uncount("guess", address, now)
        return found

    async def recall(self, text: str, number: int | None, player: str, address: str) -> Recalled | Reason:
        """A race (None: the room's last one) to be seen again by a player."""

        async def find(code: str) -> Recalled | Reason:
            found = await recall(code, number, await self._asker(code, player), self._logs, self._clock.now())
            if isinstance(found, Reason) or not may_be_of_a_day(found.past, player):
                return found
            return Reason.DAILY_LOCKED if await self._dailies.locked(found.past.room.deal, player) else found

        return await self.by_code(text, address, find)

    async def record(self, text: str, number: int | None, player: str, address: str) -> dict[str, Any] | Reason:
        """The record of a race that is over (None: of the last one that is), for a player."""

        async def find(code: str) -> dict[str, Any] | Reason:
            return await record_of(code, number, await self._asker(code, player), self._logs, self._clock.now())

        return await self.by_code(text, address, find)

    async def made(self, text: str, player: str, address: str) -> Created | Reason:
        """How a room of the player's own began; others' are unknown."""

        async def find(code: str) -> Created | Reason:
            made = await self._made(code)
            return made if made is not None and made.player == player else Reason.UNKNOWN_ROOM

        return await self.by_code(text, address, find)

    async def _asker(self, code: str, player: str) -> Asker:
        """Who wants to see again what was played in a room."""
        made = await self._made(code)
        if made is None or made.daily is None:
            return Asker(player)
        day = Day(made.deal.variant, made.daily.number)
        return Asker(player, await self._dailies.unlocked(day, player, await self._dailies.now()))

    async def _made(self, code: str) -> Created | None:
        first = await self._logs.first(code, ROOM_LOG)
        return first.event if first is not None and isinstance(first.event, Created) else None
