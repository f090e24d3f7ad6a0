"""Hints: the fixed order of each family, what is named when nothing is left, and what no hint ever does."""

import pytest

from engine import hints
from engine.advice import Advice, Hint
from engine.games import VARIANTS, family
from engine.moves import format as notation
from engine.table import Table
from engine.views import view
from tests.engine.tables import klondike_table, maze_table, spider_table

KING_TO_TWO = "KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"
SPANISH_ROW = "12O 12C 12E 12B 11O 11C 11E 11B 10O 10C"
TWELVE_TO_TWO = "12C 11C 10C 9C 8C 7C 6C 5C 4C 3C 2C"
SPIDER = [one.id for one in VARIANTS.values() if one.family == "spider"]
KLONDIKE = [one.id for one in VARIANTS.values() if one.family == "klondike"]


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


def test_spider_reveals_before_it_empties_a_column() -> None:
    assert hint(spider_table("9S", "10S", "KD | 5H", "6C")) == (Advice.REVEAL, "3>4")


def test_spider_empties_a_column_before_it_completes_a_set() -> None:
    assert hint(spider_table("3D " + KING_TO_TWO, "5D AH", "9S", "10C")) == (Advice.EMPTY, "3>4")


def test_spider_completes_a_set_before_it_joins() -> None:
    assert hint(spider_table("3D " + KING_TO_TWO, "5D AH", "QD 9S", "KC 10S")) == (Advice.SET, "2>1")


def test_spanish_spider_completes_a_set_of_twelve() -> None:
    assert hint(spider_table("3O 12C " + TWELVE_TO_TWO[4:], "5O 1C", variant="spider-es-4")) == (Advice.SET, "2>1")


def test_spider_joins_last() -> None:
    assert hint(spider_table("QD 9S", "KC 10S")) == (Advice.JOIN, "1>2")


def test_a_set_that_uncovers_a_hidden_card_reveals_it() -> None:
    assert hint(spider_table("4C | " + KING_TO_TWO, "5D AH", "9S", "10C")) == (Advice.REVEAL, "2>1")


def test_a_card_on_another_suit_counts_only_where_it_reveals_or_empties() -> None:
    assert hint(spider_table("KD | 5H", "6C"))[0] == Advice.REVEAL
    assert hint(spider_table("5H", "6C"))[0] == Advice.EMPTY
    assert hint(spider_table("KD 5H", "QC 6C"))[0] == Advice.UNDO


def test_no_longer_run_is_made_by_breaking_another() -> None:
    assert hint(spider_table("10S 9S 8S", "KD 10S", "2D 9S"))[1] == "3>2"
    assert hint(spider_table("KC 9S 8S", "KD 9S"))[0] == Advice.UNDO


def test_of_several_ways_to_reveal_the_own_suit_is_named_then_the_column_with_fewest_hidden_cards() -> None:
    assert hint(spider_table("KD KD | 5H", "KC 6S", "KS 6H")) == (Advice.REVEAL, "1>3")
    assert hint(spider_table("KD KD | 5H", "KD | 5C", "KC 6S")) == (Advice.REVEAL, "2>3")


def test_a_hidden_card_may_be_revealed_by_use_of_an_empty_column() -> None:
    assert hint(spider_table(*["QC | KD"] * 9)) == (Advice.REVEAL, "1>10")


@pytest.mark.parametrize("variant", SPIDER)
def test_a_whole_column_is_never_sent_to_an_empty_one(variant: str) -> None:
    table = spider_table(*["9E" if "es" in variant else "9S"] * 3, variant=variant)
    assert hint(table) == (Advice.UNDO, "")
    assert way(table) == ("none", "")


def test_with_no_progress_left_a_row_is_next() -> None:
    stuck = ["KS KH", "KD KC", *["KS"] * 8]
    assert hint(spider_table(*stuck, stock="AS " * 10)) == (Advice.ROW, "D")


def test_with_no_progress_left_an_empty_column_is_filled_and_then_a_row_is_dealt() -> None:
    stuck = ["2D 9H KS", "QD KH", *["KS"] * 7]
    assert hint(spider_table(*stuck, stock="AS " * 10)) == (Advice.FILL, "1>10 D")
    assert hint(spider_table(*stuck[:-1], stock="AS " * 10)) == (Advice.FILL, "1>9 1>10 D")


def test_filling_takes_a_whole_run_rather_than_part_of_one() -> None:
    stuck = ["2D 9H 8H", "QD KH", *["KS"] * 7]
    assert hint(spider_table(*stuck, stock="AS " * 10)) == (Advice.FILL, "1>10x2 D")


def test_with_no_row_left_it_is_undo() -> None:
    assert hint(spider_table("KD 5H", "QC 6C")) == (Advice.UNDO, "")


def test_fewer_cards_than_columns_french_undo_spanish_deal() -> None:
    assert hint(spider_table("KS", "KD", stock="AS " * 10)) == (Advice.UNDO, "")
    assert hint(spider_table("12O", "12C", stock=SPANISH_ROW, variant="spider-es-4")) == (Advice.ROW, "D")


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


@pytest.mark.parametrize("variant", KLONDIKE)
def test_klondike_plays_to_a_foundation_first(variant: str) -> None:
    ace, king, queen, other = ("AS", "KH", "QS", "QD") if variant.startswith("k") else ("1O", "12C", "11O", "11E")
    table = klondike_table(king, f"{other} | {queen}", ace, variant=variant)
    assert hint(table) == (Advice.FOUNDATION, "3>F1")


@pytest.mark.parametrize("variant", KLONDIKE)
def test_then_it_reveals_then_plays_the_waste_then_draws(variant: str) -> None:
    king, queen, jack, low = ("KH", "QS", "JH", "5C") if variant.startswith("k") else ("12C", "11O", "10C", "5B")
    assert hint(klondike_table(king, f"{low} | {queen}", waste=jack, variant=variant)) == (Advice.REVEAL, "2>1")
    assert hint(klondike_table(f"{king} {queen}", waste=jack, stock=low, variant=variant)) == (Advice.WASTE, "W>1")
    assert hint(klondike_table(f"{king} {queen}", stock=low, variant=variant)) == (Advice.DRAW, "D")


def test_of_two_cards_that_can_go_up_the_one_that_reveals_then_the_lowest() -> None:
    assert hint(klondike_table("3H", "QD | 4S", home=(3, 2, 0, 0))) == (Advice.FOUNDATION, "2>F1")
    assert hint(klondike_table("4S", "3H", home=(3, 2, 0, 0))) == (Advice.FOUNDATION, "2>F2")


def test_drawing_is_no_advice_where_all_is_seen_and_nothing_comes_that_can_be_played() -> None:
    table = klondike_table("KH", "KS", waste="5H 7C")
    assert hint(table) == (Advice.UNDO, "")
    assert way(table) == ("none", "")


def test_drawing_is_advice_where_a_known_card_will_come_that_can_be_played() -> None:
    assert hint(klondike_table("KH", waste="QS 7C")) == (Advice.DRAW, "D")


def test_in_draw_three_a_card_that_never_comes_to_the_top_does_not_count() -> None:
    assert hint(klondike_table("KH", waste="QS 7C 5H", variant="klondike-3"))[0] == Advice.UNDO
    assert hint(klondike_table("KH", waste="QS 7C 5H", variant="klondike-1"))[0] == Advice.DRAW


def test_a_walk_takes_cards_down_from_a_foundation_and_draws_the_card_that_fits_there() -> None:
    table = klondike_table("9S", "KH", "KD", waste="7C 2H 2D", home=(0, 8, 0, 0))
    assert hint(table)[0] == Advice.UNDO
    assert way(table) == ("way", "F2>1 D D W>1")


def test_what_was_at_home_before_is_no_progress_when_it_comes_there_again() -> None:
    table = klondike_table("9S 8H", "KH", home=(0, 7, 0, 0))
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
