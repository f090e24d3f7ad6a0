"""The solver of Maze: every line that it finds is played to its end by the engine."""

import random

import pytest

from engine.deals import deal, deal_id
from engine.games import VARIANTS, maze
from engine.solvers import maze as solver
from engine.solvers import search
from engine.solvers.search import Outcome
from engine.table import Table
from tests.engine.reference import can_be_won
from tests.engine.tables import lines, maze_table, move, state

SUITS = ("H", "S", "C", "D")
SOLVED = " ".join(f"{rank}{suit}" for suit in SUITS for rank in (*range(2, 11), "J", "Q", "K"))


def solve(table: Table, nodes: int = 20_000) -> Outcome:
    """The outcome of a search, its line checked; `unknown` if it takes too long."""
    before = state(table)
    outcome = search(table).run(nodes) or Outcome("unknown", [], nodes)
    assert state(table) == before
    played = table.copy()
    for each in outcome.moves:
        assert maze.refusal(played, each) is None
        maze.play(played, each)
    assert (outcome.status == "won") == maze.is_won(played)
    return outcome


@pytest.mark.parametrize("seed", [2003, 2017])
def test_whole_deals_are_won(seed: int) -> None:
    assert solve(deal(deal_id(VARIANTS["maze"], seed))).status == "won"


def test_what_is_won_already_needs_no_move_whatever_the_order_of_suits_and_wherever_the_gaps_are() -> None:
    words = SOLVED.split()
    table = maze_table(" ".join([*words[:5], "-", *words[5:30], "-", "-", *words[30:47], "- - -", words[47]]))
    assert solve(table).moves == []


def test_a_few_moves_away_from_a_win_it_is_found_as_a_plain_search_finds_it() -> None:
    agreed = 0
    for seed in range(30):
        dice = random.Random(seed)
        words = SOLVED.split()
        for _ in range(6):
            words.insert(dice.randint(1, len(words) - 1), "-")
        table = maze_table(" ".join(words))
        for _ in range(dice.randint(1, 3)):
            maze.play(table, dice.choice(maze.legal_moves(table)))
        expected = can_be_won(table, 60)
        if expected:
            agreed += 1
            assert solve(table).status == "won", seed
    assert agreed > 15


def test_the_positions_one_move_away_are_those_of_the_rules_and_cost_what_they_cost_when_looked_at_anew() -> None:
    for seed in range(30):
        table = deal(deal_id(VARIANTS["maze"], seed))
        dice = random.Random(seed)
        for _ in range(10 * seed):
            maze.play(table, dice.choice(maze.legal_moves(table)))
        order = (2, 0, 3, 1)
        expected = set()
        for each in maze.legal_moves(table):
            there = table.copy()
            maze.play(there, each)
            expected.add(solver._cells(there, order))
        weights = solver.WEIGHTS[seed % len(solver.WEIGHTS)]
        near = solver._Near(solver._cells(table, order), weights)
        costs = {near.after(*each): near.cost(*each) for each in near.moves()}
        assert costs == {cells: solver._cost(cells, weights) for cells in expected}


def test_a_table_on_the_way_to_a_win_is_never_called_lost() -> None:
    dealt, *line = lines("games/maze-won.txt")
    table = deal(dealt)
    for at, action in enumerate(line):
        if at >= len(line) - 12:
            assert solve(table, 5000).status == "won", at
        maze.play(table, move(table, action))


def test_no_memory_no_verdict() -> None:
    outcome = solver.MazeSearch(deal(deal_id(VARIANTS["maze"], 1)), 50).run(10**6)
    assert outcome is not None
    assert outcome.status == "unknown"


def test_the_outcome_does_not_hang_on_the_size_of_the_slices() -> None:
    table = deal(deal_id(VARIANTS["maze"], 2003))
    whole = search(table).run(10**6)
    pieces = search(table)
    piece = None
    while piece is None:
        piece = pieces.run(97)
    assert piece == whole


def test_a_round_goes_the_same_way_again_and_another_round_goes_another_way() -> None:
    cells = solver._cells(deal(deal_id(VARIANTS["maze"], 1)), (0, 1, 2, 3))

    def met(lap: int) -> list[bytes]:
        sprint = solver._Sprint(cells, solver.WEIGHTS[0], lap, solver.LIMIT)
        assert sprint.run(300) is None
        return list(sprint._from)

    rounds = [met(lap) for lap in range(5)]
    assert rounds == [met(lap) for lap in range(5)]
    assert len({frozenset(each) for each in rounds}) == 5


def test_a_table_with_a_card_missing_is_not_judged() -> None:
    assert search(maze_table("2S 3S")).run(1) == Outcome("unknown", [], 0)
