"""One deal solved on the command line, every card known: a search within a time, and what it found."""

import json
import resource
import sys
import textwrap
import time
from typing import Any, Final, TextIO

from engine import moves
from engine.deals import deal
from engine.games import family
from engine.solvers import search
from engine.solvers.search import Outcome
from engine.table import Table

SLICE: Final = 500
"""Positions between two looks at the clock: some hundredths of a second."""


def solve(name: str, seconds: float, out: TextIO, *, as_json: bool) -> int:
    """Search the deal with this canonical ID for so many seconds at most, and print what was found.

    The line of a won deal is played by the rules of the engine before it is printed.
    """
    table = deal(name)
    found = report(table, seconds)
    if as_json:
        print(json.dumps(found), file=out)
        return 0
    print(f"{name}  {table.variant.id}", file=out)
    print(_sentence(found, seconds), file=out)
    if found["moves"]:
        print(textwrap.fill(" ".join(found["moves"]), 100), file=out)
    return 0


def report(table: Table, seconds: float) -> dict[str, Any]:
    """What a search of at most so many seconds says of a table, for JSON.

    `status`, `moves` (in notation, only if won), `nodes` (positions taken up), `seconds`, `cpu_seconds`, and
    `peak_mb`, the most memory that this process has had.
    """
    wall, cpu = time.perf_counter(), time.process_time()
    begun = search(table)
    outcome, nodes = None, 0
    while outcome is None and time.perf_counter() - wall < seconds:
        outcome = begun.run(SLICE)
        nodes += SLICE
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    outcome = outcome or Outcome("unknown", [], nodes)
    if outcome.status == "won":
        check(table, outcome.moves)
    layout = family(table.variant).layout(table.variant)
    return {
        "status": outcome.status,
        "moves": [moves.format(move, layout) for move in outcome.moves],
        "nodes": outcome.nodes,
        "seconds": round(wall, 3),
        "cpu_seconds": round(cpu, 3),
        "peak_mb": round(_peak_bytes() / 2**20, 1),
    }


def check(table: Table, line: list[moves.Move]) -> None:
    """Play a line on a copy of the table; RuntimeError if it does not win, for then the solver is wrong."""
    rules = family(table.variant)
    now = table.copy()
    for move in line:
        if rules.refusal(now, move) is not None:
            raise RuntimeError("the solver's line breaks a rule")
        rules.play(now, move)
    if not rules.is_won(now):
        raise RuntimeError("the solver's line does not win")


def _sentence(found: dict[str, Any], seconds: float) -> str:
    effort = f"{found['nodes']:,} positions, {found['seconds']:.1f} s, {found['peak_mb']:.0f} MB"
    if found["status"] == "won":
        return f"won in {len(found['moves'])} moves ({effort})"
    if found["status"] == "lost":
        return f"lost: every line was tried ({effort})"
    if found["seconds"] >= seconds:
        return f"unknown: not decided in {seconds:g} s ({effort})"
    return f"unknown: the search found nothing and cannot go on ({effort})"


def _peak_bytes() -> int:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
