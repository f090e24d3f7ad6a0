"""What the server's own robots do to the answers that people wait for: `make bench-house`.

A server of its own, one racer who moves at a steady pace, and rooms full of strong robots, more than can think at once.
The robots race only while somebody is in their room: quiet and busy times alternate, so that both are measured on the
same machine, whatever else it does. The numbers are for people: nothing fails by them.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from functools import partial
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from server.client import Seat, frame, new_player, new_room, socket_url
from server.lobby import ROBOTS
from server.messages import PROTOCOL

PACE_S: Final = 0.05
"""Between two moves of the racer."""
VARIANT: Final = "spider-2"
ROBOTS_PLAY: Final = "spider-4"
SETTLE_S: Final = 1.0
"""Left out after each change."""
PATIENCE_S: Final = 30.0


class Client:
    """One player with a connection."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.token = token
        self.seat = Seat()

    @contextlib.asynccontextmanager
    async def open(self, code: str) -> AsyncIterator[ClientConnection]:
        """Be in a room."""
        async with connect(
            socket_url(self.url),
            subprotocols=[Subprotocol(PROTOCOL)],
            additional_headers={"authorization": f"Bearer {self.token}"},
            proxy=None,
            compression=None,
        ) as socket:
            await socket.send(self.seat.hello(code))
            await self.until(socket, lambda: self.seat.room is not None)
            yield socket

    async def until(self, socket: ClientConnection, condition: Any) -> None:
        """Read until the condition holds."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                data = await socket.recv()
                if isinstance(data, bytes):
                    self.seat.receive(data)

    async def start(self, socket: ClientConnection) -> None:
        """Be ready, as the last one, and wait for the table."""
        await socket.send(frame(t="ready", ready=True))
        await self.until(socket, lambda: self.seat.table is not None)


@contextlib.contextmanager
def server() -> Iterator[str]:
    """A server with nothing else to do; gives its address."""
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-m", "server", "serve", "--port", "0", "--data", data],
            env=os.environ | {"CORRIDA_STOCK": "0", "CORRIDA_COUNTDOWN_MS": "0"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            ready = process.stdout.readline() if process.stdout is not None else ""
            found = re.search(r"http://\S+", ready)
            if found is None:
                raise RuntimeError("the server did not start")
            yield found[0]
        finally:
            process.terminate()
            process.wait()


async def measure(url: str, rooms: int, rounds: int, seconds: float) -> dict[str, list[float]]:
    """The times in ms from a wish sent to its answer received, without and with robots."""
    racer, *hosts = [Client(url, await asyncio.to_thread(new_player, url)) for _ in range(rooms + 1)]
    wanted: dict[str, Any] = {"name": "Bench", "robot": True, "racers": 16}
    robots = wanted | {"variant": ROBOTS_PLAY, "robots": ["hard"] * len(ROBOTS)}
    codes = [await asyncio.to_thread(partial(new_room, url, host.token, **robots)) for host in hosts]
    alone = wanted | {"variant": VARIANT, "robots": ["easy"]}
    own = await asyncio.to_thread(partial(new_room, url, racer.token, **alone))
    for host, code in zip(hosts, codes, strict=True):
        async with host.open(code) as socket:
            await host.start(socket)
    times: dict[str, list[float]] = {"quiet": [], "busy": []}
    async with racer.open(own) as socket:
        await racer.start(socket)
        for _ in range(rounds):
            await play(racer, socket, SETTLE_S)
            times["quiet"] += await play(racer, socket, seconds)
            async with contextlib.AsyncExitStack() as there:
                watching = [
                    asyncio.create_task(follow(host, await there.enter_async_context(host.open(code))))
                    for host, code in zip(hosts, codes, strict=True)
                ]
                await play(racer, socket, SETTLE_S)
                times["busy"] += await play(racer, socket, seconds)
                for task in watching:
                    task.cancel()
        print(f"{robot_moves(hosts)} moves by {len(ROBOTS) * rooms} robots")
    return times


async def follow(host: Client, socket: ClientConnection) -> None:
    """Take in what comes."""
    async for data in socket:
        if isinstance(data, bytes):
            host.seat.receive(data)


def robot_moves(hosts: list[Client]) -> int:
    """How many moves the robots have made, as their hosts know it."""
    told = [host.seat.progress["racers"] if host.seat.progress is not None else [] for host in hosts]
    return sum(racer["moves"] for racers in told for racer in racers)


async def play(racer: Client, socket: ClientConnection, seconds: float) -> list[float]:
    """Make moves at a steady pace for so long; returns how long each answer took, in ms."""
    times: list[float] = []
    end = perf_counter() + seconds
    while perf_counter() < end:
        await asyncio.sleep(PACE_S)
        table = racer.seat.table
        if table is None:
            raise RuntimeError("no table")
        move = random.choice([*table.get("legal", []), "U"] if table["counters"]["moves"] else table.get("legal", []))
        begun = perf_counter()
        await socket.send(racer.seat.play(move))
        await racer.until(socket, lambda: not racer.seat.waiting)
        times.append((perf_counter() - begun) * 1000)
    return times


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=2, help="rooms with 15 strong robots each")
    parser.add_argument("--rounds", type=int, default=5, help="quiet and busy times")
    parser.add_argument("--seconds", type=float, default=6.0, help="of each")
    arguments = parser.parse_args()
    with server() as url:
        times = asyncio.run(measure(url, arguments.rooms, arguments.rounds, arguments.seconds))
    print(f"{'':<8}{'answers':>9}{'median, ms':>12}{'p99, ms':>10}{'worst, ms':>11}")
    told = {name: (median(all_), quantiles(all_, n=100)[98], max(all_)) for name, all_ in times.items()}
    for name, numbers in told.items():
        print(
            f"{name:<8}{len(times[name]):>9}"
            + "".join(f"{n:>{w}.1f}" for n, w in zip(numbers, (12, 10, 11), strict=True))
        )
    ratios = [busy / quiet for busy, quiet in zip(told["busy"], told["quiet"], strict=True)]
    print(f"{'ratio':<17}" + "".join(f"{n:>{w}.1f}" for n, w in zip(ratios, (12, 10, 11), strict=True)))


if __name__ == "__main__":
    main()
