"""An open room whose news are lost, late or bad: the logs are real, what is heard of them is up to the test."""

import asyncio
import secrets
from typing import Any

import msgpack
from redis.asyncio import Redis

from server.events import Finished, GaveUp, Joined, Played, RoomEvent, Started
from server.open_room import OpenRoom, fold
from server.outbox import Outbox
from server.reasons import Reason
from server.store.bus import News
from server.store.clock import Clock
from server.store.log import Change, Logs
from server.viewers import Viewer
from tests.engine.tables import lines
from tests.server.builders import created, needs

DEAL, *LINE = lines("games/spider-1-won.txt")


async def a_race(logs: Logs, clock: Clock, **changes: Any) -> tuple[str, OpenRoom]:
    """A room in which Ana and Bob race since a moment ago."""
    code = secrets.token_hex(3).upper()
    events: list[RoomEvent] = [created(deal_id=DEAL, **changes), Joined("bob", "Bob", robot=False), Started(0)]
    await logs.append(code, [Change("room", 0, events)])
    opened = await fold(code, needs(logs, clock))
    assert isinstance(opened, OpenRoom)
    return code, opened


async def heard(viewer: Viewer) -> list[dict[str, Any]]:
    async with asyncio.timeout(5):
        return [msgpack.unpackb(frame) for frame in await viewer.outbox.take()]


def viewer_of(room: OpenRoom, player: str) -> Viewer:
    viewer = Viewer(player, 1, Outbox())
    room.enter(viewer)
    return viewer


async def test_the_winner_has_won_although_the_news_of_the_winning_move_was_lost(logs: Logs, clock: Clock) -> None:
    code, room = await a_race(logs, clock)
    bob = viewer_of(room, "bob")
    await heard(bob)
    played = [Played(i + 1, move) for i, move in enumerate(LINE)]
    await logs.append(code, [Change("race:1:ana", 0, played)])
    await logs.append(code, [Change("race:1:bob", 0, [GaveUp(1)])])
    await logs.append(code, [Change("room", 3, [Finished("all_ended")])])
    [end] = (await logs.tails(code, {"room": 3}))["room"]
    room.hear(News("room", end))
    while True:
        messages = await heard(bob)
        results = [m["results"] for m in messages if m["t"] == "room" and m["state"] == "over"]
        if results:
            break
    assert [(r["id"], r["state"]) for r in results[0]] == [("ana", "finished"), ("bob", "gave_up")]
    room.close()


async def test_after_a_long_gap_viewers_get_the_table_and_stay(logs: Logs, clock: Clock) -> None:
    code, room = await a_race(logs, clock)
    eva = viewer_of(room, "eva")
    assert room.viewers.watch(eva, frozenset({"ana"})) is None
    await heard(eva)
    moves = (LINE[:20] + ["U"] * 20) * 3
    await logs.append(code, [Change("race:1:ana", 0, [Played(i + 1, move) for i, move in enumerate(moves)])])
    await room.journal.catch_up()
    assert eva.outbox.closing is None
    assert [(m["t"], m.get("v")) for m in await heard(eva) if m["t"] in ("table", "moved")] == [("table", len(moves))]
    room.close()


async def test_a_time_limit_is_up_when_redis_says_so(logs: Logs, clock: Clock) -> None:
    _, room = await a_race(logs, clock, time_limit_ms=60_000)
    early = await fold(room.room.code, needs(logs, FastClock(clock)))
    assert isinstance(early, OpenRoom)
    await early.scribe.settle()
    assert early.room.race is not None
    assert early.room.race.over_at is None


class FastClock(Clock):
    """A clock that is wrong by two minutes."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock._redis)
        self._right = clock

    def now(self) -> int:
        return self._right.now() + 120_000


async def test_a_log_that_cannot_be_folded_sends_its_viewers_away_and_harms_no_other_room(
    logs: Logs, clock: Clock, redis: Redis
) -> None:
    code, room = await a_race(logs, clock)
    ana = viewer_of(room, "ana")
    await redis.xadd(
        f"corrida:{{{code}}}:room", {"t": clock.now(), "e": msgpack.packb({"e": "from a newer server"})}, id="4-0"
    )
    await room.guarded(room.journal.catch_up())
    assert ana.outbox.closing is Reason.TROUBLE
    _, other = await a_race(logs, clock)
    await other.guarded(other.journal.catch_up())
    room.close()


async def test_nobody_away_can_block_the_end_whichever_server_looks(logs: Logs, clock: Clock) -> None:
    code, room = await a_race(logs, clock)
    await logs.append(code, [Change("race:1:ana", 0, [GaveUp(1)])])
    await room.journal.catch_up()
    room.attendance.all_here([("ana", 1)], {"ana": clock.now(), "bob": clock.now() - 110_000})
    await room.scribe.settle()
    assert room.room.race is not None
    assert room.room.race.over_at is None
    room.attendance.all_here([("ana", 1)], {"ana": clock.now(), "bob": clock.now() - 121_000})
    await room.scribe.settle()
    assert room.room.race.over_at is not None
    assert {r.id: r.state for r in room.room.race.racers.values()} == {"ana": "gave_up", "bob": "away"}
    room.close()
