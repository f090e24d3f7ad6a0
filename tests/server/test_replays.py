"""Replays from real servers: everyone's, when the race is over, and nobody's before."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import TypeAdapter

from server.client import Refusal, _ask
from server.messages.replays import Replay
from tests.engine.tables import lines
from tests.server.conftest import Node
from tests.server.peers import Peer, start_race
from tests.server.test_replay import Seen
from tests.server.test_solo_games import alone

MakePeer = Callable[..., Peer]

DEAL, *LINE = lines("games/spider-1-won.txt")
REPLAY: TypeAdapter[Replay] = TypeAdapter(Replay)


async def asked(url: str, token: str | None, path: str) -> Any:
    return await asyncio.to_thread(_ask, f"{url}/api/replays/{path}", token, None)


async def replay(url: str, token: str | None, path: str) -> Replay:
    """A replay, held against what the protocol says of it."""
    told = await asked(url, token, path)
    known = REPLAY.validate_python(told)
    assert REPLAY.dump_python(known, mode="json") == told
    return known


async def refused(url: str, token: str | None, path: str) -> str:
    with pytest.raises(Refusal) as told:
        await asked(url, token, path)
    return str(told.value)


def last_table(told: Replay) -> list[Any]:
    seen = Seen(told["piles"])
    for action in told["actions"]:
        for step in action["steps"]:
            seen.do(step)
    return seen.piles


async def test_a_race_is_seen_again_by_everyone_once_it_is_over(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    code = await start_race([ana, bob])
    for move in ("D", "U", "D"):
        await ana.play(move)
    await bob.play(bob.table["legal"][0])
    await bob.give_up()
    eve = peer(nodes[1].url)
    for who in (ana, bob, eve):
        for path in (f"{code}/1", f"{code}/1/{ana.seat.player}", f"{code}/1/{bob.seat.player}"):
            assert await refused(who.url, who.token, path) == "table_hidden"
    await ana.give_up()
    await ana.over()

    for url, token in ((nodes[0].url, eve.token), (nodes[1].url, None)):
        of_ana = await replay(url, token, f"{code.lower()}/1/{ana.seat.player}")
        assert [action["move"] for action in of_ana["actions"]] == ["D", "U", "D", "give_up"]
        assert of_ana["deal_id"] == ana.room["opening"]["deal_id"]
        assert last_table(of_ana) == [(kind, list(cards), up) for kind, cards, up in ana.table["piles"]]
        assert {racer["id"] for racer in of_ana["racers"]} == {ana.seat.player, bob.seat.player}
        assert (await replay(url, token, f"{code}/1"))["player"] == of_ana["racers"][0]["id"]
    assert (await replay(ana.url, bob.token, f"{code}/1"))["player"] == bob.seat.player
    for path in (f"{code}/2", f"{code}/0", f"{code}/x", f"{code}/1/nobody", f"{code}/1/a/b"):
        assert await refused(ana.url, ana.token, path) == "not_found"
    assert await refused(ana.url, ana.token, "234567/1") == "unknown_room"
    assert await refused(ana.url, ana.token, "A/1") == "bad_code"


async def test_a_game_alone_is_seen_by_its_player_at_once_and_by_others_when_it_is_over(
    peer: MakePeer, nodes: list[Node]
) -> None:
    ana, eve = peer(nodes[0].url), peer(nodes[1].url)
    code = await alone(ana, deal=DEAL)
    for move in LINE[:3]:
        await ana.play(move)
    mine = await replay(nodes[1].url, ana.token, f"{code}/1")
    assert (mine["state"], [action["move"] for action in mine["actions"]]) == ("racing", LINE[:3])
    for path in (f"{code}/1", f"{code}/2", f"{code}/1/{ana.seat.player}"):
        assert await refused(eve.url, eve.token, path) == "unknown_room"
        assert await refused(eve.url, None, path) == "unknown_room"
    await ana.send(t="new_deal", race=1, variant="maze")
    await ana.until(lambda: ana.room["race"] == 2)
    told = await replay(eve.url, None, f"{code}/1")
    assert told["actions"] == mine["actions"]
    assert await refused(eve.url, eve.token, f"{code}/2") == "unknown_room"
