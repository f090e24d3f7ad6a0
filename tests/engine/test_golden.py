"""Old deals and old games are still what they were."""

import pytest

from engine.attempt import Attempt
from engine.deals import variant_of
from engine.games import VARIANTS
from engine.reasons import Reason
from tests.engine.golden import DEPTH, HEAD, PERFT, perft
from tests.engine.plain_spider import Plain
from tests.engine.tables import DATA, lines, state
from tests.engine.walks import WON, begin


@pytest.mark.parametrize("variant", VARIANTS)
def test_as_many_legal_lines_as_ever(variant: str) -> None:
    path = DATA / "perft" / f"{variant}.txt"
    assert path.read_text(encoding="ascii").startswith(HEAD)
    golden = [line.split() for line in lines(f"perft/{variant}.txt")]
    assert len(golden) == PERFT
    for made, *counts in golden:
        assert variant_of(made).id == variant
        game = Attempt(made)
        before = state(game.table)
        assert [str(perft(game, depth + 1)) for depth in range(DEPTH)] == counts
        assert state(game.table) == before


def plain_perft(plain: Plain, depth: int) -> int:
    legal = plain.legal()
    return len(legal) if depth == 1 else sum(plain_perft(plain.after(each), depth - 1) for each in legal)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_plain_second_writing_of_the_rules_counts_the_same_lines(variant: str) -> None:
    for made, *counts in [line.split() for line in lines(f"perft/{variant}.txt")]:
        plain = Plain.of(Attempt(made).table)
        assert [str(plain_perft(plain, depth)) for depth in (1, 2)] == counts[:2]


def test_there_is_a_won_game_to_replay() -> None:
    assert "spider-1-won" in WON


@pytest.mark.parametrize("name", WON)
def test_a_won_game_is_won_again_with_its_last_move_and_not_before(name: str) -> None:
    made, *line = WON[name]
    game = Attempt(made)
    assert f"{variant_of(made).id}-won" == name
    for action in line:
        assert not game.won
        assert action in game.legal()
        assert not isinstance(game.act(action), Reason)
    assert game.won
    assert game.counters() == {
        "moves": len(line), "actions": len(line), "undos": 0, "rows": 0, "sets": 8, "down": 0,
    }  # fmt: skip
    assert (game.legal(), game.home, game.down) == ([], 8, 0)
    assert len(game.seen) == 104


@pytest.mark.parametrize("name", WON)
def test_the_plain_second_writing_of_the_rules_wins_it_too(name: str) -> None:
    made, *line = WON[name]
    plain = Plain.of(Attempt(made).table)
    for action in line:
        assert plain.is_legal(action)
        plain = plain.after(action)
    assert plain.facts() == ([[]] * 10, [], 8)


@pytest.mark.parametrize("name", WON)
def test_a_won_game_is_undone_to_its_deal(name: str) -> None:
    game = begin(WON[name])
    while game.moves:
        game.act("U")
    assert state(game.table) == state(Attempt(WON[name][0]).table)
