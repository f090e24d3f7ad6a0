"""Everything that is wrong gets its own coded answer; nothing changes, and nobody else notices."""

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import msgpack
import pytest
from redis.asyncio import Redis
from websockets.typing import Subprotocol

from engine.deals import deal_id
from engine.games import VARIANTS
from server.client import Refusal, new_player, new_room
from server.events import Finished, Played, pack
from server.limits import GUESSES_PER_MINUTE
from server.messages import MAX_FRAME
from server.reasons import Reason
from server.room import EXPIRES_AFTER_MS
from server.store.clock import Clock
from server.store.log import Change, Logs
from tests.server.builders import created
from tests.server.conftest import Node
from tests.server.peers import Peer, start_race

MakePeer = Callable[..., Peer]


async def room_of(peer: Peer, **wanted: Any) -> str:
    return await asyncio.to_thread(
        lambda: new_room(peer.url, peer.token, **{"variant": "spider-1", "name": "Host"} | wanted)
    )


# Codes


@pytest.mark.parametrize(("code", "reason"), [("", "bad_code"), ("ABC", "bad_code"), ("ABC2O1", "bad_code")])
async def test_a_garbled_code_is_told_apart(peer: MakePeer, code: str, reason: str) -> None:
    one = await peer().connect()
    assert await one.refusal(t="hello", code=code) == reason


async def test_an_unknown_code_can_be_corrected_on_the_same_connection(peer: MakePeer) -> None:
    one = peer()
    code = await room_of(one)
    await one.connect()
    assert await one.refusal(t="hello", code="999999") == "unknown_room"
    await one.send(t="hello", code=f" {code[:3].lower()}-{code[3:].lower()} ")
    await one.until(lambda: one.seat.room is not None)
    assert one.room["code"] == code


async def test_an_expired_room_says_so(peer: MakePeer, redis: Redis, clock: Clock) -> None:
    code = "EXP" + "".join(secrets.choice("234567") for _ in range(3))
    key = f"corrida:{{{code}}}:room"
    await redis.xadd(key, {"t": clock.now() - EXPIRES_AFTER_MS - 1_000, "e": pack(created())}, id="1-0")
    one = await peer().connect(code)
    assert one.refusals("hello") == ["room_expired"]


async def test_a_closed_room_says_so(peer: MakePeer) -> None:
    one, two = peer(), peer()
    code = await room_of(one)
    await one.connect(code)
    await one.send(t="close")
    await one.until(lambda: one.room["state"] == "closed")
    assert (await two.connect(code)).refusals("hello") == ["room_closed"]
    assert await one.refusal(t="ready", ready=True) == "room_closed"


async def test_a_full_room_lets_one_watch_but_not_race(peer: MakePeer) -> None:
    one, two, three = peer(), peer(), peer()
    code = await room_of(one, racers=2)
    for each in (one, two, three):
        await each.connect(code)
    await two.send(t="join", name="Two")
    await three.until(lambda: len(three.room["members"]) == 2)
    assert await three.refusal(t="join", name="Three") == "room_full"
    assert three.room["spectators"] in (0, 1)


async def test_guessing_codes_is_throttled_however_fast_one_is(peer: MakePeer) -> None:
    """
    The address is one that nobody else in these tests has: the servers believe a proxy on their own machine. There are
    more guesses than two minutes allow, for one may end meanwhile.
    """
    guesser = peer()
    code = await room_of(guesser)
    headers = {"authorization": f"Bearer {guesser.token}", "x-forwarded-for": f"203.0.113.{secrets.randbelow(250)}"}
    guessers = [peer(token=guesser.token) for _ in range(2 * GUESSES_PER_MINUTE + 1)]
    for each in guessers:
        await each.connect(additional_headers=headers)
    answers = await asyncio.gather(*(each.refusal(t="hello", code="999999") for each in guessers))
    assert sorted(set(answers)) == ["too_many_guesses", "unknown_room"]
    await guesser.connect(additional_headers=headers)
    assert await guesser.refusal(t="hello", code=code) == "too_many_guesses"


# Frames


@pytest.mark.parametrize(
    ("data", "reason", "close"),
    [
        (b"\xc1", "bad_frame", 4500),
        (b"", "bad_frame", 4500),
        ("text", "bad_frame", 4500),
        (b"x" * (MAX_FRAME + 1), "frame_too_large", 4501),
        (msgpack.packb({"t": "start"}), "out_of_order", 4502),
        (msgpack.packb({"t": "play", "n": 1, "v": 0, "move": "D"}), "out_of_order", 4502),
        (msgpack.packb({"t": "cheat"}), "unknown_message", 4505),
        (msgpack.packb({"t": "hello", "code": 7}), "bad_message", 4506),
    ],
)
async def test_a_bad_frame_is_answered_and_ends_the_connection(
    peer: MakePeer, data: bytes | str, reason: str, close: int
) -> None:
    one = await peer().connect()
    await one.send_bytes(data)
    assert await one.error() == (reason, close)


async def test_a_frame_that_is_far_too_large_ends_the_connection(peer: MakePeer) -> None:
    one = await peer().connect()
    await one.send_bytes(bytes(100_000))
    assert (await one.error())[1] == 1009


async def test_a_second_hello_is_out_of_order(peer: MakePeer) -> None:
    one = peer()
    code = await room_of(one)
    await one.connect(code)
    await one.send(t="hello", code=code)
    assert await one.error() == ("out_of_order", 4502)


async def test_a_bad_frame_harms_nobody_else(peer: MakePeer) -> None:
    one, two = peer(), peer()
    await start_race([one, two])
    before = two.table["piles"]
    await one.send_bytes(b"\xc1")
    await one.error()
    await two.play("D")
    assert two.table["v"] == 1
    assert two.close_code is None
    assert before != two.table["piles"]


# Tokens and origins


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({}, "no_token"),
        ({"authorization": "Bearer"}, "no_token"),
        ({"authorization": "Bearer someone.else"}, "bad_token"),
        ({"cookie": "corrida_player=someone.else"}, "bad_token"),
        ({"authorization": "Basic abc"}, "no_token"),
    ],
)
async def test_a_foreign_token_opens_nothing(peer: MakePeer, headers: dict[str, str], reason: str) -> None:
    one = await peer().connect(additional_headers=headers)
    assert await one.error() == (reason, 4503)


async def test_a_page_of_another_site_opens_nothing(peer: MakePeer) -> None:
    one = peer()
    await one.connect(
        additional_headers={"cookie": f"corrida_player={one.token}", "origin": "https://elsewhere.example"}
    )
    assert await one.error() == ("foreign_origin", 4507)


async def test_a_page_without_a_readable_origin_opens_nothing(peer: MakePeer) -> None:
    one = peer()
    await one.connect(additional_headers={"cookie": f"corrida_player={one.token}", "origin": "http://["})
    assert await one.error() == ("foreign_origin", 4507)


@pytest.mark.parametrize("path", ["players", "rooms"])
def test_a_page_of_another_site_can_neither_make_rooms_nor_replace_a_player(node: Node, path: str) -> None:
    request = urllib.request.Request(f"{node.url}/api/{path}", b"", {"origin": "https://elsewhere.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 403
    assert "set-cookie" not in refused.value.headers
    assert json.load(refused.value) == {"reason": "foreign_origin"}


@pytest.mark.parametrize("offered", [None, [Subprotocol("corrida.0")]])
async def test_a_client_of_another_protocol_is_told_so(peer: MakePeer, offered: list[Subprotocol] | None) -> None:
    one = await peer().connect(subprotocols=offered)
    assert await one.error() == ("bad_protocol", 4508)


# Moves


async def test_illegal_moves_of_every_kind_change_nothing(peer: MakePeer) -> None:
    one, two = peer(), peer()
    await start_race([one, two], robots=False)
    table = json.dumps(one.table, default=bytes.hex)
    for move, reason in {
        "U": "nothing_to_undo",
        "1>1": "same_pile",
        "1>2x3": "face_down",
        "1>2x7": "no_such_card",
        "S>1": "not_a_source",
        "1>F1": "not_a_target",
        "99>1": "bad_notation",
        "hello": "bad_notation",
        "": "bad_notation",
    }.items():
        assert await one.refusal(t="play", n=1, v=0, move=move) == reason
    assert await one.refusal(t="play", n=1, v=5, move="D") == "stale"
    assert await one.refusal(t="tap", n=1, v=0, pile=0, count=2) == "face_down"
    assert await one.refusal(t="tap", n=1, v=0, pile=40, count=1) == "no_such_pile"
    assert await one.refusal(t="give_up", n=1, v=0) == "too_early"
    assert json.dumps(one.table, default=bytes.hex) == table
    await one.play("D")
    assert one.table["v"] == 1
    assert [m for m in two.heard if m["t"] in ("refused", "moved")] == []


async def test_moves_before_the_start_and_by_spectators_are_refused(peer: MakePeer) -> None:
    one, two, spectator = peer(), peer(), peer()
    code = await room_of(one)
    for each in (one, two, spectator):
        await each.connect(code)
    move = {"t": "play", "n": 1, "v": 0, "move": "D"}
    assert await one.refusal(**move) == "not_started"
    assert await spectator.refusal(**move) == "not_member"
    await two.send(t="join", name="Two")
    await one.until(lambda: len(one.room["members"]) == 2)
    assert await two.refusal(t="start") == "not_host"
    assert await spectator.refusal(t="ready", ready=True) == "not_member"
    await one.send(t="start")
    await one.until(lambda: one.room["state"] == "countdown")
    assert one.room["clock_ms"] is not None
    assert one.room["clock_ms"] < 0
    assert await one.refusal(**move) == "not_started"
    assert await spectator.refusal(t="join", name="Late") == "room_started"
    assert await two.refusal(t="leave") == "race_running"
    await one.until(lambda: one.seat.table is not None)
    await one.play("D")
    assert await spectator.refusal(**move) == "not_member"


async def test_moves_after_the_end_are_refused(peer: MakePeer, logs: Logs) -> None:
    one, two = peer(), peer()
    code = await start_race([one, two])
    versions = await logs.tails(code, {"room": 0})
    await logs.append(code, [Change("room", len(versions["room"]), [Finished("all_ended")])])
    await one.until(lambda: one.room["state"] == "over")
    assert await one.refusal(t="play", n=1, v=0, move="D") == "race_over"
    assert await two.refusal(t="give_up", n=1, v=0) == "race_over"


async def test_the_log_refuses_a_move_that_its_server_has_not_yet_heard_is_too_late(peer: MakePeer, logs: Logs) -> None:
    """A race that ended on another server a moment ago takes no more moves."""
    one, two = peer(), peer()
    code = await start_race([one, two])
    room_version = len((await logs.tails(code, {"room": 0}))["room"])
    await logs.append(code, [Change("room", room_version, [Finished("away")])])
    attempt = f"race:1:{one.seat.player}"
    late = [Change(attempt, 0, [Played(1, "D")]), Change("room", room_version, [])]
    assert (await logs.append(code, late)).word == "conflict"


async def test_watching_is_refused_to_those_who_race(peer: MakePeer) -> None:
    one, two = peer(), peer()
    await start_race([one, two])
    assert await one.refusal(t="watch", players=[two.seat.player]) == "table_hidden"
    await two.play("D")
    await one.until(lambda: one.seat.progress and any(r["moves"] == 1 for r in one.seat.progress["racers"]))
    assert two.seat.player not in one.seat.tables


# HTTP


def ask(url: str, body: bytes | None = None, token: str | None = None, method: str = "POST") -> tuple[int, Any]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(url, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "bad_request"),
        (b"{", "bad_request"),
        (b"[]", "bad_request"),
        (b"{}", "bad_request"),
        (b'{"name": "A", "variant": "spider-1", "host": true}', "bad_request"),
        (b'{"name": "A", "variant": "spider-1", "racers": 17}', "bad_request"),
        (b'{"name": "A", "variant": "spider-1", "racers": 1}', "bad_request"),
        (b'{"name": "A", "variant": "spider-1", "spectators": "all"}', "bad_request"),
        (b'{"name": "A", "variant": "spider-1", "time_limit_s": 5}', "bad_request"),
        (b'{"name": "' + b"x" * 5000 + b'"}', "bad_request"),
        (b'{"name": " ", "variant": "spider-1"}', "bad_name"),
        (b'{"name": "A"}', "bad_variant"),
        (b'{"name": "A", "variant": "freecell"}', "bad_variant"),
        (b'{"name": "A", "deal": "S4-7KQ2M-9XD40-TBZR0"}', "bad_deal_id"),
        (b'{"name": "A", "deal": "x"}', "bad_deal_id"),
    ],
)
def test_a_bad_request_for_a_room_is_told_apart(node: Node, body: bytes, reason: str) -> None:
    assert ask(f"{node.url}/api/rooms", body, new_player(node.url)) == (400, {"reason": reason})


def test_a_deal_of_another_variant_is_refused(node: Node) -> None:
    deal = deal_id(VARIANTS["spider-2"], 5)
    with pytest.raises(Refusal, match="bad_variant"):
        new_room(node.url, new_player(node.url), name="A", variant="spider-1", deal=deal)
    assert len(new_room(node.url, new_player(node.url), name="A", deal=deal.lower().replace("-", ""))) == 6


def test_a_room_needs_a_token(node: Node) -> None:
    assert ask(f"{node.url}/api/rooms", b"{}") == (401, {"reason": "no_token"})
    assert ask(f"{node.url}/api/rooms", b"{}", "a.b") == (401, {"reason": "bad_token"})


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("999999/races/last", 404, "unknown_room"),
        ("ABC/races/1", 400, "bad_code"),
        ("999999/races/x", 404, "not_found"),
        ("999999/races/-1", 404, "not_found"),
        ("999999/races/99999999999999999999", 404, "not_found"),
    ],
)
def test_records_that_are_not_there_are_told_apart(node: Node, path: str, status: int, reason: str) -> None:
    assert ask(f"{node.url}/api/rooms/{path}", method="GET") == (status, {"reason": reason})


async def test_a_race_that_is_on_has_no_record(peer: MakePeer, node: Node) -> None:
    code = await start_race([peer(), peer()])
    for number in ("last", "1", "0", "2"):
        answer = await asyncio.to_thread(ask, f"{node.url}/api/rooms/{code}/races/{number}", method="GET")
        assert answer == (404, {"reason": "not_found"})


@pytest.mark.parametrize("path", ["/nothing", "/api", "/api/rooms/x", "/assets/../server/app.py", "/r/a/b", "/ws/x"])
def test_what_is_not_there_is_told_without_details(node: Node, path: str) -> None:
    assert ask(f"{node.url}{path}", method="GET") == (404, {"reason": "not_found"})


def test_a_person_who_is_lost_gets_the_page(node: Node) -> None:
    request = urllib.request.Request(f"{node.url}/r/", headers={"accept": "text/html,*/*"})
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(request, timeout=10)
    assert answer.value.code == 404
    assert b"<title>" in answer.value.read()


def test_a_wrong_method_is_told_without_details(node: Node) -> None:
    assert ask(f"{node.url}/api/variants", method="POST") == (405, {"reason": "not_found"})


def test_every_reason_of_the_server_has_a_name_of_its_own() -> None:
    assert len({reason.value for reason in Reason}) == len(Reason)
