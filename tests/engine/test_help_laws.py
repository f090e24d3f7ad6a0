"""What holds of all help, in every game: it is legal, it does what it says, and it knows no more than the player."""

from collections import deque
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import hints
from engine.advice import PROGRESS, Advice
from engine.attempt import Attempt
from engine.deals import SEED_BITS, deal, deal_id
from engine.games import VARIANTS, family, spider
from engine.games.klondike_help import draws_to
from engine.moves import DEAL, Move
from engine.reasons import Reason
from engine.table import Table, take_back
from engine.views import view
from tests.engine.tables import state
from tests.engine.walks import BEGINNINGS, CHOICES, begin, beginnings, walk

SEEDS = st.integers(0, (1 << SEED_BITS) - 1)


def faces(table: Table) -> list[int]:
    return [card for pile in table.piles for card in pile.cards]


@settings(max_examples=100)
@given(BEGINNINGS, CHOICES)
def test_every_line_of_a_hint_is_legal_from_its_first_move_to_its_last(
    beginning: list[str], choices: list[int]
) -> None:
    game = begin(beginning)
    walk(game, choices)
    if game.won:
        return
    hint = game.hint()
    assert bool(hint.line) == (hint.advice is not Advice.UNDO)
    for move in hint.line:
        assert not isinstance(game.act(game.notation(move)), Reason)


@settings(max_examples=50)
@given(BEGINNINGS, CHOICES)
def test_what_is_asked_of_a_view_leaves_it_as_it_was(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    seen = game.view()
    before, known = repr(seen), hash(seen)
    rules = family(game.table.variant)
    rules.legal_moves(seen)
    rules.taps(seen)
    rules.finish(seen)
    if not game.won:
        hints.hint(seen)
    way = hints.walk(seen, game.best)
    if way is not None:
        way.run(50)
    assert (repr(seen), hash(seen)) == (before, known)
    assert game.view() == view(game.table, game.seen) == seen


@settings(max_examples=150)
@given(BEGINNINGS, CHOICES)
def test_a_hint_does_what_it_says(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    if game.won:
        return
    hint = game.hint()
    columns = [pile for pile in game.table.piles if pile.kind == "column"]
    before = game.home, game.down, sum(not pile.cards for pile in columns), joined(game.table)
    if hint.advice not in PROGRESS:
        return
    steps = game.act(game.notation(hint.line[0]))
    assert not isinstance(steps, Reason)
    home, down, empty, joints = before
    match hint.advice:
        case Advice.REVEAL:
            assert game.down < down
        case Advice.EMPTY:
            assert sum(not pile.cards for pile in columns) > empty
        case Advice.SET | Advice.FOUNDATION:
            assert game.home == home + 1
        case Advice.JOIN:
            assert joined(game.table) == joints + 1
        case Advice.WASTE:
            assert game.table.piles[steps[0].pile].kind == "waste"
        case Advice.DRAW:
            assert hint.line == (DEAL,)
        case Advice.CHAIN:
            assert hint.line[0] != DEAL
        case other:
            pytest.fail(f"no hint by itself says {other}")


def joined(table: Table) -> int:
    """Open cards of columns that lie on the next higher one of their suit."""
    return sum(
        below == above + 1
        for pile in table.piles
        if pile.kind == "column"
        for cards in [[card & 63 for card in pile.cards[len(pile.cards) - pile.up :]]]
        for below, above in pairwise(cards)
    )


@settings(max_examples=100)
@given(BEGINNINGS, CHOICES)
def test_no_help_names_the_move_of_a_whole_column_to_an_empty_one(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    if game.won or game.table.variant.family == "maze":
        return
    found = game.walk()
    way = found.run(200) if found is not None else None
    for line in (game.hint().line, way.moves if way is not None else []):
        copy = game.table.copy()
        for move in line:
            source, goal = copy.piles[move.source], copy.piles[move.target]
            if move != DEAL and source.kind == goal.kind == "column":
                assert goal.cards or move.count < len(source.cards)
            family(copy.variant).play(copy, move)


@settings(max_examples=100)
@given(beginnings("spider") | beginnings("klondike"), CHOICES)
def test_a_way_is_legal_and_ends_in_progress(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    search = game.walk()
    way = search.run(300) if search is not None and not game.won else None
    if way is None or way.status != "way":
        return
    assert way.moves
    start = game.table.copy()
    best = list(game.best)
    unseen = {card for card in faces(game.table) if card not in game.seen}
    waste = len(waste_and_stock(game.table))
    for move in way.moves:
        assert not isinstance(game.act(game.notation(move)), Reason)
    if game.table.variant.family == "spider":
        assert spider_progress(start, game.table)
    else:
        assert (
            unseen & game.seen
            or any(now > then for now, then in zip(game.best, best, strict=True))
            or len(waste_and_stock(game.table)) < waste
        )


def waste_and_stock(table: Table) -> list[int]:
    return [card for pile in table.piles if pile.kind in ("waste", "stock") for card in pile.cards]


def spider_progress(before: Table, after: Table) -> bool:
    def empty(table: Table) -> int:
        return sum(not pile.cards for pile in table.piles[:10])

    if hidden(after) < hidden(before) or spider.home(after) > spider.home(before):
        return True
    more = joined(after) - joined(before)
    return more > 0 or (more == 0 and empty(after) > empty(before))


def hidden(table: Table) -> int:
    return sum(len(pile.cards) - pile.up for pile in table.piles[:10])


def small_spider(chance: Random) -> Table:
    """A few open cards of two suits, some face-down ones below, no stock."""
    table = deal(deal_id(VARIANTS["spider-2"], 1))
    cards = [suit << 4 | rank for suit in (0, 1) for rank in range(1, 9)] * 2
    chance.shuffle(cards)
    for pile in table.piles:
        pile.cards, pile.up = [], 0
    for pile in table.piles[: chance.randrange(2, 5)]:
        pile.cards = [cards.pop() for _ in range(chance.randrange(1, 5))]
        pile.up = chance.randrange(1, len(pile.cards) + 1)
    # The other columns hold aces, on which nothing goes, and which go on few twos.
    for pile in table.piles[:10]:
        if not pile.cards and chance.random() < 0.93:
            pile.cards, pile.up = [0, 1 if chance.random() < 0.3 else 13], 1
    return table


def plain_walk(table: Table, most: int) -> bool | None:
    """Whether progress can be reached, by trying all moves of the rules; None if there are too many positions."""

    def key(t: Table) -> tuple[tuple[int, ...], ...]:
        return tuple(sorted((pile.up, *pile.cards) for pile in t.piles[:10]))

    queue, known = deque([table.copy()]), {key(table)}
    while queue:
        at = queue.popleft()
        for move in spider.legal_moves(at):
            steps = spider.play(at, move)
            if spider_progress(table, at):
                return True
            if key(at) not in known:
                known.add(key(at))
                queue.append(at.copy())
            take_back(at, steps)
        if len(known) > most:
            return None
    return False


def check_walks(seed: int, tables: int) -> dict[bool, int]:
    chance = Random(seed)
    agreed = {True: 0, False: 0}
    for _ in range(tables):
        table = small_spider(chance)
        expected = plain_walk(table, 1_500)
        if expected is None:
            continue
        search = hints.walk(view(table, set()), [])
        assert search is not None
        way = search.run(20_000)
        assert way is not None
        assert way.status == ("way" if expected else "none"), state(table)
        agreed[expected] += 1
    return agreed


def test_no_progress_is_said_exactly_where_trying_all_moves_finds_none() -> None:
    agreed = check_walks(5, 60)
    assert min(agreed.values()) >= 10


@pytest.mark.slow
def test_no_progress_is_never_said_wrongly_on_many_tables() -> None:
    agreed = check_walks(6, 1_500)
    assert min(agreed.values()) >= 200


@settings(max_examples=60)
@given(beginnings("klondike"), CHOICES)
def test_the_cards_that_drawing_brings_are_those_that_it_does_bring(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    while not game.won and any(card not in game.seen for card in game.table.piles[7].cards):
        game.act("D")
    expected = draws_to(game.view())
    tops: dict[int, int] = {}
    stock, waste = game.table.piles[7], game.table.piles[8]
    for draws in range(2 * (len(stock.cards) + len(waste.cards)) + 4):
        if waste.cards:
            tops.setdefault(waste.cards[-1] & 63, draws)
        if "D" in game.legal():
            game.act("D")
    assert dict(expected) == tops


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=25)
@given(seed=SEEDS, choices=CHOICES, shuffle=st.integers(0, 2**32))
def test_two_deals_that_look_the_same_get_the_same_help(
    variant: str, seed: int, choices: list[int], shuffle: int
) -> None:
    game = Attempt(deal_id(VARIANTS[variant], seed))
    actions = walk(game, choices)
    start = deal(deal_id(VARIANTS[variant], seed))
    unseen = [card for card in faces(start) if card not in game.seen]
    mixed = unseen.copy()
    Random(shuffle).shuffle(mixed)
    other = dict(zip(unseen, mixed, strict=True))
    for pile in start.piles:
        pile.cards = [other.get(card, card) for card in pile.cards]
    twin = Attempt(start)
    for action in actions:
        twin.act(action)
    assert repr(game.view()) == repr(twin.view())
    assert help_of(game) == help_of(twin)


def help_of(game: Attempt) -> str:
    """All help, byte for byte."""
    search = game.walk()
    hint = game.hint() if not game.won else None
    return repr((hint, search.run(50) if search is not None else None, game.taps(), game.legal(), game.finish()))


@pytest.mark.parametrize("variant", [one.id for one in VARIANTS.values() if one.family != "maze"])
def test_whoever_follows_help_comes_to_an_end(variant: str) -> None:
    game, plan = Attempt(deal_id(VARIANTS[variant], 4)), list[Move]()
    for _ in range(400):
        if game.won:
            return
        if not plan:
            hint = game.hint()
            search = game.walk() if hint.advice not in PROGRESS else None
            way = search.run(100) if search is not None else None
            plan = way.moves if way is not None and way.moves else list(hint.line)
        if not plan:
            return
        assert not isinstance(game.act(game.notation(plan.pop(0))), Reason)
    pytest.fail("goes round in circles")
