"""What a client may ask over HTTP: the body of `POST /api/rooms`."""

from typing import Annotated, Final

from pydantic import Field

from server.messages import Strength
from server.messages.incoming import Options

MAX_BODY: Final = 4096
"""Largest body, in bytes."""


class RoomRequest(Options):
    """A room to be made, with its options; its maker gets the first seat and is the host."""

    name: Annotated[str, Field(max_length=128)]
    variant: Annotated[str, Field(max_length=32)] | None = None
    """May be left out when `deal` is given, which names it too."""
    deal: Annotated[str, Field(max_length=64)] | None = None
    """A deal ID as a person typed it; without it the room gets a fresh sealed deal."""
    robot: bool = False
    robots: Annotated[list[Strength], Field(max_length=15)] = []  # noqa: RUF012 - pydantic copies it
    """Robots of the server's own that have a seat from the start."""
