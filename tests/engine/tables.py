"""Tables written as text, so that a test of a rule reads like the rule.

A column is a string of cards from bottom to top, ``|`` between those that lie face down and those that are face up:
``"4C | 9S 8S"``. Without ``|`` all are face up; an empty string is an empty column. A test that concerns several
variants writes its tables once, with French cards; `Game` lays their twins of each variant.
"""

from pathlib import Path

from engine import cards
from engine.cards import COPY, DECKS
from engine.games import VARIANTS, family, klondike, maze, spider
from engine.moves import Move, parse
from engine.reasons import Reason
from engine.table import Pile, PileKind, Table, TableLike
from engine.variant import Variant

DATA = Path(__file__).parent.parent / "data"

FIGURES = {"A": "1", "J": "10", "Q": "11", "K": "12"}
"""French ranks and the Spanish ones in their place; a French ten has none."""

ROW = "KS KH KD KC KS KH KD KC QS QH"
"""A row that completes nothing."""
KING_TO_TWO = "KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"
"""A set that lacks its ace."""


class Reader:
    """Reads the piles of one table; equal cards become different copies, so that no card is there twice."""

    def __init__(self, game: Variant) -> None:
        self.game = game
        self.used: dict[int, int] = {}

    def cards(self, text: str) -> list[int]:
        found = []
        for word in text.split():
            card = cards.parse(word, self.game.deck)
            found.append(card + COPY * self.used.get(card, 0))
            self.used[card] = self.used.get(card, 0) + 1
        return found

    def pile(self, kind: PileKind, text: str) -> Pile:
        down, bar, up = text.rpartition("|")
        shown = self.cards(up)
        return Pile(kind, self.cards(down) + shown if bar else shown, len(shown))


def suit_up_to(game: Variant, suit: int, rank: int) -> str:
    """The cards of a suit from its ace to this rank, as text."""
    return " ".join(cards.format(cards.code(suit, each + 1), game.deck) for each in range(rank))


def spider_table(*columns: str, stock: str = "", sets: int = 0, variant: str = "spider-4") -> Table:
    """A Spider table with these columns, the missing ones empty.

    `stock`: its cards, the next one to be dealt first. `sets`: how many sets of its first suit have left.
    """
    game = VARIANTS[variant]
    read = Reader(game)
    piles = [read.pile("column", text) for text in [*columns, *[""] * (spider.COLUMNS - len(columns))]]
    piles.append(Pile("stock", read.cards(stock)[::-1]))
    whole = " ".join(reversed(suit_up_to(game, game.suits[0], len(DECKS[game.deck].ranks)).split()))
    piles += [read.pile("foundation", whole if number < sets else "") for number in range(spider.SETS)]
    return Table(game, piles)


def klondike_table(
    *columns: str,
    stock: str = "",
    waste: str = "",
    home: tuple[int, int, int, int] = (0, 0, 0, 0),
    variant: str = "klondike-1",
) -> Table:
    """A Klondike table with these columns, the missing ones empty.

    `stock`: its cards, the next one to be drawn first. `waste`: its cards, the playable one last. `home`: how many
    cards lie on each foundation.
    """
    game = VARIANTS[variant]
    read = Reader(game)
    piles = [read.pile("column", text) for text in [*columns, *[""] * (klondike.COLUMNS - len(columns))]]
    piles += [Pile("stock", read.cards(stock)[::-1]), read.pile("waste", waste)]
    piles += [read.pile("foundation", suit_up_to(game, suit, rank)) for suit, rank in enumerate(home)]
    return Table(game, piles)


def maze_table(text: str) -> Table:
    """A Maze table from its cells in reading order, ``-`` for a gap; cells that are not named are gaps."""
    read = Reader(VARIANTS["maze"])
    words = text.split()
    words += ["-"] * (maze.CELLS - len(words))
    return Table(read.game, [read.pile("cell", word.strip("-")) for word in words])


class Game:
    """One variant, its cards written as their French twins.

    S H D C are the suits of its pack, in their order, as many as there are; K Q J A are the 12 11 10 1 of the Spanish
    deck. A card without a twin is a KeyError: a ten in the Spanish deck, hearts in a game of one suit.
    """

    def __init__(self, variant: str) -> None:
        self.id = variant
        self.variant = VARIANTS[variant]
        deck = DECKS[self.variant.deck]
        self.top = len(deck.ranks)
        ranks = [*FIGURES, *map(str, range(2, 10 if self.variant.deck == "spanish" else 11))]
        own = FIGURES if self.variant.deck == "spanish" else {}
        suits = dict(zip("SHDC", [deck.suits[suit] for suit in dict.fromkeys(self.variant.suits)], strict=False))
        self.suits = [*suits]
        self._own = {rank + name: own.get(rank, rank) + suit for rank in ranks for name, suit in suits.items()}
        self._french = {own: french for french, own in self._own.items()}

    def __str__(self) -> str:
        return self.id

    def own(self, french: str) -> str:
        """These cards as the variant's deck has them."""
        return " ".join(word if word == "|" else self._own[word] for word in french.split())

    def text(self, t: TableLike, pile: int | str) -> str:
        """A pile, see `text`, in French cards."""
        return " ".join(self._french.get(word, word) for word in text(t, pile).split())

    def columns(self, t: TableLike) -> list[str]:
        """The columns, see `columns`, in French cards."""
        return [self.text(t, at) for at, pile in enumerate(t.piles) if pile.kind == "column"]

    def spider(self, *columns: str, stock: str = "", sets: int = 0) -> Table:
        """A `spider_table` of this variant."""
        return spider_table(*map(self.own, columns), stock=self.own(stock), sets=sets, variant=self.id)

    def klondike(
        self, *columns: str, stock: str = "", waste: str = "", home: tuple[int, int, int, int] = (0, 0, 0, 0)
    ) -> Table:
        """A `klondike_table` of this variant."""
        laid = map(self.own, columns)
        return klondike_table(*laid, stock=self.own(stock), waste=self.own(waste), home=home, variant=self.id)

    def play(self, t: Table, notation: str) -> list[str]:
        """Play a legal move and return the columns in French cards."""
        play(t, notation)
        return self.columns(t)

    def suit(self, letter: str) -> list[str]:
        """A whole suit of the pack from its king to its ace, in French cards."""
        order = ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]
        return [rank + letter for rank in order if rank + letter in self._own]


def text(t: TableLike, pile: int | str) -> str:
    """A pile, by index or name, written as `spider_table` reads it; a card not seen is ``?``."""
    one = t.piles[pile if isinstance(pile, int) else family(t.variant).layout(t.variant).index[pile]]
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
    rules = family(t.variant)
    reason = rules.refusal(t, move(t, notation))
    assert (move(t, notation) in rules.legal_moves(t)) == (reason is None)
    assert state(t) == before
    return reason


def play(t: Table, notation: str) -> list[str]:
    """Play a legal move and return the columns."""
    assert refusal(t, notation) is None
    family(t.variant).play(t, move(t, notation))
    return columns(t)


def lines(name: str) -> list[str]:
    """The lines of a file under tests/data, without comments."""
    content = (DATA / name).read_text(encoding="ascii").splitlines()
    return [line for line in content if line and not line.startswith("#")]
