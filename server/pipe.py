"""The short way of a frame out of an outbox: straight into the socket, without a task, an await or a copy.

uvicorn's websocket class is told to offer it in the connection's scope. What comes in, and what begins and ends a
connection, goes the usual way; so does everything under a server that does not offer it.
"""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from server.outbox import Outbox
from server.reasons import Reason

PIPE: Final = "corrida.pipe"
"""Under this name it is among the extensions of the scope."""
_BINARY: Final = 0x82
"""The first byte of a binary message in one piece."""


@lru_cache(maxsize=256)
def framed(message: bytes) -> bytes:
    """A message as a server sends it. One message goes to many: its frame is made once."""
    size = len(message)
    if size < 126:
        return bytes((_BINARY, size)) + message
    if size < 1 << 16:
        return bytes((_BINARY, 126)) + size.to_bytes(2) + message
    return bytes((_BINARY, 127)) + size.to_bytes(8) + message


class Pipe:
    """One client's outbox and its socket: one write for each turn of the loop, none while the client does not read."""

    def __init__(self, protocol: "PipedProtocol", outbox: Outbox, patience_s: float) -> None:
        """A client that takes nothing for `patience_s` is told to come back."""
        self._protocol = protocol
        self._outbox = outbox
        self._patience_s = patience_s
        self._loop = asyncio.get_running_loop()
        self._due = False
        self._stuck: asyncio.TimerHandle | None = None
        protocol.pipe = self
        outbox.listener = self.soon
        self.soon()

    def soon(self) -> None:
        """Write what waits in this turn of the loop."""
        if not self._due:
            self._due = True
            self._loop.call_soon(self._write)

    def _write(self) -> None:
        if self._due:
            self.flush()

    def flush(self) -> None:
        """Write what waits now, unless the client does not take it."""
        self._due = False
        if self._stuck is None and (frames := self._outbox.drain()):
            self._protocol.send_frames(frames)

    def paused(self) -> None:
        """The client does not read as fast as it is written to."""
        if self._stuck is None:
            self._stuck = self._loop.call_later(self._patience_s, self._outbox.close, Reason.SLOW)

    def resumed(self) -> None:
        """It has caught up."""
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
        self.soon()

    def close(self) -> None:
        """Write nothing more."""
        self._protocol.pipe = None
        self._outbox.listener = None
        self._due = False
        if self._stuck is not None:
            self._stuck.cancel()


class PipedProtocol(WebSocketsSansIOProtocol):
    """uvicorn's websocket class, with a pipe for whoever wants it."""

    pipe: Pipe | None = None

    def handle_connect(self, event: Any) -> None:
        """Offer the pipe before the application begins."""
        super().handle_connect(event)
        scope: dict[str, Any] | None = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][PIPE] = self

    def send_frames(self, messages: Sequence[bytes]) -> None:
        """Write some messages at once; nothing if the connection is about to end."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.transport.write(b"".join(map(framed, messages)) if len(messages) > 1 else framed(messages[0]))

    def pause_writing(self) -> None:
        """The transport has more than enough."""
        super().pause_writing()
        if self.pipe is not None:
            self.pipe.paused()

    def resume_writing(self) -> None:
        """It has got rid of it."""
        super().resume_writing()
        if self.pipe is not None:
            self.pipe.resumed()
