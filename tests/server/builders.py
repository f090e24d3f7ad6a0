"""Rooms and races for the pure tests: built by events alone, as the logs would."""

from engine.deals import deal_id
from engine.games import VARIANTS
from engine.reasons import Reason as RuleReason
from server import race, room
from server.events import Created, Entry, Event, Joined, Played, Started
from server.race import Race, Wish
from server.reasons import Reason
from server.room import Room

DEAL = deal_id(VARIANTS["spider-1"], 2026)
T0 = 1_800_000_000_000
"""Time of a room's making, in ms."""
START = T0 + 10_000 + room.COUNTDOWN_MS
"""Time at which the race of `racing` starts."""


def created(**changes: object) -> Created:
    values = {
        "player": "ana",
        "name": "Ana",
        "robot": False,
        "variant": "spider-1",
        "deal_id": DEAL,
        "nonce": bytes(16),
        "sealed": True,
        "racers": 3,
        "spectators": "open",
        "time_limit_ms": None,
    }
    return Created(**(values | changes))  # type: ignore[arg-type]  # the values are those of the fields


def lobby(*events: Event, **changes: object) -> Room:
    """A room of Ana's with what happened in it, a second apart."""
    made = room.create("ABC234", Entry(1, T0, created(**changes)))
    for i, event in enumerate(events):
        add(made, event, T0 + 1000 * (i + 1))
    return made


def add(made: Room, event: Event, at: int) -> None:
    room.apply(made, Entry(made.version + 1, at, event))


def racing(**changes: object) -> Room:
    """Ana and Bob race; `START` is the time of their start."""
    made = lobby(Joined("bob", "Bob", robot=False), **changes)
    add(made, Started(room.COUNTDOWN_MS), T0 + 10_000)
    return made


def decide(on: Race, player: str, wish: Wish, now: int) -> Event | Reason | RuleReason:
    return race.decide(on, on.racers[player], wish, now)


def played(made: Room, player: str, move: str, at: int) -> None:
    """Append a move to a racer's attempt log and fold it in."""
    assert made.race is not None
    racer = made.race.racers[player]
    race.apply(made.race, player, Entry(racer.version + 1, at, Played(racer.n + 1, move)))
