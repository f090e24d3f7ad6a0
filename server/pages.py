"""What is asked over HTTP: the client's files, players, rooms, health, metrics. Errors are a reason, never a trace."""

import asyncio
import secrets
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Final

import structlog
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from engine.games import VARIANTS
from engine.reasons import Reason as RuleReason
from server import metrics
from server.alone import SOLO_SETTINGS
from server.answers import asker, body, race_number, refusal
from server.events import Created, Deal, Joined
from server.ghosts import call
from server.hub import Hub
from server.limits import LISTS_PER_MINUTE, ROOMS_PER_MINUTE
from server.lobby import new_robot, settings_of
from server.messages.requests import RoomRequest
from server.page import page
from server.players import ID_BYTES, clean_name, new_player, sign
from server.reasons import Reason
from server.store.redis import Unreachable
from server.tokens import address_of, player_of, remember, same_origin

log = structlog.get_logger()

_YEAR_S: Final = 365 * 24 * 3600


def routes(client: Path) -> Sequence[BaseRoute]:
    """All addresses but the websocket's. `client`: the folder of the built client."""

    async def the_page(request: Request) -> Response:
        return page(client, request)

    async def worker(_: Request) -> Response:
        """The service worker has to come from the root, under the same name for ever."""
        script = client / "sw.js"
        if not script.is_file():
            return refusal(Reason.NOT_FOUND)
        return FileResponse(script, media_type="text/javascript", headers={"cache-control": "no-cache"})

    async def nowhere(request: Request) -> Response:
        """A person gets the page all the same, which tells what it can't find; a program gets the reason."""
        wants_page = "text/html" in request.headers.get("accept", "")
        return page(client, request, HTTPStatus.NOT_FOUND) if wants_page else refusal(Reason.NOT_FOUND)

    return [
        Route("/", the_page),
        Route("/r/{code}", the_page),
        Route("/rules/{game}", the_page),
        Route("/statistics", the_page),
        Route("/replay", the_page),
        Route("/replay/{code}/{race}", the_page),
        Route("/replay/{code}/{race}/{player}", the_page),
        Route("/sw.js", worker),
        Route("/rooms", the_page),
        Route("/people", the_page),
        Route("/daily", the_page),
        Route("/daily/{variant}", the_page),
        Mount("/assets", _Assets(directory=client / "assets", check_dir=False)),
        Route("/api/variants", _variants),
        Route("/api/players", _new_player, methods=["POST"]),
        Route("/api/rooms", _rooms, methods=["GET"]),
        Route("/api/rooms", _new_room, methods=["POST"]),
        Route("/api/rooms/{code}/races/{number}", _record),
        Route("/api/games", _games),
        Route("/api/statistics", _statistics),
        Route("/api/statistics/{variant}", _games_over),
        Route("/healthz", _alive),
        Route("/readyz", _ready),
        Route("/metrics", _metrics),
        Route("/{path:path}", nowhere, methods=["GET"]),
    ]


class _Assets(StaticFiles):
    """Files whose names change with their content: a browser may keep them. The build has compressed what is text."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await self._compressed(path, scope) or await super().get_response(path, scope)
        response.headers["cache-control"] = f"public, max-age={_YEAR_S}, immutable"
        response.headers["vary"] = "accept-encoding"
        return response

    async def _compressed(self, path: str, scope: Scope) -> Response | None:
        accepted = Headers(scope=scope).get("accept-encoding", "")
        if "br" not in (one.partition(";")[0].strip() for one in accepted.split(",")):
            return None
        if self.lookup_path(f"{path}.br")[1] is None:
            return None
        response = await super().get_response(f"{path}.br", scope)
        response.headers["content-encoding"] = "br"
        return response


async def _variants(_: Request) -> Response:
    return JSONResponse(
        [{"id": v.id, "family": v.family, "deck": v.deck, "suits": len(set(v.suits))} for v in VARIANTS.values()]
    )


async def _new_player(request: Request) -> Response:
    """A new player: a browser gets the token as a cookie, another client (`?token=1`) in the answer."""
    if not same_origin(request):
        return refusal(Reason.FOREIGN_ORIGIN)
    player = new_player(secrets.token_bytes(ID_BYTES))
    if request.query_params.get("token") == "1":
        return JSONResponse({"player": player, "token": sign(player, request.state.secret)}, 201)
    known = player_of(request, request.state.secret)
    if not isinstance(known, Reason):
        return JSONResponse({"player": known}, 200)
    response = JSONResponse({"player": player}, 201)
    remember(response, player, request.state.secret, secure=request.url.scheme == "https")
    return response


async def _new_room(request: Request) -> Response:
    """A new room, for a player with a token."""
    player = asker(request)
    if isinstance(player, Reason):
        return refusal(player)
    wanted = await body(request, RoomRequest)
    created = wanted if isinstance(wanted, Reason) else await _created(request, player, wanted)
    if isinstance(created, Reason | RuleReason):
        return refusal(created)
    hub: Hub = request.state.hub
    if await hub.count("rooms", address_of(request)) > ROOMS_PER_MINUTE:
        return refusal(Reason.TOO_MANY_REQUESTS)
    code = await hub.create(*created)
    log.info("created", room=code, variant=created[0].deal.variant, sealed=created[0].deal.sealed)
    return JSONResponse({"code": code}, 201)


async def _rooms(request: Request) -> Response:
    """The public list: rooms whose hosts want strangers to find them, and who is in them now."""
    hub: Hub = request.state.hub
    return JSONResponse(await hub.public_list.rooms(), headers={"cache-control": "no-store"})


async def _record(request: Request) -> Response:
    """The record of a race that is over; `last` for the last one of the room."""
    number = None if request.path_params["number"] == "last" else race_number(request)
    if isinstance(number, Reason):
        return refusal(number)
    hub: Hub = request.state.hub
    player = player_of(request, request.state.secret)
    found = await hub.finder.record(
        request.path_params["code"],
        number,
        "" if isinstance(player, Reason) else player,
        address_of(request),
    )
    return refusal(found) if isinstance(found, Reason) else JSONResponse(found)


async def _games(request: Request) -> Response:
    """The games alone that a player has under way."""
    player = await _lister(request)
    hub: Hub = request.state.hub
    return refusal(player) if isinstance(player, Reason) else JSONResponse(await hub.history.under_way(player))


async def _statistics(request: Request) -> Response:
    """How a player's games alone have ended."""
    player = await _lister(request)
    hub: Hub = request.state.hub
    return refusal(player) if isinstance(player, Reason) else JSONResponse(await hub.history.statistics(player))


async def _games_over(request: Request) -> Response:
    """The games alone of one variant that a player has behind them."""
    player = await _lister(request)
    if isinstance(player, Reason):
        return refusal(player)
    hub: Hub = request.state.hub
    return JSONResponse(await hub.history.over(player, request.path_params["variant"]))


async def _lister(request: Request) -> str | Reason:
    """The player who asks for what was played alone; NO_TOKEN, BAD_TOKEN or TOO_MANY_REQUESTS."""
    player = player_of(request, request.state.secret)
    hub: Hub = request.state.hub
    if not isinstance(player, Reason) and await hub.count("lists", address_of(request)) > LISTS_PER_MINUTE:
        return Reason.TOO_MANY_REQUESTS
    return player


async def _created(
    request: Request, player: str, body: RoomRequest
) -> tuple[Created, *tuple[Joined, ...]] | Reason | RuleReason:
    """The events that a new room's log begins with."""
    name = "" if body.solo and not body.name else clean_name(body.name)
    if isinstance(name, Reason):
        return name
    hub: Hub = request.state.hub
    ghost, typed = None, body.deal
    if body.ghost is not None:
        if not body.solo or body.deal is not None or body.variant is not None:
            return Reason.BAD_REQUEST
        called = await call(hub, body.ghost, player, address_of(request))
        if isinstance(called, Reason):
            return called
        ghost, typed = called
    deal = await hub.deal(body.variant, typed, winnable=body.winnable)
    if not isinstance(deal, Deal):
        return deal
    if not body.solo and not deal.sealed and await hub.people.watched([player], deal.id):
        return Reason.DEAL_SEEN
    if body.solo and body.robots:
        return Reason.BAD_REQUEST
    if len(body.robots) >= body.racers:
        return Reason.ROOM_FULL
    robots: dict[str, Joined] = {}
    for strength in body.robots:
        robot = new_robot(robots, strength)
        robots[robot.player] = robot
    settings = SOLO_SETTINGS if body.solo else settings_of(body, request.state.countdown_ms)
    return Created(player, name, body.robot, deal, settings, body.solo, ghost=ghost), *robots.values()


async def _alive(_: Request) -> Response:
    """The process runs."""
    return JSONResponse({"status": "ok"})


async def _ready(request: Request) -> Response:
    """The process can serve: what it publishes in Redis comes back to it in time."""
    hub: Hub = request.state.hub
    if hub.draining:
        return JSONResponse({"status": "going_away"}, 503)
    try:
        async with asyncio.timeout(3):
            await hub.echo()
    except (*Unreachable, TimeoutError) as error:
        log.warning("not_ready", error=type(error).__name__)
        return JSONResponse({"status": "trouble"}, 503)
    return JSONResponse({"status": "ok"})


async def _metrics(_: Request) -> Response:
    return Response(metrics.latest(), media_type=CONTENT_TYPE_LATEST)


async def on_http_error(_: Request, error: Exception) -> Response:
    """No such address, or not by this method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return refusal(Reason.NOT_FOUND, status)


async def on_unreachable(_: Request, error: Exception) -> Response:
    """Redis is not to be reached, or the client is gone, who then gets no answer."""
    log.warning("request_failed", error=type(error).__name__)
    return refusal(Reason.TROUBLE)


async def on_fault(_: Request, _error: Exception) -> Response:
    """Our own fault, which uvicorn logs: told without details."""
    return refusal(Reason.TROUBLE)
