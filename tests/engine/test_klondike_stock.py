"""The rules of Klondike and Clásico: stock and waste, taps, the finish, what is counted."""

import pytest
from hypothesis import given

from engine.attempt import Attempt
from engine.cards import HIDDEN
from engine.deals import deal_id
from engine.games import VARIANTS, klondike
from engine.moves import DEAL
from engine.reasons import Reason
from engine.table import Step
from engine.views import view
from tests.engine.tables import columns, klondike_table, play, refusal, state, suit_up_to, text
from tests.engine.walks import CHOICES, begin, beginnings, walk

EVERY = pytest.mark.parametrize("variant", [one.id for one in klondike.VARIANTS])
DRAW_ONE = pytest.mark.parametrize("variant", ["klondike-1", "clasico-1"])
DRAW_THREE = pytest.mark.parametrize("variant", ["klondike-3", "clasico-3"])


def numbers(variant: str, *ranks: int) -> str:
    """Cards of one suit, whatever the deck."""
    whole = suit_up_to(VARIANTS[variant], 1, 12).split()
    return " ".join(whole[rank - 1] for rank in ranks)


# Drawing


@DRAW_ONE
def test_draw_one_turns_one_card_from_the_stock_face_up_onto_the_waste(variant: str) -> None:
    t = klondike_table(stock=numbers(variant, 2, 3, 4), waste=numbers(variant, 9), variant=variant)
    play(t, "D")
    assert (text(t, "S"), text(t, "W")) == (f"{numbers(variant, 4, 3)} |", numbers(variant, 9, 2))


@DRAW_THREE
def test_draw_three_turns_three_and_the_last_one_drawn_lies_on_top(variant: str) -> None:
    t = klondike_table(stock=numbers(variant, 2, 3, 4, 5), waste=numbers(variant, 9), variant=variant)
    play(t, "D")
    assert (text(t, "S"), text(t, "W")) == (f"{numbers(variant, 5)} |", numbers(variant, 9, 2, 3, 4))


@DRAW_THREE
@pytest.mark.parametrize("left", [1, 2])
def test_draw_three_turns_as_many_as_remain(variant: str, left: int) -> None:
    t = klondike_table(stock=numbers(variant, *range(2, 2 + left)), variant=variant)
    play(t, "D")
    assert (text(t, "S"), text(t, "W")) == ("", numbers(variant, *range(2, 2 + left)))


@EVERY
def test_only_the_top_of_the_waste_is_playable(variant: str) -> None:
    t = klondike_table(numbers(variant, 12), waste=numbers(variant, 1, 3), variant=variant)
    assert refusal(t, "W>F2") is Reason.NOT_NEXT_ON_FOUNDATION
    assert refusal(t, "W>1x2") is Reason.ONLY_THE_TOP_CARD


@EVERY
def test_with_the_stock_empty_drawing_turns_the_waste_over_in_the_same_order(variant: str) -> None:
    game = Attempt(deal_id(VARIANTS[variant], 5))
    before = text(game.table, "S")
    while game.table.piles[klondike.STOCK].cards:
        game.act("D")
    assert game.counters()["turnovers"] == 0
    game.act("D")
    assert (text(game.table, "S"), text(game.table, "W")) == (before, "")
    assert game.counters()["turnovers"] == 1


@EVERY
def test_any_waste_of_one_card_or_more_may_be_turned_over(variant: str) -> None:
    """KPat turns it over only from two cards on."""
    t = klondike_table(waste=numbers(variant, 5), variant=variant)
    assert refusal(t, "D") is None
    play(t, "D")
    assert (text(t, "S"), text(t, "W")) == (f"{numbers(variant, 5)} |", "")


@EVERY
def test_with_stock_and_waste_both_empty_drawing_is_refused(variant: str) -> None:
    t = klondike_table(numbers(variant, 5), variant=variant)
    assert refusal(t, "D") is Reason.NOTHING_TO_DRAW


@EVERY
def test_there_is_no_limit_to_turning_over_and_each_one_is_a_move_and_counted_on_its_own(variant: str) -> None:
    game = Attempt(klondike_table(stock=numbers(variant, 5, 7), variant=variant))
    played = 0
    for _ in range(40):
        played += 1 if isinstance(game.act("D"), list) else 0
    assert (game.moves, played) == (40, 40)
    assert game.counters()["turnovers"] == (20 if variant.endswith("3") else 13)


def test_a_turn_over_taken_back_is_not_counted() -> None:
    game = Attempt(klondike_table(waste="5H"))
    game.act("D")
    game.act("U")
    assert (game.counters()["turnovers"], game.counters()["undos"]) == (0, 1)
    game.act("D")
    assert game.counters()["turnovers"] == 1


def test_the_steps_of_a_draw_and_of_a_turn_over() -> None:
    game = Attempt(klondike_table(stock="2H 3H 4H", variant="klondike-3"))
    assert game.act("D") == [
        Step("up", 7, -1, 3, b"\x14\x13\x12"),
        Step("reverse", 7, -1, 3, b""),
        Step("move", 7, 8, 3, b""),
    ]
    assert game.act("D") == [
        Step("down", 8, -1, 3, b""),
        Step("move", 8, 7, 3, b""),
        Step("reverse", 7, -1, 3, b""),
    ]


# What stays seen


def test_a_drawn_card_taken_back_lies_face_down_in_the_stock_known_and_not_playable() -> None:
    """t_games #100."""
    game = Attempt(klondike_table("2S", stock="AH 3S 4S"))
    assert game.view().piles[klondike.STOCK].cards == bytes([HIDDEN] * 3)
    game.act("D")
    game.act("U")
    assert text(game.view(), "S") == "? ? AH |"
    assert game.legal() == ["D"]
    assert game.refusal("S>1") is Reason.NOT_A_SOURCE


def test_three_drawn_cards_taken_back_lie_in_their_order_all_known() -> None:
    game = Attempt(klondike_table(stock="2H 3H 4H 5H", variant="klondike-3"))
    before = state(game.table)
    game.act("D")
    game.act("U")
    assert state(game.table) == before
    assert text(game.view(), "S") == "? 4H 3H 2H |"


def test_a_turned_over_stock_is_known() -> None:
    game = Attempt(klondike_table(stock="2H 3H"))
    for _ in range(3):
        game.act("D")
    assert text(game.view(), "S") == "3H 2H |"
    game.act("U")
    assert (text(game.view(), "S"), text(game.view(), "W")) == ("", "2H 3H")


def test_a_card_revealed_and_taken_back_turns_face_down_again_and_stays_known() -> None:
    game = Attempt(klondike_table("KD 4C | 3D", "4S"))
    game.act("1>2")
    game.act("U")
    assert text(game.view(), 0) == "? 4C | 3D"
    assert columns(game.table)[0] == "KD 4C | 3D"


# Taps


def tap(
    *columns_: str,
    pile: str = "1",
    count: int = 1,
    stock: str = "",
    waste: str = "",
    home: tuple[int, int, int, int] = (0, 0, 0, 0),
    variant: str = "klondike-1",
) -> str | Reason:
    game = Attempt(klondike_table(*columns_, stock=stock, waste=waste, home=home, variant=variant))
    return game.tap(klondike.layout(game.table.variant).index[pile], count)


def test_in_klondike_a_card_with_exactly_one_legal_target_goes_there() -> None:
    assert tap("9H", "10S") == "1>2"
    assert tap("2S AH") == "1>F2"
    assert tap("KD | 9H 8S", "10C", count=2) == "1>2x2"
    assert tap("10S", waste="3C 9H", pile="W") == "W>1"
    assert tap("2C KH", "", *["4C"] * 5) == "1>2"


def test_in_klondike_a_card_with_two_targets_waits_for_one_to_be_chosen() -> None:
    assert tap("9H", "10S", "10C") is Reason.CHOOSE_A_TARGET
    assert tap("2H", "3S", home=(0, 1, 0, 0)) is Reason.CHOOSE_A_TARGET
    assert tap("4C KH") is Reason.CHOOSE_A_TARGET


def test_a_card_with_no_target_says_so() -> None:
    assert tap("9H", "10D") is Reason.NO_TARGET
    assert tap(waste="9H", pile="W") is Reason.NO_TARGET


def test_in_clasico_a_tap_sends_a_card_to_its_foundation_first() -> None:
    assert tap("2C", "3E", "3O", home=(0, 1, 0, 0), variant="clasico-1") == "1>F2"
    assert tap("3E", waste="2C", pile="W", home=(0, 1, 0, 0), variant="clasico-3") == "W>F2"


def test_in_clasico_else_to_the_first_column_that_takes_it() -> None:
    assert tap("2C", "3C", "3E", "3O", variant="clasico-1") == "1>3"
    assert tap("1E | 9E 8O", "10E", "10C", "10O", count=2, variant="clasico-1") == "1>3x2"
    assert tap("1E | 12O", "2C", "", "", variant="clasico-3") == "1>3"


@EVERY
def test_a_foundation_card_never_comes_down_by_a_tap(variant: str) -> None:
    columns_ = ["6S"] if variant.startswith("klondike") else ["6E"]
    assert tap(*columns_, pile="F2", home=(0, 5, 0, 0), variant=variant) is Reason.CHOOSE_A_TARGET
    assert tap(pile="F2", home=(0, 5, 0, 0), variant=variant) is Reason.NO_TARGET
    game = Attempt(klondike_table(*columns_, home=(0, 5, 0, 0), variant=variant))
    assert (game.legal(), game.taps()) == (["F2>1"], [])


@EVERY
def test_a_tap_on_the_stock_draws_or_tells_why_not(variant: str) -> None:
    assert tap(stock=numbers(variant, 3), pile="S", variant=variant) == "D"
    assert tap(waste=numbers(variant, 3), pile="S", count=0, variant=variant) == "D"
    assert tap(pile="S", count=0, variant=variant) is Reason.NOTHING_TO_DRAW


def test_a_tap_where_no_card_can_be_moved_has_its_reason() -> None:
    assert tap("KD | 9H", count=2) is Reason.FACE_DOWN
    assert tap("9H 8H", count=2) is Reason.COLOUR_DOES_NOT_FIT
    assert tap("", count=0) is Reason.EMPTY_SOURCE
    assert tap(pile="W", count=0) is Reason.EMPTY_SOURCE
    assert tap(waste="3C 4C", pile="W", count=2) is Reason.ONLY_THE_TOP_CARD


# The finish


def play_out(game: Attempt) -> list[str]:
    """Play all that the finish says; returns the cards in the order in which they went up."""
    went = []
    for action in game.finish():
        if ">F" in action:
            went.append(text(game.table, action.partition(">")[0]).split()[-1])
        assert not isinstance(game.act(action), Reason)
    return went


def test_the_finish_sends_the_rest_up_lowest_rank_first() -> None:
    game = Attempt(klondike_table("KH QS", "QH", "KS", "KD QC", "QD", "KC JC", home=(11, 11, 11, 10)))
    assert game.finish() == ["6>F4", "1>F1", "2>F2", "4>F4", "5>F3", "1>F2", "3>F1", "4>F3", "6>F4"]
    assert play_out(game) == ["JC", "QS", "QH", "QC", "QD", "KH", "KS", "KD", "KC"]
    assert game.won


@EVERY
def test_with_stock_and_waste_empty_and_nothing_face_down_it_is_always_offered(variant: str) -> None:
    game = VARIANTS[variant]
    top = 13 if variant.startswith("klondike") else 12
    whole = [suit_up_to(game, suit, top).split()[::-1] for suit in range(4)]
    laid = [" ".join(whole[suit ^ row % 2][row] for row in range(top)) for suit in range(4)]
    attempt = Attempt(klondike_table(*laid, variant=variant))
    ranks = [card[:-1] for card in play_out(attempt)]
    assert attempt.won
    assert ranks == [card[:-1] for row in reversed(range(top)) for card in [whole[0][row]] * 4]


@EVERY
def test_no_finish_while_one_card_lies_face_down(variant: str) -> None:
    """tty-solitaire #17."""
    king = "KS" if variant.startswith("klondike") else "12O"
    queen = "QS" if variant.startswith("klondike") else "11O"
    top = 13 if variant.startswith("klondike") else 12
    home = (top - 2, top, top, top)
    assert Attempt(klondike_table(f"{king} {queen}", home=home, variant=variant)).finish() != []
    assert Attempt(klondike_table(f"{king} | {queen}", home=home, variant=variant)).finish() == []


def test_no_finish_while_a_card_that_was_seen_lies_face_down_again() -> None:
    t = klondike_table("KS | QS", home=(11, 13, 13, 13))
    assert klondike.finish(view(t, set(t.piles[0].cards))) == []


def test_no_finish_while_a_card_of_the_stock_is_unseen() -> None:
    game = Attempt(klondike_table(stock="QS KS", home=(11, 13, 13, 13)))
    assert game.finish() == []
    game.act("D")
    assert game.finish() == []
    game.act("D")
    assert game.finish() == ["D", "D", "W>F1", "D", "W>F1"]
    game.act("U")
    assert game.finish() == ["W>F1", "D", "W>F1"]
    play_out(game)
    assert game.won


def test_a_playable_card_on_the_waste_is_used() -> None:
    """SerenityOS 26775."""
    game = Attempt(klondike_table("KH", waste="KS QS", home=(11, 12, 13, 13)))
    assert game.finish() == ["W>F1", "1>F2", "W>F1"]


def test_in_draw_three_a_card_that_never_comes_to_the_top_means_no_offer() -> None:
    """Modern-Apps #730: of three cards the lowest one is at the bottom of the waste and stays there."""
    blocked = klondike_table(waste="JS KS QS", home=(10, 13, 13, 13), variant="klondike-3")
    assert Attempt(blocked).finish() == []
    assert Attempt(klondike_table(waste="JS KS QS", home=(10, 13, 13, 13))).finish() != []
    assert Attempt(klondike_table(waste="KS QS JS", home=(10, 13, 13, 13), variant="klondike-3")).finish() != []


def test_no_finish_of_a_game_that_is_won() -> None:
    assert Attempt(klondike_table(home=(13, 13, 13, 13))).finish() == []


def test_it_may_be_stopped_after_any_move_and_goes_on_from_there() -> None:
    game = Attempt(klondike_table("KH QS", "QH", "KS", home=(11, 11, 13, 13)))
    while not game.won:
        left = game.finish()
        game.act(left[0])
        assert game.finish() == left[1:]


@given(beginnings("klondike"), CHOICES)
def test_a_finish_that_is_offered_is_legal_to_its_end_and_wins(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    if game.finish():
        assert (game.down, game.view().piles[klondike.STOCK].cards.count(HIDDEN)) == (0, 0)
        play_out(game)
        assert game.won


def test_a_finish_asks_what_was_seen_not_what_lies_there() -> None:
    t = klondike_table(stock="QS KS", home=(11, 13, 13, 13))
    assert klondike.finish(view(t, set())) == []
    assert klondike.finish(view(t, set(t.piles[klondike.STOCK].cards)))[0] == DEAL


# What is counted


def test_counters_cards_on_foundations_turnovers_stock_and_face_down_cards() -> None:
    game = Attempt(klondike_table("3D 3C | 4C", "2S", stock="5H 6H", waste="7H", home=(1, 0, 2, 0)))
    assert game.counters() == {
        "moves": 0, "actions": 0, "undos": 0, "turnovers": 0, "home": 3, "stock": 2, "down": 2,
    }  # fmt: skip
    assert (game.home, game.down) == (3, 2)
