"""The solvers of Klondike and Clásico: never a false verdict, and every line is played to its end by the engine."""

from collections.abc import Callable

import pytest

from engine import cards
from engine.deals import deal, deal_id
from engine.games import VARIANTS, family, klondike
from engine.moves import Move
from engine.moves import format as notation
from engine.solvers import klondike as klondike_solver
from engine.solvers import search
from engine.solvers.clasico import ClasicoSearch
from engine.solvers.klondike import KlondikeSearch
from engine.solvers.search import Outcome, Search
from engine.table import Table
from tests.engine.reference import can_be_won, endgame
from tests.engine.tables import klondike_table, lines, move, state
from tests.engine.test_published import ISSUE_10, ISSUE_14, published

DRAWS = ["klondike-1", "klondike-3"]
ALL = [*DRAWS, "clasico-1", "clasico-3"]


def solve(table: Table, *, nodes: int = 50_000) -> Outcome:
    """The outcome of a search, its line checked; `unknown` if it takes too long."""
    before = state(table)
    outcome = search(table).run(nodes) or Outcome("unknown", [], nodes)
    assert state(table) == before
    assert (outcome.status == "won") == is_won_by(table, outcome.moves)
    return outcome


def is_won_by(table: Table, line: list[Move]) -> bool:
    rules = family(table.variant)
    played = table.copy()
    for each in line:
        assert rules.refusal(played, each) is None, notation(each, rules.layout(table.variant))
        rules.play(played, each)
    return rules.is_won(played)


def agrees(variant: str, seeds: range, limit: int, nodes: int) -> tuple[int, int]:
    """Hold the solver against the plain search; returns how many tables both found won, and lost."""
    won = lost = 0
    for seed in seeds:
        table = endgame(VARIANTS[variant], seed)
        outcome = solve(table, nodes=nodes)
        expected = can_be_won(table, limit)
        assert (outcome.status, expected) not in {("won", False), ("lost", True)}, seed
        won += outcome.status == "won" and expected is True
        lost += outcome.status == "lost" and expected is False
    return won, lost


@pytest.mark.parametrize("variant", ALL)
def test_verdicts_on_small_tables_are_those_of_a_plain_search(variant: str) -> None:
    won, lost = agrees(variant, range(14, 44 if variant in DRAWS else 28), 300, 1500)
    assert won > 5
    assert lost > (0 if variant in DRAWS else -1)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ALL)
def test_verdicts_on_more_small_tables_are_those_of_a_plain_search(variant: str) -> None:
    won, lost = agrees(variant, range(1000, 1200), 1000, 10_000)
    assert won > 50
    assert lost > (5 if variant in DRAWS else -1)


@pytest.mark.parametrize(
    ("deck", "variant"), [(ISSUE_10, "klondike-1"), (ISSUE_10, "klondike-3"), (ISSUE_14, "klondike-1")]
)
def test_the_published_decks_are_won(deck: str, variant: str) -> None:
    assert solve(published(deck, variant)).status == "won"


@pytest.mark.parametrize(("variant", "won"), [("klondike-1", 2), ("klondike-3", 3), ("clasico-1", 2), ("clasico-3", 3)])
def test_whole_deals_are_won(variant: str, won: int) -> None:
    assert solve(deal(deal_id(VARIANTS[variant], won))).status == "won"


@pytest.mark.parametrize(("variant", "lost"), [("klondike-1", 5003), ("klondike-3", 5002)])
def test_whole_deals_are_lost(variant: str, lost: int) -> None:
    assert solve(deal(deal_id(VARIANTS[variant], lost))).status == "lost"


@pytest.mark.parametrize("variant", ALL)
def test_a_table_on_the_way_to_a_win_is_never_called_lost(variant: str) -> None:
    dealt, *line = lines(f"games/{variant}-won.txt")
    table = deal(dealt)
    for at, action in enumerate(line):
        if at % 25 == 0:
            assert solve(table).status == "won", at
        klondike.play(table, move(table, action))
    assert solve(table).moves == []


def test_the_same_cards_can_be_won_in_draw_one_and_lost_in_draw_three() -> None:
    three = endgame(VARIANTS["klondike-3"], 36, 20)
    one = Table(VARIANTS["klondike-1"], three.piles)
    assert [can_be_won(table, 10_000) for table in (one, three)] == [True, False]
    assert [solve(table).status for table in (one, three)] == ["won", "lost"]


def test_a_king_comes_down_from_its_foundation_where_that_alone_helps() -> None:
    table = klondike_table("AH | QH", "2H 3H 4H 5H 6H 7H 8H 9H 10H JH | KH", home=(13, 0, 13, 13))
    assert solve(table).status == ("won" if can_be_won(table, 10_000) else "lost")


@pytest.mark.parametrize("variant", ALL)
def test_the_outcome_does_not_hang_on_the_size_of_the_slices(variant: str) -> None:
    table = endgame(VARIANTS[variant], 7)
    whole = search(table).run(10**9)
    pieces = search(table)
    piece = None
    while piece is None:
        piece = pieces.run(1)
    assert piece == whole


@pytest.mark.parametrize(("variant", "solver"), [("klondike-3", KlondikeSearch), ("clasico-3", ClasicoSearch)])
def test_no_memory_no_verdict(variant: str, solver: Callable[[Table, int], Search]) -> None:
    outcome = solver(deal(deal_id(VARIANTS[variant], 1)), 50).run(10**9)
    assert outcome is not None
    assert outcome.status == "unknown"


def test_a_table_that_no_play_leads_to_is_not_judged() -> None:
    no_run = klondike_table("QS KS", home=(11, 13, 13, 13))
    card_missing = klondike_table("QS", home=(11, 13, 13, 13))
    assert search(no_run).run(1) == search(card_missing).run(1) == Outcome("unknown", [], 0)


def test_cards_are_numbers_and_back() -> None:
    for card in cards.pack("french", (0, 1, 2, 3)):
        assert klondike_solver._card(klondike_solver._bit(card)) == card
