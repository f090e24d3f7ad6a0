"""The rules of Maze, whole. Six rows of nine cells, 48 cards, all of them open, and six gaps [004].

Piles: the cells ``r1c1``-``r6c9`` in reading order are 0 to 53, each empty (a *gap*) or with one card. They form
a ring: the end of a row adjoins the start of the next, and the last cell the first.

Counter: `placed`, the cards in place for the best order of suits. A card is in place when the card before it
in reading order, gaps aside, is the one that belongs there: for a 3 to K the next lower one of its suit, for
a two the king of the suit before. The first suit's two belongs in the first cell, the last suit's king also
in the last cell. All 48 are in place exactly when the game is won.
"""

from itertools import permutations
from typing import Final

from engine.cards import code, face, rank, suit
from engine.moves import DEAL, Layout, Move
from engine.reasons import Reason
from engine.table import Pile, Step, Table, TableLike, do
from engine.variant import Variant
from engine.views import View

ROWS: Final = 6
WIDTH: Final = 9
CELLS: Final = ROWS * WIDTH
LAST: Final = CELLS - 1
SUITS: Final = (0, 1, 2, 3)
ACE: Final = 1
TWO: Final = 2
KING: Final = 13

VARIANTS: Final = (Variant("maze", "M1", "maze", "french", SUITS, (8, 8, 9, 9, 9, 9)),)

_CARDS: Final = len(SUITS) * (KING - 1)
_TWOS: Final = tuple(code(one, TWO) for one in SUITS)
_ORDERS: Final = tuple(permutations(SUITS))


def layout(_variant: Variant) -> Layout:
    """Names of the cells, ``r1c1`` to ``r6c9``; in the notation the gap comes first: ``r2c9<r4c1``."""
    return Layout(tuple(f"r{row + 1}c{column + 1}" for row in range(ROWS) for column in range(WIDTH)), "<")


def start(variant: Variant, cards: list[int]) -> Table:
    """Two rows of eight cards, four of nine, in reading order; then the aces are taken out [004]."""
    piles: list[Pile] = []
    at = 0
    for size in variant.columns:
        row = cards[at : at + size]
        at += size
        piles += [Pile("cell", []) if rank(card) == ACE else Pile("cell", [card], 1) for card in row]
        piles += [Pile("cell", []) for _ in range(WIDTH - size)]
    return Table(variant, piles)


# What may move


def legal_moves(t: TableLike) -> list[Move]:
    """All legal moves: by gap, then by the cell of the card, in reading order."""
    moves: list[Move] = []
    cells = {face(pile.cards[0]): at for at, pile in enumerate(t.piles) if pile.cards}
    for gap in range(CELLS):
        if not t.piles[gap].cards:
            takes = _takes(*_neighbours(t, gap))
            moves += [Move(source, gap, 1) for source in sorted({cells[card] for card in takes if card in cells})]
    return moves


def refusal(t: TableLike, move: Move) -> Reason | None:
    """Why a move is not legal, or None. The card is judged before the gap [004]."""
    if move == DEAL:
        return Reason.NOTHING_TO_DRAW
    source, target, count = move
    reason = _card_refusal(t, source, count)
    if reason is not None:
        return reason
    if not 0 <= target < len(t.piles):
        return Reason.NO_SUCH_PILE
    if target == source:
        return Reason.SAME_PILE
    if t.piles[target].cards:
        return Reason.NOT_A_GAP
    return None if face(t.piles[source].cards[0]) in _takes(*_neighbours(t, target)) else Reason.NOT_BESIDE


def _card_refusal(t: TableLike, source: int, count: int) -> Reason | None:
    """Why there is nothing to be moved."""
    if not 0 <= source < len(t.piles):
        return Reason.NO_SUCH_PILE
    if not t.piles[source].cards:
        return Reason.EMPTY_SOURCE
    return None if count == 1 else Reason.NO_SUCH_CARD


def _neighbours(t: TableLike, gap: int) -> tuple[int, int]:
    """The cards left and right of a cell on the ring, 0 where there is none."""
    left, right = t.piles[gap - 1].cards, t.piles[(gap + 1) % CELLS].cards
    return face(left[0]) if left else 0, face(right[0]) if right else 0


def _takes(left: int, right: int) -> list[int]:
    """The cards that may go to a gap between these two; it is never more than five [004].

    Right of a card its suit's next higher one, and right of any king any two; left of a card its suit's next
    lower one. So nothing goes left of a two, and a king only right of its own queen.
    """
    takes: list[int] = []
    if rank(left) == KING:
        takes += _TWOS
    elif left:
        takes.append(left + 1)
    if rank(right) > TWO:
        takes.append(right - 1)
    return takes


# What a move does


def play(table: Table, move: Move) -> list[Step]:
    """Do a legal move: one card goes to a gap [004]."""
    return [do(table, "move", move.source, move.target, 1)]


# What a tap does


def tap(view: TableLike, pile: int, count: int) -> Move | Reason:
    """A tapped card goes to its gap where it has one only; else the gap must be chosen."""
    reason = _card_refusal(view, pile, count)
    if reason is not None:
        return reason
    moves = [move for move in legal_moves(view) if move.source == pile]
    if not moves:
        return Reason.NO_TARGET
    return moves[0] if len(moves) == 1 else Reason.CHOOSE_A_TARGET


def taps(view: TableLike) -> list[Move]:
    """What every tap that does something does, in the order of `legal_moves`."""
    moves = legal_moves(view)
    gaps = [0] * CELLS
    for move in moves:
        gaps[move.source] += 1
    return [move for move in moves if gaps[move.source] == 1]


# The end


def finish(_view: View) -> list[Move]:
    """Nothing: in Maze every move is the player's."""
    return []


def counters(t: TableLike) -> dict[str, int]:
    """Cards in place for the best order of suits."""
    return {"placed": home(t)}


def home(t: TableLike) -> int:
    """Cards in place for the best order of suits, 0 to 48; the head of this file says what that means."""
    placed = 0
    before = [-1] * len(SUITS)  # for each suit the one whose king lies before its two
    ready = [False] * len(SUITS)  # for each suit whether its king lies behind its queen
    previous = 0
    for pile in t.piles:
        if not pile.cards:
            continue
        card = face(pile.cards[0])
        if rank(card) == TWO:
            if rank(previous) == KING:
                before[suit(card)] = suit(previous)
        elif card == previous + 1:
            placed += 1
            if rank(card) == KING:
                ready[suit(card)] = True
        previous = card
    corner, end = _corner(t, 0, TWO), _corner(t, LAST, KING)
    return placed + max(
        (corner == order[0])
        + (before[order[1]] == order[0])
        + (before[order[2]] == order[1])
        + (before[order[3]] == order[2])
        - (ready[order[3]] and end != order[3])
        for order in _ORDERS
    )


def _corner(t: TableLike, cell: int, wanted: int) -> int:
    """The suit of the card in a cell if it has the wanted rank, else -1."""
    cards = t.piles[cell].cards
    return suit(cards[0]) if cards and rank(cards[0]) == wanted else -1


def home_by_suit(_t: TableLike) -> list[int]:
    """Nothing: the order of the suits is the player's, and none has a place of its own [004]."""
    return []


def is_won(t: TableLike) -> bool:
    """Whether the cards run from two to king suit after suit, gaps anywhere but in the first and last cell [004].

    The order of the suits is free.
    """
    if _corner(t, 0, TWO) < 0 or _corner(t, LAST, KING) < 0:
        return False
    cards = [face(pile.cards[0]) for pile in t.piles if pile.cards]
    starts = range(0, _CARDS, KING - 1)
    return all(cards[at : at + KING - 1] == list(range(cards[at], cards[at] + KING - 1)) for at in starts)
