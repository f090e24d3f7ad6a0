"""Games alone over real sockets and two servers: nobody else comes in, nothing is lost, nothing counts twice."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from redis.asyncio import Redis

from server import solo
from server.alone import SOLO_SETTINGS
from server.client import Refusal, _ask, new_player, new_room, race_record
from server.events import Dealt, Entry, Finished, Paused, Played, RoomEvent
from server.history import History
from server.open_room import OpenRoom, fold
from server.record import problems
from server.store.clock import Clock
from server.store.games import MOST, Games
from server.store.log import Change, Logs
from tests.engine.tables import lines
from tests.server.builders import created, needs
from tests.server.conftest import Node
from tests.server.peers import Peer

MakePeer = Callable[..., Peer]

DEAL, *LINE = lines("games/spider-1-won.txt")
ALONE = replace(created(deal_id=DEAL), settings=SOLO_SETTINGS, solo=True)


async def asked(peer: Peer, path: str) -> Any:
    """What this player is told over HTTP."""
    return await asyncio.to_thread(_ask, f"{peer.url}{path}", peer.token, None)


async def alone(peer: Peer, **wanted: Any) -> str:
    """This player begins a game alone; returns its room's code."""
    wanted = ({} if "deal" in wanted else {"variant": "spider-1"}) | wanted
    code = await asyncio.to_thread(new_room, peer.url, peer.token, name="", solo=True, **wanted)
    await enter(peer, code)
    return code


async def enter(peer: Peer, code: str) -> None:
    """Open the room, and let the clock run as soon as it stands."""
    await peer.connect(code)
    await peer.until(lambda: peer.room["paused"])
    await peer.send(t="resume")
    await peer.until(lambda: not peer.room["paused"])
    await peer.started()


async def test_a_game_alone_is_played_stopped_and_followed_by_the_next(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    code = await alone(ana, deal=DEAL)
    assert ana.room["opening"]["deal_id"] == DEAL
    await bob.connect(code)
    assert bob.refusals("hello") == ["unknown_room"]
    for move in LINE[:5]:
        await ana.play(move)
    await ana.send(t="pause")
    await ana.until(lambda: ana.room["paused"])
    await ana.send_bytes(ana.seat.play(LINE[5]))
    await ana.until(lambda: not ana.seat.waiting)
    assert ana.refusals("play") == ["paused"]
    await ana.close()

    # On another device, and another server: the same game.
    again = peer(nodes[1].url, ana.token)
    await again.connect(code)
    await again.until(lambda: again.seat.table is not None)
    assert again.room["paused"]
    assert again.table["v"] == 5
    [game] = await asked(again, "/api/games")
    assert (game["code"], game["variant"]) == (code, "spider-1")
    await again.send(t="resume")
    await again.until(lambda: not again.room["paused"])
    for move in LINE[5:]:
        await again.play(move)
    await again.over()
    [result] = again.room["results"]
    assert result["state"] == "finished"
    assert await asked(again, "/api/games") == []
    [line] = await asked(ana, "/api/statistics")
    assert line == {
        "variant": "spider-1",
        "played": 1,
        "won": 1,
        "best_time_ms": result["time_ms"],
        "best_moves": len(LINE),
        "streak": 1,
        "best_streak": 1,
    }

    # What was played alone is for its player alone.
    with pytest.raises(Refusal, match="unknown_room"):
        await asyncio.to_thread(race_record, f"{again.url}/r/{code}")
    record = await asked(again, f"/api/rooms/{code}/races/last")
    assert problems(record) == []
    assert record["results"] == again.room["results"]

    await again.send(t="new_deal", race=1, variant="maze")
    await again.send(t="new_deal", race=1, variant="maze")
    await again.until(lambda: again.room["race"] == 2 and again.seat.table is not None)
    assert (again.room["variant"], again.room["state"], again.table["v"]) == ("maze", "racing", 0)
    await again.play(again.table["legal"][0])
    await again.send(t="new_deal", race=2, deal=DEAL)
    await again.until(lambda: again.room["race"] == 3)
    lost = next(line for line in await asked(again, "/api/statistics") if line["variant"] == "maze")
    assert (lost["played"], lost["won"], lost["streak"]) == (1, 0, 0)
    [game] = await asked(again, "/api/statistics/maze")
    assert (game["code"], game["race"], game["won"], game["moves"]) == (code, 2, False, 1)

    # Two rooms of one kind: the one that was left is lost.
    await again.play(LINE[0])
    other = peer(nodes[0].url, ana.token)
    await alone(other)
    [line] = [line for line in await asked(ana, "/api/statistics") if line["variant"] == "spider-1"]
    assert (line["played"], line["won"], line["streak"], line["best_streak"]) == (2, 1, 0, 1)


async def test_the_clock_stands_while_the_connection_is_gone(peer: MakePeer, nodes: list[Node]) -> None:
    ana = peer(nodes[0].url)
    code = await alone(ana)
    await ana.play("D")
    await ana.cut()
    stood = []
    for node in (*nodes, *nodes):
        back = peer(node.url, ana.token)
        await back.connect(code)
        await back.until(lambda: back.room["paused"])  # noqa: B023 - waited for at once
        stood.append(back.room["clock_ms"])
        await back.close()
    assert len(set(stood)) == 1
    await enter(ana, code)
    await ana.play("U")


async def test_a_list_is_for_who_proves_to_be_its_player(peer: MakePeer, node: Node) -> None:
    for path in ("/api/games", "/api/statistics"):
        with pytest.raises(Refusal, match="no_token"):
            await asyncio.to_thread(_ask, f"{node.url}{path}", None, None)
    assert await asked(peer(), "/api/games") == []


# ---- the history, with a real Redis and no server


async def played(logs: Logs, code: str, number: int, moves: list[str], player: str) -> None:
    events = [Played(i + 1, move) for i, move in enumerate(moves)]
    await logs.append(code, [Change(f"race:{number}:{player}", 0, events)])


async def a_room(logs: Logs, games: Games, *events: RoomEvent) -> tuple[str, str]:
    """A new player's room for one, with what happened in it after its first deal; returns player and code."""
    player, code = secrets.token_urlsafe(9), secrets.token_hex(3).upper()
    await logs.append(code, [Change("room", 0, [replace(ALONE, player=player), *events])])
    await games.remember(player, code, 1)
    return player, code


@pytest.fixture
def games(redis: Redis) -> Games:
    return Games(redis)


async def test_a_result_counts_once_whoever_writes_it_and_however_often(logs: Logs, games: Games, clock: Clock) -> None:
    player, code = await a_room(logs, games, Finished("all_ended"), Dealt(ALONE.deal), Paused())
    await played(logs, code, 1, LINE, player)
    await played(logs, code, 2, LINE[:3], player)
    history = History(logs, games, clock)
    await asyncio.gather(*(history.left(player, code) for _ in range(5)))
    [line] = await history.statistics(player)
    assert (line["played"], line["won"], line["best_moves"]) == (1, 1, len(LINE))
    await logs.append(code, [Change("room", 4, [Dealt(ALONE.deal)])])
    [line] = await history.statistics(player)
    assert (line["played"], line["won"], line["streak"], line["best_streak"]) == (2, 1, 0, 1)


async def test_a_server_that_dies_before_it_has_written_a_result_loses_none(
    logs: Logs, games: Games, clock: Clock
) -> None:
    """Nothing but the logs is there, as after a crash right behind the append; games in which nobody moved are none."""
    player, code = await a_room(logs, games, *[Dealt(ALONE.deal)] * 4, Finished("all_ended"))
    for number in (1, 3, 5):
        await played(logs, code, number, LINE if number == 5 else LINE[:4], player)
    [line] = await History(logs, games, clock).statistics(player)
    assert (line["played"], line["won"]) == (3, 1)
    assert await games.rooms(player) == []


async def test_who_leaves_a_game_for_another_of_its_kind_has_lost_it_whatever_comes_after(
    logs: Logs, games: Games, clock: Clock
) -> None:
    player, code = await a_room(logs, games)
    await played(logs, code, 1, LINE[:5], player)
    history = History(logs, games, clock)
    await history.begun(player, code, "spider-1")
    await history.begun(player, "OTHER2", "maze")
    assert await history.statistics(player) == [], "the same game goes on, and another kind is no reason"
    await history.begun(player, "OTHER2", "spider-1")
    [line] = await history.statistics(player)
    assert (line["played"], line["won"], line["best_streak"]) == (1, 0, 0)
    assert [game["code"] for game in await history.under_way(player)] == [code], "it may be gone on with all the same"
    for move, version in zip(LINE[5:], range(5, len(LINE)), strict=True):
        await logs.append(code, [Change(f"race:1:{player}", version, [Played(version + 1, move)])])
    await logs.append(code, [Change("room", 1, [Finished("all_ended")])])
    assert await history.statistics(player) == [line]
    [game] = await history.over(player, "spider-1")
    assert (game["code"], game["race"], game["won"], game["moves"], game["kept"]) == (code, 1, False, 5, True)


async def test_a_game_in_which_nothing_was_played_and_one_that_is_won_are_not_lost_by_the_next(
    logs: Logs, games: Games, clock: Clock
) -> None:
    player, code = await a_room(logs, games)
    history = History(logs, games, clock)
    await history.begun(player, "OTHER2", "spider-1")
    assert await history.statistics(player) == []
    await played(logs, code, 1, LINE, player)
    await history.begun(player, "OTHER2", "spider-1")
    [line] = await history.statistics(player)
    assert (line["played"], line["won"]) == (1, 1)


async def test_a_win_counts_although_its_server_died_before_it_told_the_end(
    logs: Logs, games: Games, clock: Clock
) -> None:
    player, code = await a_room(logs, games)
    await played(logs, code, 1, LINE, player)
    history = History(logs, games, clock)
    [line] = await history.statistics(player)
    assert (line["played"], line["won"]) == (1, 1)
    assert await history.statistics(player) == [line]
    await logs.append(code, [Change("room", 1, [Finished("all_ended"), Dealt(ALONE.deal)])])
    assert await history.statistics(player) == [line]


async def test_results_outlive_the_rooms_that_they_come_from(
    logs: Logs, games: Games, clock: Clock, redis: Redis
) -> None:
    player, code = await a_room(logs, games, Finished("all_ended"))
    await played(logs, code, 1, LINE, player)
    history = History(logs, games, clock)
    before = await history.statistics(player)
    await games.remember(player, code, 2)
    await redis.delete(f"corrida:{{{code}}}:room", f"corrida:{{{code}}}:race:1:{player}")
    assert await history.statistics(player) == before
    assert await history.under_way(player) == []


async def test_only_the_newest_rooms_are_kept_in_mind(games: Games) -> None:
    player = secrets.token_urlsafe(9)
    for i in range(MOST + 3):
        await games.remember(player, f"CODE{i}", i)
    assert await games.rooms(player) == [f"CODE{i}" for i in range(MOST + 2, 2, -1)]


async def test_a_room_of_many_games_is_opened_without_playing_them_again(
    logs: Logs, games: Games, clock: Clock
) -> None:
    """An attempt log that cannot be folded shows it: nobody looks at it any more."""
    player, code = await a_room(logs, games, Dealt(ALONE.deal), Dealt(ALONE.deal))
    await played(logs, code, 1, ["no move"], player)
    await played(logs, code, 3, LINE[:4], player)
    opened = await fold(code, needs(logs, clock))
    assert isinstance(opened, OpenRoom)
    assert opened.room.race is not None
    assert (opened.room.race.number, opened.room.races) == (3, 3)
    assert opened.room.race.racers[player].attempt.moves == 4


async def test_a_game_that_nobody_has_begun_is_not_listed(logs: Logs, games: Games, clock: Clock) -> None:
    player, code = await a_room(logs, games)
    history = History(logs, games, clock)
    assert await history.under_way(player) == []
    await played(logs, code, 1, LINE[:1], player)
    assert [game["code"] for game in await history.under_way(player)] == [code]


async def test_results_are_written_under_the_number_of_their_game(logs: Logs, games: Games, clock: Clock) -> None:
    player, code = await a_room(logs, games, Dealt(ALONE.deal))
    await played(logs, code, 1, LINE[:4], player)
    await History(logs, games, clock).left(player, code)
    assert await games.recorded(player, [f"{code}:1", f"{code}:2"]) == {f"{code}:1"}
    [data] = (await games.results(player)).values()
    result = solo.unpack(data)
    assert result is not None
    assert (result.won, result.moves) == (False, 4)
    assert await games.rooms(player) == [code]
    assert isinstance((await logs.whole(code, "room"))[0], Entry)


def test_a_name_is_not_asked_for(node: Node) -> None:
    token = new_player(node.url)
    assert new_room(node.url, token, name="", solo=True, variant="maze")
    with pytest.raises(Refusal, match="bad_name"):
        new_room(node.url, token, name="", variant="maze")
