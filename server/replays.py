"""What is asked over HTTP about attempts that are to be seen again."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from server import recording
from server.answers import race_number, refusal
from server.archive import Recalled, file_of, replay_of, replay_of_file
from server.hub import Hub
from server.limits import REPLAYS_PER_MINUTE
from server.reasons import Reason
from server.recording import Flaw
from server.tokens import address_of, player_of, same_origin

_T = TypeVar("_T")


def routes() -> Sequence[BaseRoute]:
    """The addresses of all this."""
    return [
        Route("/api/replays", _read, methods=["POST"]),
        Route("/api/replays/{code}/{number}", _replay, methods=["GET"]),
        Route("/api/replays/{code}/{number}/{player}/file", _file, methods=["GET"]),
        Route("/api/replays/{code}/{number}/{player}", _replay, methods=["GET"]),
    ]


async def _replay(request: Request) -> Response:
    """A replay: of the player who is named, else of who asks, else of the best."""
    found = await _asked(request, replay_of)
    if isinstance(found, Reason):
        return refusal(found)
    return JSONResponse(found, headers={"cache-control": "no-store"})


async def _file(request: Request) -> Response:
    """The same attempt as a file."""
    found = await _asked(request, file_of)
    if isinstance(found, Reason):
        return refusal(found)
    name = f"corrida-{found.deal_id.lower()}.txt"
    headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{name}"'}
    return Response(recording.to_text(found), media_type="text/plain; charset=utf-8", headers=headers)


async def _asked(request: Request, find: Callable[[Recalled, str, str], Awaitable[_T | Reason]]) -> _T | Reason:
    """What `find` makes of the race that the address names, if the asker may see it."""
    number = race_number(request)
    if isinstance(number, Reason):
        return number
    hub: Hub = request.state.hub
    address = address_of(request)
    if await hub.count("replays", address) > REPLAYS_PER_MINUTE:
        return Reason.TOO_MANY_REQUESTS
    player = player_of(request, request.state.secret)
    asker = "" if isinstance(player, Reason) else player
    recalled = await hub.finder.recall(request.path_params["code"], number, asker, address)
    if isinstance(recalled, Reason):
        return recalled
    return await find(recalled, request.path_params.get("player", ""), asker)


async def _read(request: Request) -> Response:
    """The replay of a file, which is the body; nothing of it is kept."""
    if not same_origin(request):
        return refusal(Reason.FOREIGN_ORIGIN)
    hub: Hub = request.state.hub
    if await hub.count("replays", address_of(request)) > REPLAYS_PER_MINUTE:
        return refusal(Reason.TOO_MANY_REQUESTS)
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > recording.MOST_BYTES:
            return _flawed(Flaw(1, Reason.FILE_TOO_LARGE))
    found = await replay_of_file(data)
    return _flawed(found) if isinstance(found, Flaw) else JSONResponse(found, headers={"cache-control": "no-store"})


def _flawed(flaw: Flaw) -> Response:
    return JSONResponse({"reason": flaw.reason.value, "line": flaw.line}, 400)
