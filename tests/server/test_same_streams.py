"""Two sealed deals that look the same give everyone the same: frames, hints, refusals, pages, counts and logs."""

import asyncio
import json
import random
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import msgpack
import pytest
from prometheus_client import REGISTRY
from starlette.routing import Router
from structlog.testing import capture_logs

from engine.attempt import Attempt
from engine.deals import deal, deal_id
from engine.games import VARIANTS
from engine.reasons import Reason
from engine.table import Table
from server import daily_pages, ghost_pages, metrics, pages, people, replays, room
from server.client import Seat, frame
from server.connection import Connection
from server.events import Created, Deal, Joined, Settings
from server.hub import Hub
from server.outbox import Outbox
from server.players import sign
from tests.server.peers import WAIT_S

PEOPLE = ("ana", "bob", "eva")
"""Two racers and one who watches the first of them."""
DIFFERS = {"clock_ms", "time_ms", "ends_ms", "code", "commitment", "v"}
"""What differs from one race to the next, whatever the deal; `v` of a room counts ready marks too."""
HINT_EVERY = 3
CLIENT = Path(__file__).parents[2] / "client" / "dist"
NONSENSE = ["1>1", "1>2x9", "S>1", "F1>1", "x", "D", "U", "r1c1<r1c1"]


def other_below(table: Table, seed: int) -> Table:
    """A table that shows the same, also when the next hidden card of each column and ten of the stock are turned up."""
    other = table.copy()
    next_up = {"stock": 10}
    places = [(pile, i) for pile in other.piles for i in range(len(pile.cards) - pile.up - next_up.get(pile.kind, 1))]
    cards = [pile.cards[i] for pile, i in places]
    random.Random(seed).shuffle(cards)
    for (pile, i), card in zip(places, cards, strict=True):
        pile.cards[i] = card
    return other


def moves_that_look_the_same(tables: list[Table], chance: random.Random) -> list[str]:
    """Moves, legal and not, none of which turns up a card that is another one in the other deal."""
    found: list[str] = []
    attempts = [Attempt(table.copy()) for table in tables]
    for _ in range(25):
        move = chance.choice([*attempts[0].legal(), *NONSENSE])
        trials = [Attempt(table.copy()) for table in tables]
        done = [[trial.act(action) for action in [*found, move]][-1] for trial in trials]
        if isinstance(done[0], Reason):
            assert done[0] == done[1]
            found.append(move)
        elif not isinstance(done[1], Reason) and [step.faces for step in done[0]] == [step.faces for step in done[1]]:
            found.append(move)
            attempts = trials
    return found


async def page(
    hub: Hub, path: str, player: str, address: str, method: str = "GET", *, fields: Any = None
) -> tuple[int, list[Any], bytes]:
    """What somebody is answered over HTTP: status, headers (a stranger's new identity left out), body."""
    sent: list[Any] = []
    secret = b"secret"
    headers = [(b"authorization", f"Bearer {sign(player, secret)}".encode()), (b"accept", b"text/html")]
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": headers if player else headers[1:],
        "client": (address, 1),
        "scheme": "http",
        "state": {"hub": hub, "secret": secret},
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": json.dumps(fields).encode() if fields is not None else b""}

    async def send(message: Any) -> None:
        sent.append(message)

    routes = [*people.routes(), *daily_pages.routes(), *replays.routes(), *ghost_pages.routes(), *pages.routes(CLIENT)]
    await Router(routes)(scope, receive, send)
    start, *rest = sent
    told = sorted(header for header in start["headers"] if header[0] != b"set-cookie")
    return start["status"], told, b"".join(message["body"] for message in rest)


async def all_pages(hub: Hub, code: str) -> list[Any]:
    """What everyone is answered who asks for any page about a room, in a race that is on."""
    paths = [
        f"/r/{code}",
        *(f"/api/rooms/{code}/races/{number}" for number in ("1", "last")),
        *(f"/api/replays/{code}/1{player}" for player in ("", "/ana", "/bob")),
        *(f"/api/ghosts/{code}/1/{player}" for player in ("ana", "bob")),
        f"/api/rooms/{code}/ghost",
        "/api/me",
        "/api/games",
    ]
    address = str(IPv4Address(random.getrandbits(32)))  # or what is asked for in several races would be throttled
    found = [(path, await page(hub, path, player, address)) for path in paths for player in ("", *PEOPLE)]
    assert {status for path, (status, *_) in found if code in path and "api" in path}.isdisjoint({200})
    return [[path.replace(code, ""), *answer[:2], answer[2].replace(code.encode(), b"")] for path, answer in found]


class Viewer:
    """Someone with a connection, and all that came over it."""

    def __init__(self, hub: Hub, player: str) -> None:
        self.outbox = Outbox()
        self.connection = Connection(hub, player, "address", self.outbox)
        self.seat = Seat()
        self.heard: list[dict[str, Any]] = []

    async def until(self, test: Any) -> None:
        async with asyncio.timeout(WAIT_S):
            while not test():
                await self.take()

    async def take(self) -> None:
        """Take what has been sent."""
        for data in await self.outbox.take():
            self.seat.receive(data)
            self.heard.append(plain(msgpack.unpackb(data)))

    def last(self, kind: str) -> dict[str, Any]:
        return next(message for message in reversed(self.heard) if message["t"] == kind)


def plain(value: Any) -> Any:
    """A message without what differs from one race to the next."""
    if isinstance(value, dict):
        kept = value.keys() - (DIFFERS if value.get("t") not in ("table", "moved") else {"time_ms"})
        return {key: plain(value[key]) for key in sorted(kept)}
    return [plain(item) for item in value] if isinstance(value, list) else value


async def race(hub: Hub, dealt: Deal, moves: list[str]) -> dict[str, Any]:
    """Ana plays these moves; everything that anyone could learn of it before the race is over."""
    before = counts()
    with capture_logs() as logs:
        created = Created("ana", "Ana", robot=False, deal=dealt, settings=Settings(countdown_ms=0, listed=True))
        code = await hub.create(created, Joined("bob", "Bob", robot=False))
        ana, bob, eva = viewers = [Viewer(hub, player) for player in PEOPLE]
        for viewer in viewers:
            await viewer.connection.receive(viewer.seat.hello(code))
            await viewer.until(lambda seat=viewer.seat: seat.room)
        await ana.connection.receive(frame(t="start"))
        for viewer in (ana, bob):
            await viewer.until(lambda seat=viewer.seat: seat.table)
        await eva.connection.receive(frame(t="watch", players=["ana"]))
        await eva.until(lambda: "ana" in eva.seat.tables)
        for move in moves:
            await ana.connection.receive(ana.seat.play(move))
            await ana.until(lambda: not ana.seat.waiting)
            if ana.seat.wishes % HINT_EVERY == 0:
                await hint(ana)
        assert ana.seat.table is not None
        version = ana.seat.table["v"]
        await eva.until(lambda: eva.seat.tables["ana"]["v"] == version)
        await bob.until(lambda: bob.seat.progress and bob.seat.progress["racers"][0]["moves"] == moves_of(ana))
        opened = hub._rooms[code]
        for news in ("room", "progress"):
            opened.viewers.now(news)
        for viewer in viewers:
            await viewer.take()
        told_at = await all_pages(hub, code)
        names = [line.rpartition(" ")[0] for line in metrics.latest().decode().splitlines()]
        told = plain(opened.viewers.listing()), plain(opened.viewers.place())
        for viewer in viewers:
            await viewer.connection.receive(b"\xc1")
            await viewer.connection.leave()
    # These moves fit no cards but those of the test: no server of another test is to look at what was left behind.
    await hub._store.running.over(code)
    after = counts()
    return {
        # News may be told together or one by one; what is told in the end is the same.
        "ordered": [[m for m in viewer.heard if m["t"] not in ("room", "progress")] for viewer in viewers],
        "news": [[viewer.last(t) for t in ("room", "progress")] for viewer in viewers],
        "closing": [viewer.outbox.closing for viewer in viewers],
        "list": told,
        "pages": told_at,
        "metrics": names,
        "counts": {name: after[name] - before.get(name, 0) for name in after},
        "logs": [{key: value for key, value in line.items() if key != "room"} for line in logs],
    }


async def hint(of: Viewer) -> None:
    """Ask what to do next, and wait for the answer."""
    assert of.seat.table is not None
    asked = sum("advice" in message for message in of.heard)
    await of.connection.receive(of.seat.hint())
    await of.until(lambda: not of.seat.waiting and sum("advice" in message for message in of.heard) > asked)


def moves_of(viewer: Viewer) -> int:
    return viewer.seat.table["counters"]["moves"] if viewer.seat.table is not None else -1


def counts() -> dict[str, float]:
    """What has been counted for /metrics."""
    metrics_told = [m for m in REGISTRY.collect() if m.name.startswith("corrida") and m.type == "counter"]
    return {
        f"{sample.name} {sorted(sample.labels.items())}": sample.value
        for metric in metrics_told
        for sample in metric.samples
        if not sample.name.endswith("_created")
    }


@pytest.mark.parametrize("variant", ["spider-2", "spider-es-4", "klondike-3", "clasico-1"])
async def test_what_lies_face_down_has_no_effect_on_anything_that_anyone_is_told(
    hub: Hub, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [deal_id(VARIANTS[variant], seed) for seed in (1, 2)]
    one = deal(ids[0])
    tables = dict(zip(ids, [one, other_below(one, 3)], strict=True))
    monkeypatch.setattr(room, "Attempt", lambda of: Attempt(tables[of].copy()))
    moves = moves_that_look_the_same(list(tables.values()), random.Random(variant))
    assert len(moves) > 10
    first, second = [await race(hub, Deal(variant, of, bytes(16), sealed=True), moves) for of in ids]
    assert any(m["t"] == "moved" for m in first["ordered"][2]), "something was seen"
    assert any(m["t"] == "refused" for m in first["ordered"][0]), "and something refused"
    assert sum("advice" in m for m in first["ordered"][0]) > 3, "and hints given"
    assert not any(m["t"] == "hint" for heard in first["ordered"][1:] for m in heard), "to who asked, and nobody else"
    assert first == second
