"""The rules of Spider: one example for each sentence that states one. Rows, sets, the end, what is counted."""

import pytest

from engine.attempt import Attempt
from engine.deals import deal_id
from engine.games import VARIANTS, spider
from engine.moves import DEAL
from engine.reasons import Reason
from engine.table import take_back
from tests.engine.tables import (
    KING_TO_TWO,
    ROW,
    SPANISH_ROW,
    TWELVE_TO_TWO,
    columns,
    move,
    play,
    refusal,
    spider_table,
    state,
    text,
)

SPADES = "KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AS"


# A row


def test_a_dealt_row_puts_one_face_up_card_on_each_column_left_to_right() -> None:
    t = spider_table(*["2C | 3D"] * 10, stock=ROW)
    assert play(t, "D") == [f"2C | 3D {card}" for card in ROW.split()]


def test_stock_card_10k_plus_i_goes_to_column_i_of_row_k() -> None:
    game = Attempt(deal_id(VARIANTS["spider-4"], 7))
    stock = [text(game.table, spider.STOCK).split()[at] for at in range(49, -1, -1)]
    for row in range(5):
        game.act("D")
        assert [column.split()[-1] for column in columns(game.table)] == stock[10 * row : 10 * row + 10]
    assert game.refusal("D") is Reason.NO_ROWS_LEFT


def test_undo_gives_back_exactly_that_order() -> None:
    game = Attempt(deal_id(VARIANTS["spider-4"], 7))
    before = state(game.table)
    game.act("D")
    game.act("D")
    game.act("U")
    game.act("U")
    assert state(game.table) == before


def test_a_row_is_refused_while_any_column_is_empty() -> None:
    for empty in range(10):
        t = spider_table(*["" if at == empty else "3D 3D" for at in range(10)], stock=ROW)
        assert refusal(t, "D") is Reason.EMPTY_COLUMN


def test_a_row_is_refused_when_the_stock_is_empty() -> None:
    assert refusal(spider_table(*["3D"] * 10), "D") is Reason.NO_ROWS_LEFT
    assert refusal(spider_table("3D"), "D") is Reason.NO_ROWS_LEFT


def test_no_rows_left_is_the_reason_even_with_an_empty_column() -> None:
    assert refusal(spider_table(*["3D 2D"] * 9), "D") is Reason.NO_ROWS_LEFT


def test_while_the_stock_has_cards_and_no_column_is_empty_dealing_is_always_legal() -> None:
    assert refusal(spider_table(*["3D"] * 10, stock=ROW), "D") is None
    assert refusal(spider_table(*["3D |"] * 10, stock=ROW), "D") is None


def test_with_fewer_cards_than_columns_a_row_is_refused_with_a_reason_of_its_own() -> None:
    """PySolFC #369: one row left, three cards on the table."""
    t = spider_table("KS", "QH", "JD", stock=ROW, sets=7)
    assert refusal(t, "D") is Reason.FEWER_CARDS_THAN_COLUMNS
    assert refusal(spider_table("KS QS JS 10S 9S 8S 7S 6S 5S", stock=ROW), "D") is Reason.FEWER_CARDS_THAN_COLUMNS


def test_ten_cards_could_fill_ten_columns_so_an_empty_one_is_the_reason() -> None:
    t = spider_table("KS QS JS 10S 9S 8S 7S 6S 5S 4S", stock=ROW)
    assert refusal(t, "D") is Reason.EMPTY_COLUMN


@pytest.mark.parametrize(("rows_left", "sets", "cards"), [(5, 4, 2), (3, 5, 9), (2, 6, 6), (1, 7, 3)])
def test_the_french_cases_of_fewer_cards_than_columns(rows_left: int, sets: int, cards: int) -> None:
    assert 13 * sets + 10 * rows_left + cards == 104
    t = spider_table("5S " * cards, stock=f"{ROW} " * rows_left, sets=sets)
    assert refusal(t, "D") is Reason.FEWER_CARDS_THAN_COLUMNS


@pytest.mark.parametrize(("rows_left", "sets", "cards"), [(4, 4, 8), (3, 5, 6), (2, 6, 4), (1, 7, 2)])
def test_in_the_spanish_cases_the_row_is_dealt(rows_left: int, sets: int, cards: int) -> None:
    """They are all there are: with three sets and no row dealt ten cards are left, which could fill the columns."""
    assert 12 * sets + 10 * rows_left + cards == 96
    t = spider_table("5E " * cards, stock=f"{SPANISH_ROW} " * rows_left, sets=sets, variant="spider-es-4")
    assert [column.split()[-1] for column in play(t, "D")] == SPANISH_ROW.split()
    assert spider.counters(t)["rows"] == rows_left - 1


def test_in_the_spanish_game_a_row_is_dealt_onto_fewer_cards_than_columns() -> None:
    t = spider_table("9O", "8C 7C", "", "6E 5E", "4B 3B 2B", stock=SPANISH_ROW, sets=3, variant="spider-es-4")
    assert play(t, "D") == [
        "9O 12O", "8C 7C 12C", "12E", "6E 5E 12B", "4B 3B 2B 11O", "11C", "11E", "11B", "10O", "10C",
    ]  # fmt: skip


def test_in_the_spanish_game_too_ten_cards_must_fill_the_columns_first() -> None:
    t = spider_table("10O 9O 8O 7O 6O 5O 4O 3O 2O 1O", stock=SPANISH_ROW, variant="spider-es-4")
    assert refusal(t, "D") is Reason.EMPTY_COLUMN


# Sets


def test_a_set_leaves_by_itself_after_a_move() -> None:
    t = spider_table(KING_TO_TWO, "AH")
    assert play(t, "2>1") == [""] * 10
    assert text(t, spider.FOUNDATIONS) == f"{KING_TO_TWO} AH"
    assert spider.home(t) == 1


def test_the_card_that_a_set_uncovers_turns_up() -> None:
    assert play(spider_table(f"9D 4C | {KING_TO_TWO}", "AH"), "2>1")[0] == "9D | 4C"


def test_a_set_leaves_from_on_top_of_open_cards() -> None:
    assert play(spider_table(f"9D | 4C {KING_TO_TWO}", "AH"), "2>1")[0] == "9D | 4C"


def test_a_moved_run_completes_a_set_and_its_own_column_turns_up_too() -> None:
    t = spider_table("2D | 3H 2H AH", f"9D | {KING_TO_TWO.removesuffix(' 3H 2H')}")
    assert play(t, "1>2x3")[:2] == ["2D", "9D"]


def test_uncovered_cards_turn_up_left_to_right_whichever_way_the_run_went() -> None:
    run, rest = "3D | 3H 2H AH", f"9D | {KING_TO_TWO.removesuffix(' 3H 2H')}"
    for table, notation in ((spider_table(run, rest), "1>2x3"), (spider_table(rest, run), "2>1x3")):
        steps = spider.play(table, move(table, notation))
        assert [(step.op, step.pile) for step in steps[1:]] == [("move", steps[0].target), ("up", 0), ("up", 1)]


def test_a_set_leaves_after_a_deal_and_one_undo_restores_all() -> None:
    """SerenityOS 8079; t_games #72."""
    game = Attempt(spider_table("5C | " + KING_TO_TWO, *["3D"] * 9, stock=f"AH {ROW[3:]}"))
    before = state(game.table)
    game.act("D")
    assert columns(game.table) == ["5C", *[f"3D {card}" for card in ROW.split()[1:]]]
    assert (game.home, game.moves, game.counters()["rows"]) == (1, 1, 0)
    game.act("U")
    assert state(game.table) == before
    assert (game.home, game.moves) == (0, 0)


def test_all_ten_cards_are_placed_then_sets_leave_left_to_right_then_cards_turn_up() -> None:
    t = spider_table("5C | " + KING_TO_TWO, "6D | " + SPADES[:-3], *["3D"] * 8, stock=f"AH AS {ROW[6:]}")
    steps = spider.play(t, DEAL)
    assert [(step.op, step.pile, step.target) for step in steps] == [
        ("up", spider.STOCK, -1),
        *[("move", spider.STOCK, column) for column in range(10)],
        ("move", 0, spider.FOUNDATIONS),
        ("move", 1, spider.FOUNDATIONS + 1),
        ("up", 0, -1),
        ("up", 1, -1),
    ]
    assert (columns(t)[:2], spider.home(t)) == (["5C", "6D"], 2)


def test_a_row_does_not_complete_a_set_one_column_further() -> None:
    t = spider_table(KING_TO_TWO, *["3D"] * 9, stock=f"KS AH {ROW[6:]}")
    play(t, "D")
    assert spider.home(t) == 0


def test_a_king_to_ace_column_with_one_card_of_another_suit_is_no_set() -> None:
    """AisleRiot 443307: colour being no help."""
    for stranger in ("7C", "7D", "7S"):
        t = spider_table(KING_TO_TWO.replace("7H", stranger), "AH")
        assert play(t, "2>1")[0].endswith("2H AH")
        assert spider.home(t) == 0


def test_mixed_colours_from_king_to_ace_are_never_removed() -> None:
    t = spider_table("KH QS JH 10S 9H 8S 7H 6S 5H 4S 3H 2S", "AH")
    play(t, "2>1")
    assert spider.home(t) == 0


def test_a_run_that_is_not_at_the_end_of_the_column_is_no_set() -> None:
    t = spider_table(KING_TO_TWO, *["3D"] * 9, stock=f"KC {ROW[3:]}")
    play(t, "D")
    assert (spider.home(t), columns(t)[0]) == (0, f"{KING_TO_TWO} KC")


def test_a_set_whose_king_lies_face_down_waits() -> None:
    t = spider_table(f"KH | {KING_TO_TWO[3:]}", "AH")
    assert play(t, "2>1")[0] == f"KH | {KING_TO_TWO[3:]} AH"
    assert spider.home(t) == 0


@pytest.mark.parametrize("variant", ["spider-es-1", "spider-es-2", "spider-es-4"])
def test_the_spanish_set_has_twelve_cards_from_12_to_1(variant: str) -> None:
    t = spider_table(f"5E 9E | {TWELVE_TO_TWO}", "1C", variant=variant)
    assert play(t, "2>1") == ["5E | 9E", *[""] * 9]
    assert spider.home(t) == 1


def test_a_spanish_set_leaves_after_a_deal_too() -> None:
    t = spider_table(f"5E | {TWELVE_TO_TWO}", *["3O"] * 9, stock=f"1C {SPANISH_ROW[4:]}", variant="spider-es-4")
    assert play(t, "D")[0] == "5E"
    assert spider.home(t) == 1


def test_a_spanish_12_to_1_with_one_card_of_another_suit_is_no_set() -> None:
    t = spider_table(TWELVE_TO_TWO.replace("7C", "7E"), "1C", variant="spider-es-4")
    play(t, "2>1")
    assert spider.home(t) == 0


def test_the_foundations_fill_from_the_first_one_on() -> None:
    t = spider_table(KING_TO_TWO, "AH", sets=3)
    play(t, "2>1")
    assert text(t, spider.FOUNDATIONS + 3).endswith("AH")
    assert text(t, spider.FOUNDATIONS + 4) == ""


# The end


def test_eight_sets_win_in_the_very_action_that_completes_the_eighth() -> None:
    """Simple-Solitaire #7."""
    game = Attempt(spider_table(KING_TO_TWO, "AH", sets=7))
    assert not game.won
    game.act("2>1")
    assert game.won
    assert (game.home, game.legal(), game.taps(), game.refusal("D")) == (8, [], [], Reason.NO_ROWS_LEFT)


def test_with_the_stock_empty_and_nothing_legal_there_are_no_moves() -> None:
    t = spider_table("KS", "KH", "KD", "KC", "QS", "QH", "QD", "QC", "KS", "KH")
    assert spider.legal_moves(t) != []
    t = spider_table(*["KS"] * 10)
    assert (spider.legal_moves(t), spider.taps(t)) == ([], [])


def test_nothing_is_stuck_while_two_columns_are_empty() -> None:
    """PySolFC #340: all in order, two empty columns, a row left. The move is: fill them, then deal."""
    t = spider_table(*["KS QS JS"] * 8, stock=ROW)
    assert refusal(t, "D") is Reason.EMPTY_COLUMN
    play(t, "1>9")
    play(t, "2>10")
    assert refusal(t, "D") is None


# The order of the list, the counters


def test_legal_moves_come_by_column_then_count_then_target_and_the_deal_last() -> None:
    columns_ = ["9S 8S", "10H", "9D", "10C", *["KS"] * 6]
    t = spider_table(*columns_, stock=ROW)
    layout = spider.layout(t.variant)
    names = [(layout.names[one.source], layout.names[one.target], one.count) for one in spider.legal_moves(t)[:-1]]
    assert names == [("1", "3", 1), ("1", "2", 2), ("1", "4", 2), ("3", "2", 1), ("3", "4", 1)]
    assert spider.legal_moves(t)[-1] == DEAL


def test_counters_rows_left_sets_and_face_down_cards_on_the_table() -> None:
    t = spider_table("3D 3D | 4C", "2S |", stock=f"{ROW} {ROW}", sets=2)
    assert spider.counters(t) == {"rows": 2, "sets": 2, "down": 3}


def test_the_steps_of_a_move_taken_back_are_the_identity() -> None:
    t = spider_table(f"9D 4C | {KING_TO_TWO}", "6S | AH")
    before = state(t)
    take_back(t, spider.play(t, move(t, "2>1")))
    assert state(t) == before
