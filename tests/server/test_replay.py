"""A replay shows what was seen, when it was seen; and only those see it who may."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.attempt import Attempt
from engine.reasons import Reason as RuleReason
from engine.views import View
from server import past, room
from server.access import Asker, refusal
from server.actions import event_of, text_of
from server.events import (
    AttemptEvent,
    Closed,
    Created,
    Deal,
    Dealt,
    Entry,
    Event,
    Finished,
    GaveUp,
    Hinted,
    Joined,
    Paused,
    Played,
    Readied,
    Resumed,
    Started,
    WentOn,
)
from server.messages.replays import Replay, ReplayPile
from server.past import Past
from server.race import GO_ON_WITHIN_MS
from server.reasons import Reason
from server.replay import actions, best, replay
from server.room import SOLO_SETTINGS
from tests.engine.tables import lines
from tests.server.builders import COUNTDOWN_MS, DEAL, NEXT_DEAL, START, T0, created

GAMES = sorted(Path("tests/data/games").glob("*-won.txt"))
WON, *LINE = lines("games/spider-1-won.txt")
LATE = START + 10_000_000
ALONE = replace(created(), settings=SOLO_SETTINGS, solo=True)


def log(*events: Event, first: Created | None = None, start_at: int = T0) -> list[Entry]:
    """A room log with a second between its entries."""
    return [Entry(i + 1, start_at + 1000 * i, event) for i, event in enumerate((first or created(), *events))]


RACED = log(Joined("bob", "Bob", robot=False), Started(COUNTDOWN_MS))
START_AT = RACED[-1].at + COUNTDOWN_MS


def folded(entries: Sequence[Entry], number: int | None = None, **attempts: Sequence[Entry]) -> Past:
    """A race with its attempt logs folded in."""
    found = past.find("ABC234", entries, number)
    assert found is not None
    for player, log_of in attempts.items():
        for entry in log_of:
            room.apply_attempt(found.room, player, entry)
    past.close(found)
    return found


def of(found: Past, player: str, entries: Sequence[Entry]) -> Replay:
    race, deal = found.race, found.room.deal.id
    return replay(race, race.racers[player], deal, list(actions(race, deal, entries)), code=found.room.code)


def attempt_log(texts: Sequence[str], start_at: int = START_AT, gap: int = 100) -> list[Entry]:
    return [Entry(i + 1, start_at + gap * (i + 1), event_of(i + 1, text)) for i, text in enumerate(texts)]


def wire(view: View) -> list[ReplayPile]:
    return [(kind, list(cards), up) for kind, cards, up in view.wire()]


class Seen:
    """A table as a client keeps it, that knows nothing but what a replay says."""

    def __init__(self, piles: Sequence[ReplayPile]) -> None:
        self.piles = [(kind, list(cards), up) for kind, cards, up in piles]

    def do(self, step: list[Any]) -> None:
        kind, cards, up = self.piles[step[1]]
        count = step[-1] if step[0] != "up" else step[2]
        if step[0] == "move":
            goal, there, open_there = self.piles[step[2]]
            self.piles[step[2]] = (goal, there + cards[len(cards) - count :], open_there + min(up, count))
            self.piles[step[1]] = (kind, cards[: len(cards) - count], up - min(up, count))
        elif step[0] == "up":
            at = len(cards) - up - count
            self.piles[step[1]] = (kind, cards[:at] + step[3] + cards[at + count :], up + count)
        elif step[0] == "down":
            self.piles[step[1]] = (kind, cards, up - count)
        else:
            self.piles[step[1]] = (kind, cards[: len(cards) - count] + cards[len(cards) - count :][::-1], up)


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_what_a_replay_shows_is_what_its_player_saw(game: Path) -> None:
    """After each action, undos among them: the same piles and counters as the view of the attempt, no card more."""
    deal, *line = lines(f"games/{game.name}")
    texts = [text for i, move in enumerate(line) for text in ((move, "U", move) if i % 7 == 3 else (move,))]
    made = log(first=replace(ALONE, deal=Deal(game.stem.removesuffix("-won"), deal, bytes(16), sealed=True)))
    entries = attempt_log(texts, T0)
    found = folded(made, ana=entries)
    told = of(found, "ana", entries)
    truth, seen, counters = Attempt(deal), Seen(told["piles"]), dict(told["counters"])
    assert seen.piles == wire(truth.view())
    assert len(told["actions"]) == len(texts)
    for text, action in zip(texts, told["actions"], strict=True):
        assert not isinstance(truth.act(text), RuleReason)
        for step in action["steps"]:
            seen.do(step)
        counters |= action["counters"]
        assert (action["move"], seen.piles) == (text, wire(truth.view()))
        assert counters == truth.counters() | {"hints": 0}
    assert told["state"] == "finished"
    assert told["splits"] == sorted(told["splits"])


def test_times_are_those_of_the_race_clock_and_pauses_are_left_out() -> None:
    made = log(Paused(), Resumed(), first=ALONE)
    entries = [*attempt_log(["D"], T0, gap=500), Entry(2, T0 + 3500, Played(2, "U"))]
    assert [action["at_ms"] for action in of(folded(made, ana=entries), "ana", entries)["actions"]] == [500, 2_500]


def test_hints_and_giving_up_have_their_place() -> None:
    events: list[AttemptEvent] = [Hinted(1), Played(2, "D"), GaveUp(3), WentOn(4), Hinted(5), GaveUp(6)]
    entries = [Entry(i + 1, START_AT + 5_000 + i, event) for i, event in enumerate(events)]
    made = [*RACED, Entry(4, LATE, Finished("all_ended"))]
    told = of(folded(made, ana=entries, bob=[]), "ana", entries)
    assert [action["move"] for action in told["actions"]] == ["hint", "D", "give_up", "go_on", "hint", "give_up"]
    assert [action["counters"].get("hints") for action in told["actions"]] == [1, None, None, None, 2, None]
    assert (told["state"], told["ends_ms"]) == ("gave_up", 5_005)
    assert [(racer["id"], racer["state"], racer["place"]) for racer in told["racers"]] == [
        ("ana", "gave_up", 1),
        ("bob", "time_up", 1),
    ]


def test_each_event_of_an_attempt_log_is_read_back_from_its_text() -> None:
    for event in (Played(7, "3>5x2"), Played(7, "U"), Hinted(7), GaveUp(7), WentOn(7)):
        assert event_of(7, text_of(event)) == event
    with pytest.raises(ValueError, match="no action"):
        text_of(Closed())


def test_the_best_is_seen_first() -> None:
    won = attempt_log(LINE)
    made = log(Joined("bob", "Bob", robot=False), Started(COUNTDOWN_MS), first=created(deal_id=WON))
    assert best(folded(made, ana=[], bob=won).race) == "bob"


def test_a_race_is_found_by_its_number_with_its_own_cards() -> None:
    second = Deal("spider-1", NEXT_DEAL, bytes(16), sealed=True)
    made = log(
        Joined("bob", "Bob", robot=False),
        Started(COUNTDOWN_MS),
        Finished("all_ended"),
        Dealt(second),
        Readied("ana", ready=True),
        Started(COUNTDOWN_MS),
    )
    for number, deal, over in ((1, DEAL, True), (2, NEXT_DEAL, False), (None, NEXT_DEAL, False)):
        found = folded(made, number)
        assert (found.room.deal.id, found.race.over_at is not None) == (deal, over)
    assert past.find("ABC234", made, 3) is None
    assert past.find("ABC234", made, 0) is None
    assert past.find("ABC234", log(Joined("bob", "Bob", robot=False)), None) is None


def test_a_game_alone_is_found_by_its_number() -> None:
    second = Deal("spider-1", NEXT_DEAL, bytes(16), sealed=False)
    made = log(Paused(), Resumed(), Dealt(second), Paused(), first=ALONE)
    first, latest = folded(made, 1), folded(made, 2)
    assert (first.room.deal.id, first.race.number, first.race.pauses) == (DEAL, 1, [(T0 + 1000, T0 + 2000)])
    assert first.left_at == T0 + 3000
    assert (latest.room.deal.id, latest.race.number, latest.left_at) == (NEXT_DEAL, 2, None)
    assert latest.race.paused_at == T0 + 4000


def test_a_race_is_seen_by_nobody_before_it_is_over_and_by_everyone_after() -> None:
    won = attempt_log(LINE)
    made = log(Joined("bob", "Bob", robot=False), Started(COUNTDOWN_MS), first=created(deal_id=WON))
    for spectators in ("open", "finished", "none"):
        made[0] = Entry(1, T0, created(deal_id=WON, spectators=spectators))
        on = folded(made, ana=[], bob=won)
        for player in ("ana", "bob", "eve", ""):
            assert refusal(on, Asker(player), LATE) is Reason.TABLE_HIDDEN
        over = folded([*made, Entry(4, LATE, Finished("all_ended"))], ana=[], bob=won)
        for player in ("ana", "bob", "eve", ""):
            assert refusal(over, Asker(player), LATE) is None


def test_a_game_alone_is_its_players_until_it_is_over() -> None:
    def seen_by(player: str, made: Sequence[Entry], entries: Sequence[Entry], now: int = LATE) -> Reason | None:
        return refusal(folded(made, 1, ana=entries), Asker(player), now)

    on = log(first=replace(ALONE, deal=Deal("spider-1", WON, bytes(16), sealed=True)))
    half, whole = attempt_log(LINE[:9], T0), attempt_log(LINE, T0)
    gave_up = [*half, Entry(10, T0 + 9_000, GaveUp(10))]
    assert seen_by("ana", on, half) is None
    for player in ("bob", ""):
        assert seen_by(player, on, []) is Reason.UNKNOWN_ROOM
        assert seen_by(player, on, half) is Reason.UNKNOWN_ROOM
        # Over: won, though nobody has told so yet; given up for good; left for another one; closed.
        assert seen_by(player, on, whole) is None
        assert seen_by(player, on, gave_up, T0 + 9_001) is Reason.UNKNOWN_ROOM
        assert seen_by(player, on, gave_up, T0 + 9_000 + GO_ON_WITHIN_MS) is Reason.UNKNOWN_ROOM
        assert seen_by(player, on, gave_up) is None
        for end in (Dealt(Deal("maze", NEXT_DEAL, bytes(16), sealed=False)), Closed(), Finished("all_ended")):
            assert seen_by(player, [*on, Entry(2, LATE, end)], half) is None
