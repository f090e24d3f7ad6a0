"""The socket's end of a connection, with a transport that misbehaves on purpose."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgpack
import pytest
from starlette.websockets import WebSocket

from server import socket
from server.outbox import LIMIT, Outbox
from server.reasons import Reason

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


async def accepted(send: Send) -> WebSocket:
    async def receive() -> MutableMapping[str, Any]:
        return {"type": "websocket.connect"}

    websocket = WebSocket({"type": "websocket", "headers": []}, receive, send)
    await websocket.accept()
    return websocket


async def test_a_client_that_takes_nothing_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "SEND_WITHIN_S", 0.01)
    sent = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message["type"])
        if message["type"] == "websocket.send":
            await asyncio.Event().wait()

    outbox = Outbox()
    for _ in range(LIMIT + 1):
        outbox.put(b"x")
    assert outbox.closing is Reason.SLOW
    outbox = Outbox()
    outbox.put(b"x")
    async with asyncio.timeout(5):
        await socket._write(await accepted(send), outbox)
    assert sent == ["websocket.accept", "websocket.send"]


async def test_a_slow_client_is_told_to_come_back() -> None:
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    outbox = Outbox()
    for _ in range(LIMIT + 1):
        outbox.put(b"x")
    async with asyncio.timeout(5):
        await socket._write(await accepted(send), outbox)
    assert msgpack.unpackb(sent[1]["bytes"]) == {"t": "error", "reason": "slow"}
    assert (sent[2]["type"], sent[2]["code"]) == ("websocket.close", 4001)
