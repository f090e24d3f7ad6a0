"""Tables written as text, so that a test of a rule reads like the rule.

A column is a string of cards from bottom to top, ``|`` between those that lie face down and those that are face up:
``"4C | 9S 8S"``. Without ``|`` all are face up; an empty string is an empty column.
"""

from dataclasses import replace
from pathlib import Path

from engine import cards
from engine.cards import COPY, DECKS
from engine.games import VARIANTS, family, spider
from engine.moves import Move, parse
from engine.reasons import Reason
from engine.table import Pile, PileKind, Table, TableLike
from engine.variant import Variant

DATA = Path(__file__).parent.parent / "data"

ROW = "KS KH KD KC KS KH KD KC QS QH"
"""A row that completes nothing."""
KING_TO_TWO = "KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"
"""A set that lacks its ace."""

SPANISH = replace(VARIANTS["spider-4"], id="test", deck="spanish", columns=(5,) * 6 + (4,) * 4, deal_when_short=True)
"""Spanish Spider, as far as it differs: data only."""


def spider_table(*columns: str, stock: str = "", sets: int = 0, variant: str | Variant = "spider-4") -> Table:
    """A Spider table with these columns, the missing ones empty.

    `stock`: its cards, the next one to be dealt first. `sets`: how many sets of spades have left already.
    """
    game = VARIANTS[variant] if isinstance(variant, str) else variant
    used: dict[int, int] = {}

    def read(text: str) -> list[int]:
        """Cards with copies, so that no card is there twice."""
        found = []
        for word in text.split():
            card = cards.parse(word, game.deck)
            found.append(card + COPY * used.get(card, 0))
            used[card] = used.get(card, 0) + 1
        return found

    def pile(kind: PileKind, text: str) -> Pile:
        down, bar, up = text.rpartition("|")
        shown = read(up)
        return Pile(kind, read(down) + shown if bar else shown, len(shown))

    piles = [pile("column", text) for text in [*columns, *[""] * (spider.COLUMNS - len(columns))]]
    piles.append(Pile("stock", read(stock)[::-1]))
    whole = " ".join(f"{rank}{DECKS[game.deck].suits[0]}" for rank in reversed(DECKS[game.deck].ranks))
    piles += [pile("foundation", whole if number < sets else "") for number in range(spider.SETS)]
    return Table(game, piles)


def text(t: TableLike, pile: int) -> str:
    """A pile written as `spider_table` reads it; a card not seen is ``?``."""
    one = t.piles[pile]
    words = [cards.format(card, t.variant.deck) if card else "?" for card in one.cards]
    if one.up < len(words):
        words.insert(len(words) - one.up, "|")
    return " ".join(words)


def columns(t: TableLike) -> list[str]:
    """The columns as `spider_table` reads them."""
    return [text(t, at) for at, pile in enumerate(t.piles) if pile.kind == "column"]


def state(t: Table) -> list[tuple[str, list[int], int]]:
    """All there is to a table, to compare."""
    return [(pile.kind, pile.cards.copy(), pile.up) for pile in t.piles]


def move(t: TableLike, notation: str) -> Move:
    """The move that a notation means on this table."""
    found = parse(notation, family(t.variant).layout(t.variant))
    assert found is not None
    return found


def refusal(t: Table, notation: str) -> Reason | None:
    """The reason, after making sure that the list of legal moves and the tables agree with it."""
    before = state(t)
    reason = spider.refusal(t, move(t, notation))
    assert (move(t, notation) in spider.legal_moves(t)) == (reason is None)
    assert state(t) == before
    return reason


def play(t: Table, notation: str) -> list[str]:
    """Play a legal move and return the columns."""
    assert refusal(t, notation) is None
    spider.play(t, move(t, notation))
    return columns(t)


def lines(name: str) -> list[str]:
    """The lines of a file under tests/data, without comments."""
    content = (DATA / name).read_text(encoding="ascii").splitlines()
    return [line for line in content if line and not line.startswith("#")]
