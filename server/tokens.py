"""Where a player's token is in a request: an HttpOnly cookie for browsers, a bearer token for all other clients."""

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from server.limits import counted_as
from server.players import sign, verify
from server.reasons import Reason

COOKIE: Final = "corrida_player"
_YEAR_S: Final = 365 * 24 * 3600


def player_of(connection: HTTPConnection, secret: bytes) -> str | Reason:
    """The player who makes this request; NO_TOKEN or BAD_TOKEN."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)
    return Reason.NO_TOKEN if not token else verify(token, secret)


def same_origin(connection: HTTPConnection) -> bool:
    """Whether our page asks, or a program, which names no page. A cookie comes along whichever page asks."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False


def address_of(connection: HTTPConnection) -> str:
    """Under what name to count what comes from where this comes from."""
    return counted_as(connection.client.host) if connection.client is not None else ""


def remember(response: Response, player: str, secret: bytes, *, secure: bool) -> None:
    """Give the browser the token of `player`, out of reach of scripts and of other sites."""
    response.set_cookie(
        COOKIE, sign(player, secret), max_age=_YEAR_S, path="/", secure=secure, httponly=True, samesite="lax"
    )
