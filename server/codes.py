"""Room codes: six characters that survive being read aloud and typed on a phone."""

import re
from collections.abc import Callable
from typing import Final

from server.reasons import Reason

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No 0/O, 1/I/L, U/V pairs: 30 characters, so 729 million codes."""
LENGTH: Final = 6


def new_code(choice: Callable[[str], str]) -> str:
    """A code of LENGTH characters, each picked by `choice` (pass `secrets.choice`)."""
    return "".join(choice(ALPHABET) for _ in range(LENGTH))


def parse_secret(text: str, length: int) -> str | None:
    """The longer code in `text`, of a player's own, read as a room's code is; None if there is none of that length."""
    code = re.sub(r"[\s\-‐-―]", "", text).upper()
    return code if len(code) == length and all(c in ALPHABET for c in code) else None


def parse_code(text: str) -> str | Reason:
    """The code in `text`, which may be in any case and hold spaces or dashes; else BAD_CODE."""
    code = re.sub(r"[\s\-‐-―]", "", text).upper()
    if len(code) != LENGTH or any(c not in ALPHABET for c in code):
        return Reason.BAD_CODE
    return code
