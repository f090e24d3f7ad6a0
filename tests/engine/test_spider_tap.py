"""Tap: the block from the tapped card to the end goes to the best target, in a fixed order."""

import pytest

from engine.attempt import Attempt
from engine.reasons import Reason
from engine.views import view
from tests.engine.tables import Game, move

IDS = ["spider-1", "spider-2", "spider-4", "spider-es-1", "spider-es-2", "spider-es-4"]
EVERY = pytest.mark.parametrize("game", [Game(variant) for variant in IDS], ids=str)
MIXED = pytest.mark.parametrize("game", [Game(variant) for variant in IDS if not variant.endswith("1")], ids=str)
"""The games of more than one suit; S and H are in the pack."""

ROW = "KS QS JS 9S 8S 7S 6S 5S 4S 3S"


def tap(game: Game, *columns: str, count: int = 1, stock: str = "", pile: int = 0) -> str | Reason:
    return Attempt(game.spider(*columns, stock=stock)).tap(pile, count)


def lacks_ace(game: Game, letter: str = "S") -> str:
    """A set from its king to its two."""
    return " ".join(game.suit(letter)[:-1])


@EVERY
def test_first_the_column_where_it_completes_a_set(game: Game) -> None:
    assert tap(game, "AS", "2S", "3S 2S", lacks_ace(game), "") == "1>4"


@MIXED
def test_another_suit_completes_no_set(game: Game) -> None:
    assert tap(game, "AH", lacks_ace(game), "2H") == "1>3"


@EVERY
def test_a_run_completes_a_set_too(game: Game) -> None:
    assert tap(game, "KS 3S 2S AS", "4S", lacks_ace(game).removesuffix(" 3S 2S"), count=3) == "1>3x3"


@EVERY
def test_a_run_whose_king_lies_face_down_completes_nothing(game: Game) -> None:
    assert tap(game, "AS", "2S", "KS | " + lacks_ace(game)[3:]) == "1>2"


@MIXED
def test_then_the_same_suit_one_higher(game: Game) -> None:
    assert tap(game, "8S", "9H", "", "9H", "9S", "9S") == "1>5"
    assert tap(game, "KS | 8S 7S", "9H", "", "9H", "9S", "9S", count=2) == "1>5x2"


@EVERY
def test_the_same_suit_one_higher_comes_before_an_empty_column(game: Game) -> None:
    assert tap(game, "8S", "", "7S", "9S", "") == "1>4"


@MIXED
def test_then_any_other_column_that_takes_it(game: Game) -> None:
    assert tap(game, "8S", "", "7H", "9H", "9H") == "1>4"


@EVERY
def test_then_an_empty_column(game: Game) -> None:
    assert tap(game, "8S 3S", "7S", "", "") == "1>3"


@EVERY
def test_moving_a_whole_column_to_an_empty_one_comes_last_and_is_made(game: Game) -> None:
    assert tap(game, "8S 7S", "KS", "", count=2) == "1>3x2"
    assert tap(game, "8S 7S", "", "9S", count=2) == "1>3x2"


@EVERY
def test_ties_go_to_the_lowest_column_number(game: Game) -> None:
    assert tap(game, "AS", lacks_ace(game), lacks_ace(game)) == "1>2"
    assert tap(game, "8S", "KS", "9S", "9S") == "1>3"
    assert tap(game, "8S 3S", "KS", "", "") == "1>3"


@MIXED
def test_ties_of_another_suit_go_to_the_lowest_column_number_too(game: Game) -> None:
    assert tap(game, "8S", "9H", "9S", "9S") == "1>3"
    assert tap(game, "8S", "9H", "9H") == "1>2"


@EVERY
def test_if_the_block_is_no_run_nothing_moves_and_the_reason_is_told(game: Game) -> None:
    assert tap(game, "9S 7S", "JS", "8S", count=2) is Reason.GAP_IN_BLOCK
    assert tap(game, "9S | 8S", "JS", "9S", count=2) is Reason.FACE_DOWN


@MIXED
def test_if_the_block_has_mixed_suits_the_reason_says_so(game: Game) -> None:
    assert tap(game, "8S 7H", "9S", "8H", count=2) is Reason.MIXED_SUITS


@EVERY
def test_where_no_column_takes_the_block_there_is_no_target(game: Game) -> None:
    assert tap(game, "9S 8S", *["KS"] * 9, count=2) is Reason.NO_TARGET


@EVERY
def test_a_tap_on_an_empty_column_or_beyond_the_cards_has_its_reason(game: Game) -> None:
    assert tap(game, "", "9S", count=0) is Reason.EMPTY_SOURCE
    assert tap(game, "9S", count=0) is Reason.NO_SUCH_CARD
    assert tap(game, "9S", count=2) is Reason.NO_SUCH_CARD
    assert tap(game, "9S", pile=19) is Reason.NO_SUCH_PILE
    assert tap(game, "9S", pile=-1) is Reason.NO_SUCH_PILE
    assert tap(game, "9S", pile=11) is Reason.NOT_A_SOURCE


@EVERY
def test_a_tap_on_the_stock_deals_a_row_or_tells_why_not(game: Game) -> None:
    assert tap(game, *["3S"] * 10, stock=ROW, pile=10) == "D"
    assert tap(game, *["3S"] * 10, stock=ROW, pile=10, count=50) == "D"
    assert tap(game, *["3S"] * 10, pile=10, count=0) is Reason.NO_ROWS_LEFT
    assert tap(game, *["3S 3S"] * 9, stock=ROW, pile=10) is Reason.EMPTY_COLUMN
    short = "D" if game.variant.deck == "spanish" else Reason.FEWER_CARDS_THAN_COLUMNS
    assert tap(game, "3S", stock=ROW, pile=10) == short


@MIXED
def test_taps_lists_one_move_for_each_card_that_a_tap_can_move(game: Game) -> None:
    attempt = Attempt(game.spider("8S 7S", "9H", "8H", "9S", *["KS"] * 6, stock=ROW))
    assert attempt.taps() == ["1>3", "1>4x2", "3>2", "D"]


@EVERY
def test_a_tap_looks_only_at_what_is_face_up(game: Game) -> None:
    t = game.spider("4S 9S | 8S", "9S | 9S", "3S |")
    shown = view(t, set())
    assert game.text(shown, 0) == "? ? | 8S"
    assert Attempt(t).tap(0, 1) == "1>2"
    assert move(shown, "1>2").target == 1
