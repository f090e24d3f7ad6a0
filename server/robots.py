"""`corrida robots`: programs that play a real race with legal moves, to its end, over any number of servers."""

import asyncio
import contextlib
import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import structlog
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from server.client import Refusal, Seat, frame, known_table, new_player, new_room, socket_url
from server.messages import PROTOCOL, Strength
from server.messages import outgoing as out
from server.strategy import Strategy

log = structlog.get_logger()

TRIES: Final = 40
"""Connections in a row that may fail before a robot gives up; with the pauses between them about two minutes."""
PING_S: Final = 15.0
MAX_MOVES: Final = 250
"""A robot that has made this many moves has lost its way."""


@dataclass
class Robot:
    """One program with a token: it races if it has a name, and watches if it has none."""

    urls: Sequence[str]
    token: str
    name: str | None
    pace_s: float
    ready_with: int = 0
    """It says that it is ready once the room has this many members."""
    seat: Seat = field(default_factory=Seat)
    strategy: Strategy = field(default_factory=Strategy)
    stuck: bool = False

    async def run(self, code: str) -> out.Room:
        """Stay in the room until its race is over, wherever a server answers; returns the room as it is then.

        Raises Refusal if the server does not want it, or ConnectionError if none can be reached for too long.
        """
        urls, failed = itertools.cycle(self.urls), 0
        while failed < TRIES:
            failed += 1
            with contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed):
                async with connect(
                    socket_url(next(urls)),
                    subprotocols=[Subprotocol(PROTOCOL)],
                    additional_headers={"authorization": f"Bearer {self.token}"},
                    proxy=None,
                    open_timeout=5,
                ) as socket:
                    tasks = [asyncio.create_task(_ping(socket)), asyncio.create_task(self._play(socket))]
                    try:
                        await socket.send(self.seat.hello(code))
                        async for data in socket:
                            failed = 0
                            if isinstance(data, bytes) and (end := await self._take(socket, self.seat.receive(data))):
                                return end
                    finally:
                        for task in tasks:
                            task.cancel()
            await asyncio.sleep(random.uniform(0, min(4.0, 0.25 * 2**failed)))  # noqa: S311 - spreads a herd
        raise ConnectionError("no server can be reached")

    async def _take(self, socket: ClientConnection, message: out.Outgoing) -> out.Room | None:
        """Act on a message; returns the room when there is nothing more to do in it."""
        if message["t"] == "refused" and message["re"] in ("hello", "join"):
            raise Refusal(message["reason"])
        if message["t"] == "error" and message["reason"] in ("bad_token", "taken_over"):
            raise Refusal(message["reason"])
        if message["t"] != "room":
            return None
        if message["state"] in ("over", "closed"):
            return message
        await self._take_part(socket, message)
        return None

    async def _take_part(self, socket: ClientConnection, room: out.Room) -> None:
        """Sit down, and be ready when it is time; or choose what to watch."""
        me = next((member for member in room["members"] if member["id"] == self.seat.player), None)
        if self.name is None:
            await socket.send(frame(t="watch", players=[member["id"] for member in room["members"][:4]]))
        elif room["state"] != "lobby":
            return
        elif me is None:
            await socket.send(frame(t="join", name=self.name, robot=True))
        elif not me["ready"] and len(room["members"]) >= self.ready_with:
            await socket.send(frame(t="ready", ready=True))

    async def _play(self, socket: ClientConnection) -> None:
        """One wish after the other, each after the answer to the one before."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(self.pace_s)
                table, room = self.seat.table, self.seat.room
                if self.name is None or table is None or room is None or self.seat.waiting:
                    continue
                if table["state"] != "racing":
                    return
                move = None
                if not self.stuck and table["counters"]["moves"] < MAX_MOVES:
                    move = await asyncio.to_thread(self.strategy.choose, known_table(room["variant"], table))
                if move is None:
                    self.stuck = True
                    await socket.send(self.seat.give_up())
                else:
                    await socket.send(self.seat.play(move))


async def _ping(socket: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.send(frame(t="ping", c=0))
            await asyncio.sleep(PING_S)


@dataclass(frozen=True)
class Plan:
    """Which race the robots play: in the room `code`, or in a new one for the variant `create`."""

    urls: Sequence[str]
    code: str | None
    create: str | None
    players: int
    spectators: int
    pace_s: float
    """Seconds between two moves of a robot."""
    strength: Strength = "hard"


async def race(plan: Plan) -> dict[str, Any]:
    """Play one race; returns what `corrida robots --json` prints. Raises Refusal or OSError."""
    urls = [url.rstrip("/") for url in plan.urls]
    tokens = [await asyncio.to_thread(new_player, urls[0]) for _ in range(plan.players + plan.spectators)]
    names = [f"Robot {i + 1}" for i in range(plan.players)]
    code = plan.code
    if code is None:
        wanted = {"variant": plan.create, "name": names[0], "robot": True, "racers": max(2, plan.players)}
        code = await asyncio.to_thread(lambda: new_room(urls[0], tokens[0], **wanted))
    log.info("entering", room=code, robots=plan.players, spectators=plan.spectators)
    robots = [
        Robot(
            [*urls[i % len(urls) :], *urls[: i % len(urls)]],
            token,
            names[i] if i < plan.players else None,
            plan.pace_s,
            ready_with=plan.players if plan.create is not None else 0,
            strategy=Strategy(i, plan.strength),
        )
        for i, token in enumerate(tokens)
    ]
    rooms = await asyncio.gather(*(robot.run(code) for robot in robots))
    return summary(rooms[0])


def summary(room: out.Room) -> dict[str, Any]:
    """What is told of a race that is over."""
    return {
        "code": room["code"],
        "deal_id": room["opening"]["deal_id"] if "opening" in room else None,
        "results": [
            {
                "name": result["name"],
                "place": result["place"],
                "state": result["state"],
                "time_ms": result["time_ms"],
                "moves": result["moves"],
                "sets": result["home"],
            }
            for result in room.get("results", [])
        ],
    }
