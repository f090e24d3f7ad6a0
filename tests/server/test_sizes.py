"""How large logs are is counted right, and told."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from redis.asyncio import Redis

from server.alone import DAILY_SETTINGS, SOLO_SETTINGS
from server.codes import ALPHABET
from server.events import Closed, Created, Daily, Event, Played
from server.redis_embedded import embedded_redis
from server.sizes import as_json, lines, sizes_of
from server.store.keys import attempt_log
from server.store.log import Change, Logs
from server.store.redis import connect
from server.store.sizes import COUNTED, PAGE
from tests.server.builders import created
from tests.server.test_cli import corrida

ALONE = replace(created(), settings=SOLO_SETTINGS, solo=True)
OF_A_DAY = replace(created(), settings=DAILY_SETTINGS, daily=Daily(1, ranked=True, until=0))
MOVES = [Played(i + 1, "3>5x2") for i in range(40)]


async def room(logs: Logs, code: str, made: Created | None, *attempts: int) -> None:
    """A room with attempts of so many moves."""
    if made is not None:
        await logs.append(code, [Change("room", 0, [made])])
    for i, moves in enumerate(attempts):
        events: list[Event] = [*MOVES[:moves]]
        await logs.append(code, [Change(attempt_log(1, f"player:{i}"), 0, events)])


async def a_few(redis: Redis) -> None:
    logs = Logs(redis)
    await room(logs, "RACE22", created(), 40, 10)
    await logs.append("RACE22", [Change("room", 1, [Closed()])])
    await room(logs, "ALN222", ALONE, 40)
    await room(logs, "DAY222", OF_A_DAY, 5)
    await room(logs, "GNE222", None, 1)
    await redis.set("corrida:secret", b"no log")
    await redis.sadd("corrida:{RACE22}:rest", "no log")


async def used_by(redis: Redis, key: str) -> int:
    """The bytes that a key takes, as Redis tells it."""
    used = await redis.memory_usage(key, samples=0)
    assert used is not None
    return used


async def test_each_kind_is_counted_and_nothing_else(tmp_path: Path) -> None:
    with embedded_redis(tmp_path) as url:
        assert not any(size.logs for size in (await sizes_of(url)).values())
        redis = connect(url)
        await a_few(redis)
        used = {
            "race": [await used_by(redis, f"corrida:{{RACE22}}:race:1:player:{i}") for i in (0, 1)],
            "solo": [await used_by(redis, "corrida:{ALN222}:race:1:player:0")],
        }
        sizes = await sizes_of(url)
        await redis.aclose()
    assert {kind: (size.logs, size.entries) for kind, size in sizes.items()} == {
        "race": (2, 50), "solo": (1, 40), "daily": (1, 5), "rooms": (3, 4), "unknown": (1, 1),
    }  # fmt: skip
    assert {kind: sizes[kind].size for kind in ("race", "solo")} == {kind: sum(each) for kind, each in used.items()}
    assert 10 < sizes["solo"].each < 200


async def test_more_rooms_than_fit_on_a_page_are_counted(tmp_path: Path) -> None:
    codes = [f"{a}{b}ABCD" for a in ALPHABET for b in ALPHABET][: 2 * PAGE + 1]
    with embedded_redis(tmp_path) as url:
        redis = connect(url)
        for code in codes:
            await room(Logs(redis), code, ALONE, 1)
        sizes = await sizes_of(url)
        await redis.aclose()
    assert (sizes["rooms"].logs, sizes["solo"].logs) == (len(codes), len(codes))


async def test_the_command_tells_it_to_people_and_to_programs(tmp_path: Path) -> None:
    with embedded_redis(tmp_path) as url:
        redis = connect(url)
        await a_few(redis)
        await redis.aclose()
        sizes = await sizes_of(url)
        told = [
            (await asyncio.to_thread(corrida, "sizes", "--redis", url, *options)).stdout for options in ([], ["--json"])
        ]
    assert told[0] == "\n".join(lines(sizes)) + "\n"
    assert len(told[0].splitlines()) == 1 + len(COUNTED)
    assert json.loads(told[1]) == as_json(sizes)


@pytest.mark.slow
def test_what_cannot_be_read_is_told_in_a_line(tmp_path: Path) -> None:
    done = corrida("sizes", "--redis", f"unix://{tmp_path}/nothing")
    assert done.returncode == 1
    assert done.stderr.startswith("the logs can't be read: ")
    assert len(done.stderr.splitlines()) == 1
