"""What a client may ask over HTTP: the bodies of requests, as JSON."""

from typing import Annotated, Final

from pydantic import Field

from server.messages import Strength
from server.messages.incoming import Message, Options

MAX_BODY: Final = 4096
"""Largest body, in bytes."""


class ProfileRequest(Message):
    """Body of `POST /api/me`: what is left out stays as it is."""

    name: Annotated[str, Field(max_length=128)] | None = None
    hidden: bool | None = None
    """Whether friends don't see where one is."""


class CodeRequest(Message):
    """Body of `POST /api/me/friends` (a friend's code) and of `POST /api/players/recover` (one's own)."""

    code: Annotated[str, Field(max_length=64)]


class OtherRequest(Message):
    """Body of `DELETE /api/me/friends`, and of `POST` and `DELETE /api/me/blocked`: whom it is about."""

    player: Annotated[str, Field(max_length=32)]


class RoomRequest(Options):
    """Body of `POST /api/rooms`: a room to be made, with its options; its maker gets the first seat and is the host."""

    name: Annotated[str, Field(max_length=128)]
    variant: Annotated[str, Field(max_length=32)] | None = None
    """May be left out when `deal` is given, which names it too."""
    deal: Annotated[str, Field(max_length=64)] | None = None
    """A deal ID as a person typed it; without it the room gets a fresh sealed deal."""
    robot: bool = False
    robots: Annotated[list[Strength], Field(max_length=15)] = []  # noqa: RUF012 - pydantic copies it
    """Robots of the server's own that have a seat from the start."""
