"""Many are told as few are: everything, in order, each message made once; and nobody who races waits for them."""

import asyncio
import random
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.frames import Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from server import metrics, race
from server.crowd import AT_ONCE, MOST_WAITING, Crowd
from server.events import Entry, Played
from server.outbox import LIMIT, Outbox
from server.pipe import Pipe, framed
from server.reasons import Reason
from server.viewers import Viewer, Viewers
from tests.server.builders import START, racing

MANY = 3 * AT_ONCE + 1


async def turns(number: int = 20) -> None:
    """Let the loop go round."""
    for _ in range(number):
        await asyncio.sleep(0)


# ---- Crowd


@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from([0, 1, AT_ONCE, AT_ONCE + 1]),
    st.lists(st.tuples(st.sampled_from(["", "a", "b"]), st.integers(0, 3)), max_size=MOST_WAITING - 1),
)
async def test_everybody_hears_everything_in_order_and_the_newest_of_what_replaces_itself(
    size: int, tellings: list[tuple[str, int]]
) -> None:
    heard: dict[int, list[tuple[int, str]]] = {one: [] for one in range(size)}
    crowd: Crowd[int] = Crowd(lambda: lambda one: heard[one].append((-1, "afresh")))
    for i, (kind, wait) in enumerate(tellings):
        crowd.tell(list(heard), lambda one, news=(i, kind): heard[one].append(news), kind)  # type: ignore[misc]
        await turns(wait)
    await turns(MOST_WAITING * (2 + size // AT_ONCE))
    for news in heard.values():
        assert [one for one in news if not one[1]] == [(i, "") for i, (kind, _) in enumerate(tellings) if not kind]
        for kind in ("a", "b"):
            told = [i for i, own in news if own == kind]
            assert told == sorted(set(told))
            assert told[-1:] == [i for i, (own, _) in enumerate(tellings) if own == kind][-1:]


async def test_when_too_much_waits_everyone_is_told_how_things_stand() -> None:
    heard: list[list[int]] = [[] for _ in range(MANY)]
    crowd: Crowd[list[int]] = Crowd(lambda: lambda one: one.append(-1))
    for i in range(MOST_WAITING + 3):
        crowd.tell(heard, lambda one, i=i: one.append(i))  # type: ignore[misc]
    await turns(MOST_WAITING * 5)
    assert heard == [[-1, MOST_WAITING + 1, MOST_WAITING + 2]] * MANY


async def test_a_few_at_a_time() -> None:
    heard: list[list[int]] = [[] for _ in range(MANY)]
    crowd: Crowd[list[int]] = Crowd(lambda: lambda _: None)
    crowd.tell(heard, lambda one: one.append(1))
    told: list[int] = []
    while len(told) < 3 or told[-1] < MANY:
        await asyncio.sleep(0)
        told.append(sum(map(len, heard)))
    assert max(b - a for a, b in zip([0, *told], told, strict=False)) <= AT_ONCE


# ---- Viewers


class StoppedClock:
    """It is a minute after the start."""

    def now(self) -> int:
        return START + 60_000


def crowded(size: int) -> tuple[Viewers, Viewer, list[Viewer], race.Race]:
    """Ana races, and so many watch her."""
    made = racing()
    assert made.race is not None
    viewers = Viewers(made, StoppedClock())  # type: ignore[arg-type]
    ana = Viewer("ana", 1, Outbox())
    viewers.enter(ana)
    crowd = [Viewer(f"viewer {i}", i + 2, Outbox()) for i in range(size)]
    for viewer in crowd:
        viewers.enter(viewer)
        assert viewers.watch(viewer, frozenset({"ana"})) is None
    for viewer in (ana, *crowd):
        viewer.outbox.drain()
    return viewers, ana, crowd, made.race


def play(viewers: Viewers, on: race.Race, move: str) -> None:
    racer = on.racers["ana"]
    steps = race.apply(on, "ana", Entry(racer.version + 1, START + 1000, Played(racer.n + 1, move)))
    viewers.send_moved(racer, move, steps)


def updates(frames: list[bytes]) -> list[bytes]:
    return [frame for frame in frames if msgpack.unpackb(frame)["t"] == "moved"]


@pytest.mark.parametrize("size", [3, MANY])
async def test_a_move_is_encoded_once_for_all_who_watch(size: int) -> None:
    viewers, ana, crowd, on = crowded(size)
    made, sent = metrics.UPDATES._value.get(), metrics.UPDATES_SENT._value.get()
    play(viewers, on, on.racers["ana"].attempt.legal()[0])
    await turns()
    [own] = updates(ana.outbox.drain())
    assert "legal" in msgpack.unpackb(own)
    told = [updates(viewer.outbox.drain()) for viewer in crowd]
    assert {len(frames) for frames in told} == {1}
    assert len({id(frame) for [frame] in told}) == 1
    assert "legal" not in msgpack.unpackb(told[0][0])
    assert metrics.UPDATES._value.get() - made == 2
    assert metrics.UPDATES_SENT._value.get() - sent == size + 1
    viewers.close()


async def test_who_races_is_told_before_thousands_are() -> None:
    viewers, ana, crowd, on = crowded(MANY)
    play(viewers, on, on.racers["ana"].attempt.legal()[0])
    assert len(updates(ana.outbox.drain())) == 1
    assert not any(viewer.outbox.drain() for viewer in crowd)
    viewers.close()


async def test_whoever_comes_while_others_are_being_told_gets_the_table_and_what_follows() -> None:
    viewers, _, crowd, on = crowded(MANY)
    for _ in range(3):
        play(viewers, on, on.racers["ana"].attempt.legal()[0])
    late = Viewer("late", 9999, Outbox())
    viewers.enter(late)
    viewers.watch(late, frozenset({"ana"}))
    play(viewers, on, "U")
    await turns(40)
    versions = [(m["t"], m["v"]) for m in map(msgpack.unpackb, late.outbox.drain()) if m["t"] in ("table", "moved")]
    assert versions == [("table", 3), ("moved", 4)]
    assert {tuple(msgpack.unpackb(m)["v"] for m in updates(one.outbox.drain())) for one in crowd} == {(1, 2, 3, 4)}
    viewers.close()


async def test_a_whole_table_is_encoded_once_for_each_state_of_it() -> None:
    viewers, _, crowd, on = crowded(3)

    def again() -> set[int]:
        viewers.send_again("ana")
        return {id(one) for v in crowd for one in v.outbox.drain() if msgpack.unpackb(one)["t"] == "table"}

    first = again()
    assert len(first) == 1
    assert again() == first
    play(viewers, on, on.racers["ana"].attempt.legal()[0])
    assert again().isdisjoint(first)
    viewers.close()


async def test_how_many_watch_counts_people_and_not_their_sockets() -> None:
    viewers, ana, crowd, _ = crowded(2)
    viewers.enter(Viewer(crowd[0].player, 77, Outbox()))
    assert crowd[0].outbox.closing is Reason.TAKEN_OVER
    viewers.now("room")
    [message] = [m for m in map(msgpack.unpackb, ana.outbox.drain()) if m["t"] == "room"]
    assert message["spectators"] == 2
    viewers.close()


# ---- Pipe


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 300, 65_535, 65_536, 70_000])
def test_a_frame_is_what_the_websocket_library_would_send(size: int) -> None:
    message = random.Random(size).randbytes(size)
    library = ServerProtocol(state=OPEN)
    library.send_binary(message)
    assert framed(message) == b"".join(library.data_to_send())
    assert framed(message)[0] == 0x80 | Opcode.BINARY


class Protocol:
    """What a pipe knows of uvicorn's class."""

    def __init__(self) -> None:
        self.pipe: Any = None
        self.writes: list[list[bytes]] = []

    def send_frames(self, frames: list[bytes]) -> None:
        self.writes.append(frames)


async def test_what_is_put_in_within_one_turn_is_written_at_once_and_in_order() -> None:
    protocol, outbox = Protocol(), Outbox()
    pipe = Pipe(protocol, outbox, 5)  # type: ignore[arg-type]
    outbox.put(b"a")
    outbox.put(b"b")
    await turns(2)
    outbox.put(b"c")
    await turns(2)
    assert protocol.writes == [[b"a", b"b"], [b"c"]]
    pipe.close()
    outbox.put(b"d")
    await turns(2)
    assert len(protocol.writes) == 2


async def test_nothing_is_written_to_who_does_not_read_and_it_is_bounded() -> None:
    protocol, outbox = Protocol(), Outbox()
    pipe = Pipe(protocol, outbox, 5)  # type: ignore[arg-type]
    pipe.paused()
    outbox.put(b"a")
    await turns(2)
    assert protocol.writes == []
    pipe.resumed()
    await turns(2)
    assert protocol.writes == [[b"a"]]
    pipe.paused()
    for _ in range(LIMIT + 1):
        outbox.put(b"x")
    assert outbox.closing is Reason.SLOW
    pipe.close()


async def test_who_reads_nothing_for_long_is_told_to_come_back() -> None:
    outbox = Outbox()
    pipe = Pipe(Protocol(), outbox, 0.01)  # type: ignore[arg-type]
    pipe.paused()
    async with asyncio.timeout(5):
        await outbox.closed.wait()
    assert outbox.closing is Reason.SLOW
    pipe.close()


# ---- who is here


async def test_who_goes_before_it_is_said_that_they_are_there_is_not_said_to_be_there() -> None:
    viewers, ana, [bob, cleo], _ = crowded(2)
    said = viewers.still_here(), viewers.still_there()
    first = next(said[0])
    for viewer in (ana, bob, cleo):
        if viewer.player != first[0]:
            viewers.leave(viewer)
    assert list(said[0]) == []
    assert list(said[1]) == [first[0]]
    viewers.close()
