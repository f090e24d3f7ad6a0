"""The search for a win in Spider is held against one that leaves nothing out."""

from collections.abc import Iterable
from random import Random

import pytest

from engine.deals import deal, deal_id
from engine.games import VARIANTS
from engine.games.spider import play
from engine.solvers import endgame, search
from engine.solvers.climb import ENDGAME
from engine.solvers.endgame import Endgame
from engine.solvers.regroup import Regroup
from engine.solvers.sparing import Greedy, Sparing
from engine.solvers.spider import SpiderSearch
from engine.table import Table
from loadtests.endgames import endgames
from tests.engine.solving import exhaust, replay, solved, spider_endgame
from tests.engine.tables import spider_table, state

ENOUGH = 100_000
"""Positions that decide every small endgame here."""

LOST = (51, 68, 75, 132, 163, 170, 174, 190, 264, 320, 334, 377, 442, 444, 453, 516, 519, 579, 627, 645)
WON = (2, 15, 23)
"""Seeds of `spider_endgame`, some that are won and some that are lost."""
TRAPS = (246, 406, 888, 1005, 1521)
"""Endgames that are won, and that a search takes for lost if it plays every join at once and never takes one back."""
ROUNDABOUT = (17, 22, 46, 406, 1005)
"""Endgames whose groups lead to a win by way of a set that would leave too soon, card by card."""

FRENCH = "KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AS"
SPANISH = "12E 11E 10E 9E 8E 7E 6E 5E 4E 3E 2E 1E"


def differing(seeds: Iterable[int], most: int) -> tuple[list[int], dict[str, int]]:
    """Seeds of endgames that the two searches judge differently, and how many of each kind they agree on."""
    wrong: list[int] = []
    agreed = {"won": 0, "lost": 0}
    for seed in seeds:
        table = spider_endgame(Random(seed))
        plain = exhaust(table, most)
        if plain is None:
            continue
        if solved(table, ENOUGH).status == plain:
            agreed[plain] += 1
        else:
            wrong.append(seed)
    return wrong, agreed


def test_an_endgame_is_won_or_lost_as_trying_everything_says() -> None:
    assert differing((*WON, *LOST), 400) == ([], {"won": len(WON), "lost": len(LOST)})


@pytest.mark.parametrize("seed", TRAPS)
def test_a_win_that_needs_a_join_taken_back_is_found(seed: int) -> None:
    assert solved(spider_endgame(Random(seed)), ENOUGH).status == "won"


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 6_000, 1_000))
def test_many_endgames_are_won_or_lost_as_trying_everything_says(first: int) -> None:
    wrong, agreed = differing(range(first, first + 120), 600)
    assert wrong == []
    assert agreed["won"] > 10


def alone(table: Table, ways: int = 20_000) -> tuple[int, Endgame]:
    """How the search over groups ends, with no other beside it."""
    groups = Endgame(table, ENDGAME[0], ENOUGH, ways)
    return groups.run(ENOUGH), groups


def loose(table: Table) -> tuple[int, Endgame]:
    """How the search ends that binds no leaf."""
    groups = Sparing(table, ENDGAME[0], ENOUGH)
    return groups.run(ENOUGH), groups


def last_row(variant: str, number: int) -> Table:
    """One of the committed positions right after the last row."""
    return [table for kind, table in endgames(VARIANTS[variant]) if kind == "last"][number]


def columns(table: Table) -> list[tuple[bytes, int]]:
    return [(bytes([card & 63 for card in pile.cards]), len(pile.cards) - pile.up) for pile in table.piles[:10]]


@pytest.mark.parametrize("seed", [*WON, *TRAPS, *LOST])
def test_groups_of_positions_are_won_or_lost_as_their_positions_are(seed: int) -> None:
    end, groups = alone(spider_endgame(Random(seed)))
    assert end == (endgame.DRY if seed in LOST else endgame.WON)
    assert groups.hasty is False


@pytest.mark.parametrize("seed", sorted({*WON, *TRAPS} - {*ROUNDABOUT}))
def test_the_way_from_group_to_group_can_be_gone_card_by_card(seed: int) -> None:
    table = spider_endgame(Random(seed))
    _, groups = alone(table)
    regroup = Regroup(groups, columns(table))
    assert regroup.follow(groups.line())
    replay(table, regroup.moves)


@pytest.mark.parametrize("seed", ROUNDABOUT)
def test_where_a_set_leaves_too_soon_the_way_ends_at_a_position_that_is_won_all_the_same(seed: int) -> None:
    table = spider_endgame(Random(seed))
    _, groups = alone(table)
    regroup = Regroup(groups, columns(table))
    assert not regroup.follow(groups.line())
    for move in regroup.moves:
        play(table, move)
    assert solved(table, ENOUGH).status == "won"


@pytest.mark.parametrize("seed", [*WON, *TRAPS])
def test_a_loose_search_does_not_say_that_a_won_game_is_lost(seed: int) -> None:
    assert loose(spider_endgame(Random(seed)))[0] == endgame.WON


@pytest.mark.parametrize("seed", LOST)
def test_a_loose_search_says_of_small_endgames_that_they_are_lost(seed: int) -> None:
    assert loose(spider_endgame(Random(seed)))[0] == endgame.DRY


@pytest.mark.slow
@pytest.mark.parametrize("first", range(10_000, 14_000, 1_000))
def test_many_endgames_that_a_loose_search_takes_for_lost_are_lost(first: int) -> None:
    dry = won = 0
    for seed in range(first, first + 300):
        table = spider_endgame(Random(seed))
        end, _ = alone(table)
        if end == endgame.WON:
            won += 1
            assert loose(table)[0] == endgame.WON, seed
        elif end == endgame.DRY:
            dry += loose(table)[0] == endgame.DRY
    assert won > 100
    assert dry > 20


def test_a_loose_search_is_for_what_is_lost_in_many_ways() -> None:
    table = last_row("spider-4", 38)
    end, groups = loose(table)
    assert end == endgame.DRY
    assert groups.nodes < 6_000
    assert solved(table, 20_000).status == "lost"


@pytest.mark.parametrize(("variant", "number"), [("spider-4", 41), ("spider-2", 21)])
def test_greedy_searches_find_wins_right_after_the_last_row(variant: str, number: int) -> None:
    assert solved(last_row(variant, number), 20_000).status == "won"


def test_greedy_searches_find_no_win_where_there_is_none_and_come_to_an_end() -> None:
    for seed in LOST:
        assert Greedy(spider_endgame(Random(seed))).run(ENOUGH) == endgame.FULL


@pytest.mark.parametrize("seed", [*WON, *TRAPS])
def test_what_greedy_searches_win_after_one_that_was_not_taken_is_another_win(seed: int) -> None:
    table = spider_endgame(Random(seed))
    greedy = Greedy(table)
    found: list[Endgame] = []
    while len(found) < 3:
        assert greedy.run(ENOUGH) == endgame.WON
        assert greedy.won not in found
        found.append(greedy.won)
    line = SpiderSearch(table).line(found[-1])
    replay(table, line)


def test_what_was_not_looked_at_to_the_end_is_not_lost() -> None:
    ends = {alone(spider_endgame(Random(seed)), ways=1)[0] for seed in LOST}
    assert ends == {endgame.DRY, endgame.FULL}
    for seed in LOST:
        end, groups = alone(spider_endgame(Random(seed)), ways=1)
        assert (end == endgame.FULL) == groups.hasty


def test_positions_as_play_leaves_them_after_the_last_row_are_proved_lost() -> None:
    for number in (2, 6, 12, 14, 19, 27):
        assert solved(last_row("spider-4", number), 6_000).status == "lost"


@pytest.mark.parametrize("variant", ["spider-1", "spider-es-2"])
def test_a_deal_is_won_by_a_line_that_the_rules_allow(variant: str) -> None:
    table = deal(deal_id(VARIANTS[variant], 7))
    before = state(table)
    assert solved(table, ENOUGH).status == "won"
    assert state(table) == before


def test_the_same_search_is_the_same_in_slices_of_any_size() -> None:
    table = deal(deal_id(VARIANTS["spider-es-1"], 3))
    assert_same_in_slices(table)


def test_an_endgame_is_the_same_in_slices_of_any_size() -> None:
    for number in (5, 6, 11, 26):
        assert_same_in_slices(last_row("spider-2", number))


def assert_same_in_slices(table: Table) -> None:
    begun = search(table)
    outcome = None
    while outcome is None:
        outcome = begun.run(7)
    assert outcome == search(table).run(ENOUGH)


def test_a_game_that_is_won_already_needs_no_move() -> None:
    assert solved(spider_table(sets=8), 10).moves == []


@pytest.mark.parametrize("variant", ["spider-1", "spider-es-1"])
def test_a_row_onto_empty_columns_is_dealt_only_where_the_rules_allow_it(variant: str) -> None:
    # One set is left: two or three cards on the table, the rest in the stock, and no way to fill ten columns.
    names = (SPANISH if variant == "spider-es-1" else FRENCH).split()
    table = spider_table(*names[:-10], stock=" ".join(names[-10:]), sets=7, variant=variant)
    status = solved(table, ENOUGH).status
    assert status == ("won" if variant == "spider-es-1" else "unknown")
