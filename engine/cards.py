"""Cards as small numbers, and the two decks.

A card's code is one byte, ``suit * 16 + rank``; 0 stands for a card that may not be seen. Inside a dealt
table a card is ``code + 64 * copy``: the copy tells equal cards of several decks apart, so that the cards a
player has ever *seen* can be remembered. It never leaves the engine: `face` takes it off.
"""

from typing import Final, Literal, NamedTuple

HIDDEN: Final = 0
"""Code of a card that the viewer has never seen."""

COPY: Final = 64
"""Distance between equal cards of two decks inside a table."""

RANK: Final = 15
"""The bits of a card that are its rank: ``card & RANK`` is `rank`, for loops that run for every table."""

FACE: Final = 63
"""The bits of a card that are its code: ``card & FACE`` is `face`, likewise."""

DeckName = Literal["french", "spanish"]


class Deck(NamedTuple):
    """Letters of a deck: the text of a card is its rank followed by its suit."""

    ranks: tuple[str, ...]
    """Text of ranks 1, 2, …; their number is the length of a whole suit."""
    suits: str
    """Letters of suits 0, 1, 2, 3."""


DECKS: Final[dict[str, Deck]] = {
    "french": Deck(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"), "SHDC"),
    "spanish": Deck(("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"), "OCEB"),
}
"""French: spades, hearts, diamonds, clubs. Spanish: oros, copas, espadas, bastos."""


def code(suit: int, rank: int) -> int:
    """Code of a card from its suit (0 to 3) and rank (1 upwards)."""
    return suit << 4 | rank


def rank(card: int) -> int:
    """Rank of a card, 1 upwards; 0 for a hidden one."""
    return card & RANK


def suit(card: int) -> int:
    """Suit of a card, 0 to 3."""
    return card >> 4 & 3


def face(card: int) -> int:
    """The card's code without its copy: what a viewer may be told of it."""
    return card & FACE


def faces(cards: list[int]) -> bytes:
    """The codes of several cards, without their copies."""
    return bytes([card & FACE for card in cards])


def format(card: int, deck: DeckName) -> str:  # noqa: A001 - read as cards.format, beside cards.parse
    """Text of a card: ``AS``, ``10H`` in the French deck, ``12E`` in the Spanish one."""
    names = DECKS[deck]
    return names.ranks[rank(card) - 1] + names.suits[suit(card)]


def parse(text: str, deck: DeckName) -> int:
    """Code of the card with this text. Raises ValueError for anything else."""
    names = DECKS[deck]
    if text[:-1] not in names.ranks or text[-1] not in names.suits:
        raise ValueError(f"no card of the {deck} deck: {text!r}")
    return code(names.suits.index(text[-1]), names.ranks.index(text[:-1]) + 1)


def pack(deck: DeckName, suits: tuple[int, ...]) -> list[int]:
    """All cards of a game in their fixed order: for each entry of `suits` its ranks from lowest to highest.

    A suit that comes again brings the next copy of its cards.
    """
    cards: list[int] = []
    for at, one in enumerate(suits):
        copy = suits[:at].count(one)
        cards += [code(one, step + 1) + COPY * copy for step in range(len(DECKS[deck].ranks))]
    return cards
