"""Races that all have left end by themselves, although nobody opens their rooms, and whichever server has died."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator

import pytest
from redis.asyncio import Redis

from server import race
from server.client import Seat, frame
from server.connection import Connection
from server.events import Created, Deal, Entry, Finished, Joined, RoomEvent, Settings, Started
from server.hub import Hub
from server.outbox import Outbox
from server.redis_embedded import embedded_redis
from server.store import keys
from server.store.clock import Clock
from server.store.log import Change, Logs
from server.store.running import AT_ONCE, FRESH_MS, TAKEN_MS, Running
from tests.server.builders import DEAL, created
from tests.server.peers import WAIT_S


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis without servers that would look after these races too."""
    with embedded_redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture
def running(redis: Redis) -> Running:
    return Running(redis)


async def end_of(logs: Logs, code: str) -> Entry | None:
    return next((entry for entry in await logs.whole(code, "room") if isinstance(entry.event, Finished)), None)


async def when(redis: Redis, code: str) -> float | None:
    """When a room is to be looked at."""
    score: float | None = await redis.zscore(keys.RUNNING, code)
    return score


async def test_a_race_that_all_have_left_is_over_after_a_while_although_its_server_is_dead(
    make_hub: Callable[[], Awaitable[Hub]], running: Running, redis: Redis, logs: Logs, clock: Clock
) -> None:
    dead, alive = await make_hub(), await make_hub()
    deal = Deal("spider-1", DEAL, bytes(16), sealed=True)
    settings = Settings(racers=2, countdown_ms=0)
    code = await dead.create(
        Created("ana", "Ana", robot=False, deal=deal, settings=settings), Joined("bob", "Bob", robot=False)
    )
    ana, outbox = Connection(dead, "ana", "address", Outbox()), Outbox()
    await ana.receive(Seat().hello(code))
    await Connection(dead, "bob", "address", outbox).receive(Seat().hello(code))
    assert await when(redis, code) is None, "nothing is on yet"
    await ana.receive(frame(t="start"))
    at = await when(redis, code)
    assert at is not None
    assert 0 < at - clock.now() <= FRESH_MS

    # From here on nobody says anything for the dead server.
    long_ago = clock.now() - race.ABANDONED_AFTER_MS
    for key, mapping in (
        (keys.connections(code), {"ana 1": long_ago, "bob 2": long_ago}),
        (keys.seen(code), {"ana": long_ago + 60_000, "bob": long_ago}),
    ):
        await redis.zadd(key, mapping)
    await running.look_at(code, long_ago)
    await alive.look_after()
    assert await end_of(logs, code) is None, "Ana may come back within ten minutes"
    assert await when(redis, code) == long_ago + 60_000 + race.ABANDONED_AFTER_MS

    await redis.zadd(keys.seen(code), {"ana": long_ago})
    await running.look_at(code, long_ago)
    await alive.look_after()
    end = await end_of(logs, code)
    assert end is not None
    assert end.event == Finished("away")
    assert await when(redis, code) is None


async def test_of_a_race_that_is_over_or_lost_nothing_is_left_to_look_at(
    hub: Hub, running: Running, redis: Redis, logs: Logs, clock: Clock
) -> None:
    over, lobby, lost = (secrets.token_hex(3).upper() for _ in range(3))
    events: list[RoomEvent] = [created(), Joined("bob", "Bob", robot=False), Started(0), Finished("away")]
    await logs.append(over, [Change("room", 0, events)])
    await logs.append(lobby, [Change("room", 0, events[:2])])
    for code in (over, lobby, lost):
        await running.look_at(code, clock.now() - FRESH_MS)
    await hub.look_after()
    assert [await when(redis, code) for code in (over, lobby, lost)] == [None] * 3


async def test_a_room_that_cannot_be_folded_keeps_no_other_from_its_end(
    hub: Hub, running: Running, redis: Redis, logs: Logs, clock: Clock
) -> None:
    bad, good = "22" + secrets.token_hex(2).upper(), "33" + secrets.token_hex(2).upper()
    events: list[RoomEvent] = [created(time_limit_ms=1), Joined("bob", "Bob", robot=False), Started(0)]
    await logs.append(bad, [Change("room", 0, [*events, Started(0), Joined("eva", "Eva", robot=False), created()])])
    await logs.append(good, [Change("room", 0, events)])
    async with asyncio.timeout(WAIT_S):
        while clock.now() <= (await logs.whole(good, "room"))[-1].at + 1:
            await clock.read()
    now = clock.now()
    for i, code in enumerate((bad, good)):
        await running.look_at(code, now - 2 + i)
    await hub.look_after()
    end = await end_of(logs, good)
    assert end is not None
    assert end.event == Finished("time_limit")
    again = await when(redis, bad)
    assert again is not None
    assert again > now + TAKEN_MS


async def test_each_race_is_taken_by_one_server_and_a_few_at_a_time(running: Running, redis: Redis) -> None:
    codes = [f"ROOM{i:02}" for i in range(2 * AT_ONCE + 1)]
    for i, code in enumerate(codes):
        await running.look_at(code, i)
    other = Running(redis)
    taken = [await each.take(1_000) for each in (running, other, running, other)]
    assert [len(part) for part in taken] == [AT_ONCE, AT_ONCE, 1, 0]
    assert sorted(code for part in taken for code in part) == codes
    assert len(await running.take(1_000 + TAKEN_MS)) == AT_ONCE, "those of a server that has died come again"
