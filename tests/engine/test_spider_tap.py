"""Tap: the block from the tapped card to the end goes to the best target, in a fixed order."""

import pytest

from engine.attempt import Attempt
from engine.reasons import Reason
from engine.views import view
from tests.engine.tables import KING_TO_TWO, ROW, move, spider_table, text


def tap(*columns: str, count: int = 1, stock: str = "", pile: int = 0) -> str | Reason:
    return Attempt(spider_table(*columns, stock=stock)).tap(pile, count)


def test_first_the_column_where_it_completes_a_set() -> None:
    assert tap("AH", "2H", "2S", KING_TO_TWO, "") == "1>4"


def test_a_run_completes_a_set_too() -> None:
    assert tap("4D 3H 2H AH", "4H", KING_TO_TWO.removesuffix(" 3H 2H"), count=3) == "1>3x3"


def test_a_run_whose_king_lies_face_down_completes_nothing() -> None:
    assert tap("AH", "2H", "KH | " + KING_TO_TWO[3:]) == "1>2"


def test_then_the_same_suit_one_higher() -> None:
    assert tap("8S", "9H", "", "9D", "9S", "9S") == "1>5"


def test_then_any_other_column_that_takes_it() -> None:
    assert tap("8S", "", "7D", "9C", "9H") == "1>4"


def test_then_an_empty_column() -> None:
    assert tap("8S 3D", "7D", "", "") == "1>3"


def test_moving_a_whole_column_to_an_empty_one_comes_last_and_is_made() -> None:
    assert tap("8S 7S", "KD", "", count=2) == "1>3x2"


@pytest.mark.parametrize(
    ("columns", "answer"),
    [
        (["AH", KING_TO_TWO, KING_TO_TWO], "1>2"),
        (["8S", "9H", "9S", "9S"], "1>3"),
        (["8S", "9H", "9D"], "1>2"),
        (["8S 8D", "KD", "", ""], "1>3"),
    ],
)
def test_ties_go_to_the_lowest_column_number(columns: list[str], answer: str) -> None:
    assert tap(*columns) == answer


def test_if_the_block_is_no_run_nothing_moves_and_the_reason_is_told() -> None:
    assert tap("9S 8D", "10S", count=2) is Reason.MIXED_SUITS
    assert tap("9S 7S", "10S", count=2) is Reason.GAP_IN_BLOCK
    assert tap("9S | 8S", "10S", count=2) is Reason.FACE_DOWN


def test_where_no_column_takes_the_block_there_is_no_target() -> None:
    assert tap("9S 8S", *["KD"] * 9, count=2) is Reason.NO_TARGET


def test_a_tap_on_an_empty_column_or_beyond_the_cards_has_its_reason() -> None:
    assert tap("", "9S", count=0) is Reason.EMPTY_SOURCE
    assert tap("9S", count=0) is Reason.NO_SUCH_CARD
    assert tap("9S", count=2) is Reason.NO_SUCH_CARD
    assert tap("9S", pile=19) is Reason.NO_SUCH_PILE
    assert tap("9S", pile=-1) is Reason.NO_SUCH_PILE
    assert tap("9S", pile=11) is Reason.NOT_A_SOURCE


def test_a_tap_on_the_stock_deals_a_row_or_tells_why_not() -> None:
    assert tap(*["3D"] * 10, stock=ROW, pile=10) == "D"
    assert tap(*["3D"] * 10, stock=ROW, pile=10, count=50) == "D"
    assert tap(*["3D"] * 10, pile=10, count=0) is Reason.NO_ROWS_LEFT
    assert tap(*["3D 3D"] * 9, stock=ROW, pile=10) is Reason.EMPTY_COLUMN


def test_taps_lists_one_move_for_each_card_that_a_tap_can_move() -> None:
    game = Attempt(spider_table("9S 8S", "10H", "9D", "10S", *["KS"] * 6, stock=ROW))
    assert game.taps() == ["1>3", "1>4x2", "3>2", "D"]


def test_a_tap_looks_only_at_what_is_face_up() -> None:
    t = spider_table("4D 9H | 8S", "9S | 9H", "3C |")
    shown = view(t, set())
    assert text(shown, 0) == "? ? | 8S"
    assert Attempt(t).tap(0, 1) == "1>2"
    assert move(shown, "1>2").target == 1
