"""Who a player is: an id, the signed token that proves it, and a name that is safe to show."""

import base64
import hashlib
import hmac
import unicodedata
from typing import Final

from server.denied import denied
from server.reasons import Reason

NAME_LENGTH: Final = 24
"""Longest name, in characters."""
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Fillers and the empty braille cell: letters and symbols that show nothing."""
ID_BYTES: Final = 9
"""72 random bits: ids never meet."""


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _signature(player: str, secret: bytes) -> str:
    return _text(hmac.digest(secret, b"player:" + player.encode(), hashlib.sha256)[:24])


def new_player(random: bytes) -> str:
    """The public id of a new player, from ID_BYTES random bytes (pass `secrets.token_bytes(ID_BYTES)`)."""
    return _text(random)


def sign(player: str, secret: bytes) -> str:
    """The token that proves to be `player`: HMAC-SHA-256 under the server's secret."""
    return f"{player}.{_signature(player, secret)}"


def verify(token: str, secret: bytes) -> str | Reason:
    """The player whose token this is, or BAD_TOKEN."""
    player, _, signature = token.partition(".")
    # Bytes, since compare_digest takes no text beyond ASCII, which a hostile token may hold.
    if not player or not hmac.compare_digest(signature.encode(), _signature(player, secret).encode()):
        return Reason.BAD_TOKEN
    return player


def clean_name(text: str) -> str | Reason:
    """`text` as a name: normal form C, nothing invisible, single spaces; else BAD_NAME or NAME_REFUSED.

    Names are shown as text, never as markup, so nothing else needs to be taken out.
    """
    visible = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", text) if c.isspace() or _shown(c))
    name = " ".join(visible.split())
    if not name or len(name) > NAME_LENGTH or not any(c.isprintable() and not unicodedata.combining(c) for c in name):
        return Reason.BAD_NAME
    return Reason.NAME_REFUSED if denied(name) else name


def _shown(c: str) -> bool:
    """Not of the categories "other" (control, format such as text direction, private …), nor a letter without ink."""
    return not unicodedata.category(c).startswith("C") and c not in _BLANK
