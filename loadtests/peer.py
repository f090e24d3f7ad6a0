"""Our solver of Klondike beside another one that anybody can install: pyksolve, from PyPI.

`python -m loadtests.bench_solvers` calls this for draw one. pyksolve is no part of this project: uv installs it for one
run, into an environment that is thrown away, from whatever index uv is set to. There this module is run again, gets the
deals as text, and answers with what pyksolve says of each. That both sides have the same deals is not believed but
checked: each line that it finds is played by our rules, to the won game.
"""

import json
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from time import process_time
from typing import Final

from engine.attempt import Attempt
from engine.cards import rank, suit
from engine.games.klondike import COLUMNS, STOCK
from engine.table import Table
from native.build import ROOT

PACKAGE: Final = "pyksolve==0.0.15"
POSITIONS: Final = 1_000_000
"""How many positions it may look at before it gives up; it has no limit of time. That is some seconds of CPU."""

Answer = tuple[str, float, str]
"""``won``, ``lost`` or ``late``; CPU seconds; and the line, in pyksolve's notation."""


def compare(tables: Sequence[Table], ours: Sequence[tuple[str, float]]) -> str:
    """A line of text about these deals of draw one. Ours: of each its status, as in `Answer`, and CPU seconds."""
    answers = _ask(tables)
    if answers is None:
        return f"{PACKAGE} cannot be installed here, so there is nothing to compare with"
    for table, (status, _, line) in zip(tables, answers, strict=True):
        if status == "won":
            play(table, line)
    theirs = [(status, seconds) for status, seconds, _ in answers]
    ratio = _median(theirs) / _median(ours)
    return f"{_told(PACKAGE, theirs)}  {_told('ours', ours)}  ratio of medians {ratio:,.0f}"


def _told(name: str, results: Sequence[tuple[str, float]]) -> str:
    won, lost = (sum(status == wanted for status, _ in results) for wanted in ("won", "lost"))
    share = 100 * (won + lost) / len(results)
    return f"{name} {share:.1f} % ({won} + {lost} of {len(results)}), median {_median(results):.4f} s"


def _median(results: Sequence[tuple[str, float]]) -> float:
    """Seconds of CPU for half of all deals, those given up among them."""
    return statistics.median(seconds for _, seconds in results)


def _ask(tables: Sequence[Table]) -> list[Answer] | None:
    """What pyksolve says of these deals, or None if it cannot be had."""
    alone = [sys.executable, "-m", "uv", "run", "-q", "--no-project", "--isolated", "--python", sys.executable]
    there = [*alone, "--with", PACKAGE, "python"]
    if subprocess.run([*there, "-c", "import pyksolve"], capture_output=True, check=False).returncode != 0:
        return None
    done = subprocess.run(
        [*there, "-m", "loadtests.peer"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        input=json.dumps([deck(table) for table in tables]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [(status, seconds, line) for status, seconds, line in json.loads(done.stdout)]


def deck(table: Table) -> str:
    """A deal as pyksolve reads it: its cards as they are dealt, row by row and then the stock from the top.

    Of each card two digits are its rank and one its suit, clubs, diamonds, hearts, spades.
    """
    columns = [pile.cards for pile in table.piles[:COLUMNS]]
    rows = [column[row] for row in range(COLUMNS) for column in columns if row < len(column)]
    cards = [*rows, *reversed(table.piles[STOCK].cards)]
    return "".join(f"{rank(card):02d}{4 - suit(card)}" for card in cards)


def play(table: Table, line: str) -> None:
    """Play a line of pyksolve's by our rules. Raises RuntimeError where they refuse it, or where it does not win."""
    game = Attempt(table.copy())
    for action in actions(line):
        reason = game.refusal(action)
        if reason is not None:
            raise RuntimeError(f"{PACKAGE} had another deal, or other rules: {action} is refused, {reason}")
        game.act(action)
    if not game.won:
        raise RuntimeError(f"{PACKAGE} has not won the game that it says it has")


_MOVE: Final = re.compile(r"([W1-7CDHS])([1-7CDHS])(?:-(\d+))?")
_NAMES: Final = {"S": "F1", "H": "F2", "D": "F3", "C": "F4"}


def actions(line: str) -> Iterator[str]:
    """A line of pyksolve's in our notation.

    ``DR3`` draws three times, ``NEW`` turns the waste over, ``F4`` turns up the last card of column 4, which in ours
    needs no saying; ``W5``, ``3C``, ``62-3`` go from waste, column or foundation to another, with so many cards.
    """
    for word in line.split():
        if word.startswith("DR"):
            yield from ["D"] * int(word[2:])
        elif word == "NEW":
            yield "D"
        elif not re.fullmatch("F[1-7]", word):
            found = _MOVE.fullmatch(word)
            if found is None:
                raise RuntimeError(f"{PACKAGE} has written {word!r}")
            source, target, count = found.groups()
            yield f"{_NAMES.get(source, source)}>{_NAMES.get(target, target)}" + (f"x{count}" if count else "")


def main() -> None:
    """What is run where pyksolve is: deals from the standard input, answers to the standard output."""
    from pyksolve.solver import Solitaire, SolveResult  # noqa: PLC0415 - it is there for this run only

    statuses = {SolveResult.CouldNotComplete: "late", SolveResult.Impossible: "lost"}
    answers: list[Answer] = []
    for cards in json.load(sys.stdin):
        game = Solitaire()
        game.load_solitaire(cards)
        game.reset_game(1)
        start = process_time()
        status = statuses.get(game.solve_fast(max_closed_count=POSITIONS), "won")
        seconds = process_time() - start
        answers.append((status, seconds, game.moves_made() if status == "won" else ""))
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
