"""What a link to a daily, or to a run to be beaten, shows before it is opened: title and picture, which chats fetch."""

import asyncio
import hashlib
import html
from collections.abc import Mapping, Sequence
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from types import MappingProxyType
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from engine.games import VARIANTS
from server import daily
from server.answers import plain_number, race_number, refusal
from server.dailies import Dailies, Now
from server.daily_pages import date_of
from server.events import Ghost as Called
from server.ghosts import shown
from server.hub import Hub
from server.limits import DAILY_PER_MINUTE, REPLAYS_PER_MINUTE
from server.messages.ghosts import Ghost
from server.page import page
from server.preview import HEIGHT, WIDTH, Facts, draw, title
from server.reasons import Reason
from server.store.daily import Day
from server.tokens import address_of

_KEEP_S: Final = 300
"""How long a picture of a day that is on may be shown: its medals change."""
_KEPT: Final = 64
"""Pictures that a server keeps in mind: 15 MB at most."""
_picture = lru_cache(_KEPT)(draw)


def routes(client: Path) -> Sequence[BaseRoute]:
    """The addresses of all this. `client`: the folder of the built client."""
    at_once = asyncio.Semaphore(1)  # a picture takes a tenth of a second of one core

    async def the_page(request: Request) -> Response:
        hub: Hub = request.state.hub
        if plain_number(request.path_params["number"]) is None:
            return page(client, request, HTTPStatus.NOT_FOUND)
        facts = await _facts(request, hub.dailies, await hub.dailies.now())
        return page(client, request, head="" if facts is None else _head(request, facts))

    async def preview(request: Request) -> Response:
        hub: Hub = request.state.hub
        if await hub.count("daily", address_of(request)) > DAILY_PER_MINUTE:
            return refusal(Reason.TOO_MANY_REQUESTS)
        now = await hub.dailies.now()
        facts = await _facts(request, hub.dailies, now)
        if facts is None:
            return refusal(Reason.NO_DAILY)
        async with at_once:
            data = await asyncio.to_thread(_picture, facts)
        keep_s = _KEEP_S if not now.closed(facts.number) else daily.DAY_MS // 1000
        tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
        headers = {"cache-control": f"public, max-age={keep_s}", "etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type="image/png", headers=headers)

    async def challenge(request: Request) -> Response:
        hub: Hub = request.state.hub
        number, address = race_number(request), address_of(request)
        if isinstance(number, Reason):
            return page(client, request)
        called = Called(request.path_params["code"], number, request.path_params["player"])
        if await hub.count("replays", address) > REPLAYS_PER_MINUTE:
            return page(client, request)
        run = await shown(hub, called, "", "", address)
        return page(client, request, head="" if isinstance(run, Reason) else _challenge(request, run))

    return [
        Route("/beat/{code}/{number}/{player}", challenge),
        Route("/daily/{variant}/{number}", the_page),
        Route("/daily/{variant}/{number}/preview.png", preview),
    ]


async def _facts(request: Request, dailies: Dailies, now: Now) -> Facts | None:
    """What may be told of the day that an address names; None if there is none, or not yet."""
    variant, number = VARIANTS.get(request.path_params["variant"]), plain_number(request.path_params["number"])
    if variant is None or number is None or not 1 <= number <= now.number:
        return None
    day = Day(variant.id, number)
    if not (await dailies.days.dealt([variant.id], [number]))[variant.id][0]:
        return None
    field = await dailies.days.field(day)
    gold, silver = await dailies.days.medals(day, daily.quartiles(field.finished)[:2])
    medals = (gold, silver - gold, field.finished - silver)
    return Facts(variant, number, date_of(number, now.first), medals, field.players)


def _head(request: Request, facts: Facts) -> str:
    """The part of the page that tells what is to be seen here, in no language."""
    name = f"{title(facts.variant)} #{facts.number} · Corrida"
    url = _address(request)
    picture = {
        "og:image": f"{url}/preview.png",
        "og:image:type": "image/png",
        "og:image:width": WIDTH,
        "og:image:height": HEIGHT,
        "og:image:alt": f"{name} · {facts.date}",
    }
    return _tags(url, name, facts.date, picture) + '<meta name="twitter:card" content="summary_large_image" />'


def _challenge(request: Request, run: Ghost) -> str:
    """The same of a run that is to be beaten: which game, in what time, and whose it was."""
    seconds = run["time_ms"] // 1000
    name = f"{title(VARIANTS[run['variant']])} · {seconds // 60}:{seconds % 60:02} · Corrida"
    return _tags(_address(request), name, run["name"] or "Corrida")


def _address(request: Request) -> str:
    return str(request.url.replace(query="", fragment=""))


def _tags(url: str, name: str, description: str, more: Mapping[str, object] = MappingProxyType({})) -> str:
    said: dict[str, object] = {
        "og:type": "website",
        "og:site_name": "Corrida",
        "og:title": name,
        "og:description": description,
        "og:url": url,
        **more,
    }
    tags = [f'<meta property="{key}" content="{html.escape(str(value))}" />' for key, value in said.items()]
    return "".join(tags)
