"""Rooms and races for the pure tests: built by events alone, as the logs would."""

from typing import Any

from engine.deals import deal_id
from engine.games import VARIANTS
from engine.reasons import Reason as RuleReason
from server import commands, race, room
from server.commands import RoomMessage
from server.events import Created, Deal, Entry, Event, Joined, Played, RoomEvent, Settings, Started
from server.house import House
from server.needs import Needs
from server.race import Race, Wish
from server.reasons import Reason
from server.room import Room
from server.store.clock import Clock
from server.store.log import Logs
from server.store.people import People
from server.store.running import Running
from server.store.stock import Stock
from server.thinkers import Thinkers

DEAL = deal_id(VARIANTS["spider-1"], 2026)
NEXT_DEAL = deal_id(VARIANTS["spider-1"], 2027)
NOBODY_THINKS = Thinkers(0, 0)
T0 = 1_800_000_000_000
"""Time of a room's making, in ms."""
COUNTDOWN_MS = Settings().countdown_ms
START = T0 + 10_000 + COUNTDOWN_MS
"""Time at which the race of `racing` starts."""


def needs(logs: Logs, clock: Clock) -> Needs:
    """What an open room needs, of a server where nobody thinks."""
    redis = logs._redis
    return Needs(logs, clock, Running(redis), People(redis), Stock(redis), NOBODY_THINKS, House())


def created(deal_id: str = DEAL, variant: str = "spider-1", nonce: bytes = bytes(16), **settings: Any) -> Created:
    values = {"racers": 3} | settings
    return Created(
        "ana", "Ana", robot=False, deal=Deal(variant, deal_id, nonce, sealed=True), settings=Settings(**values)
    )


def fresh(variant: str | None, typed: str | None, *, winnable: bool = False) -> Deal | Reason | RuleReason:
    """Deals as `server.dealer` makes them, always the same ones."""
    if typed == "bad":
        return RuleReason.BAD_DEAL_ID
    return Deal(variant or "spider-2", typed or NEXT_DEAL, b"n" * 16, sealed=typed is None)


def command(made: Room, player: str, message: RoomMessage) -> list[RoomEvent] | Reason | RuleReason:
    return commands.decide(made, player, message, fresh)


def lobby(*events: Event, **changes: Any) -> Room:
    """A room of Ana's with what happened in it, a second apart."""
    made = room.create("ABC234", Entry(1, T0, created(**changes)))
    for i, event in enumerate(events):
        add(made, event, T0 + 1000 * (i + 1))
    return made


def add(made: Room, event: Event, at: int) -> None:
    room.apply(made, Entry(made.version + 1, at, event))


def racing(**changes: Any) -> Room:
    """Ana and Bob race; `START` is the time of their start."""
    made = lobby(Joined("bob", "Bob", robot=False), **changes)
    add(made, Started(COUNTDOWN_MS), T0 + 10_000)
    return made


def decide(on: Race, player: str, wish: Wish, now: int) -> Event | Reason | RuleReason:
    return race.decide(on, on.racers[player], wish, now)


def played(made: Room, player: str, move: str, at: int) -> None:
    """Append a move to a racer's attempt log and fold it in."""
    assert made.race is not None
    racer = made.race.racers[player]
    race.apply(made.race, player, Entry(racer.version + 1, at, Played(racer.n + 1, move)))
