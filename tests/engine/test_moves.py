import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import moves
from engine.games import VARIANTS, klondike, maze, spider
from engine.moves import DEAL, Layout, Move

SPIDER = spider.layout(VARIANTS["spider-4"])
KLONDIKE = klondike.layout(VARIANTS["klondike-1"])
MAZE = maze.layout(VARIANTS["maze"])


def test_the_piles_of_spider_are_ten_columns_the_stock_and_eight_foundations() -> None:
    assert " ".join(SPIDER.names) == "1 2 3 4 5 6 7 8 9 10 S F1 F2 F3 F4 F5 F6 F7 F8"


def test_the_piles_of_klondike_are_seven_columns_stock_waste_and_four_foundations() -> None:
    assert " ".join(KLONDIKE.names) == "1 2 3 4 5 6 7 S W F1 F2 F3 F4"


def test_the_piles_of_maze_are_six_rows_of_nine_cells() -> None:
    assert len(MAZE.names) == 54
    assert MAZE.names[:10] == ("r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r1c6", "r1c7", "r1c8", "r1c9", "r2c1")
    assert MAZE.names[53] == "r6c9"


@pytest.mark.parametrize(
    ("text", "move"), [("W>F1", Move(8, 9, 1)), ("F2>3", Move(10, 2, 1)), ("W>7", Move(8, 6, 1)), ("D", DEAL)]
)
def test_notation_of_klondike(text: str, move: Move) -> None:
    assert moves.parse(text, KLONDIKE) == move
    assert moves.format(move, KLONDIKE) == text


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("3>5", Move(2, 4, 1)),
        ("3>5x2", Move(2, 4, 2)),
        ("10>1x13", Move(9, 0, 13)),
        ("S>1", Move(10, 0, 1)),
        ("1>F8", Move(0, 18, 1)),
        ("3>3", Move(2, 2, 1)),
        ("1>2x999", Move(0, 1, 999)),
        ("D", DEAL),
    ],
)
def test_notation(text: str, move: Move) -> None:
    assert moves.parse(text, SPIDER) == move
    assert moves.format(move, SPIDER) == text


def test_one_card_may_be_written_with_its_count() -> None:
    assert moves.parse("3>5x1", SPIDER) == moves.parse("3>5", SPIDER)


def test_maze_names_the_gap_first() -> None:
    assert moves.parse("r2c9<r4c1", MAZE) == Move(27, 17, 1)
    assert moves.format(Move(27, 17, 1), MAZE) == "r2c9<r4c1"
    assert moves.parse("r4c1>r2c9", MAZE) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "U",
        "d",
        "DD",
        "3",
        "3>",
        ">5",
        "3>5x",
        "3>5x0",
        "3>5x02",
        "3>5x-1",
        "3>5x1000",
        "3>5X2",
        "3<5",
        "03>5",
        "0>5",
        "11>5",
        "3>11",
        "F9>1",
        "F0>1",
        "s>1",
        "W>1",
        "3>5 ",
        " 3>5",
        "3>5\n",
        "3>5x2x2",
        "3-5",
        "3>5>6",
        "٣>5",
        "3>5x٢",
        "3>" + "5" * 5000,
    ],
)
def test_anything_else_is_no_move(text: str) -> None:
    assert moves.parse(text, SPIDER) is None


@given(st.sampled_from([SPIDER, KLONDIKE, MAZE]), st.data())
def test_parse_reads_what_format_writes(layout: Layout, data: st.DataObject) -> None:
    pile = st.integers(0, len(layout.names) - 1)
    move = Move(data.draw(pile), data.draw(pile), data.draw(st.integers(1, 104)))
    assert moves.parse(moves.format(move, layout), layout) == move


@given(st.text(max_size=12) | st.from_regex(r"[0-9SFWr]{0,3}[<>][0-9SFWc]{0,3}(x[0-9]{1,3})?", fullmatch=True))
def test_whatever_is_read_is_written_back_the_same(text: str) -> None:
    move = moves.parse(text, SPIDER)
    if move is not None:
        assert moves.format(move, SPIDER) == text.removesuffix("x1")
