"""Old deals and old games are still what they were."""

import pytest

from engine.attempt import Attempt
from engine.deals import variant_of
from engine.games import VARIANTS
from engine.reasons import Reason
from tests.engine.golden import DEPTH, HEAD, PERFT, perft, steps_of
from tests.engine.plain import Plain, plain
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


def plain_perft(start: Plain, depth: int) -> int:
    legal = start.legal()
    return len(legal) if depth == 1 else sum(plain_perft(start.after(each), depth - 1) for each in legal)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_plain_second_writing_of_the_rules_counts_the_same_lines(variant: str) -> None:
    for made, *counts in [line.split() for line in lines(f"perft/{variant}.txt")]:
        start = plain(Attempt(made).table)
        assert [str(plain_perft(start, depth)) for depth in (1, 2)] == counts[:2]


def test_there_is_a_won_game_of_every_variant_to_replay() -> None:
    assert set(WON) == {f"{variant}-won" for variant in VARIANTS}


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
    family, pack = game.table.variant.family, [card for pile in game.table.piles for card in pile.cards]
    counters = {
        "spider": {"rows": 0, "sets": 8, "down": 0},
        "klondike": {"home": len(pack), "stock": 0, "down": 0, "turnovers": turnovers(made, line)},
        "maze": {"placed": 48},
    }[family]
    assert game.counters() == {"moves": len(line), "actions": len(line), "undos": 0} | counters
    assert (game.home, game.down, game.finish()) == ({"spider": 8, "klondike": len(pack), "maze": 48}[family], 0, [])
    assert game.seen == set(pack)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_step_of_a_won_game_is_what_it_was(variant: str) -> None:
    assert steps_of(variant) == lines(f"games/{variant}-steps.txt")


def turnovers(made: str, line: list[str]) -> int:
    """How often the stock was empty when the next card was asked of it, counted on the second writing."""
    start, count = plain(Attempt(made).table), 0
    for action in line:
        count += action == "D" and not getattr(start, "stock", None)
        start = start.after(action)
    return count


@pytest.mark.parametrize("name", WON)
def test_the_plain_second_writing_of_the_rules_wins_it_too(name: str) -> None:
    made, *line = WON[name]
    game, other = Attempt(made), plain(Attempt(made).table)
    for action in line:
        assert other.is_legal(action)
        other = other.after(action)
        game.act(action)
    assert other.facts() == plain(game.table).facts()


@pytest.mark.parametrize("name", WON)
def test_a_won_game_is_undone_to_its_deal(name: str) -> None:
    game = begin(WON[name])
    while game.moves:
        game.act("U")
    assert state(game.table) == state(Attempt(WON[name][0]).table)
