"""What all answers over HTTP have in common: a body is read as what it must be, a refusal is a reason with a status."""

from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse

from engine.reasons import Reason as RuleReason
from server.messages.requests import MAX_BODY
from server.reasons import Reason
from server.tokens import player_of, same_origin

_STATUS: Final = {
    Reason.NO_TOKEN: 401,
    Reason.BAD_TOKEN: 401,
    Reason.FOREIGN_ORIGIN: 403,
    Reason.NOT_FOUND: 404,
    Reason.UNKNOWN_ROOM: 404,
    Reason.UNKNOWN_CODE: 404,
    Reason.NO_DAILY: 404,
    Reason.DAILY_LOCKED: 403,
    Reason.TOO_MANY_REQUESTS: 429,
    Reason.TOO_MANY_GUESSES: 429,
    Reason.TROUBLE: 503,
}
_Body = TypeVar("_Body", bound=BaseModel)
_DIGITS: Final = 6
"""No number in an address has more: there are not so many races in a room, nor days."""


def refusal(reason: Reason | RuleReason, status: int | None = None) -> JSONResponse:
    """A reason as an answer; 400 unless it has a status of its own."""
    known = _STATUS.get(reason, 400) if isinstance(reason, Reason) else 400
    return JSONResponse({"reason": reason.value}, status or known)


def asker(request: Request) -> str | Reason:
    """The player who asks, from our own page or as a program; FOREIGN_ORIGIN, NO_TOKEN or BAD_TOKEN."""
    if not same_origin(request):
        return Reason.FOREIGN_ORIGIN
    return player_of(request, request.state.secret)


def race_number(request: Request) -> int | Reason:
    """The number of a race that the address names as `number`, or NOT_FOUND."""
    found = plain_number(request.path_params["number"])
    return Reason.NOT_FOUND if found is None else found


def plain_number(text: str | None) -> int | None:
    """The number that a text in an address is, if it is one: `int` takes other texts too, and fails at long ones."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        return None
    return int(text)


async def body(request: Request, kind: type[_Body]) -> _Body | Reason:
    """The body of a request, or BAD_REQUEST."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_BODY:
            return Reason.BAD_REQUEST
    try:
        return kind.model_validate_json(data)
    except ValidationError:
        return Reason.BAD_REQUEST
