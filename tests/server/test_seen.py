"""Who has seen a whole table of a race becomes no racer in it under that identity, and no racer sees another one's."""

import asyncio
from collections.abc import Callable

from server.client import new_room
from tests.server.conftest import Node
from tests.server.peers import Peer, start_race
from tests.server.test_people import ask

MakePeer = Callable[..., Peer]


async def test_who_watches_gets_no_seat_by_any_socket_or_server(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob, eva = peer(nodes[0].url), peer(nodes[1].url), peer(nodes[1].url)
    code = await start_race([ana, bob], spectators="open", racers=4)
    await eva.connect(code)
    await eva.send(t="watch", players=[ana.seat.player])
    await eva.until(lambda: ana.seat.player in eva.seat.tables)
    other_tab = await peer(nodes[0].url, eva.token).connect(code)
    assert await eva.error() == ("taken_over", 4504)
    for _ in range(2):
        assert await other_tab.refusal(t="join", name="Eva") == "room_started"
        assert await other_tab.refusal(t="ready", ready=True) == "not_member"
        assert await other_tab.refusal(t="rematch") == "not_member"
        assert await other_tab.refusal(t="play", n=1, v=0, move="D") == "not_member"
        other_tab = await peer(nodes[1].url, eva.token).connect(code)
    assert eva.seat.player not in {member["id"] for member in other_tab.room["members"]}


async def test_who_races_sees_no_other_table_by_any_socket_server_or_page(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    code = await start_race([ana, bob], spectators="open")
    again = peer(nodes[1].url, ana.token)
    await again.connect(code)
    assert await ana.error() == ("taken_over", 4504)
    assert await again.refusal(t="leave") == "race_running", "there is no way from the own table to the others'"
    assert await again.refusal(t="watch", players=[bob.seat.player]) == "table_hidden"
    await bob.play("D")
    await again.until(lambda: moves(again, bob) == 1)
    assert set(again.seat.tables) == {ana.seat.player}
    for node in nodes:
        for player in ("", f"/{ana.seat.player}", f"/{bob.seat.player}"):
            assert await ask(Peer(node.url, ana.token), "GET", f"/api/replays/{code}/1{player}") == "table_hidden"
        assert await ask(Peer(node.url, ana.token), "GET", f"/api/rooms/{code}/races/1") == "not_found"


def moves(seen_by: Peer, of: Peer) -> int:
    racers = seen_by.seat.progress["racers"] if seen_by.seat.progress is not None else []
    return next((racer["moves"] for racer in racers if racer["id"] == of.seat.player), 0)


async def test_who_wanted_to_watch_before_the_start_and_races_then_gets_the_own_table_alone(
    peer: MakePeer, nodes: list[Node]
) -> None:
    ana, eva = peer(nodes[0].url), peer(nodes[1].url)
    code = await asyncio.to_thread(
        new_room, ana.url, ana.token, variant="spider-1", name="Ana", spectators="open", robot=True
    )
    await ana.connect(code)
    await eva.connect(code)
    assert await eva.refusal(t="watch", players=[ana.seat.player]) == "table_hidden"
    await eva.send(t="join", name="Eva", robot=True)
    for each in (ana, eva):
        await each.send(t="ready", ready=True)
    for each in (ana, eva):
        await each.started()
    await ana.play("D")
    await eva.until(lambda: moves(eva, ana) == 1)
    assert set(eva.seat.tables) == {eva.seat.player}
    assert {m["player"] for m in eva.heard if m["t"] in ("table", "moved")} == {eva.seat.player}


async def test_after_a_race_whose_tables_all_have_seen_other_cards_are_sealed(peer: MakePeer) -> None:
    ana, bob, eva = peer(), peer(), peer()
    code = await start_race([ana, bob], spectators="open", racers=3)
    await eva.connect(code)
    await eva.send(t="watch", players=[ana.seat.player])
    await eva.until(lambda: ana.seat.player in eva.seat.tables)
    for each in (ana, bob):
        assert await each.give_up() is None
    await eva.over()
    seen, commitment = eva.room["opening"]["deal_id"], eva.room["commitment"]
    await ana.send(t="rematch")
    await eva.until(lambda: eva.room["state"] == "lobby")
    assert eva.room["sealed"]
    assert eva.room["commitment"] != commitment
    await eva.send(t="join", name="Eva", robot=True)
    await eva.until(lambda: len(eva.room["members"]) == 3)
    await ana.send(t="configure", deal=seen)
    await eva.until(lambda: not eva.room["sealed"])
    assert eva.room["commitment"] != commitment, "the same cards are played again only as an open deal"
