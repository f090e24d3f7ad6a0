"""Python's collector of garbage, kept to what is new: nobody waits while it looks through everything that lives.

It stops the server for as long as it takes, and to look through everything takes the longer the more lives: with five
thousand connections 0.28 s of CPU, again and again, as every ping makes something new. So what has lived for a while is
set aside. When that ends it is freed as ever, but for what refers to itself in a circle, as a connection does; that is
looked for when as many connections have ended as are open, so what it costs is in proportion to what it finds.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from server.store.redis import end

EVERY_S: Final = 5.0
"""How often what is new is looked through and set aside: a few milliseconds."""
ENOUGH: Final = 500
"""Connections that have ended, beyond as many as are open, before all is looked through: some 20 MiB of garbage."""


class Garbage:
    """Decides what is looked through, and when."""

    def __init__(self) -> None:
        self._open = 0
        self._ended = 0
        """Connections since all was looked through."""
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def connection(self) -> Iterator[None]:
        """Count a connection, for as long as it is open."""
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1
            self._ended += 1

    def look(self) -> None:
        """Look through what is new, or through everything if that is worth it, and set aside what lives."""
        if self._ended > self._open + ENOUGH:
            self._ended = 0
            gc.unfreeze()
        gc.collect()
        gc.freeze()

    async def start(self) -> None:
        """Set aside what there is, and go on looking."""
        self.look()
        self._task = asyncio.create_task(self._go_on(), name="garbage")

    async def stop(self) -> None:
        """Leave it to Python again."""
        if self._task is not None:
            await end([self._task])
        gc.unfreeze()

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            self.look()
