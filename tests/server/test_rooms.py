"""What a host and members can do with a room, over real sockets and two servers."""

import asyncio
import json
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from server.client import new_room, race_record
from server.events import GaveUp
from server.limits import REACTIONS_PER_MINUTE
from server.record import problems
from server.store.log import Change, Logs
from tests.engine.tables import lines
from tests.server.conftest import Node
from tests.server.peers import WAIT_S, Peer, start_race

MakePeer = Callable[..., Peer]


async def lobby(*peers: Peer) -> str:
    """A room of the first peer's, with all of them in it."""
    code = await asyncio.to_thread(new_room, peers[0].url, peers[0].token, variant="spider-1", name="Host")
    for peer in peers:
        await peer.connect(code)
        await peer.send(t="join", name="Peer", robot=True)
    await peers[0].until(lambda: len(peers[0].room["members"]) == len(peers))
    return code


async def next_table(peer: Peer) -> None:
    await peer.until(lambda: peer.room["race"] == 2 and peer.seat.table is not None)


async def test_a_rematch_is_one_new_race_for_all_whoever_presses_it(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob, eva = peer(nodes[0].url), peer(nodes[1].url), peer(nodes[1].url)
    code = await start_race([ana, bob], variant="spider-4")
    await eva.connect(code)
    await eva.send(t="watch", players=[ana.seat.player])
    await eva.until(lambda: eva.seat.tables)
    for each in (ana, bob):
        assert await each.give_up() is None
    for each in (ana, bob, eva):
        await each.over()
    first, table = ana.room["opening"]["deal_id"], ana.table["piles"]
    await asyncio.gather(ana.send(t="rematch"), bob.send(t="rematch"))
    for each in (ana, bob):
        await next_table(each)
    assert ana.table["piles"] == bob.table["piles"] != table
    await eva.until(lambda: eva.room["race"] == 2 and eva.room["state"] == "racing")
    assert not eva.seat.tables
    await eva.send(t="watch", players=[bob.seat.player])
    await eva.until(lambda: bob.seat.player in eva.seat.tables)
    await ana.play("D")
    for each in (ana, bob):
        assert await each.give_up() is None
    await ana.over()
    assert ana.room["opening"]["deal_id"] != first
    for number, opened in ((1, first), (2, ana.room["opening"]["deal_id"])):
        record = await asyncio.to_thread(race_record, f"{nodes[1].url}/api/rooms/{code}/races/{number}")
        assert record["deal_id"] == opened
        assert problems(record) == []
    last = await asyncio.to_thread(race_record, f"{nodes[0].url}/r/{code}")
    assert last["race"] == 2
    assert last["results"] == ana.room["results"]
    late = await peer(nodes[1].url).connect(code)
    assert (late.room["race"], late.room["state"]) == (2, "over")


async def test_the_host_changes_the_game_and_everyone_sees_it(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    await lobby(ana, bob)
    sealed = bob.room["commitment"]
    await bob.send(t="ready", ready=True)
    await ana.until(lambda: any(member["ready"] for member in ana.room["members"]))
    await ana.send(t="configure", variant="spider-2", racers=2, spectators="none", undo="off", closing_s=30)
    await bob.until(lambda: bob.room["variant"] == "spider-2")
    assert bob.room["commitment"] != sealed
    assert bob.room["settings"] == {
        "racers": 2,
        "spectators": "none",
        "time_limit_ms": None,
        "closing_ms": 30_000,
        "undo": "off",
        "hints": True,
        "winnable": False,
        "listed": False,
        "teams": 0,
        "series": 1,
        "delay_ms": 0,
    }
    assert [member["ready"] for member in bob.room["members"]] == [False, False]
    assert await ana.refusal(t="configure", deal="x") == "bad_deal_id"
    assert await ana.refusal(t="configure", variant="freecell") == "bad_variant"
    assert await bob.refusal(t="configure") == "not_host"
    await ana.send(t="start")
    await ana.started()
    await ana.play("D")
    assert await ana.refusal(t="play", n=2, v=1, move="U") == "undo_off"


async def test_a_kicked_player_is_out_and_stays_out(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    code = await lobby(ana, bob)
    await ana.send(t="kick", player=bob.seat.player)
    assert await bob.error() == ("kicked", 4509)
    again = peer(nodes[0].url, bob.token)
    await again.connect(code)
    assert again.refusals("hello") == ["kicked"]


async def test_giving_up_at_once_is_taken_for_a_slip_of_the_finger(peer: MakePeer) -> None:
    ana, bob = peer(), peer()
    await start_race([ana, bob], robots=False)
    assert await ana.give_up() == "too_early"
    assert ana.table["state"] == "racing"
    await ana.play("D")
    assert ana.table["counters"]["rows"] == 4


async def test_who_gave_up_may_go_on(peer: MakePeer, logs: Logs) -> None:
    ana, bob = peer(), peer()
    code = await start_race([ana, bob], robots=False)
    # Written into the log as another server would: asked for at once it would be taken for a slip.
    given_up = [Change(f"race:1:{ana.seat.player}", 0, [GaveUp(1)])]
    assert (await logs.append(code, given_up)).word == "ok"
    await ana.until(lambda: ana.table["state"] == "gave_up")
    await bob.until(lambda: bob.seat.progress and bob.seat.progress["racers"][0]["state"] == "gave_up")
    await ana.send_bytes(ana.seat.go_on())
    await ana.until(lambda: ana.table["state"] == "racing")
    assert ana.table["legal"]
    await ana.play("D")
    assert ana.table["counters"]["rows"] == 4
    assert await ana.refusal(t="go_on", n=ana.table["n"] + 1, v=ana.table["v"]) == "too_late"


async def test_when_the_first_has_finished_all_are_told_how_long_is_left(peer: MakePeer) -> None:
    deal, *moves = lines("games/spider-1-won.txt")
    ana, bob = peer(), peer()
    await start_race([ana, bob], deal=deal, closing_s=60)
    assert bob.room["ends_ms"] is None
    for move in moves:
        await ana.play(move)
    await bob.until(lambda: bob.room["ends_ms"] is not None)
    await bob.until(lambda: bob.seat.progress and bob.seat.progress["racers"][0]["time_ms"] is not None)
    assert bob.seat.progress is not None
    assert bob.room["ends_ms"] == (bob.seat.progress["racers"][0]["time_ms"] or 0) + 60_000


async def on_the_list(node: Node, code: str) -> dict[str, Any] | None:
    """The line of a room on the public list; the list is a second old at most."""
    lines = await asyncio.to_thread(lambda: json.load(urllib.request.urlopen(f"{node.url}/api/rooms", timeout=10)))
    return next((line for line in lines if line["code"] == code), None)


async def until_listed(node: Node, code: str, **fields: Any) -> None:
    """Wait until the room stands on the list like that; without fields, until it does not stand there."""
    async with asyncio.timeout(WAIT_S):
        while True:
            line = await on_the_list(node, code)
            if (line is None) == (not fields) and fields.items() <= (line or {}).items():
                return
            await asyncio.sleep(0.1)


@pytest.mark.slow
async def test_a_listed_room_stands_on_the_list_with_its_counts_and_a_private_one_never(
    peer: MakePeer, nodes: list[Node]
) -> None:
    ana, bob, eva, joe = peer(nodes[0].url), peer(nodes[1].url), peer(nodes[1].url), peer(nodes[0].url)
    secret = await lobby(joe)
    code = await asyncio.to_thread(
        new_room, ana.url, ana.token, variant="maze", name="Ana", listed=True, spectators="none", racers=2
    )
    assert await on_the_list(nodes[0], code) is None, "nobody is there yet"
    await ana.connect(code)
    assert ana.room["settings"]["closing_ms"] == 300_000
    await until_listed(nodes[1], code, racers=1, watching=0, host="Ana", variant="maze", state="lobby", seats=2)
    await bob.connect(code)
    await eva.connect(code)
    await bob.send(t="join", name="Bob")
    await until_listed(nodes[0], code, racers=2, watching=1)
    for each in (ana, bob):
        await each.send(t="ready", ready=True)
    await until_listed(nodes[0], code, state="racing")
    for each in (ana, bob, eva):
        await each.close()
    await until_listed(nodes[0], code)
    assert await on_the_list(nodes[0], secret) is None

    await joe.send(t="configure", listed=True)
    await until_listed(nodes[1], secret, racers=1)
    await joe.send(t="configure", listed=False)
    await until_listed(nodes[1], secret)


async def test_a_sign_is_shown_to_everyone_and_not_too_often(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob, eva = peer(nodes[0].url), peer(nodes[1].url), peer(nodes[1].url)
    code = await lobby(ana, bob)
    await eva.connect(code)
    assert await eva.refusal(t="react", sign="clap") == "not_member"
    await ana.send(t="react", sign="luck")
    for each in (ana, bob, eva):
        await each.until(lambda heard=each.heard: {"t": "reaction", "player": ana.seat.player, "sign": "luck"} in heard)  # type: ignore[misc]
    for _ in range(2 * REACTIONS_PER_MINUTE + 1):
        await bob.send(t="react", sign="clap")
    await bob.until(lambda: bob.refusals("react"))
    assert bob.refusals("react")[0] == "too_many_requests"


async def test_who_has_no_head_start_gets_no_card_before_the_own_start(peer: MakePeer) -> None:
    ana, bob = peer(), peer()
    await lobby(ana, bob)
    await ana.send(t="handicap", player=bob.seat.player, head_start_s=2)
    for each in (ana, bob):
        await each.send(t="ready", ready=True)
    await bob.started()
    assert ana.seat.table is None
    assert await ana.refusal(t="play", n=1, v=0, move="D") == "not_started"
    assert await ana.refusal(t="watch", players=[bob.seat.player]) == "table_hidden"
    await ana.started()
    await ana.until(lambda: ana.seat.progress and ana.seat.progress["clock_ms"] >= 2_000)
    assert ana.seat.progress is not None
    assert {r["id"]: r["starts_ms"] for r in ana.seat.progress["racers"]} == {
        ana.seat.player: 2_000,
        bob.seat.player: 0,
    }
    await ana.play("D")


@pytest.mark.slow
async def test_who_watches_in_a_room_with_a_delay_sees_the_race_as_it_was(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob, eva = peer(nodes[0].url), peer(nodes[0].url), peer(nodes[1].url)
    code = await start_race([ana, bob], delay_s=3)
    await eva.connect(code)
    await eva.send(t="watch", players=[ana.seat.player])
    await eva.until(lambda: ana.seat.player in eva.seat.tables)
    await ana.play("D")
    await eva.until(lambda: eva.seat.progress and eva.seat.progress["racers"][0]["moves"] == 1)
    assert eva.seat.tables[ana.seat.player]["v"] == 0, "how many moves there were is no secret, which is one"
    await ana.play("U")
    await eva.until(lambda: eva.seat.tables[ana.seat.player]["v"] == 2)
    moved = [m for m in eva.heard if m["t"] == "moved"]
    assert [m["move"] for m in moved] == ["D", "U"]
    assert all("legal" not in m for m in moved)
    late = await peer(nodes[1].url).connect(code)
    await ana.play("D")
    await late.send(t="watch", players=[ana.seat.player])
    await late.until(lambda: ana.seat.player in late.seat.tables)
    assert late.seat.tables[ana.seat.player]["v"] == 2
    for each in (ana, bob):
        await each.send_bytes(each.seat.give_up())
    await late.over()
    await late.until(lambda: late.seat.tables[ana.seat.player]["v"] == 4)
    assert late.seat.tables[ana.seat.player]["state"] == "gave_up"
