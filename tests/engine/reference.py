"""Whether a table can be won, found out by trying every legal move of the engine: slow, plain, and so beyond doubt."""

import random
from collections.abc import Hashable
from heapq import heappop, heappush

from engine.cards import DECKS, code
from engine.games import family
from engine.games.klondike import COLUMNS
from engine.table import Pile, Table, face_down
from engine.variant import Variant


def can_be_won(table: Table, limit: int) -> bool | None:
    """None when more than `limit` tables were met before that was known."""
    rules = family(table.variant)
    seen = {_key(table)}
    left = [(0, 0, table)]  # the most promising first
    while left:
        here = heappop(left)[2]
        if rules.is_won(here):
            return True
        for move in rules.legal_moves(here):
            there = here.copy()
            rules.play(there, move)
            key = _key(there)
            if key not in seen:
                seen.add(key)
                heappush(left, (face_down(there) - rules.home(there), len(seen), there))
        if len(seen) > limit:
            return None
    return False


def _key(table: Table) -> Hashable:
    """The whole table; which column is which makes no difference."""
    piles = [(pile.kind, pile.up, *pile.cards) for pile in table.piles]
    columns = sorted(pile for pile in piles if pile[0] == "column")
    return *columns, *[pile for pile in piles if pile[0] != "column"]


def endgame(variant: Variant, seed: int, most: int = 32) -> Table:
    """A random late table of Klondike or Clásico, as play leaves them: at most so many cards are not home yet."""
    dice = random.Random(f"{variant.id} {seed}")
    king = len(DECKS[variant.deck].ranks)
    home = [king] * 4
    likely = [dice.random() ** 2 + 0.01 for _ in home]
    for _ in range(dice.randint(6, most)):
        suit = dice.choices(range(4), likely)[0]
        home[suit] = max(0, home[suit] - 1)
    rest = [code(suit, rank + 1) for suit in range(4) for rank in range(home[suit], king)]
    dice.shuffle(rest)
    talon = [rest.pop() for _ in range(dice.randint(0, min(len(rest) // 2, 12)))]
    waste = dice.randint(0, len(talon))
    columns: list[list[int]] = [[] for _ in range(COLUMNS)]
    for card in rest:
        columns[dice.randrange(dice.choice((4, 7)))].append(card)
    piles = [Pile("column", column, min(len(column), 1)) for column in columns]
    piles += [Pile("stock", talon[waste:]), Pile("waste", talon[:waste], waste)]
    piles += [Pile("foundation", [code(suit, rank + 1) for rank in range(home[suit])], home[suit]) for suit in range(4)]
    table = Table(variant, piles)
    for _ in range(dice.randint(0, 12)):
        moves = family(variant).legal_moves(table)
        if moves:
            family(variant).play(table, dice.choice(moves))
    return table
