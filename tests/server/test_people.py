"""Names, codes that carry an identity or make friends, presence, blocking, and being forgotten."""

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from redis.asyncio import Redis

from server.client import new_player, new_room, race_record
from server.denied import denied
from server.players import clean_name
from server.reasons import Reason
from server.record import problems
from server.store.people import People
from tests.server.conftest import Node
from tests.server.peers import WAIT_S, Peer, start_race

MakePeer = Callable[..., Peer]


async def ask(who: Peer | Node, method: str, path: str, **fields: Any) -> Any:
    """The answer to a request, or the reason why it is refused."""
    headers = {"content-type": "application/json"}
    if isinstance(who, Peer):
        headers["authorization"] = f"Bearer {who.token}"
    request = urllib.request.Request(f"{who.url}{path}", json.dumps(fields).encode(), headers, method=method)

    def answer() -> Any:
        try:
            with urllib.request.urlopen(request, timeout=WAIT_S) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            return json.load(error)["reason"]

    return await asyncio.to_thread(answer)


async def me(who: Peer) -> dict[str, Any]:
    found: dict[str, Any] = await ask(who, "GET", "/api/me")
    return found


async def become_friends(one: Peer, other: Peer) -> None:
    code = (await ask(one, "POST", "/api/me/friend-code"))["code"]
    assert "player" in await ask(other, "POST", "/api/me/friends", code=f" {code[:4].lower()}-{code[4:]}")


@pytest.mark.parametrize(
    "name", ["Admin", "R0B0T", "c o r r i d a", "Fdp", "joão caralho", "P.U.T.A", "Fu\u0301ck you"]
)
def test_a_reserved_or_insulting_name_is_refused(name: str) -> None:
    assert denied(name)
    assert clean_name(name) is Reason.NAME_REFUSED


@pytest.mark.parametrize(
    "name", ["Ana", "Sussex", "Putative", "Roberto", "Deputado", "Cassandra", "Host", "Robot 2", "日本"]
)
def test_an_honest_name_is_not(name: str) -> None:
    assert clean_name(name) == name


async def test_a_recovery_code_carries_the_identity_to_another_device_once_renewed_the_old_one_is_void(
    peer: MakePeer, nodes: list[Node]
) -> None:
    ana = peer()
    assert await ask(ana, "POST", "/api/me", name=" Ana  B ") == {"name": "Ana B"}
    assert await ask(ana, "POST", "/api/me", name="admin") == "name_refused"
    old = (await ask(ana, "POST", "/api/me/recovery"))["code"]
    assert len(old) == 20
    found = await ask(nodes[1], "POST", "/api/players/recover?token=1", code=old)
    again = Peer(nodes[1].url, found["token"])
    assert (await me(again)) | {"player": ""} == {
        "player": "",
        "name": "Ana B",
        "hidden": False,
        "watchable": False,
        "friends": [],
        "blocked": [],
    }
    assert (await me(again))["player"] == found["player"] == (await me(ana))["player"]
    new = (await ask(ana, "POST", "/api/me/recovery"))["code"]
    assert await ask(nodes[1], "POST", "/api/players/recover", code=old) == "unknown_code"
    assert await ask(nodes[1], "POST", "/api/players/recover", code=new[:-1]) == "unknown_code"
    assert await ask(nodes[0], "GET", "/api/me") == "no_token"


async def test_friends_see_where_one_is_unless_that_is_hidden(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob, eva = peer(nodes[0].url), peer(nodes[1].url), peer()
    await ask(ana, "POST", "/api/me", name="Ana")
    await become_friends(ana, bob)
    code = await asyncio.to_thread(new_room, ana.url, ana.token, variant="spider-4", name="Ana")
    assert [(friend["name"], friend["place"]) for friend in (await me(bob))["friends"]] == [("Ana", None)]
    await ana.connect(code)
    place = {"code": code, "variant": "spider-4", "state": "lobby"}
    assert (await me(bob))["friends"][0]["place"] == place
    assert (await me(eva))["friends"] == []
    await ask(ana, "POST", "/api/me", hidden=True)
    assert (await me(bob))["friends"][0]["place"] is None
    await ask(ana, "POST", "/api/me", hidden=False)
    await ana.close()
    async with asyncio.timeout(WAIT_S):
        while (await me(bob))["friends"][0]["place"] is not None:
            await asyncio.sleep(0.05)
    await ask(bob, "DELETE", "/api/me/friends", player=(await me(ana))["player"])
    assert (await me(ana))["friends"] == (await me(bob))["friends"] == []


async def test_who_is_blocked_is_a_friend_no_more_and_finds_neither_code_nor_room(peer: MakePeer) -> None:
    ana, bob = peer(), peer()
    await become_friends(ana, bob)
    other = (await me(ana))["friends"][0]["id"]
    await ask(ana, "POST", "/api/me/blocked", player=other)
    assert ((await me(ana))["friends"], (await me(bob))["friends"]) == ([], [])
    assert [one["id"] for one in (await me(ana))["blocked"]] == [other]
    code = (await ask(ana, "POST", "/api/me/friend-code"))["code"]
    assert await ask(bob, "POST", "/api/me/friends", code=code) == "unknown_code"
    assert await ask(ana, "POST", "/api/me/friends", code=code) == "unknown_code", "one is not one's own friend"
    room = await asyncio.to_thread(new_room, ana.url, ana.token, variant="maze", name="Ana")
    await bob.connect(room)
    assert bob.refusals("hello") == ["unknown_room"]
    await ask(ana, "DELETE", "/api/me/blocked", player=other)
    again = await peer(bob.url, bob.token).connect(room)
    assert again.refusals("hello") == []


async def test_who_is_blocked_shows_no_signs_to_the_one_who_blocked_them(peer: MakePeer, nodes: list[Node]) -> None:
    """Whichever server they are on, as soon as they are blocked and only as long."""
    ana, bob, eva = peer(nodes[0].url), peer(nodes[1].url), peer(nodes[0].url)
    code = await asyncio.to_thread(new_room, eva.url, eva.token, variant="maze", name="Eva")
    for each in (eva, ana, bob):
        await each.connect(code)
        await each.send(t="join", name="Peer")
    await eva.until(lambda: len(eva.room["members"]) == 3)
    await ask(ana, "POST", "/api/me/blocked", player=bob.seat.player)
    await bob.send(t="react", sign="clap")
    await eva.until(lambda: signs(eva) == [(bob.seat.player, "clap")])
    await ask(ana, "DELETE", "/api/me/blocked", player=bob.seat.player)
    await bob.send(t="react", sign="luck")
    await ana.until(lambda: signs(ana))
    await eva.send(t="react", sign="clap")
    await ana.until(lambda: len(signs(ana)) > 1)
    assert signs(ana) == [(bob.seat.player, "luck"), (eva.seat.player, "clap")]
    everyone_s = [(bob.seat.player, "clap"), (bob.seat.player, "luck"), (eva.seat.player, "clap")]
    for each in (bob, eva):
        await each.until(lambda each=each: sorted(signs(each)) == sorted(everyone_s))  # type: ignore[misc]


def signs(of: Peer) -> list[tuple[str, str]]:
    """The signs that somebody was shown, and by whom."""
    return [(m["player"], m["sign"]) for m in of.heard if m["t"] == "reaction"]


async def test_who_is_blocked_can_not_follow_by_way_of_a_friend_s_presence(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob, eva = peer(nodes[0].url), peer(nodes[1].url), peer(nodes[1].url)
    await become_friends(bob, eva)
    code = await asyncio.to_thread(new_room, eva.url, eva.token, variant="maze", name="Eva")
    await ana.connect(code)
    await ana.send(t="join", name="Ana")
    await ana.until(lambda: len(ana.room["members"]) == 2)
    await eva.connect(code)
    place = {"code": code, "variant": "maze", "state": "lobby"}
    assert (await me(bob))["friends"][0]["place"] == place
    stranger = (await me(bob))["player"]
    await ask(ana, "POST", "/api/me/blocked", player=stranger)
    assert (await me(bob))["friends"][0]["place"] == place | {"code": ""}, "as one sees who plays alone"
    await ask(ana, "DELETE", "/api/me/blocked", player=stranger)
    assert (await me(bob))["friends"][0]["place"] == place


async def test_who_wants_to_be_forgotten_leaves_no_trace_but_the_moves(
    peer: MakePeer, nodes: list[Node], redis: Redis
) -> None:
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    await become_friends(ana, bob)
    name = "Rumpelstilz"
    await ask(ana, "POST", "/api/me", name=name)
    await ask(ana, "POST", "/api/me/recovery")
    code = await start_race([ana, bob])
    await ana.send_bytes(ana.seat.give_up())
    await bob.send_bytes(bob.seat.give_up())
    await bob.over()
    other = await asyncio.to_thread(new_room, ana.url, ana.token, variant="maze", name=name)
    late = peer(nodes[0].url, ana.token)
    await late.connect(other)
    player = ana.seat.player
    assert await holding(redis, name) != []
    assert await ask(ana, "DELETE", "/api/me") == {}
    await bob.until(lambda: player not in {member["id"] for member in bob.room["members"]})
    assert (await me(bob))["friends"] == []
    record = await asyncio.to_thread(race_record, f"{nodes[0].url}/r/{code}")
    assert problems(record) == []
    assert {racer["name"] for racer in record["racers"] if racer["id"] == player} == {""}
    await late.until(lambda: late.room["state"] == "closed")
    await late.close()
    assert await holding(redis, name) == []
    assert [key async for key in redis.scan_iter(f"corrida:{{p:{player}}}:*")] == []


async def test_whom_somebody_blocked_before_that_was_noted_with_the_other_is_noted_when_they_come(
    redis: Redis,
) -> None:
    people = People(redis)
    await redis.sadd("corrida:{p:old-blocker}:blocked", "loud")
    assert await people.blockers("loud") == set()
    await people.was_in("old-blocker", "ABC234", 1)
    assert await people.blockers("loud") == {"old-blocker"}
    await people.unblock("old-blocker", "loud")
    assert await people.blockers("loud") == set()
    await people.block("old-blocker", "loud")
    await people.forget("old-blocker")
    assert await people.blockers("loud") == set()
    assert await holding(redis, "old-blocker") == []


async def test_where_thousands_are_is_said_a_few_at_a_time_and_not_of_who_has_gone(redis: Redis) -> None:
    people, place = People(redis), {"code": "ABC234", "variant": "maze", "state": "lobby"}
    many = [f"one-of-many-{i}" for i in range(450)]
    here = set(many)

    def spots() -> Iterator[tuple[str, bytes]]:
        for i, player in enumerate(many):
            if i == 250:
                here.discard(many[251])
            if player in here:
                yield player, people.spot(place, [])

    await people.are_at(spots())
    places = await people.places("somebody", many)
    assert places.keys() == here
    assert all(found == place for found in places.values())
    for player in many:
        await people.left(player)


async def holding(redis: Redis, text: str) -> list[bytes]:
    """The keys of all that Redis holds in which this text stands."""
    found = []
    async for key in redis.scan_iter("corrida:*"):
        kind = await redis.type(key)
        value: Any = b""
        match kind:
            case b"stream":
                value = await redis.xrange(key)
            case b"hash":
                value = await redis.hgetall(key)
            case b"string":
                value = await redis.get(key)
            case _:
                continue
        if text in repr(value):
            found.append(key)
    return found


async def test_codes_can_not_be_guessed_for_long(fresh_node: Callable[..., Node], redis: Redis) -> None:
    node = fresh_node()
    new_player(node.url)
    reasons = [await ask(node, "POST", "/api/players/recover", code="2" * 20) for _ in range(80)]
    assert set(reasons) == {"unknown_code", "too_many_guesses"}
    async for key in redis.scan_iter("corrida:limit:*"):  # the tests that follow come from the same address
        await redis.delete(key)
