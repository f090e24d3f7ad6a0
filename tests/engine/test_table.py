import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import VARIANTS
from engine.table import Op, Pile, Step, Table, do, inverse, take_back, wire
from tests.engine.tables import spider_table, state, text

OPS: list[Op] = ["move", "up", "down", "reverse"]


def test_move_carries_cards_in_their_order_and_each_as_it_faces() -> None:
    t = spider_table("2C | 9S 8S 7S", "")
    assert do(t, "move", 0, 1, 2) == Step("move", 0, 1, 2, b"")
    assert (text(t, 0), text(t, 1)) == ("2C | 9S", "8S 7S")
    do(t, "move", 0, 2, 2)
    assert (text(t, 0), text(t, 2)) == ("", "2C | 9S")


def test_up_turns_the_cards_right_under_the_face_up_ones_and_tells_their_faces() -> None:
    t = spider_table("4C 3H 2S | 9S")
    assert do(t, "up", 0, -1, 2) == Step("up", 0, -1, 2, bytes([0x13, 0x02]))
    assert text(t, 0) == "4C | 3H 2S 9S"


def test_down_turns_the_lowest_face_up_cards_and_tells_nothing() -> None:
    t = spider_table("4C | 3H 2S 9S")
    assert do(t, "down", 0, -1, 2) == Step("down", 0, -1, 2, b"")
    assert text(t, 0) == "4C 3H 2S | 9S"


@pytest.mark.parametrize(("count", "after"), [(1, "4C | 3H 2S 9S"), (2, "4C | 3H 9S 2S"), (3, "4C | 9S 2S 3H")])
def test_reverse_changes_the_order_of_the_top_cards(count: int, after: str) -> None:
    t = spider_table("4C | 3H 2S 9S")
    do(t, "reverse", 0, -1, count)
    assert text(t, 0) == after


def test_a_whole_pile_is_reversed() -> None:
    t = spider_table("4C 3H 2S |")
    do(t, "reverse", 0, -1, 3)
    assert text(t, 0) == "2S 3H 4C |"


@pytest.mark.parametrize(
    ("op", "pile", "target", "count", "why"),
    [
        ("move", 0, 1, 0, "holds 3"),
        ("move", 0, 1, 4, "holds 3"),
        ("move", 0, 1, -1, "holds 3"),
        ("move", 2, 1, 1, "holds 0"),
        ("move", 0, 0, 1, "onto itself"),
        ("move", 0, 1, 3, "lie on a face-up one"),
        ("up", 0, -1, 2, "1 face-down"),
        ("down", 0, -1, 3, "2 face-up"),
        ("reverse", 0, -1, 3, "face both ways"),
    ],
)
def test_an_impossible_step_is_an_error_and_changes_nothing(
    op: Op, pile: int, target: int, count: int, why: str
) -> None:
    t = spider_table("4C | 3H 2S", "KS", "")
    before = state(t)
    with pytest.raises(ValueError, match=why):
        do(t, op, pile, target, count)
    assert state(t) == before


@pytest.mark.parametrize(
    ("step", "sent"),
    [
        (Step("move", 1, 2, 3, b""), ["move", 1, 2, 3]),
        (Step("up", 1, -1, 2, b"\x01\x02"), ["up", 1, 2, b"\x01\x02"]),
        (Step("down", 1, -1, 2, b""), ["down", 1, 2]),
        (Step("reverse", 1, -1, 2, b""), ["reverse", 1, 2]),
    ],
)
def test_steps_on_the_wire(step: Step, sent: list[str | int | bytes]) -> None:
    assert wire(step) == sent


def test_a_draw_and_a_turn_over_of_klondike_are_steps_too() -> None:
    stock, waste = Pile("stock", [5, 4, 3, 2, 1]), Pile("waste", [9], 1)
    t = Table(VARIANTS["spider-4"], [stock, waste])
    draw: list[tuple[Op, int, int, int]] = [("up", 0, -1, 3), ("reverse", 0, -1, 3), ("move", 0, 1, 3)]
    before = state(t)
    drawn = [do(t, *step) for step in draw]
    assert (waste.cards, waste.up, stock.cards, stock.up) == ([9, 1, 2, 3], 4, [5, 4], 0)
    take_back(t, drawn)
    assert state(t) == before
    turn: list[tuple[Op, int, int, int]] = [("down", 1, -1, 1), ("move", 1, 0, 1), ("reverse", 0, -1, 6)]
    over = [do(t, *step) for step in turn]
    assert (waste.cards, stock.cards, stock.up) == ([], [9, 1, 2, 3, 4, 5], 0)
    take_back(t, over)
    assert state(t) == before


@given(st.lists(st.tuples(st.sampled_from(OPS), st.integers(0, 3), st.integers(0, 3), st.integers(0, 6)), max_size=30))
def test_taking_back_any_steps_is_the_identity(wanted: list[tuple[Op, int, int, int]]) -> None:
    t = spider_table("4C 5D | 3H 2S", "KS QS", "7H 8H |", "")
    before = state(t)
    done = []
    for op, pile, target, count in wanted:
        try:
            done.append(do(t, op, pile, target, count))
        except ValueError:
            continue
        assert sum(len(pile.cards) for pile in t.piles) == 8
        assert all(0 <= pile.up <= len(pile.cards) for pile in t.piles)
    take_back(t, done)
    assert state(t) == before


@given(st.sampled_from(OPS), st.integers(0, 18), st.integers(1, 104))
def test_the_inverse_of_the_inverse_is_the_step(op: Op, pile: int, count: int) -> None:
    step = Step(op, pile, pile + 1 if op == "move" else -1, count, b"")
    assert inverse(inverse(step)) == step


def test_a_copy_is_a_table_of_its_own() -> None:
    t = spider_table("4C | 3H", "")
    twin = t.copy()
    do(twin, "move", 0, 1, 1)
    assert (text(t, 0), text(twin, 0)) == ("4C | 3H", "4C |")
