"""What every open room needs of its server."""

from dataclasses import dataclass

from server.house import House
from server.store.clock import Clock
from server.store.log import Logs
from server.store.people import People
from server.store.running import Running
from server.store.stock import Stock
from server.thinkers import Thinkers


@dataclass(frozen=True, slots=True)
class Needs:
    """The same for all rooms of a server."""

    logs: Logs
    clock: Clock
    running: Running
    people: People
    stock: Stock
    thinkers: Thinkers
    house: House
