"""Klondike and Clásico written a second time, as plain and slow as can be, from the rules and not from the engine.

A card is ``(rank, suit, face up)``; every function makes new lists. Tests hold the engine against it.
"""

from itertools import pairwise

from engine.table import Table

Card = tuple[int, int, bool]
Bare = tuple[int, int]


class PlainKlondike:
    """Seven columns, stock (next card first), waste (last card on top), the highest rank on each foundation."""

    def __init__(
        self, game: str, columns: list[list[Card]], stock: list[Bare], waste: list[Bare], home: list[int]
    ) -> None:
        self.game = game
        self.columns = columns
        self.stock = stock
        self.waste = waste
        self.home = home

    @classmethod
    def of(cls, table: Table) -> "PlainKlondike":
        columns = [
            [(card % 16, card // 16, at >= len(pile.cards) - pile.up) for at, card in enumerate(pile.cards)]
            for pile in table.piles[:7]
        ]
        stock = [(card % 16, card // 16) for card in reversed(table.piles[7].cards)]
        waste = [(card % 16, card // 16) for card in table.piles[8].cards]
        for suit, pile in enumerate(table.piles[9:]):
            assert pile.cards == [16 * suit + rank for rank in range(1, len(pile.cards) + 1)]
        return cls(table.variant.id, columns, stock, waste, [len(pile.cards) for pile in table.piles[9:]])

    def facts(self) -> tuple[list[list[Card]], list[Bare], list[Bare], list[int]]:
        return self.columns, self.stock, self.waste, self.home

    def may_lie_on(self, upper: Bare, lower: Bare) -> bool:
        if lower[0] != upper[0] + 1:
            return False
        if self.game.startswith("clasico"):
            return upper[1] != lower[1]
        return (upper[1] in (1, 2)) != (lower[1] in (1, 2))

    def block(self, source: str, count: int) -> list[Bare]:
        """The cards that a move takes; empty where they may not be taken."""
        if source == "W":
            return self.waste[-1:] if count == 1 else []
        if source.startswith("F"):
            suit = int(source[1]) - 1
            return [(self.home[suit], suit)] if self.home[suit] and count == 1 else []
        cards = self.columns[int(source) - 1][-count:]
        bare = [(rank, suit) for rank, suit, _ in cards]
        fine = len(cards) == count and all(up for _, _, up in cards)
        return bare if fine and all(self.may_lie_on(upper, lower) for lower, upper in pairwise(bare)) else []

    def is_legal(self, action: str) -> bool:
        if action == "D":
            return bool(self.stock or self.waste)
        source, target, count = parts(action)
        block = self.block(source, count)
        if not block or source == target:
            return False
        rank, suit = block[0]
        if target.startswith("F"):
            return count == 1 and int(target[1]) - 1 == suit and self.home[suit] == rank - 1
        column = self.columns[int(target) - 1]
        if not column:
            return rank == (12 if self.game.startswith("clasico") else 13)
        return column[-1][2] and self.may_lie_on(block[0], column[-1][:2])

    def legal(self) -> set[str]:
        columns = [str(at + 1) for at in range(7)]
        homes = [f"F{at + 1}" for at in range(4)]
        every = [f"{a}>{b}x{n}" for a in columns for b in columns + homes for n in range(1, 14)]
        every += [f"{a}>{b}x1" for a in ["W", *homes] for b in columns + homes]
        return {action.removesuffix("x1") for action in ["D", *every] if self.is_legal(action)}

    def after(self, action: str) -> "PlainKlondike":
        columns = [list(column) for column in self.columns]
        stock, waste, home = list(self.stock), list(self.waste), list(self.home)
        if action == "D":
            drawn = int(self.game[-1])
            if stock:
                waste += stock[:drawn]
                stock = stock[drawn:]
            else:
                stock, waste = waste, []
            return PlainKlondike(self.game, columns, stock, waste, home)
        source, target, count = parts(action)
        block = self.block(source, count)
        if source == "W":
            waste.pop()
        elif source.startswith("F"):
            home[block[0][1]] -= 1
        else:
            del columns[int(source) - 1][-count:]
        if target.startswith("F"):
            home[block[0][1]] += 1
        else:
            columns[int(target) - 1] += [(rank, suit, True) for rank, suit in block]
        for column in columns:
            if column:
                column[-1] = (*column[-1][:2], True)
        return PlainKlondike(self.game, columns, stock, waste, home)


def parts(action: str) -> tuple[str, str, int]:
    places, _, count = action.partition("x")
    source, _, target = places.partition(">")
    return source, target, int(count or 1)
