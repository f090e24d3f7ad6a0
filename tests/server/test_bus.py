import asyncio
import secrets
from collections.abc import AsyncIterator, Callable

import pytest
from redis.asyncio import Redis

from server.events import Closed, Entry, Left
from server.store import redis as redis_module
from server.store.bus import Arrived, Bus, Departed, Hint, News, Resubscribed
from server.store.clock import Clock
from server.store.log import Change, Logs
from server.store.presence import Presence
from server.store.redis import connect_listener
from server.store.shared import Shared


@pytest.fixture
async def bus(redis_url: str) -> AsyncIterator[Bus]:
    listening = connect_listener(redis_url)
    bus = Bus(listening)
    await bus.start()
    yield bus
    await bus.stop()
    await listening.aclose()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.005)


async def test_an_append_is_heard_by_those_who_listen_to_the_room(bus: Bus, logs: Logs) -> None:
    code, other = secrets.token_hex(3), secrets.token_hex(3)
    heard: list[Hint] = []
    await bus.subscribe(code, heard.append)
    await logs.append(other, [Change("room", 0, [Closed()])])
    outcome = await logs.append(code, [Change("room", 0, [Left("a b"), Closed()])])
    await until(lambda: len(heard) == 2)
    assert heard == [News("room", Entry(1, outcome.at, Left("a b"))), News("room", Entry(2, outcome.at, Closed()))]


async def test_arrivals_are_numbered_and_heard_and_forgotten(bus: Bus, redis: Redis, clock: Clock) -> None:
    code, presence = secrets.token_hex(3), Presence(redis, clock)
    heard: list[Hint] = []
    await bus.subscribe(code, heard.append)
    first, second = await presence.arrive(code, "p"), await presence.arrive(code, "p")
    assert second > first
    assert sorted((await presence.refresh(code, []))[0]) == [("p", first), ("p", second)]
    await presence.depart(code, ("p", first), seated=True)
    await until(lambda: len(heard) == 3)
    assert heard == [Arrived("p", first), Arrived("p", second), Departed("p", first)]
    here, seen = await presence.refresh(code, [("q", 9), ("r", 10)], ["q"])
    assert sorted(here) == [("p", second), ("q", 9), ("r", 10)]
    assert seen.keys() == {"p", "q"}
    assert abs(seen["p"] - clock.now()) < 5000


async def test_thousands_are_told_and_read_in_turns_and_all_of_them(redis: Redis, clock: Clock) -> None:
    code, presence = secrets.token_hex(3), Presence(redis, clock)
    many = [(f"player-{i}", i) for i in range(2_000)]
    here, seen = await presence.refresh(code, iter(many))
    assert sorted(here) == sorted(many)
    assert not seen
    await redis.delete(f"corrida:{{{code}}}:here")


async def test_connections_of_a_server_that_died_are_forgotten(redis: Redis, clock: Clock) -> None:
    code, presence = secrets.token_hex(3), Presence(redis, clock)
    await redis.zadd(f"corrida:{{{code}}}:here", {"p 1": clock.now() - 26_000, "q 2": clock.now()})
    assert (await presence.refresh(code, []))[0] == [("q", 2)]


async def test_a_broken_connection_to_redis_is_told_as_a_reason_to_read_the_log(
    bus: Bus, logs: Logs, redis: Redis
) -> None:
    code = secrets.token_hex(3)
    heard: list[Hint] = []
    await bus.subscribe(code, heard.append)
    await redis.client_kill_filter(_type="pubsub", skipme=True)
    await until(lambda: Resubscribed() in heard)
    await logs.append(code, [Change("room", 0, [Closed()])])
    await until(lambda: any(isinstance(hint, News) for hint in heard))


async def test_an_echo_comes_back_and_many_at_once_do(bus: Bus, redis: Redis) -> None:
    async with asyncio.timeout(10):
        await asyncio.gather(*(bus.echo(Shared(redis)) for _ in range(20)))


async def test_the_secret_is_made_once(redis: Redis) -> None:
    made = await asyncio.gather(*(Shared(redis).secret() for _ in range(10)))
    assert len(set(made)) == 1
    assert len(made[0]) == 32


async def test_counts_are_by_address_and_minute(redis: Redis) -> None:
    shared, address = Shared(redis), secrets.token_hex(4)
    assert [await shared.count("guess", address, 0) for _ in range(3)] == [1, 2, 3]
    await shared.uncount("guess", address, 0)
    assert await shared.count("guess", address, 59_999) == 3
    assert await shared.count("guess", address, 60_000) == 1


async def test_what_has_kept_a_cancellation_to_itself_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_module, "_CANCEL_AGAIN_S", 0.01)
    lost = 0

    async def work() -> None:
        nonlocal lost
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if lost == 2:
                    raise
                lost += 1

    async def fails() -> None:
        raise RuntimeError("before it is asked to end")

    tasks = [asyncio.create_task(work()), asyncio.create_task(fails())]
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await redis_module.end(tasks)
    assert lost == 2
    assert all(task.done() for task in tasks)
