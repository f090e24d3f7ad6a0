"""What holds for every game, whoever plays it and however: property tests."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import moves
from engine.attempt import UNDO, Attempt
from engine.deals import deal, deal_id
from engine.games import VARIANTS, family, spider
from engine.moves import DEAL, Move
from engine.reasons import Reason
from engine.table import Pile, Step, Table, TableLike
from engine.views import PileView, View, view
from tests.engine.plain import plain
from tests.engine.tables import state
from tests.engine.walks import BEGINNINGS, CHOICES, begin, beginnings, choose, walk


def every_move(t: TableLike) -> list[Move]:
    """All moves that can be written down with the piles of this table, and some with piles that are not there."""
    piles = range(-1, len(t.piles) + 1)
    counts = range(-1, max(len(pile.cards) for pile in t.piles if pile.kind != "stock") + 2)
    return [DEAL, *[Move(a, b, n) for a in piles for b in piles for n in counts if (a, b, n) != DEAL]]


FEWER = settings(max_examples=settings().max_examples // 3)
FEWEST = settings(max_examples=settings().max_examples // 10)
"""For what is dear to try."""


def answers(game: Attempt, t: TableLike) -> list[object]:
    """All that the rules say about a table or a view."""
    rules = family(game.table.variant)
    piles = [(pile, count) for pile in range(-1, len(t.piles) + 1) for count in range(16)]
    return [
        rules.legal_moves(t),
        [rules.refusal(t, move) for move in every_move(t)],
        rules.taps(t),
        [rules.tap(t, pile, count) for pile, count in piles],
        rules.counters(t),
        rules.home(t),
        rules.is_won(t),
    ]


@FEWER
@given(BEGINNINGS, CHOICES)
def test_a_move_is_in_the_list_exactly_if_it_is_not_refused(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    rules = family(game.table.variant)
    legal = rules.legal_moves(game.table)
    assert len(set(legal)) == len(legal)
    assert {move for move in every_move(game.table) if rules.refusal(game.table, move) is None} == set(legal)


@FEWEST
@given(BEGINNINGS, CHOICES)
def test_the_rules_say_the_same_of_a_view_as_of_its_table(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    assert answers(game, game.view()) == answers(game, game.table)
    assert answers(game, view(game.table, set())) == answers(game, game.table)


@given(BEGINNINGS, CHOICES)
def test_taps_are_legal_and_are_all_that_a_tap_can_do(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    rules, t = family(game.table.variant), game.view()
    legal = rules.legal_moves(game.table)
    taps = rules.taps(t)
    assert taps == [move for move in legal if move in set(taps)]
    places = dict.fromkeys((at, count) for at, pile in enumerate(t.piles) for count in range(len(pile.cards) + 2))
    done = {place: answer for place in places if isinstance(answer := rules.tap(t, *place), Move)}
    assert {place: move for place, move in done.items() if move != DEAL} == {
        (move.source, move.count): move for move in taps if move != DEAL
    }
    assert (DEAL in done.values()) == (DEAL in taps) == (DEAL in legal)


@given(beginnings("spider"), CHOICES)
def test_in_spider_a_tap_moves_each_block_that_can_go_anywhere(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    legal = spider.legal_moves(game.table)
    taps = spider.taps(game.view())
    assert [(tap.source, tap.count) for tap in taps] == list(dict.fromkeys((one.source, one.count) for one in legal))


@given(beginnings("klondike") | beginnings("maze"), CHOICES)
def test_where_a_tap_does_nothing_there_is_no_target_or_one_to_choose(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    rules, t = family(game.table.variant), game.view()
    targets: dict[tuple[int, int], int] = {}
    for move in rules.legal_moves(t):
        targets[move.source, move.count] = targets.get((move.source, move.count), 0) + 1
    for at, pile in enumerate(t.piles):
        if pile.kind == "stock":
            continue
        for count in range(1, len(pile.cards) + 1):
            answer = rules.tap(t, at, count)
            if answer is Reason.CHOOSE_A_TARGET:
                assert targets[at, count] > 1 or pile.kind == "foundation"
            elif isinstance(answer, Reason):
                assert (at, count) not in targets


@given(BEGINNINGS, CHOICES)
def test_a_plain_second_writing_of_the_rules_plays_the_same_game(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    other = plain(game.table)
    for choice in choices[:20]:
        legal = game.legal()
        assert set(legal) == other.legal()
        action = choose(game, choice)
        if action is None or action == UNDO:
            continue
        game.act(action)
        other = other.after(action)
        assert plain(game.table).facts() == other.facts()


@given(BEGINNINGS, CHOICES)
def test_an_attempt_is_the_fold_of_its_actions(beginning: list[str], choices: list[int]) -> None:
    live = begin(beginning)
    log = beginning[1:] + walk(live, choices)
    again = begin([beginning[0], *log])
    assert state(again.table) == state(live.table)
    assert (again.seen, again.view(), again.counters()) == (live.seen, live.view(), live.counters())
    assert (again.version, again.moves, again.undos) == (live.version, live.moves, live.undos)
    assert live.version == len(log)


@given(BEGINNINGS, CHOICES)
def test_a_line_without_its_undone_moves_leads_to_the_same_table(beginning: list[str], choices: list[int]) -> None:
    live = begin(beginning)
    line = beginning[1:]
    for action in walk(live, choices):
        if action == UNDO:
            line.pop()
        else:
            line.append(action)
    again = begin([beginning[0], *line])
    assert state(again.table) == state(live.table)
    assert again.moves == live.moves == len(line)
    assert again.seen <= live.seen


@given(BEGINNINGS, CHOICES)
def test_undoing_everything_gives_the_deal_back(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    seen = set(game.seen)
    while game.moves:
        assert not isinstance(game.act(UNDO), Reason)
    assert state(game.table) == state(deal(beginning[0]))
    assert game.seen == seen
    assert game.act(UNDO) is Reason.NOTHING_TO_UNDO


def applied(piles: Sequence[Pile], steps: list[Step]) -> list[Pile]:
    """What a client makes of the piles it was shown and of the steps it is sent, knowing no rule."""
    shown = list(piles)
    for step in steps:
        op, pile, target, count = step.op, step.pile, step.target, step.count
        kind, cards, up = shown[pile].kind, shown[pile].cards, shown[pile].up
        if op == "move":
            goal = shown[target]
            turned = min(count, up)
            shown[pile] = PileView(kind, cards[:-count], up - turned)
            shown[target] = PileView(goal.kind, goal.cards + cards[-count:], goal.up + turned)
        elif op == "up":
            start = len(cards) - up - count
            shown[pile] = PileView(kind, cards[:start] + list(step.faces) + cards[start + count :], up + count)
        elif op == "down":
            shown[pile] = PileView(kind, cards, up - count)
        else:
            shown[pile] = PileView(kind, cards[:-count] + cards[-count:][::-1], up)
    return shown


@given(BEGINNINGS, CHOICES)
def test_the_steps_alone_lead_from_one_view_to_the_next(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    for choice in choices:
        action = choose(game, choice)
        if action is not None:
            before = game.view()
            steps = game.act(action)
            assert not isinstance(steps, Reason)
            assert applied(before.piles, steps) == list(game.view().piles)


def with_other_hidden_cards(table: Table, seen: set[int], random: Random) -> Table:
    """The table with those cards in other places that are not in `seen`."""
    unseen = [card for pile in table.piles for card in pile.cards if card not in seen]
    random.shuffle(unseen)
    others = iter(unseen)
    for pile in table.piles:
        pile.cards = [card if card in seen else next(others) for card in pile.cards]
    return table


@FEWER
@given(BEGINNINGS, CHOICES, st.randoms(use_true_random=False))
def test_nothing_that_is_said_depends_on_a_card_never_seen(
    beginning: list[str], choices: list[int], random: Random
) -> None:
    """Two deals that agree on all cards seen give the same views, lists, taps, refusals and steps."""
    live = begin(beginning)
    log = beginning[1:] + walk(live, choices)
    one, other = Attempt(beginning[0]), Attempt(with_other_hidden_cards(deal(beginning[0]), live.seen, random))
    for action in log:
        assert one.view().wire() == other.view().wire()
        assert (one.legal(), one.taps(), one.counters()) == (other.legal(), other.taps(), other.counters())
        assert one.act(action) == other.act(action)
    assert one.view() == other.view()
    assert answers(one, one.table) == answers(other, other.table)
    for action in one.legal():
        steps, others = one.act(action), other.act(action)
        assert not isinstance(steps, Reason)
        assert not isinstance(others, Reason)
        for step, twin in zip(steps, others, strict=False):
            assert (step.op, step.pile, step.target, step.count) == (twin.op, twin.pile, twin.target, twin.count)
            if step.faces != twin.faces:
                break
        else:
            assert steps == others
        one.act(UNDO)
        other.act(UNDO)


@given(BEGINNINGS, CHOICES)
def test_every_legal_move_is_written_and_read_back(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    rules = family(game.table.variant)
    layout = rules.layout(game.table.variant)
    assert [moves.parse(text, layout) for text in game.legal()] == rules.legal_moves(game.table)
    assert [game.refusal(text) for text in game.legal()] == [None] * len(game.legal())


class Play(RuleBasedStateMachine):
    """Any mixture of legal moves, rows, undos and nonsense."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Attempt(deal("S4-00000-00000-00002"))
        self.before: list[object] = []
        self.cards: list[int] = []
        self.seen: set[int] = set()
        self.actions = 0

    @initialize(beginning=BEGINNINGS)
    def deal(self, beginning: list[str]) -> None:
        self.game = Attempt(beginning[0])
        self.cards = sorted(card for pile in self.game.table.piles for card in pile.cards)
        for action in beginning[1:]:
            self.play(action)

    def play(self, action: str) -> None:
        self.before.append(state(self.game.table))
        assert not isinstance(self.game.act(action), Reason)
        self.actions += 1

    @precondition(lambda self: self.game.legal())
    @rule(choice=st.integers(0, 200))
    def move(self, choice: int) -> None:
        legal = self.game.legal()
        self.play(legal[choice % len(legal)])

    @precondition(lambda self: self.game.refusal("D") is None)
    @rule()
    def row(self) -> None:
        self.play("D")

    @precondition(lambda self: self.before)
    @rule()
    def undo(self) -> None:
        assert not isinstance(self.game.act(UNDO), Reason)
        self.actions += 1
        assert state(self.game.table) == self.before.pop()

    @rule(
        text=st.text(max_size=8)
        | st.from_regex(r"([1-9]|10|S|W|F1|11)>([1-9]|10|S|W|F1)(x[0-9]{1,2})?", fullmatch=True)
        | st.from_regex(r"r[0-7]c[0-9]<r[1-6]c[1-9]", fullmatch=True)
    )
    def anything(self, text: str) -> None:
        if text in self.game.legal() or text.removesuffix("x1") in self.game.legal() or text == UNDO:
            return
        before = (state(self.game.table), self.game.view(), self.game.counters(), set(self.game.seen))
        reason = self.game.refusal(text)
        assert isinstance(reason, Reason)
        assert self.game.act(text) is reason
        assert (state(self.game.table), self.game.view(), self.game.counters(), self.game.seen) == before

    @invariant()
    def cards_are_conserved(self) -> None:
        if self.cards:
            assert sorted(card for pile in self.game.table.piles for card in pile.cards) == self.cards

    @invariant()
    def what_was_seen_stays_known(self) -> None:
        face_up = {card for pile in self.game.table.piles for card in pile.cards[len(pile.cards) - pile.up :]}
        assert self.seen | face_up <= self.game.seen
        self.seen = set(self.game.seen)
        assert self.game.view() == view(self.game.table, self.game.seen)

    @invariant()
    def every_column_shows_its_last_card_the_stock_shows_none_and_all_else_lies_open(self) -> None:
        for pile in self.game.table.piles:
            if pile.kind == "column":
                assert bool(pile.cards) == (pile.up > 0)
            else:
                assert pile.up == (0 if pile.kind == "stock" else len(pile.cards))

    @invariant()
    def counters_count(self) -> None:
        counters = self.game.counters()
        assert (counters["moves"], counters["actions"]) == (len(self.before), self.actions)
        assert counters["actions"] == counters["moves"] + 2 * counters["undos"]
        assert (self.game.moves, self.game.version, self.game.undos) == (
            counters["moves"],
            counters["actions"],
            counters["undos"],
        )
        game = self.game.table.variant.family
        assert counters[{"spider": "sets", "klondike": "home", "maze": "placed"}[game]] == self.game.home
        assert counters.get("down", 0) == self.game.down
        whole = {"spider": 8, "klondike": len(self.cards), "maze": 48}[game]
        assert self.game.won == (self.game.home == whole)
        if self.game.won and game == "spider":
            assert self.game.legal() == []

    @invariant()
    def while_the_stock_has_cards_a_column_is_empty_or_dealing_is_legal(self) -> None:
        stock = [pile for pile in self.game.table.piles if pile.kind == "stock" and pile.cards]
        if stock and all(pile.cards for pile in self.game.table.piles if pile.kind == "column"):
            assert self.game.refusal("D") is None

    @invariant()
    def where_no_move_is_left_stock_and_waste_are_empty(self) -> None:
        if not self.game.legal():
            assert [
                pile.cards for pile in self.game.table.piles if pile.kind in ("stock", "waste") and pile.cards
            ] == []

    @invariant()
    def in_maze_some_move_always_exists(self) -> None:
        assert self.game.table.variant.family != "maze" or self.game.legal()


Play.TestCase.settings = settings(FEWER, stateful_step_count=30)
TestPlay = Play.TestCase


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_view_holds_codes_and_counts_only(variant: str) -> None:
    shown = Attempt(deal_id(VARIANTS[variant], 0)).view()
    assert isinstance(shown, View)
    assert all(code < 64 for pile in shown.piles for code in pile.cards)
