"""The rules of Spider: one example for each sentence that states one. Rows, sets, the end, what is counted."""

import pytest

from engine.attempt import Attempt
from engine.deals import deal_id
from engine.games import spider
from engine.moves import DEAL
from engine.reasons import Reason
from engine.table import take_back
from tests.engine.tables import ROW, Game, columns, move, play, refusal, spider_table, state, text

FRENCHES = [Game("spider-1"), Game("spider-2"), Game("spider-4")]
SPANISHES = [Game("spider-es-1"), Game("spider-es-2"), Game("spider-es-4")]
FRENCH = pytest.mark.parametrize("game", FRENCHES, ids=str)
SPANISH = pytest.mark.parametrize("game", SPANISHES, ids=str)
EVERY = pytest.mark.parametrize("game", [*FRENCHES, *SPANISHES], ids=str)
MIXED = pytest.mark.parametrize("game", [*FRENCHES[1:], *SPANISHES[1:]], ids=str)
"""The games of more than one suit; S and H are in the pack."""
FOUR = pytest.mark.parametrize("game", [FRENCHES[2], SPANISHES[2]], ids=str)

TEN = "KS QS JS 9S 8S 7S 6S 5S 4S 3S"
"""A row of ten different cards that completes nothing."""
REST = TEN[3:]
"""All of it but the first card."""


def lacks_ace(game: Game, letter: str = "S") -> str:
    """A set from its king to its two."""
    return " ".join(game.suit(letter)[:-1])


# A row


@EVERY
def test_a_dealt_row_puts_one_face_up_card_on_each_column_left_to_right(game: Game) -> None:
    t = game.spider(*["2S | 3S"] * 10, stock=TEN)
    assert game.play(t, "D") == [f"2S | 3S {card}" for card in TEN.split()]


@EVERY
def test_stock_card_10k_plus_i_goes_to_column_i_of_row_k(game: Game) -> None:
    attempt = Attempt(deal_id(game.variant, 7))
    stock = game.text(attempt.table, spider.STOCK).split()[49::-1]
    for row in range(5):
        attempt.act("D")
        assert [column.split()[-1] for column in game.columns(attempt.table)] == stock[10 * row : 10 * row + 10]
    assert attempt.refusal("D") is Reason.NO_ROWS_LEFT


@EVERY
def test_undo_gives_back_exactly_that_order(game: Game) -> None:
    attempt = Attempt(deal_id(game.variant, 7))
    before = state(attempt.table)
    for action in "DDUU":
        assert not isinstance(attempt.act(action), Reason)
    assert state(attempt.table) == before


@EVERY
def test_a_row_is_refused_while_any_column_is_empty(game: Game) -> None:
    for empty in range(10):
        t = game.spider(*["" if at == empty else "3S 3S" for at in range(10)], stock=TEN)
        assert refusal(t, "D") is Reason.EMPTY_COLUMN


@EVERY
def test_a_row_is_refused_when_the_stock_is_empty(game: Game) -> None:
    assert refusal(game.spider(*["3S"] * 10), "D") is Reason.NO_ROWS_LEFT
    assert refusal(game.spider("3S"), "D") is Reason.NO_ROWS_LEFT


@EVERY
def test_no_rows_left_is_the_reason_even_with_an_empty_column(game: Game) -> None:
    assert refusal(game.spider(*["3S 2S"] * 9), "D") is Reason.NO_ROWS_LEFT


@EVERY
def test_while_the_stock_has_cards_and_no_column_is_empty_dealing_is_always_legal(game: Game) -> None:
    assert refusal(game.spider(*["3S"] * 10, stock=TEN), "D") is None
    assert refusal(game.spider(*["3S |"] * 10, stock=TEN), "D") is None


@FRENCH
def test_with_fewer_cards_than_columns_a_row_is_refused_with_a_reason_of_its_own(game: Game) -> None:
    """PySolFC #369: one row left, three cards on the table."""
    t = game.spider("KS", "QS", "JS", stock=TEN, sets=7)
    assert refusal(t, "D") is Reason.FEWER_CARDS_THAN_COLUMNS
    t = game.spider("KS QS JS 10S 9S 8S 7S 6S 5S", stock=TEN)
    assert refusal(t, "D") is Reason.FEWER_CARDS_THAN_COLUMNS


@EVERY
def test_ten_cards_could_fill_ten_columns_so_an_empty_one_is_the_reason(game: Game) -> None:
    assert refusal(game.spider("KS QS JS 9S 8S 7S 6S 5S 4S 3S", stock=TEN), "D") is Reason.EMPTY_COLUMN


@FRENCH
@pytest.mark.parametrize(("dealt", "sets", "cards"), [(0, 4, 2), (2, 5, 9), (3, 6, 6), (4, 7, 3)])
def test_the_french_cases_of_fewer_cards_than_columns(game: Game, dealt: int, sets: int, cards: int) -> None:
    """Rows dealt, sets off the table, cards left on it."""
    t = game.spider("5S " * cards, stock=f"{TEN} " * (5 - dealt), sets=sets)
    assert sum(len(pile.cards) for pile in t.piles) == 104
    assert refusal(t, "D") is Reason.FEWER_CARDS_THAN_COLUMNS
    assert [one.source for one in spider.legal_moves(t)] == [0] * 9


@SPANISH
@pytest.mark.parametrize(("dealt", "sets", "cards"), [(1, 4, 8), (2, 5, 6), (3, 6, 4), (4, 7, 2)])
def test_in_the_spanish_cases_the_row_is_dealt(game: Game, dealt: int, sets: int, cards: int) -> None:
    t = game.spider("5S " * cards, stock=f"{TEN} " * (5 - dealt), sets=sets)
    assert sum(len(pile.cards) for pile in t.piles) == 96
    assert [column.split()[-1] for column in game.play(t, "D")] == TEN.split()
    assert spider.counters(t)["rows"] == 4 - dealt


@pytest.mark.parametrize(
    ("game", "cases"),
    [
        *[(game, [(0, 4, 2), (2, 5, 9), (3, 6, 6), (4, 7, 3)]) for game in FRENCHES],
        *[(game, [(1, 4, 8), (2, 5, 6), (3, 6, 4), (4, 7, 2)]) for game in SPANISHES],
    ],
    ids=str,
)
def test_these_are_all_cases_with_a_row_left_of_fewer_cards_than_columns(
    game: Game, cases: list[tuple[int, int, int]]
) -> None:
    pack = sum(game.variant.columns) + 50
    counted = [
        (dealt, sets, left)
        for dealt in range(5)
        for sets in range(9)
        if 0 <= (left := pack - 10 * (5 - dealt) - game.top * sets) < 10
    ]
    assert counted == cases


@SPANISH
def test_in_the_spanish_game_a_row_is_dealt_onto_fewer_cards_than_columns(game: Game) -> None:
    t = game.spider("9S", "8S 7S", "", "6S 5S", "4S 3S 2S", stock=TEN, sets=3)
    assert game.play(t, "D") == [
        "9S KS", "8S 7S QS", "JS", "6S 5S 9S", "4S 3S 2S 8S", "7S", "6S", "5S", "4S", "3S",
    ]  # fmt: skip


# Sets


@EVERY
def test_a_set_leaves_by_itself_after_a_move(game: Game) -> None:
    t = game.spider(lacks_ace(game), "AS")
    assert game.play(t, "2>1") == [""] * 10
    assert game.text(t, spider.FOUNDATIONS).split() == game.suit("S")
    assert spider.home(t) == 1


@FRENCH
def test_a_french_set_has_thirteen_cards_from_king_to_ace(game: Game) -> None:
    assert game.suit("S") == ["KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S", "AS"]
    t = game.spider(lacks_ace(game).removeprefix("KS "), "AS")
    game.play(t, "2>1")
    assert spider.home(t) == 0


@SPANISH
def test_a_spanish_set_has_twelve_cards_from_12_to_1(game: Game) -> None:
    suit = game.own("AS")[-1]
    whole = [f"{rank}{suit}" for rank in range(12, 0, -1)]
    t = spider_table(f"5{suit} | {' '.join(whole[:-1])}", whole[-1], variant=game.id)
    assert play(t, "2>1") == [f"5{suit}", *[""] * 9]
    assert text(t, spider.FOUNDATIONS).split() == whole
    t = spider_table(" ".join(whole[1:-1]), whole[-1], variant=game.id)
    play(t, "2>1")
    assert spider.home(t) == 0


@MIXED
def test_a_set_of_any_suit_of_the_pack_leaves(game: Game) -> None:
    for at, letter in enumerate(game.suits):
        t = game.spider(lacks_ace(game, letter), f"A{letter}")
        game.play(t, "2>1")
        assert spider.home(t) == 1
        suit = list(dict.fromkeys(game.variant.suits))[at]
        assert spider.home_by_suit(t) == [int(each == suit) for each in range(4)]


@EVERY
def test_the_card_that_a_set_uncovers_turns_up(game: Game) -> None:
    assert game.play(game.spider(f"9S 4S | {lacks_ace(game)}", "AS"), "2>1")[0] == "9S | 4S"


@EVERY
def test_a_set_leaves_from_on_top_of_open_cards(game: Game) -> None:
    assert game.play(game.spider(f"9S | 4S {lacks_ace(game)}", "AS"), "2>1")[0] == "9S | 4S"


@EVERY
def test_a_moved_run_completes_a_set_and_its_own_column_turns_up_too(game: Game) -> None:
    t = game.spider("2S | 3S 2S AS", f"9S | {lacks_ace(game).removesuffix(' 3S 2S')}")
    assert game.play(t, "1>2x3")[:2] == ["2S", "9S"]


@EVERY
def test_uncovered_cards_turn_up_left_to_right_whichever_way_the_run_went(game: Game) -> None:
    run, rest = "3S | 3S 2S AS", f"9S | {lacks_ace(game).removesuffix(' 3S 2S')}"
    for table, notation in ((game.spider(run, rest), "1>2x3"), (game.spider(rest, run), "2>1x3")):
        steps = spider.play(table, move(table, notation))
        assert [(step.op, step.pile) for step in steps[1:]] == [("move", steps[0].target), ("up", 0), ("up", 1)]


@EVERY
def test_a_set_leaves_after_a_deal_and_one_undo_restores_all(game: Game) -> None:
    """SerenityOS 8079; t_games #72."""
    attempt = Attempt(game.spider("5S | " + lacks_ace(game), *["3S"] * 9, stock=f"AS {REST}"))
    before = state(attempt.table)
    attempt.act("D")
    assert game.columns(attempt.table) == ["5S", *[f"3S {card}" for card in REST.split()]]
    assert (attempt.home, attempt.moves, attempt.counters()["rows"]) == (1, 1, 0)
    attempt.act("U")
    assert state(attempt.table) == before
    assert (attempt.home, attempt.moves) == (0, 0)


@EVERY
def test_all_ten_cards_are_placed_then_sets_leave_left_to_right_then_cards_turn_up(game: Game) -> None:
    t = game.spider(
        "5S | " + lacks_ace(game), "6S | " + lacks_ace(game), *["3S"] * 8, stock=f"AS AS {' '.join(TEN.split()[2:])}"
    )
    steps = spider.play(t, DEAL)
    assert [(step.op, step.pile, step.target) for step in steps] == [
        ("up", spider.STOCK, -1),
        *[("move", spider.STOCK, column) for column in range(10)],
        ("move", 0, spider.FOUNDATIONS),
        ("move", 1, spider.FOUNDATIONS + 1),
        ("up", 0, -1),
        ("up", 1, -1),
    ]
    assert (game.columns(t)[:2], spider.home(t)) == (["5S", "6S"], 2)


@EVERY
def test_a_row_does_not_complete_a_set_one_column_further(game: Game) -> None:
    t = game.spider(lacks_ace(game), *["3S"] * 9, stock=f"KS AS {' '.join(TEN.split()[2:])}")
    game.play(t, "D")
    assert spider.home(t) == 0


@MIXED
def test_a_king_to_ace_column_with_one_card_of_another_suit_is_no_set(game: Game) -> None:
    """AisleRiot 443307: colour being no help."""
    for stranger in game.suits[1:]:
        for rank in ("K", "7", "2"):
            t = game.spider(lacks_ace(game).replace(f"{rank}S", f"{rank}{stranger}"), "AS")
            assert game.play(t, "2>1")[0].endswith("AS")
            assert spider.home(t) == 0
        t = game.spider(lacks_ace(game), f"A{stranger}")
        game.play(t, "2>1")
        assert spider.home(t) == 0


@MIXED
def test_that_column_is_no_set_after_a_deal_either(game: Game) -> None:
    t = game.spider(lacks_ace(game).replace("7S", "7H"), *["3S"] * 9, stock=f"AS {REST}")
    game.play(t, "D")
    assert spider.home(t) == 0


@MIXED
def test_mixed_colours_from_king_to_ace_are_never_removed(game: Game) -> None:
    mixed = " ".join(spade if at % 2 else spade[:-1] + "H" for at, spade in enumerate(game.suit("S")[:-1]))
    t = game.spider(mixed, "AH")
    game.play(t, "2>1")
    assert spider.home(t) == 0


@EVERY
def test_a_run_that_is_not_at_the_end_of_the_column_is_no_set(game: Game) -> None:
    t = game.spider(lacks_ace(game), *["3S"] * 9, stock=TEN)
    game.play(t, "D")
    assert (spider.home(t), game.columns(t)[0]) == (0, f"{lacks_ace(game)} KS")


@EVERY
def test_a_set_whose_king_lies_face_down_waits(game: Game) -> None:
    """racket/games #10."""
    t = game.spider(f"KS | {lacks_ace(game)[3:]}", "AS")
    assert game.play(t, "2>1")[0] == f"KS | {lacks_ace(game)[3:]} AS"
    assert spider.home(t) == 0


@EVERY
def test_the_foundations_fill_from_the_first_one_on(game: Game) -> None:
    t = game.spider(lacks_ace(game), "AS", sets=3)
    game.play(t, "2>1")
    assert game.text(t, spider.FOUNDATIONS + 3).split() == game.suit("S")
    assert game.text(t, spider.FOUNDATIONS + 4) == ""


# The end


@EVERY
def test_eight_sets_win_in_the_very_action_that_completes_the_eighth(game: Game) -> None:
    """Simple-Solitaire #7."""
    attempt = Attempt(game.spider(lacks_ace(game), "AS", sets=7))
    assert not attempt.won
    attempt.act("2>1")
    assert attempt.won
    assert (attempt.home, attempt.legal(), attempt.taps(), attempt.refusal("D")) == (8, [], [], Reason.NO_ROWS_LEFT)


@EVERY
def test_seven_sets_do_not_win(game: Game) -> None:
    attempt = Attempt(game.spider(lacks_ace(game), "AS", *["4S"] * 8, sets=6))
    attempt.act("2>1")
    assert (attempt.home, attempt.won) == (7, False)


@EVERY
def test_with_the_stock_empty_and_nothing_legal_there_are_no_moves(game: Game) -> None:
    t = game.spider(*["KS"] * 9, "QS")
    assert spider.legal_moves(t) != []
    t = game.spider(*["KS"] * 10)
    assert (spider.legal_moves(t), spider.taps(t)) == ([], [])
    t = game.spider(*["9S | KS", "9S | JS"] * 5)
    assert (spider.legal_moves(t), spider.taps(t)) == ([], [])


@EVERY
def test_with_a_row_left_the_same_cards_are_no_end(game: Game) -> None:
    assert spider.legal_moves(game.spider(*["KS"] * 10, stock=TEN)) == [DEAL]


@EVERY
def test_nothing_is_stuck_while_two_columns_are_empty(game: Game) -> None:
    """PySolFC #340: all in order, two empty columns, a row left. The move is: fill them, then deal."""
    t = game.spider(*["KS QS JS"] * 8, stock=TEN)
    assert refusal(t, "D") is Reason.EMPTY_COLUMN
    game.play(t, "1>9")
    game.play(t, "2>10")
    assert refusal(t, "D") is None


# The order of the list, the counters


@EVERY
def test_legal_moves_come_by_column_then_count_then_target_and_the_deal_last(game: Game) -> None:
    t = game.spider("8S 7S", "9S", "8S", "9S", *["KS"] * 6, stock=TEN)
    layout = spider.layout(t.variant)
    names = [(layout.names[one.source], layout.names[one.target], one.count) for one in spider.legal_moves(t)[:-1]]
    assert names == [("1", "3", 1), ("1", "2", 2), ("1", "4", 2), ("3", "2", 1), ("3", "4", 1)]
    assert spider.legal_moves(t)[-1] == DEAL


@EVERY
def test_counters_rows_left_sets_and_face_down_cards_on_the_table(game: Game) -> None:
    t = game.spider("3S 3S | 4S", "2S |", stock=f"{TEN} {TEN}", sets=2)
    assert spider.counters(t) == {"rows": 2, "sets": 2, "down": 3}
    assert Attempt(t).counters() == {"moves": 0, "actions": 0, "undos": 0, "rows": 2, "sets": 2, "down": 3}


@EVERY
def test_the_steps_of_a_move_taken_back_are_the_identity(game: Game) -> None:
    t = game.spider(f"9S 4S | {lacks_ace(game)}", "6S | AS")
    before = state(t)
    take_back(t, spider.play(t, move(t, "2>1")))
    assert state(t) == before


@FOUR
def test_a_row_of_any_cards_is_dealt_as_it_lies(game: Game) -> None:
    row = ROW if game in FRENCHES else "12O 12C 12E 12B 11O 11C 11E 11B 10O 10C"
    t = spider_table(*[row.split()[-1]] * 10, stock=row, variant=game.id)
    spider.play(t, DEAL)
    assert [column.split()[-1] for column in columns(t)] == row.split()
