"""The websocket endpoint: the only place that reads from or writes to a socket."""

import asyncio
import contextlib
from typing import Final

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from server import metrics
from server.closes import CLOSE_CODES
from server.connection import Connection
from server.garbage import Garbage
from server.hub import Hub
from server.limits import Credits, Sockets
from server.messages import PROTOCOL
from server.messages import outgoing as out
from server.outbox import Outbox
from server.pipe import PIPE, Pipe
from server.reasons import Reason
from server.store.redis import Unreachable
from server.tokens import address_of, player_of, same_origin
from server.wire import encode

SEND_WITHIN_S: Final = 10.0
"""A frame that the client's side has not taken by then means that it does not read."""

ANSWER_WITHIN_S: Final = 10.0
"""What is not answered by then is answered with "come back", for nobody should have to guess. What was done is kept."""

log = structlog.get_logger()


async def race_socket(websocket: WebSocket) -> None:
    """Serve one client until either side closes."""
    hub: Hub = websocket.state.hub
    offered = PROTOCOL in websocket.scope.get("subprotocols", [])
    await websocket.accept(subprotocol=PROTOCOL if offered else None)
    outbox = Outbox()
    player = player_of(websocket, websocket.state.secret)
    if not offered:
        outbox.close(Reason.BAD_PROTOCOL)
    elif not same_origin(websocket):
        outbox.close(Reason.FOREIGN_ORIGIN)
    elif isinstance(player, Reason):
        outbox.close(player)
    elif hub.draining:
        outbox.close(Reason.GOING_AWAY)
    sockets: Sockets = websocket.state.sockets
    garbage: Garbage = websocket.state.garbage
    address = address_of(websocket)
    if outbox.closing is None and not sockets.take(address):
        outbox.close(Reason.TOO_MANY_SOCKETS)
    if isinstance(player, Reason) or outbox.closing is not None:
        await _write(websocket, outbox)
        return
    try:
        with garbage.connection():
            await _serve(websocket, Connection(hub, player, address, outbox), outbox)
    finally:
        sockets.give_back(address)


async def _serve(websocket: WebSocket, connection: Connection, outbox: Outbox) -> None:
    with metrics.CONNECTIONS.track_inprogress():
        reader = asyncio.create_task(_read(websocket, connection, outbox))
        writer = asyncio.create_task(_write(websocket, outbox))
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            with contextlib.suppress(*Unreachable):  # presence forgets by itself
                await connection.leave()


def _said(websocket: WebSocket) -> bytes | None:
    """The hello that came with the address, as the frame that it stands for."""
    said = websocket.query_params
    if "code" not in said:
        return None
    watch = [player for player in said.get("watch", "").split(",") if player]
    return encode({"t": "hello", "code": said["code"], "watch": watch})


async def _read(websocket: WebSocket, connection: Connection, outbox: Outbox) -> None:
    """Read until the client is gone. After a fault nothing more is read, and the writer has the last word."""
    credits_left, loop = Credits(), asyncio.get_running_loop()
    heard_at = loop.time()
    if (hello := _said(websocket)) is not None:
        await _answer(connection, outbox, hello)
    while outbox.closing is None:
        try:
            async with asyncio.timeout_at(heard_at + connection.session.patience_s):
                message = await websocket.receive()
        except TimeoutError:
            outbox.close(Reason.IDLE)
            break
        if message["type"] == "websocket.disconnect":
            return
        await asyncio.sleep(credits_left.spend(loop.time()))
        await _answer(connection, outbox, message.get("bytes"))
        if connection.session.counts_as_heard:
            heard_at = loop.time()
    await asyncio.Event().wait()


async def _answer(connection: Connection, outbox: Outbox, frame: bytes | None) -> None:
    """Have one frame acted on, in time; what goes wrong with it ends the connection."""
    try:
        async with asyncio.timeout(ANSWER_WITHIN_S):
            await connection.receive(frame)
    except Unreachable as error:
        log.warning("store_unreachable", error=type(error).__name__)
        outbox.close(Reason.TROUBLE)
    except Exception:
        log.exception("connection_failed")
        outbox.close(Reason.TROUBLE)


async def _write(websocket: WebSocket, outbox: Outbox) -> None:
    """Write until the outbox is closed; a client that is gone ends it too."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        protocol = websocket.scope.get("extensions", {}).get(PIPE)
        await (_await(websocket, outbox) if protocol is None else _pipe(Pipe(protocol, outbox, SEND_WITHIN_S), outbox))
        assert outbox.closing is not None  # noqa: S101 - until then it was written
        reason = outbox.closing
        metrics.CLOSES.labels(reason.value).inc()
        async with asyncio.timeout(1):
            if websocket.application_state is WebSocketState.CONNECTED:
                await websocket.send_bytes(encode(out.Error(t="error", reason=reason.value)))
                await websocket.close(CLOSE_CODES[reason], reason.value)


async def _pipe(pipe: Pipe, outbox: Outbox) -> None:
    """Let the pipe write until the outbox is closed, and then what was put in before that."""
    try:
        await outbox.closed.wait()
        pipe.flush()
    finally:
        pipe.close()


async def _await(websocket: WebSocket, outbox: Outbox) -> None:
    """The same for any server: frame by frame."""
    while outbox.closing is None:
        for frame in await outbox.take():
            async with asyncio.timeout(SEND_WITHIN_S):
                await websocket.send_bytes(frame)
