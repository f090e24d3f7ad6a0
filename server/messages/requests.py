"""What a client may ask over HTTP, and what it is answered where that is more than a code."""

from typing import Annotated, Final

from pydantic import Field
from typing_extensions import TypedDict

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
    solo: bool = False
    """For its maker alone, who needs no name: the game begins at once, and the options do not matter."""


class Game(TypedDict):
    """A game alone in which something was played and that is not over: one line of `GET /api/games`, newest first."""

    code: str
    """Of its room."""
    variant: str
    time_ms: int
    """Time played, pauses left out."""
    idle_ms: int
    """How long ago that was."""


class Statistics(TypedDict):
    """How a player's games alone ended: one line of `GET /api/statistics` for each variant played."""

    variant: str
    played: int
    """Games that are over, and in which something was played."""
    won: int
    best_time_ms: int | None
    best_moves: int | None
    streak: int
    """Games won in a row, up to the last one."""
    best_streak: int
