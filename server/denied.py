"""Names that nobody may have: those that could be taken for ours, and insults in our languages."""

import unicodedata
from typing import Final

RESERVED: Final = frozenset(
    [
        "admin",
        "administrator",
        "administrador",
        "corrida",
        "moderador",
        "moderator",
        "robo",
        "robot",
        "server",
        "servidor",
        "sistema",
        "suporte",
        "support",
        "system",
    ]
)
"""Refused as a whole name."""
INSULTS: Final = frozenset(
    [
        "arrombado",
        "bastard",
        "bitch",
        "buceta",
        "cabron",
        "cabrao",
        "caralho",
        "cunt",
        "faggot",
        "fdp",
        "foda",
        "fodase",
        "fuck",
        "fucker",
        "fucking",
        "gilipollas",
        "hitler",
        "idiota",
        "kike",
        "maricon",
        "merda",
        "mierda",
        "motherfucker",
        "nazi",
        "nigger",
        "paneleiro",
        "pendejo",
        "piranha",
        "pussy",
        "puta",
        "putas",
        "puto",
        "putinha",
        "rapist",
        "retard",
        "shit",
        "slut",
        "spic",
        "subnormal",
        "viado",
        "whore",
        "zorra",
    ]
)
"""Refused as a word of a name; parts of words are not looked at, for they are in many honest names."""

_LIKE_LETTERS: Final = str.maketrans("013457@$!", "oieastasi")


def denied(name: str) -> bool:
    """Whether nobody may be called that, however it is spelt with accents, capitals or digits."""
    words = [_folded(word) for word in name.split()]
    return "".join(words) in RESERVED | INSULTS or any(word in INSULTS for word in words)


def _folded(word: str) -> str:
    """In small letters without accents; digits that look like letters are those letters, signs are left out."""
    plain = unicodedata.normalize("NFKD", word.casefold()).translate(_LIKE_LETTERS)
    return "".join(c for c in plain if c.isalnum())
