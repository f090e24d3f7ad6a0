"""A ghost tells how far a run was, at each moment, and no more; and it runs along while it is that deal."""

from dataclasses import replace
from pathlib import Path
from typing import get_type_hints

import pytest

from engine.attempt import Attempt
from engine.reasons import Reason as RuleReason
from server import past, room
from server.audience import room_message
from server.events import Deal, Dealt, Finished, Ghost, pack, unpack
from server.ghost import LOOK_MS, MOVE_MS, ghost, paced
from server.messages import ghosts
from server.recording import new_race
from tests.engine.tables import lines
from tests.server.builders import DEAL, NEXT_DEAL
from tests.server.test_replay import ALONE, GAMES, LINE, START_AT, WON, attempt_log, folded, log, of

CALLED = Ghost("ABC234", 1, "bob")
DEALT = Dealt(Deal("spider-1", NEXT_DEAL, bytes(16), sealed=True))
HAUNTED = replace(ALONE, ghost=CALLED)


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_a_ghost_is_as_far_as_the_run_was_at_each_moment(game: Path) -> None:
    deal, *line = lines(f"games/{game.name}")
    texts = [text for i, move in enumerate(line) for text in ((move, "U", move) if i % 9 == 4 else (move,))]
    made = log(first=replace(ALONE, deal=Deal(game.stem.removesuffix("-won"), deal, bytes(16), sealed=True)))
    entries = attempt_log(texts, made[0].at)
    seen = ghost(of(folded(made, ana=entries), "ana", entries))
    assert (seen["state"], seen["time_ms"]) == ("finished", 100 * len(texts))
    attempt = Attempt(deal)
    for i, text in enumerate(texts, start=1):
        assert not isinstance(attempt.act(text), RuleReason)
        *_, (_, home, moves, down) = (mark for mark in seen["marks"] if mark[0] <= 100 * i)
        assert (home, moves, down) == (attempt.home, attempt.moves, attempt.down)
    times = [at for at, *_ in seen["marks"]]
    assert times == sorted(times)
    assert times[0] == 0


def test_a_ghost_is_made_of_counts_alone() -> None:
    """Everything it says is listed here: whoever adds a field has to think about what it tells."""
    assert list(get_type_hints(ghosts.Ghost)) == ["player", "name", "robot", "variant", "state", "time_ms", "marks"]
    made = log(first=replace(ALONE, deal=Deal("spider-1", WON, bytes(16), sealed=True)))
    entries = attempt_log(LINE, made[0].at)
    seen = ghost(of(folded(made, ana=entries), "ana", entries))
    assert WON not in str(seen)
    assert all(type(number) is int for mark in seen["marks"] for number in mark)


def test_what_came_before_the_own_start_of_a_run_does_not_count() -> None:
    made = log(Finished("all_ended"), first=ALONE)
    entries = attempt_log(["D"], START_AT)
    told = of(folded(made, ana=entries), "ana", entries)
    told["starts_ms"] = told["actions"][0]["at_ms"] - 7
    assert ghost(told)["marks"][1][0] == 7


def test_a_line_is_played_at_the_pace_of_a_hand() -> None:
    made = paced(WON, LINE)
    assert (made.robot, made.player, [text for _, text in made.actions]) == (True, "", LINE)
    assert new_race(made).racers
    attempt, last = Attempt(WON), 0
    for at, text in made.actions:
        steps = attempt.act(text)
        assert not isinstance(steps, RuleReason)
        assert at - last == MOVE_MS + LOOK_MS * sum(step.count for step in steps if step.op == "up")
        last = at
    with pytest.raises(ValueError, match="does not fit"):
        paced(WON, ["1>1"])


def test_a_ghost_runs_along_until_another_deal_is_wanted() -> None:
    again = Dealt(HAUNTED.deal)
    made = room.create("ABC234", log(first=HAUNTED)[0])
    assert room_message(made, set(), START_AT)["ghost"] is True
    assert "ghost" not in room_message(made, set(), START_AT, guest=True), "it is fetched by the player alone"
    for event, known in ((again, CALLED), (DEALT, None), (again, None)):
        room.apply(made, log(event, first=HAUNTED)[1])
        assert made.ghost == known
    assert "ghost" not in room_message(made, set(), START_AT)
    for number, known in ((1, CALLED), (2, CALLED), (3, None), (4, None)):
        found = past.find("ABC234", log(again, DEALT, again, first=HAUNTED), number)
        assert found is not None
        assert found.room.ghost == known


def test_a_ghost_is_kept_in_the_log_and_old_logs_know_none() -> None:
    for event in (HAUNTED, ALONE, replace(ALONE, ghost=Ghost(line="D 1>2"))):
        assert unpack(pack(event)) == event
    assert DEAL not in repr(HAUNTED)
    assert "1>2" not in repr(replace(ALONE, ghost=Ghost(line="D 1>2")))
