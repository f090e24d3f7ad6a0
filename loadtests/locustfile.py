"""Racers and spectators for locust: `.venv/bin/locust -f loadtests/locustfile.py --host http://127.0.0.1:8000`.

A racer joins the room that waits for one, or makes it; two race for `MOVES` legal moves each at `PACE_S`, give up, and
look for the next race. A spectator watches a race that is on. What is measured: `move`, from a wish sent to its answer
received; `start`, from being ready to the own table, less the countdown; `watch`, from asking to the first table.
Every client checks what it gets: a lost card, or more equal ones than the pack has, is a failure.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import gevent
from gevent.queue import Empty, Queue
from locust import User, constant, task
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from server.client import Seat, frame, new_player, new_room, socket_url
from server.messages import PROTOCOL
from server.settings import Settings

MOVES = 30
PACE_S = 0.2
COUNTDOWN_S = Settings.from_environment().countdown_ms / 1000
"""Of the servers: they and we are given the same environment."""
PATIENCE_S = 20.0
VARIANT = "spider-2"
CARDS = 104


class Player(User):
    """A client with a token and a connection for each room."""

    abstract = True
    wait_time = constant(0.5)
    waiting: ClassVar[Queue[str]] = Queue()
    """Codes of rooms with one racer."""
    running: ClassVar[list[str]] = []
    """Codes of rooms whose race is on."""

    def on_start(self) -> None:
        """Get a token, and one only: a player comes back as who it was."""
        self.token = new_player(self.host or "")

    @contextmanager
    def open(self, code: str) -> Iterator[ClientConnection]:
        """Connect, and open a room."""
        self.seat = Seat()
        with connect(
            socket_url(self.host or ""),
            subprotocols=[Subprotocol(PROTOCOL)],
            additional_headers={"authorization": f"Bearer {self.token}"},
            proxy=None,
            compression=None,
        ) as socket:
            socket.send(self.seat.hello(code))
            self.until(socket, lambda: self.seat.room is not None)
            yield socket

    def until(self, socket: ClientConnection, condition: Callable[[], object]) -> None:
        """Read until the condition holds; TimeoutError if it does not within PATIENCE_S."""
        end = time.monotonic() + PATIENCE_S
        while not condition():
            data = socket.recv(timeout=end - time.monotonic())
            if isinstance(data, bytes):
                self.check(self.seat.receive(data))

    def check(self, message: Any) -> None:
        """Hold what came against what may come."""
        if message["t"] == "error" or (message["t"] == "refused" and message["reason"] != "too_early"):
            raise AssertionError(message["reason"])
        if message["t"] in ("table", "moved"):
            piles = self.seat.tables[message["player"]]["piles"]
            if sum(len(cards) for _, cards, _ in piles) != CARDS:
                raise AssertionError("cards were lost")
            seen = Counter(card for _, cards, _ in piles for card in cards if card)
            if max(seen.values()) > CARDS // 26:
                raise AssertionError("there are more equal cards than in the pack")

    def measure(self, name: str, begun: float, *, less_s: float = 0.0, error: BaseException | None = None) -> None:
        """Tell locust how long something took."""
        self.environment.events.request.fire(
            request_type="ws",
            name=name,
            response_time=max(0.0, time.monotonic() - begun - less_s) * 1000,
            response_length=0,
            exception=error,
        )

    def guarded(self, name: str, work: Callable[[], None]) -> None:
        """Do a task; what goes wrong is a failure of that name, and the next one begins afresh."""
        begun = time.monotonic()
        try:
            work()
        except (OSError, TimeoutError, ConnectionClosed, AssertionError) as error:
            self.measure(name, begun, error=error)


class Racer(Player):
    """Races, again and again."""

    weight = 3
    made: ClassVar[int] = 0

    def on_start(self) -> None:
        """Every second racer makes rooms, the others join them: if each looked first, all would make one."""
        super().on_start()
        Racer.made += 1
        self.makes_rooms = Racer.made % 2 == 1

    @task
    def race(self) -> None:
        """One race."""
        self.guarded("race", self._race)

    def _race(self) -> None:
        if self.makes_rooms:
            code = new_room(self.host or "", self.token, variant=VARIANT, name="Load", robot=True, racers=2)
            self.waiting.put(code)
        else:
            try:
                code = self.waiting.get(timeout=PATIENCE_S)
            except Empty:
                return
        with self.open(code) as socket:
            socket.send(frame(t="join", name="Load", robot=True))
            try:
                self.until(socket, lambda: len(self.members()) == 2)
            except TimeoutError:  # an odd number of racers: nobody came
                return
            begun = time.monotonic()
            socket.send(frame(t="ready", ready=True))
            self.until(socket, lambda: self.seat.table is not None)
            self.measure("start", begun, less_s=COUNTDOWN_S)
            self.running.append(code)
            try:
                self._play(socket)
            finally:
                self.running.remove(code)

    def members(self) -> list[Any]:
        """Who has a seat."""
        return list(self.seat.room["members"]) if self.seat.room is not None else []

    def _play(self, socket: ClientConnection) -> None:
        for _ in range(MOVES):
            gevent.sleep(PACE_S)
            table = self.seat.table
            if table is None or not table.get("legal"):
                break
            begun = time.monotonic()
            socket.send(self.seat.play(random.choice(table["legal"])))
            self.until(socket, lambda: not self.seat.waiting)
            self.measure("move", begun)
        while self.seat.table is not None and self.seat.table["state"] == "racing":
            socket.send(self.seat.give_up())
            self.until(socket, lambda: not self.seat.waiting)
        self.until(socket, lambda: self.seat.room is not None and self.seat.room["state"] == "over")


class Spectator(Player):
    """Watches, again and again."""

    weight = 1

    @task
    def watch(self) -> None:
        """One race, to its end."""
        if self.running:
            self.guarded("watch", self._watch)

    def _watch(self) -> None:
        with self.open(random.choice(self.running)) as socket:
            room = self.seat.room
            if room is None or room["state"] != "racing":
                return
            begun = time.monotonic()
            socket.send(frame(t="watch", players=[member["id"] for member in room["members"]]))
            self.until(socket, lambda: self.seat.tables)
            self.measure("watch", begun)
            self.until(socket, lambda: self.seat.room is not None and self.seat.room["state"] == "over")


# The loop's clock stood still while locust was loading: on a busy machine the run time would be over before it began.
gevent.get_hub().loop.update_now()
