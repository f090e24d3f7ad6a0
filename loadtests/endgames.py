"""Positions for `loadtests.bench_solvers`, and how they were made: `python -m loadtests.endgames VARIANT`.

Two kinds, in files under `loadtests/endgames/`, a position a line: `last` (Spider), right after the last row, as it
comes to a player who looks some way ahead, never at a hidden card; and `open`, no card face down and no stock, as it
comes on the way to a win from which the player has strayed by a few moves. A line is the kind, then the piles in the
table's order: how many cards are face up, a colon, the codes of the cards in hexadecimal.
"""

import argparse
import heapq
import sys
from pathlib import Path
from random import Random
from typing import Final

from engine.cards import faces
from engine.deals import SEED_BITS, deal, deal_id
from engine.games import VARIANTS, family, spider
from engine.games.base import Family
from engine.moves import DEAL, Move
from engine.solvers import search
from engine.table import Pile, Table, face_down, take_back
from engine.variant import Variant

FOLDER: Final = Path(__file__).parent / "endgames"
COUNT: Final = 100
STRAYED: Final = 12
"""Moves made at random from a winning line."""
AHEAD: Final = (60, 150, 400)
"""Positions that players look ahead."""


def text(kind: str, table: Table) -> str:
    """A position as a line."""
    return " ".join([kind, *[f"{pile.up}:{faces(pile.cards).hex()}" for pile in table.piles]])


def read(line: str, variant: Variant) -> tuple[str, Table]:
    """The kind and the table of a line."""
    kind, *words = line.split()
    kinds = [pile.kind for pile in deal(deal_id(variant, 0)).piles]
    piles = []
    for pile, word in zip(kinds, words, strict=True):
        up, _, codes = word.partition(":")
        piles.append(Pile(pile, list(bytes.fromhex(codes)), int(up)))
    return kind, Table(variant, piles)


def endgames(variant: Variant) -> list[tuple[str, Table]]:
    """The committed positions of a variant; none where there is no file."""
    file = FOLDER / f"{variant.id}.txt"
    lines = file.read_text(encoding="ascii").splitlines() if file.exists() else []
    return [read(line, variant) for line in lines]


def make(variant: Variant) -> list[str]:
    """The lines of a variant's file."""
    kinds = {"last": last_row, "open": strayed} if variant.family == "spider" else {"open": strayed}
    lines: list[str] = []
    for kind, maker in kinds.items():
        wanted = len(lines) + COUNT // len(kinds)
        seed = 0
        while len(lines) < wanted:
            seed += 1
            random = Random(f"{variant.id} {kind} {seed}")
            table = maker(variant, random)
            if table is not None:
                lines.append(text(kind, table))
    return lines


# On the way to a win


def strayed(variant: Variant, random: Random) -> Table | None:
    """A table with every card known, some moves off a winning line; None if the deal is not won quickly."""
    rules = family(variant)
    table = deal(deal_id(variant, random.getrandbits(SEED_BITS)))
    outcome = search(table).run(20_000)
    if outcome is None or outcome.status != "won":
        return None
    known = len(outcome.moves)
    tables = [table.copy()]
    for move in outcome.moves:
        rules.play(table, move)
        tables.append(table.copy())
    while known and is_known(tables[known - 1]):
        known -= 1
    # Maze is known from the start.
    table = tables[random.randrange(known, len(tables))] if known == 0 else tables[known]
    stray(rules, table, random)
    return None if rules.is_won(table) or not is_known(table) else table


def is_known(table: Table) -> bool:
    """Whether no card is face down and none in the stock: when a verdict may be asked for."""
    return not any(pile.cards for pile in table.piles if pile.kind == "stock") and face_down(table) == 0


def stray(rules: Family, table: Table, random: Random) -> None:
    """Make some moves at random, none that takes the one before it back or turns the stock."""
    before: Move | None = None
    for _ in range(STRAYED):
        back = None if before is None else Move(before.target, before.source, before.count)
        legal = [move for move in rules.legal_moves(table) if move not in (DEAL, back)]
        if not legal:
            return
        before = random.choice(legal)
        rules.play(table, before)


# After the last row of Spider


def last_row(variant: Variant, random: Random) -> Table | None:
    """A game of somebody who sees no hidden card, until the last row is dealt; None if it ends before."""
    table = deal(deal_id(variant, random.getrandbits(SEED_BITS)))
    ahead = random.choice(AHEAD)
    been: set[tuple[tuple[bytes, int], ...]] = set()
    while table.piles[spider.STOCK].cards:
        been.add(shown(table))
        for move in plan(table, ahead, been, random):
            spider.play(table, move)
        if shown(table) not in been:
            continue
        while any(not pile.cards for pile in table.piles[: spider.COLUMNS]):
            fills = [move for move in spider.legal_moves(table) if move != DEAL and not table.piles[move.target].cards]
            fills = [move for move in fills if move.count < len(table.piles[move.source].cards)]
            if not fills:
                return None
            spider.play(table, min(fills, key=lambda move: move.count))
        spider.play(table, DEAL)
    return None if spider.is_won(table) else table


def plan(table: Table, ahead: int, been: set[tuple[tuple[bytes, int], ...]], random: Random) -> list[Move]:
    """Moves to a card that turns up, or to the best table that is new and better than this one, or none."""
    hidden = face_down(table)
    best, moves = rating(table), list[Move]()
    waiting: list[tuple[int, int, list[Move]]] = [(best, 0, [])]
    seen = {shown(table)}
    for _ in range(ahead):
        if not waiting:
            break
        rated, _, line = heapq.heappop(waiting)
        now = table.copy()
        for move in line:
            spider.play(now, move)
        if rated < best and shown(now) not in been:
            best, moves = rated, line
        for move in spider.legal_moves(now):
            if move == DEAL:
                continue
            steps = spider.play(now, move)
            if face_down(now) < hidden:
                return [*line, move]
            if (found := shown(now)) not in seen:
                seen.add(found)
                heapq.heappush(waiting, (rating(now) + random.choice((0, 0, 1)), len(seen), [*line, move]))
            take_back(now, steps)
    return moves


def rating(table: Table) -> int:
    """How bad a table looks to one who sees the open cards only."""
    bad = -30 * spider.home(table)
    for pile in table.piles[: spider.COLUMNS]:
        size = len(pile.cards)
        hidden = size - pile.up
        bad += 12 * hidden if size else -10
        for at in range(hidden + 1, size):
            upper, lower = pile.cards[at - 1] & 63, pile.cards[at] & 63
            bad += -2 if upper == lower + 1 else 2 if upper & 15 == (lower & 15) + 1 else 5
    return bad


def shown(table: Table) -> tuple[tuple[bytes, int], ...]:
    """The columns as one sees them, in any order."""
    columns = table.piles[: spider.COLUMNS]
    return tuple(
        sorted((faces(pile.cards[len(pile.cards) - pile.up :]), len(pile.cards) - pile.up) for pile in columns)
    )


def main() -> None:
    """Write the file of each variant that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="+", choices=list(VARIANTS))
    FOLDER.mkdir(exist_ok=True)
    for name in parser.parse_args().variants:
        lines = make(VARIANTS[name])
        (FOLDER / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
        print(f"{name}: {len(lines)}", file=sys.stderr)


if __name__ == "__main__":
    main()
