"""Frames on their way to one client: bounded, in order, and with news that replaces older news of its kind.

Nobody ever waits for a client: `put` returns at once, and a client that reads too slowly is closed with a code that
says "come back", which costs it nothing, since what it then gets is the whole position.
"""

import asyncio
from collections.abc import Callable
from typing import Final, Literal

from server.reasons import Reason

LIMIT: Final = 64
"""Frames that may wait for one client: with the answers to a racer's own wishes, a second or more of fast play."""

Kind = Literal["ordered", "room", "progress"]


class Outbox:
    """The queue of one connection, and the wish to close it."""

    def __init__(self) -> None:
        self._frames: dict[int | Kind, bytes] = {}
        """In the order in which they are to be sent; a replaced frame keeps its place."""
        self._count = 0
        self._wake = asyncio.Event()
        self.closing: Reason | None = None
        """Why the connection is to be closed, once it is."""
        self.listener: Callable[[], None] | None = None
        """Is told whenever there is something to send."""
        self.closed = asyncio.Event()
        """Whether the connection is to be closed, for who waits for that."""

    def put(self, frame: bytes, kind: Kind = "ordered") -> None:
        """Queue a frame; a "room" or "progress" frame replaces an unsent one of its kind."""
        if self.closing is not None:
            return
        self._count += 1
        self._frames[self._count if kind == "ordered" else kind] = frame
        if len(self._frames) > LIMIT:
            self.close(Reason.SLOW)
        self._wake.set()
        if self.listener is not None:
            self.listener()

    def close(self, reason: Reason) -> None:
        """Ask for the connection to be closed, after what is being sent now."""
        if self.closing is None:
            self.closing = reason
            if reason is Reason.SLOW:
                self._frames.clear()
            self._wake.set()
            self.closed.set()

    async def take(self) -> list[bytes]:
        """The frames that are due, as soon as there are any; none when the connection is to be closed."""
        await self._wake.wait()
        return self.drain()

    def drain(self) -> list[bytes]:
        """The frames that are due now."""
        self._wake.clear()
        frames = list(self._frames.values())
        self._frames.clear()
        return frames
