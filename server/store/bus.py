"""The news: Redis pub/sub. Only a hint that something happened: it can lose messages, and says nothing when it does.

So each confirmed subscription (redis-py subscribes again by itself after a broken connection) is told to the
listener as a reason to read the log, and whoever listens also looks at the log's end from time to time.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

import structlog
from redis.asyncio import Redis

from server.events import Entry, unpack
from server.messages import Sign
from server.store import keys
from server.store.redis import Unreachable, end
from server.store.shared import Shared

CONFIRM_WITHIN_S: Final = 5.0
_PAUSE_S: Final = 0.5

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class News:
    """An event was appended to a log of a room."""

    log: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Arrived:
    """A player's connection came; its number is the highest so far."""

    player: str
    number: int


@dataclass(frozen=True, slots=True)
class Departed:
    """A player's connection went."""

    player: str
    number: int


@dataclass(frozen=True, slots=True)
class Reacted:
    """A member shows a sign."""

    player: str
    sign: Sign


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Fewer may look on at a game alone than before: who does is to be asked again."""


@dataclass(frozen=True, slots=True)
class Resubscribed:
    """News may have been missed: read the log."""


Hint = News | Arrived | Departed | Reacted | Withdrawn | Resubscribed


Listener = Callable[[Hint], object]
"""Gets the hints of one room, in order; must not block."""


class Bus:
    """One pub/sub connection for all rooms that are open on this server."""

    def __init__(self, redis: Redis) -> None:
        self._pubsub = redis.pubsub()
        self._listeners: dict[str, Listener] = {}
        self._confirmations: dict[str, asyncio.Future[None]] = {}
        self._echoes: dict[bytes, asyncio.Future[None]] = {}
        self._reader: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen; the channel of all servers comes first, so that there is always one."""
        await self._pubsub.subscribe(keys.NODE_CHANNEL)
        self._reader = asyncio.create_task(self._read(), name="bus")

    async def stop(self) -> None:
        """Stop listening."""
        if self._reader is not None:
            await end([self._reader])
        with contextlib.suppress(*Unreachable):
            await self._pubsub.aclose()  # type: ignore[no-untyped-call]  # redis-py has no type for it

    async def subscribe(self, code: str, listener: Listener) -> None:
        """Give `listener` the hints of a room from now on; TimeoutError if Redis does not confirm it in time."""
        channel = keys.channel(code)
        self._listeners[channel] = listener
        confirmed = self._confirmations[channel] = asyncio.get_running_loop().create_future()
        try:
            await self._pubsub.subscribe(channel)
            await asyncio.wait_for(confirmed, CONFIRM_WITHIN_S)
        except BaseException:
            await self.unsubscribe(code)
            raise
        finally:
            self._confirmations.pop(channel, None)

    def listen(self, code: str, listener: Listener) -> None:
        """Give the hints of a room that is subscribed to another listener from now on."""
        self._listeners[keys.channel(code)] = listener

    async def unsubscribe(self, code: str) -> None:
        """Stop giving hints of a room."""
        channel = keys.channel(code)
        self._listeners.pop(channel, None)
        with contextlib.suppress(*Unreachable):
            await self._pubsub.unsubscribe(channel)

    async def echo(self, shared: Shared) -> None:
        """Return when a word that `shared` publishes has been heard; waits for as long as it is not."""
        word = secrets.token_bytes(8)
        heard = self._echoes[word] = asyncio.get_running_loop().create_future()
        try:
            await shared.echo(word)
            await heard
        finally:
            del self._echoes[word]

    async def _read(self) -> None:
        while True:
            try:
                message = await self._pubsub.get_message(timeout=_PAUSE_S)
                if message is not None:
                    self._take(message)
            except Unreachable as error:
                log.warning("bus_lost", error=type(error).__name__)
                await asyncio.sleep(_PAUSE_S)
            except Exception:  # whatever befalls one room, the others must go on hearing
                log.exception("hint_failed")

    def _take(self, message: dict[str, Any]) -> None:
        channel = message["channel"].decode()
        match message["type"]:
            case "subscribe":
                confirmed = self._confirmations.get(channel)
                if confirmed is not None and not confirmed.done():
                    confirmed.set_result(None)
                elif channel in self._listeners:
                    self._listeners[channel](Resubscribed())
            case "message" if channel == keys.NODE_CHANNEL:
                echo = self._echoes.get(message["data"])
                if echo is not None and not echo.done():
                    echo.set_result(None)
            case "message" if channel in self._listeners:
                self._listeners[channel](_hint(message["data"]))


def _hint(data: bytes) -> Hint:
    """Read what `append.lua`, `arrive.lua` and `Presence` publish."""
    kind, _, rest = data.partition(b" ")
    if kind == b"entry":
        log_name, version, at, event = rest.split(b" ", 3)
        return News(log_name.decode(), Entry(int(version), int(at), unpack(event)))
    if kind == b"withdrawn":
        return Withdrawn()
    player, number = rest.decode().split(" ")
    if kind == b"reacted":
        return Reacted(player, cast("Sign", number))
    return Arrived(player, int(number)) if kind == b"arrived" else Departed(player, int(number))
