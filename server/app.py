"""The composition root: the only place that makes the parts and puts them together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server import daily_pages, ghost_pages, links, logs, metrics, pages, people, replays
from server.certifier import Certifier
from server.dailies import Dailies
from server.drain import drain_on_sigterm
from server.garbage import Garbage
from server.history import History
from server.house import House
from server.hub import Hub, Store
from server.limits import Sockets
from server.page import policy
from server.settings import Settings
from server.socket import race_socket
from server.store.bus import Bus
from server.store.clock import Clock
from server.store.daily import Days
from server.store.games import Games
from server.store.listing import Listing
from server.store.log import Keep, Logs
from server.store.people import People
from server.store.presence import Presence
from server.store.redis import Unreachable, connect, connect_listener
from server.store.running import Running
from server.store.shared import Shared
from server.store.stock import Stock
from server.thinkers import Thinkers

NICE: Final = 5
"""How much the processes that think aside step back behind the servers."""
LAST: Final = 19
"""And the one that certifies deals, behind everything."""
_HEADERS: Final = {
    b"content-security-policy": policy().encode(),
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
}


def create_app() -> ASGIApp:
    """The application of one server process, with its settings from the environment."""
    settings = Settings.from_environment()
    logs.configure()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        calls, listening = connect(settings.redis), connect_listener(settings.redis)
        clock, shared = Clock(calls), Shared(calls)
        await clock.read()
        bus = Bus(listening)
        thinkers = Thinkers(settings.thinkers, NICE)
        keep = Keep(settings.keep_races, settings.keep_solo, settings.keep_daily)
        logs_of_rooms = Logs(calls, keep)
        history = History(logs_of_rooms, Games(calls), clock)
        store = Store(
            logs_of_rooms,
            Running(calls),
            bus,
            Presence(calls, clock),
            Listing(calls, clock),
            People(calls, keep),
            shared,
            Stock(calls),
            clock,
        )
        dailies = Dailies(logs_of_rooms, Days(calls), store.people, clock)
        hub = Hub(store, history, dailies, thinkers, House(settings.robot_pace))
        await bus.start()
        await hub.start()
        certifier = Certifier(store.stock, dailies.days, clock, lambda: Thinkers(1, LAST), settings.stock)
        await certifier.start()
        drain_on_sigterm(hub)
        garbage = Garbage()
        await garbage.start()
        yield {
            "hub": hub,
            "secret": await shared.secret(),
            "countdown_ms": settings.countdown_ms,
            "sockets": Sockets(settings.sockets),
            "garbage": garbage,
        }
        await garbage.stop()
        await certifier.stop()
        await hub.stop()
        await thinkers.stop()
        await bus.stop()
        await listening.aclose()
        await calls.aclose()
        metrics.end()

    application = Starlette(
        routes=[
            WebSocketRoute("/ws", race_socket),
            *people.routes(),
            *daily_pages.routes(),
            *links.routes(Path(settings.client)),
            *replays.routes(),
            *ghost_pages.routes(),
            *pages.routes(Path(settings.client)),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={
            HTTPException: pages.on_http_error,
            ClientDisconnect: pages.on_unreachable,
            **dict.fromkeys(Unreachable, pages.on_unreachable),
            Exception: pages.on_fault,
        },
        lifespan=lifespan,
    )
    return _Headers(application)


class _Headers:
    """Adds to each answer what a browser must not do with it, where the answer has not said so itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = {name for name, _ in message["headers"]}
                message["headers"] += [header for header in _HEADERS.items() if header[0] not in told]
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)
