"""A Redis that answers nothing any more while its connections stay open: the worst way to fail, for nobody is told."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from urllib.parse import urlsplit

import pytest

from server.client import new_player
from server.messages import outgoing as out
from tests.server.conftest import Node
from tests.server.peers import Peer, start_race


class Line:
    """A TCP port through which Redis is reached, as long as it is not held."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.open = asyncio.Event()
        self.open.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        far, forth = await asyncio.open_unix_connection(self._path)
        for reader, writer in ((near, forth), (far, back)):
            task = asyncio.create_task(self._carry(reader, writer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            try:
                while data := await reader.read(65_536):
                    await self.open.wait()
                    writer.write(data)
                    await writer.drain()
            finally:
                writer.close()
                await writer.wait_closed()

    async def cut(self) -> None:
        """Close all that goes through it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.fixture
async def line(redis_url: str) -> AsyncIterator[tuple[str, Line]]:
    """Another way to the tests' Redis, and its URL."""
    line = Line(urlsplit(redis_url).path)
    server = await asyncio.start_server(line.take, "127.0.0.1", 0)
    async with server:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}", line
        line.open.set()
        await line.cut()


@pytest.mark.slow
async def test_a_wish_is_answered_or_its_connection_closed_and_done_once(
    line: tuple[str, Line], fresh_node: Callable[..., Node]
) -> None:
    url, redis_line = line
    node = await asyncio.to_thread(fresh_node, "--redis", url)
    ana, bob = [Peer(node.url, await asyncio.to_thread(new_player, node.url)) for _ in range(2)]
    code = await start_race([ana, bob])
    await ana.play("D")
    redis_line.open.clear()
    wish = ana.seat.play("D")
    await ana.send_bytes(wish)
    assert await ana.error() == ("trouble", 4002)
    redis_line.open.set()
    ana.seat.tables.clear()
    await ana.connect(code)
    await ana.started()
    await ana.send_bytes(wish)
    await ana.until(lambda: ana.table["n"] == 2)
    await ana.play("U")
    assert (deals(ana.table), ana.table["v"]) == (1, 3)
    for peer in (ana, bob):
        await peer.close()


def deals(table: out.Table) -> int:
    """How many rows were dealt."""
    return 5 - table["counters"]["rows"]
