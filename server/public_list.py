"""The public list of rooms: what this server says of those that it has open, and what is said of all."""

import asyncio
from typing import Final

from server.messages import outgoing as out
from server.store.listing import Listing
from server.store.presence import Presence

LISTING_S: Final = 1.0
"""The list is read from Redis at most this often, however many look at it."""


class PublicList:
    """Every method may raise one of `store.redis.Unreachable`."""

    def __init__(self, listing: Listing, presence: Presence) -> None:
        self._listing = listing
        self._presence = presence
        self._said: dict[str, out.Listing] = {}
        """What this server has last said of its open rooms, by code."""
        self._read: tuple[float, list[out.Listing]] = (-LISTING_S, [])
        """The list, and when it was read."""

    async def rooms(self) -> list[out.Listing]:
        """All that are on the list: those that wait for racers first."""
        now = asyncio.get_running_loop().time()
        if now - self._read[0] >= LISTING_S:
            self._read = (now, self._read[1])
            lines = await self._listing.all()
            self._read = (now, sorted(lines, key=lambda line: line["state"] != "lobby"))
        return self._read[1]

    async def say(self, code: str, line: out.Listing | None, *, again: bool = False) -> None:
        """Bring the line of a room up to date (None: it has none); `again`: say it even if it has not changed."""
        if line is None:
            if self._said.pop(code, None) is not None:
                await self._listing.remove(code)
        elif again or line != self._said.get(code):
            self._said[code] = line
            await self._listing.put(code, line)

    async def closed(self, code: str, *, listed: bool) -> None:
        """A room is not open here any more. The last to leave, of all servers, takes it off the list."""
        self._said.pop(code, None)
        if listed and not (await self._presence.refresh(code, []))[0]:
            await self._listing.remove(code)
