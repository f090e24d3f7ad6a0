"""Every setting of a server process, its default and its name in the environment (`CORRIDA_…`)."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

_PREFIX = "CORRIDA_"


@dataclass(frozen=True, slots=True)
class Settings:
    """What `corrida serve` tells the processes that it starts."""

    redis: str = "redis://127.0.0.1:6379/0"
    """URL of the Redis that holds everything (CORRIDA_REDIS)."""
    client: str = str(Path(__file__).parent.parent / "client" / "dist")
    """Folder of the built client (CORRIDA_CLIENT)."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the settings; what is not set keeps its default."""
        names = {field.name: _PREFIX + field.name.upper() for field in fields(cls)}
        return cls(**{name: environment[key] for name, key in names.items() if key in environment})

    def to_environment(self) -> dict[str, str]:
        """The variables that `from_environment` reads the same settings from."""
        return {_PREFIX + field.name.upper(): getattr(self, field.name) for field in fields(self)}
