"""For how long logs are kept: by what was played, as the server's settings say."""

from dataclasses import replace

import pytest
from redis.asyncio import Redis

from server.alone import DAILY_SETTINGS, SOLO_SETTINGS
from server.create import create
from server.events import Daily, Joined
from server.messages.incoming import Play, Start
from server.open_room import OpenRoom, fold
from server.settings import Settings
from server.store.clock import Clock
from server.store.keys import log_key
from server.store.log import Change, Keep, Logs
from server.store.people import People
from tests.server.builders import created, needs

KEEP = Keep(race=3, solo=5, daily=7)
ROOMS = {
    "race": created(countdown_ms=0),
    "solo": replace(created(), settings=replace(SOLO_SETTINGS, countdown_ms=0), solo=True),
    "daily": replace(
        created(),
        settings=replace(DAILY_SETTINGS, countdown_ms=0),
        daily=Daily(1, ranked=True, until=10**15),
    ),
}


async def days_left(redis: Redis, code: str, log: str) -> float:
    return float(await redis.pttl(log_key(code, log))) / 86_400_000


@pytest.mark.parametrize(("kind", "days"), [("race", 3), ("solo", 5), ("daily", 7)])
async def test_logs_are_kept_for_as_long_as_the_setting_of_their_kind_says(
    redis: Redis, clock: Clock, kind: str, days: int
) -> None:
    logs, made = Logs(redis, KEEP), ROOMS[kind]
    code = await create(logs, [made], kind="lobby")
    assert code is not None
    assert 1.9 < await days_left(redis, code, "room") <= 2, "nothing has been played yet"
    if kind == "race":
        await logs.append(code, [Change("room", 1, [Joined("bob", "Bob", robot=False)])], kind="lobby")
    room = await fold(code, needs(logs, clock))
    assert isinstance(room, OpenRoom)
    if kind == "race":
        assert await room.scribe.command("ana", Start(t="start")) is None
    assert room.room.race is not None
    racer = room.room.race.racers["ana"]
    move = racer.attempt.legal()[0]
    assert await room.wish("ana", Play(t="play", n=1, v=0, move=move)) is None
    for log in ("room", "race:1:ana"):
        assert days - 0.1 < await days_left(redis, code, log) <= days
    room.close()


async def test_where_a_player_was_is_known_for_longer_than_any_log(redis: Redis, clock: Clock) -> None:
    people, now = People(redis, KEEP), clock.now()
    await people.was_in("who was there", "ABC234", now - KEEP.longest_ms)
    await people.was_in("who was there", "XYZ789", now)
    assert await people.rooms("who was there") == ["ABC234", "XYZ789"]
    await people.forget("who was there")


@pytest.mark.parametrize("name", ["KEEP_RACES", "KEEP_SOLO", "KEEP_DAILY"])
def test_a_setting_is_a_number_of_days_within_bounds(name: str) -> None:
    assert getattr(Settings.from_environment({f"CORRIDA_{name}": "2"}), name.lower()) == 2
    for days in ("0", "1", "36501", "-3", "a week"):
        with pytest.raises(ValueError, match=f"CORRIDA_{name} must be"):
            Settings.from_environment({f"CORRIDA_{name}": days})
