"""Friends look on when somebody plays alone: if that is allowed, without learning more than is seen, and at a price."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from server.alone import SOLO_SETTINGS
from server.client import Refusal, new_room
from server.events import Created, Deal
from server.hub import Hub
from server.outbox import Outbox
from server.reasons import Reason
from tests.engine.tables import lines
from tests.server.builders import DEAL as OTHER_DEAL
from tests.server.conftest import Node
from tests.server.peers import WAIT_S, Peer, start_race
from tests.server.test_people import ask, become_friends, me
from tests.server.test_same_streams import page
from tests.server.test_solo_games import alone, asked

MakePeer = Callable[..., Peer]
DEAL, *LINE = lines("games/spider-1-won.txt")


async def friends(peer: MakePeer, nodes: list[Node]) -> tuple[Peer, Peer]:
    """Ana, who lets her friends look on, and her friend Bob, on another server."""
    ana, bob = peer(nodes[0].url), peer(nodes[1].url)
    await become_friends(ana, bob)
    await ask(ana, "POST", "/api/me", watchable=True)
    return ana, bob


async def look_on(guest: Peer, code: str, host: Peer) -> None:
    """Come in and ask for the table of who plays there."""
    await guest.connect(code)
    assert guest.refusals("hello") == []
    await guest.send(t="watch", players=[host.seat.player])
    await guest.until(lambda: any(m["t"] == "table" for m in guest.heard))


def moves(seen_by: Peer) -> list[str]:
    return [m["move"] for m in seen_by.heard if m["t"] == "moved"]


async def test_nobody_looks_on_unless_it_is_allowed(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob, eva = peer(nodes[0].url), peer(nodes[1].url), peer()
    await become_friends(ana, bob)
    assert not (await me(ana))["watchable"]
    code = await alone(ana, deal=DEAL)
    place = {"code": "", "variant": "spider-1", "state": "racing", "solo": True}
    assert (await me(bob))["friends"][0]["place"] == place
    knocking = await peer(bob.url, bob.token).connect(code)
    assert knocking.refusals("hello") == ["unknown_room"]

    await ask(ana, "POST", "/api/me", watchable=True)
    assert (await me(bob))["friends"][0]["place"] == place | {"code": code}
    await look_on(bob, code, ana)
    stranger = await eva.connect(code)
    assert stranger.refusals("hello") == ["unknown_room"]

    await ask(ana, "POST", "/api/me", hidden=True)
    again = await peer(bob.url, bob.token).connect(code)
    assert again.refusals("hello") == ["unknown_room"], "who hides can't be followed either"


async def test_a_friend_sees_every_move_and_no_card_that_lies_face_down(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob = await friends(peer, nodes)
    code = await alone(ana, deal=DEAL)
    await ana.play(LINE[0])
    await look_on(bob, code, ana)
    assert (bob.room["solo"], bob.room["settings"]["spectators"]) == (False, "open")
    assert next(m["v"] for m in bob.heard if m["t"] == "table") == 1
    await ana.until(lambda: ana.room["spectators"] == 1)
    assert ana.room["solo"]
    assert ana.room["opening"]["deal_id"] == DEAL
    for move in LINE[1:]:
        await ana.play(move)
    await bob.until(lambda: len(moves(bob)) == len(LINE) - 1)
    assert moves(bob) == LINE[1:]
    await bob.over()
    opened = next(i for i, data in enumerate(bob.received) if DEAL.encode() in data)
    assert bob.heard[opened]["state"] == "over"

    for message in ({"t": "new_deal", "race": 1}, {"t": "pause"}, {"t": "resume"}, {"t": "close"}):
        assert await bob.refusal(**message) == "not_host"
    assert await bob.refusal(t="react", sign="clap") == "not_member"
    assert await bob.refusal(t="play", n=1, v=0, move="D") == "not_member"
    await bob.close()
    assert await asked(bob, "/api/statistics") == []
    assert await asked(bob, "/api/games") == []
    [played] = await asked(ana, "/api/statistics")
    assert (played["variant"], played["won"]) == ("spider-1", 1)


async def test_who_looks_on_is_nowhere_for_their_own_friends(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob = await friends(peer, nodes)
    eva = peer()
    await become_friends(bob, eva)
    await ask(bob, "POST", "/api/me", watchable=True)
    await look_on(bob, await alone(ana), ana)
    assert (await me(eva))["friends"][0]["place"] is None


async def test_the_next_game_is_shown_to_who_has_been_asked_again(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob = await friends(peer, nodes)
    code = await alone(ana, deal=DEAL)
    await look_on(bob, code, ana)
    await ask(ana, "POST", "/api/me", watchable=False)
    await ana.send(t="new_deal", race=1, deal=OTHER_DEAL)
    assert await bob.error() == ("going_away", 4000)
    assert bob.room["race"] == 1, "nothing of the second game"
    again = await peer(bob.url, bob.token).connect(code)
    assert again.refusals("hello") == ["unknown_room"]

    await ask(ana, "POST", "/api/me", watchable=True)
    await look_on(back := peer(bob.url, bob.token), code, ana)
    assert back.room["race"] == 2
    assert not any(OTHER_DEAL.encode() in data for data in [*bob.received, *back.received])


async def test_who_has_watched_a_deal_does_not_race_it(peer: MakePeer, nodes: list[Node]) -> None:
    ana, bob = await friends(peer, nodes)
    await look_on(bob, await alone(ana, deal=DEAL), ana)

    async def room(host: Peer, **wanted: str) -> str:
        return await asyncio.to_thread(new_room, host.url, host.token, name="Host", **wanted)

    with pytest.raises(Refusal, match="deal_seen"):
        await room(bob, deal=DEAL)
    code = await room(ana, deal=DEAL)
    guest = await peer(bob.url, bob.token).connect(code)
    assert await guest.refusal(t="join", name="Bob") == "deal_seen"

    # Nor by way of a lobby that gets the deal only then.
    host = peer(ana.url, ana.token)
    await host.connect(await room(ana, variant="spider-1"))
    racer = await peer(bob.url, bob.token).connect(host.seat.room["code"] if host.seat.room else "")
    await racer.send(t="join", name="Bob")
    await host.until(lambda: len(host.room["members"]) == 2)
    assert await host.refusal(t="configure", deal=DEAL) == "deal_seen"
    await host.send(t="configure", deal=OTHER_DEAL)
    await host.until(lambda: not host.room["sealed"])
    # Nor if it is watched when one has a seat already.
    await look_on(peer(bob.url, bob.token), await alone(peer(ana.url, ana.token), deal=OTHER_DEAL), ana)
    assert await racer.refusal(t="ready", ready=True) == "deal_seen"
    assert await host.refusal(t="start") == "deal_seen"

    # All other cards they race as ever.
    eva = peer()
    await start_race([eva, peer(bob.url, bob.token)])


@dataclass(frozen=True)
class LookingOn:
    """Somebody plays alone on one server, and a friend looks on from another; neither does anything by itself."""

    here: Hub
    there: Hub
    host: str
    guest: str
    at_home: Outbox
    visiting: Outbox

    async def gone(self) -> None:
        """Wait until the friend is sent away; the player stays."""
        async with asyncio.timeout(WAIT_S):
            await self.visiting.closed.wait()
        assert (self.at_home.closing, self.visiting.closing) == (None, Reason.GOING_AWAY)


@pytest.fixture
async def looking_on(make_hub: Callable[..., Awaitable[Hub]]) -> AsyncIterator[LookingOn]:
    here, there = await make_hub(), await make_hub()
    host, guest = (f"{who}-{secrets.token_urlsafe(8)}" for who in ("host", "guest"))
    people = here.people
    await people.befriend(host, guest)
    await people.change(host, name=None, hidden=None, watchable=True)
    code = await here.create(Created(host, "", False, Deal("spider-1", DEAL, b"n", sealed=False), SOLO_SETTINGS, True))  # noqa: FBT003
    at_home, visiting = Outbox(), Outbox()
    own = await here.enter(code, host, "address", at_home, b"welcome")
    seen = await there.enter(code, guest, "address", visiting, b"welcome")
    assert not isinstance(own, Reason)
    assert not isinstance(seen, Reason)
    yield LookingOn(here, there, host, guest, at_home, visiting)
    await there.leave(*seen)
    assert await there.enter(code, guest, "address", Outbox(), b"welcome") is Reason.UNKNOWN_ROOM
    await here.leave(*own)
    for player in (host, guest):
        await here.forget(player)


async def test_who_may_look_on_no_more_is_sent_away_within_seconds_although_the_news_of_it_is_lost(
    looking_on: LookingOn,
) -> None:
    hubs = (looking_on.here, looking_on.there)
    for hub in hubs:
        await hub._refresh()
    assert looking_on.visiting.closing is None
    await looking_on.here.people.part(looking_on.host, looking_on.guest)
    for hub in hubs:
        await hub._refresh()
    await looking_on.gone()


@pytest.mark.parametrize(
    ("by", "method", "path", "fields"),
    [
        ("host", "POST", "/api/me", {"watchable": False}),
        ("host", "POST", "/api/me", {"hidden": True}),
        ("host", "DELETE", "/api/me", {}),
        ("host", "DELETE", "/api/me/friends", {"player": "guest"}),
        ("guest", "DELETE", "/api/me/friends", {"player": "host"}),
        ("host", "POST", "/api/me/blocked", {"player": "guest"}),
        ("guest", "POST", "/api/me/blocked", {"player": "host"}),
    ],
)
async def test_who_may_look_on_no_more_is_sent_away_at_once(
    looking_on: LookingOn, by: str, method: str, path: str, fields: dict[str, Any]
) -> None:
    """By the room's news: these servers do nothing by the clock."""
    ids = {"host": looking_on.host, "guest": looking_on.guest}
    said = {key: ids.get(value, value) for key, value in fields.items()}
    status, *_ = await page(looking_on.here, path, ids[by], "address", method, fields=said)
    assert status == 200
    await looking_on.gone()


async def test_who_may_look_on_stays_when_others_may_no_more(looking_on: LookingOn) -> None:
    other = f"other-{secrets.token_urlsafe(8)}"
    await looking_on.here.people.befriend(looking_on.host, other)
    for method, path, said in (("DELETE", "/api/me/friends", {"player": other}), ("POST", "/api/me", {"name": "Ana"})):
        status, *_ = await page(looking_on.here, path, looking_on.host, "address", method, fields=said)
        assert status == 200
    for hub in (looking_on.here, looking_on.there):  # until the news has been heard, and what it began is done
        await hub.echo()
        [room] = hub._rooms.values()
        await asyncio.gather(*room._tasks)
    assert (looking_on.at_home.closing, looking_on.visiting.closing) == (None, None)
    await looking_on.here.people.part(looking_on.host, looking_on.guest)
