"""A player's move and its notation, the same in logs, files, tests and on the wire.

``3>5`` one card from column 3 to column 5 · ``3>5x2`` two cards · ``W>F1`` waste to the first foundation ·
``D`` the stock's own move (deal a row, draw, turn over). Maze writes the gap first, as its moves are thought:
``r2c9<r4c1``.
"""

import re
from typing import Final, Literal, NamedTuple


class Move(NamedTuple):
    """The top `count` cards of pile `source` go to pile `target`, by pile index."""

    source: int
    target: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here


DEAL: Final = Move(-1, -1, 0)
"""The stock's own move, ``D``."""


def all_moves(piles: int, cards: int) -> list[list[list[Move]]]:
    """All moves of up to so many cards between the first so many piles, by source, count and target.

    They are few, and every list of legal moves is made of them: to look one up takes a fraction of the time of making
    it anew, a tenth of it in compiled code.
    """
    return [[[Move(a, b, n) for b in range(piles)] for n in range(cards + 1)] for a in range(piles)]


class Layout:
    """Names of a game's piles in the order of the table (``1``, ``S``, ``F1``, ``r1c1``), and its arrow."""

    __slots__ = ("arrow", "index", "names")

    def __init__(self, names: tuple[str, ...], arrow: Literal[">", "<"] = ">") -> None:
        self.names = names
        self.index = {name: at for at, name in enumerate(names)}
        self.arrow = arrow


_MOVE: Final = re.compile(r"([0-9A-Za-z]{1,4})([<>])([0-9A-Za-z]{1,4}?)(?:x([1-9][0-9]{0,2}))?")


def parse(text: str, layout: Layout) -> Move | None:
    """The move that a text means on this layout, or None. Reads what `format` writes, and ``x1``."""
    if text == "D":
        return DEAL
    found = _MOVE.fullmatch(text)
    if found is None or found[2] != layout.arrow:
        return None
    first, second = layout.index.get(found[1]), layout.index.get(found[3])
    if first is None or second is None:
        return None
    count = int(found[4] or 1)
    return Move(first, second, count) if layout.arrow == ">" else Move(second, first, count)


def format(move: Move, layout: Layout) -> str:  # noqa: A001 - read as moves.format, beside moves.parse
    """The move's notation; the count is written only when there is more than one card."""
    if move == DEAL:
        return "D"
    source, target = layout.names[move.source], layout.names[move.target]
    text = f"{source}>{target}" if layout.arrow == ">" else f"{target}<{source}"
    return f"{text}x{move.count}" if move.count > 1 else text
