"""The rules of Spider: one example for each sentence that states one."""

from dataclasses import replace

import pytest

from engine.attempt import Attempt
from engine.deals import deal, deal_id
from engine.games import VARIANTS, spider
from engine.moves import DEAL, Move
from engine.reasons import Reason
from engine.table import Table, take_back
from tests.engine.tables import columns, move, spider_table, state, text

EVERY = pytest.mark.parametrize("variant", VARIANTS)
ROW = "KS KH KD KC KS KH KD KC QS QH"
KING_TO_TWO = "KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"
SPADES = "KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AS"

SPANISH = replace(VARIANTS["spider-4"], id="test", deck="spanish", columns=(5,) * 6 + (4,) * 4, deal_when_short=True)


def refusal(t: Table, notation: str) -> Reason | None:
    """The reason, after making sure that the list of legal moves and the tables agree with it."""
    before = state(t)
    reason = spider.refusal(t, move(t, notation))
    assert (move(t, notation) in spider.legal_moves(t)) == (reason is None)
    assert state(t) == before
    return reason


def play(t: Table, notation: str) -> list[str]:
    """Play a legal move and return the columns."""
    assert refusal(t, notation) is None
    spider.play(t, move(t, notation))
    return columns(t)


# The deal


@EVERY
def test_columns_1_to_4_hold_six_cards_and_5_to_10_hold_five(variant: str) -> None:
    t = deal(deal_id(VARIANTS[variant], 1))
    assert [len(pile.cards) for pile in t.piles[:10]] == [6, 6, 6, 6, 5, 5, 5, 5, 5, 5]


@EVERY
def test_only_the_last_card_of_each_column_is_face_up(variant: str) -> None:
    t = deal(deal_id(VARIANTS[variant], 1))
    assert [pile.up for pile in t.piles] == [1] * 10 + [0] * 9
    assert spider.counters(t)["down"] == 44


@EVERY
def test_the_other_fifty_are_the_stock_five_rows_of_ten(variant: str) -> None:
    t = deal(deal_id(VARIANTS[variant], 1))
    assert [pile.kind for pile in t.piles] == ["column"] * 10 + ["stock"] + ["foundation"] * 8
    assert len(t.piles[spider.STOCK].cards) == 50
    assert spider.counters(t)["rows"] == 5


def test_the_spanish_layout_is_a_line_of_data() -> None:
    t = spider.start(SPANISH, list(range(96)))
    assert [len(pile.cards) for pile in t.piles[:11]] == [5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 50]


# What may be laid where


@pytest.mark.parametrize("target", ["9S", "9H", "9D", "9C"])
def test_a_card_may_be_laid_on_any_card_exactly_one_rank_higher_of_any_suit(target: str) -> None:
    assert play(spider_table("8S", target), "1>2")[1] == f"{target} 8S"


@pytest.mark.parametrize("target", ["8S", "8H", "7S", "10S", "KS", "AS"])
def test_a_card_does_not_fit_on_any_other_rank(target: str) -> None:
    assert refusal(spider_table("8S", target), "1>2") is Reason.RANK_DOES_NOT_FIT


def test_a_king_does_not_fit_on_an_ace_nor_an_ace_under_it() -> None:
    t = spider_table("KS", "AS")
    assert refusal(t, "1>2") is Reason.RANK_DOES_NOT_FIT
    assert refusal(t, "2>1") is Reason.RANK_DOES_NOT_FIT


def test_the_last_card_of_a_column_always_moves_alone() -> None:
    for below in ("9S", "9H", "4S", "KD"):
        assert play(spider_table(f"{below} 8S", "9C"), "1>2")[:2] == [below, "9C 8S"]


def test_several_cards_move_together_if_they_descend_by_one_and_share_one_suit() -> None:
    assert play(spider_table("10S 9S 8S", "JH"), "1>2x3")[1] == "JH 10S 9S 8S"


def test_any_tail_of_a_run_may_move() -> None:
    t = spider_table("10S 9S 8S", "JH", "10H", "9H")
    assert [refusal(t, each) for each in ("1>2x3", "1>3x2", "1>4")] == [None] * 3


def test_mixed_suits_do_not_move_together() -> None:
    assert refusal(spider_table("9S 8D 7D", "10S"), "1>2x3") is Reason.MIXED_SUITS
    assert refusal(spider_table("9S 8D 7D", "9H"), "1>2x2") is None


def test_colour_is_no_help_in_a_block() -> None:
    assert refusal(spider_table("9S 8C", "10S"), "1>2x2") is Reason.MIXED_SUITS
    assert refusal(spider_table("9H 8D", "10S"), "1>2x2") is Reason.MIXED_SUITS


def test_a_gap_in_the_block_is_refused() -> None:
    assert refusal(spider_table("9S 7S", "10S"), "1>2x2") is Reason.GAP_IN_BLOCK
    assert refusal(spider_table("7S 8S", "9S"), "1>2x2") is Reason.GAP_IN_BLOCK
    assert refusal(spider_table("8S 8S", "9S"), "1>2x2") is Reason.GAP_IN_BLOCK


def test_the_break_nearest_to_the_end_is_the_reason() -> None:
    assert refusal(spider_table("9S 7H 6S", "10S"), "1>2x3") is Reason.MIXED_SUITS
    assert refusal(spider_table("9S 8H 6H", "10S"), "1>2x3") is Reason.GAP_IN_BLOCK


def test_an_empty_column_takes_any_card_or_run() -> None:
    assert play(spider_table("4H 3H 2H", "AS"), "1>3x3")[2] == "4H 3H 2H"
    assert play(spider_table("4H 3H 2H", "AS"), "2>3")[2] == "AS"


def test_moving_a_whole_column_to_an_empty_one_is_legal() -> None:
    assert play(spider_table("4H 3H"), "1>10x2") == [""] * 9 + ["4H 3H"]


# What may not be moved at all


def test_a_face_down_card_does_not_move() -> None:
    assert refusal(spider_table("4C | 3D", "5H"), "1>2x2") is Reason.FACE_DOWN


def test_a_face_down_card_under_its_lower_neighbour_stays_and_turns_up() -> None:
    """KPat 265857: the four of clubs lies face down under the three of diamonds."""
    t = spider_table("4C | 3D", "5H", "4H")
    assert refusal(t, "1>2x2") is Reason.FACE_DOWN
    assert play(t, "1>3")[0] == "4C"


def test_a_column_that_ends_face_down_takes_nothing() -> None:
    """KPat 260748: no play leaves such a column, but a rule is a rule."""
    assert refusal(spider_table("4C", "5H |"), "1>2") is Reason.FACE_DOWN


@pytest.mark.parametrize(
    ("notation", "reason"),
    [
        ("3>1", Reason.EMPTY_SOURCE),
        ("1>2x4", Reason.NO_SUCH_CARD),
        ("1>2x999", Reason.NO_SUCH_CARD),
        ("1>1", Reason.SAME_PILE),
        ("1>1x2", Reason.SAME_PILE),
        ("S>1", Reason.NOT_A_SOURCE),
        ("F1>1", Reason.NOT_A_SOURCE),
        ("1>S", Reason.NOT_A_TARGET),
        ("1>F2", Reason.NOT_A_TARGET),
    ],
)
def test_what_no_rule_allows_has_its_reason(notation: str, reason: Reason) -> None:
    assert refusal(spider_table("4C 3H 2H", "3S", stock=ROW, sets=1), notation) is reason


@pytest.mark.parametrize("wrong", [(19, 0, 1), (0, 19, 1), (-1, 0, 1), (0, -1, 1), (-1, -1, 1), (0, 99, 1)])
def test_a_pile_that_is_not_there_is_refused(wrong: tuple[int, int, int]) -> None:
    assert spider.refusal(spider_table("4C"), Move(*wrong)) is Reason.NO_SUCH_PILE


@pytest.mark.parametrize("count", [0, -1])
def test_a_move_takes_at_least_one_card(count: int) -> None:
    assert spider.refusal(spider_table("4C"), Move(0, 1, count)) is Reason.NO_SUCH_CARD


def test_the_block_is_judged_before_the_target() -> None:
    t = spider_table("9S 7S", "QH", "", stock=ROW)
    for target in ("1", "2", "3", "S", "F1"):
        assert refusal(t, f"1>{target}x2") is Reason.GAP_IN_BLOCK


def test_nothing_is_taken_from_a_completed_set() -> None:
    """PySolFC #414."""
    assert refusal(spider_table("2S", sets=1), "F1>1") is Reason.NOT_A_SOURCE


def test_the_same_rule_holds_after_the_move_that_mixed_the_suits_is_taken_back() -> None:
    """PySolFC #297."""
    game = Attempt(spider_table("9S", "8D 7D", "10H", "10S"))
    game.act("2>1x2")
    assert game.refusal("1>3x3") is Reason.MIXED_SUITS
    assert game.refusal("1>3x2") is Reason.RANK_DOES_NOT_FIT
    game.act("U")
    assert game.refusal("1>3") is None
    game.act("2>1x2")
    assert game.refusal("1>3x3") is Reason.MIXED_SUITS


# Cards that turn up


def test_a_face_down_card_that_becomes_last_in_its_column_turns_up_at_once() -> None:
    t = spider_table("KD 4C | 3D", "4H")
    assert play(t, "1>2")[:2] == ["KD | 4C", "4H 3D"]


def test_a_card_that_was_open_already_stays_as_it_is() -> None:
    t = spider_table("KD | 4C 3D", "4H")
    steps = spider.play(t, move(t, "1>2"))
    assert [step.op for step in steps] == ["move"]


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


def test_where_the_variant_says_so_a_row_is_dealt_onto_fewer_cards_than_columns() -> None:
    row = "12O 12C 12E 12B 11O 11C 11E 11B 10O 10C"
    t = spider_table("9O", "8C 7C", "", "6E 5E", "4B 3B 2B", stock=row, sets=3, variant=SPANISH)
    assert play(t, "D") == [
        "9O 12O", "8C 7C 12C", "12E", "6E 5E 12B", "4B 3B 2B 11O", "11C", "11E", "11B", "10O", "10C",
    ]  # fmt: skip


def test_with_that_exception_too_ten_cards_must_fill_the_columns_first() -> None:
    row = "12O 12C 12E 12B 11O 11C 11E 11B 10O 10C"
    t = spider_table("10O 9O 8O 7O 6O 5O 4O 3O 2O 1O", stock=row, variant=SPANISH)
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


def test_the_spanish_set_has_twelve_cards() -> None:
    t = spider_table("12C 11C 10C 9C 8C 7C 6C 5C 4C 3C 2C", "1C", variant=SPANISH)
    assert play(t, "2>1") == [""] * 10
    assert spider.home(t) == 1


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
