"""Clients for the tests: they speak the real protocol over real sockets, and keep every byte they received."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgpack
from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from server.client import Refusal, Seat, frame, new_room, socket_url
from server.messages import PROTOCOL, outgoing

WAIT_S = 20.0
_MINUTE_S = 65.0
OUTGOING: TypeAdapter[outgoing.Outgoing] = TypeAdapter(outgoing.Outgoing)


class Peer:
    """One client. `heard` holds all messages, each of which was held against the protocol."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.token = token
        self.seat = Seat()
        self.received: list[bytes] = []
        self.heard: list[dict[str, Any]] = []
        self.close_code: int | None = None
        self._socket: ClientConnection | None = None
        self._news = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None

    async def connect(self, code: str | None = None, query: str = "", **options: Any) -> "Peer":
        """Open a socket, and the room if a code is given. `query`: what is said with the address."""
        options = {
            "subprotocols": [Subprotocol(PROTOCOL)],
            "additional_headers": {"authorization": f"Bearer {self.token}"},
        } | options
        self._socket = await connect(socket_url(self.url) + query, proxy=None, **options)
        self.close_code = None
        self._reader = asyncio.create_task(self._read(self._socket))
        if code is not None:
            await self.send_bytes(self.seat.hello(code))
            await self.until(lambda: self.seat.room is not None or bool(self.refusals("hello")))
        return self

    async def close(self) -> None:
        """Close the socket, as one who leaves the page."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def cut(self) -> None:
        """Drop the connection without a word."""
        assert self._socket is not None
        assert self._reader is not None
        self._socket.transport.abort()
        await self._reader

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for data in socket:
                assert isinstance(data, bytes)
                self.received.append(data)
                message = msgpack.unpackb(data)
                known = OUTGOING.validate_python(message)  # leaves out what the protocol does not know
                assert msgpack.unpackb(msgpack.packb(known)) == message
                self.seat.receive(data)
                self.heard.append(message)
                async with self._news:
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        finally:
            self.close_code = socket.close_code
            async with self._news:
                self._news.notify_all()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until the condition holds; it is looked at after each message."""
        async with asyncio.timeout(WAIT_S), self._news:
            await self._news.wait_for(lambda: bool(condition()))

    async def send(self, **message: Any) -> None:
        await self.send_bytes(frame(**message))

    async def send_bytes(self, data: bytes | str) -> None:
        assert self._socket is not None
        await self._socket.send(data)

    def refusals(self, re: str) -> list[str]:
        """The reasons of all refusals of one type of message so far."""
        return [m["reason"] for m in self.heard if m["t"] == "refused" and m["re"] == re]

    async def refusal(self, **message: Any) -> str:
        """Send a message that must be refused; returns the reason."""
        before = len(self.refusals(message["t"]))
        await self.send(**message)
        await self.until(lambda: len(self.refusals(message["t"])) > before)
        return self.refusals(message["t"])[-1]

    async def error(self) -> tuple[str, int | None]:
        """Wait for the connection to be closed by the server; returns the reason and the close code."""
        await self.until(lambda: self.close_code is not None)
        return next((m["reason"] for m in self.heard if m["t"] == "error"), ""), self.close_code

    async def started(self) -> None:
        """Wait for the own table."""
        await self.until(lambda: self.seat.table is not None)

    async def over(self) -> None:
        """Wait for the end of the race."""
        await self.until(lambda: self.seat.room is not None and self.seat.room["state"] == "over")

    async def play(self, move: str) -> None:
        """Play a move and wait for its answer."""
        await self.send_bytes(self.seat.play(move))
        await self.until(lambda: not self.seat.waiting)

    async def give_up(self) -> str | None:
        """Give up and wait for the answer: None, or the reason why not. Robots may at any time, others not at once."""
        before = len(self.refusals("give_up"))
        await self.send_bytes(self.seat.give_up())
        await self.until(lambda: not self.seat.waiting)
        return next(iter(self.refusals("give_up")[before:]), None)

    @property
    def table(self) -> outgoing.Table:
        assert self.seat.table is not None
        return self.seat.table

    @property
    def room(self) -> outgoing.Room:
        assert self.seat.room is not None
        return self.seat.room


async def _room(peer: Peer, wanted: dict[str, Any]) -> str:
    """A new room. One address makes so many in a minute; where tests make more, they wait for the next minute."""
    async with asyncio.timeout(_MINUTE_S):
        while True:
            try:
                return await asyncio.to_thread(new_room, peer.url, peer.token, **wanted)
            except Refusal as refusal:
                if str(refusal) != "too_many_requests":
                    raise
                await asyncio.sleep(1)


async def start_race(peers: list[Peer], *, robots: bool = True, **wanted: Any) -> str:
    """The first peer makes a room, all join and are ready, the race starts; returns the room's code.

    As robots they may give up at once and for good, so that the end need not be waited for.
    """
    wanted = ({} if "deal" in wanted else {"variant": "spider-1"}) | {"name": "Peer 1"} | wanted
    code = await _room(peers[0], wanted)
    for i, peer in enumerate(peers):
        await peer.connect(code)
        await peer.send(t="join", name=f"Peer {i + 1}", robot=robots)
    await peers[0].until(lambda: len(peers[0].room["members"]) == len(peers))
    for peer in peers:
        await peer.send(t="ready", ready=True)
    for peer in peers:
        await peer.started()
    return code
