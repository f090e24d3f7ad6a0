"""The rules of Spider: one example for each sentence that states one. The deal, and what moves where."""

import pytest

from engine.attempt import Attempt
from engine.deals import deal, deal_id
from engine.games import VARIANTS, spider
from engine.moves import DEAL, Move
from engine.reasons import Reason
from tests.engine.tables import Game, move, refusal

FRENCHES = [Game("spider-1"), Game("spider-2"), Game("spider-4")]
SPANISHES = [Game("spider-es-1"), Game("spider-es-2"), Game("spider-es-4")]
FRENCH = pytest.mark.parametrize("game", FRENCHES, ids=str)
SPANISH = pytest.mark.parametrize("game", SPANISHES, ids=str)
EVERY = pytest.mark.parametrize("game", [*FRENCHES, *SPANISHES], ids=str)
MIXED = pytest.mark.parametrize("game", [*FRENCHES[1:], *SPANISHES[1:]], ids=str)
"""The games of more than one suit; S and H are in the pack."""
FOUR = pytest.mark.parametrize("game", [FRENCHES[2], SPANISHES[2]], ids=str)


# The deal


@FRENCH
def test_columns_1_to_4_hold_six_cards_and_5_to_10_hold_five(game: Game) -> None:
    t = deal(deal_id(game.variant, 1))
    assert [len(pile.cards) for pile in t.piles[:10]] == [6, 6, 6, 6, 5, 5, 5, 5, 5, 5]


@SPANISH
def test_spanish_columns_1_to_6_hold_five_cards_and_7_to_10_hold_four(game: Game) -> None:
    t = deal(deal_id(game.variant, 1))
    assert [len(pile.cards) for pile in t.piles[:10]] == [5, 5, 5, 5, 5, 5, 4, 4, 4, 4]


@EVERY
def test_only_the_last_card_of_each_column_is_face_up(game: Game) -> None:
    t = deal(deal_id(game.variant, 1))
    assert [pile.up for pile in t.piles] == [1] * 10 + [0] * 9
    assert spider.counters(t)["down"] == (36 if game in SPANISHES else 44)


@EVERY
def test_the_other_fifty_are_the_stock_five_rows_of_ten(game: Game) -> None:
    t = deal(deal_id(game.variant, 1))
    assert [pile.kind for pile in t.piles] == ["column"] * 10 + ["stock"] + ["foundation"] * 8
    assert len(t.piles[spider.STOCK].cards) == 50
    assert spider.counters(t) == {"rows": 5, "sets": 0, "down": 36 if game in SPANISHES else 44}


def test_every_variant_of_the_family_is_spoken_of_here() -> None:
    assert [game.id for game in [*FRENCHES, *SPANISHES]] == [
        one.id for one in VARIANTS.values() if one.family == "spider"
    ]


# What may be laid where


@EVERY
def test_a_card_may_be_laid_on_the_next_higher_one(game: Game) -> None:
    for upper, lower in (("AS", "2S"), ("8S", "9S"), ("JS", "QS"), ("QS", "KS")):
        assert game.play(game.spider(upper, lower), "1>2")[1] == f"{lower} {upper}"


@MIXED
def test_whatever_its_suit(game: Game) -> None:
    for lower in ["9" + letter for letter in game.suits]:
        assert game.play(game.spider("8S", lower), "1>2")[1] == f"{lower} 8S"


@EVERY
def test_a_card_does_not_fit_on_any_other_rank(game: Game) -> None:
    for other in ("8S", "7S", "JS", "KS", "AS"):
        assert refusal(game.spider("8S", other), "1>2") is Reason.RANK_DOES_NOT_FIT


@EVERY
def test_a_king_does_not_fit_on_an_ace_nor_an_ace_under_it(game: Game) -> None:
    t = game.spider("KS", "AS")
    assert refusal(t, "1>2") is Reason.RANK_DOES_NOT_FIT
    assert refusal(t, "2>1") is Reason.RANK_DOES_NOT_FIT


@EVERY
def test_the_last_card_of_a_column_always_moves_alone(game: Game) -> None:
    for below in ("9S", "4S", "KS", "8S"):
        assert game.play(game.spider(f"{below} 8S", "9S"), "1>2")[:2] == [below, "9S 8S"]


@EVERY
def test_several_cards_move_together_if_they_descend_by_one_and_share_one_suit(game: Game) -> None:
    assert game.play(game.spider("8S 7S 6S", "9S"), "1>2x3")[1] == "9S 8S 7S 6S"


@MIXED
def test_a_run_goes_on_another_suit_too(game: Game) -> None:
    assert game.play(game.spider("8S 7S 6S", "9H"), "1>2x3")[1] == "9H 8S 7S 6S"


@EVERY
def test_the_rank_is_checked_at_the_first_card_of_the_run(game: Game) -> None:
    t = game.spider("8S 7S 6S", "7S", "9S")
    assert refusal(t, "1>2x3") is Reason.RANK_DOES_NOT_FIT
    assert refusal(t, "1>3x2") is Reason.RANK_DOES_NOT_FIT
    assert refusal(t, "1>3x3") is None


@EVERY
def test_any_tail_of_a_run_may_move(game: Game) -> None:
    t = game.spider("8S 7S 6S", "9S", "8S", "7S")
    assert [refusal(t, each) for each in ("1>2x3", "1>3x2", "1>4")] == [None] * 3


@MIXED
def test_mixed_suits_do_not_move_together(game: Game) -> None:
    assert refusal(game.spider("8S 7H 6H", "9S"), "1>2x3") is Reason.MIXED_SUITS
    assert refusal(game.spider("8S 7H 6H", "8H"), "1>2x2") is None


@FOUR
def test_colour_is_no_help_in_a_block(game: Game) -> None:
    assert refusal(game.spider("8S 7C", "9S"), "1>2x2") is Reason.MIXED_SUITS
    assert refusal(game.spider("8H 7D", "9S"), "1>2x2") is Reason.MIXED_SUITS


@EVERY
def test_a_gap_in_the_block_is_refused(game: Game) -> None:
    assert refusal(game.spider("8S 6S", "9S"), "1>2x2") is Reason.GAP_IN_BLOCK
    assert refusal(game.spider("7S 8S", "9S"), "1>2x2") is Reason.GAP_IN_BLOCK
    assert refusal(game.spider("8S 8S", "9S"), "1>2x2") is Reason.GAP_IN_BLOCK


@MIXED
def test_the_break_nearest_to_the_end_is_the_reason(game: Game) -> None:
    assert refusal(game.spider("9S 7H 6S", "JS"), "1>2x3") is Reason.MIXED_SUITS
    assert refusal(game.spider("9S 8H 6H", "JS"), "1>2x3") is Reason.GAP_IN_BLOCK


@EVERY
def test_an_empty_column_takes_any_card_or_run(game: Game) -> None:
    for card in ("AS", "8S", "KS"):
        assert game.play(game.spider("4S 3S", f"8S {card}"), "2>3")[2] == card
    assert game.play(game.spider("9S 4S 3S 2S"), "1>2x3")[:2] == ["9S", "4S 3S 2S"]


@EVERY
def test_moving_a_whole_column_to_an_empty_one_is_legal(game: Game) -> None:
    assert game.play(game.spider("4S 3S"), "1>10x2") == [""] * 9 + ["4S 3S"]


# What may not be moved at all


@EVERY
def test_there_are_two_kinds_of_move_only_a_run_between_columns_or_a_row(game: Game) -> None:
    t = game.spider(*["5S 4S"] * 8, "6S", "", stock="2S " * 10, sets=1)
    assert {(one.source < 10, one.target < 10) for one in spider.legal_moves(t)} == {(True, True)}
    assert spider.refusal(t, DEAL) is Reason.EMPTY_COLUMN
    for source in ("S", "F1", "F2"):
        for target in ("1", "9", "10", "S", "F1", "F2"):
            assert refusal(t, f"{source}>{target}") is Reason.NOT_A_SOURCE
    for target in ("S", "F1", "F2"):
        assert refusal(t, f"1>{target}") is Reason.NOT_A_TARGET


@EVERY
def test_a_face_down_card_does_not_move(game: Game) -> None:
    assert refusal(game.spider("4S | 3S", "5S"), "1>2x2") is Reason.FACE_DOWN


@EVERY
def test_a_face_down_card_under_its_lower_neighbour_stays_and_turns_up(game: Game) -> None:
    """KPat 265857: the four of clubs lies face down under the three of diamonds."""
    t = game.spider("4S | 3S", "5S", "4S")
    assert refusal(t, "1>2x2") is Reason.FACE_DOWN
    assert game.play(t, "1>3")[0] == "4S"


@EVERY
def test_a_column_that_ends_face_down_takes_nothing(game: Game) -> None:
    """KPat 260748: no play leaves such a column, but a rule is a rule."""
    assert refusal(game.spider("4S", "5S |"), "1>2") is Reason.FACE_DOWN


@EVERY
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
def test_what_no_rule_allows_has_its_reason(game: Game, notation: str, reason: Reason) -> None:
    assert refusal(game.spider("5S 3S 2S", "3S", stock="KS " * 10, sets=1), notation) is reason


@EVERY
@pytest.mark.parametrize("wrong", [(19, 0, 1), (0, 19, 1), (-1, 0, 1), (0, -1, 1), (-1, -1, 1), (0, 99, 1)])
def test_a_pile_that_is_not_there_is_refused(game: Game, wrong: tuple[int, int, int]) -> None:
    assert spider.refusal(game.spider("4S"), Move(*wrong)) is Reason.NO_SUCH_PILE


@EVERY
@pytest.mark.parametrize("count", [0, -1])
def test_a_move_takes_at_least_one_card(game: Game, count: int) -> None:
    assert spider.refusal(game.spider("4S"), Move(0, 1, count)) is Reason.NO_SUCH_CARD


@EVERY
def test_the_block_is_judged_before_the_target(game: Game) -> None:
    t = game.spider("9S 7S", "QS", "", stock="KS " * 10)
    for target in ("1", "2", "3", "S", "F1"):
        assert refusal(t, f"1>{target}x2") is Reason.GAP_IN_BLOCK


@EVERY
def test_nothing_is_taken_from_a_completed_set(game: Game) -> None:
    """PySolFC #414."""
    assert refusal(game.spider("2S", sets=1), "F1>1") is Reason.NOT_A_SOURCE


@MIXED
def test_the_same_rule_holds_after_the_move_that_mixed_the_suits_is_taken_back(game: Game) -> None:
    """PySolFC #297."""
    attempt = Attempt(game.spider("8S", "7H 6H", "9H", "9S"))
    attempt.act("2>1x2")
    assert attempt.refusal("1>3x3") is Reason.MIXED_SUITS
    assert attempt.refusal("1>3x2") is Reason.RANK_DOES_NOT_FIT
    attempt.act("U")
    assert attempt.refusal("1>3") is None
    attempt.act("2>1x2")
    assert attempt.refusal("1>3x3") is Reason.MIXED_SUITS


# Cards that turn up


@EVERY
def test_a_face_down_card_that_becomes_last_in_its_column_turns_up_at_once(game: Game) -> None:
    t = game.spider("KS 4S | 3S", "4S")
    assert game.play(t, "1>2")[:2] == ["KS | 4S", "4S 3S"]
    t = game.spider("KS 4S | 8S 7S", "9S")
    assert game.play(t, "1>2x2")[:2] == ["KS | 4S", "9S 8S 7S"]


@EVERY
def test_a_card_that_was_open_already_stays_as_it_is(game: Game) -> None:
    t = game.spider("KS | 4S 3S", "4S")
    steps = spider.play(t, move(t, "1>2"))
    assert [step.op for step in steps] == ["move"]
