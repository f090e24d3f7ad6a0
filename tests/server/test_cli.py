"""The command line: what makes no sense gets one line, and nothing is left behind."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.conftest import ROOT, Node


def corrida(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "server", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=30, check=False
    )


@pytest.mark.parametrize(
    "arguments",
    [
        "serve --port 99999",
        "serve --port x",
        "serve --workers 0",
        "serve --redis localhost",
        "robots --url http://127.0.0.1:9 --create spider-1 --players 0",
        "robots --url http://127.0.0.1:9 --create spider-1 --players 1",
        "robots --url http://127.0.0.1:9",
        "robots --url ftp://x --create spider-1",
        "deal --new freecell",
        "deal S4-7KQ2M-9XD40-TBZR0",
        "deal",
        "solve",
        "solve spider-4",
        "solve S4-7KQ2M-9XD40-TBZR0",
        "solve S1-00000-00000-00008 --seconds 0",
        "dance",
    ],
)
def test_what_makes_no_sense_is_told_in_words(arguments: str) -> None:
    done = corrida(*arguments.split())
    assert done.returncode in (1, 2)
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_told_in_words(node: Node, tmp_path: Path) -> None:
    done = corrida("serve", "--port", node.url.rpartition(":")[2], "--data", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith("Can't listen on 127.0.0.1:")


def test_a_setting_that_is_no_number_is_told_in_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CORRIDA_COUNTDOWN_MS", "soon")
    done = corrida("serve", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr == "CORRIDA_COUNTDOWN_MS must be a whole number, not 'soon'\n"


def test_logs_that_would_be_kept_for_too_short_a_time_are_told_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CORRIDA_KEEP_SOLO", "1")
    done = corrida("serve", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr == "CORRIDA_KEEP_SOLO must be from 2 to 36500, not 1\n"


@pytest.mark.parametrize("host", ["::1", "::"])
def test_a_server_told_to_stop_leaves_nothing_behind(tmp_path: Path, host: str) -> None:
    node = Node("--data", str(tmp_path), "--host", host)
    assert (tmp_path / "redis" / "redis.sock").exists()
    node.stop()
    assert node.process.returncode == 0
    assert not (tmp_path / "redis" / "redis.sock").exists()


def test_a_reader_who_has_read_enough_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "server", "deal", "--new", "maze"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.close()
        assert command.stderr.read() == ""
