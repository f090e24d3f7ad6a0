"""The rules of Spider, whole. Ten columns, a stock, and a foundation for each set that has left the table.

Two kinds of move only: a run goes from column to column, or a row is dealt. [000, 001, 003]
Piles: columns ``1``-``10`` are 0 to 9, the stock ``S`` is 10, the foundations ``F1``-``F8`` are 11 to 18.
A *run* is the longest block at the end of a column that is face up, descends by one and is of one suit.
"""

from collections.abc import Sequence
from typing import Final

from engine.cards import DECKS, FACE, RANK, rank, suit
from engine.games.opening import opening
from engine.moves import DEAL, Layout, Move, all_moves
from engine.reasons import Reason
from engine.table import Pile, Step, Table, TableLike, do, face_down
from engine.variant import Variant
from engine.views import View

COLUMNS: Final = 10
STOCK: Final = 10
FOUNDATIONS: Final = 11
SETS: Final = 8

ACE: Final = 1
SPADES: Final = 0
HEARTS: Final = 1
COPAS: Final = 1
ESPADAS: Final = 2
ALL: Final = (0, 1, 2, 3)

FRENCH: Final = (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)
"""Cards in each column: 54 of 104; the other 50 are five rows [000, 001]."""
SPANISH: Final = (5, 5, 5, 5, 5, 5, 4, 4, 4, 4)
"""Cards in each column: 46 of 96; the other 50 are five rows [003]."""


def _spanish(suits: int, pack: tuple[int, ...]) -> Variant:
    """Spanish Spider differs in deck and columns, and in the one exception that it makes for a row [003]."""
    return Variant(f"spider-es-{suits}", f"E{suits}", "spider", "spanish", pack, SPANISH, deal_when_short=True)


VARIANTS: Final = (
    Variant("spider-1", "S1", "spider", "french", (SPADES,) * 8, FRENCH),
    Variant("spider-2", "S2", "spider", "french", (SPADES,) * 4 + (HEARTS,) * 4, FRENCH),
    Variant("spider-4", "S4", "spider", "french", ALL * 2, FRENCH),
    _spanish(1, (ESPADAS,) * 8),
    _spanish(2, (ESPADAS,) * 4 + (COPAS,) * 4),
    _spanish(4, ALL * 2),
)


_MOVES: Final = all_moves(COLUMNS, 13)
"""Every move of a run between columns, by source, number of cards and target."""
_COUNTS: Final = [list(range(1, length + 1)) for length in range(14)]
"""How many cards of a run may move, by its length: ten ranges less to make are a twelfth of the list of legal moves."""


def layout(variant: Variant) -> Layout:
    """Names of the piles: ``1`` to ``10``, ``S``, ``F1`` to ``F8``."""
    columns = [str(number + 1) for number in range(len(variant.columns))]
    foundations = [f"F{number + 1}" for number in range(len(variant.suits))]
    return Layout((*columns, "S", *foundations))


def start(variant: Variant, cards: list[int]) -> Table:
    """Columns, their last cards face up, and the stock [000, 001, 003]."""
    return Table(variant, [*opening(variant.columns, cards), *[Pile("foundation", []) for _ in range(SETS)]])


# What may move


def legal_moves(t: TableLike) -> list[Move]:
    """All legal moves: by source column, then number of cards, then target column; ``D`` last."""
    moves: list[Move] = []
    takers = _takers(t)
    piles = t.piles
    for source in range(COLUMNS):
        pile = piles[source]
        cards = pile.cards
        known = _MOVES[source]
        for count in _COUNTS[run(pile)]:
            for target in takers[cards[-count] & RANK]:
                moves.append(known[count][target])  # noqa: PERF401 - of lists this short it makes a slower loop
    if _row_refusal(t) is None:
        moves.append(DEAL)
    return moves


def refusal(t: TableLike, move: Move) -> Reason | None:
    """Why a move is not legal, or None. The block is judged before the target [000, 001]."""
    if move == DEAL:
        return _row_refusal(t)
    source, target, count = move
    return _block_refusal(t, source, count) or _target_refusal(t, source, target, count)


def run(pile: Pile) -> int:
    """Length of the run at the end of a column, 0 when nothing there is face up.

    Several cards move together only if they descend by one and share one suit. [000, 001]
    """
    up = pile.up
    if up == 0:
        return 0
    cards = pile.cards
    count = 1
    last = cards[-1] & FACE
    while count < up and cards[-1 - count] & FACE == last + count:
        count += 1
    return count


def _takers(t: TableLike) -> list[list[int]]:
    """For each rank, the columns that take a card of it: one that ends one rank higher, or is empty."""
    takers: list[list[int]] = [[] for _ in range(14)]
    piles = t.piles
    for column in range(COLUMNS):
        pile = piles[column]
        cards = pile.cards
        if not cards:
            for columns in takers:
                columns.append(column)
        elif pile.up > 0:
            takers[(cards[-1] & RANK) - 1].append(column)
    return takers


def _block_refusal(t: TableLike, source: int, count: int) -> Reason | None:
    """Why the top `count` cards of a pile may not move.

    Of a column any tail of its run may. The rest is why another block may not: the break nearest to the end of the
    column is named.
    """
    piles = t.piles
    if not 0 <= source < len(piles):
        return Reason.NO_SUCH_PILE
    if source >= COLUMNS:
        return Reason.NOT_A_SOURCE
    pile = piles[source]
    movable = run(pile)
    if 1 <= count <= movable:
        return None
    cards = pile.cards
    if not cards:
        return Reason.EMPTY_SOURCE
    if not 1 <= count <= len(cards):
        return Reason.NO_SUCH_CARD
    if count > pile.up:
        return Reason.FACE_DOWN
    if rank(cards[-1 - movable]) != rank(cards[-movable]) + 1:
        return Reason.GAP_IN_BLOCK
    return Reason.MIXED_SUITS


def _target_refusal(t: TableLike, source: int, target: int, count: int) -> Reason | None:
    """Why a block that may move does not fit on its target.

    It fits on a card exactly one rank higher, of any suit, and on an empty column. [000, 001]
    """
    piles = t.piles
    if not 0 <= target < len(piles):
        return Reason.NO_SUCH_PILE
    if target == source:
        return Reason.SAME_PILE
    if target >= COLUMNS:
        return Reason.NOT_A_TARGET
    goal = piles[target]
    cards = goal.cards
    if not cards:
        return None
    if goal.up == 0:
        return Reason.FACE_DOWN
    if cards[-1] & RANK != (piles[source].cards[-count] & RANK) + 1:
        return Reason.RANK_DOES_NOT_FIT
    return None


def _row_refusal(t: TableLike) -> Reason | None:
    """Why no row may be dealt: no rows left, or an empty column [000, 001].

    With fewer cards on the table than columns the empty ones cannot all be filled. Then a row is dealt all
    the same where the variant says so [003], and else refused with a reason of its own, for only undo helps.
    """
    if not t.piles[STOCK].cards:
        return Reason.NO_ROWS_LEFT
    cards = 0
    empty = False
    for pile in t.piles[:COLUMNS]:
        size = len(pile.cards)
        cards += size
        empty = empty or size == 0
    if not empty:
        return None
    if cards >= COLUMNS:
        return Reason.EMPTY_COLUMN
    return None if t.variant.deal_when_short else Reason.FEWER_CARDS_THAN_COLUMNS


# What a move does


def play(table: Table, move: Move) -> list[Step]:
    """Do a legal move, then what follows by itself.

    A dealt row: one face-up card onto each column, left to right. All of them are placed before anything else
    happens.
    """
    steps: list[Step] = []
    if move == DEAL:
        steps.append(do(table, "up", STOCK, -1, COLUMNS))
        steps += [do(table, "move", STOCK, column, 1) for column in range(COLUMNS)]
        _settle(table, range(COLUMNS), steps)
    else:
        source, target, count = move
        steps.append(do(table, "move", source, target, count))
        _settle(table, (source, target) if source < target else (target, source), steps)
    return steps


def _settle(table: Table, columns: Sequence[int], steps: list[Step]) -> None:
    """Complete sets leave, left to right; then cards left face down at an end turn up [000, 003]."""
    piles = table.piles
    for column in columns:
        if _ends_in_set(table.variant, piles[column]):
            step = do(table, "move", column, FOUNDATIONS + home(table), set_size(table.variant))
            steps.append(step)
    for column in columns:
        pile = piles[column]
        if pile.up == 0 and pile.cards:
            steps.append(do(table, "up", column, -1, 1))


def _ends_in_set(variant: Variant, pile: Pile) -> bool:
    """Whether the end of a column is a set. Nearly all are seen at a glance to be none, for they end in no ace."""
    cards = pile.cards
    return len(cards) > 0 and cards[-1] & RANK == ACE and run(pile) == set_size(variant)


def set_size(variant: Variant) -> int:
    """Cards in a set: a run of every rank of the deck, king to ace (Spanish: 12 to 1) [000, 003]."""
    return len(DECKS[variant.deck].ranks)


# What a tap does


def tap(view: TableLike, pile: int, count: int) -> Move | Reason:
    """The run from the tapped card to the end goes to the best column; the stock deals a row [000].

    In this order: completes a set; same suit one higher; any other card one higher; an empty column. Ties:
    lowest column.
    """
    if pile == STOCK:
        return _row_refusal(view) or DEAL
    reason = _block_refusal(view, pile, count)
    if reason is not None:
        return reason
    return _best(view, pile, count, _takers(view)) or Reason.NO_TARGET


def taps(view: TableLike) -> list[Move]:
    """What every tap that does something does: by column, then number of cards; ``D`` last."""
    takers = _takers(view)
    moves: list[Move] = []
    for source in range(COLUMNS):
        pile = view.piles[source]
        for count in range(1, run(pile) + 1):
            move = _best(view, source, count, takers)
            if move is not None:
                moves.append(move)
    if _row_refusal(view) is None:
        moves.append(DEAL)
    return moves


def _best(view: TableLike, source: int, count: int, takers: list[list[int]]) -> Move | None:
    """The tap's choice for a block that may move, or None where no column takes it."""
    first = view.piles[source].cards[-count] & FACE
    best = -1
    best_order = 4
    for target in takers[first & RANK]:
        goal = view.piles[target]
        if not goal.cards:
            order = 3
        elif goal.cards[-1] & FACE != first + 1:
            order = 2
        elif run(goal) + count < set_size(view.variant):
            order = 1
        else:
            order = 0
        if order < best_order:
            best_order = order
            best = target
    return None if best < 0 else _MOVES[source][count][best]


def finish(_view: View) -> list[Move]:
    """Nothing: a game of Spider ends by itself, with its last set."""
    return []


# What is counted


def counters(t: TableLike) -> dict[str, int]:
    """Rows left in the stock, sets off the table, face-down cards in the columns."""
    return {"rows": len(t.piles[STOCK].cards) // COLUMNS, "sets": home(t), "down": face_down(t)}


def home(t: TableLike) -> int:
    """Sets off the table; foundations fill from the first one on."""
    sets = 0
    while sets < SETS and t.piles[FOUNDATIONS + sets].cards:
        sets += 1
    return sets


def home_by_suit(t: TableLike) -> list[int]:
    """Sets of each suit that are off the table [000]."""
    sets = [0, 0, 0, 0]
    for pile in t.piles[FOUNDATIONS : FOUNDATIONS + home(t)]:
        sets[suit(pile.cards[0])] += 1
    return sets


def is_won(t: TableLike) -> bool:
    """Eight sets win [000, 001]."""
    return home(t) == SETS
