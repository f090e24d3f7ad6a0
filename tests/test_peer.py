"""Deals and lines are translated between our Klondike and another solver's."""

import pytest

from engine.deals import deal, deal_id
from engine.games import VARIANTS
from engine.table import Table
from loadtests.peer import actions, deck, play

LINE = (
    "DR2 WC DR1 W1 DR4 WC DR1 WS DR4 W2 DR6 W4 DR3 W1 W1 DR1 W1 61 F6 6H F6 3H F3 43-2 F4 62 F6 26-3 F2 27 42 F4 67-4 "
    "F6 64 F6 56 F5 5D F5 5D F5 7D 32-3 F3 DR1 W3 5D F5 W3 75-5 F7 71 F7 43-2 F4 74 F7 W7 W1 43-2 DR1 W1 W1 W4 W7 64-2 "
    "W7 W6 WD WH WC 72-4 F7 W3 WS 1S 1H 5S 5H 3H 74 F7 7C F7 1C 7S 1D 2S 5C 1C 2D 3S 5H 1H 2C 3D 5S 1S 2D 3C 5H 1D 2S "
    "3H 4C 1C 2H 3S 4D 1H 2C 3D 4S 2D 3S 4H 6C"
)
"""What pyksolve 0.0.15 found for our second deal."""


def dealt(number: int) -> Table:
    return deal(deal_id(VARIANTS["klondike-1"], number))


def test_a_deal_is_written_row_by_row_and_then_the_stock_from_the_top() -> None:
    """Queen of hearts in column 1, seven of hearts under column 2; two of spades drawn first, four of hearts last."""
    cards = deck(dealt(2))
    assert (len(cards), cards[:6], cards[28 * 3 : 28 * 3 + 3], cards[-3:]) == (52 * 3, "123073", "024", "043")
    assert len({cards[at : at + 3] for at in range(0, len(cards), 3)}) == 52


def test_a_line_of_the_other_solver_wins_by_our_rules() -> None:
    play(dealt(2), LINE)


def test_a_line_for_another_deal_is_refused_and_so_is_one_that_does_not_win() -> None:
    with pytest.raises(RuntimeError, match="another deal"):
        play(dealt(1), LINE)
    with pytest.raises(RuntimeError, match="has not won"):
        play(dealt(2), LINE.removesuffix(" 6C"))


def test_moves_are_translated() -> None:
    assert list(actions("DR2 F3 NEW W4 3C 62-3 S5")) == ["D", "D", "D", "W>4", "3>F4", "6>2x3", "F1>5"]
    with pytest.raises(RuntimeError, match="has written"):
        list(actions("XY"))
