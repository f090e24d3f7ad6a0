"""A real Redis for each test process, and real servers on it."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis as SyncRedis
from redis.asyncio import Redis

from server.client import new_player
from server.dailies import Dailies
from server.history import History
from server.house import House
from server.hub import Hub, Store
from server.redis_embedded import embedded_redis
from server.store.bus import Bus
from server.store.clock import Clock
from server.store.daily import Days
from server.store.games import Games
from server.store.keys import DAILY_FIRST
from server.store.listing import Listing
from server.store.log import Logs
from server.store.people import People
from server.store.presence import Presence
from server.store.redis import connect, connect_listener
from server.store.running import Running
from server.store.shared import Shared
from server.store.stock import Stock
from tests.server.builders import NOBODY_THINKS
from tests.server.peers import Peer

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with embedded_redis(tmp_path_factory.mktemp("redis")) as url:
        _began_days_ago(url)
        yield url


def _began_days_ago(url: str) -> None:
    """Let this installation have begun a while ago, so that there are days gone by: today is #10."""
    with SyncRedis.from_url(url, protocol=2) as redis:
        redis.set(DAILY_FIRST, int(redis.time()[0]) // 86_400 - 9)


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    client = connect(redis_url)
    yield client
    await client.aclose()


@pytest.fixture
def logs(redis: Redis) -> Logs:
    return Logs(redis)


@pytest.fixture
async def clock(redis: Redis) -> Clock:
    clock = Clock(redis)
    await clock.read()
    return clock


class Node:
    """One `corrida serve` process."""

    def __init__(self, *options: str) -> None:
        # Into a file, not a pipe: a server whose pipe is full stands still in the middle of a log line.
        log, name = tempfile.mkstemp("corrida.log")
        self._log = Path(name)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "server", "serve", "--port", "0", *options],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={
                "CORRIDA_COUNTDOWN_MS": "1000",
                **os.environ,
                "PYTHONUNBUFFERED": "1",
                "CORRIDA_STOCK": os.environ.get("CORRIDA_STOCK", "0"),
            },
        )
        os.close(log)
        assert self.process.stdout is not None
        ready = self.process.stdout.readline()
        found = re.search(r"http://\S+", ready)
        assert found, ready + self.logged()
        self.url = found[0]

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def logged(self) -> str:
        """What it has logged so far."""
        return self._log.read_text()

    def __del__(self) -> None:
        self._log.unlink(missing_ok=True)

    def stop(self) -> str:
        """As an operator would; returns what it logged."""
        self.process.terminate()
        self.process.communicate()
        return self.logged()


@pytest.fixture(scope="session")
def nodes(redis_url: str) -> Iterator[list[Node]]:
    """Two servers on one Redis, for all tests that don't harm them."""
    pair = [Node("--redis", redis_url), Node("--redis", redis_url)]
    yield pair
    logged = "".join(node.stop() for node in pair)
    assert "Traceback" not in logged
    faults = [fault(line) for line in logged.splitlines() if '"level": "error"' in line]
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


def fault(line: str) -> str:
    """A line of a log that tells of a fault, with the place where that came from, and no more of the way there."""
    said = json.loads(line)
    for exception in said.get("exception", []):
        exception["frames"] = [(frame["filename"], frame["lineno"]) for frame in exception.get("frames", [])]
    return str(said)


@pytest.fixture
def node(nodes: list[Node]) -> Node:
    return nodes[0]


@pytest.fixture
def fresh_node(redis_url: str) -> Iterator[Callable[..., Node]]:
    """Servers that a test may harm; on the Redis of all tests, unless it is given options."""
    started: list[Node] = []

    def start(*options: str) -> Node:
        started.append(Node(*(options or ("--redis", redis_url))))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.kill()


@pytest.fixture
async def peer(node: Node) -> AsyncIterator[Callable[..., Peer]]:
    """Makes clients; each has a player of its own unless a token is given. They are disconnected in the end."""
    async with contextlib.AsyncExitStack() as stack:

        def make(url: str | None = None, token: str | None = None) -> Peer:
            peer = Peer(url or node.url, token or new_player(node.url))
            stack.push_async_callback(peer.close)
            return peer

        yield make


@pytest.fixture
async def make_hub(
    redis: Redis, redis_url: str, clock: Clock, logs: Logs
) -> AsyncIterator[Callable[..., Awaitable[Hub]]]:
    """Makes hubs without sockets, as of a server each, that do what their test asks for and nothing by themselves."""
    async with contextlib.AsyncExitStack() as stack:

        async def make() -> Hub:
            listening = connect_listener(redis_url)
            stack.push_async_callback(listening.aclose)
            bus = Bus(listening)
            await bus.start()
            stack.push_async_callback(bus.stop)
            store = Store(
                logs,
                Running(redis),
                bus,
                Presence(redis, clock),
                Listing(redis, clock),
                People(redis),
                Shared(redis),
                Stock(redis),
                clock,
            )
            dailies = Dailies(logs, Days(redis), store.people, clock)
            return Hub(store, History(logs, Games(redis), clock), dailies, NOBODY_THINKS, House())

        yield make


@pytest.fixture
async def hub(make_hub: Callable[..., Awaitable[Hub]]) -> Hub:
    """One of them."""
    return await make_hub()
