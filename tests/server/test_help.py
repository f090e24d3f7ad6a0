"""Hints in a race: for who asks, counted, from what that player sees, and never in the way of the race."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import pytest

from engine.attempt import Attempt
from engine.deals import deal_id
from engine.games import VARIANTS
from engine.views import View, view
from server.actions import event_of, text_of
from server.events import Entry, Hinted, Played
from server.help import Help
from server.messages.incoming import AskHint
from server.messages.outgoing import Bar
from server.race import Racer, apply
from server.ranking import ranking
from server.reasons import Reason
from server.thinkers import MOST_WAITING, Thinkers
from server.thought import UNKNOWN, OfDeal, OfView, think
from tests.engine.tables import klondike_table, spider_table
from tests.engine.walks import WON
from tests.server.builders import NOBODY_THINKS, START, decide, played, racing
from tests.server.peers import Peer, start_race

LONG = OfDeal(deal_id(VARIANTS["klondike-3"], 1), 600.0)
"""A question that keeps a process busy for longer than any test lasts, as long as Klondike's search does not end."""


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    """One process."""
    made = Thinkers(1, 5)
    yield made
    await made.stop()


def stuck() -> View:
    """A view in which nothing leads on."""
    return view(spider_table("KS 9D", "KH 10C", "KC 10H", *["KD"] * 7), set())


# What is counted, and where it is refused


def test_a_hint_is_an_entry_of_the_attempt_log_and_counts() -> None:
    made = racing()
    race = made.race
    assert race is not None
    assert decide(race, "ana", AskHint(t="hint", n=1, v=0), START) == Hinted(1)
    apply(race, "ana", Entry(1, START + 5, Hinted(1)))
    ana = race.racers["ana"]
    assert (ana.version, ana.n, ana.hints, ana.attempt.version) == (1, 1, 1, 0)
    played(made, "ana", ana.attempt.legal()[0], START + 6)
    assert next(line for line in ranking(race) if line["id"] == "ana")["hints"] == 1


def test_where_the_room_gives_no_hints_they_are_refused() -> None:
    race = racing(hints=False).race
    assert race is not None
    assert decide(race, "ana", AskHint(t="hint", n=1, v=0), START) is Reason.HINTS_OFF


# What is told


class Told:
    """A racer at a table, and all that is told to it."""

    def __init__(self, attempt: Attempt, thinkers: Thinkers) -> None:
        self.racer = Racer("ana", "Ana", robot=False, attempt=attempt)
        self.help = Help("ROOM", self._tell, thinkers)
        self.told: list[tuple[str | None, str | None, Bar | None]] = []

    def _tell(self, racer: Racer, hint: object, bar: Bar | None) -> None:
        advice, line = getattr(hint, "advice", None), getattr(hint, "line", ())
        self.told.append((advice, racer.attempt.notation(line[0]) if line else None, bar))

    def act(self, move: str) -> None:
        assert isinstance(self.racer.attempt.act(move), list)
        self.racer.version += 1


async def test_progress_that_one_move_brings_is_told_at_once() -> None:
    ana = Told(Attempt(spider_table("KD | 5H", "6C")), NOBODY_THINKS)
    await ana.help.hint(ana.racer)
    assert ana.told == [("reveal", "1>2", None)]


async def test_where_no_way_leads_on_that_is_said_after_some_thinking(thinkers: Thinkers) -> None:
    table = spider_table("KS 9D", "KH 10C", "KC 10H", *["KD"] * 7, stock="AS " * 10)
    ana = Told(Attempt(table), thinkers)
    await ana.help.hint(ana.racer)
    assert ana.told == [(None, None, "thinking"), ("row", "D", "no_progress")]


async def test_where_thinking_finds_nothing_the_hint_is_an_ordinary_one_without_a_verdict() -> None:
    table = spider_table("KS 9D", "KH 10C", "KC 10H", *["KD"] * 7, stock="AS " * 10)
    ana = Told(Attempt(table), NOBODY_THINKS)
    await ana.help.hint(ana.racer)
    assert ana.told == [(None, None, "thinking"), ("row", "D", None)]


async def test_the_next_hint_goes_on_with_the_way_that_the_last_one_began(thinkers: Thinkers) -> None:
    ana = Told(
        Attempt(klondike_table("9S", "KH", "KD", "KC", "KS", "5D", "6D | 3D", waste="7C 2H 2D", home=(0, 8, 0, 0))),
        thinkers,
    )
    await ana.help.hint(ana.racer)
    assert ana.told[-1] == ("way", "F2>1", None)
    shown = []
    for _ in range(4):
        shown.append(str(ana.told[-1][1]))
        ana.act(shown[-1])
        if len(shown) < 4:
            await ana.help.hint(ana.racer)
    assert shown == ["F2>1", "D", "D", "W>1"]


async def test_filling_a_column_is_followed_by_the_row(thinkers: Thinkers) -> None:
    ana = Told(Attempt(spider_table("2D 9H KS", "QD KH", *["KS"] * 7, stock="AS " * 10)), thinkers)
    await ana.help.hint(ana.racer)
    ana.act("1>10")
    await ana.help.hint(ana.racer)
    assert [ana.told[1], ana.told[2]] == [("fill", "1>10", "no_progress"), ("row", "D", None)]


def known_spider() -> Attempt:
    """Every card open, the stock empty, and nothing that could still be won."""
    return Attempt(spider_table("KS 9D", "KH 10C", "KC 10H", *["KD"] * 7))


async def test_only_where_all_is_known_and_the_solver_has_proved_it_a_game_is_said_to_be_lost(
    thinkers: Thinkers,
) -> None:
    ana = Told(known_spider(), thinkers)
    await ana.help.hint(ana.racer)
    assert ana.told == [(None, None, "thinking"), ("undo", None, "lost")]
    unsure = Told(known_spider(), NOBODY_THINKS)
    await unsure.help.hint(unsure.racer)
    assert {told[2] for told in unsure.told} == {"thinking", None}


async def test_in_maze_a_hint_is_a_move_of_a_solution_and_so_is_the_next(thinkers: Thinkers) -> None:
    made, *line = WON["maze-won"]
    ana = Told(Attempt(made), thinkers)
    for played_before in line[:-4]:
        ana.act(played_before)
    moves = 0
    while not ana.racer.attempt.won and moves < 20:
        await ana.help.hint(ana.racer)
        advice, move, bar = ana.told[-1]
        assert (advice, bar) == ("solution", None)
        ana.act(str(move))
        moves += 1
    assert ana.racer.attempt.won
    assert [told[2] for told in ana.told].count("thinking") == 1


async def test_who_has_moved_on_meanwhile_is_told_nothing_of_the_table_before(thinkers: Thinkers) -> None:
    table = spider_table("KS 9D", "KH 10C", "KC 10H", *["KD"] * 7, stock="AS " * 10)
    ana = Told(Attempt(table), thinkers)
    asking = asyncio.create_task(ana.help.hint(ana.racer))
    while not ana.told:
        await asyncio.sleep(0)
    ana.act("1>2")
    race = racing().race
    assert race is not None
    ana.help.moved(race, ana.racer)
    await asking
    assert ana.told == [(None, None, "thinking")]


async def test_klondike_says_unasked_that_nothing_leads_on_and_spider_does_not(thinkers: Thinkers) -> None:
    race = racing().race
    assert race is not None
    ana = Told(Attempt(klondike_table("KH", "9S 8H", "10C", "KS", "KC", "5D", "6D | 3D", waste="5H 7D")), thinkers)
    assert ana.help.moved(race, ana.racer)
    await ana.help.warn(ana.racer)
    assert ana.told == [("undo", None, "no_progress")]
    race.hints = False
    assert not ana.help.moved(race, ana.racer)
    race.hints = True
    bob = Told(Attempt(spider_table("KS 9D", "KH 10C", "KC 10H", *["KD"] * 7, stock="AS " * 10)), thinkers)
    assert not bob.help.moved(race, bob.racer)


# Thinking


def test_a_question_is_answered_in_its_time_or_not_at_all() -> None:
    question = OfView("walk", stuck(), (), 1.0)
    assert think(question, lambda: 0.0, lambda: False).status == "none"
    ticks = iter([0.0, 2.0])
    assert think(question, lambda: next(ticks), lambda: False) == UNKNOWN
    assert think(question, lambda: 0.0, lambda: True) == UNKNOWN


async def test_a_process_that_dies_is_replaced(thinkers: Thinkers) -> None:
    question = OfView("walk", stuck(), (), 5.0)
    assert (await thinkers.ask("ana", question)).status == "none"
    for child in children("server.thinker"):
        os.kill(child, signal.SIGKILL)
    answers = [(await thinkers.ask("ana", question)).status for _ in range(2)]
    assert answers[-1] == "none"


def children(program: str) -> list[int]:
    """Processes that this one has started, by a word of their command."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            parent = int((process / "stat").read_text(encoding="ascii").rpartition(")")[2].split()[1])
            if parent == os.getpid() and program.encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


async def test_whoever_asks_again_or_drops_the_question_waits_no_longer(thinkers: Thinkers) -> None:
    first = asyncio.create_task(thinkers.ask("ana", OfView("walk", stuck(), (), 5.0)))
    await asyncio.sleep(0)
    second = asyncio.create_task(thinkers.ask("ana", OfView("walk", stuck(), (), 5.0)))
    assert await first == UNKNOWN
    assert (await second).status == "none"
    third = asyncio.create_task(thinkers.ask("ana", OfView("walk", stuck(), (), 5.0)))
    await asyncio.sleep(0)
    thinkers.drop("ana")
    assert await third == UNKNOWN


async def test_beyond_what_may_wait_the_answer_is_unknown_at_once(thinkers: Thinkers) -> None:
    asking = [asyncio.create_task(thinkers.ask(f"player {i}", LONG)) for i in range(MOST_WAITING)]
    await asyncio.sleep(0)
    assert await thinkers.ask("one too many", LONG) == UNKNOWN
    for i in range(MOST_WAITING):
        thinkers.drop(f"player {i}")
    assert await asyncio.gather(*asking) == [UNKNOWN] * MOST_WAITING


# In a race


async def test_a_hint_goes_to_who_asked_and_its_move_is_legal(peer: Callable[..., Peer]) -> None:
    ana, bob = peer(), peer()
    await start_race([ana, bob], deal="S1-BZPEP-SQZS1-QKHP0")  # where something can be done at once
    await ana.send_bytes(ana.seat.hint())
    await ana.until(lambda: any(message["t"] == "hint" for message in ana.heard))
    hint = next(message for message in ana.heard if message["t"] == "hint")
    assert hint["v"] == ana.table["v"] == 1
    assert hint["move"] in ana.table["legal"]
    assert ana.table["counters"]["hints"] == 1
    await bob.play(bob.table["legal"][0])
    assert all(message["t"] != "hint" for message in bob.heard)
    await ana.play(hint["move"])
    assert ana.table["v"] == 2
    for one in (ana, bob):
        await one.send_bytes(one.seat.give_up())
    await ana.over()
    results = {result["id"]: result for result in ana.room["results"]}
    assert (results[ana.seat.player]["hints"], results[bob.seat.player]["hints"]) == (1, 0)


async def test_a_room_without_hints_says_so(peer: Callable[..., Peer]) -> None:
    ana, bob = peer(), peer()
    await start_race([ana, bob], hints=False)
    assert await ana.refusal(t="hint", n=1, v=0) == "hints_off"


def thinking(one: Peer) -> bool:
    return any(message.get("bar") == "thinking" for message in one.heard)


async def test_many_who_ask_at_once_do_not_keep_the_others_from_playing(peer: Callable[..., Peer]) -> None:
    """Maze is thought about for as long as a hint may take; meanwhile moves are answered, one after the other."""
    asking = [peer() for _ in range(4)]
    await start_race(asking, variant="maze")
    ana, bob = peer(), peer()
    await start_race([ana, bob])
    for one in asking:
        await one.send_bytes(one.seat.hint())
    for one in asking:
        await one.until(partial(thinking, one))
    for done in range(20):
        legal = ana.table["legal"]
        await ana.play(legal[done % len(legal)] if done % 2 == 0 else "U")
    assert ana.table["v"] == 20
    await asking[0].until(lambda: any(m["t"] == "hint" and "advice" in m for m in asking[0].heard))


def test_what_a_played_game_looks_like_with_hints_in_it_is_verified() -> None:
    for event in (Hinted(3), Played(3, "1>2")):
        assert event_of(3, text_of(event)) == event
