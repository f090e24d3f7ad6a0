"""The rules of Klondike and of Clásico, whole. Seven columns, a stock, a waste, and a foundation for each suit.

Piles: columns ``1``-``7`` are 0 to 6, the stock ``S`` is 7, the waste ``W`` 8, the foundations ``F1``-``F4``
are 9 to 12, in the order of the deck's suits: each belongs to its suit from the start. [002, 003]
A *run* is the longest block at the end of a column that is face up and built by the rules.
The variants differ in deck, in how many cards a draw turns up, in the rule by which columns are built and in
what a tap does: four fields of `Variant`.

Counters: `home` cards on foundations, `stock` cards in the stock, `down` face-down cards in the columns.
`Attempt` adds `turnovers`, how often the waste was turned over in the line that now stands.
"""

from collections.abc import Sequence
from typing import Final

from engine.cards import DECKS, FACE, HIDDEN, RANK, code, face, rank, suit
from engine.games.opening import opening
from engine.moves import DEAL, Layout, Move, all_moves
from engine.reasons import Reason
from engine.table import Pile, Step, Table, TableLike, do, face_down
from engine.variant import Build, Variant
from engine.views import View

COLUMNS: Final = 7
STOCK: Final = 7
WASTE: Final = 8
FOUNDATIONS: Final = 9
SUITS: Final = (0, 1, 2, 3)

SIZES: Final = (1, 2, 3, 4, 5, 6, 7)
"""Cards in each column: 28 of 52, or of 48 [002, 003]."""

VARIANTS: Final = (
    Variant("klondike-1", "K1", "klondike", "french", SUITS, SIZES, draw=1),
    Variant("klondike-3", "K3", "klondike", "french", SUITS, SIZES, draw=3),
    Variant("clasico-1", "C1", "klondike", "spanish", SUITS, SIZES, draw=1, build="other_suit", tap="foundation_first"),
    Variant("clasico-3", "C3", "klondike", "spanish", SUITS, SIZES, draw=3, build="other_suit", tap="foundation_first"),
)

_MOVES: Final = all_moves(FOUNDATIONS + len(SUITS), 13)
"""Every move between piles, by source, number of cards and target."""

_RED: Final = (False, True, True, False)
_FITS: Final[dict[Build, list[list[int]]]] = {
    "other_colour": [[upper for upper in SUITS if _RED[upper] != _RED[lower]] for lower in SUITS],
    "other_suit": [[upper for upper in SUITS if upper != lower] for lower in SUITS],
}
"""For each suit the ones that go on it: alternating colours [002], or any other suit [003]."""
_MISFIT: Final[dict[Build, Reason]] = {
    "other_colour": Reason.COLOUR_DOES_NOT_FIT,
    "other_suit": Reason.SAME_SUIT,
}


def _takes(variant: Variant) -> list[list[int]]:
    """For each card those that may lie on it in a column, one rank lower and of a suit that fits; at 0 the kings."""
    takes: list[list[int]] = [[] for _ in range(FACE + 1)]
    top = len(DECKS[variant.deck].ranks)
    takes[0] = [code(one, top) for one in SUITS]
    for lower in SUITS:
        for one in range(2, top + 1):
            takes[code(lower, one)] = [code(upper, one - 1) for upper in _FITS[variant.build][lower]]
    return takes


_TAKES: Final = {one.id: _takes(one) for one in VARIANTS}
"""What a column takes that ends with a card, or with none, for each variant by its id."""


def layout(variant: Variant) -> Layout:
    """Names of the piles: ``1`` to ``7``, ``S``, ``W``, ``F1`` to ``F4``."""
    columns = [str(number + 1) for number in range(len(variant.columns))]
    foundations = [f"F{number + 1}" for number in range(len(variant.suits))]
    return Layout((*columns, "S", "W", *foundations))


def start(variant: Variant, cards: list[int]) -> Table:
    """Columns of 1 to 7 cards, the last ones face up; the rest is the stock; the waste is empty [002, 003]."""
    foundations = [Pile("foundation", []) for _ in SUITS]
    return Table(variant, [*opening(variant.columns, cards), Pile("waste", []), *foundations])


# What may move


def legal_moves(t: TableLike) -> list[Move]:
    """All legal moves: by source pile, then number of cards, then target pile; ``D`` last."""
    moves: list[Move] = []
    takers = _takers(t)
    for source in range(COLUMNS):
        for count in range(1, run(t, source) + 1):
            for target in _targets(t, source, count, takers):
                moves.append(_MOVES[source][count][target])  # noqa: PERF401 - of lists this short: a slower loop
    for source in range(WASTE, len(t.piles)):
        if t.piles[source].cards:
            for target in _targets(t, source, 1, takers):
                moves.append(_MOVES[source][1][target])  # noqa: PERF401 - the same
    if _draw_refusal(t) is None:
        moves.append(DEAL)
    return moves


def refusal(t: TableLike, move: Move) -> Reason | None:
    """Why a move is not legal, or None. The block is judged before the target [002, 003]."""
    if move == DEAL:
        return _draw_refusal(t)
    reason = _block_refusal(t, move.source, move.count)
    if reason is not None:
        return reason
    return _target_refusal(t, move)


def run(t: TableLike, column: int) -> int:
    """Length of the run at the end of a column, 0 when nothing there is face up.

    It descends by one, in alternating colours [002] or with another suit at each card [003].
    """
    pile = t.piles[column]
    cards = pile.cards
    up = pile.up
    if up == 0:
        return 0
    takes = _TAKES[t.variant.id]
    count = 1
    while count < up and cards[-count] & FACE in takes[cards[-1 - count] & FACE]:
        count += 1
    return count


def takes(variant: Variant, last: int, card: int) -> bool:
    """Whether a column that ends with `last` (0: an empty one) takes a card."""
    return card in _TAKES[variant.id][last]


def _takers(t: TableLike) -> dict[int, list[int]]:
    """For each card that a column takes those columns: what may lie on its last card, or a king if it is empty."""
    fitting = _TAKES[t.variant.id]
    takers: dict[int, list[int]] = {}
    for column in range(COLUMNS):
        pile = t.piles[column]
        cards = pile.cards
        if pile.up > 0 or not cards:
            for card in fitting[cards[-1] & FACE if cards else 0]:
                takers.setdefault(card, []).append(column)
    return takers


def _targets(t: TableLike, source: int, count: int, takers: dict[int, list[int]]) -> list[int]:
    """The piles that take a block that may move, by number."""
    card = t.piles[source].cards[-count] & FACE
    targets = takers.get(card, [])
    if count == 1:
        home = FOUNDATIONS + suit(card)
        if len(t.piles[home].cards) + 1 == card & RANK:
            return [*targets, home]
    return targets


def _block_refusal(t: TableLike, source: int, count: int) -> Reason | None:
    """Why the top `count` cards of a pile may not move.

    A run of a column moves, or any tail of it; of waste and foundations the top card alone. The break nearest
    to the end of the column is named.
    """
    if not 0 <= source < len(t.piles):
        return Reason.NO_SUCH_PILE
    if source == STOCK:
        return Reason.NOT_A_SOURCE
    pile = t.piles[source]
    cards = pile.cards
    if not cards:
        return Reason.EMPTY_SOURCE
    if not 1 <= count <= len(cards):
        return Reason.NO_SUCH_CARD
    if source >= WASTE:
        return None if count == 1 else Reason.ONLY_THE_TOP_CARD
    if count > pile.up:
        return Reason.FACE_DOWN
    movable = run(t, source)
    if count <= movable:
        return None
    if rank(cards[-1 - movable]) != rank(cards[-movable]) + 1:
        return Reason.GAP_IN_BLOCK
    return _MISFIT[t.variant.build]


def _target_refusal(t: TableLike, move: Move) -> Reason | None:
    """Why a block that may move does not fit on its target; the rule is checked at its first card [002]."""
    source, target, count = move
    if not 0 <= target < len(t.piles):
        return Reason.NO_SUCH_PILE
    if target == source:
        return Reason.SAME_PILE
    if target in (STOCK, WASTE):
        return Reason.NOT_A_TARGET
    goal = t.piles[target]
    first = t.piles[source].cards[-count]
    if target >= FOUNDATIONS:
        return _foundation_refusal(goal, target - FOUNDATIONS, first, count)
    takes = _TAKES[t.variant.id]
    if not goal.cards:
        return None if face(first) in takes[0] else Reason.ONLY_A_KING
    if goal.up == 0:
        return Reason.FACE_DOWN
    last = goal.cards[-1]
    if rank(last) != rank(first) + 1:
        return Reason.RANK_DOES_NOT_FIT
    return None if face(first) in takes[face(last)] else _MISFIT[t.variant.build]


def _foundation_refusal(goal: Pile, of_suit: int, card: int, count: int) -> Reason | None:
    """Why a foundation does not take the card: it goes up by one from the ace, in its own suit [002, 003]."""
    if count > 1:
        return Reason.ONE_AT_A_TIME
    if suit(card) != of_suit:
        return Reason.OTHER_FOUNDATION
    return None if rank(card) == len(goal.cards) + 1 else Reason.NOT_NEXT_ON_FOUNDATION


def _draw_refusal(t: TableLike) -> Reason | None:
    """Drawing, or turning the waste over, needs a card in stock or waste; there is no limit [002, 003]."""
    return None if t.piles[STOCK].cards or t.piles[WASTE].cards else Reason.NOTHING_TO_DRAW


# What a move does


def play(table: Table, move: Move) -> list[Step]:
    """Do a legal move; a card left face down at the end of its column turns up [002, 003]."""
    if move == DEAL:
        return _draw(table) if table.piles[STOCK].cards else _turn_over(table)
    source, target, count = move
    steps = [do(table, "move", source, target, count)]
    pile = table.piles[source]
    if pile.kind == "column" and pile.cards and pile.up == 0:
        steps.append(do(table, "up", source, -1, 1))
    return steps


def _draw(table: Table) -> list[Step]:
    """One card, or three, or as many as are left, to the waste; the last one drawn lies on top [002, 003]."""
    count = min(table.variant.draw, len(table.piles[STOCK].cards))
    steps = [do(table, "up", STOCK, -1, count)]
    if count > 1:
        steps.append(do(table, "reverse", STOCK, -1, count))
    return [*steps, do(table, "move", STOCK, WASTE, count)]


def _turn_over(table: Table) -> list[Step]:
    """The waste becomes the stock again, in the same order: the card drawn first is the next one [002, 003]."""
    count = len(table.piles[WASTE].cards)
    return [
        do(table, "down", WASTE, -1, count),
        do(table, "move", WASTE, STOCK, count),
        do(table, "reverse", STOCK, -1, count),
    ]


# What a tap does


def tap(view: TableLike, pile: int, count: int) -> Move | Reason:
    """What a tap does with the block from the tapped card on; a tap on the stock draws.

    Klondike: it goes where it can go if that is one place only [002]. Clásico: to its foundation, else to the
    first column that takes it. A card of a foundation never comes down by a tap [003].
    """
    if pile == STOCK:
        return _draw_refusal(view) or DEAL
    reason = _block_refusal(view, pile, count)
    if reason is not None:
        return reason
    targets = _targets(view, pile, count, _takers(view))
    if not targets:
        return Reason.NO_TARGET
    return _tapped(view.variant, pile, count, targets) or Reason.CHOOSE_A_TARGET


def taps(view: TableLike) -> list[Move]:
    """What every tap that does something does: by pile, then number of cards; ``D`` last."""
    takers = _takers(view)
    moves: list[Move] = []
    for source in range(FOUNDATIONS):
        movable = run(view, source) if source < COLUMNS else min(view.piles[source].up, 1)
        for count in range(1, movable + 1):
            targets = _targets(view, source, count, takers)
            move = _tapped(view.variant, source, count, targets) if targets else None
            if move is not None:
                moves.append(move)
    if _draw_refusal(view) is None:
        moves.append(DEAL)
    return moves


def _tapped(variant: Variant, source: int, count: int, targets: list[int]) -> Move | None:
    """The tap's choice of these targets, or None where the player has to choose."""
    if source >= FOUNDATIONS:
        return None
    if variant.tap == "foundation_first":
        return Move(source, targets[-1] if targets[-1] >= FOUNDATIONS else targets[0], count)
    return Move(source, targets[0], count) if len(targets) == 1 else None


# The end


def finish(view: View) -> list[Move]:
    """The moves that send all the rest up, or none where that is not on offer.

    It is where no card lies face down in a column, every card of the stock has been seen, and this plain way
    of playing wins: of the cards that can go up the one of the lowest rank goes (ties: lowest pile); if there
    is none, a card is drawn, or the waste turned over [002, 003].
    """
    if face_down(view) or HIDDEN in view.piles[STOCK].cards or is_won(view):
        return []
    piles = [list(pile.cards) for pile in view.piles]
    stock, waste = piles[STOCK], piles[WASTE]
    moves: list[Move] = []
    drawn: set[int] = set()  # sizes of the stock since the last card went up: the same again is the same table
    while any(piles[:FOUNDATIONS]):
        source = _lowest(piles)
        if source is not None:
            card = piles[source].pop()
            piles[FOUNDATIONS + suit(card)].append(card)
            moves.append(Move(source, FOUNDATIONS + suit(card), 1))
            drawn.clear()
            continue
        if len(stock) in drawn or not (stock or waste):
            return []
        drawn.add(len(stock))
        moves.append(DEAL)
        if stock:
            for _ in range(min(view.variant.draw, len(stock))):
                waste.append(stock.pop())
        else:
            stock += waste[::-1]
            waste.clear()
    return moves


def _lowest(piles: Sequence[list[int]]) -> int | None:
    """The pile of the lowest card that can go to its foundation, or None."""
    best = None
    best_rank = 16
    for at in (*range(COLUMNS), WASTE):
        if piles[at]:
            card = piles[at][-1]
            if rank(card) < best_rank and len(piles[FOUNDATIONS + suit(card)]) + 1 == rank(card):
                best = at
                best_rank = rank(card)
    return best


# What is counted


def counters(t: TableLike) -> dict[str, int]:
    """Cards on the foundations, cards in the stock, face-down cards in the columns."""
    return {"home": home(t), "stock": len(t.piles[STOCK].cards), "down": face_down(t)}


def home(t: TableLike) -> int:
    """Cards on the foundations."""
    return sum(len(pile.cards) for pile in t.piles[FOUNDATIONS:])


def home_by_suit(t: TableLike) -> list[int]:
    """Cards on the foundation of each suit."""
    return [len(pile.cards) for pile in t.piles[FOUNDATIONS:]]


def is_won(t: TableLike) -> bool:
    """Every card on the foundations wins [002, 003]."""
    return not any(pile.cards for pile in t.piles[:FOUNDATIONS])
