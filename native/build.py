"""Compile the rules and the solvers with mypyc into the environment: `make compile`, and part of `make setup`.

Where that cannot be done (no C compiler, no headers of Python) it says so in one line, and everything runs as plain
Python.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

from native.finder import RECORD, digest, usable

ROOT: Final = Path(__file__).resolve().parent.parent
HOOK: Final = "corrida_native"
"""Name of the finder in site-packages."""
RULES: Final = (
    "attempt.py",
    "cards.py",
    "moves.py",
    "table.py",
    "variant.py",
    "views.py",
    "games/klondike.py",
    "games/maze.py",
    "games/opening.py",
    "games/spider.py",
)
"""What a server does for a move. Help is not among them: it searches in threads, and compiled code keeps all others
waiting for as long as it runs.
"""
NOT_COMPILED: Final = ("__init__.py", "search.py")
"""Of the solvers: they do nothing but name things."""


def main() -> int:
    """Compile, or with the argument ``possible`` tell only by the exit code whether that can be done here.

    Apart from that the exit code is 0 also where nothing was compiled, for everything works without.
    """
    lacking = _lacking()
    if sys.argv[1:] == ["possible"]:
        return lacking is not None
    packages = Path(sysconfig.get_path("purelib"))
    folder = Path(sys.prefix) / "native"
    wanted = {f"engine.{name.removesuffix('.py').replace('/', '.')}" for name in RULES}
    hooked = (packages / f"{HOOK}.pth").exists() and (packages / f"{HOOK}.py").exists()
    if lacking is None and hooked and wanted <= usable(str(folder), str(ROOT / "engine")).keys():
        return 0
    try:
        remove(packages, folder)
        lacking = lacking or build(ROOT / "engine", packages, folder)
    except OSError as error:
        lacking = f"the environment cannot be written to ({error.strerror})"
    if lacking is not None:
        print(f"The rules and the solvers run as plain Python, at a quarter to half of the speed: {lacking}.")
    return 0


def _lacking() -> str | None:
    """What is missing for a C extension, or None."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler ({compiler})"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "there are no headers of Python (Debian: python3-dev)"
    return None


def build(engine: Path, packages: Path, folder: Path) -> str | None:
    """Compile rules and solvers of this engine into a folder and hook them into site-packages; or return why not."""
    solvers = [path for path in sorted((engine / "solvers").glob("*.py")) if path.name not in NOT_COMPILED]
    files = [*[engine / name for name in RULES], *solvers]
    sources = imported(engine, files)
    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        shutil.copytree(engine, work / "engine", ignore=shutil.ignore_patterns("__pycache__"))
        made_from = digest(str(work / "engine"), sources)
        done = subprocess.run(
            [sys.executable, "-m", "mypyc", "--strict", *[f"engine/{path.relative_to(engine)}" for path in files]],
            cwd=work,
            env=os.environ | {"MYPYC_OPT_LEVEL": "3"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            lines = (done.stderr or done.stdout).strip().splitlines()
            return f"the compiler says {lines[-1]!r}" if lines else "the compiler failed"
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        folder.mkdir(parents=True, exist_ok=True)
        modules: dict[str, str] = {}
        for path in [*work.glob(f"*{suffix}"), *(work / "engine").rglob(f"*{suffix}")]:
            name = ".".join(path.relative_to(work).parts).removesuffix(suffix)
            modules[name] = name + suffix
            shutil.copy(path, folder / modules[name])
    shutil.copy(ROOT / "native" / "finder.py", packages / f"{HOOK}.py")
    # A line of a .pth file that begins with "import" is run at every start.
    (packages / f"{HOOK}.pth").write_text(f"import {HOOK}; {HOOK}.install({str(folder)!r})\n", encoding="utf-8")
    # Last, for nothing is used without it.
    record = {"modules": modules, "sources": sources, "digest": made_from}
    (folder / RECORD).write_text(json.dumps(record, indent=1), encoding="utf-8")
    return None


def imported(engine: Path, files: list[Path]) -> list[str]:
    """These files of the engine and all that they import of it, named from its folder on: mypyc copies constants."""
    found: set[Path] = set()
    waiting = list(files)
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or "", *[f"{node.module}.{alias.name}" for alias in node.names]]
            else:
                continue
            places = [engine.joinpath(*name.split(".")[1:]) for name in names if name.split(".")[0] == "engine"]
            waiting += [
                file for one in places for file in (one.with_suffix(".py"), one / "__init__.py") if file.exists()
            ]
    return sorted(path.relative_to(engine).as_posix() for path in found)


def remove(packages: Path, folder: Path) -> None:
    """Take away what was compiled."""
    for path in (packages / f"{HOOK}.pth", packages / f"{HOOK}.py"):
        path.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
