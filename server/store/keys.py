"""The names of all keys and channels in Redis, in one place."""

from typing import Final, Literal

ROOM_LOG: Final = "room"
SECRET: Final = "corrida:secret"  # noqa: S105 - the name of a key, not what it holds
NODE_CHANNEL: Final = "corrida:nodes"


def attempt_log(race: int, player: str) -> str:
    """Name, within its room, of a racer's attempt log in the room's `race`-th race."""
    return f"race:{race}:{player}"


def log_key(code: str, log: str) -> str:
    """The stream that holds a log of a room."""
    return f"corrida:{{{code}}}:{log}"


def channel(code: str) -> str:
    """The channel on which a room's news are published."""
    return f"corrida:{{{code}}}:news"


def connections(code: str) -> str:
    """Sorted set: "player number" of each open connection, by the time it was last seen."""
    return f"corrida:{{{code}}}:here"


def connection_counter(code: str) -> str:
    """Counter that numbers a room's connections."""
    return f"corrida:{{{code}}}:arrivals"


def seen(code: str) -> str:
    """Sorted set: players by the time at which one of their connections was last seen."""
    return f"corrida:{{{code}}}:seen"


STOCK_LOCK: Final = "corrida:stock:lock"
"""Which server fills the stock of certified deals."""


def stock(variant: str) -> str:
    """List: certified deals of a variant."""
    return f"corrida:{{stock:{variant}}}:ready"


def stock_mark(variant: str, token: str) -> str:
    """Whether the call with this token has added its deal to the stock."""
    return f"corrida:{{stock:{variant}}}:added:{token}"


def daily_deals(variant: str) -> str:
    """Hash: the deals of the days by number. It shares its tag with the stock, from which they are moved."""
    return f"corrida:{{stock:{variant}}}:daily"


DAILY_FIRST: Final = "corrida:daily:first"
"""The day that has the number 1: that on which this installation began."""
DAILY_UP: Final = "corrida:daily:up"
"""Bits: the minutes of all days since then in which some server was up."""
DAILY_UNSETTLED: Final = "corrida:daily:unsettled"
"""Set: "variant:number" of the days with attempts whose results may not be written down."""
DAILY_LOCK: Final = "corrida:daily:lock"
"""Which server looks after those attempts."""
DailyPart = Literal["attempts", "open", "results", "names", "time", "moves", "version"]


def daily(variant: str, number: int, part: DailyPart) -> str:
    """Of a day and a game.

    Hashes by player: the rooms of the ranked attempts, the results, the names. Sorted sets of players: `open`, attempts
    without a result by when to look at them next, and a board for each measure. `version` counts their changes.
    """
    return f"corrida:{{daily:{variant}:{number}}}:{part}"


def daily_results(player: str, variant: str) -> str:
    """Hash: a player's results of a game's days by number."""
    return f"corrida:{{p:{player}}}:daily:{variant}"


def daily_days(player: str) -> str:
    """Bits: the numbers of the days on which a player has taken part, of whatever game."""
    return f"corrida:{{p:{player}}}:daily"


def daily_practice(player: str) -> str:
    """Hash: the rooms in which a player last practised, by "variant:number"."""
    return f"corrida:{{p:{player}}}:practice"


RUNNING: Final = "corrida:running"
"""Sorted set: codes of the rooms in which a race is on, by when to look at them."""


LISTED: Final = "corrida:{listed}:rooms"
"""Hash: the lines of the public list by room code."""
LISTED_AT: Final = "corrida:{listed}:at"
"""Sorted set: room codes by the time at which their line was last said to be true."""


CodeKind = Literal["recovery", "friend"]
CODE_KINDS: Final[tuple[CodeKind, ...]] = ("recovery", "friend")
PersonPart = Literal["self", "friends", "blocked", "blockers", "place", "rooms", "watched"]
PERSON_PARTS: Final[tuple[PersonPart, ...]] = ("self", "friends", "blocked", "blockers", "place", "rooms", "watched")


def person(player: str, part: PersonPart) -> str:
    """Of a player: a hash of what they chose, sets of friends and of blocked players, where they are and were.

    `blockers`: set of those who have blocked them, so that a sign is one question, however many see it.
    `watched`: sorted set of the deals, by their digests, that they have watched others play alone.
    """
    return f"corrida:{{p:{player}}}:{part}"


def code(kind: CodeKind, digest: str) -> str:
    """Whose recovery or friend code that is of which only the digest is kept."""
    return f"corrida:code:{kind}:{digest}"


def limit(what: str, address: str, window: int) -> str:
    """Counter of what an address has done in a window of time."""
    return f"corrida:limit:{what}:{address}:{window}"


def solo_rooms(player: str) -> str:
    """Sorted set: codes of the rooms in which a player plays alone, by the time of the last play."""
    return f"corrida:player:{{{player}}}:rooms"


def solo_results(player: str) -> str:
    """Hash: the results of a player's games alone, by "code:number"."""
    return f"corrida:player:{{{player}}}:results"
