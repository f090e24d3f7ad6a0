import asyncio
import secrets

import pytest
from redis.asyncio import Redis

from server.events import Closed, Entry, Finished, GaveUp, Joined, Left, Played, Readied, pack
from server.store.clock import Clock
from server.store.log import PAGE, Change, Logs


def new_code() -> str:
    return secrets.token_hex(3).upper()


async def test_what_is_appended_is_read_back_with_versions_and_times(logs: Logs) -> None:
    code = new_code()
    first = await logs.append(code, [Change("room", 0, [Joined("p", "Ana", robot=False), Readied("p", ready=True)])])
    second = await logs.append(code, [Change("room", 2, [Left("p")])])
    assert (first.word, second.word) == ("ok", "ok")
    assert await logs.tails(code, {"room": 0}) == {
        "room": [
            Entry(1, first.at, Joined("p", "Ana", robot=False)),
            Entry(2, first.at, Readied("p", ready=True)),
            Entry(3, second.at, Left("p")),
        ]
    }
    assert await logs.tails(code, {"room": 2, "race:1:p": 0}) == {
        "room": [Entry(3, second.at, Left("p"))],
        "race:1:p": [],
    }


async def test_an_append_on_another_version_is_a_conflict_and_writes_nothing(logs: Logs) -> None:
    code = new_code()
    await logs.append(code, [Change("room", 0, [Closed()])])
    for version in (0, 2, 7):
        assert (await logs.append(code, [Change("room", version, [Left("p")])])).word == "conflict"
    assert len((await logs.tails(code, {"room": 0}))["room"]) == 1


async def test_one_conflict_among_several_logs_writes_to_none_of_them(logs: Logs) -> None:
    code = new_code()
    await logs.append(code, [Change("room", 0, [Closed()])])
    outcome = await logs.append(code, [Change("race:1:p", 0, [Played(1, "D")]), Change("room", 0, [Left("p")])])
    assert outcome.word == "conflict"
    assert await logs.tails(code, {"race:1:p": 0}) == {"race:1:p": []}


async def test_a_log_can_be_guarded_without_being_written(logs: Logs) -> None:
    code = new_code()
    await logs.append(code, [Change("room", 0, [Closed()])])
    guarded = [Change("race:1:p", 0, [Played(1, "D")]), Change("room", 1, [])]
    assert (await logs.append(code, guarded)).word == "ok"
    assert len((await logs.tails(code, {"room": 0}))["room"]) == 1
    await logs.append(code, [Change("room", 1, [Finished("all_ended")])])
    late = [Change("race:1:p", 1, [GaveUp(2)]), Change("room", 1, [])]
    assert (await logs.append(code, late)).word == "conflict"


async def test_redis_clock_decides_what_is_early_and_what_is_late(logs: Logs, clock: Clock) -> None:
    code, change = new_code(), [Change("room", 0, [Closed()])]
    now = await clock.read()
    assert (await logs.append(code, change, not_before=now + 60_000)).word == "early"
    assert (await logs.append(code, change, not_after=now)).word == "late"
    assert await logs.tails(code, {"room": 0}) == {"room": []}
    assert (await logs.append(code, change, not_before=now, not_after=now + 60_000)).word == "ok"


async def test_a_clock_that_is_set_back_does_not_put_events_in_another_order(logs: Logs, redis: Redis) -> None:
    code = new_code()
    later = (await redis.time())[0] * 1000 + 60_000
    await redis.xadd(f"corrida:{{{code}}}:room", {"t": later, "e": pack(Closed())}, id="1-0")
    outcome = await logs.append(code, [Change("room", 1, [Left("p")]), Change("race:1:p", 0, [Played(1, "D")])])
    assert outcome.at == later


async def test_a_long_tail_is_read_in_pages(logs: Logs) -> None:
    code = new_code()
    await logs.append(code, [Change("room", 0, [Left(str(i)) for i in range(PAGE + 5)])])
    first = (await logs.tails(code, {"room": 0}))["room"]
    rest = (await logs.tails(code, {"room": PAGE}))["room"]
    assert [entry.version for entry in first + rest] == list(range(1, PAGE + 6))


async def test_of_many_appends_on_one_version_exactly_one_is_taken(logs: Logs) -> None:
    code = new_code()
    outcomes = await asyncio.gather(
        *(logs.append(code, [Change("room", 0, [Left(str(i))])]) for i in range(40)),
    )
    assert sorted(outcome.word for outcome in outcomes) == ["conflict"] * 39 + ["ok"]
    assert len((await logs.tails(code, {"room": 0}))["room"]) == 1


async def test_logs_are_kept_for_a_month_after_their_last_entry(logs: Logs, redis: Redis) -> None:
    code = new_code()
    await logs.append(code, [Change("room", 0, [Closed()])])
    assert 29 < await redis.pttl(f"corrida:{{{code}}}:room") / 86_400_000 <= 30


async def test_the_clock_is_that_of_redis(redis: Redis, clock: Clock) -> None:
    seconds, microseconds = await redis.time()
    assert clock.now() == pytest.approx(seconds * 1000 + microseconds / 1000, abs=1000)
