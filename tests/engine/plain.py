"""The games written a second time, one class for each family; see there."""

from engine.table import Table
from tests.engine.plain_klondike import PlainKlondike
from tests.engine.plain_maze import PlainMaze
from tests.engine.plain_spider import PlainSpider

Plain = PlainSpider | PlainKlondike | PlainMaze

FAMILIES: dict[str, type[Plain]] = {"spider": PlainSpider, "klondike": PlainKlondike, "maze": PlainMaze}


def plain(table: Table) -> Plain:
    """The table, as the second writing has it."""
    return FAMILIES[table.variant.family].of(table)
