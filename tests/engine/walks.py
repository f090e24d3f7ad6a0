"""Ways through games for the law tests: from a fresh deal, or from within a won game, where the end is near."""

from hypothesis import strategies as st

from engine.attempt import UNDO, Attempt
from engine.deals import SEED_BITS, deal_id
from engine.games import VARIANTS
from engine.reasons import Reason
from engine.variant import Variant
from tests.engine.tables import DATA, lines

WON = {path.stem: lines(f"games/{path.name}") for path in sorted((DATA / "games").glob("*-won.txt"))}
"""Won games by file name: the deal ID, then every move."""


def fresh(variant: Variant) -> st.SearchStrategy[list[str]]:
    """A deal of this variant, nothing played."""
    return st.integers(0, (1 << SEED_BITS) - 1).map(lambda seed: [deal_id(variant, seed)])


def late(name: str) -> st.SearchStrategy[list[str]]:
    """Some of a won game, its last moves rather than its first."""
    return st.integers(0, len(WON[name]) - 1).map(lambda less: WON[name][: len(WON[name]) - less])


def beginnings(family: str = "") -> st.SearchStrategy[list[str]]:
    """A deal ID and the actions that were played on it, of all variants alike or of those of one family."""
    chosen = [one for one in VARIANTS.values() if family in ("", one.family)]
    return st.one_of(*(fresh(one) | late(f"{one.id}-won") if f"{one.id}-won" in WON else fresh(one) for one in chosen))


BEGINNINGS = beginnings()

CHOICES = st.lists(st.integers(0, 1023), max_size=40)


def begin(beginning: list[str]) -> Attempt:
    """An attempt with these actions played."""
    game = Attempt(beginning[0])
    for action in beginning[1:]:
        assert not isinstance(game.act(action), Reason)
    return game


def choose(game: Attempt, choice: int) -> str | None:
    """The action that a number stands for: an undo now and then, the last legal move (a row) rarely, any other else."""
    if game.moves and choice % 8 == 0:
        return UNDO
    legal = game.legal()
    if legal and choice % 64 == 1:
        return legal[-1]
    return legal[choice % len(legal)] if legal else None


def walk(game: Attempt, choices: list[int]) -> list[str]:
    """Play what the choices stand for; returns the actions."""
    actions = []
    for choice in choices:
        action = choose(game, choice)
        if action is not None:
            assert not isinstance(game.act(action), Reason)
            actions.append(action)
    return actions
