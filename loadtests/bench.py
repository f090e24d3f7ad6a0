"""How fast the engine is, as plain Python and compiled: `make bench`, or `python -m loadtests.bench`.

Each variant's won game under tests/data/games is played to its end and taken back, so that full and empty tables are
measured alike. *Validate + apply* is what the rules do for a move, `refusal` and then `play` on a table; *act* is what
an `Attempt` does for it, which reads the notation and brings the player's view up to date as well. All times are CPU
time. mypyc compiles a copy of the whole engine in a temporary folder; where there is no C compiler only plain Python is
measured. The numbers are for people: nothing fails by them.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Final

import engine
from engine.attempt import UNDO, Attempt
from engine.deals import deal
from engine.games import VARIANTS, family
from engine.games.base import Family
from engine.moves import Move, parse
from engine.reasons import Reason
from engine.table import Table
from native.finder import PURE

ROOT: Final = Path(__file__).resolve().parent.parent
PASSES: Final = 3
"""Both builds are measured by turns, so often, and each number is the best: what else the machine does, both meet."""
ROUNDS: Final = 5
"""Within a pass too each number is the best of so many."""
MEASURES: Final = ("legal list, µs", "validate + apply, µs", "act, µs", "undo, µs", "folds/s")
MORE_IS_BETTER: Final = ("folds/s",)

Numbers = dict[str, list[float]]


def main() -> None:
    """Measure in processes of their own, one after the other, and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        builds = [ROOT, Path(folder)] if _compile(Path(folder)) else [ROOT]
        passes = [[_measured_in(build) for build in builds] for _ in range(PASSES)]
    plain, *rest = [_best(build) for build in zip(*passes, strict=True)]
    compiled = rest[0] if rest else None
    print(f"{'':<12}" + "".join(f"{name:>28}" for name in MEASURES))
    print(f"{'':<12}" + f"{'plain   compiled   ratio':>28}" * len(MEASURES))
    for variant, numbers in plain.items():
        cells = [
            _cell(number, compiled[variant][at] if compiled else None, more_is_better=MEASURES[at] in MORE_IS_BETTER)
            for at, number in enumerate(numbers)
        ]
        print(f"{variant:<12}" + "".join(f"{cell:>28}" for cell in cells))


def _best(passes: Sequence[Numbers]) -> Numbers:
    """Of each number the best that a pass has found."""
    return {
        variant: [
            (max if name in MORE_IS_BETTER else min)(one[variant][at] for one in passes)
            for at, name in enumerate(MEASURES)
        ]
        for variant in passes[0]
    }


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
        env=os.environ | {"PYTHONPATH": str(folder), PURE: "1"},  # not what the environment has compiled
        stdout=subprocess.PIPE,
        check=True,
    )
    measured = json.loads(done.stdout)
    if not measured["engine"].startswith(str(folder.resolve())):
        raise RuntimeError("measured another engine than was meant")
    numbers: Numbers = measured["numbers"]
    return numbers


def measure() -> Numbers:
    """For each variant the numbers of `MEASURES`."""
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
    rules = family(game.table.variant)
    layout = rules.layout(game.table.variant)
    line_of_moves = [move for move in (parse(action, layout) for action in line) if move is not None]
    legal = min(_seconds(lambda: [rules.legal_moves(table) for table in tables]) for _ in range(ROUNDS))
    applied = min(_applying(rules, deal(made), line_of_moves) for _ in range(ROUNDS))
    acts: list[float] = []
    undos: list[float] = []
    for _ in range(ROUNDS):
        undos.append(_seconds(lambda: _act(game, [UNDO] * len(line))))
        acts.append(_seconds(lambda: _act(game, line)))
    fold = min(_seconds(lambda: _act(Attempt(made), line)) for _ in range(ROUNDS))
    return [1e6 * legal / len(tables), *[1e6 * one / len(line) for one in (applied, min(acts), min(undos))], 1 / fold]


def _applying(rules: Family, table: Table, line: list[Move]) -> float:
    """Seconds for every move of a line, each judged and then done, from the deal to the won game."""
    seconds = _seconds(lambda: _apply(rules, table, line))
    if not rules.is_won(table):
        raise RuntimeError("the game is not won")
    return seconds


def _apply(rules: Family, table: Table, line: list[Move]) -> None:
    for move in line:
        if rules.refusal(table, move) is not None:
            raise ValueError(f"refused: {move}")
        rules.play(table, move)


def _act(game: Attempt, actions: list[str]) -> None:
    for action in actions:
        if isinstance(game.act(action), Reason):
            raise TypeError(f"refused: {action}")


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


if __name__ == "__main__":
    if "--measure" in sys.argv:
        json.dump({"engine": engine.__file__, "numbers": measure()}, sys.stdout)
    else:
        main()
