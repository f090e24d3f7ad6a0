"""Compiled rules and solvers are used only where they are what the sources say, and say the same."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from native.build import build, imported, remove
from native.finder import usable
from tests.server.conftest import ROOT

COMPILED = pytest.mark.skipif(
    not usable(str(Path(sys.prefix) / "native"), str(ROOT / "engine")), reason="nothing is compiled here: make compile"
)
WHERE = "import engine.solvers.spider as spider; print(spider.__file__)"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an engine of its own, compiled."""
    folder = tmp_path_factory.mktemp("place")
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "packages").mkdir()
    lacking = build(folder / "engine", folder / "packages", folder / "native")
    if lacking is not None:
        pytest.skip(lacking)
    return folder


def used(place: Path, **settings: str) -> str:
    """The file that a new Python takes the solver from."""
    start = f"import site; site.addsitedir({str(place / 'packages')!r}); {WHERE}"
    done = subprocess.run(
        [sys.executable, "-S", "-c", start],
        env=os.environ | settings,
        cwd=place,
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(done.stdout.strip()).relative_to(place).parts[0]


@pytest.mark.slow
def test_the_compiled_solver_is_used_until_a_source_changes(place: Path) -> None:
    assert used(place) == "native"
    assert used(place, CORRIDA_PURE="1") == "engine"
    source = place / "engine" / "cards.py"
    before = source.read_text()
    source.write_text(before + "\n")
    assert used(place) == "engine"
    source.write_text(before)
    assert used(place) == "native"
    shutil.move(next((place / "native").glob("engine.cards.*")), place / "cards")
    assert used(place) == "engine", "of a part nothing is used"
    remove(place / "packages", place / "native")
    assert used(place) == "engine"


def said(ask: str, **settings: str) -> str:
    """What a new Python prints."""
    return subprocess.run(
        [sys.executable, "-c", ask], env=os.environ | settings, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


@COMPILED
@pytest.mark.slow
def test_the_rules_say_the_same_compiled_or_not() -> None:
    """Every won game: what each action does, what may be done then and what is refused, and what the player sees."""
    ask = """
from pathlib import Path
from engine.attempt import Attempt
for file in sorted(Path("tests/data/games").glob("*-won.txt")):
    made, *line = [one for one in file.read_text().splitlines() if one and not one.startswith("#")]
    game = Attempt(made)
    for action in line:
        print(action, game.act(action), game.legal(), game.taps(), game.view(), game.counters())
        print(*(game.refusal(f"{a}>{b}x{n}") for a in (1, 5, "W", "F1") for b in (2, 7, "S", "F1") for n in (1, 2, 9)))
    print(game.won, game.refusal("r1c1<r2c2"), *(game.act("U") for _ in line), game.view(), len(game.seen))
"""
    compiled, plain = said(ask), said(ask, CORRIDA_PURE="1")
    assert plain.count("True") >= 11
    assert compiled == plain


def outcome(**settings: str) -> str:
    """What a search of a hard deal has come to after so many positions, in a new Python."""
    ask = (
        "from engine.deals import deal, deal_id; from engine.games import VARIANTS; from engine.solvers import search; "
        "print([search(deal(deal_id(variant, 5))).run(2000) for variant in VARIANTS.values() "
        "if variant.id in ('spider-2', 'spider-es-4', 'klondike-1', 'maze')]); "
        "from random import Random; from tests.engine.solving import spider_endgame; "
        "print([search(spider_endgame(Random(seed))).run(2000) for seed in (2, 15, 23, 51, 246)])"
    )
    return said(ask, **settings)


@COMPILED
@pytest.mark.slow
def test_the_search_goes_the_same_way_compiled_or_not() -> None:
    assert outcome() == outcome(CORRIDA_PURE="1")


def test_what_is_compiled_depends_on_what_it_imports() -> None:
    sources = imported(ROOT / "engine", [ROOT / "engine" / "solvers" / "spider.py"])
    assert {"solvers/spider.py", "solvers/search.py", "games/spider.py", "table.py"} <= set(sources)
    assert "attempt.py" not in sources
