"""The commands that print tables: a deal, a game from a file, a game by hand."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from engine.attempt import Attempt
from engine.deals import deal, deal_id
from engine.games import VARIANTS
from server.terminal import play, replay, table_lines

DATA = Path(__file__).parent.parent / "data"
KLONDIKE = deal_id(VARIANTS["klondike-3"], 1)


def corrida(*arguments: str, given: str = "") -> tuple[int, str, str]:
    """Exit code, what was printed, what was complained of."""
    done = subprocess.run(
        [sys.executable, "-m", "server", *arguments], input=given, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def played(made: str, *lines: str) -> list[str]:
    """What is printed, line by line, after the head."""
    out = io.StringIO()
    assert play(made, lines, out) == 0
    return out.getvalue().splitlines()[2:]


# Tables


def test_a_table_has_a_line_for_each_pile_with_a_bar_before_what_is_face_up() -> None:
    lines = list(table_lines(deal(KLONDIKE)))
    assert [line[:3].strip() for line in lines] == ["1", "2", "3", "4", "5", "6", "7", "S", "W", "F1", "F2", "F3", "F4"]
    assert [line.count("|") for line in lines[:7]] == [1] * 7
    assert len(lines[7].split()) == 25


def test_a_card_never_seen_is_a_question_mark_and_never_its_name() -> None:
    game = Attempt(KLONDIKE)
    lines = list(table_lines(game.view()))
    assert lines[7].split() == ["S", *["?"] * 24]
    shown = {word for line in lines for word in line.split()[1:]} - {"?", "|"}
    assert len(shown) == 7


def test_maze_is_printed_as_it_lies() -> None:
    lines = list(table_lines(deal(deal_id(VARIANTS["maze"], 1))))
    assert [line.split()[0] for line in lines] == ["r1", "r2", "r3", "r4", "r5", "r6"]
    cells = [line.split()[1:] for line in lines]
    assert [len(row) for row in cells] == [9] * 6
    assert sum(row.count("-") for row in cells) == 6
    assert (cells[0][8], cells[1][8]) == ("-", "-")


# A game from a file


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_won_game_is_replayed_to_its_end(variant: str) -> None:
    text = (DATA / "games" / f"{variant}-won.txt").read_text(encoding="ascii")
    moves = [line for line in text.splitlines()[1:] if line and line[0] != "#"]
    out = io.StringIO()
    assert replay(text.splitlines(), out) == 0
    said = out.getvalue().splitlines()
    assert [line for line in said if ": " in line] == [f"{number}: {move}" for number, move in enumerate(moves, 1)]
    assert said[-1].startswith(f"moves {len(moves)} · actions {len(moves)} · undos 0 · ")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([KLONDIKE, "D", "# two more", "", "D  # here", "3>9", "D"], "line 6: 3>9: bad_notation"),
        ([KLONDIKE, "U"], "line 2: U: nothing_to_undo"),
        (["# a game", KLONDIKE, "1>F1x2"], "line 3: 1>F1x2: no_such_card"),
        (["", "K3-00000"], "line 2: K3-00000: bad_deal_id"),
        ([], "line 1: no deal ID: bad_deal_id"),
    ],
)
def test_the_first_refusal_is_told_with_its_line_and_ends_it(lines: list[str], said: str) -> None:
    out = io.StringIO()
    assert replay(lines, out) == 1
    assert out.getvalue().splitlines()[-1] == said


def test_replay_prints_the_table_after_every_action(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"{KLONDIKE}\nD\nU\n")
    code, said, complaint = corrida("replay", str(file))
    assert (code, complaint) == (0, "")
    tables = [part.splitlines()[1:] for part in said.split("\n\n")]
    assert tables[0] == tables[2] == list(table_lines(deal(KLONDIKE)))
    game = Attempt(KLONDIKE)
    game.act("D")
    assert tables[1] == list(table_lines(game.table))
    assert corrida("replay", "-", given=file.read_text()) == (0, said, "")
    file.write_text(f"{KLONDIKE}\n1>S\n")
    assert corrida("replay", str(file))[0] == 1


def test_a_file_that_is_not_there_is_told_without_a_trace(tmp_path: Path) -> None:
    code, said, complaint = corrida("replay", str(tmp_path / "none"))
    assert (code, said) == (2, "")
    assert complaint.startswith("cannot read ")
    assert "Traceback" not in complaint


# A game by hand


def test_a_move_shows_the_table_as_its_player_sees_it() -> None:
    game = Attempt(KLONDIKE)
    start = list(table_lines(game.view()))
    game.act("D")
    drawn = list(table_lines(game.view()))
    game.act("U")
    back = list(table_lines(game.view()))
    assert played(KLONDIKE, "D", "u", "q")[:-1] == [*start, *drawn, *back]


def test_a_refusal_says_its_reason_and_the_table_stands() -> None:
    said = played(KLONDIKE, "1>W", "", "q", "D")
    assert said[13:] == ["not_a_target", "moves 0 · actions 0 · undos 0 · turnovers 0 · home 0 · stock 24 · down 21"]


def test_h_lists_the_legal_moves() -> None:
    assert played(KLONDIKE, "h")[13] == " ".join(Attempt(KLONDIKE).legal())


def test_f_finishes_a_game_whose_end_is_plain() -> None:
    made, *moves = [
        line for line in (DATA / "games" / "clasico-1-won.txt").read_text().splitlines() if line and line[0] != "#"
    ]
    game = Attempt(made)
    while not game.finish():
        game.act(moves[game.moves])
    assert played(made, "f")[-2] == "not yet"
    assert played(made, *moves[: game.moves], "f", "D")[-2] == "won"


def test_the_game_ends_with_its_win() -> None:
    made, *moves = [
        line for line in (DATA / "games" / "maze-won.txt").read_text().splitlines() if line and line[0] != "#"
    ]
    assert played(made, *moves, "h")[-2:] == ["won", f"moves {len(moves)} · actions {len(moves)} · undos 0 · placed 48"]


def test_play_deals_a_variant_or_an_id() -> None:
    code, said, _ = corrida("play", "maze", given="h\nq\n")
    assert code == 0
    assert said.startswith("M1-")
    code, said, _ = corrida("play", KLONDIKE.lower(), given="D\n")
    assert code == 0
    assert said.splitlines()[0] == f"{KLONDIKE}  klondike-3"
    assert corrida("play", "chess")[0] == 2


def test_deal_prints_the_same_table() -> None:
    code, said, _ = corrida("deal", KLONDIKE)
    assert (code, said.splitlines()[1:]) == (0, list(table_lines(deal(KLONDIKE))))
    assert corrida("deal", "x")[0] == 2
