"""Two sealed deals that look the same give everyone the same: frames, refusals, the public list, counts and logs."""

import asyncio
import random
from typing import Any

import msgpack
import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from engine.attempt import Attempt
from engine.deals import deal, deal_id
from engine.games import VARIANTS
from engine.reasons import Reason
from engine.table import Table
from server import room
from server.client import Seat, frame
from server.connection import Connection
from server.events import Created, Deal, Joined, Settings
from server.hub import Hub
from server.outbox import Outbox
from tests.server.peers import WAIT_S

PEOPLE = ("ana", "bob", "eva")
"""Two racers and one who watches the first of them."""
DIFFERS = {"clock_ms", "time_ms", "ends_ms", "code", "commitment", "v"}
"""What differs from one race to the next, whatever the deal; `v` of a room counts ready marks too."""
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
        assert ana.seat.table is not None
        version = ana.seat.table["v"]
        await eva.until(lambda: eva.seat.tables["ana"]["v"] == version)
        await bob.until(lambda: bob.seat.progress and bob.seat.progress["racers"][0]["moves"] == moves_of(ana))
        opened = hub._rooms[code]
        for news in ("room", "progress"):
            opened.viewers.now(news)
        for viewer in viewers:
            await viewer.take()
        told = plain(opened.viewers.listing()), plain(opened.viewers.place())
        for viewer in viewers:
            await viewer.connection.leave()
    after = counts()
    return {
        # News may be told together or one by one; what is told in the end is the same.
        "ordered": [[m for m in viewer.heard if m["t"] not in ("room", "progress")] for viewer in viewers],
        "news": [[viewer.last(t) for t in ("room", "progress")] for viewer in viewers],
        "list": told,
        "counts": {name: after[name] - before.get(name, 0) for name in after},
        "logs": [{key: value for key, value in line.items() if key != "room"} for line in logs],
    }


def moves_of(viewer: Viewer) -> int:
    return viewer.seat.table["counters"]["moves"] if viewer.seat.table is not None else -1


def counts() -> dict[str, float]:
    """What /metrics tells, but for how long things took."""
    samples = [
        sample for metric in REGISTRY.collect() if metric.name.startswith("corrida") for sample in metric.samples
    ]
    return {
        f"{sample.name} {sorted(sample.labels.items())}": sample.value
        for sample in samples
        if "seconds" not in sample.name and not sample.name.endswith("_created")
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
    assert first == second
