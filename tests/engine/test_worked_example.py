"""The opening that document 001 plays: a deal that agrees with every card it names, replayed move by move."""

from engine import cards
from engine.attempt import Attempt
from engine.games import VARIANTS, spider
from engine.reasons import Reason
from engine.table import Table
from tests.engine.tables import columns, text

# Bottom to top; `?` is a card that the document does not name.
COLUMNS = [
    "? ? ? ? 6H 7S",
    "? ? AH 3S 4S 8H",
    "? ? ? ? ? KS",
    "? ? ? 4H 10S 6S",
    "? ? ? ? 8S",
    "? ? 3H 9S 5H",
    "? ? ? QS QH",
    "? ? ? ? 9H",
    "? ? ? JH 7H",
    "KH 5S 2S 10H JS",
]
MOVES = [
    ("1>5", 0, "6H"),
    ("4>5", 3, "10S"),
    ("6>1", 5, "9S"),
    ("6>4", 5, "3H"),
    ("2>8", 1, "4S"),
    ("9>8", 8, "JH"),
    ("7>3", 6, "QS"),
    ("10>7", 9, "10H"),
    ("10>9", 9, "2S"),
    ("4>7x2", 3, "4H"),
    ("2>1", 1, "3S"),
    ("2>1", 1, "AH"),
    ("10>1", 9, "5S"),
    ("10>5", 9, "KH"),
]


def agreeing_deal() -> Table:
    """A whole two-suit deal, dealt by the rules: unnamed cards are those of the pack that are not named."""
    variant = VARIANTS["spider-2"]
    pool = cards.pack(variant.deck, variant.suits)
    layout = [column.split() for column in COLUMNS]
    taken: dict[tuple[int, int], int] = {}
    for at, column in enumerate(layout):
        for row, word in enumerate(column):
            if word != "?":
                card = next(card for card in pool if cards.format(card, variant.deck) == word)
                pool.remove(card)
                taken[at, row] = card
    order = []
    for row in range(6):
        for at, column in enumerate(layout):
            if row < len(column):
                order.append(taken.get((at, row)) or pool.pop())
    return spider.start(variant, order + pool)


def test_the_cards_in_sight() -> None:
    game = Attempt(agreeing_deal())
    assert " ".join(column.split()[-1] for column in columns(game.view())) == "7S 8H KS 6S 8S 5H QH 9H 7H JS"
    assert sum(len(pile.cards) for pile in game.table.piles) == 104


def test_every_move_is_legal_and_reveals_the_card_that_the_document_names() -> None:
    game = Attempt(agreeing_deal())
    for action, column, revealed in MOVES:
        assert action in game.legal()
        steps = game.act(action)
        assert not isinstance(steps, Reason)
        assert [(step.op, step.pile, step.faces) for step in steps[1:]] == [
            ("up", column, bytes([cards.parse(revealed, "french")]))
        ]
        assert text(game.view(), column).split()[-1] == revealed


def test_what_the_document_says_along_the_way() -> None:
    game = Attempt(agreeing_deal())
    assert {"1>2", "1>5"} <= set(game.legal())  # the seven may go on either eight
    assert game.tap(0, 1) == "1>5"  # the same suit first
    for action, _, _ in MOVES[:2]:
        game.act(action)
    assert text(game.view(), 4).endswith("8S 7S 6S")
    for action, _, _ in MOVES[2:6]:
        game.act(action)
    assert text(game.view(), 7).endswith("9H 8H 7H")
    for action, _, _ in MOVES[6:12]:
        game.act(action)
    assert text(game.view(), 0).endswith("6H 5H 4S 3S")
    assert game.tap(0, 4) is Reason.MIXED_SUITS
    for action, _, _ in MOVES[12:]:
        game.act(action)
    assert text(game.view(), 9) == "KH"
    assert game.refusal("1>5x5") is Reason.MIXED_SUITS
    assert game.refusal("1>5x3") is None
    assert game.counters() == {"moves": 14, "actions": 14, "undos": 0, "rows": 5, "sets": 0, "down": 30}
