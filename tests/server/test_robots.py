"""`corrida robots`: whole races by programs, from the command line to the result."""

import asyncio
import json
import re
import sys
from collections.abc import Callable

import pytest

from engine.attempt import Attempt
from engine.deals import parse_deal_id
from engine.reasons import Reason
from server.actions import GIVE_UP
from server.client import new_player, new_room, race_record
from server.messages import Strength
from server.strategy import Strategy, known
from tests.server.conftest import ROOT, Node
from tests.server.peers import Peer


async def robots(*arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", "robots", *arguments,
        cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.slow
async def test_robots_race_to_the_end_although_a_server_is_killed(fresh_node: Callable[[], Node], node: Node) -> None:
    doomed = fresh_node()
    urls = ("--url", doomed.url, "--url", node.url)
    racing = await robots(
        *urls, "--create", "spider-1", "--players", "3", "--spectators", "1", "--pace", "0.05", "--json"
    )
    assert racing.stderr is not None
    assert racing.stdout is not None
    code = re.search(r'"room": "(\w{6})"', (await racing.stderr.readline()).decode())
    assert code is not None
    spectator = await Peer(node.url, await asyncio.to_thread(new_player, node.url)).connect(code[1])
    await spectator.until(lambda: moves(spectator) > 30)
    doomed.kill()
    output, _ = await racing.communicate()
    assert racing.returncode == 0
    await spectator.over()
    await spectator.close()
    result = json.loads(output.splitlines()[-1])
    assert result["code"] == code[1]
    assert parse_deal_id(result["deal_id"]) == result["deal_id"]
    assert sorted(line["name"] for line in result["results"]) == ["Robot 1", "Robot 2", "Robot 3"]
    for line in result["results"]:
        assert line.keys() == {"name", "place", "state", "time_ms", "moves", "sets"}
        assert line["state"] in ("finished", "gave_up")
        assert (line["state"] == "finished") == (line["sets"] == 8)
        assert line["moves"] > 10


def moves(peer: Peer) -> int:
    return sum(racer["moves"] for racer in peer.seat.progress["racers"]) if peer.seat.progress else 0


async def test_robots_join_a_room_and_leave_the_start_to_its_host(node: Node, peer: Callable[..., Peer]) -> None:
    host = peer()
    code = await asyncio.to_thread(new_room, host.url, host.token, name="Host", variant="spider-4", robot=True)
    await host.connect(code)
    racing = await robots("--url", node.url, "--code", code, "--players", "2", "--pace", "0.01")
    await host.until(lambda: [m["ready"] for m in host.room["members"]] == [False, True, True])
    assert [m["robot"] for m in host.room["members"]] == [True, True, True]
    await host.send(t="ready", ready=True)
    await host.started()
    assert await host.give_up() is None
    output, _ = await racing.communicate()
    assert racing.returncode == 0
    lines = output.decode().splitlines()
    assert len(lines) == 4
    assert "Robot 1" in output.decode()
    await host.over()
    assert lines[-1] == host.room["opening"]["deal_id"]


async def test_robots_say_why_they_can_t_race(node: Node) -> None:
    racing = await robots("--url", node.url, "--code", "999999")
    output, errors = await racing.communicate()
    assert racing.returncode == 1
    assert "unknown_room" in errors.decode()
    assert output == b""
    racing = await robots("--url", "http://127.0.0.1:9", "--create", "spider-1")
    _, errors = await racing.communicate()
    assert racing.returncode == 1
    assert "Traceback" not in errors.decode()


@pytest.mark.parametrize("strength", ["easy", "medium"])
async def test_robots_are_as_strong_as_is_asked_for(node: Node, strength: Strength) -> None:
    """Each move is the one that a robot of that strength makes there: they play without chance."""
    racing = await robots(
        "--url", node.url, "--create", "maze", "--pace", "0", "--strength", strength, "--json"
    )  # fmt: skip
    output, _ = await racing.communicate()
    assert racing.returncode == 0
    code = json.loads(output.splitlines()[-1])["code"]
    record = await asyncio.to_thread(race_record, f"{node.url}/r/{code}")
    for racer in record["racers"]:
        strategy = Strategy(int(racer["name"].removeprefix("Robot ")) - 1, strength)
        attempt = Attempt(record["deal_id"])
        played = [text for _, text in racer["actions"] if text != GIVE_UP]
        assert len(played) > 10
        for move in played:
            assert strategy.choose(known(attempt.view())) == move
            assert not isinstance(attempt.act(move), Reason)
