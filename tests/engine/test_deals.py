"""Deal IDs and the shuffle, held against their page and against a second program that was written from that page."""

import json
import re
from hashlib import sha256, shake_256
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import cards
from engine.deals import (
    ALPHABET,
    SEED_BITS,
    _stream,
    deal,
    deal_id,
    describe,
    parse_deal_id,
    seed_of,
    shuffle,
    variant_of,
)
from engine.games import VARIANTS
from engine.reasons import Reason
from engine.variant import Variant
from tests.engine.golden import digest, some_ids
from tests.engine.tables import lines, state

PAGE = (Path(__file__).parent.parent.parent / "docs" / "deals.md").read_text(encoding="utf-8")
SEEDS = st.integers(0, (1 << SEED_BITS) - 1)
GAMES = st.sampled_from(list(VARIANTS.values()))
SOME = [each for variant in VARIANTS.values() for each in some_ids(variant, 5)]


def texts(variant: Variant, seed: int) -> list[str]:
    return [cards.format(card, variant.deck) for card in shuffle(variant, seed)]


# The ID


@given(GAMES, SEEDS)
def test_an_id_says_its_variant_and_its_seed(variant: Variant, seed: int) -> None:
    made = deal_id(variant, seed)
    assert re.fullmatch(
        r"(S[124]|E[124]|K[13]|C[13]|M1)-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}", made
    )
    assert parse_deal_id(made) == made
    assert (variant_of(made), seed_of(made)) == (variant, seed)


@given(GAMES, SEEDS, st.data())
def test_it_is_read_in_any_case_with_look_alikes_dashes_and_spaces(
    variant: Variant, seed: int, data: st.DataObject
) -> None:
    made = deal_id(variant, seed)
    alike = {"0": "0Oo", "1": "1IiLl"}
    written = ""
    for letter in made.replace("-", ""):
        written += data.draw(st.sampled_from(alike.get(letter, letter + letter.lower())))
        written += data.draw(st.sampled_from(["", "-", " ", "\t"]))
    assert parse_deal_id(written) == made
    assert parse_deal_id(f" {made}\n") == made
    assert parse_deal_id(made.replace("-", "")) == made


@pytest.mark.parametrize("made", SOME)
def test_every_single_wrong_character_is_noticed(made: str) -> None:
    for at, letter in enumerate(made):
        if letter != "-":
            for other in ALPHABET:
                wrong = made[:at] + other + made[at + 1 :]
                assert (parse_deal_id(wrong) is Reason.BAD_DEAL_ID) == (other != letter)


@pytest.mark.parametrize("made", SOME)
def test_every_swap_of_two_characters_is_noticed(made: str) -> None:
    plain = made.replace("-", "")
    for first in range(len(plain)):
        for second in range(first + 1, len(plain)):
            swapped = list(plain)
            swapped[first], swapped[second] = swapped[second], swapped[first]
            expected = made if plain[first] == plain[second] else Reason.BAD_DEAL_ID
            assert parse_deal_id("".join(swapped)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "S4",
        "S4-00000-00000-0000",
        "S4-00000-00000-000022",
        "S4-00000-00000-0000U",
        "S4 00000 00000 0000!",
        "S3-00000-00000-00002",
        "S4-00000-00000-0000²",
        "ſ4-00000-00000-00002",
        "S4–00000–00000–00002",
        "S4-00000-00000-00002" + "-" * 60,
        "0" * 17,
        "S" * 100_000,
        "S4\0-00000-00000-0002",
    ],
)
def test_anything_else_is_a_bad_deal_id(text: str) -> None:
    assert parse_deal_id(text) is Reason.BAD_DEAL_ID


@given(st.text(max_size=24))
@example("s4 00000 00000 00002")
def test_whatever_is_read_is_an_id_that_could_have_been_made(text: str) -> None:
    read = parse_deal_id(text)
    if not isinstance(read, Reason):
        assert deal_id(variant_of(read), seed_of(read)) == read


@pytest.mark.parametrize("seed", [-1, 1 << SEED_BITS])
def test_a_seed_has_seventy_bits(seed: int) -> None:
    with pytest.raises(ValueError, match="70 bits"):
        deal_id(VARIANTS["spider-4"], seed)


@pytest.mark.parametrize("text", ["s4-00000-00000-00002", "S4000000000000002", "S4-00000-00000-00003", ""])
def test_only_a_canonical_id_is_dealt(text: str) -> None:
    for use in (deal, variant_of, seed_of):
        with pytest.raises(ValueError, match="canonical"):
            use(text)


# The shuffle


@given(GAMES, SEEDS)
def test_a_shuffle_keeps_every_card(variant: Variant, seed: int) -> None:
    assert sorted(shuffle(variant, seed)) == sorted(cards.pack(variant.deck, variant.suits))


@given(GAMES, SEEDS)
def test_the_same_id_gives_the_same_cards_and_the_next_seed_others(variant: Variant, seed: int) -> None:
    """PySolFC #163, girst/solitaire #4: nothing is carried over from one deal to the next."""
    made = deal_id(variant, seed)
    first = state(deal(made))
    assert state(deal(deal_id(variant, seed ^ 1))) != first
    assert state(deal(made)) == first


@given(st.binary(max_size=40))
def test_the_stream_goes_on_for_as_long_as_it_is_read(key: bytes) -> None:
    stream = _stream(key)
    assert bytes(next(stream) for _ in range(1000)) == shake_256(key).digest(1000)


def test_every_card_comes_first_about_equally_often() -> None:
    variant = VARIANTS["spider-4"]
    first = [shuffle(variant, seed)[0] & 63 for seed in range(1040)]
    counts = [first.count(card) for card in set(first)]
    assert len(counts) == 52
    assert sum((count - 20) ** 2 / 20 for count in counts) < 100  # chi-square, 51 degrees: above it once in 25,000


# The page


def by_the_page(variant: str, seed: int) -> list[str]:
    """The shuffle as docs/deals.md tells it, with the code that is printed there."""
    scope: dict[str, object] = {"shake_256": shake_256}
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    exec(found[1], scope)  # noqa: S102 - the page's own example
    suits = re.search(rf"^\| `{variant}` \| ([SHDCOEB ]+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert suits is not None
    spanish = VARIANTS[variant].deck == "spanish"
    ranks = [*map(str, range(1, 13))] if spanish else ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    pack = [rank + suit for suit in suits[1].split() for rank in ranks]
    assert len(pack) == int(suits[2])
    shuffled = scope["shuffled"]
    assert callable(shuffled)
    return list(shuffled(pack, variant, seed))


@given(GAMES, SEEDS)
def test_a_program_written_from_the_page_gives_the_same_cards(variant: Variant, seed: int) -> None:
    assert by_the_page(variant.id, seed) == texts(variant, seed)


def test_the_vectors_on_the_page() -> None:
    rows = re.findall(r"^\| `(\S+)` \| (\d+) \| ([^|]+) \| `([0-9a-f]{16})` \|$", PAGE, re.MULTILINE)
    assert [variant_of(row[0]).id for row in rows] == [one for one in VARIANTS for _ in range(3)]
    for made, seed, first, hashed in rows:
        assert deal_id(variant_of(made), int(seed)) == made
        whole = texts(variant_of(made), int(seed))
        assert " ".join(whole[:10]) == first
        assert sha256(" ".join(whole).encode()).hexdigest()[:16] == hashed


def test_the_prefixes_on_the_page() -> None:
    rows = re.findall(r"^\| `(..)` \| `([a-z0-9-]+)` \|$", PAGE, re.MULTILINE)
    assert rows == [(variant.prefix, variant.id) for variant in VARIANTS.values()]


def test_the_example_of_the_stream_on_the_page() -> None:
    key = re.search(r"`([0-9a-f]{56})`", PAGE)
    bytes_ = re.search(r"`((?:[0-9a-f]{2} ){7}[0-9a-f]{2})`", PAGE)
    assert key is not None
    assert bytes_ is not None
    assert bytes.fromhex(key[1]) == b"corrida/1/spider-4/" + bytes(9)
    assert shake_256(bytes.fromhex(key[1])).digest(8) == bytes.fromhex(bytes_[1])


# Whole deals


@pytest.mark.parametrize("variant", VARIANTS)
def test_golden_deals(variant: str) -> None:
    golden = lines(f"deals/{variant}.txt")
    assert len(golden) == 5
    for line in golden:
        assert json.dumps(describe(deal(json.loads(line)["id"]), json.loads(line)["id"])) == line


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_thousand_deals_are_what_they_were(variant: str) -> None:
    golden = dict(line.split() for line in lines("deals/digests.txt"))
    assert list(golden) == list(VARIANTS)
    assert digest(VARIANTS[variant]) == golden[variant]


FOUNDATIONS = {"spider": 8, "klondike": 4}


@given(GAMES, SEEDS)
def test_a_described_deal_is_the_shuffled_pack_laid_out_row_by_row(variant: Variant, seed: int) -> None:
    whole = describe(deal(deal_id(variant, seed)), deal_id(variant, seed))
    assert list(whole) == ["id", "variant", "piles"]
    assert (whole["id"], whole["variant"]) == (deal_id(variant, seed), variant.id)
    piles = whole["piles"]
    assert isinstance(piles, list)
    dealt = texts(variant, seed)
    if variant.family == "maze":
        cells = [dealt[0:8], [""], dealt[8:16], [""], dealt[16:]]
        assert [pile["cards"] for pile in piles] == [
            [card] if card and card[0] != "A" else [] for row in cells for card in row
        ]
        assert [pile["up"] for pile in piles] == [len(pile["cards"]) for pile in piles]
        return
    columns = [pile["cards"] for pile in piles if pile["kind"] == "column"]
    rest = piles[len(columns) :]
    rows = [column[row] for row in range(max(map(len, columns))) for column in columns if row < len(column)]
    assert rows + rest[0]["cards"][::-1] == dealt
    assert [pile["kind"] for pile in rest] == [
        "stock",
        *["waste"] * (variant.family == "klondike"),
        *["foundation"] * FOUNDATIONS[variant.family],
    ]
    assert [pile["cards"] for pile in rest[1:]] == [[]] * (len(rest) - 1)
    assert [pile["up"] for pile in piles] == [1] * len(columns) + [0] * len(rest)
