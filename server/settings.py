"""Every setting of a server process, its default and its name in the environment (`CORRIDA_…`)."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, Self

_PREFIX = "CORRIDA_"
_KEEP: Final = (2, 36_500)
"""A race or an attempt can go on for more than a day, and its logs must outlast it; a hundred years are enough."""
_BOUNDS: Final = {"keep_races": _KEEP, "keep_solo": _KEEP, "keep_daily": _KEEP}


@dataclass(frozen=True, slots=True)
class Settings:
    """What `corrida serve` tells the processes that it starts."""

    redis: str = "redis://127.0.0.1:6379/0"
    """URL of the Redis that holds everything (CORRIDA_REDIS)."""
    client: str = str(Path(__file__).parent.parent / "client" / "dist")
    """Folder of the built client (CORRIDA_CLIENT)."""
    thinkers: int = 1
    """Processes that think about hints aside, in each server process (CORRIDA_THINKERS)."""
    stock: int = 40
    """Certified deals of each game that are kept ready, besides those of the days ahead; 0: none (CORRIDA_STOCK)."""
    countdown_ms: int = 3_000
    """How long the countdown before a race lasts, in rooms made here (CORRIDA_COUNTDOWN_MS)."""
    sockets: int = 200
    """Connections that one address may have open on one server (CORRIDA_SOCKETS)."""
    robot_pace: int = 100
    """How long the server's own robots take for a move, in percent of what is usual (CORRIDA_ROBOT_PACE)."""

    keep_races: int = 30
    """For so many days the logs of a room with a race are kept after their last entry (CORRIDA_KEEP_RACES)."""
    keep_solo: int = 30
    """The same of games alone (CORRIDA_KEEP_SOLO)."""
    keep_daily: int = 30
    """The same of attempts at a daily (CORRIDA_KEEP_DAILY)."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the settings; what is not set keeps its default. ValueError, in words, for a number that is none."""
        values: dict[str, Any] = {}
        for field in fields(cls):
            variable = _PREFIX + field.name.upper()
            text = environment.get(variable)
            if text is None:
                continue
            if isinstance(field.default, int) and not (text.isascii() and text.isdigit()):
                raise ValueError(f"{variable} must be a whole number, not {text!r}")
            values[field.name] = int(text) if isinstance(field.default, int) else text
            if (bounds := _BOUNDS.get(field.name)) and not bounds[0] <= values[field.name] <= bounds[1]:
                raise ValueError(f"{variable} must be from {bounds[0]} to {bounds[1]}, not {text}")
        return cls(**values)

    def to_environment(self) -> dict[str, str]:
        """The variables that `from_environment` reads the same settings from."""
        return {_PREFIX + field.name.upper(): str(getattr(self, field.name)) for field in fields(self)}
