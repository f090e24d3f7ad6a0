"""Thousands who watch one racer on one server process: `make bench-crowd`, or `python -m loadtests.crowd`.

Opens real sockets, from two processes, which raise their limit of open files to what the system allows (each socket is
a file at either end). First the racer plays with nobody watching, then with everybody. Told in the end: what an update
costs the server for each who gets it, how long it takes from the racer's hand to each of them, what a socket costs, and
what the racer feels of it. Fails if anybody misses a move, or if a move was encoded more than once for all who watch.
The times hold for a machine that also runs those who watch.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import os
import re
import resource
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from server.client import Seat, frame, new_room, socket_url
from server.messages import PROTOCOL
from server.players import ID_BYTES, new_player, sign
from server.redis_embedded import embedded_redis
from server.store.redis import connect as connect_redis
from server.store.shared import Shared

PROCESSES: Final = 2
AT_ONCE: Final = 10
"""Sockets that one process opens at a time: who opens rooms faster than that is taken to guess codes."""
PACE_S: Final = 0.5
"""A move of the racer's every so often: a quick hand."""
PING_S: Final = 15.0
"""As often as the page asks whether the server is there."""
PATIENCE_S: Final = 120.0
OPENED_WITHIN_S: Final = 600.0
"""All sockets: a machine that has other things to do takes its time."""
_CLOSE: Final = 8
_PING: Final = 9
_PONG: Final = 10


# ---- those who watch: a process of its own


class Watcher(asyncio.Protocol):
    """One who watches: as little of a client as can be, for thousands of them must not be slower than the server."""

    def __init__(self, address: str, token: str, hello: bytes, watch: bytes, seen: dict[int, list[float]]) -> None:
        self._request = (
            f"GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {PROTOCOL}\r\nAuthorization: Bearer {token}\r\n\r\n"
        ).encode()
        self._first = _masked(2, hello) + _masked(2, watch)
        self._seen = seen
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.version: int | None = None
        self.missed = 0
        self.frames = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a websocket."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - a TCP connection is one
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, _: Exception | None) -> None:
        """Whoever is cut off misses all that comes."""
        self.missed += 1
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("cut off"))

    def data_received(self, data: bytes) -> None:
        """Take in whatever has come."""
        now = time.monotonic()
        buffer = self._buffer + data if self._buffer else data
        at = 0
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            self._open, at = True, end + 4
            self.say(self._first)
        while (taken := _frame(buffer, at)) is not None:
            code, body, at = taken
            self._take(code, body, now)
        self._buffer = buffer[at:]

    def _take(self, code: int, body: bytes, now: float) -> None:
        self.frames += 1
        if code == _PING:
            self.say(_masked(_PONG, body))
        elif body[1:9] == b"\xa1t\xa5moved":
            version = msgpack.unpackb(body)["v"]
            if self.version is not None and version > self.version:
                self.missed += version != self.version + 1
                self.version = version
                self._seen.setdefault(version, []).append(now)
        elif body[1:9] == b"\xa1t\xa5table":
            self.version = msgpack.unpackb(body)["v"]
            if not self.ready.done():
                self.ready.set_result(None)

    def say(self, data: bytes) -> None:
        """Write, if there is still somebody to read it."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)


def _masked(code: int, body: bytes) -> bytes:
    """A client's frame; the mask is four zeros, which changes nothing."""
    if len(body) > 125:
        raise ValueError("longer than what is said here")
    return bytes((0x80 | code, 0x80 | len(body), 0, 0, 0, 0)) + body


def _frame(data: bytes, at: int) -> tuple[int, bytes, int] | None:
    """The server's frame that begins there: its code, what it holds, and where it ends; None if it is not all there."""
    if len(data) < at + 2:
        return None
    code, size, at = data[at] & 15, data[at + 1], at + 2
    wide = {126: 2, 127: 8}.get(size, 0)
    if len(data) < at + wide:
        return None
    if wide:
        size, at = int.from_bytes(data[at : at + wide]), at + wide
    return (code, data[at : at + size], at + size) if len(data) >= at + size else None


async def watch(url: str, code: str, racer: str, tokens: list[str]) -> None:
    """Open all sockets, say so, and tell what was seen once it is asked for: the times of the moves come on stdin."""
    address = urlsplit(url).netloc
    host, _, port = address.partition(":")
    loop = asyncio.get_running_loop()
    seen: dict[int, list[float]] = {}
    hello, watching = Seat().hello(code), frame(t="watch", players=[racer])
    gate, watchers = asyncio.Semaphore(AT_ONCE), list[Watcher]()

    async def open_one(token: str) -> None:
        async with gate:
            _, watcher = await loop.create_connection(
                lambda: Watcher(address, token, hello, watching, seen), host, int(port)
            )
            watchers.append(watcher)
            await watcher.ready

    pings = asyncio.create_task(_ping(watchers))
    async with asyncio.timeout(OPENED_WITHIN_S):
        await asyncio.gather(*(open_one(token) for token in tokens))
    print("watching", flush=True)
    sent: dict[str, float] = json.loads(await asyncio.to_thread(sys.stdin.readline))
    pings.cancel()
    last = max(map(int, sent))
    delays = [at - sent[str(version)] for version, times in seen.items() if str(version) in sent for at in times]
    print(
        json.dumps(
            {
                "delays": delays,
                "missed": sum(one.missed + (one.version != last) for one in watchers),
                "frames": sum(one.frames for one in watchers),
            }
        )
    )


async def _ping(watchers: list[Watcher]) -> None:
    message = _masked(2, frame(t="ping", c=1))
    while True:
        among = list(watchers)
        for watcher in among:
            watcher.say(message)
            await asyncio.sleep(PING_S / len(among))
        if not among:
            await asyncio.sleep(1)


# ---- the server, and the racer


class Server:
    """A server process, and what it has used."""

    def __init__(self, redis: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "server", "serve", "--port", "0", "--redis", redis],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "CORRIDA_COUNTDOWN_MS": "0", "CORRIDA_STOCK": "0"},
        )
        ready = self._process.stdout.readline() if self._process.stdout is not None else ""
        found = re.search(r"http://\S+", ready)
        if found is None:
            raise RuntimeError("the server did not start")
        self.url = found[0]

    def cpu_s(self) -> float:
        """Seconds of CPU that it has used."""
        ticks = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")

    def memory_kib(self) -> int:
        """What it has in memory, its share of what it shares included."""
        text = Path(f"/proc/{self._process.pid}/smaps_rollup").read_text(encoding="ascii")
        return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))

    def count(self, name: str) -> float:
        """A number that it counts."""
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=10) as answer:  # noqa: S310 - our own server
            lines = answer.read().decode().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()


class Racer:
    """One who plays whatever is legal, at a steady pace."""

    def __init__(self, socket: ClientConnection) -> None:
        self.seat = Seat()
        self._socket = socket

    async def until(self, condition: Any) -> None:
        """Read until the condition holds."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                data = await self._socket.recv()
                if isinstance(data, bytes):
                    self.seat.receive(data)

    async def say(self, data: bytes) -> None:
        """Send a frame."""
        await self._socket.send(data)

    async def play(self, moves: int) -> tuple[dict[int, float], list[float]]:
        """Play so many moves; when each was sent, by its version, and how long each answer took."""
        sent: dict[int, float] = {}
        answers: list[float] = []
        for i in range(moves):
            table = self.seat.table
            if table is None:
                raise RuntimeError("no table")
            # There and back again, so that the moves never run out.
            move = "U" if i % 2 and table["counters"]["moves"] else table["legal"][i % len(table["legal"])]
            begun = time.monotonic()
            sent[table["v"] + 1] = begun
            await self.say(self.seat.play(move))
            await self.until(lambda: not self.seat.waiting)
            answers.append(time.monotonic() - begun)
            await self.rest(begun + PACE_S)
        return sent, answers

    async def rest(self, until: float) -> None:
        """Take in what comes until then."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                while True:
                    data = await self._socket.recv()
                    if isinstance(data, bytes):
                        self.seat.receive(data)

    async def stay(self) -> None:
        """Take in what comes, and say now and then that one is still there."""
        while True:
            await self.say(frame(t="ping", c=1))
            await self.rest(time.monotonic() + PING_S)


@contextlib.asynccontextmanager
async def racing(url: str, code: str, token: str, name: str) -> Any:
    """A racer with a seat in the room."""
    headers = {"authorization": f"Bearer {token}"}
    async with connect(
        socket_url(url), proxy=None, compression=None, subprotocols=[Subprotocol(PROTOCOL)], additional_headers=headers
    ) as socket:
        racer = Racer(socket)
        await racer.say(racer.seat.hello(code))
        await racer.until(lambda: racer.seat.room is not None)
        await racer.say(frame(t="join", name=name, robot=True))
        await racer.until(lambda: racer.seat.player in {m["id"] for m in racer.seat.room["members"]})  # type: ignore[index]
        yield racer


async def measure(viewers: int, moves: int) -> int:
    """Do it all; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder, embedded_redis(Path(folder) / "data") as redis:
        client = connect_redis(redis)
        secret = await Shared(client).secret()
        await client.aclose()
        server = Server(redis)
        try:
            return await _measure(server, secret, viewers, moves)
        finally:
            server.stop()


async def _measure(server: Server, secret: bytes, viewers: int, moves: int) -> int:
    ana, bob = _token(secret), _token(secret)
    code = await asyncio.to_thread(new_room, server.url, ana, name="Ana", variant="spider-1", racers=2, robot=True)
    async with racing(server.url, code, ana, "Ana") as racer, racing(server.url, code, bob, "Bob") as other:
        reading = asyncio.create_task(other.stay())
        await racer.say(frame(t="start"))
        await racer.until(lambda: racer.seat.table is not None)
        _, alone = await racer.play(moves)
        before_kib = server.memory_kib()
        tokens = [_token(secret) for _ in range(viewers)]
        begun = time.monotonic()
        crowd = [
            await _start_watching(server.url, code, racer.seat.player, tokens[i::PROCESSES]) for i in range(PROCESSES)
        ]
        waiting = asyncio.gather(*(one.stdout.readline() for one in crowd if one.stdout is not None))
        staying = asyncio.create_task(racer.stay())
        await waiting
        staying.cancel()
        await asyncio.wait([staying])
        if any(line != b"watching\n" for line in waiting.result()):
            print("not all could open their sockets")
            return 1
        opened_s = time.monotonic() - begun
        await racer.rest(time.monotonic() + 5)  # let all that is due be told
        after_kib = server.memory_kib()
        made, told = server.count("corrida_updates_total"), server.count("corrida_updates_sent_total")
        cpu, begun = server.cpu_s(), time.monotonic()
        sent, watched = await racer.play(moves)
        await racer.rest(time.monotonic() + 2)  # the last one too
        cpu, seconds = server.cpu_s() - cpu, time.monotonic() - begun
        made, told = server.count("corrida_updates_total") - made, server.count("corrida_updates_sent_total") - told
        results = await asyncio.gather(*(_results(one, sent) for one in crowd))
        reading.cancel()
    delays = sorted(delay for result in results for delay in result["delays"])
    missed = sum(result["missed"] for result in results)
    print(f"{viewers} sockets from {PROCESSES} processes, opened in {opened_s:.1f} s; load {os.getloadavg()[0]:.1f}")
    print(f"memory: {(after_kib - before_kib) / viewers:.1f} KiB a socket")
    print(
        f"{moves} moves in {seconds:.1f} s, {told - moves:.0f} updates delivered; "
        f"server CPU {100 * cpu / seconds:.0f} %"
    )
    print(f"CPU per delivered update, everything counted: {1e6 * cpu / max(1, told):.1f} µs")
    print(f"encoded per move: {made / moves:.2f} (one for the racer, one for all who watch)")
    print(
        f"from the racer's hand to the watcher: p50 {_ms(delays, 0.5)}, p99 {_ms(delays, 0.99)}, most {_ms(delays, 1)}"
    )
    print(f"the racer's answer: alone p50 {_ms(alone, 0.5)} p99 {_ms(alone, 0.99)}; ", end="")
    print(f"watched p50 {_ms(watched, 0.5)} p99 {_ms(watched, 0.99)}")
    print(f"missed: {missed}")
    return int(missed > 0 or made != 2 * moves or told != moves * (viewers + 1))


def _token(secret: bytes) -> str:
    return sign(new_player(secrets.token_bytes(ID_BYTES)), secret)


async def _start_watching(url: str, code: str, racer: str, tokens: list[str]) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "loadtests.crowd", "--watch", url, code, racer),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        limit=1 << 28,
    )
    if process.stdin is not None:
        process.stdin.write(json.dumps(tokens).encode() + b"\n")
    return process


async def _results(process: asyncio.subprocess.Process, sent: dict[int, float]) -> Any:
    out, _ = await process.communicate(json.dumps(sent).encode() + b"\n")
    return json.loads(out)


def _ms(seconds: list[float], share: float) -> str:
    return f"{1000 * sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))]:.1f} ms" if seconds else "-"


def main() -> int:
    """Watch, or measure; returns the exit code."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=5000, help="how many watch (default: %(default)s)")
    parser.add_argument("--moves", type=int, default=60, help="how many moves are watched (default: %(default)s)")
    parser.add_argument("--watch", nargs=3, metavar=("URL", "CODE", "RACER"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.watch:
        url, code, racer = arguments.watch
        asyncio.run(watch(url, code, racer, json.loads(sys.stdin.readline())))
        return 0
    return asyncio.run(measure(arguments.viewers, arguments.moves))


if __name__ == "__main__":
    sys.exit(main())
