"""Deal IDs and the shuffle: the same ID gives the same cards for ever.

`docs/deals.md` says how, so that any language can do it.
"""

import hashlib
from collections.abc import Iterator
from typing import Final

from engine import cards
from engine.games import VARIANTS, family
from engine.reasons import Reason
from engine.table import Table
from engine.variant import Variant

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, U."""
SEED_BITS: Final = 70
DIGITS: Final = 14
"""Characters that hold the seed, five bits each; one check character follows."""

_VALUES: Final = {letter: value for value, letter in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_PREFIXES: Final = {one.prefix: one for one in VARIANTS.values()}
_LONGEST: Final = 64
_BLOCK: Final = 136
"""Bytes asked of SHAKE-256 at first; more only where rejected ones used them up."""


def deal_id(variant: Variant, seed: int) -> str:
    """The ID of a deal, ``S4-0APN5-9HKNH-Y2PJG``. Seed: 0 to 2**70 - 1, else ValueError."""
    if not 0 <= seed < 1 << SEED_BITS:
        raise ValueError("a seed has 70 bits")
    digits = "".join(ALPHABET[seed >> 5 * place & 31] for place in reversed(range(DIGITS)))
    body = digits + ALPHABET[_times_alpha(_remainder(variant.prefix + digits))]
    return "-".join((variant.prefix, body[:5], body[5:10], body[10:]))


def parse_deal_id(text: str) -> str | Reason:
    """The ID as `deal_id` writes it, or BAD_DEAL_ID.

    Forgiven: upper or lower case, O for 0, I and L for 1, dashes and spaces anywhere or nowhere. Any one
    wrong character and any two characters that changed places are noticed.
    """
    if len(text) > _LONGEST or not text.isascii():
        return Reason.BAD_DEAL_ID
    letters = "".join(text.replace("-", "").split()).upper()
    if len(letters) != 2 + DIGITS + 1 or any(letter not in _VALUES for letter in letters):
        return Reason.BAD_DEAL_ID
    plain = "".join(ALPHABET[_VALUES[letter]] for letter in letters)
    if plain[:2] not in _PREFIXES or _remainder(plain) != 0:
        return Reason.BAD_DEAL_ID
    return "-".join((plain[:2], plain[2:7], plain[7:12], plain[12:]))


def variant_of(deal_id: str) -> Variant:
    """The variant that a canonical ID deals. Raises ValueError for anything else."""
    if parse_deal_id(deal_id) != deal_id:
        raise ValueError("not a canonical deal ID")
    return _PREFIXES[deal_id[:2]]


def seed_of(deal_id: str) -> int:
    """The seed in a canonical ID. Raises ValueError for anything else."""
    variant_of(deal_id)
    seed = 0
    for letter in deal_id[2:-1].replace("-", ""):
        seed = seed << 5 | _VALUES[letter]
    return seed


def shuffle(variant: Variant, seed: int) -> list[int]:
    """The variant's pack in the order in which it is dealt (cards as in a table, with their copies).

    Fisher-Yates from the last place down; each place's partner comes from the byte stream by rejection, so
    that every order is equally likely.
    """
    pack = cards.pack(variant.deck, variant.suits)
    stream = _stream(b"corrida/1/" + variant.id.encode() + b"/" + seed.to_bytes(9, "big"))
    for last in range(len(pack) - 1, 0, -1):
        choices = last + 1
        byte = next(stream)
        while byte >= 256 - 256 % choices:
            byte = next(stream)
        partner = byte % choices
        pack[last], pack[partner] = pack[partner], pack[last]
    return pack


def deal(deal_id: str) -> Table:
    """The table as dealt. Takes a canonical ID (`parse_deal_id`) and raises ValueError for anything else."""
    variant = variant_of(deal_id)
    return family(variant).start(variant, shuffle(variant, seed_of(deal_id)))


def describe(table: Table, deal_id: str) -> dict[str, object]:
    """A whole table for JSON, every card open.

    Keys: `id`, `variant`, and `piles`, a list of `kind`, `cards` (text, bottom to top) and `up`.
    """
    deck = table.variant.deck
    return {
        "id": deal_id,
        "variant": table.variant.id,
        "piles": [
            {"kind": pile.kind, "cards": [cards.format(card, deck) for card in pile.cards], "up": pile.up}
            for pile in table.piles
        ],
    }


def _stream(key: bytes) -> Iterator[int]:
    """The bytes of SHAKE-256 of `key`, without end."""
    shake = hashlib.shake_256(key)
    size = 0
    while True:
        start, size = size, size * 2 or _BLOCK
        yield from shake.digest(size)[start:]


def _times_alpha(value: int) -> int:
    """Product with alpha in GF(32), whose elements are the numbers 0 to 31, modulo x^5 + x^2 + 1."""
    value <<= 1
    return value ^ 0b100101 if value & 32 else value


def _remainder(letters: str) -> int:
    """The letters as a polynomial over GF(32), first letter highest, at alpha.

    It is 0 for a whole ID, and not for one with a wrong letter or two letters swapped.
    """
    total = 0
    for letter in letters:
        total = _times_alpha(total) ^ _VALUES[letter]
    return total
