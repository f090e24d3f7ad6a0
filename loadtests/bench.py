"""How fast the engine is, as plain Python and compiled: `make bench`, or `python -m loadtests.bench`.

Each variant's won game under tests/data/games is played to its end and taken back, so that full and empty tables are
measured alike. mypyc compiles a copy in a temporary folder; where there is no C compiler only plain Python is measured.
The numbers are for people: nothing fails by them.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Final

import engine
from engine.attempt import UNDO, Attempt
from engine.games import VARIANTS, family
from engine.reasons import Reason

ROOT: Final = Path(__file__).resolve().parent.parent
ROUNDS: Final = 7
"""Each number is the best of so many."""
MEASURES: Final = ("legal list, µs", "move, µs", "undo, µs", "folds/s")

Numbers = dict[str, list[float]]


def main() -> None:
    """Measure in two other processes, one after the other, and print a table."""
    plain = _measured_in(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        compiled = _measured_in(Path(folder)) if _compile(Path(folder)) else None
    print(f"{'':<12}" + "".join(f"{name:>28}" for name in MEASURES))
    print(f"{'':<12}" + f"{'plain   compiled   ratio':>28}" * len(MEASURES))
    for variant, numbers in plain.items():
        cells = [
            _cell(number, compiled[variant][at] if compiled else None, more_is_better=MEASURES[at] == "folds/s")
            for at, number in enumerate(numbers)
        ]
        print(f"{variant:<12}" + "".join(f"{cell:>28}" for cell in cells))


def _cell(plain: float, compiled: float | None, *, more_is_better: bool) -> str:
    if compiled is None:
        return f"{plain:.1f}          -       -"
    ratio = compiled / plain if more_is_better else plain / compiled
    return f"{plain:8.1f} {compiled:10.1f} {ratio:7.1f}"


def _compile(folder: Path) -> bool:
    """Put the compiled engine into a folder; False, after saying why, if that cannot be done here."""
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    files = sorted(str(path.relative_to(folder)) for path in (folder / "engine").rglob("*.py"))
    done = subprocess.run(
        [sys.executable, "-m", "mypyc", "--strict", *files], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        print(f"not compiled: {(done.stderr or done.stdout).strip().splitlines()[-1]}", file=sys.stderr)
    return done.returncode == 0


def _measured_in(folder: Path) -> Numbers:
    """What a process measures that takes its engine from this folder."""
    done = subprocess.run(
        [sys.executable, __file__, "--measure"],
        env=os.environ | {"PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        check=True,
    )
    measured = json.loads(done.stdout)
    if not measured["engine"].startswith(str(folder.resolve())):
        raise RuntimeError("measured another engine than was meant")
    numbers: Numbers = measured["numbers"]
    return numbers


def measure() -> Numbers:
    """For each variant the four numbers of `MEASURES`."""
    return {variant: _numbers(variant) for variant in VARIANTS}


def _numbers(variant: str) -> list[float]:
    text = (ROOT / "tests" / "data" / "games" / f"{variant}-won.txt").read_text(encoding="ascii")
    made, *line = [word for word in text.splitlines() if word and not word.startswith("#")]
    game = Attempt(made)
    tables = [game.table.copy()]
    for action in line:
        game.act(action)
        tables.append(game.table.copy())
    if not game.won:
        raise RuntimeError(f"{variant}: the game is not won")
    legal_moves = family(game.table.variant).legal_moves
    legal = min(_seconds(lambda: [legal_moves(table) for table in tables]) for _ in range(ROUNDS))
    moves: list[float] = []
    undos: list[float] = []
    for _ in range(ROUNDS):
        undos.append(_seconds(lambda: _play(game, [UNDO] * len(line))))
        moves.append(_seconds(lambda: _play(game, line)))
    fold = min(_seconds(lambda: _play(Attempt(made), line)) for _ in range(ROUNDS))
    return [1e6 * legal / len(tables), 1e6 * min(moves) / len(line), 1e6 * min(undos) / len(line), 1 / fold]


def _play(game: Attempt, actions: list[str]) -> None:
    for action in actions:
        if isinstance(game.act(action), Reason):
            raise TypeError(f"refused: {action}")


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


if __name__ == "__main__":
    if "--measure" in sys.argv:
        json.dump({"engine": engine.__file__, "numbers": measure()}, sys.stdout)
    else:
        main()
