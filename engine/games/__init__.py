"""The games: every variant by its id, every family by its name."""

from typing import Final

from engine.games import klondike, maze, spider
from engine.games.base import Family
from engine.variant import Variant

FAMILIES: Final[dict[str, Family]] = {"spider": spider, "klondike": klondike, "maze": maze}
"""Family name -> its rules."""

VARIANTS: Final[dict[str, Variant]] = {one.id: one for one in (*spider.VARIANTS, *klondike.VARIANTS, *maze.VARIANTS)}
"""Variant id -> variant, in the order in which they are offered."""


def family(variant: Variant) -> Family:
    """The rules that a variant follows."""
    return FAMILIES[variant.family]
