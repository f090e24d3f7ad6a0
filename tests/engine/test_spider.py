"""The rules of Spider: one example for each sentence that states one. The deal, and what moves where."""

import pytest

from engine.attempt import Attempt
from engine.deals import deal, deal_id
from engine.games import VARIANTS, spider
from engine.moves import Move
from engine.reasons import Reason
from tests.engine.tables import ROW, move, play, refusal, spider_table

FRENCH = pytest.mark.parametrize("variant", ["spider-1", "spider-2", "spider-4"])
SPANISH = pytest.mark.parametrize("variant", ["spider-es-1", "spider-es-2", "spider-es-4"])
EVERY = pytest.mark.parametrize("variant", [one.id for one in spider.VARIANTS])


# The deal


@FRENCH
def test_columns_1_to_4_hold_six_cards_and_5_to_10_hold_five(variant: str) -> None:
    t = deal(deal_id(VARIANTS[variant], 1))
    assert [len(pile.cards) for pile in t.piles[:10]] == [6, 6, 6, 6, 5, 5, 5, 5, 5, 5]


@SPANISH
def test_spanish_columns_1_to_6_hold_five_cards_and_7_to_10_hold_four(variant: str) -> None:
    t = deal(deal_id(VARIANTS[variant], 1))
    assert [len(pile.cards) for pile in t.piles[:10]] == [5, 5, 5, 5, 5, 5, 4, 4, 4, 4]


@EVERY
def test_only_the_last_card_of_each_column_is_face_up(variant: str) -> None:
    t = deal(deal_id(VARIANTS[variant], 1))
    assert [pile.up for pile in t.piles] == [1] * 10 + [0] * 9
    assert spider.counters(t)["down"] == (36 if t.variant.deck == "spanish" else 44)


@EVERY
def test_the_other_fifty_are_the_stock_five_rows_of_ten(variant: str) -> None:
    t = deal(deal_id(VARIANTS[variant], 1))
    assert [pile.kind for pile in t.piles] == ["column"] * 10 + ["stock"] + ["foundation"] * 8
    assert len(t.piles[spider.STOCK].cards) == 50
    assert spider.counters(t)["rows"] == 5


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
