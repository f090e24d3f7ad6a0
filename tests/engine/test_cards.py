import pytest

from engine import cards
from engine.cards import DECKS, DeckName
from engine.games import VARIANTS

SPANISH_SPIDER = (2,) * 8


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


@pytest.mark.parametrize("variant", VARIANTS)
def test_spider_has_104_cards_eight_sets(variant: str) -> None:
    game = VARIANTS[variant]
    pack = cards.pack(game.deck, game.suits)
    assert len(pack) == len(set(pack)) == 104
    assert len(set(cards.faces(pack))) == 13 * len(set(game.suits))
    assert {suit: game.suits.count(suit) for suit in game.suits} == {
        "spider-1": {0: 8},
        "spider-2": {0: 4, 1: 4},
        "spider-4": {0: 2, 1: 2, 2: 2, 3: 2},
    }[variant]


def test_copies_tell_equal_cards_apart_and_change_nothing_else() -> None:
    pack = cards.pack("spanish", SPANISH_SPIDER)
    assert len(set(pack)) == 96
    assert set(cards.faces(pack)) == {2 * 16 + rank for rank in range(1, 13)}
    assert {cards.format(card, "spanish") for card in pack} == {f"{rank}E" for rank in range(1, 13)}
