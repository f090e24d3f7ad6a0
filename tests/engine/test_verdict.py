"""A verdict is for positions in which the player knows every card, and for no other."""

import pytest
from hypothesis import given

from engine.games import VARIANTS, family
from engine.reasons import Reason
from engine.table import face_down
from engine.verdict import verdict
from engine.views import view
from tests.engine.tables import klondike_table, spider_table
from tests.engine.walks import BEGINNINGS, CHOICES, WON, begin, walk


@given(BEGINNINGS, CHOICES)
def test_there_is_one_exactly_where_nothing_lies_face_down_and_the_stock_is_empty(
    beginning: list[str], choices: list[int]
) -> None:
    game = begin(beginning)
    walk(game, choices)
    stock = [card for pile in game.table.piles if pile.kind == "stock" for card in pile.cards]
    known = not stock and face_down(game.table) == 0
    assert (verdict(game.view()) is not None) == known
    if game.table.variant.family == "maze":
        assert known


def test_cards_that_were_seen_and_are_face_down_again_are_not_enough() -> None:
    table = spider_table("5H 4S | 9S", "10S")
    seen = {card for pile in table.piles for card in pile.cards}
    assert verdict(view(table, seen)) is None
    table = klondike_table("KH", stock="QS")
    assert verdict(view(table, {card for pile in table.piles for card in pile.cards})) is None


def test_a_waste_is_no_hindrance() -> None:
    assert verdict(view(klondike_table("KH", waste="QS"), set())) is not None


@pytest.mark.parametrize("name", [name for name in WON if not name.startswith("maze")])
def test_the_end_of_a_won_game_is_never_said_to_be_lost(name: str) -> None:
    game = begin(WON[name][:1])
    checked = 0
    for action in WON[name][1:]:
        search = verdict(game.view())
        if search is not None and not game.won and checked < 4:
            checked += 1
            outcome = search.run(3_000)
            assert outcome is None or outcome.status != "lost"
            if outcome is not None and outcome.status == "won":
                table = game.table.copy()
                rules = family(table.variant)
                for move in outcome.moves:
                    assert rules.refusal(table, move) is None
                    rules.play(table, move)
                assert rules.is_won(table)
        assert not isinstance(game.act(action), Reason)
    assert game.won
    assert VARIANTS[name.removesuffix("-won")] is game.table.variant
