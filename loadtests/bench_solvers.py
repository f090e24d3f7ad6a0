"""How much the solvers decide, and how fast: `make bench-solvers`, or `python -m loadtests.bench_solvers`.

For each variant: the share of the endgames in `loadtests/endgames/` that is decided within 0.2, 2 and 20 seconds; the
share of fixed deals that is decided within 5 and 30 seconds; how long it takes for half of them and for nine in ten;
positions a second; and, for deals, the CPU time that it takes to find one that is won, whatever is tried in vain
included. All times are CPU time of one process. Each line that is said to win is played by the rules. Klondike of draw
one is also held against a solver from PyPI, on the same deals (`loadtests/peer.py`).

The whole takes hours; `--deals 10 --endgames 10 --most 5` takes minutes. With `--into FILE` each search is written down
as soon as it ends, and whoever asks again with the same file goes on where it stopped, in as many parts as one likes,
side by side too; what sources that have changed since have found does not count. CORRIDA_PURE=1 measures plain Python
where the solvers are compiled.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Final, NamedTuple

from engine.deals import deal, deal_id
from engine.games import VARIANTS
from engine.solvers import search
from engine.table import Table
from loadtests import peer
from loadtests.endgames import endgames
from native.build import ROOT, imported
from native.finder import digest
from server.solve import check

VERDICT: Final = (0.2, 2.0, 20.0)
"""Seconds of CPU after which the share of decided endgames is told."""
DEAL: Final = (1.0, 5.0, 30.0)
"""The same for whole deals."""
SLICE: Final = 200


class Result(NamedTuple):
    """One search: `seconds` until it was decided, or until it was given up."""

    status: str
    """As in `Outcome`, or "late" if the time was up first."""
    seconds: float
    nodes: int

    def within(self, seconds: float) -> bool:
        """Whether it was decided in so many seconds."""
        return self.status in ("won", "lost") and self.seconds <= seconds


class Records:
    """What earlier searches have found, kept in a file, or for this run only."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._found: dict[tuple[str, str, int], Result] = {}
        for line in file.read_text(encoding="utf-8").splitlines() if file is not None and file.exists() else ():
            made, title, number, *result = json.loads(line)
            self._found[made, title, number] = Result(*result)

    def decide(self, title: str, number: int, table: Table, seconds: float) -> Result:
        """The result of this search: as it was found before, if that took as long, or else now."""
        key = (made_from(table), title, number)
        known = self._found.get(key)
        if known is None or (known.status == "late" and known.seconds < seconds):
            known = self._found[key] = decide(table, seconds)
            if self._file is not None:
                with self._file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([*key, *known]) + "\n")
        return known


def main() -> None:
    """Measure what is asked for, and print as it comes."""
    arguments = _arguments()
    records = Records(arguments.into)
    print("CPU seconds, decided (won + lost)")
    for name in arguments.variant or VARIANTS:
        positions = endgames(VARIANTS[name])
        for kind in sorted({kind for kind, _ in positions}):
            tables = [table for one, table in positions if one == kind][: arguments.endgames]
            print(line(records, f"{name} {kind}", tables, VERDICT, arguments.most), flush=True)
        tables = [deal(deal_id(VARIANTS[name], number)) for number in range(1, arguments.deals + 1)]
        print(line(records, f"{name} deals", tables, DEAL, arguments.most), flush=True)
        if name == "klondike-1" and tables[: arguments.peer]:
            print(beside_peer(records, f"{name} deals", tables[: arguments.peer], arguments.most), flush=True)


def line(records: Records, title: str, tables: Sequence[Table], cuts: Sequence[float], most: float) -> str:
    """The figures of some tables, as one line of text; nothing is searched for longer than `most` seconds."""
    if not tables:
        return f"{title:<20} nothing to measure"
    whole = cuts == DEAL
    cuts = [cut for cut in cuts if cut <= most] or [most]
    results = [records.decide(title, number, table, cuts[-1]) for number, table in enumerate(tables, 1)]
    cells = [f"{title:<20}", f"n {len(results):<4}"]
    for cut in cuts:
        within = [one for one in results if one.within(cut)]
        won = sum(one.status == "won" for one in within)
        cells.append(f"{cut:>4g} s {100 * len(within) / len(results):5.1f} % ({won} + {len(within) - won})")
    times = sorted(one.seconds if one.within(cuts[-1]) else float("inf") for one in results)
    for name, at in ("median", statistics.median_high(range(len(times)))), ("p90", -(-9 * len(times) // 10) - 1):
        cells.append(f"{name} {times[at]:.3f} s" if times[at] <= cuts[-1] else f"{name} over {cuts[-1]:g} s")
    cells.append(f"{sum(one.nodes for one in results) / sum(one.seconds for one in results):,.0f} positions/s")
    if whole:
        cells += [f"a win per {_effort(results, cut)} s, given up after {cut:g} s" for cut in cuts]
    return "  ".join(cells)


def beside_peer(records: Records, title: str, tables: Sequence[Table], most: float) -> str:
    """The figures of these deals, and those of another solver on them, as one line of text."""
    results = [records.decide(title, number, table, most) for number, table in enumerate(tables, 1)]
    return f"{title:<20} {peer.compare(tables, [(one.status, one.seconds) for one in results])}"


def _effort(results: Sequence[Result], most: float) -> str:
    """Seconds for each deal that is won, if each that resists is given up after so many."""
    won = sum(one.status == "won" and one.seconds <= most for one in results)
    return f"{sum(min(one.seconds, most) for one in results) / won:.2f}" if won else "-"


def made_from(table: Table) -> str:
    """What tells the solver of this table from those before and after it: its sources, and whether it is compiled."""
    module = sys.modules[type(search(table)).__module__]
    name = module.__name__.removeprefix("engine.").replace(".", "/") + ".py"
    sources = digest(str(ROOT / "engine"), imported(ROOT / "engine", [ROOT / "engine" / name]))
    return f"{'plain' if str(module.__file__).endswith('.py') else 'compiled'} {sources[:16]}"


def decide(table: Table, seconds: float) -> Result:
    """Search for so many seconds of CPU at most."""
    begun = search(table)
    start = process_time()
    outcome, nodes = None, 0
    while outcome is None and process_time() - start < seconds:
        outcome = begun.run(SLICE)
        nodes += SLICE
    taken = process_time() - start
    if outcome is None:
        return Result("late", taken, nodes)
    if outcome.status == "won":
        check(table, outcome.moves)
    return Result(outcome.status, taken, outcome.nodes)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", action="append", choices=list(VARIANTS), help="may be given several times")
    parser.add_argument("--deals", type=int, default=100, help="how many deals (default: %(default)s)")
    parser.add_argument("--endgames", type=int, default=100, help="how many endgames of each kind, at most")
    parser.add_argument("--peer", type=int, default=30, help="how many of them another solver gets too (0: none)")
    parser.add_argument("--into", type=Path, metavar="FILE", help="keeps what each search found, to go on later")
    parser.add_argument("--most", type=float, default=30.0, help="seconds for one search (default: %(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
