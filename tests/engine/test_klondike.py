"""The rules of Klondike and Clásico: one example for each sentence that states one. The deal, columns, foundations."""

import pytest

from engine.attempt import Attempt
from engine.deals import deal, deal_id
from engine.games import klondike
from engine.moves import DEAL, Move
from engine.reasons import Reason
from tests.engine.tables import Game, klondike_table, move, play, refusal

KLONDIKES = [Game("klondike-1"), Game("klondike-3")]
CLASICOS = [Game("clasico-1"), Game("clasico-3")]
EVERY = pytest.mark.parametrize("game", [*KLONDIKES, *CLASICOS], ids=str)
KLONDIKE = pytest.mark.parametrize("game", KLONDIKES, ids=str)
CLASICO = pytest.mark.parametrize("game", CLASICOS, ids=str)

SUITS = "SHDC"


def misfit(game: Game) -> Reason:
    """Why a card does not go on the next higher one of its own suit."""
    return Reason.COLOUR_DOES_NOT_FIT if game in KLONDIKES else Reason.SAME_SUIT


# The deal


@EVERY
def test_seven_columns_of_1_to_7_cards_the_last_of_each_face_up(game: Game) -> None:
    t = deal(deal_id(game.variant, 1))
    assert [len(pile.cards) for pile in t.piles[:7]] == [1, 2, 3, 4, 5, 6, 7]
    assert [pile.up for pile in t.piles[:7]] == [1] * 7
    assert klondike.counters(t)["down"] == 21


@EVERY
def test_the_rest_is_the_stock_24_french_cards_20_spanish(game: Game) -> None:
    t = deal(deal_id(game.variant, 1))
    size = 24 if game in KLONDIKES else 20
    assert (len(t.piles[klondike.STOCK].cards), t.piles[klondike.STOCK].up) == (size, 0)
    assert klondike.counters(t) == {"home": 0, "stock": size, "down": 21}


@EVERY
def test_the_waste_starts_empty_and_so_do_four_foundations(game: Game) -> None:
    t = deal(deal_id(game.variant, 1))
    assert [(pile.kind, pile.cards) for pile in t.piles[klondike.WASTE :]] == [("waste", []), *[("foundation", [])] * 4]


# Columns


@KLONDIKE
def test_klondike_builds_down_in_alternating_colours(game: Game) -> None:
    for upper, lower in (("7H", "8S"), ("7H", "8C"), ("7D", "8S"), ("7D", "8C"), ("9S", "10H"), ("9C", "10D")):
        assert game.play(game.klondike(upper, lower), "1>2")[1] == f"{lower} {upper}"
    for upper, lower in (("7H", "8D"), ("7H", "8H"), ("9S", "10C"), ("9S", "10S")):
        assert refusal(game.klondike(upper, lower), "1>2") is Reason.COLOUR_DOES_NOT_FIT


@CLASICO
def test_clasico_builds_down_on_any_other_suit_and_never_on_its_own(game: Game) -> None:
    for upper in SUITS:
        for lower in SUITS:
            t = game.klondike(f"6{upper}", f"7{lower}")
            assert refusal(t, "1>2") is (Reason.SAME_SUIT if upper == lower else None)


@EVERY
def test_it_builds_down_by_one(game: Game) -> None:
    for upper, lower in (("7H", "9S"), ("7H", "7S"), ("8H", "7S"), ("2H", "9S"), ("KH", "AS"), ("AH", "KS")):
        assert refusal(game.klondike(upper, lower), "1>2") is Reason.RANK_DOES_NOT_FIT


@CLASICO
def test_spanish_ranks_run_through_seven_eight_nine_ten(game: Game) -> None:
    """The deck of 48 has eights and nines, so a ten goes on no seven's neighbour but its own."""
    t = klondike_table("9E", "7O", "10C", "8B", variant=game.id)
    assert [refusal(t, each) for each in ("2>4", "1>3")] == [None, None]
    assert [refusal(t, each) for each in ("2>1", "2>3", "4>3")] == [Reason.RANK_DOES_NOT_FIT] * 3


@EVERY
def test_one_face_up_card_moves(game: Game) -> None:
    assert game.play(game.klondike("KS | 8D", "9C"), "1>2")[:2] == ["KS", "9C 8D"]


@EVERY
def test_a_run_of_face_up_cards_in_such_order_moves(game: Game) -> None:
    t = game.klondike("KD | 8H 7S 6D", "9C")
    assert game.play(t, "1>2x3")[:2] == ["KD", "9C 8H 7S 6D"]


@CLASICO
def test_a_run_of_clasico_needs_no_colours(game: Game) -> None:
    t = game.klondike("KD | 8H 7D 6H 5S", "9C")
    assert game.play(t, "1>2x4")[:2] == ["KD", "9C 8H 7D 6H 5S"]


@EVERY
def test_the_rule_is_checked_at_the_first_card(game: Game) -> None:
    t = game.klondike("8H 7S", "9C", "9H", "8C", "8D")
    assert refusal(t, "1>2x2") is None
    assert refusal(t, "1>3x2") is misfit(game)
    assert refusal(t, "1>4x2") is Reason.RANK_DOES_NOT_FIT
    assert refusal(t, "1>5x2") is Reason.RANK_DOES_NOT_FIT, "although its last card would fit there"
    assert refusal(t, "1>5") is None


@EVERY
def test_any_tail_of_a_run_may_move(game: Game) -> None:
    t = game.klondike("8H 7S 6D", "9C", "8D", "7C")
    assert [refusal(t, each) for each in ("1>2x3", "1>3x2", "1>4")] == [None] * 3


@EVERY
def test_cards_that_are_face_up_but_no_run_do_not_move_together(game: Game) -> None:
    """AisleRiot 355381."""
    assert refusal(game.klondike("8H 6S", "9C"), "1>2x2") is Reason.GAP_IN_BLOCK
    assert refusal(game.klondike("6S 7H", "8C"), "1>2x2") is Reason.GAP_IN_BLOCK
    assert refusal(game.klondike("8H 7H", "9C"), "1>2x2") is misfit(game)


@KLONDIKE
def test_two_suits_of_one_colour_do_not_move_together(game: Game) -> None:
    assert refusal(game.klondike("8H 7D", "9C"), "1>2x2") is Reason.COLOUR_DOES_NOT_FIT
    assert refusal(game.klondike("8C 7S", "9H"), "1>2x2") is Reason.COLOUR_DOES_NOT_FIT


@EVERY
def test_the_break_nearest_to_the_end_is_the_reason(game: Game) -> None:
    assert refusal(game.klondike("8H 6S 5S", "9C"), "1>2x3") is misfit(game)
    assert refusal(game.klondike("8H 7H 5S", "9C"), "1>2x3") is Reason.GAP_IN_BLOCK


@EVERY
def test_an_empty_column_takes_a_king_or_a_run_that_starts_with_one(game: Game) -> None:
    t = game.klondike("2S | KS QH", waste="KC", home=(0, 0, game.top, 0))
    assert refusal(t, "1>2") is Reason.ONLY_A_KING
    assert refusal(t, "W>2") is None
    assert refusal(t, "F3>2") is None
    assert game.play(t, "1>2x2")[:2] == ["2S", "KS QH"]
    assert refusal(t, "2>3x2") is None


@EVERY
def test_no_other_card_goes_to_an_empty_column(game: Game) -> None:
    for card in ("QS", "JH", "9D", "2C", "AS"):
        assert refusal(game.klondike(card), "1>2") is Reason.ONLY_A_KING
        assert refusal(game.klondike(waste=card), "W>1") is Reason.ONLY_A_KING
    assert refusal(game.klondike("QS JH"), "1>2x2") is Reason.ONLY_A_KING
    assert refusal(game.klondike(home=(1, 0, 0, 0)), "F1>1") is Reason.ONLY_A_KING


@EVERY
def test_a_face_down_card_left_last_in_its_column_turns_up_by_itself(game: Game) -> None:
    t = game.klondike("KD 4C | 3D", "4S")
    assert game.play(t, "1>2")[:2] == ["KD | 4C", "4S 3D"]
    t = game.klondike("KD 4C | AD")
    assert game.play(t, "1>F3")[0] == "KD | 4C"
    t = game.klondike("KD 4C | 7H 6S", "8S")
    assert game.play(t, "1>2x2")[0] == "KD | 4C"


@EVERY
def test_face_up_cards_beside_what_moves_stay_as_they_are(game: Game) -> None:
    t = game.klondike("KD | 4C 3D", "4S")
    assert [step.op for step in klondike.play(t, move(t, "1>2"))] == ["move"]


@EVERY
def test_a_face_down_card_does_not_move_and_takes_nothing(game: Game) -> None:
    assert refusal(game.klondike("5C | 4D", "6H"), "1>2x2") is Reason.FACE_DOWN
    assert refusal(game.klondike("4D", "5C |"), "1>2") is Reason.FACE_DOWN


# Foundations


@EVERY
def test_foundations_build_up_by_suit_from_the_ace(game: Game) -> None:
    for at, letter in enumerate(SUITS):
        up = game.suit(letter)[::-1]
        t = game.klondike(*(" ".join(up[row : row + 2][::-1]) for row in range(0, game.top, 2)))
        assert refusal(t, f"1>F{at + 1}x2") is misfit(game)
        for number in range(game.top):
            game.play(t, f"{number // 2 + 1}>F{at + 1}")
            assert game.text(t, f"F{at + 1}").split() == up[: number + 1]


@EVERY
def test_a_foundation_takes_only_the_next_card_of_its_suit(game: Game) -> None:
    t = game.klondike("3S", "2H", "AD", "5S", home=(3, 0, 0, 0))
    assert refusal(t, "4>F1") is Reason.NOT_NEXT_ON_FOUNDATION
    assert refusal(t, "2>F2") is Reason.NOT_NEXT_ON_FOUNDATION
    assert refusal(t, "3>F3") is None
    assert refusal(game.klondike("3S", home=(1, 0, 0, 0)), "1>F1") is Reason.NOT_NEXT_ON_FOUNDATION
    assert refusal(game.klondike(waste="3S", home=(1, 0, 0, 0)), "W>F1") is Reason.NOT_NEXT_ON_FOUNDATION


@EVERY
def test_each_foundation_belongs_to_one_suit(game: Game) -> None:
    t = game.klondike("AS", "AH", "AD", "AC")
    for column in range(4):
        for foundation in range(4):
            expected = None if column == foundation else Reason.OTHER_FOUNDATION
            assert refusal(t, f"{column + 1}>F{foundation + 1}") is expected


@EVERY
def test_cards_come_from_the_top_of_the_waste_or_the_end_of_a_column(game: Game) -> None:
    assert refusal(game.klondike(waste="KS AH"), "W>F2") is None
    assert refusal(game.klondike("KS | AH"), "1>F2") is None
    assert refusal(game.klondike("AH KS"), "1>F2") is Reason.OTHER_FOUNDATION
    assert refusal(game.klondike(waste="AH KS"), "W>F2") is Reason.OTHER_FOUNDATION
    assert refusal(game.klondike(stock="AH KS"), "S>F2") is Reason.NOT_A_SOURCE


@EVERY
def test_cards_go_up_one_at_a_time(game: Game) -> None:
    assert refusal(game.klondike("2H AS"), "1>F1x2") is Reason.ONE_AT_A_TIME


@EVERY
def test_the_top_card_of_a_foundation_may_return_to_a_column_where_it_fits(game: Game) -> None:
    t = game.klondike("6S", "6H", "KC", home=(0, 5, 0, 0))
    assert refusal(t, "F2>2") is misfit(game)
    assert refusal(t, "F2>3") is Reason.RANK_DOES_NOT_FIT
    assert game.play(t, "F2>1")[0] == "6S 5H"
    assert game.text(t, "F2") == "AH 2H 3H 4H"
    assert klondike.home(t) == 4


@EVERY
def test_it_stays_where_it_was_put(game: Game) -> None:
    """TripleSolitaire #2, lsol #14: nothing goes up by itself."""
    attempt = Attempt(game.klondike("6S", home=(5, 5, 0, 0)))
    attempt.act("F2>1")
    assert (game.columns(attempt.table)[0], attempt.home) == ("6S 5H", 9)


@EVERY
def test_it_never_moves_to_another_foundation(game: Game) -> None:
    t = game.klondike("KS", home=(1, 0, 0, 0))
    assert [refusal(t, f"F1>F{other}") for other in (2, 3, 4)] == [Reason.OTHER_FOUNDATION] * 3
    assert refusal(t, "F1>F1") is Reason.SAME_PILE


@EVERY
def test_only_its_top_card_moves(game: Game) -> None:
    t = game.klondike("4H", home=(3, 0, 0, 0))
    assert refusal(t, "F1>1x2") is Reason.ONLY_THE_TOP_CARD
    assert refusal(t, "F1>1") is None


# What may not be moved at all


@EVERY
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
def test_what_no_rule_allows_has_its_reason(game: Game, notation: str, reason: Reason) -> None:
    t = game.klondike("8H 7S", "KS", stock="2D", waste="3C 4C", home=(1, 0, 0, 0))
    assert refusal(t, notation) is reason


@EVERY
@pytest.mark.parametrize("wrong", [(13, 0, 1), (0, 13, 1), (-1, 0, 1), (0, -1, 1), (-1, -1, 1), (0, 99, 1)])
def test_a_pile_that_is_not_there_is_refused(game: Game, wrong: tuple[int, int, int]) -> None:
    assert klondike.refusal(game.klondike("4C"), Move(*wrong)) is Reason.NO_SUCH_PILE


@EVERY
def test_the_block_is_judged_before_the_target(game: Game) -> None:
    t = game.klondike("9S 7S", "QH", waste="2S 3S")
    for target in ("1", "2", "3", "S", "W", "F1"):
        assert refusal(t, f"1>{target}x2") is Reason.GAP_IN_BLOCK
        assert refusal(t, f"W>{target}x2") is Reason.ONLY_THE_TOP_CARD


# The order of the list


@EVERY
def test_legal_moves_come_by_pile_then_count_then_target_and_the_draw_last(game: Game) -> None:
    t = game.klondike("KD", "8H 7S", "8D", "9C", stock="2D", waste="AH", home=(6, 0, 6, 0))
    assert Attempt(t).legal() == ["1>5", "1>6", "1>7", "2>3", "2>F1", "2>4x2", "3>4", "W>F2", "F3>2", "D"]
    assert klondike.legal_moves(t)[-1] == DEAL


# The end


@EVERY
def test_won_when_every_card_is_on_the_foundations_in_the_very_action(game: Game) -> None:
    home = (game.top, game.top, game.top, game.top - 1)
    for source, t in (("1", game.klondike("KC", home=home)), ("W", game.klondike(waste="KC", home=home))):
        attempt = Attempt(t)
        assert not attempt.won
        attempt.act(f"{source}>F4")
        assert (attempt.won, attempt.home) == (True, 4 * game.top)


@EVERY
def test_a_card_in_a_column_the_waste_or_the_stock_is_not_home(game: Game) -> None:
    home = (game.top, game.top, game.top, game.top - 1)
    assert not klondike.is_won(game.klondike("KC", home=home))
    assert not klondike.is_won(game.klondike(waste="KC", home=home))
    assert not klondike.is_won(game.klondike(stock="KC", home=home))


@EVERY
def test_with_nothing_to_draw_and_nothing_that_fits_there_are_no_moves(game: Game) -> None:
    t = game.klondike("2S", "2H", "2D", "2C", "5S", "5C", "8S")
    assert (klondike.legal_moves(t), klondike.taps(t)) == ([], [])
    assert refusal(t, "D") is Reason.NOTHING_TO_DRAW


@EVERY
def test_while_stock_or_waste_has_a_card_drawing_is_legal_so_there_is_a_move(game: Game) -> None:
    columns = ["2S", "2H", "2D", "2C", "5S", "5C", "8S"]
    for t in (game.klondike(*columns, stock="8C"), game.klondike(*columns, waste="8C")):
        assert Attempt(t).legal() == ["D"]
        play(t, "D")
