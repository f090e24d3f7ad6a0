"""What a client may ask over HTTP: the body of `POST /api/rooms`."""

from typing import Annotated, Final

from pydantic import Field

from server.messages import Spectators
from server.messages.incoming import Message

MAX_BODY: Final = 4096
"""Largest body, in bytes."""


class RoomRequest(Message):
    """A room to be made; its maker gets the first seat and is the host."""

    name: Annotated[str, Field(max_length=128)]
    variant: Annotated[str, Field(max_length=32)] | None = None
    """May be left out when `deal` is given, which names it too."""
    deal: Annotated[str, Field(max_length=64)] | None = None
    """A deal ID as a person typed it; without it the room gets a fresh sealed deal."""
    robot: bool = False
    racers: Annotated[int, Field(ge=2, le=16)] = 8
    spectators: Spectators = "open"
    time_limit_s: Annotated[int, Field(ge=60, le=86_400)] | None = None
