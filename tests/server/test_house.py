"""The server's own robots race against whoever has nobody else, on any server and after any server's death."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from server.client import new_room, race_record
from server.house import House
from server.record import problems
from server.store.clock import Clock
from server.strategy import Strategy
from tests.server.builders import racing
from tests.server.conftest import Node
from tests.server.peers import Peer

MakePeer = Callable[..., Peer]


@pytest.fixture
def quick_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers started from now on have robots that need a thirtieth of the usual time."""
    monkeypatch.setenv("CORRIDA_ROBOT_PACE", "3")


def moves(of: Peer, player: str) -> int:
    """How many moves of this player are known: none before the first progress, which may come after the own table."""
    known: list[Any] = of.seat.progress["racers"] if of.seat.progress else []
    return next((racer["moves"] for racer in known if racer["id"] == player), 0)


@pytest.mark.slow
async def test_one_person_races_against_robots_also_when_their_server_dies(
    peer: MakePeer, quick_robots: None, fresh_node: Callable[[], Node]
) -> None:
    first, second = fresh_node(), fresh_node()
    ana = peer(first.url)
    wanted = {"variant": "klondike-1", "name": "Ana", "robots": ["easy", "hard"], "robot": True}
    code = await asyncio.to_thread(lambda: new_room(first.url, ana.token, **wanted))
    await ana.connect(code)
    assert [(m["name"], m["strength"], m["ready"], m["here"]) for m in ana.room["members"][1:]] == [
        ("Ada", "easy", True, True),
        ("Blaise", "hard", True, True),
    ]
    await ana.send(t="ready", ready=True)
    await ana.started()
    await ana.until(lambda: all(moves(ana, f"robot-{i}") > 2 for i in (0, 1)))
    eva = await peer(second.url).connect(code)
    await eva.send(t="watch", players=["robot-1"])
    await eva.until(lambda: "robot-1" in eva.seat.tables)
    first.kill()
    before = moves(eva, "robot-1")
    await eva.until(lambda: moves(eva, "robot-1") > before)
    again = await peer(second.url, ana.token).connect(code)
    await again.started()
    await again.send_bytes(again.seat.give_up())
    await again.over()
    states = {result["id"]: result["state"] for result in again.room["results"]}
    assert states == {again.seat.player: "gave_up", "robot-0": "stopped", "robot-1": "stopped"}
    record = await asyncio.to_thread(race_record, f"{second.url}/r/{code}")
    assert problems(record) == []
    assert all(len(racer["actions"]) > 2 for racer in record["racers"] if racer["strength"])


async def test_robots_think_one_at_a_time_and_half_of_the_time(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many race, the process has as much time for people as for them."""
    thoughts: list[tuple[float, float]] = []

    def think(*_: object) -> str | None:
        begun = time.monotonic()
        time.sleep(0.02)  # the thought itself
        thoughts.append((begun, time.monotonic()))
        return "D"

    monkeypatch.setattr(Strategy, "choose", think)
    house = House(pace_percent=0)
    on = racing().race
    assert on is not None
    racers = [replace(racer, strength="hard", acted_at=0) for racer in on.racers.values()]

    async def act(player: str, _: object) -> None:
        racer = next(racer for racer in racers if racer.id == player)
        if len(thoughts) >= 5:
            racer.state = "gave_up"

    async with asyncio.timeout(10):
        await asyncio.gather(*(house.race(on, racer, clock, act) for racer in racers))
    assert len(thoughts) >= 5
    for (begun, ended), (next_begun, _) in pairwise(thoughts):
        assert next_begun - ended >= 0.9 * (ended - begun)


async def test_a_room_takes_no_more_robots_than_it_has_seats(peer: MakePeer) -> None:
    ana = peer()
    wanted = {"variant": "maze", "name": "Ana", "racers": 2, "robots": ["easy", "easy"]}
    with pytest.raises(Exception, match="room_full"):
        await asyncio.to_thread(lambda: new_room(ana.url, ana.token, **wanted))
