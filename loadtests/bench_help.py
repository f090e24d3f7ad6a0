"""How fast help is: `make bench-help`, or `python -m loadtests.bench_help [--deals N]`.

Some deals of each variant are played as hints and walks advise, until nothing leads on. Measured, in CPU time of this
process: the hint on every table on the way, and every walk where a hint saw nothing. The numbers are for people:
nothing fails by them.
"""

import argparse
from time import process_time
from typing import Final

from engine.advice import PROGRESS, Way
from engine.attempt import Attempt
from engine.deals import deal_id
from engine.games import VARIANTS
from engine.reasons import Reason

WALK_S: Final = 0.1
"""What a walk may take."""
MOST_MOVES: Final = 600


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=8, help="of each variant (default: %(default)s)")
    deals = parser.parse_args().deals
    print(f"{'':<14}{'hints':>8}{'p50 ms':>9}{'p99 ms':>9}{'walks':>8}{'p50 ms':>9}{'in 100 ms':>11}{'no way':>8}")
    for variant in VARIANTS:
        hints: list[float] = []
        walks: list[float] = []
        ended: list[Way | None] = []
        for seed in range(deals):
            _play(variant, seed, hints, walks, ended)
        answered = sum(way is not None and way.status != "unknown" for way in ended)
        share = f"{100 * answered / len(ended):.0f} %" if ended else "-"
        none = sum(way is not None and way.status == "none" for way in ended)
        print(
            f"{variant:<14}{len(hints):>8}{_ms(hints, 0.5):>9}{_ms(hints, 0.99):>9}"
            f"{len(walks):>8}{_ms(walks, 0.5):>9}{share:>11}{none:>8}"
        )


def _play(variant: str, seed: int, hints: list[float], walks: list[float], ended: list[Way | None]) -> None:
    game, plan = Attempt(deal_id(VARIANTS[variant], seed)), list[str]()
    while not game.won and game.version < MOST_MOVES:
        if not plan:
            start = process_time()
            hint = game.hint()
            hints.append(process_time() - start)
            plan = [game.notation(move) for move in hint.line]
            if hint.advice not in PROGRESS:
                way = _walk(game, walks, ended)
                if way is not None and way.moves:
                    plan = [game.notation(move) for move in way.moves]
                elif variant == "maze":
                    return  # a loose card leads anywhere
        if not plan or isinstance(game.act(plan.pop(0)), Reason):
            return


def _walk(game: Attempt, walks: list[float], ended: list[Way | None]) -> Way | None:
    walk = game.walk()
    if walk is None:
        return None
    start, way = process_time(), None
    while way is None and process_time() - start < WALK_S:
        way = walk.run(20)
    walks.append(process_time() - start)
    ended.append(way)
    return way


def _ms(times: list[float], share: float) -> str:
    return f"{1000 * sorted(times)[min(len(times) - 1, int(len(times) * share))]:.2f}" if times else "-"


if __name__ == "__main__":
    main()
