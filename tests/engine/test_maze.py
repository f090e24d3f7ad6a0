"""The rules of Maze: one example for each sentence that states one."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.attempt import UNDO, Attempt
from engine.deals import SEED_BITS, deal, deal_id, shuffle
from engine.games import VARIANTS, maze
from engine.moves import DEAL, Move
from engine.reasons import Reason
from tests.engine.plain_maze import PlainMaze
from tests.engine.tables import maze_table, refusal, state, text
from tests.engine.walks import CHOICES, begin, beginnings, walk

MAZE = VARIANTS["maze"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def suit(letter: str) -> list[str]:
    """A suit from its two to its king."""
    return [rank + letter for rank in RANKS]


# The deal


@given(st.integers(0, (1 << SEED_BITS) - 1))
def test_the_pack_is_dealt_face_up_in_reading_order_two_rows_of_eight_then_four_of_nine(seed: int) -> None:
    cells = [pile.cards for pile in deal(deal_id(MAZE, seed)).piles]
    dealt = [[] if card & 15 == 1 else [card] for card in shuffle(MAZE, seed)]
    assert cells == [*dealt[:8], [], *dealt[8:16], [], *dealt[16:]]


def test_then_the_four_aces_are_taken_out_which_leaves_six_gaps() -> None:
    t = deal(deal_id(MAZE, 1))
    assert len(t.piles) == 54
    assert sum(not pile.cards for pile in t.piles) == 6
    assert (t.piles[8].cards, t.piles[17].cards) == ([], [])
    assert sorted(card for pile in t.piles for card in pile.cards) == [
        16 * suit + rank for suit in range(4) for rank in range(2, 14)
    ]


def test_all_cards_are_open_so_a_view_equals_its_table() -> None:
    game = Attempt(deal_id(MAZE, 1))
    assert [list(pile.cards) for pile in game.view().piles] == [pile.cards for pile in game.table.piles]
    assert (game.down, len(game.seen)) == (0, 48)


def test_there_is_no_stock() -> None:
    t = deal(deal_id(MAZE, 1))
    assert {pile.kind for pile in t.piles} == {"cell"}
    assert maze.refusal(t, DEAL) is Reason.NOTHING_TO_DRAW
    assert Attempt(deal_id(MAZE, 1)).refusal("D") is Reason.NOTHING_TO_DRAW


# What goes where


def test_a_card_goes_directly_right_of_the_next_lower_one_of_its_suit() -> None:
    t = maze_table("4H - - 5H")
    assert refusal(t, "r1c2<r1c4") is None
    for other in ("5D", "6H", "3H", "5S"):
        assert refusal(maze_table(f"4H - - {other}"), "r1c2<r1c4") is Reason.NOT_BESIDE


def test_a_card_goes_directly_left_of_the_next_higher_one_of_its_suit() -> None:
    t = maze_table("5H - - 6H")
    assert refusal(t, "r1c3<r1c1") is None
    for other in ("5D", "7H", "4H", "5S"):
        assert refusal(maze_table(f"{other} - - 6H"), "r1c3<r1c1") is Reason.NOT_BESIDE


def test_any_card_anywhere_may_be_taken() -> None:
    for place in range(2, 54):
        cells = ["4H", "-", *["-"] * 52]
        cells[place] = "5H"
        assert maze.refusal(maze_table(" ".join(cells)), Move(place, 1, 1)) is None


def test_of_a_block_of_gaps_only_the_outer_ones_have_a_card_beside_them() -> None:
    t = maze_table("4H - - - 9D 5H 8D " + "2S " * 47)
    assert Attempt(t).legal() == ["r1c2<r1c6", "r1c4<r1c7"]
    t = maze_table("4H - - 9D 5H 8D " + "2S " * 48)
    assert Attempt(t).legal() == ["r1c2<r1c5", "r1c3<r1c6"]


def test_a_gap_between_two_cards_takes_what_fits_either() -> None:
    t = maze_table("4H - 9D 5H 8D " + "2S " * 49)
    assert Attempt(t).legal() == ["r1c2<r1c4", "r1c2<r1c5"]


def test_a_card_that_fits_both_is_listed_once() -> None:
    t = maze_table("4H - 6H 5H " + "2S " * 50)
    assert Attempt(t).legal() == ["r1c2<r1c4"]


def test_a_card_may_go_one_cell_on_beside_its_next_higher_one() -> None:
    assert refusal(maze_table("5H - 6H"), "r1c2<r1c1") is None
    assert refusal(maze_table("5H 6H -"), "r1c3<r1c2") is Reason.NOT_BESIDE


# The ring


def test_the_end_of_a_row_adjoins_the_start_of_the_next() -> None:
    cells = ["-"] * 54
    cells[8], cells[20], cells[26], cells[28] = "4H", "5H", "9D", "8D"
    t = maze_table(" ".join(cells))
    assert refusal(t, "r2c1<r3c3") is None  # the 5H right of the 4H that ends row 1
    assert refusal(t, "r3c8<r4c2") is None  # the 8D left of the 9D, within row 3
    cells[26], cells[27] = "-", "9D"
    assert refusal(maze_table(" ".join(cells)), "r3c9<r4c2") is None  # and left of a 9D that starts row 4


def test_the_last_cell_adjoins_the_first() -> None:
    cells = ["-"] * 54
    cells[53], cells[20] = "4H", "5H"
    assert refusal(maze_table(" ".join(cells)), "r1c1<r3c3") is None
    cells[53], cells[0], cells[20] = "-", "6H", "5H"
    assert refusal(maze_table(" ".join(cells)), "r6c9<r3c3") is None


def test_the_end_of_a_row_does_not_adjoin_its_own_start() -> None:
    cells = ["-"] * 54
    cells[8], cells[20] = "4H", "5H"
    assert refusal(maze_table(" ".join(cells)), "r1c1<r3c3") is Reason.NOT_BESIDE


# Twos and kings


@pytest.mark.parametrize("two", ["2S", "2H", "2D", "2C"])
@pytest.mark.parametrize("king", ["KS", "KH", "KD", "KC"])
def test_a_two_may_go_directly_right_of_any_king(two: str, king: str) -> None:
    assert refusal(maze_table(f"{king} - - {two}"), "r1c2<r1c4") is None


def test_a_two_goes_left_of_its_three_and_right_of_nothing_but_a_king() -> None:
    assert refusal(maze_table("2H - - 3H"), "r1c3<r1c1") is None
    for left in ("QH", "2S", "3H", "JD"):
        assert refusal(maze_table(f"{left} - - 2H"), "r1c2<r1c4") is Reason.NOT_BESIDE
    assert refusal(maze_table("2H - - 3D"), "r1c3<r1c1") is Reason.NOT_BESIDE


def test_a_king_goes_only_directly_right_of_its_own_queen() -> None:
    assert refusal(maze_table("QH - - KH"), "r1c2<r1c4") is None
    for left in ("QD", "JH", "KD", "2H"):
        assert refusal(maze_table(f"{left} - - KH"), "r1c2<r1c4") is Reason.NOT_BESIDE


def test_a_king_never_goes_left_of_a_two() -> None:
    for two in ("2S", "2H", "2D", "2C"):
        assert refusal(maze_table(f"KH - - {two}"), "r1c3<r1c1") is Reason.NOT_BESIDE


def test_nothing_goes_left_of_a_two() -> None:
    t = maze_table("- - 2H 3H KS QS 2S " + "7D " * 47)
    assert [action for action in Attempt(t).legal() if action.startswith("r1c2<")] == []


def test_by_the_ring_a_king_in_the_last_cell_calls_any_two_to_the_first() -> None:
    cells = ["-"] * 54
    cells[53], cells[20] = "KH", "2C"
    assert refusal(maze_table(" ".join(cells)), "r1c1<r3c3") is None


@given(st.integers(0, 1 << 32))
def test_some_move_always_exists(seed: int) -> None:
    """Whatever the order of the cards: some gap has a card on its left."""
    words = [card for letter in "SHDC" for card in suit(letter)] + ["-"] * 6
    Random(seed).shuffle(words)
    assert maze.legal_moves(maze_table(" ".join(words))) != []


# What may not be moved at all


@pytest.mark.parametrize(
    ("notation", "reason"),
    [
        ("r1c2<r1c3", Reason.EMPTY_SOURCE),
        ("r1c4<r1c1", Reason.NOT_A_GAP),
        ("r1c1<r1c1", Reason.SAME_PILE),
        ("r1c2<r1c4x2", Reason.NO_SUCH_CARD),
        ("r1c2<r1c1", Reason.NOT_BESIDE),
    ],
)
def test_what_no_rule_allows_has_its_reason(notation: str, reason: Reason) -> None:
    assert refusal(maze_table("4H - - 5H"), notation) is reason


@pytest.mark.parametrize("wrong", [(54, 1, 1), (0, 54, 1), (-1, 1, 1), (0, -1, 1), (-1, -1, 1), (0, 99, 1)])
def test_a_cell_that_is_not_there_is_refused(wrong: tuple[int, int, int]) -> None:
    assert maze.refusal(maze_table("4H - - 5H"), Move(*wrong)) is Reason.NO_SUCH_PILE


def test_the_card_is_judged_before_the_gap() -> None:
    t = maze_table("4H - - 5H")
    assert maze.refusal(t, Move(2, 99, 1)) is Reason.EMPTY_SOURCE
    assert maze.refusal(t, Move(0, 99, 0)) is Reason.NO_SUCH_CARD


def test_legal_moves_come_by_gap_then_by_the_card_in_reading_order() -> None:
    t = maze_table("KS - 6D 2H 2S 5D 2C 9C - 2D 7S 8C " + "7D " * 42)
    assert Attempt(t).legal() == ["r1c2<r1c4", "r1c2<r1c5", "r1c2<r1c6", "r1c2<r1c7", "r1c2<r2c1"]


# Tap


def test_a_card_with_exactly_one_gap_goes_there() -> None:
    game = Attempt(maze_table("4H - - 9D 5H 8D " + "2S " * 48))
    assert (game.tap(4, 1), game.tap(5, 1)) == ("r1c2<r1c5", "r1c3<r1c6")
    assert game.taps() == ["r1c2<r1c5", "r1c3<r1c6"]


def test_a_card_with_two_gaps_waits_for_one_to_be_chosen() -> None:
    game = Attempt(maze_table("4H - 9D - 6H 5H"))
    assert game.tap(5, 1) is Reason.CHOOSE_A_TARGET
    assert "r1c2<r1c6" in game.legal()
    assert "r1c2<r1c6" not in game.taps()


def test_a_card_without_a_gap_and_a_gap_say_so() -> None:
    game = Attempt(maze_table("4H - - 9D"))
    assert game.tap(0, 1) is Reason.NO_TARGET
    assert game.tap(1, 0) is Reason.EMPTY_SOURCE
    assert game.tap(0, 0) is Reason.NO_SUCH_CARD
    assert game.tap(54, 1) is Reason.NO_SUCH_PILE


# The end


def in_order(letters: tuple[str, ...], gaps: list[int]) -> str:
    """All cards suit after suit, with gaps in these cells."""
    words = iter([card for letter in letters for card in suit(letter)])
    return " ".join("-" if cell in gaps else next(words) for cell in range(54))


@pytest.mark.parametrize("letters", list(permutations("SHDC")))
def test_won_with_the_suits_in_any_order(letters: tuple[str, ...]) -> None:
    t = maze_table(in_order(letters, [8, 17, 20, 30, 40, 52]))
    assert maze.is_won(t)
    assert maze.home(t) == 48


@given(st.sets(st.integers(1, 52), min_size=6, max_size=6), st.permutations("SHDC"))
def test_gaps_may_lie_anywhere_but_in_the_corners(gaps: set[int], letters: list[str]) -> None:
    assert maze.is_won(maze_table(in_order(tuple(letters), sorted(gaps))))


@pytest.mark.parametrize("corner", [0, 53])
def test_a_two_must_lie_in_the_top_left_cell_and_a_king_in_the_bottom_right(corner: int) -> None:
    t = maze_table(in_order(("S", "H", "D", "C"), [corner, 8, 17, 20, 30, 40]))
    assert not maze.is_won(t)
    assert maze.home(t) == 47


def test_two_cards_that_changed_places_are_no_win() -> None:
    words = in_order(("S", "H", "D", "C"), [8, 17, 20, 30, 40, 52]).split()
    for a, b in ((1, 2), (12, 14), (0, 14), (3, 50)):
        cells = list(words)
        cells[a], cells[b] = cells[b], cells[a]
        t = maze_table(" ".join(cells))
        assert not maze.is_won(t)
        assert maze.home(t) < 48


def test_one_suit_on_the_ring_around_the_corner_is_no_win() -> None:
    cells = in_order(("S", "H", "D", "C"), [8, 17, 20, 30, 40, 52]).split()
    assert not maze.is_won(maze_table(" ".join([*cells[14:], *cells[:14]])))


def test_won_in_the_very_action_that_brings_the_last_card() -> None:
    words = in_order(("D", "S", "H", "C"), [1, 17, 20, 30, 40, 52]).split()
    words[1], words[0] = words[0], "-"
    game = Attempt(maze_table(" ".join(words)))
    assert (game.won, game.home) == (False, 47)
    game.act("r1c1<r1c2")
    assert (game.won, game.home) == (True, 48)


# What is counted, and undo


def test_counters_cards_in_place() -> None:
    game = Attempt(maze_table("2S 3S - 4S 6S KH 2D 3D - QC KC 2H"))
    assert game.counters() == {"moves": 0, "actions": 0, "undos": 0, "placed": 7}
    assert (game.home, game.down) == (7, 0)


def test_a_two_behind_a_king_is_in_place_only_if_one_order_of_suits_has_all_of_them() -> None:
    assert maze.home(maze_table("5D KS 2H 9C KH 2S")) == 1
    assert maze.home(maze_table("5D KS 2H 9C KH 2D")) == 2
    assert maze.home(maze_table("2S KS 2H 9C KC 2S")) == maze.home(maze_table("2S KS 2H 9C KC 5D"))


def test_the_first_suits_two_belongs_in_the_first_cell_the_last_suits_king_in_the_last() -> None:
    assert maze.home(maze_table("2S")) == 1
    assert maze.home(maze_table("- 2S")) == 0
    last = "- " * 51
    assert maze.home(maze_table(f"- {last} QS KS")) == 1
    assert maze.home(maze_table(f"{last} QS KS -")) == 1, "another suit may be the last"


@given(beginnings("maze"), CHOICES)
def test_cards_in_place_are_counted_by_trying_every_order(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    assert game.home == PlainMaze.of(game.table).placed()


def test_a_move_and_its_undo() -> None:
    game = Attempt(maze_table("4H - - 9D 5H 8D"))
    before = state(game.table)
    steps = game.act("r1c2<r1c5")
    assert not isinstance(steps, Reason)
    assert [step.op for step in steps] == ["move"]
    assert (text(game.table, "r1c2"), text(game.table, "r1c5")) == ("5H", "")
    game.act(UNDO)
    assert state(game.table) == before
    assert game.counters() == {"moves": 0, "actions": 2, "undos": 1, "placed": 0}
