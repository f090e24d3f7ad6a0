"""`corrida solve`: one deal, one answer, within the time it is given."""

import json
import sys

import pytest

from engine.attempt import Attempt
from engine.deals import deal_id
from engine.games import VARIANTS
from engine.reasons import Reason
from server import cli, solve
from server.solve import check

EASY = deal_id(VARIANTS["spider-1"], 7)


def corrida(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["corrida", *arguments])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert isinstance(end.value.code, int)
    return end.value.code


def test_a_deal_is_solved_by_a_line_that_wins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert corrida(monkeypatch, "solve", EASY.lower(), "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"status", "moves", "nodes", "seconds", "cpu_seconds", "peak_mb"}
    assert found["status"] == "won"
    game = Attempt(EASY)
    for action in found["moves"]:
        assert not isinstance(game.act(action), Reason)
    assert game.won
    assert found["nodes"] > 0
    assert found["peak_mb"] > 1


def test_a_deal_is_solved_in_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert corrida(monkeypatch, "solve", EASY) == 0
    first, second, *line = capsys.readouterr().out.splitlines()
    assert first == f"{EASY}  spider-1"
    assert second.startswith("won in ")
    assert second.split()[2] == str(len(" ".join(line).split()))


def test_what_is_not_decided_in_time_is_unknown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(solve, "SLICE", 1)
    hard = deal_id(VARIANTS["spider-4"], 1)
    assert corrida(monkeypatch, "solve", hard, "--seconds", "0.001") == 0
    assert "unknown: not decided in 0.001 s" in capsys.readouterr().out


def test_a_line_that_does_not_win_is_not_believed() -> None:
    table = Attempt(EASY).table
    with pytest.raises(RuntimeError):
        check(table, [])
