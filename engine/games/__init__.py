"""The games: every variant by its id, every family by its name."""

from typing import Final

from engine.advice import Helper
from engine.games import klondike, klondike_help, maze, maze_help, spider, spider_help
from engine.games.base import Family
from engine.variant import Variant

FAMILIES: Final[dict[str, Family]] = {"spider": spider, "klondike": klondike, "maze": maze}
"""Family name -> its rules."""

HELPERS: Final[dict[str, Helper]] = {"spider": spider_help, "klondike": klondike_help, "maze": maze_help}
"""Family name -> its help."""

VARIANTS: Final[dict[str, Variant]] = {one.id: one for one in (*spider.VARIANTS, *klondike.VARIANTS, *maze.VARIANTS)}
"""Variant id -> variant, in the order in which they are offered."""


def family(variant: Variant) -> Family:
    """The rules that a variant follows."""
    return FAMILIES[variant.family]


def helper(variant: Variant) -> Helper:
    """The help that there is in a variant."""
    return HELPERS[variant.family]
