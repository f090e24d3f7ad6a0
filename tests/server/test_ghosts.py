"""Ghosts from real servers: who may see a run may race it, once it is over; and it has no place anywhere."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import TypeAdapter

from server.client import Refusal, _ask, new_room
from server.messages.ghosts import Ghost
from tests.server.conftest import Node
from tests.server.peers import Peer, start_race
from tests.server.test_people import ask
from tests.server.test_replays import fetch
from tests.server.test_solo_games import DEAL, LINE, alone, enter

MakePeer = Callable[..., Peer]

GHOST: TypeAdapter[Ghost] = TypeAdapter(Ghost)


async def told(peer: Peer, path: str, *, token: bool = True) -> Ghost:
    """A ghost, held against what the protocol says of it."""
    found = await asyncio.to_thread(_ask, f"{peer.url}/api/{path}", peer.token if token else None, None)
    known = GHOST.validate_python(found)
    assert GHOST.dump_python(known, mode="json") == found
    return known


async def called(peer: Peer, code: str, race: int, player: str, **more: Any) -> str:
    """This player begins a game against that run; returns the code of its room."""
    ghost = {"code": code, "race": race, "player": player}
    return await asyncio.to_thread(new_room, peer.url, peer.token, name="", solo=True, ghost=ghost, **more)


async def refused(what: Any) -> str:
    with pytest.raises(Refusal) as said:
        await what
    return str(said.value)


async def won_alone(peer: Peer) -> str:
    code = await alone(peer, deal=DEAL)
    for move in LINE:
        await peer.play(move)
    await peer.over()
    return code


async def test_a_run_that_is_over_is_raced_by_whoever_has_its_link(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    code = await alone(ana, deal=DEAL)
    await ana.play(LINE[0])
    path = f"ghosts/{code}/1/{ana.seat.player}"
    assert await refused(told(ana, path)) == "not_over"
    assert await refused(called(ana, code, 1, ana.seat.player)) == "not_over"
    assert await refused(told(bob, path)) == "unknown_room"
    assert await refused(called(bob, code, 1, ana.seat.player)) == "unknown_room"
    for move in LINE[1:]:
        await ana.play(move)
    await ana.over()

    seen = await told(bob, path, token=False)
    assert (seen["player"], seen["state"], seen["variant"]) == (ana.seat.player, "finished", "spider-1")
    assert (seen["marks"][0], seen["marks"][-1][1:3]) == ((0, 0, 0, 44), (8, len(LINE)))
    assert DEAL not in str(seen)

    page = await asyncio.to_thread(fetch, f"{bob.url}/beat/{code}/1/{ana.seat.player}", None)
    assert '<meta property="og:title" content="Spider 1 · 0:0' in page[1]
    for other in (f"{code}/2/{ana.seat.player}", f"{code}/1/nobody", "234567/1/x", f"{code}/x/y"):
        told_nothing = await asyncio.to_thread(fetch, f"{bob.url}/beat/{other}", None, None, {"accept": "text/html"})
        assert "og:title" not in told_nothing[1]

    raced = await called(bob, code.lower(), 1, ana.seat.player)
    await enter(bob, raced)
    assert (bob.room["ghost"], bob.room["opening"]["deal_id"]) == (True, DEAL)
    assert await told(bob, f"rooms/{raced}/ghost") == seen
    assert await refused(told(ana, f"rooms/{raced}/ghost")) == "unknown_room"
    for move in LINE:
        await bob.play(move)
    await bob.over()
    assert [line["id"] for line in bob.room["results"]] == [bob.seat.player]

    # The same cards again, and it still runs along; others, and it has gone.
    await bob.send(t="new_deal", race=1, deal=DEAL)
    await bob.until(lambda: bob.room["race"] == 2)
    assert bob.room["ghost"] is True
    await bob.send(t="new_deal", race=2, variant="spider-1")
    await bob.until(lambda: bob.room["race"] == 3)
    assert "ghost" not in bob.room


async def test_runs_of_a_race_can_be_raced_once_it_is_over_and_never_before(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob, eva = peer(nodes[0].url), peer(nodes[1].url), peer(nodes[1].url)
    code = await start_race([ana, bob])
    await ana.play("D")
    await bob.give_up()
    for who, player in ((bob, bob.seat.player), (eva, ana.seat.player), (eva, "solver")):
        assert await refused(called(who, code, 1, player)) == "table_hidden"
    await ana.give_up()
    await ana.over()
    assert (await told(eva, f"ghosts/{code}/1/{ana.seat.player}"))["state"] == "gave_up"
    raced = await called(eva, code, 1, ana.seat.player)
    await enter(eva, raced)
    assert eva.room["opening"]["deal_id"] == ana.room["opening"]["deal_id"]
    assert await refused(called(eva, code, 1, "nobody")) == "not_found"
    assert await refused(called(eva, code, 2, ana.seat.player)) == "not_found"
    assert await refused(called(eva, code, 1, ana.seat.player, deal=DEAL)) == "bad_request"
    assert await refused(called(eva, code, 1, ana.seat.player, variant="maze")) == "bad_request"


async def test_the_solver_is_raced_at_a_deal_that_one_knows(peer: MakePeer, nodes: list[Node]) -> None:
    ana = peer(nodes[0].url)
    code = await won_alone(ana)
    raced = await called(ana, code, 1, "solver")
    seen = await told(ana, f"rooms/{raced}/ghost")
    assert (seen["player"], seen["name"], seen["robot"], seen["state"]) == ("", "", True, "finished")
    assert seen["marks"][-1][1] == 8
    await enter(ana, raced)
    assert ana.room["opening"]["deal_id"] == DEAL
    assert "line" not in str(ana.room)


async def test_whose_data_are_deleted_has_no_name_as_a_ghost_either(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob, eva = peer(nodes[0].url), peer(nodes[1].url), peer(nodes[1].url)
    code = await start_race([ana, bob])
    await bob.give_up()
    await ana.give_up()
    await ana.over()
    raced = await called(eva, code, 1, ana.seat.player)
    assert (await told(eva, f"rooms/{raced}/ghost"))["name"] == "Peer 1"
    assert await ask(ana, "DELETE", "/api/me") == {}
    assert (await told(eva, f"rooms/{raced}/ghost"))["name"] == ""
