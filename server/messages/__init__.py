"""The vocabulary of the wire: `incoming` (client to server) and `outgoing` (server to client).

Frames are msgpack maps whose key ``t`` names the message. `docs/protocol.md` is generated from these two files.
"""

from typing import Final, Literal

PROTOCOL: Final = "corrida.1"
"""Websocket subprotocol; the number rises when a change would break a client written for the one before."""

MAX_FRAME: Final = 4096
"""Largest frame a client may send, in bytes: a wish is under 100, a name under 200."""

Spectators = Literal["open", "finished", "none"]
"""Who may see whole tables during a race: whoever does not race (any more); racers who have finished; nobody."""

Strength = Literal["easy", "medium", "hard"]
"""How well, and how fast, one of the server's own robots plays."""

Sign = Literal["clap", "wow", "laugh", "sad", "luck", "thanks"]
"""The quick reactions that members of a room may show each other; there is no other talk."""

By = Literal["time", "moves"]
"""What a board of the daily goes by."""

Medal = Literal["gold", "silver", "bronze"]
"""For the best quarter, the best half and all others of those who have won a daily; see `docs/daily.md`."""

Mark = Literal["won", "played", "rest", "outage", "missed", "open"]
"""What a day was to a player. `rest`: missed, and the streak goes on; `outage`: missed by no fault of theirs; `open`:
it is today, and there is still time."""

Undo = Literal["on", "no_reveal", "off"]
"""What racers may take back: everything; whatever has turned up no card; nothing."""
