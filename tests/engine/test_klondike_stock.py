"""The rules of Klondike and Clásico: stock and waste, taps, the finish, what is counted."""

import pytest
from hypothesis import given

from engine.attempt import Attempt
from engine.cards import HIDDEN
from engine.deals import deal_id
from engine.games import klondike
from engine.moves import DEAL
from engine.reasons import Reason
from engine.table import Step
from engine.views import view
from tests.engine.tables import Game, refusal, state
from tests.engine.walks import CHOICES, begin, beginnings, walk

KLONDIKES = [Game("klondike-1"), Game("klondike-3")]
CLASICOS = [Game("clasico-1"), Game("clasico-3")]
EVERY = pytest.mark.parametrize("game", [*KLONDIKES, *CLASICOS], ids=str)
KLONDIKE = pytest.mark.parametrize("game", KLONDIKES, ids=str)
CLASICO = pytest.mark.parametrize("game", CLASICOS, ids=str)
DRAW_ONE = pytest.mark.parametrize("game", [KLONDIKES[0], CLASICOS[0]], ids=str)
DRAW_THREE = pytest.mark.parametrize("game", [KLONDIKES[1], CLASICOS[1]], ids=str)


def misfit(game: Game) -> Reason:
    """Why a card does not go on the next higher one of its own suit."""
    return Reason.COLOUR_DOES_NOT_FIT if game in KLONDIKES else Reason.SAME_SUIT


def draw(attempt: Attempt, times: int = 1) -> None:
    for _ in range(times):
        assert not isinstance(attempt.act("D"), Reason)


# Drawing


@DRAW_ONE
def test_draw_one_turns_one_card_from_the_stock_face_up_onto_the_waste(game: Game) -> None:
    t = game.klondike(stock="2H 3H 4H", waste="9H")
    game.play(t, "D")
    assert (game.text(t, "S"), game.text(t, "W")) == ("4H 3H |", "9H 2H")


@DRAW_THREE
def test_draw_three_turns_three_and_the_last_one_drawn_lies_on_top(game: Game) -> None:
    t = game.klondike(stock="2H 3H 4H 5H", waste="9H")
    game.play(t, "D")
    assert (game.text(t, "S"), game.text(t, "W")) == ("5H |", "9H 2H 3H 4H")


@DRAW_THREE
@pytest.mark.parametrize("left", ["2H", "2H 3H"])
def test_draw_three_turns_as_many_as_remain(game: Game, left: str) -> None:
    t = game.klondike(stock=left, waste="9H")
    game.play(t, "D")
    assert (game.text(t, "S"), game.text(t, "W")) == ("", f"9H {left}")


@EVERY
def test_only_the_top_of_the_waste_is_playable(game: Game) -> None:
    t = game.klondike("4S", waste="AH 2D 3H")
    assert refusal(t, "W>F2") is Reason.NOT_NEXT_ON_FOUNDATION
    assert refusal(t, "W>1x2") is Reason.ONLY_THE_TOP_CARD
    assert refusal(t, "W>1") is None


@DRAW_THREE
def test_of_three_cards_drawn_the_lower_ones_wait_until_those_above_are_played(game: Game) -> None:
    attempt = Attempt(game.klondike("4S", "3S", stock="AH 2H 3H"))
    draw(attempt)
    assert attempt.legal() == ["W>1", "D"]
    for action in ("W>1", "W>2", "W>F2"):
        assert not isinstance(attempt.act(action), Reason)
    assert (game.columns(attempt.table)[:2], game.text(attempt.table, "F2")) == (["4S 3H", "3S 2H"], "AH")


@EVERY
def test_with_the_stock_empty_drawing_turns_the_waste_over_in_the_same_order(game: Game) -> None:
    attempt = Attempt(deal_id(game.variant, 5))
    before = game.text(attempt.table, "S")
    while attempt.table.piles[klondike.STOCK].cards:
        draw(attempt)
    assert attempt.counters()["turnovers"] == 0
    draw(attempt)
    assert (game.text(attempt.table, "S"), game.text(attempt.table, "W")) == (before, "")
    assert attempt.counters()["turnovers"] == 1


@EVERY
def test_while_the_stock_has_a_card_drawing_never_turns_the_waste_over(game: Game) -> None:
    t = game.klondike(stock="5H", waste="7H 8H")
    game.play(t, "D")
    assert (game.text(t, "S"), game.text(t, "W")) == ("", "7H 8H 5H")


@EVERY
def test_any_waste_of_one_card_or_more_may_be_turned_over(game: Game) -> None:
    """KPat turns it over only from two cards on."""
    t = game.klondike(waste="5H")
    assert refusal(t, "D") is None
    game.play(t, "D")
    assert (game.text(t, "S"), game.text(t, "W")) == ("5H |", "")


@EVERY
def test_with_stock_and_waste_both_empty_drawing_is_refused(game: Game) -> None:
    assert refusal(game.klondike("5H"), "D") is Reason.NOTHING_TO_DRAW


@EVERY
def test_there_is_no_limit_to_turning_over_and_each_one_is_a_move_and_counted_on_its_own(game: Game) -> None:
    attempt = Attempt(game.klondike(stock="5H 7H"))
    draw(attempt, 40)
    assert attempt.moves == 40
    assert attempt.counters()["turnovers"] == (20 if game.id.endswith("3") else 13)


@EVERY
def test_a_turn_over_taken_back_is_not_counted(game: Game) -> None:
    attempt = Attempt(game.klondike(waste="5H"))
    draw(attempt)
    attempt.act("U")
    assert (attempt.counters()["turnovers"], attempt.counters()["undos"]) == (0, 1)
    draw(attempt)
    assert attempt.counters()["turnovers"] == 1


@DRAW_THREE
def test_the_steps_of_a_draw_and_of_a_turn_over(game: Game) -> None:
    attempt = Attempt(game.klondike(stock="2H 3H 4H"))
    assert attempt.act("D") == [
        Step("up", 7, -1, 3, b"\x14\x13\x12"),
        Step("reverse", 7, -1, 3, b""),
        Step("move", 7, 8, 3, b""),
    ]
    assert attempt.act("D") == [
        Step("down", 8, -1, 3, b""),
        Step("move", 8, 7, 3, b""),
        Step("reverse", 7, -1, 3, b""),
    ]


@DRAW_ONE
def test_the_steps_of_a_draw_of_one(game: Game) -> None:
    attempt = Attempt(game.klondike(stock="2H 3H"))
    assert attempt.act("D") == [Step("up", 7, -1, 1, b"\x12"), Step("move", 7, 8, 1, b"")]


# What stays seen


@EVERY
def test_a_drawn_card_taken_back_lies_face_down_in_the_stock_known_and_not_playable(game: Game) -> None:
    """t_games #100."""
    attempt = Attempt(game.klondike("2S", stock="AH 3S 4S 5S"))
    assert attempt.view().piles[klondike.STOCK].cards == [HIDDEN] * 4
    draw(attempt)
    attempt.act("U")
    assert game.text(attempt.view(), "S") == ("? 4S 3S AH |" if game.id.endswith("3") else "? ? ? AH |")
    assert attempt.legal() == ["D"]
    assert attempt.refusal("S>1") is Reason.NOT_A_SOURCE


@EVERY
def test_cards_drawn_and_taken_back_lie_in_their_order(game: Game) -> None:
    attempt = Attempt(game.klondike(stock="2H 3H 4H 5H", waste="9S"))
    before = state(attempt.table)
    draw(attempt, 2)
    attempt.act("U")
    attempt.act("U")
    assert state(attempt.table) == before
    assert game.text(attempt.view(), "S") == ("5H 4H 3H 2H |" if game.id.endswith("3") else "? ? 3H 2H |")


@EVERY
def test_a_turned_over_stock_is_known(game: Game) -> None:
    attempt = Attempt(game.klondike(stock="2H 3H"))
    draw(attempt, 2 if game.id.endswith("3") else 3)
    assert game.text(attempt.view(), "S") == "3H 2H |"
    attempt.act("U")
    assert (game.text(attempt.view(), "S"), game.text(attempt.view(), "W")) == ("", "2H 3H")


@EVERY
def test_a_card_revealed_and_taken_back_turns_face_down_again_and_stays_known(game: Game) -> None:
    attempt = Attempt(game.klondike("KD 4C | 3D", "4S"))
    attempt.act("1>2")
    attempt.act("U")
    assert game.text(attempt.view(), 0) == "? 4C | 3D"
    assert game.columns(attempt.table)[0] == "KD 4C | 3D"


# Taps


def tap(
    game: Game,
    *columns: str,
    pile: str = "1",
    count: int = 1,
    stock: str = "",
    waste: str = "",
    home: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> str | Reason:
    attempt = Attempt(game.klondike(*columns, stock=stock, waste=waste, home=home))
    return attempt.tap(klondike.layout(game.variant).index[pile], count)


@KLONDIKE
def test_in_klondike_a_card_with_exactly_one_legal_target_goes_there(game: Game) -> None:
    assert tap(game, "9H", "10S") == "1>2"
    assert tap(game, "2S AH") == "1>F2"
    assert tap(game, "KD | 9H 8S", "10C", count=2) == "1>2x2"
    assert tap(game, "10S", waste="3C 9H", pile="W") == "W>1"
    assert tap(game, waste="3C AH", pile="W") == "W>F2"
    assert tap(game, "2C KH", "", *["4C"] * 5) == "1>2"


@KLONDIKE
def test_in_klondike_a_card_with_two_targets_waits_for_one_to_be_chosen(game: Game) -> None:
    assert tap(game, "9H", "10S", "10C") is Reason.CHOOSE_A_TARGET
    assert tap(game, "2H", "3S", home=(0, 1, 0, 0)) is Reason.CHOOSE_A_TARGET
    assert tap(game, "4C KH") is Reason.CHOOSE_A_TARGET
    assert tap(game, "9H 8S", "10S", "10C", count=2) is Reason.CHOOSE_A_TARGET
    assert tap(game, "3S", waste="2H", pile="W", home=(0, 1, 0, 0)) is Reason.CHOOSE_A_TARGET


@EVERY
def test_a_card_with_no_target_says_so(game: Game) -> None:
    assert tap(game, "8H", "9H") is Reason.NO_TARGET
    assert tap(game, waste="9H", pile="W") is Reason.NO_TARGET


@CLASICO
def test_in_clasico_a_tap_sends_a_card_to_its_foundation_first(game: Game) -> None:
    assert tap(game, "2H", "3D", "3S", home=(0, 1, 0, 0)) == "1>F2"
    assert tap(game, "3D", waste="2H", pile="W", home=(0, 1, 0, 0)) == "W>F2"


@CLASICO
def test_in_clasico_else_to_the_first_column_that_takes_it(game: Game) -> None:
    assert tap(game, "2H", "3H", "3D", "3S") == "1>3"
    assert tap(game, "AD | 8D 7S", "9D", "9H", "9S", count=2) == "1>3x2"
    assert tap(game, "AD | KS", "2H", "", "") == "1>3"
    assert tap(game, "3H", "3D", "3S", waste="2H", pile="W") == "W>2"


@CLASICO
def test_in_clasico_a_run_goes_to_no_foundation(game: Game) -> None:
    assert tap(game, "3S 2H", "4D", count=2, home=(2, 1, 0, 0)) == "1>2x2"
    assert tap(game, "3S 2H", count=2, home=(2, 1, 0, 0)) is Reason.NO_TARGET


@EVERY
def test_a_foundation_card_never_comes_down_by_a_tap(game: Game) -> None:
    assert tap(game, "6S", pile="F2", home=(0, 5, 0, 0)) is Reason.CHOOSE_A_TARGET
    assert tap(game, pile="F2", home=(0, 5, 0, 0)) is Reason.NO_TARGET
    attempt = Attempt(game.klondike("6S", home=(0, 5, 0, 0)))
    assert (attempt.legal(), attempt.taps()) == (["F2>1"], [])


@EVERY
def test_a_tap_on_the_stock_draws_or_tells_why_not(game: Game) -> None:
    assert tap(game, stock="3H", pile="S") == "D"
    assert tap(game, waste="3H", pile="S", count=0) == "D"
    assert tap(game, pile="S", count=0) is Reason.NOTHING_TO_DRAW


@EVERY
def test_a_tap_where_no_card_can_be_moved_has_its_reason(game: Game) -> None:
    assert tap(game, "KD | 9H", count=2) is Reason.FACE_DOWN
    assert tap(game, "9H 8H", count=2) is misfit(game)
    assert tap(game, "9H 7S", count=2) is Reason.GAP_IN_BLOCK
    assert tap(game, "", count=0) is Reason.EMPTY_SOURCE
    assert tap(game, pile="W", count=0) is Reason.EMPTY_SOURCE
    assert tap(game, waste="3C 4C", pile="W", count=2) is Reason.ONLY_THE_TOP_CARD


# The finish


def play_out(game: Game, attempt: Attempt) -> list[str]:
    """Play all that the finish says; returns the cards in the order in which they went up, in French cards."""
    went = []
    for action in attempt.finish():
        if ">F" in action:
            went.append(game.text(attempt.table, action.partition(">")[0]).split()[-1])
        assert not isinstance(attempt.act(action), Reason)
    return went


@EVERY
def test_the_finish_sends_the_rest_up_lowest_rank_first(game: Game) -> None:
    """Of two cards of one rank the one in the lower pile goes first."""
    home = (game.top - 2, game.top - 2, game.top - 2, game.top - 3)
    attempt = Attempt(game.klondike("KH QS", "QH", "KS", "KD QC", "QD", "KC JC", home=home))
    assert attempt.finish() == ["6>F4", "1>F1", "2>F2", "4>F4", "5>F3", "1>F2", "3>F1", "4>F3", "6>F4"]
    assert play_out(game, attempt) == ["JC", "QS", "QH", "QC", "QD", "KH", "KS", "KD", "KC"]
    assert attempt.won


@EVERY
def test_with_stock_and_waste_empty_and_nothing_face_down_it_is_always_offered(game: Game) -> None:
    whole = [game.suit(letter) for letter in "SHDC"]
    attempt = Attempt(
        game.klondike(*(" ".join(whole[at ^ row % 2][row] for row in range(game.top)) for at in range(4)))
    )
    ranks = [card[:-1] for card in play_out(game, attempt)]
    assert attempt.won
    assert ranks == [card[:-1] for card in reversed(whole[0]) for _ in range(4)]


@EVERY
def test_no_finish_while_one_card_lies_face_down(game: Game) -> None:
    """tty-solitaire #17."""
    home = (game.top - 2, game.top, game.top, game.top)
    assert Attempt(game.klondike("KS QS", home=home)).finish() != []
    assert Attempt(game.klondike("KS | QS", home=home)).finish() == []


@EVERY
def test_no_finish_while_a_card_that_was_seen_lies_face_down_again(game: Game) -> None:
    t = game.klondike("KS | QS", home=(game.top - 2, game.top, game.top, game.top))
    assert klondike.finish(view(t, set(t.piles[0].cards))) == []


@DRAW_ONE
def test_no_finish_while_a_card_of_the_stock_is_unseen(game: Game) -> None:
    attempt = Attempt(game.klondike(stock="QS KS", home=(game.top - 2, game.top, game.top, game.top)))
    assert attempt.finish() == []
    draw(attempt)
    assert attempt.finish() == []
    draw(attempt)
    assert attempt.finish() == ["D", "D", "W>F1", "D", "W>F1"]
    attempt.act("U")
    assert attempt.finish() == ["W>F1", "D", "W>F1"]
    play_out(game, attempt)
    assert attempt.won


@DRAW_THREE
def test_no_finish_in_draw_three_either_while_a_card_of_the_stock_is_unseen(game: Game) -> None:
    home = (game.top - 3, game.top, game.top - 1, game.top)
    attempt = Attempt(game.klondike(stock="KS QS JS KD", home=home))
    draw(attempt)
    assert attempt.finish() == []
    draw(attempt)
    assert attempt.finish() == ["W>F3", "W>F1", "W>F1", "W>F1"]
    attempt.act("U")
    assert attempt.finish() == ["W>F1", "W>F1", "W>F1", "D", "W>F3"]
    play_out(game, attempt)
    assert attempt.won


@EVERY
def test_a_playable_card_on_the_waste_is_used(game: Game) -> None:
    """SerenityOS 26775."""
    attempt = Attempt(game.klondike("KH", waste="KS QS", home=(game.top - 2, game.top - 1, game.top, game.top)))
    assert attempt.finish() == ["W>F1", "1>F2", "W>F1"]


@DRAW_THREE
def test_in_draw_three_a_card_that_never_comes_to_the_top_means_no_offer(game: Game) -> None:
    """Modern-Apps #730: of three cards the lowest one is at the bottom of the waste and stays there."""
    home = (game.top - 3, game.top, game.top, game.top)
    assert Attempt(game.klondike(waste="JS KS QS", home=home)).finish() == []
    assert Attempt(game.klondike(waste="KS QS JS", home=home)).finish() != []


@DRAW_ONE
def test_in_draw_one_every_card_comes_to_the_top(game: Game) -> None:
    home = (game.top - 3, game.top, game.top, game.top)
    for waste in ("JS KS QS", "KS JS QS", "QS KS JS", "JS QS KS"):
        attempt = Attempt(game.klondike(waste=waste, home=home))
        assert play_out(game, attempt) == ["JS", "QS", "KS"]
        assert attempt.won


@EVERY
def test_no_finish_of_a_game_that_is_won(game: Game) -> None:
    attempt = Attempt(game.klondike(home=(game.top, game.top, game.top, game.top)))
    assert (attempt.won, attempt.finish()) == (True, [])


@EVERY
def test_it_may_be_stopped_after_any_move_and_goes_on_from_there(game: Game) -> None:
    attempt = Attempt(game.klondike("KH QS", "QH", "KS", home=(game.top - 2, game.top - 2, game.top, game.top)))
    while not attempt.won:
        left = attempt.finish()
        attempt.act(left[0])
        assert attempt.finish() == left[1:]


@given(beginnings("klondike"), CHOICES)
def test_a_finish_that_is_offered_is_legal_to_its_end_and_wins(beginning: list[str], choices: list[int]) -> None:
    attempt = begin(beginning)
    walk(attempt, choices)
    if attempt.finish():
        assert (attempt.down, attempt.view().piles[klondike.STOCK].cards.count(HIDDEN)) == (0, 0)
        play_out(Game(attempt.table.variant.id), attempt)
        assert attempt.won


@EVERY
def test_a_finish_asks_what_was_seen_not_what_lies_there(game: Game) -> None:
    stock = "QS KS" if game.id.endswith("1") else "KS QS"
    t = game.klondike(stock=stock, home=(game.top - 2, game.top, game.top, game.top))
    assert klondike.finish(view(t, set())) == []
    assert klondike.finish(view(t, set(t.piles[klondike.STOCK].cards)))[0] == DEAL


# What is counted


@EVERY
def test_counters_cards_on_foundations_turnovers_stock_and_face_down_cards(game: Game) -> None:
    attempt = Attempt(game.klondike("3D 3C | 4C", "2S", stock="5H 6H", waste="7H", home=(1, 0, 2, 0)))
    assert attempt.counters() == {
        "moves": 0, "actions": 0, "undos": 0, "turnovers": 0, "home": 3, "stock": 2, "down": 2,
    }  # fmt: skip
    assert (attempt.home, attempt.down, attempt.home_by_suit) == (3, 2, [1, 0, 2, 0])
    attempt.act("2>F1")
    assert (attempt.home, attempt.home_by_suit) == (4, [2, 0, 2, 0])
