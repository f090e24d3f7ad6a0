"""Nobody receives what they may not see: every byte of real races is looked at, and hidden cards have no effect."""

import asyncio
import random
import urllib.request
from collections.abc import Callable
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Way
from engine.attempt import Attempt
from engine.deals import deal, deal_id
from engine.games import VARIANTS
from engine.reasons import Reason as RuleReason
from engine.table import Table
from server import audience, race
from server.events import Entry, Finished, GaveUp
from server.messages.incoming import Play, Tap
from server.race import Race
from server.reasons import Reason
from server.room import Room
from server.wire import encode
from tests.server.builders import DEAL, START, add, decide, racing
from tests.server.conftest import Node
from tests.server.peers import Peer, start_race

MakePeer = Callable[..., Peer]


def all_values(value: Any) -> list[Any]:
    """A message's values at any depth."""
    if isinstance(value, dict):
        return [v for item in value.values() for v in all_values(item)]
    if isinstance(value, list):
        return [v for item in value for v in all_values(item)]
    return [value]


def follow(messages: list[dict[str, Any]], deal: str, player: str) -> None:
    """Hold the tables and steps of one player against the deal: what was seen by then, and nothing else."""
    attempt = Attempt(deal)
    done = 0
    for message in messages:
        if message["t"] not in ("table", "moved") or message["player"] != player:
            continue
        if message["t"] == "moved":
            assert message["v"] == done + 1
            steps = attempt.act(message["move"]) if message["move"] else []
            assert not isinstance(steps, RuleReason)
            done += 1
            shown = [card for step in message["steps"] if step[0] == "up" for card in step[3]]
            assert shown == [card for step in steps if step.op == "up" for card in step.faces]
        else:
            assert message["piles"] == [list(pile) for pile in attempt.view().wire()]


async def play_at_random(peer: Peer, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        legal = [*peer.table["legal"], *(["U"] if peer.table["counters"]["moves"] else [])]
        await peer.play(chance.choice(legal) if chance.random() < 0.8 else "D")
    if peer.table["state"] == "racing":
        assert await peer.give_up() is None


async def test_every_byte_of_a_race_is_one_that_its_receiver_may_have(peer: MakePeer, nodes: list[Node]) -> None:
    racers = [peer(nodes[i % 2].url) for i in range(3)]
    spectator, shut_out = peer(nodes[1].url), peer(nodes[0].url)
    code = await start_race(racers, variant="spider-4", spectators="open")
    await spectator.connect(code)
    await spectator.send(t="watch", players=[racers[0].seat.player])
    await shut_out.connect(code)
    await asyncio.gather(*(play_at_random(racer, seed) for seed, racer in enumerate(racers)))
    everyone = [*racers, spectator, shut_out]
    for each in everyone:
        await each.over()
    opening = racers[0].room["opening"]
    sealed = opening["deal_id"]

    for each in everyone:
        over = next(i for i, m in enumerate(each.heard) if m["t"] == "room" and m["state"] == "over")
        before = b"".join(each.received[:over])
        assert sealed.encode() not in before
        assert sealed.replace("-", "")[2:].encode() not in before
        assert opening["nonce"] not in before
        # Those who gave up might look at the others' tables now, but nobody asked, save the spectator.
        tables = {m["player"] for m in each.heard[:over] if m["t"] in ("table", "moved")}
        allowed = {racers[0].seat.player} if each is spectator else {each.seat.player} if each in racers else set()
        assert tables == allowed
        for player in tables:
            follow(each.heard, sealed, player)
        for message in each.heard[:over]:
            if message["t"] in ("room", "progress", "welcome", "pong", "refused"):
                assert not any(isinstance(value, bytes) for value in all_values(message))


async def test_only_those_who_may_see_a_table_get_it(peer: MakePeer) -> None:
    """Spectators "finished": a spectator gets nothing until it is over, nor does one who gave up."""
    ana, bob, eva = peer(), peer(), peer()
    code = await start_race([ana, bob], variant="spider-1", spectators="finished")
    await eva.connect(code)
    assert await eva.refusal(t="watch", players=[ana.seat.player]) == "table_hidden"
    await play_at_random(bob, 1)
    assert await bob.refusal(t="watch", players=[ana.seat.player]) == "table_hidden"
    await ana.play("D")
    assert ana.seat.player not in bob.seat.tables | eva.seat.tables
    await play_at_random(ana, 2)
    await eva.until(lambda: eva.room["state"] == "over")
    await eva.send(t="watch", players=[ana.seat.player])
    await eva.until(lambda: ana.seat.player in eva.seat.tables)


async def test_nothing_of_the_deal_is_in_logs_or_metrics(peer: MakePeer, fresh_node: Callable[[], Node]) -> None:
    node = fresh_node()
    secret = deal_id(VARIANTS["spider-2"], random.Random(7).getrandbits(70))
    ana, bob = peer(node.url), peer(node.url)
    await start_race([ana, bob], deal=secret)
    for move in ("D", "U", "1>1"):
        await ana.send_bytes(ana.seat.play(move))
        await ana.until(lambda: not ana.seat.waiting)
    await ana.send_bytes(b"\xc1")
    await ana.error()
    metrics = await asyncio.to_thread(lambda: urllib.request.urlopen(f"{node.url}/metrics", timeout=10).read().decode())
    logged = node.stop()
    assert "corrida_appends_total" in metrics
    assert '"entered"' in logged
    for text in (metrics, logged):
        assert secret not in text
        assert secret[3:] not in text
        assert ana.token not in text


# Many races of all games


async def whole_race(peer: MakePeer, nodes: list[Node], variant: str, seed: int) -> None:
    """A race of robots that move at random, with a spectator and a latecomer: every byte that anyone gets is read."""
    chance = random.Random(f"{variant} {seed}")
    racers = [peer(nodes[(seed + i) % 2].url) for i in range(chance.choice([2, 3]))]
    spectator, late = peer(nodes[seed % 2].url), peer(nodes[(seed + 1) % 2].url)
    spectators = chance.choice(["open", "finished", "none"])
    code = await start_race(racers, variant=variant, spectators=spectators, teams=chance.choice([0, 2]))
    await spectator.connect(code)
    watched = racers[0].seat.player
    await spectator.send(t="watch", players=[watched])
    await spectator.until(lambda: watched in spectator.seat.tables or spectator.refusals("watch"))
    await asyncio.gather(late.connect(code), *(play_at_random(racer, seed + i) for i, racer in enumerate(racers)))
    everyone = [*racers, spectator, late]
    for each in everyone:
        await each.over()
    opening = racers[0].room["opening"]
    for each in everyone:
        own = {each.seat.player} if each in racers else set()
        seen = {watched} if each is spectator and spectators == "open" else set()
        only_what_is_allowed(each, opening, own | seen)


def only_what_is_allowed(each: Peer, opening: Any, tables: set[str]) -> None:
    """Until the race was over, one had these tables as far as they were seen by then, and nothing of the deal."""
    sealed = opening["deal_id"]
    over = next(i for i, m in enumerate(each.heard) if m["t"] == "room" and m["state"] == "over")
    before = b"".join(each.received[:over])
    seed, nonce = sealed.replace("-", "")[2:], opening["nonce"]
    for secret in (sealed.encode(), seed.encode(), nonce, nonce.hex().encode()):
        assert secret not in before
    assert {m["player"] for m in each.heard[:over] if m["t"] in ("table", "moved")} == tables
    for player in tables:
        follow(each.heard[:over], sealed, player)
    for message in each.heard[:over]:
        if message["t"] not in ("table", "moved"):
            assert not any(isinstance(value, bytes) for value in all_values(message))


async def test_no_byte_of_a_race_tells_more_than_its_receiver_may_know(peer: MakePeer, nodes: list[Node]) -> None:
    variants = ["klondike-3", "clasico-1", "maze", "spider-es-2"]
    await asyncio.gather(*(whole_race(peer, nodes, variant, i) for i, variant in enumerate(variants)))


@pytest.mark.slow
@pytest.mark.parametrize("round_", range(20))
async def test_no_byte_of_hundreds_of_races_tells_more(peer: MakePeer, nodes: list[Node], round_: int) -> None:
    await asyncio.gather(*(whole_race(peer, nodes, variant, round_) for variant in VARIANTS))


# Hidden cards have no effect


def with_other_hidden_cards(table: Table, seed: int) -> Table:
    """A table that shows the same, with its hidden cards in another order."""
    other = table.copy()
    places = [(p, i) for p, pile in enumerate(other.piles) for i in range(len(pile.cards) - pile.up)]
    cards = [other.piles[p].cards[i] for p, i in places]
    random.Random(seed).shuffle(cards)
    for (p, i), card in zip(places, cards, strict=True):
        other.piles[p].cards[i] = card
    return other


def room_with(table: Table) -> tuple[Room, Race]:
    made = racing(variant=table.variant.id)
    assert made.race is not None
    for racer in made.race.racers.values():
        racer.attempt = Attempt(table.copy())
    return made, made.race


def frames(made: Room, on: Race, now: int) -> list[bytes]:
    """All that anyone could be sent of a room."""
    return [
        encode(audience.room_message(made, {"ana"}, now)),
        encode(audience.progress_message(on, {"ana"}, now)),
        *(encode(audience.table_message(racer, own=own)) for racer in on.racers.values() for own in (True, False)),
    ]


def helped(on: Race) -> list[bytes | Way | None]:
    """All that a racer could be told who asks for a hint, at once or after some thinking."""
    racer = on.racers["ana"]
    walk = racer.attempt.walk()
    return [
        encode(audience.hint_message(racer, racer.attempt.hint(), None)) if not racer.attempt.won else None,
        walk.run(20) if walk is not None else None,
    ]


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(VARIANTS)),
    st.integers(0, 2**70 - 1),
    st.integers(0, 2**32),
    st.lists(st.integers(0, 10**6), max_size=25),
)
def test_two_deals_that_look_the_same_give_the_same_bytes_to_everyone(
    variant: str, seed: int, other_seed: int, choices: list[int]
) -> None:
    """… until the first card that turns up is another one: then, and only then, may what follows differ."""
    table = deal(deal_id(VARIANTS[variant], seed))
    rooms = [room_with(table), room_with(with_other_hidden_cards(table, other_seed))]
    wishes = ["U", "1>1", "1>2", "4>10", "1>2x2", "1>2x7", "S>1", "x"]
    for i, choice in enumerate(choices):
        now = START + 1000 * i
        legal = rooms[0][1].racers["ana"].attempt.legal()
        move = [*legal, *wishes][choice % (len(legal) + len(wishes))]
        wish = Play(t="play", n=i + 1, v=rooms[0][1].racers["ana"].version, move=move)
        tap = Tap(t="tap", n=i + 1, v=wish.v, pile=choice % 20, count=choice % 8)
        asked = [[decide(on, "ana", w, now) for w in (wish, tap)] for _, on in rooms]
        assert asked[0] == asked[1]
        event = asked[0][0]
        if isinstance(event, Reason | RuleReason):
            continue
        sent = []
        for _, on in rooms:
            steps = race.apply(on, "ana", Entry(wish.v + 1, now, event))
            racer = on.racers["ana"]
            sent.append([encode(audience.moved_message(racer, move, steps, own=own)) for own in (True, False)])
        faces = [[step[3] for step in msgpack.unpackb(s[1])["steps"] if step[0] == "up"] for s in sent]
        if faces[0] != faces[1]:
            return
        assert sent[0] == sent[1]
        assert frames(*rooms[0], now) == frames(*rooms[1], now)
        assert helped(rooms[0][1]) == helped(rooms[1][1])


def test_before_the_start_nothing_depends_on_the_deal_but_the_commitment() -> None:
    rooms = [racing(deal_id=deal_id(VARIANTS["spider-1"], seed)) for seed in (1, 2)]
    messages = [audience.room_message(made, {"ana"}, START - 1) for made in rooms]
    assert messages[0].pop("commitment") != messages[1].pop("commitment")  # type: ignore[misc]
    assert messages[0] == messages[1]
    for made in rooms:
        assert made.race is not None
        assert not audience.may_see_table(made, "ana", "ana", START - 1)
        assert audience.may_see_table(made, "ana", "ana", START)


def test_who_may_see_whose_table() -> None:
    for spectators in ("open", "finished", "none"):
        made = racing(spectators=spectators)
        on = made.race
        assert on is not None

        now = START + 10_000

        def sees(viewer: str, owner: str = "bob", made: Room = made, now: int = now) -> bool:
            return audience.may_see_table(made, viewer, owner, now)

        assert not sees("ana")
        assert sees("eva") == (spectators == "open")
        race.apply(on, "ana", Entry(1, START + 6_000, GaveUp(1)))
        assert not sees("ana"), "she may still go on"
        assert not sees("ana", now=START + 16_000), "on another server she may still go on"
        assert sees("ana", now=START + 17_000) == (spectators == "open")
        on.racers["ana"].state = "finished"
        assert sees("ana") == (spectators != "none")
        assert not sees("bob", "ana")
        race.finish(on, Entry(2, START + 9_000, GaveUp(1)), "time_limit")
        assert sees("eva")
        assert sees("bob", "ana")
        assert not sees("eva", "nobody")


def test_the_opening_comes_when_the_race_is_over_and_never_before() -> None:
    made = racing()
    for now in (START - 1, START, START + 10**6):
        assert DEAL.encode() not in encode(audience.room_message(made, set(), now))
    add(made, Finished("all_ended"), START + 10**6)
    assert audience.room_message(made, set(), START + 10**6)["opening"] == {"deal_id": DEAL, "nonce": bytes(16)}
