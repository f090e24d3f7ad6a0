"""Hints: the fixed order of each family, what is named when nothing is left, and what no hint ever does."""

import pytest

from engine import hints
from engine.advice import Advice, Hint
from engine.games import VARIANTS, family
from engine.moves import format as notation
from engine.table import Table
from engine.views import view
from tests.engine.tables import Game, maze_table, spider_table

SPIDERS = [Game(one.id) for one in VARIANTS.values() if one.family == "spider"]
KLONDIKES = [Game(one.id) for one in VARIANTS.values() if one.family == "klondike"]
SPIDER = pytest.mark.parametrize("game", SPIDERS, ids=str)
MIXED = pytest.mark.parametrize("game", [game for game in SPIDERS if len(game.suits) > 1], ids=str)
"""Spider with more than one suit; S and H are in the pack."""
FRENCH = pytest.mark.parametrize("game", [game for game in SPIDERS if game.top == 13], ids=str)
SPANISH = pytest.mark.parametrize("game", [game for game in SPIDERS if game.top == 12], ids=str)
KLONDIKE = pytest.mark.parametrize("game", KLONDIKES, ids=str)
DRAW_ONE = pytest.mark.parametrize("game", [game for game in KLONDIKES if game.variant.draw == 1], ids=str)
DRAW_THREE = pytest.mark.parametrize("game", [game for game in KLONDIKES if game.variant.draw == 3], ids=str)


def lacks_ace(game: Game) -> str:
    """A set from its king to its two."""
    return " ".join(game.suit("S")[:-1])


def hint(table: Table) -> tuple[str, str]:
    """The advice, and the moves of its line."""
    found: Hint = hints.hint(view(table, set()))
    layout = family(table.variant).layout(table.variant)
    return found.advice, " ".join(notation(move, layout) for move in found.line)


def way(table: Table, *, nodes: int = 1_000) -> tuple[str, str]:
    """What a walk finds."""
    walk = hints.walk(view(table, set()), [0, 0, 0, 0])
    assert walk is not None
    found = walk.run(nodes)
    assert found is not None
    layout = family(table.variant).layout(table.variant)
    return found.status, " ".join(notation(move, layout) for move in found.moves)


# Spider


@SPIDER
def test_spider_reveals_before_it_empties_a_column(game: Game) -> None:
    assert hint(game.spider("8S", "9S", "KS | 5S", "6S")) == (Advice.REVEAL, "3>4")


@SPIDER
def test_spider_empties_a_column_before_it_completes_a_set(game: Game) -> None:
    assert hint(game.spider("3S " + lacks_ace(game), "5S AS", "8S", "9S")) == (Advice.EMPTY, "3>4")


@SPIDER
def test_spider_completes_a_set_before_it_joins(game: Game) -> None:
    assert hint(game.spider("3S " + lacks_ace(game), "5S AS", "QS 8S", "KS 9S")) == (Advice.SET, "2>1")


@SPIDER
def test_spider_joins_last(game: Game) -> None:
    assert hint(game.spider("QS 8S", "KS 9S")) == (Advice.JOIN, "1>2")


@SPIDER
def test_a_set_that_uncovers_a_hidden_card_reveals_it(game: Game) -> None:
    assert hint(game.spider("4S | " + lacks_ace(game), "5S AS", "8S", "9S")) == (Advice.REVEAL, "2>1")


@MIXED
def test_a_card_on_another_suit_counts_only_where_it_reveals_or_empties(game: Game) -> None:
    assert hint(game.spider("KS | 5H", "6S"))[0] == Advice.REVEAL
    assert hint(game.spider("5H", "6S"))[0] == Advice.EMPTY
    assert hint(game.spider("KS 5H", "QS 6S"))[0] == Advice.UNDO


@SPIDER
def test_no_longer_run_is_made_by_breaking_another(game: Game) -> None:
    assert hint(game.spider("9S 8S 7S", "KS 9S", "2S 8S"))[1] == "3>2"
    assert hint(game.spider("KS 8S 7S", "KS 8S"))[0] == Advice.UNDO


@MIXED
def test_of_several_ways_to_reveal_the_own_suit_is_named_then_the_column_with_fewest_hidden_cards(game: Game) -> None:
    assert hint(game.spider("KS KS | 5H", "KS 6S", "KS 6H")) == (Advice.REVEAL, "1>3")
    assert hint(game.spider("KS KS | 5H", "KS | 5H", "KS 6S")) == (Advice.REVEAL, "2>3")


@SPIDER
def test_a_hidden_card_may_be_revealed_by_use_of_an_empty_column(game: Game) -> None:
    assert hint(game.spider(*["QS | KS"] * 9)) == (Advice.REVEAL, "1>10")


@SPIDER
def test_a_whole_column_is_never_sent_to_an_empty_one(game: Game) -> None:
    table = game.spider(*["9S"] * 3)
    assert hint(table) == (Advice.UNDO, "")
    assert way(table) == ("none", "")


@SPIDER
def test_with_no_progress_left_a_row_is_next(game: Game) -> None:
    assert hint(game.spider("KS KS", "KS KS", *["KS"] * 8, stock="AS " * 10)) == (Advice.ROW, "D")


@SPIDER
def test_with_no_progress_left_an_empty_column_is_filled_and_then_a_row_is_dealt(game: Game) -> None:
    stuck = ["2S 8S KS", "QS KS", *["KS"] * 7]
    assert hint(game.spider(*stuck, stock="AS " * 10)) == (Advice.FILL, "1>10 D")
    assert hint(game.spider(*stuck[:-1], stock="AS " * 10)) == (Advice.FILL, "1>9 1>10 D")


@SPIDER
def test_filling_takes_a_whole_run_rather_than_part_of_one(game: Game) -> None:
    stuck = ["2S 8S 7S", "QS KS", *["KS"] * 7]
    assert hint(game.spider(*stuck, stock="AS " * 10)) == (Advice.FILL, "1>10x2 D")


@SPIDER
def test_with_no_row_left_it_is_undo(game: Game) -> None:
    assert hint(game.spider(*["KS"] * 10)) == (Advice.UNDO, "")


@FRENCH
def test_with_fewer_cards_than_columns_it_is_undo(game: Game) -> None:
    assert hint(game.spider("KS", "KS", stock="AS " * 10)) == (Advice.UNDO, "")


@SPANISH
def test_with_fewer_cards_than_columns_the_spanish_game_deals(game: Game) -> None:
    assert hint(game.spider("KS", "KS", stock="AS " * 10)) == (Advice.ROW, "D")


def test_a_walk_finds_what_takes_several_moves() -> None:
    # The six can leave the four's run only by way of the empty column.
    table = spider_table("KC | QH 5D", "KD 7C 6S", "KS", *["KH"] * 6)
    assert hint(table)[0] == Advice.UNDO
    status, line = way(table)
    assert status == "way"
    assert line.split()[0] == "1>2"


def test_a_walk_that_has_not_seen_all_says_nothing() -> None:
    table = spider_table("KS 9D", "KH 10C", "KC 10H", *["KD"] * 7)
    walk = hints.walk(view(table, set()), [])
    assert walk is not None
    assert walk.run(1) is None
    assert walk.run(1_000) == ("none", [])


# Klondike and Clásico


@KLONDIKE
def test_klondike_plays_to_a_foundation_first(game: Game) -> None:
    assert hint(game.klondike("KH", "QC | QS", "AS")) == (Advice.FOUNDATION, "3>F1")


@KLONDIKE
def test_then_it_reveals_then_plays_the_waste_then_draws(game: Game) -> None:
    assert hint(game.klondike("KH", "5C | QS", waste="JH")) == (Advice.REVEAL, "2>1")
    assert hint(game.klondike("KH QS", waste="JH", stock="5C")) == (Advice.WASTE, "W>1")
    assert hint(game.klondike("KH QS", stock="5C")) == (Advice.DRAW, "D")


@KLONDIKE
def test_of_two_cards_that_can_go_up_the_one_that_reveals_then_the_lowest(game: Game) -> None:
    assert hint(game.klondike("3H", "QD | 4S", home=(3, 2, 0, 0))) == (Advice.FOUNDATION, "2>F1")
    assert hint(game.klondike("4S", "3H", home=(3, 2, 0, 0))) == (Advice.FOUNDATION, "2>F2")


@KLONDIKE
def test_drawing_is_no_advice_where_all_is_seen_and_nothing_comes_that_can_be_played(game: Game) -> None:
    table = game.klondike("KH", "KS", waste="5H 7C")
    assert hint(table) == (Advice.UNDO, "")
    assert way(table) == ("none", "")


@DRAW_ONE
def test_drawing_is_advice_where_a_known_card_will_come_that_can_be_played(game: Game) -> None:
    assert hint(game.klondike("KH", waste="QS 7C")) == (Advice.DRAW, "D")
    assert hint(game.klondike("KH", waste="QS 7C 5H")) == (Advice.DRAW, "D")


@DRAW_THREE
def test_in_draw_three_a_card_that_never_comes_to_the_top_does_not_count(game: Game) -> None:
    assert hint(game.klondike("KH", waste="QS 7C 5H"))[0] == Advice.UNDO
    assert hint(game.klondike("KH", waste="7C 5H QS 4H"))[0] == Advice.DRAW


@DRAW_ONE
def test_a_walk_takes_cards_down_from_a_foundation_and_draws_the_card_that_fits_there(game: Game) -> None:
    table = game.klondike("9S", "KH", "KD", waste="7C 2H 2D", home=(0, 8, 0, 0))
    assert hint(table)[0] == Advice.UNDO
    assert way(table) == ("way", "F2>1 D D W>1")


@KLONDIKE
def test_what_was_at_home_before_is_no_progress_when_it_comes_there_again(game: Game) -> None:
    table = game.klondike("9S 8H", "KH", home=(0, 7, 0, 0))
    before = hints.walk(view(table, set()), [0, 8, 0, 0])
    assert before is not None
    assert before.run(1_000) == ("none", [])
    assert way(table)[0] == "way"


# Maze


def test_maze_lengthens_a_chain() -> None:
    assert hint(maze_table("2S 3S - 9H 4S KD")) == (Advice.CHAIN, "r1c3<r1c5")


def test_maze_brings_a_two_to_the_first_cell() -> None:
    assert hint(maze_table("- 3S 9H 2S KD")) == (Advice.CHAIN, "r1c1<r1c4")


def test_maze_takes_no_chain_apart_to_make_one() -> None:
    assert hint(maze_table("9H 2S 3S 9D - 4S")) == (Advice.LOOSE, "r1c5<r1c3")
