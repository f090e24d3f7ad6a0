"""Watching on real servers: nothing is lost to those who watch, whatever breaks, and nothing they do touches a race."""

import asyncio
import contextlib
import random
import socket
from collections.abc import AsyncIterator, Callable
from typing import Any
from urllib.parse import urlsplit

import msgpack
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from engine.deals import deal_id
from engine.games import VARIANTS
from server.client import frame, new_room
from server.messages import MAX_FRAME, PROTOCOL
from tests.server.conftest import Node
from tests.server.peers import WAIT_S, Peer, start_race

DEAL = deal_id(VARIANTS["spider-1"], 77)
MOVES = 40


async def watch(peer: Peer, code: str, players: list[str]) -> None:
    """Come (back), and have the tables of these players."""
    peer.seat.tables.clear()
    await peer.connect(code)
    await peer.send(t="watch", players=players)
    await peer.until(lambda: peer.close_code is not None or peer.seat.tables.keys() >= set(players))


async def play_on(racer: Peer, chance: random.Random, moves: int) -> None:
    """Play whatever is legal, and take some of it back."""
    for _ in range(moves):
        undo = racer.table["counters"]["moves"] and chance.random() < 0.2
        await racer.play("U" if undo else chance.choice(racer.table["legal"]))


def chain(heard: list[dict[str, Any]], player: str) -> list[int]:
    """The versions that came of a table, where each move must follow from what came before it."""
    versions: list[int] = []
    for message in heard:
        if message.get("player") == player and message["t"] in ("table", "moved"):
            assert message["t"] == "table" or not versions or message["v"] == versions[-1] + 1
            versions.append(message["v"])
    return versions


async def test_four_tables_at_once_from_wherever_they_stand_and_every_move_of_each(peer: Callable[..., Peer]) -> None:
    racers = [peer() for _ in range(4)]
    code = await start_race(racers, racers=4)
    await asyncio.gather(*(play_on(racer, random.Random(i), 5) for i, racer in enumerate(racers)))
    players = [racer.seat.player for racer in racers]
    eva = peer()
    await watch(eva, code, players)
    assert {player: eva.seat.tables[player]["v"] for player in players} == dict.fromkeys(players, 5)
    await asyncio.gather(*(play_on(racer, random.Random(i), 10) for i, racer in enumerate(racers)))
    for racer in racers:
        player = racer.seat.player
        await eva.until(lambda player=player: eva.seat.tables[player]["v"] == 15)  # type: ignore[misc]
        assert eva.seat.tables[player]["piles"] == racer.table["piles"]
        assert chain(eva.heard, player) == list(range(5, 16))
    await eva.send(t="watch", players=players[:1])
    await eva.send(t="ping", c=1)
    await eva.until(lambda: any(message["t"] == "pong" for message in eva.heard))
    before = len(eva.heard)
    await play_on(racers[1], random.Random(9), 1)
    await play_on(racers[0], random.Random(9), 1)
    await eva.until(lambda: eva.seat.tables[players[0]]["v"] == 16)
    assert not [m for m in eva.heard[before:] if m["t"] == "moved" and m["player"] != players[0]]


async def test_who_says_hello_with_the_address_is_shown_a_table_and_follows_it_into_the_next_race(
    peer: Callable[..., Peer],
) -> None:
    ana, bob, eva, zoe = (peer() for _ in range(4))
    code = await asyncio.to_thread(new_room, ana.url, ana.token, variant="spider-1", name="Ana")
    await eva.connect(query=f"?code={code.lower()}")
    await eva.until(lambda: eva.seat.room is not None)
    for one, name in ((ana, "Ana"), (bob, "Bob")):
        await one.connect(code)
        await one.send(t="join", name=name, robot=True)
    for one in (ana, bob):
        await one.send(t="ready", ready=True)
    for one in (ana, bob):
        await one.started()
    await eva.until(lambda: eva.seat.tables)
    (first,) = eva.seat.tables
    await ana.give_up()
    await zoe.connect(query=f"?code={code}&watch=nobody")
    await zoe.until(lambda: zoe.seat.tables)
    assert set(zoe.seat.tables) == {bob.seat.player}, "one who still races"
    await bob.give_up()
    await ana.over()
    eva.seat.tables.clear()
    for one in (ana, bob):
        await one.send(t="rematch")
    await eva.until(lambda: eva.seat.room is not None and eva.room["race"] == 2 and eva.seat.tables)
    assert set(eva.seat.tables) == {first}
    assert not eva.refusals("watch")


async def test_who_names_players_with_the_address_has_their_tables_if_they_may_be_seen(
    peer: Callable[..., Peer],
) -> None:
    ana, bob, eva, zoe = (peer() for _ in range(4))
    code = await start_race([ana, bob])
    player = bob.seat.player
    await eva.connect(query=f"?code={code}&watch={player}")
    await eva.until(lambda: eva.seat.tables)
    assert set(eva.seat.tables) == {player}
    await bob.cut()
    bob.seat.tables.clear()
    await bob.connect(query=f"?code={code}&watch={ana.seat.player}")
    await bob.until(lambda: bob.refusals("watch"))
    assert (bob.refusals("watch"), set(bob.seat.tables)) == (["table_hidden"], {player}), "racers see their own"
    hidden = await start_race([peer(), peer()], spectators="none")
    await zoe.connect(query=f"?code={hidden}")
    await zoe.send(t="ping", c=1)
    await zoe.until(lambda: any(message["t"] == "pong" for message in zoe.heard))
    assert not zoe.seat.tables
    assert not zoe.refusals("watch")


async def test_an_address_that_says_hello_wrongly_is_refused_like_any_hello(peer: Callable[..., Peer]) -> None:
    one = await peer().connect(query="?code=999999")
    await one.until(lambda: one.refusals("hello"))
    assert one.refusals("hello") == ["unknown_room"]
    too_long = await peer().connect(query=f"?code={'A' * 40}")
    assert (await too_long.error())[0] == "bad_message"
    too_many = await peer().connect(query="?code=999999&watch=a,b,c,d,e")
    assert (await too_many.error())[0] == "bad_message"


async def test_how_many_watch_is_told_to_all_by_person(peer: Callable[..., Peer]) -> None:
    ana, bob, eva, zoe = (peer() for _ in range(4))
    code = await start_race([ana, bob])
    await eva.connect(code)
    await zoe.connect(code)
    for one in (ana, bob, eva):
        await one.until(lambda one=one: one.room["spectators"] == 2)  # type: ignore[misc]
    await peer(token=eva.token).connect(code)  # another tab, which takes over
    await eva.until(lambda: eva.close_code is not None)
    await zoe.close()
    await ana.until(lambda: ana.room["spectators"] == 1)
    assert {m["spectators"] for m in ana.heard if m["t"] == "room"} <= {0, 1, 2}


async def test_no_move_is_lost_to_who_watches_whatever_breaks(
    peer: Callable[..., Peer], fresh_node: Callable[..., Node]
) -> None:
    chance = random.Random(5)
    ana, bob = peer(), peer()
    code = await start_race([ana, bob])
    player = ana.seat.player
    other = await asyncio.to_thread(fresh_node)
    eva = peer(other.url)
    await watch(eva, code, [player])

    async def come_back() -> None:
        while eva.close_code is not None:
            with contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                eva.heard.clear()
                await watch(eva, code, [player])

    racing = asyncio.create_task(play_on(ana, chance, MOVES))
    for breaks in ("cut", "cut", "kill", "cut"):
        seen = eva.seat.tables[player]["v"]
        await eva.until(lambda seen=seen: eva.seat.tables[player]["v"] >= min(seen + 3, MOVES))  # type: ignore[misc]
        chain(eva.heard, player)
        if breaks == "kill":
            other.kill()
            await eva.until(lambda: eva.close_code is not None)
            eva.url = ana.url
        else:
            await eva.cut()
        await come_back()
    await racing
    await eva.until(lambda: eva.seat.tables[player]["v"] == ana.table["v"])
    assert chain(eva.heard, player)[-1] == MOVES
    # What came whole holds lists, what moves were made on holds tuples.
    assert list(map(tuple, eva.seat.tables[player]["piles"])) == list(map(tuple, ana.table["piles"]))


# ---- what spectators do


@contextlib.asynccontextmanager
async def deaf(node: Node, token: str, code: str, player: str) -> AsyncIterator[None]:
    """One who watches and never reads."""
    address = urlsplit(node.url)
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.settimeout(WAIT_S)
        await asyncio.to_thread(raw.connect, (address.hostname, address.port))
        raw.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {PROTOCOL}\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        )
        for body in (frame(t="hello", code=code), frame(t="watch", players=[player])):
            raw.sendall(bytes((0x82, 0x80 | len(body), 0, 0, 0, 0)) + body)
        yield


async def torment(peer: Peer, code: str, player: str, chance: random.Random, over: asyncio.Event) -> None:
    """Say whatever a spectator must not say, or too much of what it may, and come back when shown the door."""
    sayings: list[bytes | str] = [
        frame(t="watch", players=[player] * 4),
        frame(t="watch", players=["nobody", player]),
        frame(t="play", n=1, v=0, move="D"),
        frame(t="give_up", n=1, v=0),
        frame(t="start"),
        frame(t="kick", player=player),
        frame(t="join", name="Ana"),
        frame(t="react", sign="bravo"),
        frame(t="rematch"),
        frame(t="watch", players=["x" * 32] * 5),
        b"\xc1",
        "text",
        bytes(MAX_FRAME + 1),
        msgpack.packb([[[[]]]]),
    ]
    while not over.is_set():
        with contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed):
            if peer.close_code is not None or not peer.heard:
                await peer.connect(code)
            for _ in range(20):
                await peer.send_bytes(chance.choice(sayings))
        await asyncio.sleep(0)


def told(racer: Peer) -> list[dict[str, Any]]:
    """What a racer has been told in order, without what differs from one race to the next."""
    kept = [m for m in racer.heard if m["t"] in ("table", "moved", "hint", "refused", "error")]
    return [{key: value for key, value in message.items() if key != "player"} for message in kept]


@pytest.mark.slow
async def test_nothing_that_spectators_do_touches_a_race(node: Node, peer: Callable[..., Peer]) -> None:
    streams = []
    for crowd in (0, 12):
        ana, bob = peer(), peer()
        code = await start_race([ana, bob], deal=DEAL)
        player, over = ana.seat.player, asyncio.Event()
        async with contextlib.AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:
            for i in range(crowd):
                tormentor = peer()
                if i % 3 == 0:
                    await stack.enter_async_context(deaf(node, tormentor.token, code, player))
                else:
                    tasks.create_task(torment(tormentor, code, player, random.Random(i), over))
            chance = random.Random(3)
            await play_on(ana, chance, MOVES)
            await play_on(bob, chance, MOVES)
            assert await ana.give_up() is None
            over.set()
        assert ana.close_code is None
        assert bob.close_code is None
        streams.append([told(ana), told(bob)])
    assert len(streams[0][0]) > MOVES
    assert streams[0] == streams[1]
