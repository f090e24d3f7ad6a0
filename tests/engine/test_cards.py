import pytest

from engine import cards
from engine.cards import DECKS, DeckName
from engine.games import VARIANTS


@pytest.mark.parametrize(
    ("text", "deck", "suit", "rank"),
    [
        ("AS", "french", 0, 1),
        ("10H", "french", 1, 10),
        ("KD", "french", 2, 13),
        ("7C", "french", 3, 7),
        ("1O", "spanish", 0, 1),
        ("10C", "spanish", 1, 10),
        ("12E", "spanish", 2, 12),
        ("7B", "spanish", 3, 7),
    ],
)
def test_a_card_is_written_as_rank_and_suit(text: str, deck: DeckName, suit: int, rank: int) -> None:
    card = cards.parse(text, deck)
    assert card == suit * 16 + rank
    assert (cards.suit(card), cards.rank(card)) == (suit, rank)
    assert cards.format(card, deck) == text


@pytest.mark.parametrize("deck", DECKS)
def test_parse_reads_what_format_writes_for_every_card(deck: DeckName) -> None:
    whole = cards.pack(deck, (0, 1, 2, 3))
    assert len(set(whole)) == {"french": 52, "spanish": 48}[deck]
    assert [cards.parse(cards.format(card, deck), deck) for card in whole] == whole


@pytest.mark.parametrize("text", ["", "S", "1S", "11S", "as", "A♠", "A S", "AS ", "10", "0H", "JE"])
def test_what_is_no_card_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="no card of the french deck"):
        cards.parse(text, "french")


def test_a_hidden_card_has_no_text() -> None:
    assert cards.rank(cards.HIDDEN) == 0


PACKS = {
    "spider-1": {"S": 8},
    "spider-2": {"S": 4, "H": 4},
    "spider-4": {"S": 2, "H": 2, "D": 2, "C": 2},
    "spider-es-1": {"E": 8},
    "spider-es-2": {"E": 4, "C": 4},
    "spider-es-4": {"O": 2, "C": 2, "E": 2, "B": 2},
    "klondike-1": {"S": 1, "H": 1, "D": 1, "C": 1},
    "klondike-3": {"S": 1, "H": 1, "D": 1, "C": 1},
    "clasico-1": {"O": 1, "C": 1, "E": 1, "B": 1},
    "clasico-3": {"O": 1, "C": 1, "E": 1, "B": 1},
    "maze": {"S": 1, "H": 1, "D": 1, "C": 1},
}
"""How many times each suit is in the pack."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_pack_of_every_variant(variant: str) -> None:
    """Spider: 104 cards, 8 spades, 4 spades + 4 hearts, 2 of each; Spanish Spider: 96; Klondike 52, Clásico 48."""
    game = VARIANTS[variant]
    pack = [cards.format(card, game.deck) for card in cards.pack(game.deck, game.suits)]
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"] if game.deck == "french" else [*map(str, range(1, 13))]
    assert sorted(pack) == sorted(rank + suit for suit, times in PACKS[variant].items() for rank in ranks * times)
    assert len(set(cards.pack(game.deck, game.suits))) == len(pack)


def test_the_catalogue_has_eleven_variants_in_three_families() -> None:
    assert list(VARIANTS) == list(PACKS)
    assert {one.family for one in VARIANTS.values()} == {"spider", "klondike", "maze"}
    assert len({one.prefix for one in VARIANTS.values()}) == 11


def test_copies_tell_equal_cards_apart_and_change_nothing_else() -> None:
    pack = cards.pack("spanish", (2,) * 8)
    assert len(set(pack)) == 96
    assert set(cards.faces(pack)) == {2 * 16 + rank for rank in range(1, 13)}
    assert {cards.format(card, "spanish") for card in pack} == {f"{rank}E" for rank in range(1, 13)}
