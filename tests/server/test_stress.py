"""Everything at once: moves in a hurry, cut sockets, killed servers, Redis hanging up on everyone. Nothing may be lost.

Seeded: what failed once fails much the same way again. What breaks, breaks after so many answers and not after so many
seconds, so that a slow machine has as much to go through as a quick one.
"""

import asyncio
import contextlib
import random
from collections.abc import Callable

import pytest
from redis.asyncio import Redis
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server.client import new_player
from server.events import Played
from server.open_room import OpenRoom, fold
from server.store.clock import Clock
from server.store.keys import attempt_log
from server.store.log import Logs
from tests.server.builders import needs
from tests.server.conftest import Node
from tests.server.peers import WAIT_S, Peer, start_race

BREAKS = ["pubsub"] * 4 + ["normal"] * 3 + ["server"]
"""Whose connections Redis hangs up, or the death of a server."""
VARIANTS = ("spider-2", "klondike-3", "maze")


class Nodes:
    """Two servers, of which one may be dead for a moment."""

    def __init__(self, start: Callable[[], Node]) -> None:
        self._start = start
        self.up = [start(), start()]

    async def kill_one(self, chance: random.Random) -> None:
        i = chance.randrange(2)
        self.up[i].kill()
        self.up[i] = await asyncio.to_thread(self._start)


class Course:
    """How far the racing has come, all racers together."""

    def __init__(self) -> None:
        self.over = False
        self._answers = 0
        self._news = asyncio.Condition()

    async def answered(self) -> None:
        async with self._news:
            self._answers += 1
            self._news.notify_all()

    async def goes_on(self, answers: int) -> None:
        """Wait for so many more answers."""
        async with asyncio.timeout(WAIT_S * 3), self._news:
            wanted = self._answers + answers
            await self._news.wait_for(lambda: self._answers >= wanted)


async def enter(peer: Peer, code: str, nodes: Nodes, chance: random.Random) -> None:
    """Come back, wherever a server answers, and wait for the own table."""
    while True:
        peer.url = chance.choice(nodes.up).url
        peer.seat.tables.clear()
        with contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
            await peer.connect(code)
            await peer.until(lambda: peer.close_code is not None or peer.seat.tables)
            if peer.close_code is None:
                return
        await asyncio.sleep(0.05)


async def answered_or_cut(peer: Peer) -> None:
    """Wait for the answers to all wishes; what was heard last is told if none comes, for it can hardly be had again."""
    try:
        await peer.until(lambda: not peer.seat.waiting or peer.close_code is not None)
    except TimeoutError as error:
        last = [{key: m.get(key) for key in ("t", "re", "n", "v", "reason", "player")} for m in peer.heard[-20:]]
        raise AssertionError(f"no answer to {peer.seat.waiting} of {peer.seat.player}; heard last {last}") from error


async def race_on(peer: Peer, code: str, nodes: Nodes, chance: random.Random, course: Course) -> None:
    """Play as fast as answers come, and lose the connection now and then."""
    while not course.over:
        try:
            if chance.random() < 0.03:
                await peer.cut()
            if peer.close_code is not None:
                await enter(peer, code, nodes, chance)
            legal = peer.table["legal"] or ["D"]
            move = "U" if peer.table["counters"]["moves"] and chance.random() < 0.2 else chance.choice(legal)
            wish = peer.seat.play(move)
            await peer.send_bytes(wish)
            if chance.random() < 0.1:
                await peer.send_bytes(wish)
            await answered_or_cut(peer)
            if not peer.seat.waiting:
                await course.answered()
        except ConnectionClosed:
            await peer.until(lambda: peer.close_code is not None)


async def trouble(redis: Redis, nodes: Nodes, chance: random.Random, course: Course) -> None:
    """Hang up on everyone at Redis, and kill a server; the racing is over a while after the last of it."""
    for what in chance.sample(BREAKS, len(BREAKS)):
        await course.goes_on(chance.randint(20, 60))
        if what == "server":
            await nodes.kill_one(chance)
        else:
            await redis.client_kill_filter(_type=what, skipme=True)
    await course.goes_on(40)
    course.over = True


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_nothing_is_lost_or_done_twice_whatever_breaks(
    fresh_node: Callable[[], Node], redis: Redis, logs: Logs, clock: Clock, seed: int
) -> None:
    chance = random.Random(seed)
    nodes = Nodes(fresh_node)
    rooms: dict[str, list[Peer]] = {}
    for variant in VARIANTS:
        racers = [Peer(node.url, await asyncio.to_thread(new_player, node.url)) for node in nodes.up]
        rooms[await start_race(racers, variant=variant)] = racers
    course = Course()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(trouble(redis, nodes, random.Random(chance.random()), course))
        for code, racers in rooms.items():
            for racer in racers:
                tasks.create_task(race_on(racer, code, nodes, random.Random(chance.random()), course))

    moves = 0
    for code, racers in rooms.items():
        for racer in racers:
            await racer.close()
            await enter(racer, code, nodes, chance)
        again = await fold(code, needs(logs, clock))
        assert isinstance(again, OpenRoom)
        moves += sum([await check(racer, racers, again, logs) for racer in racers])
    for racer in (racer for racers in rooms.values() for racer in racers):
        await racer.close()
    assert moves > 150


async def check(racer: Peer, racers: list[Peer], again: OpenRoom, logs: Logs) -> int:
    """Hold what a racer was told against the log, and what all see against its fold; returns the number of actions."""
    player = racer.seat.player
    entries = await logs.whole(again.room.code, attempt_log(1, player))
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    numbers = [entry.event.n for entry in entries if isinstance(entry.event, Played)]
    assert numbers == sorted(set(numbers)), "a wish was done twice"
    for heard in racer.heard:
        if heard["t"] == "moved" and heard["player"] == player:
            event = entries[heard["v"] - 1].event
            assert isinstance(event, Played)
            assert (event.n, event.move) == (heard["n"], heard["move"]), "what was answered is not in the log"
    assert again.room.race is not None
    kept = again.room.race.racers[player]
    assert (racer.table["v"], racer.table["n"]) == (kept.version, kept.n)
    assert [tuple(pile) for pile in racer.table["piles"]] == kept.attempt.view().wire()
    for other in racers:
        await other.until(lambda: seen_moves(other, player) == kept.attempt.moves)  # noqa: B023 - waited for at once
    return len(entries)


def seen_moves(peer: Peer, player: str) -> int:
    """How many moves a peer believes that a racer stands at."""
    if peer.seat.progress is None:
        return -1
    return next(racer["moves"] for racer in peer.seat.progress["racers"] if racer["id"] == player)
