"""The rules of Klondike and Clásico: one example for each sentence that states one. The deal, columns, foundations."""

import pytest

from engine.attempt import Attempt
from engine.deals import deal, deal_id
from engine.games import VARIANTS, klondike
from engine.moves import DEAL, Move
from engine.reasons import Reason
from tests.engine.tables import columns, klondike_table, move, play, refusal, suit_up_to, text

EVERY = pytest.mark.parametrize("variant", [one.id for one in klondike.VARIANTS])
KLONDIKE = pytest.mark.parametrize("variant", ["klondike-1", "klondike-3"])
CLASICO = pytest.mark.parametrize("variant", ["clasico-1", "clasico-3"])


# The deal


@EVERY
def test_seven_columns_of_1_to_7_cards_the_last_of_each_face_up(variant: str) -> None:
    t = deal(deal_id(VARIANTS[variant], 1))
    assert [len(pile.cards) for pile in t.piles[:7]] == [1, 2, 3, 4, 5, 6, 7]
    assert [pile.up for pile in t.piles[:7]] == [1] * 7
    assert klondike.counters(t)["down"] == 21


@EVERY
def test_the_rest_is_the_stock_24_french_cards_20_spanish(variant: str) -> None:
    t = deal(deal_id(VARIANTS[variant], 1))
    size = 24 if variant.startswith("klondike") else 20
    assert (len(t.piles[klondike.STOCK].cards), t.piles[klondike.STOCK].up) == (size, 0)
    assert klondike.counters(t) == {"home": 0, "stock": size, "down": 21}


@EVERY
def test_the_waste_starts_empty_and_so_do_four_foundations(variant: str) -> None:
    t = deal(deal_id(VARIANTS[variant], 1))
    assert [(pile.kind, pile.cards) for pile in t.piles[klondike.WASTE :]] == [("waste", []), *[("foundation", [])] * 4]


# Columns


@KLONDIKE
def test_klondike_builds_down_in_alternating_colours(variant: str) -> None:
    for upper, lower in (("7H", "8S"), ("7D", "8C"), ("9S", "10H"), ("9C", "10D")):
        assert play(klondike_table(upper, lower, variant=variant), "1>2")[1] == f"{lower} {upper}"
    for upper, lower in (("7H", "8D"), ("7H", "8H"), ("9S", "10C"), ("9S", "10S")):
        assert refusal(klondike_table(upper, lower, variant=variant), "1>2") is Reason.COLOUR_DOES_NOT_FIT


@CLASICO
def test_clasico_builds_down_on_any_other_suit(variant: str) -> None:
    for upper in ("6C", "6E", "6B"):
        assert play(klondike_table(upper, "7O", variant=variant), "1>2")[1] == f"7O {upper}"
    assert refusal(klondike_table("6O", "7O", variant=variant), "1>2") is Reason.SAME_SUIT


@EVERY
def test_it_builds_down_by_one(variant: str) -> None:
    suits = "HS" if variant.startswith("klondike") else "CE"
    for upper, lower in ((7, 9), (7, 7), (8, 7), (2, 10)):
        t = klondike_table(f"{upper}{suits[0]}", f"{lower}{suits[1]}", variant=variant)
        assert refusal(t, "1>2") is Reason.RANK_DOES_NOT_FIT


@CLASICO
def test_a_nine_does_not_go_on_a_jack_for_this_deck_has_eights_and_nines(variant: str) -> None:
    t = klondike_table("9E", "7O", "10C", variant=variant)
    assert refusal(t, "2>1") is Reason.RANK_DOES_NOT_FIT
    assert refusal(t, "1>3") is None


def test_one_face_up_card_moves() -> None:
    assert play(klondike_table("KS | 9D", "10C"), "1>2")[:2] == ["KS", "10C 9D"]


@KLONDIKE
def test_a_run_of_face_up_cards_in_such_order_moves(variant: str) -> None:
    t = klondike_table("KD | 9H 8S 7D", "10C", variant=variant)
    assert play(t, "1>2x3")[:2] == ["KD", "10C 9H 8S 7D"]


@CLASICO
def test_a_run_of_clasico_moves_whole(variant: str) -> None:
    t = klondike_table("1B | 9E 8O", "10C", variant=variant)
    assert play(t, "1>2x2")[:2] == ["1B", "10C 9E 8O"]


def test_the_rule_is_checked_at_the_first_card() -> None:
    t = klondike_table("9H 8S", "10C", "10D", "9C")
    assert refusal(t, "1>2x2") is None
    assert refusal(t, "1>3x2") is Reason.COLOUR_DOES_NOT_FIT
    assert refusal(t, "1>4x2") is Reason.RANK_DOES_NOT_FIT


def test_any_tail_of_a_run_may_move() -> None:
    t = klondike_table("9H 8S 7D", "10C", "9D", "8C")
    assert [refusal(t, each) for each in ("1>2x3", "1>3x2", "1>4")] == [None] * 3


def test_cards_that_are_face_up_but_no_run_do_not_move_together() -> None:
    """AisleRiot 355381."""
    assert refusal(klondike_table("9H 7S", "10C"), "1>2x2") is Reason.GAP_IN_BLOCK
    assert refusal(klondike_table("9H 8D", "10C"), "1>2x2") is Reason.COLOUR_DOES_NOT_FIT
    assert refusal(klondike_table("9E 8E", "10C", variant="clasico-1"), "1>2x2") is Reason.SAME_SUIT


def test_the_break_nearest_to_the_end_is_the_reason() -> None:
    assert refusal(klondike_table("9H 7S 6S", "10C"), "1>2x3") is Reason.COLOUR_DOES_NOT_FIT
    assert refusal(klondike_table("9H 8H 6S", "10C"), "1>2x3") is Reason.GAP_IN_BLOCK


@EVERY
def test_an_empty_column_takes_a_king_or_a_run_that_starts_with_one(variant: str) -> None:
    column = "2S | KS QH" if variant.startswith("klondike") else "2E | 12B 11O"
    t = klondike_table(column, variant=variant)
    assert refusal(t, "1>2") is Reason.ONLY_A_KING
    assert play(t, "1>2x2")[1] == column[5:]
    assert refusal(t, "2>3x2") is None


def test_no_other_card_goes_to_an_empty_column() -> None:
    for card in ("QS", "AS", "10D"):
        assert refusal(klondike_table(card), "1>2") is Reason.ONLY_A_KING
    for card in ("11B", "1E"):
        assert refusal(klondike_table(card, variant="clasico-3"), "1>2") is Reason.ONLY_A_KING
    assert refusal(klondike_table(waste="QS"), "W>1") is Reason.ONLY_A_KING
    assert refusal(klondike_table(home=(1, 0, 0, 0)), "F1>1") is Reason.ONLY_A_KING


def test_a_face_down_card_left_last_in_its_column_turns_up_by_itself() -> None:
    t = klondike_table("KD 4C | 3D", "4S")
    assert play(t, "1>2")[:2] == ["KD | 4C", "4S 3D"]
    t = klondike_table("KD 4C | AD")
    assert play(t, "1>F3")[0] == "KD | 4C"


def test_a_face_down_card_does_not_move_and_takes_nothing() -> None:
    assert refusal(klondike_table("5C | 4D", "6H"), "1>2x2") is Reason.FACE_DOWN
    assert refusal(klondike_table("4D", "5C |"), "1>2") is Reason.FACE_DOWN


# Foundations


@EVERY
def test_foundations_build_up_by_suit_from_the_ace(variant: str) -> None:
    for suit in range(4):
        cards = suit_up_to(VARIANTS[variant], suit, 12).split()
        t = klondike_table(f"{cards[2]} {cards[1]} {cards[0]}", variant=variant)
        assert refusal(t, f"1>F{suit + 1}x2") in (Reason.SAME_SUIT, Reason.COLOUR_DOES_NOT_FIT)
        for card in cards[:3]:
            play(t, f"1>F{suit + 1}")
            assert text(t, f"F{suit + 1}").split()[-1] == card


def test_a_foundation_takes_only_the_next_card_of_its_suit() -> None:
    t = klondike_table("3S", "2H", "AD", "5S", home=(3, 0, 0, 0))
    assert refusal(t, "4>F1") is Reason.NOT_NEXT_ON_FOUNDATION
    assert refusal(t, "2>F2") is Reason.NOT_NEXT_ON_FOUNDATION
    assert refusal(t, "3>F3") is None
    assert refusal(klondike_table("3S", home=(1, 0, 0, 0)), "1>F1") is Reason.NOT_NEXT_ON_FOUNDATION


def test_each_foundation_belongs_to_one_suit() -> None:
    t = klondike_table("AS", "AH", "AD", "AC")
    for column in range(4):
        for foundation in range(4):
            expected = None if column == foundation else Reason.OTHER_FOUNDATION
            assert refusal(t, f"{column + 1}>F{foundation + 1}") is expected


def test_cards_come_from_the_top_of_the_waste_or_the_end_of_a_column() -> None:
    assert refusal(klondike_table(waste="KS AH"), "W>F2") is None
    assert refusal(klondike_table("KS | AH"), "1>F2") is None
    assert refusal(klondike_table("AH KS"), "1>F2") is Reason.OTHER_FOUNDATION


def test_cards_go_up_one_at_a_time() -> None:
    assert refusal(klondike_table("2H AS"), "1>F1x2") is Reason.ONE_AT_A_TIME


def test_the_top_card_of_a_foundation_may_return_to_a_column_where_it_fits() -> None:
    t = klondike_table("6S", "6D", "KH", home=(0, 5, 0, 0))
    assert refusal(t, "F2>2") is Reason.COLOUR_DOES_NOT_FIT
    assert refusal(t, "F2>3") is Reason.RANK_DOES_NOT_FIT
    assert play(t, "F2>1")[0] == "6S 5H"
    assert text(t, "F2") == "AH 2H 3H 4H"
    assert klondike.home(t) == 4


def test_a_spanish_foundation_card_returns_on_another_suit() -> None:
    t = klondike_table("6O", "6E", home=(5, 0, 0, 0), variant="clasico-1")
    assert refusal(t, "F1>1") is Reason.SAME_SUIT
    assert play(t, "F1>2")[1] == "6E 5O"


def test_it_stays_where_it_was_put() -> None:
    """TripleSolitaire #2, lsol #14: nothing goes up by itself."""
    game = Attempt(klondike_table("6S", home=(5, 5, 0, 0)))
    game.act("F2>1")
    assert (columns(game.table)[0], game.home) == ("6S 5H", 9)


def test_it_never_moves_to_another_foundation() -> None:
    t = klondike_table("KS", home=(1, 0, 0, 0))
    assert refusal(t, "F1>F2") is Reason.OTHER_FOUNDATION
    assert refusal(t, "F1>F1") is Reason.SAME_PILE


def test_only_its_top_card_moves() -> None:
    t = klondike_table("4H", home=(3, 0, 0, 0))
    assert refusal(t, "F1>1x2") is Reason.ONLY_THE_TOP_CARD
    assert refusal(t, "F1>1") is None


# What may not be moved at all


@pytest.mark.parametrize(
    ("notation", "reason"),
    [
        ("3>1", Reason.EMPTY_SOURCE),
        ("F2>1", Reason.EMPTY_SOURCE),
        ("1>2x4", Reason.NO_SUCH_CARD),
        ("W>2x3", Reason.NO_SUCH_CARD),
        ("1>1", Reason.SAME_PILE),
        ("S>1", Reason.NOT_A_SOURCE),
        ("S>W", Reason.NOT_A_SOURCE),
        ("1>S", Reason.NOT_A_TARGET),
        ("1>W", Reason.NOT_A_TARGET),
        ("W>S", Reason.NOT_A_TARGET),
        ("F1>W", Reason.NOT_A_TARGET),
    ],
)
def test_what_no_rule_allows_has_its_reason(notation: str, reason: Reason) -> None:
    t = klondike_table("9H 8S", "KS", stock="2D", waste="3C 4C", home=(1, 0, 0, 0))
    assert refusal(t, notation) is reason


@pytest.mark.parametrize("wrong", [(13, 0, 1), (0, 13, 1), (-1, 0, 1), (0, -1, 1), (-1, -1, 1), (0, 99, 1)])
def test_a_pile_that_is_not_there_is_refused(wrong: tuple[int, int, int]) -> None:
    assert klondike.refusal(klondike_table("4C"), Move(*wrong)) is Reason.NO_SUCH_PILE


def test_the_block_is_judged_before_the_target() -> None:
    t = klondike_table("9S 7S", "QH", waste="2S 3S")
    for target in ("1", "2", "3", "S", "W", "F1"):
        assert refusal(t, f"1>{target}x2") is Reason.GAP_IN_BLOCK
        assert refusal(t, f"W>{target}x2") is Reason.ONLY_THE_TOP_CARD


# The order of the list


def test_legal_moves_come_by_pile_then_count_then_target_and_the_draw_last() -> None:
    t = klondike_table("KD", "9H 8S", "9D", "10C", stock="2D", waste="AH", home=(7, 0, 7, 0))
    assert Attempt(t).legal() == ["1>5", "1>6", "1>7", "2>3", "2>F1", "2>4x2", "3>4", "W>F2", "F3>2", "D"]
    assert klondike.legal_moves(t)[-1] == DEAL


# The end


@EVERY
def test_won_when_every_card_is_on_the_foundations_in_the_very_action(variant: str) -> None:
    king = 13 if variant.startswith("klondike") else 12
    last = suit_up_to(VARIANTS[variant], 3, king).split()[-1]
    for source, t in (
        ("1", klondike_table(last, home=(king, king, king, king - 1), variant=variant)),
        ("W", klondike_table(waste=last, home=(king, king, king, king - 1), variant=variant)),
    ):
        game = Attempt(t)
        assert not game.won
        game.act(f"{source}>F4")
        assert (game.won, game.home) == (True, 4 * king)


def test_a_card_in_the_waste_or_the_stock_is_not_home() -> None:
    assert not klondike.is_won(klondike_table(waste="KC", home=(13, 13, 13, 12)))
    assert not klondike.is_won(klondike_table(stock="KC", home=(13, 13, 13, 12)))


def test_with_nothing_to_draw_and_nothing_that_fits_there_are_no_moves() -> None:
    t = klondike_table("2S", "2H", "2D", "2C", "5S", "5C", "8S")
    assert (klondike.legal_moves(t), klondike.taps(t)) == ([], [])


def test_face_up_cards_beside_what_moves_stay_as_they_are() -> None:
    t = klondike_table("KD | 4C 3D", "4S")
    assert [step.op for step in klondike.play(t, move(t, "1>2"))] == ["move"]
