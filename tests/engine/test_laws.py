"""What holds for every game, whoever plays it and however: property tests."""

from collections.abc import Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import moves
from engine.attempt import UNDO, Attempt
from engine.deals import deal
from engine.games import family, spider
from engine.moves import DEAL, Move
from engine.reasons import Reason
from engine.table import Step, Table, TableLike
from engine.views import PileView, View, view
from tests.engine.plain_spider import Plain
from tests.engine.tables import state
from tests.engine.walks import BEGINNINGS, CHOICES, begin, choose, walk


def every_move(t: TableLike) -> list[Move]:
    """All moves that can be written down with the piles of this table, and some with piles that are not there."""
    piles = range(-1, len(t.piles) + 1)
    counts = range(-1, max(len(pile.cards) for pile in t.piles[:10]) + 3)
    return [DEAL, *[Move(a, b, n) for a in piles for b in piles for n in counts if (a, b, n) != DEAL]]


def answers(game: Attempt, t: TableLike) -> list[object]:
    """All that the rules say about a table or a view."""
    rules = family(game.table.variant)
    piles = [(pile, count) for pile in range(-1, 20) for count in range(16)]
    return [
        rules.legal_moves(t),
        [rules.refusal(t, move) for move in every_move(t)],
        rules.taps(t),
        [rules.tap(t, pile, count) for pile, count in piles],
        rules.counters(t),
        rules.home(t),
        rules.is_won(t),
    ]


@settings(max_examples=25)
@given(BEGINNINGS, CHOICES)
def test_a_move_is_in_the_list_exactly_if_it_is_not_refused(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    rules = family(game.table.variant)
    legal = rules.legal_moves(game.table)
    assert len(set(legal)) == len(legal)
    assert {move for move in every_move(game.table) if rules.refusal(game.table, move) is None} == set(legal)


@settings(max_examples=25)
@given(BEGINNINGS, CHOICES)
def test_the_rules_say_the_same_of_a_view_as_of_its_table(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    walk(game, choices)
    assert answers(game, game.view()) == answers(game, game.table)
    assert answers(game, view(game.table, set())) == answers(game, game.table)


@given(BEGINNINGS, CHOICES)
def test_taps_are_legal_and_there_is_one_for_each_block_that_can_go_anywhere(
    beginning: list[str], choices: list[int]
) -> None:
    game = begin(beginning)
    walk(game, choices)
    legal = spider.legal_moves(game.table)
    taps = spider.taps(game.view())
    assert set(taps) <= set(legal)
    assert [(tap.source, tap.count) for tap in taps] == list(dict.fromkeys((one.source, one.count) for one in legal))
    for tap in taps:
        assert spider.tap(game.view(), spider.STOCK if tap == DEAL else tap.source, tap.count) == tap


@given(BEGINNINGS, CHOICES)
def test_a_plain_second_writing_of_the_rules_plays_the_same_game(beginning: list[str], choices: list[int]) -> None:
    game = begin(beginning)
    plain = Plain.of(game.table)
    for choice in choices:
        legal = game.legal()
        assert set(legal) == plain.legal()
        action = choose(game, choice)
        if action is None or action == UNDO:
            continue
        game.act(action)
        plain = plain.after(action)
        assert Plain.of(game.table).facts() == plain.facts()


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


def applied(piles: Sequence[PileView], steps: list[Step]) -> list[PileView]:
    """What a client makes of the piles it was shown and of the steps it is sent, knowing no rule."""
    shown = list(piles)
    for op, pile, target, count, faces in steps:
        kind, cards, up = shown[pile]
        if op == "move":
            goal = shown[target]
            turned = min(count, up)
            shown[pile] = PileView(kind, cards[:-count], up - turned)
            shown[target] = PileView(goal.kind, goal.cards + cards[-count:], goal.up + turned)
        elif op == "up":
            start = len(cards) - up - count
            shown[pile] = PileView(kind, cards[:start] + faces + cards[start + count :], up + count)
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


@settings(max_examples=40)
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
            assert step[:4] == twin[:4]
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

    @rule(text=st.text(max_size=8) | st.from_regex(r"([1-9]|10|S|F1|11)>([1-9]|10|S|F1)(x[0-9]{1,2})?", fullmatch=True))
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
    def every_column_shows_its_last_card_and_the_stock_shows_none(self) -> None:
        for pile in self.game.table.piles:
            if pile.kind == "column":
                assert bool(pile.cards) == (pile.up > 0)
            else:
                assert pile.up == (len(pile.cards) if pile.kind == "foundation" else 0)

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
        assert (counters["sets"], counters["down"]) == (self.game.home, self.game.down)
        assert self.game.won == (self.game.home == 8)
        if self.game.won:
            assert self.game.legal() == []

    @invariant()
    def while_the_stock_has_cards_a_column_is_empty_or_dealing_is_legal(self) -> None:
        piles = self.game.table.piles
        full = all(pile.cards for pile in piles if pile.kind == "column")
        assert (self.game.refusal("D") is None) == (full and bool(piles[spider.STOCK].cards))


Play.TestCase.settings = settings(max_examples=40, stateful_step_count=30)
TestPlay = Play.TestCase


def test_a_view_holds_codes_and_counts_only() -> None:
    shown = Attempt("S4-00000-00000-00002").view()
    assert isinstance(shown, View)
    assert all(code < 64 for pile in shown.piles for code in pile.cards)
