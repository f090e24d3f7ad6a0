"""Lets Python import compiled rules and solvers in place of their sources, if they were made from these very sources.

`native.build` copies this file into the environment, where it is imported at every start of Python. So it imports next
to nothing, and does nothing, until something imports the engine.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

PURE = "CORRIDA_PURE"
"""Set to anything, this variable keeps Python to the sources."""
RECORD = "record.json"
"""Beside the compiled modules: `modules`, name -> file; `sources`, all files of the engine that went into them, and
`digest`, what they were then."""


def digest(engine: str, sources: Iterable[str]) -> str:
    """What tells these files of an engine, named from its folder on, from others. Raises OSError if one is missing."""
    from hashlib import sha256

    total = sha256()
    for name in sources:
        with open(os.path.join(engine, name), "rb") as file:
            total.update(name.encode() + b"\0" + file.read() + b"\0")
    return total.hexdigest()


def usable(folder: str, engine: str) -> dict[str, str]:
    """Module name -> file, or nothing if the sources are others now, or a module is missing."""
    import json

    try:
        with open(os.path.join(folder, RECORD), encoding="utf-8") as file:
            record = json.load(file)
        modules: dict[str, str] = record["modules"]
        whole = all(os.path.exists(os.path.join(folder, file)) for file in modules.values())
        return modules if whole and digest(engine, record["sources"]) == record["digest"] else {}
    except (OSError, ValueError, KeyError):
        return {}


class Finder:
    """A finder for `sys.meta_path` that knows the modules in one folder.

    All are used or none: modules that were compiled together know each other's insides.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.modules: dict[str, str] | None = None

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The compiled module of this name, or None."""
        if self.modules is None:
            if not name.startswith("engine."):
                return None
            self.modules = usable(self.folder, sys.modules["engine"].__path__[0])
        if name not in self.modules:
            return None
        from importlib.util import spec_from_file_location

        return spec_from_file_location(name, os.path.join(self.folder, self.modules[name]))


def install(folder: str) -> None:
    """Let Python find the modules in this folder first, unless it is told to keep to the sources."""
    if PURE not in os.environ:
        sys.meta_path.insert(0, Finder(folder))
