"""Dailies over real sockets and two servers: begun once, found again anywhere, ranked once, seen by no one too soon."""

import asyncio
import json
import random
import secrets
import urllib.error
import urllib.parse
import urllib.request
from bisect import bisect_left
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest
from redis.asyncio import Redis

from engine.deals import deal_id
from engine.games import VARIANTS
from server import daily
from server.alone import DAILY_SETTINGS
from server.board import Board, Wanted
from server.client import Refusal, _ask, new_room
from server.create import create
from server.dailies import Dailies, Now, Player
from server.daily_pages import _late
from server.events import Created, Daily, Finished, GaveUp, Played
from server.reasons import Reason
from server.record import problems
from server.store.clock import Clock
from server.store.daily import Day, Days
from server.store.keys import DAILY_UP, ROOM_LOG, attempt_log, daily_deals
from server.store.keys import daily as daily_key
from server.store.keys import stock as stock_key
from server.store.log import Change, Logs
from server.store.people import People
from server.store.redis import connect
from server.store.stock import Certified, Stock
from tests.engine.tables import lines
from tests.server.conftest import Node
from tests.server.peers import Peer
from tests.server.test_people import ask as ask_for_oneself
from tests.server.test_people import become_friends
from tests.server.test_solo_games import alone

MakePeer = Callable[..., Peer]
DEAL, *LINE = lines("games/spider-1-won.txt")
CERTIFIED = Certified(DEAL, " ".join(LINE))
VARIANT = "spider-1"


async def ask(peer: Peer, path: str, body: dict[str, Any] | None = None) -> Any:
    """What this player is told over HTTP."""
    data = None if body is None else json.dumps(body).encode()
    return await asyncio.to_thread(_ask, f"{peer.url}/api/daily{path}", peer.token, data)


async def refused(peer: Peer, path: str, body: dict[str, Any] | None = None) -> str:
    with pytest.raises(Refusal) as caught:
        await ask(peer, path, body)
    return str(caught.value)


@pytest.fixture
async def dailies(redis: Redis, logs: Logs, clock: Clock) -> AsyncIterator[Dailies]:
    """With a deal for today of one game alone, and nobody has played it."""
    made = Dailies(logs, Days(redis), People(redis), clock)
    today = (await made.now()).number

    async def clear() -> None:
        for variant in VARIANTS:
            await redis.delete(stock_key(variant), daily_deals(variant))
            for number in range(1, today + 1):
                for part in ("attempts", "open", "results", "names", "time", "moves", "version"):
                    await redis.delete(daily_key(variant, number, part))

    await clear()
    await Stock(redis).put(VARIANT, CERTIFIED)
    assert await made.days.choose(Day(VARIANT, today))
    yield made
    await clear()


async def begin(peer: Peer, **wanted: Any) -> str:
    """This player begins, or finds again, today's attempt, and sees the table; returns its room's code."""
    room = await ask(peer, f"/{VARIANT}", {"name": "Ana"} | wanted)
    await peer.connect(room["code"])
    await peer.started()
    return str(room["code"])


async def win(peer: Peer, moves: list[str] = LINE) -> None:
    for move in moves:
        await peer.play(move)
    await peer.over()


async def test_an_attempt_is_begun_once_resumed_on_another_device_and_ranked(
    peer: MakePeer, nodes: list[Node], dailies: Dailies
) -> None:
    ana = peer(nodes[0].url)
    number = (await dailies.now()).number
    today = await ask(ana, "")
    assert (today["number"], today["streak"]) == (10, {"days": 0, "best": 0, "rest_in": 0})
    assert 0 < today["next_ms"] <= daily.DAY_MS
    assert {game["variant"]: game["ready"] for game in today["games"]}[VARIANT]

    code = await begin(ana)
    assert ana.room["daily"] == {"number": number, "ranked": True}
    assert ana.room["certified"]
    assert "opening" not in ana.room
    for move in LINE[:5]:
        await ana.play(move)
    for message in ("pause", "resume", "leave", "close", "rematch"):
        assert await ana.refusal(t=message) == "wrong_kind"
    assert await refused(ana, f"/{VARIANT}", {"practice": True}) == "ranked_first"

    # Another device, another server: the same attempt, and its clock has not stopped.
    other = peer(nodes[1].url, ana.token)
    assert await begin(other) == code
    assert other.table["v"] == 5
    day = await ask(other, f"/{VARIANT}/{number}")
    assert day["mine"] == {"code": code, "result": None}
    assert (day["par"], day["deal"], day["places"]) == (None, None, None)
    await win(other, LINE[5:])

    day = await ask(other, f"/{VARIANT}/{number}")
    assert (day["players"], day["finished"], day["medal"]) == (1, 1, "gold")
    assert day["places"]["time"] == {"place": 1, "equal": 1, "beaten": None, "medal": "gold"}
    assert day["deal"]["deal_id"] == DEAL == other.room["opening"]["deal_id"]
    assert day["deal"]["commitment"] == other.room["commitment"]
    assert day["par"]["moves"] == len(LINE) == day["mine"]["result"]["moves"]
    assert day["par"]["quartile_moves"] == [len(LINE)] * 3
    assert day["mine"]["result"]["clean"]
    [line] = (await ask(other, f"/{VARIANT}/{number}/board"))["lines"]
    assert (line["name"], line["place"], line["me"], line["code"]) == ("Ana", 1, True, code)
    assert (await ask(other, ""))["streak"]["days"] == 1
    assert await refused(other, f"/{VARIANT}", {}) == "daily_over"
    calendar = await ask(other, f"/{VARIANT}/calendar")
    assert [mark["mark"] for mark in calendar["days"]] == [*["outage"] * 9, "won"]

    record = await asyncio.to_thread(_ask, f"{ana.url}/api/rooms/{code}/races/last", ana.token, None)
    assert problems(record) == []
    assert record["daily"] == number

    # Practice has no rank, however it ends.
    again = peer(nodes[0].url, ana.token)
    practice = await begin(again, practice=True)
    assert practice != code
    assert again.room["daily"] == {"number": number, "ranked": False}
    assert (await ask(again, f"/{VARIANT}", {"practice": True}))["code"] == practice
    await win(again)
    assert (await ask(again, f"/{VARIANT}/{number}"))["players"] == 1
    assert (await ask(again, f"/{VARIANT}", {"practice": True}))["code"] != practice


async def test_two_devices_that_begin_at_once_begin_one_attempt(
    peer: MakePeer, nodes: list[Node], dailies: Dailies, redis: Redis
) -> None:
    ana = peer()
    devices = [peer(nodes[i % 2].url, ana.token) for i in range(8)]
    rooms = await asyncio.gather(*(ask(device, f"/{VARIANT}", {}) for device in devices))
    assert len({room["code"] for room in rooms}) == 1
    now = await dailies.now()
    assert await dailies.days.any_open(Day(VARIANT, now.number))
    assert len(await dailies.days.open(Day(VARIANT, now.number), now.at + daily.DAY_MS, 99)) == 1


async def test_nobody_sees_a_table_before_the_own_one_is_won_and_giving_up_is_no_way(
    peer: MakePeer, nodes: list[Node], dailies: Dailies, logs: Logs
) -> None:
    """Every byte that reaches those who have not won is looked through."""
    ana, bob, eve = peer(nodes[0].url), peer(nodes[1].url), peer(nodes[0].url)
    number = (await dailies.now()).number
    code = await begin(ana)
    # Eve gives up, for which she would have to wait a few seconds.
    room = await ask(eve, f"/{VARIANT}", {"name": "Eve"})
    given_up = Change(attempt_log(1, await player_of(eve, room["code"])), 0, [GaveUp(1)])
    await logs.append(room["code"], [given_up, Change(ROOM_LOG, 1, [Finished("all_ended")])])
    for one in (bob, eve):
        await one.connect(code)
        assert one.refusals("hello") == ["daily_locked"]
    await win(ana)
    assert (await ask(ana, f"/{VARIANT}/{number}"))["mine"]["result"]["state"] == "finished"
    for one in (bob, eve):
        for path in (f"/api/rooms/{code}/races/last", f"/api/replays/{code}/1"):
            with pytest.raises(Refusal, match="daily_locked"):
                await asyncio.to_thread(_ask, f"{one.url}{path}", one.token, None)
        day = await ask(one, f"/{VARIANT}/{number}")
        board = await ask(one, f"/{VARIANT}/{number}/board")
        assert day["deal"] is None
        assert {line["code"] for line in board["lines"] if not line["me"]} == {None}
        assert DEAL not in json.dumps([day, board, await ask(one, ""), await ask(one, f"/{VARIANT}/calendar")])
        assert all(DEAL.encode() not in data for data in one.received)
    with pytest.raises(Refusal, match="daily_locked"):  # her own one would tell her the deal
        await asyncio.to_thread(_ask, f"{eve.url}/api/rooms/{room['code']}/races/last", eve.token, None)

    winner = peer(nodes[1].url)
    await begin(winner, name="Win")
    await win(winner)
    shown = await ask(winner, f"/{VARIANT}/{number}/board")
    assert {line["name"] for line in shown["lines"] if line["code"]} == {"Ana", "Eve", "Win"}
    replay = await asyncio.to_thread(_ask, f"{winner.url}/api/replays/{code}/1", winner.token, None)
    assert replay["deal_id"] == DEAL
    watcher = peer(nodes[1].url, winner.token)
    await watcher.connect(code)
    assert watcher.room["code"] == code


async def test_a_program_has_no_rank(peer: MakePeer, dailies: Dailies) -> None:
    robot = peer()
    number = (await dailies.now()).number
    await begin(robot, name="Marvin", robot=True)
    assert robot.room["members"][0]["robot"]
    assert robot.room["daily"] == {"number": number, "ranked": False}
    await win(robot)
    day = await ask(robot, f"/{VARIANT}/{number}")
    assert (day["players"], day["mine"], day["deal"]) == (0, None, None)


async def player_of(peer: Peer, code: str) -> str:
    """The id of a player, as its room has it."""
    await peer.connect(code)
    await peer.until(lambda: peer.seat.room is not None)
    host = peer.room["host"]
    await peer.close()
    peer.seat.room = None
    return host


async def test_an_attempt_under_way_is_watched_by_who_has_won(
    peer: MakePeer, nodes: list[Node], dailies: Dailies
) -> None:
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    await begin(ana)
    await win(ana)
    code = await begin(bob)
    await bob.play(LINE[0])
    watcher = peer(nodes[0].url, ana.token)
    await watcher.connect(code)
    host = bob.room["host"]
    await watcher.send(t="watch", players=[host])
    await watcher.until(lambda: host in watcher.seat.tables)
    await bob.play(LINE[1])
    await watcher.until(lambda: watcher.seat.tables[host]["v"] == 2)


async def test_what_a_server_that_was_killed_has_not_written_down_another_one_does(
    peer: MakePeer, fresh_node: Callable[..., Node], nodes: list[Node], dailies: Dailies, logs: Logs
) -> None:
    doomed = fresh_node()
    ana = peer(doomed.url)
    code = await begin(ana)
    for move in LINE[:-1]:
        await ana.play(move)
    host, v = ana.room["host"], ana.table["v"]
    doomed.kill()
    # The last thing that it did: the winning move is in the log, and nothing that follows from it.
    await logs.append(code, [Change(attempt_log(1, host), v, [Played(v + 1, LINE[-1])])])
    other = peer(nodes[0].url, ana.token)
    number = (await dailies.now()).number
    board = await ask(other, f"/{VARIANT}/{number}/board")
    assert [line["result"]["state"] for line in board["lines"]] == ["finished"]
    assert board["mine"]["place"] == 1


# ---- with a real Redis and no server


async def a_player(dailies: Dailies, logs: Logs, moves: int) -> tuple[str, str]:
    """Somebody new who has begun today and played so many moves; returns player and room."""
    player = secrets.token_urlsafe(9)
    found = await dailies.start(Player(player, "P" + player[:5]), VARIANT, None, 0)
    assert not isinstance(found, str)
    code, _ = found
    events = [Played(i, move) for i, move in enumerate(LINE[:moves], 1)]
    await logs.append(code, [Change(attempt_log(1, player), 0, events)])
    return player, code


async def test_the_tick_of_any_server_settles_what_nobody_else_does(
    dailies: Dailies, logs: Logs, redis: Redis, clock: Clock
) -> None:
    won, code = await a_player(dailies, logs, len(LINE))
    slow, _ = await a_player(dailies, logs, 5)
    now = await dailies.now()
    day = Day(VARIANT, now.number)
    for player in (won, slow):
        await dailies.days.look_again(day, player, now.at - 1)
    await redis.delete("corrida:daily:lock")
    await dailies.tick()
    own, other = [(await dailies.days.own([day], player))[0] for player in (won, slow)]
    assert own.result is not None
    assert (own.result.code, own.result.moves, own.result.clean) == (code, len(LINE), True)
    assert other.result is None
    # It is looked at again later: not now, and not never.
    assert await dailies.days.open(day, now.at + 100_000, 9) == []
    assert [player for player, _ in await dailies.days.open(day, now.at + daily.DAY_MS + daily.GRACE_MS, 9)] == [slow]
    await redis.delete("corrida:daily:lock")
    before = await dailies.days.field(day)
    await dailies.tick()
    await dailies.settle(day, won, code)
    assert await dailies.days.field(day) == before


async def test_an_attempt_that_cannot_be_read_keeps_no_other_from_its_place(
    dailies: Dailies, logs: Logs, redis: Redis
) -> None:
    day = Day(VARIANT, (await dailies.now()).number)
    broken, code = await a_player(dailies, logs, 3)
    await logs.append(code, [Change(attempt_log(1, broken), 3, [Played(4, "no move")])])
    won, _ = await a_player(dailies, logs, len(LINE))
    now = await dailies.now()
    for i, player in enumerate((broken, won)):
        await dailies.days.look_again(day, player, now.at - 2 + i)
    await redis.delete("corrida:daily:lock")
    await dailies.tick()
    assert (await dailies.own(day, won)).result is not None
    assert (await dailies.own(day, broken)).result is None
    assert await dailies.days.open(day, now.at + 60_000, 9) == []
    assert await dailies.days.any_open(day)


async def test_who_is_forgotten_leaves_the_boards_right_and_gets_no_second_attempt(
    dailies: Dailies, logs: Logs
) -> None:
    day = Day(VARIANT, (await dailies.now()).number)
    players = [await a_player(dailies, logs, moves) for moves in (len(LINE), 60, 60, 30, 0)]
    done = daily.Result("", "finished", time_ms=1000, moves=100, undos=0, hints=0, home=8, down=0)
    for i, (player, code) in enumerate(players):
        won = replace(done, code=code, time_ms=1000 * (i or 1))
        result = won if i < 3 else replace(won, state="gave_up", home=9 - i)
        assert await dailies.days.rank(day, player, f"P{i}", result)
    names = [line.name for line in (await dailies.days.lines(day, "time", 0, 10))[0]]
    assert (sorted(names[:2]), names[2:]) == (["P0", "P1"], ["P2", "P3", "P4"])
    place = await dailies.days.place(day, "time", players[2][0])
    assert place is not None
    assert place.better == 2
    gone, code = players[0]
    await dailies.forget(gone, list(VARIANTS))
    place = await dailies.days.place(day, "time", players[2][0])
    assert place is not None
    assert (place.better, place.index) == (1, 1)
    assert (await dailies.days.field(day)).players == 4
    assert not await dailies.days.rank(day, gone, "again", replace(done, code=code))
    found = await dailies.start(Player(gone, "again"), VARIANT, None, 0)
    assert found == "daily_over"
    assert (await dailies.days.field(day)).players == 4
    assert await dailies.played(gone, VARIANT, await dailies.now()) <= {day.number}


async def test_a_day_gets_one_deal_however_many_choose_and_none_is_lost(dailies: Dailies, redis: Redis) -> None:
    stock = Stock(redis)
    names = [deal_id(VARIANTS["maze"], seed) for seed in range(5)]
    for name in names:
        await stock.put("maze", Certified(name, "line"))
    await asyncio.gather(*(dailies.days.choose(Day("maze", number)) for number in (3, 4, 5) for _ in range(4)))
    chosen = [await dailies.days.deal(Day("maze", number)) for number in (3, 4, 5)]
    left = [await stock.take("maze") for _ in range(3)]
    found = [deal.id for deal in chosen if deal is not None] + [one.deal for one in left if one is not None]
    assert sorted(found) == sorted(names)
    assert left[2] is None
    assert len({deal.nonce for deal in chosen if deal is not None}) == 3
    assert not await dailies.days.choose(Day("maze", 6))


async def test_there_is_no_day_before_its_time_and_none_without_a_deal(
    dailies: Dailies, peer: MakePeer, redis: Redis
) -> None:
    number = (await dailies.now()).number
    await Stock(redis).put(VARIANT, CERTIFIED)
    assert await dailies.days.choose(Day(VARIANT, number + 1))
    ana = peer()
    for path in (f"/{VARIANT}/{number + 1}", f"/{VARIANT}/{number + 1}/board", f"/{VARIANT}/0", f"/{VARIANT}/x"):
        assert await refused(ana, path) == "no_daily"
    for body in ({"number": number + 1}, {"number": number + 1, "practice": True}):
        assert await refused(ana, f"/{VARIANT}", body) == "no_daily"
    assert await refused(ana, "/maze", {}) == "no_daily"
    assert await refused(ana, "/chess", {}) == "bad_variant"
    assert await refused(ana, f"/{VARIANT}", {"number": number - 1}) == "daily_over"
    assert await refused(ana, f"/{VARIANT}", {"number": number - 1, "practice": True}) == "no_daily"
    assert not any(game["ready"] for game in (await ask(ana, ""))["games"] if game["variant"] != VARIANT)


async def test_a_board_that_has_not_changed_is_not_sent_again(dailies: Dailies, logs: Logs, peer: MakePeer) -> None:
    ana, number = peer(), (await dailies.now()).number
    url = f"{ana.url}/api/daily/{VARIANT}/{number}/board"

    def get(tag: str | None) -> tuple[int, str]:
        request = urllib.request.Request(url, headers={"authorization": f"Bearer {ana.token}"})
        if tag is not None:
            request.add_header("if-none-match", tag)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.headers["etag"]
        except urllib.error.HTTPError as error:
            return error.code, error.headers["etag"]

    status, tag = await asyncio.to_thread(get, None)
    assert status == 200
    assert await asyncio.to_thread(get, tag) == (304, tag)
    player, code = await a_player(dailies, logs, len(LINE))
    assert await dailies.settle(Day(VARIANT, number), player, code)
    status, newer = await asyncio.to_thread(get, tag)
    assert (status, newer == tag) == (200, False)


async def test_past_days_are_practised_and_their_tables_open_to_all(
    dailies: Dailies, redis: Redis, peer: MakePeer
) -> None:
    await Stock(redis).put(VARIANT, CERTIFIED)
    assert await dailies.days.choose(Day(VARIANT, 4))
    ana = peer()
    day = await ask(ana, f"/{VARIANT}/4")
    assert (day["closes_ms"], day["deal"]["deal_id"]) == (None, DEAL)
    assert await refused(ana, f"/{VARIANT}", {"number": 4}) == "daily_over"
    await begin(ana, number=4, practice=True)
    assert ana.room["daily"] == {"number": 4, "ranked": False}


async def test_an_installation_counts_its_days_from_one(redis: Redis) -> None:
    days = Days(redis)
    first = await days.first(0)
    assert await Days(redis).first(daily.DAY_MS * 40_000) == first


async def test_minutes_of_service_are_counted_once_by_the_day(redis: Redis) -> None:
    days = Days(redis)
    first = await days.first(0)
    noon = daily.opens_at(5_000, first) + daily.DAY_MS // 2
    for minute in (0, 0, 1, 2, 720, -720, 719):
        await days.is_up(noon + minute * 60_000)
    assert await days.minutes_up([4_999, 5_000, 5_001]) == [0, 5, 1]


async def test_a_link_shows_a_picture_and_a_title_and_no_secret(dailies: Dailies, node: Node) -> None:
    number = (await dailies.now()).number

    def get(path: str) -> tuple[int, dict[str, str], bytes]:
        try:
            with urllib.request.urlopen(f"{node.url}{path}") as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read()

    status, headers, html = await asyncio.to_thread(get, f"/daily/{VARIANT}/{number}")
    assert status == 200
    assert f'<meta property="og:title" content="Spider 1 #{number} · Corrida" />' in html.decode()
    picture = f"{node.url}/daily/{VARIANT}/{number}/preview.png"
    assert f'<meta property="og:image" content="{picture}" />' in html.decode()
    assert DEAL.encode() not in html
    status, headers, data = await asyncio.to_thread(get, f"/daily/{VARIANT}/{number}/preview.png")
    assert (status, headers["content-type"], data[:4]) == (200, "image/png", b"\x89PNG")
    for path in (f"/daily/{VARIANT}/{number + 1}", "/daily/chess/1"):  # the page says that there is none
        assert b"og:title" not in (await asyncio.to_thread(get, path))[2]
        assert (await asyncio.to_thread(get, f"{path}/preview.png"))[0] == 404
    for path in (f"/daily/{VARIANT}/{'9' * 5_000}", f"/daily/{VARIANT}/²", f"/daily/{VARIANT}/one"):
        quoted = urllib.parse.quote(path)
        found = await asyncio.to_thread(get, quoted)
        assert (found[0], found[1]["content-type"]) == (404, "text/html; charset=utf-8")
        for address in (f"{quoted}/preview.png", f"/api{quoted}", f"/api{quoted}/board"):
            assert (await asyncio.to_thread(get, address))[0] == 404


class Wrong(Clock):
    """A clock that tells these times first, and only then Redis'."""

    def __init__(self, redis: Redis, *times: int) -> None:
        super().__init__(redis)
        self.times = list(times)

    async def read(self) -> int:
        at = await super().read()
        return self.times.pop(0) if self.times else at


async def test_whose_start_meets_midnight_plays_the_day_on_which_the_log_took_it(
    dailies: Dailies, redis: Redis, logs: Logs
) -> None:
    now = await dailies.now()
    await Stock(redis).put(VARIANT, CERTIFIED)
    assert await dailies.days.choose(Day(VARIANT, now.number - 1))
    before = daily.opens_at(now.number, now.first) - 1
    ana, bob = Player("ana-midnight", ""), Player("bob-midnight", "")
    asked = Dailies(logs, dailies.days, People(redis), Wrong(redis, before))
    found = await asked.start(ana, VARIANT, None, 0)
    assert found[1] == now.number
    # Who said which day was meant is told that it is over.
    asked = Dailies(logs, dailies.days, People(redis), Wrong(redis, before))
    assert await asked.start(bob, VARIANT, now.number - 1, 0) is Reason.DAILY_OVER
    assert not await dailies.days.any_open(Day(VARIANT, now.number - 1))


async def test_a_server_that_takes_today_for_tomorrow_gives_nothing_away(
    dailies: Dailies, redis: Redis, logs: Logs
) -> None:
    now = await dailies.now()
    await Stock(redis).put(VARIANT, CERTIFIED)
    assert await dailies.days.choose(Day(VARIANT, now.number + 1))
    ahead = Dailies(logs, dailies.days, People(redis), Wrong(redis, *[now.at + daily.DAY_MS] * 99))
    assert await ahead.start(Player("ana-early", ""), VARIANT, None, 0) is Reason.TRY_AGAIN
    assert not await dailies.days.any_open(Day(VARIANT, now.number + 1))


async def yesterdays(dailies: Dailies, logs: Logs, moves: int, until: int = 0) -> tuple[str, str]:
    """Somebody who began yesterday, played so many moves and never came back; returns player and room."""
    now = await dailies.now()
    day = Day(VARIANT, now.number - 1)
    deal = await dailies.days.deal(day)
    assert deal is not None
    player = secrets.token_urlsafe(9)
    of_day = Daily(day.number, ranked=True, until=until or now.at)
    created = Created(player, "", robot=False, deal=deal, settings=DAILY_SETTINGS, daily=of_day)
    code = await create(logs, [created], kind="daily")
    assert code is not None
    events = [Played(i, move) for i, move in enumerate(LINE[:moves], 1)]
    await logs.append(code, [Change(attempt_log(1, player), 0, events)])
    assert await dailies.days.claim(day, player, code, now.at) == code
    return player, code


async def test_attempts_that_nobody_ended_are_over_at_the_close_and_all_of_them_count(
    dailies: Dailies, redis: Redis, logs: Logs
) -> None:
    """Two have done nothing, and share the last place; the one who won has won, although nobody told the end."""
    now = await dailies.now()
    day = Day(VARIANT, now.number - 1)
    await Stock(redis).put(VARIANT, CERTIFIED)
    assert await dailies.days.choose(day)
    people = [await yesterdays(dailies, logs, moves) for moves in (0, 60, len(LINE), 0)]
    await redis.delete("corrida:daily:lock")
    await dailies.tick()
    lines, better = await dailies.days.lines(day, "time", 0, 10)
    assert [line.result.state for line in lines] == ["finished", "time_up", "time_up", "time_up"]
    assert daily.places([line.score for line in lines], 0, better) == [1, 2, 3, 3]
    assert lines[0].player == people[2][0]
    assert not await dailies.days.any_open(day)
    assert await dailies.played(people[0][0], VARIANT, now) == {day.number}


async def test_who_began_before_midnight_is_led_back_for_half_an_hour(
    dailies: Dailies, redis: Redis, logs: Logs
) -> None:
    now = await dailies.now()
    day = Day(VARIANT, now.number - 1)
    await Stock(redis).put(VARIANT, CERTIFIED)
    assert await dailies.days.choose(day)
    midnight = daily.opens_at(now.number, now.first)
    player, code = await yesterdays(dailies, logs, 5, until=now.at + daily.DAY_MS)
    for after, found in ((0, 1), (daily.GRACE_MS - 1, 1), (daily.GRACE_MS, 0)):
        late = await _late(dailies, player, Now(midnight + after, now.first))
        assert len(late) == found
        if late:
            assert late[0] == {
                "variant": VARIANT, "number": day.number, "code": code, "closes_ms": daily.GRACE_MS - after
            }  # fmt: skip
    # Asked for by its number, it is the same attempt; today's is another one.
    past = Dailies(logs, dailies.days, People(redis), Wrong(redis, *[midnight + 1] * 9))
    assert await past.start(Player(player, ""), VARIANT, day.number, 0) == (code, day.number)
    closed = Dailies(logs, dailies.days, People(redis), Wrong(redis, *[midnight + daily.GRACE_MS] * 9))
    assert await closed.start(Player(player, ""), VARIANT, day.number, 0) is Reason.DAILY_OVER


async def test_friends_are_among_themselves_and_who_is_blocked_is_nobody(
    dailies: Dailies, logs: Logs, redis: Redis
) -> None:
    people, now = People(redis), await dailies.now()
    day = Day(VARIANT, now.number)
    ana, bob, eve = [await a_player(dailies, logs, moves) for moves in (len(LINE), 60, 0)]
    stranger = await a_player(dailies, logs, 80)
    for player, code in (ana, bob, eve, stranger):
        if player != ana[0]:
            await logs.append(code, [Change(ROOM_LOG, 1, [Finished("time_limit")])])
        assert await dailies.settle(day, player, code)
    await people.befriend(bob[0], ana[0])
    await people.befriend(bob[0], eve[0])
    board = Board(dailies, people)
    wanted = Wanted(day, "time", friends=True, start=None, count=11, player=bob[0])
    friends = await board.read(await board.look(wanted, now))
    assert [(line["player"], line["place"]) for line in friends["lines"]] == [(ana[0], 1), (bob[0], 2), (eve[0], 3)]
    assert friends["mine"] == {"place": 2, "equal": 1, "beaten": 50, "medal": None}
    assert friends["players"] == 4
    tag = (await board.look(wanted, now)).tag
    assert (await board.look(wanted, now)).tag == tag
    await people.block(ana[0], bob[0])
    assert (await board.look(wanted, now)).tag != tag
    friends = await board.read(await board.look(wanted, now))
    assert [line["player"] for line in friends["lines"]] == [bob[0], eve[0]]
    for one, other in ((bob, ana), (ana, bob)):
        asked = replace(wanted, friends=False, player=one[0])
        hidden = [line for line in (await board.read(await board.look(asked, now)))["lines"] if not line["player"]]
        assert [(line["name"], line["code"]) for line in hidden] == [("", None)]
        assert other[0] not in json.dumps(await board.read(await board.look(asked, now)))
    nobody = await board.read(await board.look(replace(wanted, friends=False, player=""), now))
    assert nobody["mine"] is None
    assert {line["code"] for line in nobody["lines"]} == {None}


async def test_who_deletes_their_data_is_off_the_board(peer: MakePeer, node: Node, dailies: Dailies) -> None:
    ana, bob = peer(node.url), peer(node.url)
    await begin(ana, name="Ana")
    await win(ana)
    number = (await dailies.now()).number
    path = f"/{VARIANT}/{number}/board"
    assert [line["name"] for line in (await ask(ana, path))["lines"]] == ["Ana"]

    def delete() -> None:
        request = urllib.request.Request(f"{node.url}/api/me", method="DELETE")
        request.add_header("authorization", f"Bearer {ana.token}")
        with urllib.request.urlopen(request) as answer:
            assert answer.status == 200

    await asyncio.to_thread(delete)
    assert (await ask(bob, path))["lines"] == []
    assert (await ask(ana, ""))["streak"] == {"days": 0, "best": 0, "rest_in": 0}
    assert await refused(ana, f"/{VARIANT}", {}) == "daily_over"


@pytest.mark.slow
async def test_ten_thousand_finish_in_one_minute_on_two_servers(dailies: Dailies, redis: Redis, redis_url: str) -> None:
    """Each result is written twice, by both; many are equal. All places are those of a sorted list."""
    day = Day(VARIANT, (await dailies.now()).number)
    other = connect(redis_url)
    servers = [Days(redis), Days(other)]
    chance = random.Random(10_000)
    results = {
        f"crowd{i}": daily.Result(
            f"C{i}", "finished", 600_000 + chance.randrange(60_000), chance.randrange(100, 140), 0, 0, 8, 0
        )
        for i in range(10_000)
    }
    for i in range(0, len(results), 200):
        some = list(results)[i : i + 200]
        await asyncio.gather(*(servers[0].claim(day, player, results[player].code, 0) for player in some))
        await asyncio.gather(*(one.rank(day, player, "", results[player]) for player in some for one in servers))
    for by in daily.BOARDS:
        order = sorted(daily.score(result, by) for result in results.values())
        lines, better = await servers[1].lines(day, by, 0, len(results))
        assert [line.score for line in lines] == order
        assert better == 0
        for player in chance.sample(list(results), 300):
            place = await servers[0].place(day, by, player)
            assert place is not None
            assert place.better == bisect_left(order, daily.score(results[player], by))
            assert place.equal == order.count(daily.score(results[player], by))
    assert (await servers[0].field(day)).players == len(results)
    assert not await servers[0].any_open(day)
    await other.aclose()


async def test_a_day_of_service_that_was_missed_ends_a_streak_and_one_without_does_not(
    dailies: Dailies, redis: Redis, logs: Logs, clock: Clock
) -> None:
    now = await dailies.now()
    up: Any = b"\xff" * 180
    for number in (7, 8):  # the servers were up, and there were deals
        await redis.setrange(DAILY_UP, 180 * (number - 1), up)
        await Stock(redis).put(VARIANT, CERTIFIED)
        assert await dailies.days.choose(Day(VARIANT, number))
    fresh = Dailies(logs, dailies.days, People(redis), clock)
    assert await fresh.down(range(1, now.number), None, now) == {1, 2, 3, 4, 5, 6, 9}
    assert await fresh.down(range(1, now.number), "maze", now) == set(range(1, now.number))
    player = secrets.token_urlsafe(9)
    for number in (3, 10):
        assert await dailies.days.claim(Day(VARIANT, number), player, "ABC234", 0) == "ABC234"
    # Day 7 is a rest day, day 8 is missed for good.
    assert await fresh.streak(player, None, now) == daily.Streak(days=1, best=1, rest_in=0)
    assert await dailies.days.claim(Day(VARIANT, 8), player, "ABC235", 0) == "ABC235"
    assert await fresh.streak(player, None, now) == daily.Streak(days=3, best=3, rest_in=4)
    await redis.delete(DAILY_UP)


async def test_a_deal_of_the_day_that_was_played_alone_is_seen_again_and_raced_by_those_alone_who_have_won_it(
    peer: MakePeer, nodes: list[Node], dailies: Dailies
) -> None:
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    code = await alone(ana, deal=DEAL)
    for move in LINE:
        await ana.play(move)
    await ana.over()
    run = {"code": code, "race": 1, "player": ana.seat.player}
    paths = [f"/api/replays/{code}/1", f"/api/ghosts/{code}/1/{ana.seat.player}"]

    async def told(token: str | None) -> set[str]:
        found = set()
        for path in paths:
            try:
                await asyncio.to_thread(_ask, f"{bob.url}{path}", token, None)
                found.add("seen")
            except Refusal as refusal:
                found.add(str(refusal))
        return found

    assert await told(ana.token) == {"seen"}
    assert await told(bob.token) == await told(None) == {"daily_locked"}
    with pytest.raises(Refusal, match="daily_locked"):
        await asyncio.to_thread(new_room, bob.url, bob.token, name="", solo=True, ghost=run)
    await begin(bob)
    assert await told(bob.token) == {"daily_locked"}
    await win(bob)
    assert await told(bob.token) == {"seen"}
    assert await asyncio.to_thread(new_room, bob.url, bob.token, name="", solo=True, ghost=run)


async def test_a_deal_of_the_day_that_is_played_alone_is_watched_by_those_alone_who_have_won_it(
    peer: MakePeer, nodes: list[Node], dailies: Dailies
) -> None:
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    await become_friends(ana, bob)
    await ask_for_oneself(ana, "POST", "/api/me", watchable=True)
    code = await asyncio.to_thread(new_room, ana.url, ana.token, name="", solo=True, deal=DEAL)
    await ana.connect(code)
    assert (await peer(bob.url, bob.token).connect(code)).refusals("hello") == ["unknown_room"]
    await begin(bob)
    assert (await peer(bob.url, bob.token).connect(code)).refusals("hello") == ["unknown_room"]
    await win(bob)
    assert (await peer(bob.url, bob.token).connect(code)).refusals("hello") == []
