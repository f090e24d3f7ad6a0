"""What the server counts about itself, for /metrics. Names and numbers only: never a player, a room or a card."""

import os
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable: the folder in which the workers of one server keep their counts, if there are several."""

APPENDS = Counter("corrida_appends_total", "Appends to the logs, by outcome", ["outcome"])
MESSAGES = Counter("corrida_messages_total", "Messages from clients, by type", ["type"])
REFUSALS = Counter("corrida_refusals_total", "Refused messages, by reason", ["reason"])
THOUGHTS = Counter("corrida_thoughts_total", "Questions thought about aside, by what came of them", ["status"])
DAYS_AHEAD = Gauge("corrida_daily_ahead", "Days, from today on, that have their deal, by game", ["variant"])
STOCK = Gauge("corrida_stock", "Certified deals that are ready, by game", ["variant"])
UPDATES = Counter("corrida_updates_total", "Moves told to those who see the table: frames made")
UPDATES_SENT = Counter("corrida_updates_sent_total", "Moves told to those who see the table: frames sent")
CLOSES = Counter("corrida_closes_total", "Connections that the server closed, by reason", ["reason"])
CONNECTIONS = Gauge("corrida_connections", "Open websocket connections", multiprocess_mode="livesum")
OPEN_ROOMS = Gauge("corrida_open_rooms", "Rooms with a viewer on this server", multiprocess_mode="livesum")
HANDLING = Histogram(
    "corrida_handling_seconds",
    "From a frame received to its answer queued",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)


def latest() -> bytes:
    """All counts, of all workers, in the text form of Prometheus."""
    if SHARED not in os.environ:
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # comes without a type
    return generate_latest(registry)


def end() -> None:
    """This process ends: what it had open is not open any more."""
    if SHARED in os.environ:
        mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]  # the same
