"""Robots play by the rules, from what they have seen only, to an end, and not badly."""

import random

import pytest

from engine.attempt import Attempt
from engine.deals import deal, deal_id
from engine.games import VARIANTS
from engine.table import Pile, Table
from engine.views import View
from server.messages import Strength
from server.robots import MAX_MOVES
from server.strategy import STRENGTHS, Strategy


def known(view: View) -> Table:
    """The table as its player knows it, as a robot gets it."""
    return Table(view.variant, [Pile(pile.kind, list(pile.cards), pile.up) for pile in view.piles])


def shape(table: Table) -> list[tuple[str, list[int], int]]:
    return [(pile.kind, pile.cards.copy(), pile.up) for pile in table.piles]


def game(variant: str, deal_seed: int, seed: int = 0, strength: Strength = "hard") -> tuple[Attempt, list[str]]:
    """A robot's whole game; it fails at the first move that is refused."""
    attempt, strategy, line = Attempt(deal_id(VARIANTS[variant], deal_seed)), Strategy(seed, strength), []
    while not attempt.won and (move := strategy.choose(known(attempt.view()))) is not None:
        assert isinstance(attempt.act(move), list), move
        line.append(move)
        assert len(line) <= MAX_MOVES
    return attempt, line


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_move_is_legal_and_the_game_ends(variant: str) -> None:
    attempt, line = game(variant, 1)
    assert attempt.moves == len(line)
    assert ("D" in line) == (variant != "maze")


@pytest.mark.parametrize("strength", STRENGTHS[:2])
@pytest.mark.parametrize("variant", VARIANTS)
def test_weaker_robots_play_by_the_rules_too_and_end(variant: str, strength: Strength) -> None:
    attempt, line = game(variant, 2, strength=strength)
    assert attempt.moves == len(line) > 0


@pytest.mark.slow
def test_the_stronger_the_robot_the_more_it_brings_home() -> None:
    variants = ["klondike-3", "clasico-1"]
    homes = {
        strength: [sum(game(variant, seed, seed, strength)[0].home for seed in range(4)) for variant in variants]
        for strength in STRENGTHS
    }
    assert all(easy < hard for easy, hard in zip(homes["easy"], homes["hard"], strict=True)), homes
    assert sum(homes["easy"]) < sum(homes["medium"]) < sum(homes["hard"])


@pytest.mark.parametrize(
    ("variant", "deal_seed"),
    [
        ("spider-1", 7920),
        ("spider-1", 15839),
        ("spider-es-1", 32),
        ("klondike-1", 63),
        ("klondike-1", 94),
        ("clasico-1", 1),
        ("clasico-3", 1),
    ],
)
def test_it_wins_easy_deals(variant: str, deal_seed: int) -> None:
    attempt, line = game(variant, deal_seed)
    assert attempt.won
    assert len(line) <= 200


def test_the_same_seed_plays_the_same_and_others_do_not() -> None:
    lines = [game("spider-4", 5, seed, "medium")[1] for seed in (0, 0, 1, 2)]
    assert lines[0] == lines[1]
    assert len({tuple(line) for line in lines}) == 3


def test_a_choice_leaves_the_table_as_it_was() -> None:
    attempt, strategy = Attempt(deal_id(VARIANTS["spider-2"], 3)), Strategy()
    for _ in range(40):
        table = known(attempt.view())
        before = shape(table)
        move = strategy.choose(table)
        assert shape(table) == before
        if move is None:
            break
        attempt.act(move)


def test_a_card_waiting_in_the_waste_is_played_where_nothing_speaks_against_it() -> None:
    variant = VARIANTS["klondike-1"]
    columns = [Pile("column", [7 + 16], 1), *(Pile("column", [13], 1) for _ in range(6))]
    rest = [Pile("stock", [0, 0]), Pile("waste", [6], 1), *(Pile("foundation", []) for _ in range(4))]
    assert Strategy().choose(Table(variant, [*columns, *rest])) == "W>1"


def test_in_maze_every_line_brings_more_cards_into_place() -> None:
    attempt, strategy = Attempt(deal_id(VARIANTS["maze"], 1)), Strategy()
    homes = [attempt.home]
    while (move := strategy.choose(known(attempt.view()))) is not None:
        attempt.act(move)
        homes.append(attempt.home)
    assert homes[-1] > homes[0] + 10
    assert homes[-1] == max(homes)


@pytest.mark.parametrize("variant", ["klondike-3", "clasico-1", "spider-es-2"])
def test_another_game_leaves_the_table_as_it_was_too(variant: str) -> None:
    attempt, strategy = Attempt(deal_id(VARIANTS[variant], 3)), Strategy()
    for _ in range(20):
        table = known(attempt.view())
        before = shape(table)
        move = strategy.choose(table)
        assert shape(table) == before
        if move is None:
            break
        attempt.act(move)


def test_hidden_cards_make_no_difference_until_they_show() -> None:
    """Two deals that differ in hidden cards only: the moves are the same as long as what is seen is."""
    chance = random.Random(4)
    for deal_seed in range(8):
        one = deal(deal_id(VARIANTS["spider-2"], deal_seed))
        other = one.copy()
        places = [(pile, at) for pile in other.piles for at in range(len(pile.cards) - pile.up)]
        cards = [pile.cards[at] for pile, at in places]
        chance.shuffle(cards)
        for (pile, at), card in zip(places, cards, strict=True):
            pile.cards[at] = card
        assert shape(one) != shape(other)
        attempts, strategies = (Attempt(one), Attempt(other)), (Strategy(), Strategy())
        agreed = 0
        while attempts[0].view() == attempts[1].view():
            chosen = [
                strategy.choose(known(attempt.view())) for strategy, attempt in zip(strategies, attempts, strict=True)
            ]
            assert chosen[0] == chosen[1]
            assert chosen[0] is not None
            agreed += 1
            for attempt in attempts:
                attempt.act(chosen[0])
        assert agreed > 0


def test_a_move_that_was_not_accepted_is_chosen_again() -> None:
    attempt, strategy = Attempt(deal_id(VARIANTS["spider-4"], 2)), Strategy()
    dealt = 0
    for _ in range(MAX_MOVES):
        move = strategy.choose(known(attempt.view()))
        assert strategy.choose(known(attempt.view())) == move
        if move is None:
            break
        dealt += move == "D"
        attempt.act(move)
    assert dealt > 0


def test_it_gives_up_when_nothing_is_left_to_do() -> None:
    variant = VARIANTS["spider-1"]
    kings = [Pile("column", [0, 13], 1) for _ in variant.columns]
    table = Table(variant, [*kings, Pile("stock", []), *(Pile("foundation", []) for _ in variant.suits)])
    assert Strategy().choose(table) is None
