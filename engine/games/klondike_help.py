"""Help in Klondike and Clásico, from what the player sees [002, 003].

A hint names the first of these: a card to its foundation; a face-down card to reveal; the top card of the waste to a
column; to draw, where that brings an unseen card or one that can be played. Cards of the stock that were seen count
as known; so the way through stock and waste is known as far as they are. A whole column is never sent to an empty one.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.advice import Advice, Hint, Walk, Way
from engine.cards import HIDDEN, code, rank, suit
from engine.games import klondike
from engine.games.klondike import COLUMNS, FOUNDATIONS, STOCK, WASTE
from engine.games.walks import NearestFirst
from engine.moves import DEAL, Move
from engine.views import View

MOST_POSITIONS: Final = 10_000
"""A walk that has found so many positions and no end gives up."""

Column = bytes
"""In a walk: 1 if cards lie face down there, else 0; then the open cards from bottom to top."""
Position = tuple[tuple[Column, ...], tuple[int, ...]]
"""The columns, and how many cards lie on each foundation."""
warns: Final = True
"""That there is no real progress is said unasked [002]."""


def hint(view: View) -> Hint:
    """The first progress in the fixed order; of several moves that bring it the first of these.

    To a foundation: one that reveals a card, then the lowest rank. To reveal: onto a card rather than to an empty
    column, where most cards lie face down. Ties: the lowest piles. If none brings progress: undo.
    """
    best: tuple[tuple[int, ...], Advice, Move] | None = None
    for move in klondike.legal_moves(view):
        found = _order(view, move)
        if found is not None and (best is None or found[0] < best[0]):
            best = *found, move
    if best is not None:
        return Hint(best[1], (best[2],))
    return Hint(Advice.DRAW, (DEAL,)) if _drawing_helps(view) else Hint(Advice.UNDO, ())


def _order(view: View, move: Move) -> tuple[tuple[int, ...], Advice] | None:
    """Where a move stands among all that bring progress, or None if it brings none. Drawing comes later."""
    source, target, count = move
    if move == DEAL or source >= FOUNDATIONS:
        return None
    pile = view.piles[source]
    reveals = source < COLUMNS and count == pile.up < len(pile.cards)
    if target >= FOUNDATIONS:
        return (0, not reveals, rank(pile.cards[-1]), source, 0, 0), Advice.FOUNDATION
    if reveals:
        return (1, not view.piles[target].cards, pile.up - len(pile.cards), source, target, count), Advice.REVEAL
    return ((2, 0, 0, source, target, count), Advice.WASTE) if source == WASTE else None


def _drawing_helps(view: View) -> bool:
    """Whether drawing goes on to an unseen card, or to one that can be played now."""
    if HIDDEN in view.piles[STOCK].cards:
        return True
    columns = [pile.cards for pile in view.piles[:COLUMNS]]
    homes = [len(pile.cards) for pile in view.piles[FOUNDATIONS:]]
    return any(_target(view, card, columns, homes) is not None for card, draws in draws_to(view) if draws)


def draws_to(view: View) -> list[tuple[int, int]]:
    """Every card that lies or comes on top of the waste if nothing but drawing is done, and after how many draws.

    The stock's cards must all have been seen.
    """
    stock, waste, draw = view.piles[STOCK].cards, view.piles[WASTE].cards, view.variant.draw
    through = waste + stock[::-1]  # in the order in which a pass turns them up
    found = {waste[-1]: 0} if waste else {}
    tops = [min(at, len(through)) for at in range(len(waste) + draw, len(through) + draw, draw)]
    for draws, top in enumerate(tops, start=1):
        found.setdefault(through[top - 1], draws)
    over = len(tops) + 1  # the draw that turns the waste over
    for draws, at in enumerate(range(draw, len(through) + draw, draw), start=over + 1):
        found.setdefault(through[min(at, len(through)) - 1], draws)
    return list(found.items())


def _target(view: View, card: int, columns: Sequence[Sequence[int]], homes: Sequence[int]) -> int | None:
    """A pile that takes this card from the waste, its foundation before all, or None."""
    if homes[suit(card)] + 1 == rank(card):
        return FOUNDATIONS + suit(card)
    for number, column in enumerate(columns):
        if klondike.takes(view.variant, column[-1] if column else HIDDEN, card):
            return number
    return None


def walk(view: View, best: Sequence[int]) -> Walk:
    """A search for moves that lead to real progress [002]."""
    return _Walk(view, best)


class _Walk(NearestFirst[Position]):
    """All positions that moves among columns and foundations lead to, until one of them brings progress.

    Progress [002]: a card turns up, a card of the waste is played, a foundation rises above its best so far, or an
    unseen card is drawn. Without it stock and waste only turn round, so the cards that come to the top of the waste are
    always the same. Columns in another order are the same position.
    """

    def __init__(self, view: View, best: Sequence[int]) -> None:
        self._view = view
        homes = tuple(len(pile.cards) for pile in view.piles[FOUNDATIONS:])
        self._best = [max(pair) for pair in zip(best, homes, strict=True)]
        self._unseen = HIDDEN in view.piles[STOCK].cards
        self._waste = [] if self._unseen else draws_to(view)
        columns = tuple(
            bytes((pile.up < len(pile.cards), *pile.cards[len(pile.cards) - pile.up :]))
            for pile in view.piles[:COLUMNS]
        )
        super().__init__((columns, homes), MOST_POSITIONS)

    def run(self, nodes: int) -> Way | None:
        """Look at all moves from so many more positions; an unseen card in the stock is a way by itself."""
        if self._unseen:
            stock = self._view.piles[STOCK].cards[::-1]
            return Way("way", [DEAL] * (stock.index(HIDDEN) // self._view.variant.draw + 1))
        return super().run(nodes)

    def key(self, position: Position) -> object:
        """The columns in any order, and the foundations."""
        return tuple(sorted(position[0])), position[1]

    def expand(self, position: Position) -> list[Move] | None:
        """A card of the waste; else every move among columns and foundations."""
        columns, homes = position
        plain = [column[1:] for column in columns]
        for card, draws in self._waste:
            target = _target(self._view, card, plain, homes)
            if target is not None:
                return [*[DEAL] * draws, Move(WASTE, target, 1)]
        for move in self._moves(position):
            source, target, count = move
            if source < COLUMNS and columns[source][0] and count == len(columns[source]) - 1:
                return [move]
            if target >= FOUNDATIONS and homes[target - FOUNDATIONS] == self._best[target - FOUNDATIONS]:
                return [move]
            self.put(move, _after(position, move))
        return None

    def _moves(self, position: Position) -> Iterator[Move]:
        """All moves among columns and foundations, but for whole columns that hide nothing to empty ones."""
        columns, homes = position
        for source, column in enumerate(columns):
            opened = len(column) - 1
            if opened and homes[suit(column[-1])] + 1 == rank(column[-1]):
                yield Move(source, FOUNDATIONS + suit(column[-1]), 1)
            for count in range(1, opened + 1):
                if count > 1 and not klondike.takes(self._view.variant, column[-count], column[1 - count]):
                    break
                for target in self._takers(columns, column[-count]):
                    if column[0] or count < opened or len(columns[target]) > 1:
                        yield Move(source, target, count)
        for of_suit, home in enumerate(homes):
            if home:
                for target in self._takers(columns, code(of_suit, home)):
                    yield Move(FOUNDATIONS + of_suit, target, 1)

    def _takers(self, columns: tuple[Column, ...], card: int) -> list[int]:
        """The columns that take a card."""
        variant = self._view.variant
        return [
            number
            for number, column in enumerate(columns)
            if klondike.takes(variant, column[-1] if len(column) > 1 else HIDDEN, card)
        ]


def _after(position: Position, move: Move) -> Position:
    """The position after a move among columns and foundations."""
    columns, homes = list(position[0]), list(position[1])
    source, target, count = move
    if source < COLUMNS:
        cards = columns[source][-count:]
        columns[source] = columns[source][:-count]
    else:
        cards = bytes([code(source - FOUNDATIONS, homes[source - FOUNDATIONS])])
        homes[source - FOUNDATIONS] -= 1
    if target < COLUMNS:
        columns[target] += cards
    else:
        homes[target - FOUNDATIONS] += 1
    return tuple(columns), tuple(homes)
