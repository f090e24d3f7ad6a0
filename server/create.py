"""Makes rooms: finds a code that nobody has, and begins the log there."""

import secrets
from collections.abc import Sequence
from typing import Final

from server.codes import new_code
from server.events import RoomEvent
from server.store.keys import ROOM_LOG
from server.store.log import Change, Kind, Logs

_CODE_TRIES: Final = 20
"""With a million rooms, one code in 729 is taken."""


async def create(
    logs: Logs, events: Sequence[RoomEvent], *, kind: Kind, not_before: int = 0, not_after: int | None = None
) -> str | None:
    """Make a room, whose log begins with these events; its code, or None if it is not the time for it."""
    for _ in range(_CODE_TRIES):
        code = new_code(secrets.choice)
        outcome = await logs.append(
            code, [Change(ROOM_LOG, 0, events)], kind=kind, not_before=not_before, not_after=not_after
        )
        if outcome.word == "ok":
            return code
        if outcome.word != "conflict":  # else the code is taken
            return None
    raise RuntimeError("no free room code found")
