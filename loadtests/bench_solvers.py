"""How much the solvers decide, and how fast: `make bench-solvers`, or `python -m loadtests.bench_solvers`.

For each variant: the share of the endgames in `loadtests/endgames/` that is decided within 0.2, 2 and 20 seconds, and
the median of the time it takes; the share of fixed deals that is decided within 5 and 30 seconds; positions a second.
All times are CPU time of one process. Each line that is said to win is played by the rules. The whole takes hours;
`--deals 10 --endgames 10 --most 5` takes minutes. CORRIDA_PURE=1 measures plain Python where the solvers are compiled.
"""

import argparse
import statistics
from collections.abc import Sequence
from time import process_time
from typing import Final, NamedTuple

import engine.solvers.spider
from engine.deals import deal, deal_id
from engine.games import VARIANTS
from engine.solvers import search
from engine.table import Table
from loadtests.endgames import endgames
from server.solve import check

VERDICT: Final = (0.2, 2.0, 20.0)
"""Seconds of CPU after which the share of decided endgames is told."""
DEAL: Final = (5.0, 30.0)
"""The same for whole deals."""
SLICE: Final = 200


class Result(NamedTuple):
    """One search: `seconds` until it was decided, or until it was given up."""

    status: str
    seconds: float
    nodes: int


def main() -> None:
    """Measure what is asked for, and print as it comes."""
    arguments = _arguments()
    spider = str(engine.solvers.spider.__file__)
    print(f"solvers: {'plain Python' if spider.endswith('.py') else 'compiled'}; CPU seconds, decided (won + lost)")
    for name in arguments.variant or VARIANTS:
        positions = endgames(VARIANTS[name])
        for kind in sorted({kind for kind, _ in positions}):
            tables = [table for one, table in positions if one == kind][: arguments.endgames]
            print(line(f"{name} {kind}", tables, VERDICT, arguments.most), flush=True)
        tables = [deal(deal_id(VARIANTS[name], number)) for number in range(1, arguments.deals + 1)]
        print(line(f"{name} deals", tables, DEAL, arguments.most), flush=True)


def line(title: str, tables: Sequence[Table], cuts: Sequence[float], most: float) -> str:
    """The figures of some tables, as one line of text; nothing is searched for longer than `most` seconds."""
    if not tables:
        return f"{title:<20} nothing to measure"
    cuts = [cut for cut in cuts if cut <= most] or [most]
    results = [decide(table, cuts[-1]) for table in tables]
    cells = [f"{title:<20}", f"n {len(results):<4}"]
    for cut in cuts:
        within = [one for one in results if one.status != "unknown" and one.seconds <= cut]
        won = sum(one.status == "won" for one in within)
        cells.append(f"{cut:>4g} s {100 * len(within) / len(results):5.1f} % ({won} + {len(within) - won})")
    speed = sum(one.nodes for one in results) / sum(one.seconds for one in results)
    median = statistics.median(one.seconds for one in results)
    return "  ".join([*cells, f"median {median:.3f} s", f"{speed:,.0f} positions/s"])


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
        return Result("unknown", taken, nodes)
    if outcome.status == "won":
        check(table, outcome.moves)
    return Result(outcome.status, taken, outcome.nodes)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", action="append", choices=list(VARIANTS), help="may be given several times")
    parser.add_argument("--deals", type=int, default=100, help="how many deals (default: %(default)s)")
    parser.add_argument("--endgames", type=int, default=100, help="how many endgames of each kind, at most")
    parser.add_argument("--most", type=float, default=30.0, help="seconds for one search (default: %(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
