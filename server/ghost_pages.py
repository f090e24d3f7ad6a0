"""What is asked over HTTP about ghosts. A room in which one is raced is made like any other: `pages`."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from server.answers import race_number, refusal
from server.events import Ghost as Called
from server.ghosts import shown
from server.hub import Hub
from server.limits import REPLAYS_PER_MINUTE
from server.messages.ghosts import Ghost
from server.reasons import Reason
from server.tokens import address_of, player_of


def routes() -> Sequence[BaseRoute]:
    """The addresses of all this."""
    return [
        Route("/api/ghosts/{code}/{number}/{player}", _run, methods=["GET"]),
        Route("/api/rooms/{code}/ghost", _raced, methods=["GET"]),
    ]


async def _run(request: Request) -> Response:
    """A run that one may race."""
    number = race_number(request)
    if isinstance(number, Reason):
        return refusal(number)
    called = Called(request.path_params["code"], number, request.path_params["player"])
    return await _answer(request, called, "")


async def _raced(request: Request) -> Response:
    """The ghost that runs in a game of one's own."""
    hub: Hub = request.state.hub
    made = await hub.finder.made(request.path_params["code"], _asker(request), address_of(request))
    if isinstance(made, Reason):
        return refusal(made)
    if made.ghost is None:
        return refusal(Reason.NOT_FOUND)
    return await _answer(request, made.ghost, made.deal.id)


async def _answer(request: Request, called: Called, deal_id: str) -> Response:
    hub: Hub = request.state.hub
    address = address_of(request)
    if await hub.count("replays", address) > REPLAYS_PER_MINUTE:
        return refusal(Reason.TOO_MANY_REQUESTS)
    found: Ghost | Reason = await shown(hub, called, deal_id, _asker(request), address)
    return refusal(found) if isinstance(found, Reason) else JSONResponse(found, headers={"cache-control": "no-store"})


def _asker(request: Request) -> str:
    player = player_of(request, request.state.secret)
    return "" if isinstance(player, Reason) else player
