"""What a player asks over HTTP about themselves and their friends: name, codes, presence, and to be forgotten."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from server.answers import asker, body, refusal
from server.codes import ALPHABET, parse_secret
from server.hub import Hub
from server.limits import GUESSES_PER_MINUTE, PEOPLE_PER_MINUTE
from server.messages.requests import CodeRequest, OtherRequest, ProfileRequest
from server.players import clean_name
from server.players import sign as token_of
from server.reasons import Reason
from server.store.people import People
from server.tokens import COOKIE, address_of, remember, same_origin

RECOVERY_LENGTH: Final = 20
"""98 bits: nobody guesses that."""
FRIEND_LENGTH: Final = 8
"""39 bits, a day long, and guessing is throttled."""
MOST_FRIENDS: Final = 200

_Answer = Callable[[Request, People, str], Awaitable[Response | Reason]]


def routes() -> Sequence[BaseRoute]:
    """The addresses of all this."""
    return [
        Route("/api/me", _by_player(_me), methods=["GET"]),
        Route("/api/me", _by_player(_change), methods=["POST"]),
        Route("/api/me", _by_player(_forget), methods=["DELETE"]),
        Route("/api/me/recovery", _by_player(_new_recovery), methods=["POST"]),
        Route("/api/me/friend-code", _by_player(_new_friend_code), methods=["POST"]),
        Route("/api/me/friends", _by_player(_befriend), methods=["POST"]),
        Route("/api/me/friends", _by_player(_part), methods=["DELETE"]),
        Route("/api/me/blocked", _by_player(_block), methods=["POST"]),
        Route("/api/me/blocked", _by_player(_unblock), methods=["DELETE"]),
        Route("/api/players/recover", _recover, methods=["POST"]),
    ]


def _by_player(answer: _Answer) -> Callable[[Request], Awaitable[Response]]:
    """For players with a token, and not too often."""

    async def endpoint(request: Request) -> Response:
        player = asker(request)
        if isinstance(player, Reason):
            return refusal(player)
        hub: Hub = request.state.hub
        if await hub.count("people", player) > PEOPLE_PER_MINUTE:
            return refusal(Reason.TOO_MANY_REQUESTS)
        found = await answer(request, hub.people, player)
        return refusal(found) if isinstance(found, Reason) else found

    return endpoint


async def _me(_: Request, people: People, player: str) -> Response:
    me = await people.person(player)
    known = sorted({*me.friends, *me.blocked})
    names, places = await asyncio.gather(people.names(known), people.places(player, me.friends))
    return JSONResponse(
        {
            "player": player,
            "name": me.name,
            "hidden": me.hidden,
            "watchable": me.watchable,
            "friends": [{"id": one, "name": names[one], "place": places.get(one)} for one in sorted(me.friends)],
            "blocked": [{"id": one, "name": names[one]} for one in sorted(me.blocked)],
        },
        headers={"cache-control": "no-store"},
    )


async def _change(request: Request, people: People, player: str) -> Response | Reason:
    wanted = await body(request, ProfileRequest)
    if isinstance(wanted, Reason):
        return wanted
    name = clean_name(wanted.name) if wanted.name is not None else None
    if isinstance(name, Reason):
        return name
    await people.change(player, name=name, hidden=wanted.hidden, watchable=wanted.watchable)
    if wanted.hidden or wanted.watchable is False:
        hub: Hub = request.state.hub
        await hub.withdrawn(player)
    return JSONResponse({"name": name})


async def _forget(request: Request, _: People, player: str) -> Response:
    """Delete all that is kept of the player, and take the token out of the browser."""
    hub: Hub = request.state.hub
    await hub.forget(player)
    response = JSONResponse({})
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


async def _new_recovery(_: Request, people: People, player: str) -> Response:
    code = _new_code(RECOVERY_LENGTH)
    await people.set_code(player, "recovery", code)
    return JSONResponse({"code": code}, 201)


async def _new_friend_code(_: Request, people: People, player: str) -> Response:
    code = _new_code(FRIEND_LENGTH)
    await people.set_code(player, "friend", code)
    return JSONResponse({"code": code}, 201)


async def _befriend(request: Request, people: People, player: str) -> Response | Reason:
    wanted = await body(request, CodeRequest)
    if isinstance(wanted, Reason):
        return wanted
    other = await _whose(request, "friend", wanted.code, FRIEND_LENGTH)
    if isinstance(other, Reason):
        return other
    # Who is blocked is not told so.
    if other == player or await people.has_blocked(other, player):
        return Reason.UNKNOWN_CODE
    both = await asyncio.gather(people.person(player), people.person(other))
    if any(len(one.friends) >= MOST_FRIENDS for one in both):
        return Reason.TOO_MANY_FRIENDS
    await people.unblock(player, other)
    await people.befriend(player, other)
    return JSONResponse({"player": other}, 201)


async def _part(request: Request, people: People, player: str) -> Response | Reason:
    return await _with_other(request, lambda other: _friends_no_more(request, people.part, player, other))


async def _block(request: Request, people: People, player: str) -> Response | Reason:
    return await _with_other(request, lambda other: _friends_no_more(request, people.block, player, other))


async def _unblock(request: Request, people: People, player: str) -> Response | Reason:
    return await _with_other(request, lambda other: people.unblock(player, other))


async def _friends_no_more(
    request: Request, end: Callable[[str, str], Awaitable[None]], player: str, other: str
) -> None:
    await end(player, other)
    hub: Hub = request.state.hub
    await hub.withdrawn(player, other)


async def _with_other(request: Request, work: Callable[[str], Awaitable[None]]) -> Response | Reason:
    wanted = await body(request, OtherRequest)
    if isinstance(wanted, Reason):
        return wanted
    await work(wanted.player)
    return JSONResponse({})


async def _recover(request: Request) -> Response:
    """Become the player whose recovery code this is: a browser by its cookie, a program (`?token=1`) by the token."""
    if not same_origin(request):
        return refusal(Reason.FOREIGN_ORIGIN)
    wanted = await body(request, CodeRequest)
    if isinstance(wanted, Reason):
        return refusal(wanted)
    player = await _whose(request, "recovery", wanted.code, RECOVERY_LENGTH)
    if isinstance(player, Reason):
        return refusal(player)
    told: dict[str, Any] = {"player": player}
    if request.query_params.get("token") == "1":
        return JSONResponse(told | {"token": token_of(player, request.state.secret)})
    response = JSONResponse(told)
    remember(response, player, request.state.secret, secure=request.url.scheme == "https")
    return response


async def _whose(request: Request, kind: Any, text: str, length: int) -> str | Reason:
    """Whose code a person typed as `text`, or UNKNOWN_CODE. Guessing is throttled as that of room codes is."""
    hub: Hub = request.state.hub
    if await hub.count("code", address_of(request)) > GUESSES_PER_MINUTE:
        return Reason.TOO_MANY_GUESSES
    code = parse_secret(text, length)
    found = await hub.people.whose(kind, code) if code is not None else None
    return Reason.UNKNOWN_CODE if found is None else found


def _new_code(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
