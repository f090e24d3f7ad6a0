"""A record holds if it is what was played, and not if anything in it was changed."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from server import room
from server.events import Entry, Finished, GaveUp, Joined, Played, Started, WentOn
from server.record import problems, record
from tests.engine.tables import lines
from tests.server.builders import START, add, lobby, racing
from tests.server.test_cli import corrida

DEAL, *LINE = lines("games/spider-1-won.txt")


def played_out() -> dict[str, Any]:
    """Bob wins; Ana gives up, goes on, and runs out of the time that is left to her."""
    made = racing(deal_id=DEAL, closing_ms=20_000)
    logs: dict[str, list[Entry]] = {"ana": [], "bob": []}
    actions = [("bob", Played(i + 1, move), START + 100 * i) for i, move in enumerate(LINE)]
    actions += [("ana", Played(1, "D"), START + 50), ("ana", Played(2, "U"), START + 60)]
    for player, event, at in actions:
        logs[player].append(Entry(len(logs[player]) + 1, at, event))
    logs["ana"] += [Entry(3, START + 9000, GaveUp(3)), Entry(4, START + 9500, WentOn(4))]
    for player, entries in logs.items():
        for entry in entries:
            room.apply_attempt(made, player, entry)
    add(made, Finished("time_limit"), START + 30_000)
    made_record: dict[str, Any] = json.loads(json.dumps(record(made, logs)))
    return made_record


def test_a_record_of_what_was_played_holds() -> None:
    made = played_out()
    assert problems(made) == []
    assert [(r["id"], r["state"], r["place"]) for r in made["results"]] == [
        ("bob", "finished", 1),
        ("ana", "time_up", 2),
    ]


def test_a_record_of_a_race_against_a_robot_holds() -> None:
    made = lobby(Joined("robot-0", "Ada", robot=True, strength="easy"))
    add(made, Started(0), START)
    logs = {"ana": [Entry(1, START + 9_000, GaveUp(1))], "robot-0": [Entry(1, START + 500, Played(1, "D"))]}
    for player, entries in logs.items():
        for entry in entries:
            room.apply_attempt(made, player, entry)
    add(made, Finished("all_ended"), START + 30_000)
    told = json.loads(json.dumps(record(made, logs)))
    assert problems(told) == []
    assert {r["id"]: (r["state"], r["place"]) for r in told["results"]} == {
        "ana": ("gave_up", 1),
        "robot-0": ("stopped", None),
    }


def changed(path: str, value: Any) -> dict[str, Any]:
    made = copy.deepcopy(played_out())
    *way, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split("/")]
    inner: Any = made
    for step in way:
        inner = inner[step]
    inner[last] = value
    return made


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("nonce", "00" * 15 + "01", "committed"),
        ("commitment", "0" * 64, "committed"),
        ("deal_id", "S1-BZPEP-SQZS1-QKHP1", "no deal"),
        ("variant", "spider-2", "no deal"),
        ("racers/1/actions/5/1", "1>1", "action 6 of Bob, 1>1, is not legal"),
        ("racers/1/actions/-1/0", 1, "results"),
        ("results/0/time_ms", 1, "results"),
        ("results/1/place", 1, "results"),
        ("results/1/undos", 0, "results"),
        ("racers/0/name", "Eve", "results"),
    ],
)
def test_a_record_that_was_changed_does_not_hold(path: str, value: Any, problem: str) -> None:
    assert any(problem in text for text in problems(changed(path, value)))


def test_corrida_verify_says_what_it_found(tmp_path: Path) -> None:
    file = tmp_path / "race.json"
    file.write_text(json.dumps(played_out()))
    done = corrida("verify", str(file))
    assert (done.returncode, done.stdout) == (0, f"verified: {DEAL}, 2 racers, {len(LINE) + 4} actions\n")
    file.write_text(json.dumps(changed("results/0/time_ms", 1)))
    done = corrida("verify", str(file))
    assert done.returncode == 1
    assert "results" in done.stdout
    for text in ("{}", "[]", "x", '{"deal_id": 1}'):
        file.write_text(text)
        done = corrida("verify", str(file))
        assert done.returncode == 1
        assert "no record" in done.stderr
    assert corrida("verify", str(tmp_path / "missing")).returncode == 1
