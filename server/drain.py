"""Going away politely: on SIGTERM a server first sends its clients elsewhere, a few at a time, and then stops.

There is nothing to save, since all is in the log; but a thousand clients that come back in one moment would be a herd.
"""

import asyncio
import signal
from types import FrameType
from typing import Final

import structlog

from server.hub import Hub

DRAIN_S: Final = 3.0
"""Over which time the connections are closed. A server without any stops at once."""

log = structlog.get_logger()


def drain_on_sigterm(hub: Hub) -> None:
    """Put ourselves before whoever handles SIGTERM so far (uvicorn, which closes all connections in one moment)."""
    loop, stop = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)
    if not callable(stop):
        return

    async def drain() -> None:
        log.info("draining")
        await hub.drain(DRAIN_S)
        stop(signal.SIGTERM, None)

    def begin(_signal: int, _frame: FrameType | None) -> None:
        if hub.draining:  # asked twice: at once
            stop(signal.SIGTERM, None)
        else:
            hub.draining = True
            asyncio.run_coroutine_threadsafe(drain(), loop)

    signal.signal(signal.SIGTERM, begin)
