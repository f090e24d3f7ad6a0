"""Whole races over real sockets, two servers and one Redis."""

import asyncio
import contextlib
import hashlib
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.attempt import Attempt
from server.client import new_player, new_room
from server.open_room import OpenRoom, fold
from server.store.clock import Clock
from server.store.log import Logs
from tests.engine.tables import lines
from tests.server.builders import needs
from tests.server.conftest import Node
from tests.server.peers import Peer, start_race

MakePeer = Callable[..., Peer]
DEAL, *LINE = lines("games/spider-1-won.txt")


def racer(peer: Peer, player: str) -> dict[str, object]:
    """What a peer last heard of a racer's progress."""
    assert peer.seat.progress is not None
    return next(dict(r) for r in peer.seat.progress["racers"] if r["id"] == player)


async def refold(code: str, logs: Logs, clock: Clock) -> OpenRoom:
    opened = await fold(code, needs(logs, clock))
    assert isinstance(opened, OpenRoom)
    return opened


async def test_a_race_over_two_servers_from_lobby_to_result(
    peer: MakePeer, nodes: list[Node], logs: Logs, clock: Clock
) -> None:
    ana, bob, eva = peer(nodes[0].url), peer(nodes[1].url), peer(nodes[1].url)
    code = await start_race([ana, bob], deal=DEAL)
    await eva.connect(code)
    await eva.send(t="watch", players=[ana.seat.player])
    await eva.until(lambda: ana.seat.player in eva.seat.tables)
    assert ana.table["piles"] == bob.table["piles"]
    assert ana.room["sealed"] is False

    for move in LINE[:40]:
        await ana.play(move)
    await bob.play("D")
    await bob.until(lambda: racer(bob, ana.seat.player)["moves"] == 40)
    await ana.until(lambda: racer(ana, bob.seat.player)["moves"] == 1)
    await eva.until(lambda: eva.seat.tables[ana.seat.player]["v"] == 40)
    assert eva.seat.tables[ana.seat.player]["piles"] == ana.table["piles"]
    assert "legal" not in eva.seat.tables[ana.seat.player]

    for move in LINE[40:]:
        await ana.play(move)
    assert (ana.table["state"], ana.table["legal"]) == ("finished", [])
    await bob.until(lambda: racer(bob, ana.seat.player)["state"] == "finished")
    assert bob.room["state"] == "racing"
    assert await bob.give_up() is None

    for each in (ana, bob, eva):
        await each.over()
    assert ana.room["results"] == bob.room["results"] == eva.room["results"]
    first, second = ana.room["results"]
    assert (first["id"], first["place"], first["state"], first["home"]) == (ana.seat.player, 1, "finished", 8)
    assert (second["id"], second["place"], second["state"]) == (bob.seat.player, 2, "gave_up")
    opening = ana.room["opening"]
    assert opening["deal_id"] == DEAL
    committed = hashlib.sha256(opening["deal_id"].encode() + opening["nonce"]).hexdigest()
    assert committed == ana.room["commitment"]

    again = await refold(code, logs, clock)
    assert again.room.race is not None
    assert [r.state for r in again.room.race.racers.values()] == ["finished", "gave_up"]
    await eva.send(t="watch", players=[bob.seat.player])
    await eva.until(lambda: bob.seat.player in eva.seat.tables)


async def test_a_killed_server_costs_its_sockets_and_nothing_else(
    peer: MakePeer, fresh_node: Callable[[], Node], logs: Logs, clock: Clock
) -> None:
    doomed, other = fresh_node(), fresh_node()
    ana, bob = peer(doomed.url), peer(other.url)
    code = await start_race([ana, bob], deal=DEAL)
    for move in LINE[:10]:
        await ana.play(move)
    # One more wish is on its way when the server dies: it is either played or not, and never played twice.
    wish = ana.seat.play(LINE[10])
    await ana.send_bytes(wish)
    doomed.kill()
    await ana.until(lambda: ana.close_code is not None)
    acknowledged = ana.table["v"]

    ana.url = other.url
    await ana.connect(code)
    heard = len(ana.heard)
    await ana.until(lambda: ana.table["v"] >= acknowledged and len(ana.heard) >= heard)
    if ana.table["v"] == 10:
        await ana.send_bytes(wish)
        await ana.until(lambda: ana.table["v"] == 11)
    else:
        await ana.send_bytes(wish)
    await ana.play(LINE[11])
    assert ana.table["v"] == 12
    await bob.until(lambda: racer(bob, ana.seat.player)["moves"] == 12)
    live = Attempt(DEAL)
    for move in LINE[:12]:
        live.act(move)
    again = await refold(code, logs, clock)
    assert again.room.race is not None
    assert again.room.race.racers[ana.seat.player].attempt.view() == live.view()


async def test_a_move_sent_again_is_not_played_again(peer: MakePeer) -> None:
    ana, bob = peer(), peer()
    await start_race([ana, bob])
    wish = ana.seat.play("D")
    await ana.send_bytes(wish)
    await ana.send_bytes(wish)
    await ana.until(lambda: sum(m["t"] == "table" for m in ana.heard) == 2)
    assert (ana.table["v"], ana.table["n"], ana.table["counters"]["rows"]) == (1, 1, 4)
    await bob.until(lambda: racer(bob, ana.seat.player)["moves"] == 1)


async def test_wishes_in_a_row_are_played_in_order_and_a_refusal_stops_those_behind_it(peer: MakePeer) -> None:
    ana, bob = peer(), peer()
    await start_race([ana, bob], deal=DEAL)
    moves = [*LINE[:3], "1>1", *LINE[3:5]]
    for i, move in enumerate(moves):
        await ana.send(t="play", n=i + 1, v=i, move=move)
    await ana.until(lambda: len(ana.refusals("play")) == 3)
    assert ana.refusals("play") == ["same_pile", "stale", "stale"]
    assert (ana.table["v"], ana.table["n"]) == (3, 3)


async def test_coming_back_shows_exactly_what_was_left(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    code = await start_race([ana, bob], deal=DEAL)
    for move in [*LINE[:5], "U", "U", "D"]:
        await ana.play(move)
    left = dict(ana.table)
    await ana.cut()
    await bob.until(lambda: racer(bob, ana.seat.player)["here"] is False)
    ana.url = nodes[1].url
    ana.seat.tables.clear()
    await ana.connect(code)
    await ana.until(lambda: ana.seat.table is not None)
    assert normal(ana.table) == normal(left)
    await bob.until(lambda: racer(bob, ana.seat.player)["here"] is True)


def normal(table: object) -> object:
    assert isinstance(table, dict)
    return {
        key: [list(pile) for pile in value] if key == "piles" else value for key, value in table.items() if key != "t"
    }


@pytest.mark.parametrize("second", [0, 1], ids=["the same server", "another server"])
async def test_the_newest_connection_of_a_player_takes_over(peer: MakePeer, nodes: list[Node], second: int) -> None:
    old, bob = peer(nodes[0].url), peer(nodes[1].url)
    code = await start_race([old, bob])
    await old.play("D")
    new = peer(nodes[second].url, old.token)
    await new.connect(code)
    assert await old.error() == ("taken_over", 4504)
    await new.until(lambda: new.seat.table is not None)
    assert new.table["v"] == 1
    await new.play("U")
    assert new.table["v"] == 2
    await bob.until(lambda: racer(bob, new.seat.player)["here"] is True)


async def test_progress_is_sent_at_most_five_times_a_second(peer: MakePeer) -> None:
    ana, bob = peer(), peer()
    await start_race([ana, bob], deal=DEAL)
    heard = len([m for m in bob.heard if m["t"] == "progress"])
    loop = asyncio.get_running_loop()
    begun = loop.time()
    for move in LINE[:60]:
        await ana.play(move)
    await bob.until(lambda: racer(bob, ana.seat.player)["moves"] == 60)
    took = loop.time() - begun
    frames = len([m for m in bob.heard if m["t"] == "progress"]) - heard
    assert frames <= took / 0.2 + 2


async def test_a_client_that_does_not_read_holds_up_nobody(peer: MakePeer, node: Node) -> None:
    ana, bob, eva = peer(), peer(), peer()
    code = await start_race([ana, bob], deal=DEAL)
    await eva.connect(code, max_queue=1, write_limit=1024)
    await eva.send(t="watch", players=[ana.seat.player])
    await eva.until(lambda: ana.seat.player in eva.seat.tables)
    assert eva._socket is not None
    eva._socket.transport.pause_reading()
    for move in LINE[:40]:
        await ana.play(move)
    await bob.until(lambda: racer(bob, ana.seat.player)["moves"] == 40)
    eva._socket.transport.resume_reading()


async def test_the_countdown_ends_for_all_at_the_same_moment_and_nothing_of_the_deal_comes_before(
    peer: MakePeer, nodes: list[Node]
) -> None:
    ana, bob, eva = peer(nodes[0].url), peer(nodes[1].url), peer(nodes[0].url)
    code = await asyncio.to_thread(lambda: new_room(ana.url, ana.token, variant="spider-4", name="Ana"))
    for each in (ana, bob, eva):
        await each.connect(code)
    await bob.send(t="join", name="Bob")
    await ana.until(lambda: len(ana.room["members"]) == 2)
    await ana.send(t="start")
    loop = asyncio.get_running_loop()
    times: dict[str, float] = {}

    async def clock_at_table(each: Peer) -> None:
        await each.until(lambda: each.seat.table is not None)
        times[each.seat.player] = loop.time()

    await asyncio.gather(clock_at_table(ana), clock_at_table(bob))
    assert abs(times[ana.seat.player] - times[bob.seat.player]) < 0.5
    for each in (ana, bob, eva):
        for message in each.heard:
            assert "opening" not in message
            if message["t"] in ("table", "moved"):
                assert each.room["state"] == "racing"
    started = next(m for m in ana.heard if m["t"] == "table")
    before = ana.heard[: ana.heard.index(started)]
    assert next(m for m in before if m["t"] == "room" and m["state"] == "racing")["clock_ms"] >= 0
    await eva.until(lambda: eva.seat.progress is not None)
    assert not eva.seat.tables


def redis_of(data: Path) -> int:
    """Process ID of the embedded Redis of a server on this folder."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            command = (process / "cmdline").read_bytes()
            if b"server" in command.split(b"\0")[0] and str(data).encode() in command:
                return int(process.name)
    raise AssertionError("no Redis found")


async def test_when_redis_itself_is_killed_nothing_that_was_answered_is_lost(
    fresh_node: Callable[..., Node], peer: MakePeer, tmp_path: Path
) -> None:
    alone = fresh_node("--data", str(tmp_path))
    tokens = [await asyncio.to_thread(new_player, alone.url) for _ in range(2)]
    ana, bob = (peer(alone.url, token) for token in tokens)
    await start_race([ana, bob], deal=DEAL)
    for i, move in enumerate(LINE[:30]):
        if i == 15:
            os.kill(redis_of(tmp_path), signal.SIGKILL)
        await ana.play(move)
    assert ana.table["v"] == 30
    await bob.until(lambda: racer(bob, ana.seat.player)["moves"] == 30)
    live = Attempt(DEAL)
    for move in LINE[:30]:
        live.act(move)
    assert [tuple(pile) for pile in ana.table["piles"]] == live.view().wire()


async def test_a_race_goes_on_after_everything_was_killed(
    fresh_node: Callable[..., Node], peer: MakePeer, tmp_path: Path
) -> None:
    first = fresh_node("--data", str(tmp_path))
    tokens = [await asyncio.to_thread(new_player, first.url) for _ in range(2)]
    ana, bob = (peer(first.url, token) for token in tokens)
    code = await start_race([ana, bob], deal=DEAL)
    for move in LINE[:20]:
        await ana.play(move)
    left = dict(ana.table)
    first.kill()
    await ana.until(lambda: ana.close_code is not None)
    again = await asyncio.to_thread(fresh_node, "--data", str(tmp_path))
    ana.url = again.url
    ana.seat.tables.clear()
    await ana.connect(code)
    await ana.started()
    assert normal(ana.table) == normal(left)
    await ana.play(LINE[20])
    assert ana.table["v"] == 21


@pytest.mark.slow
async def test_a_server_that_is_told_to_stop_sends_its_clients_elsewhere(
    fresh_node: Callable[..., Node], node: Node, peer: MakePeer
) -> None:
    leaving = fresh_node()
    ana, bob = peer(leaving.url), peer(leaving.url)
    code = await start_race([ana, bob], deal=DEAL)
    await ana.play(LINE[0])
    leaving.process.terminate()
    for each in (ana, bob):
        assert await each.error() == ("going_away", 4000)
    ana.url = node.url
    await ana.connect(code)
    await ana.play(LINE[1])
    assert ana.table["v"] == 2
    await asyncio.to_thread(leaving.process.communicate)
    assert leaving.process.returncode == 0
