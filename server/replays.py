"""What is asked over HTTP about attempts that are to be seen again."""

from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from server.access import Asker
from server.answers import refusal
from server.hub import Hub
from server.limits import REPLAYS_PER_MINUTE
from server.reasons import Reason
from server.tokens import address_of, player_of

_DIGITS: Final = 6


def routes() -> Sequence[BaseRoute]:
    """The addresses of all this."""
    return [
        Route("/api/replays/{code}/{number}", _replay, methods=["GET"]),
        Route("/api/replays/{code}/{number}/{player}", _replay, methods=["GET"]),
    ]


async def _replay(request: Request) -> Response:
    """A replay: of the player who is named, else of who asks, else of the best."""
    number = request.path_params["number"]
    if not (number.isascii() and number.isdigit() and len(number) < _DIGITS):
        return refusal(Reason.NOT_FOUND)
    hub: Hub = request.state.hub
    address = address_of(request)
    if await hub.count("replays", address) > REPLAYS_PER_MINUTE:
        return refusal(Reason.TOO_MANY_REQUESTS)
    player = player_of(request, request.state.secret)
    asker = Asker("" if isinstance(player, Reason) else player)
    wanted = request.path_params.get("player", "")
    found = await hub.replay(request.path_params["code"], int(number), wanted, asker, address)
    if isinstance(found, Reason):
        return refusal(found)
    return JSONResponse(found, headers={"cache-control": "no-store"})
