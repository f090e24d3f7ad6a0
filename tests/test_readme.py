"""What the README and the other pages promise works: their commands, and their links."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from engine.games import VARIANTS
from server.cli import _parser
from server.settings import Settings

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("deploy/*.md")]


def commands(page: str) -> Iterator[str]:
    """The command lines in the blocks of a page."""
    for block in re.findall(r"^```sh\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL):
        yield from block.splitlines()


def test_readme_has_the_commands_that_are_tested_here() -> None:
    corrida = ".venv/bin/corrida "
    assert [line for line in commands("README.md") if not line.startswith(corrida)] == [
        "make run",
        'make run ARGS="--host 0.0.0.0"',
        "make test",  # is what runs this
    ]
    assert sum(line.startswith(corrida) for line in commands("README.md")) == 6


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_make_run_serves_the_page_and_stops_at_ctrl_c(tmp_path: Path, host: str) -> None:
    arguments = f'ARGS=--host {host} --port 0 --data "{tmp_path}"'
    with subprocess.Popen(
        ["make", "--silent", "run", arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        env={**os.environ, "CORRIDA_STOCK": "0"},
    ) as make:
        assert make.stdout
        try:
            ready = next(line for line in make.stdout if line.startswith("Corrida is ready:"))
            with urlopen(ready.split()[-1], timeout=20) as page:
                assert b"<title>" in page.read()
            assert (tmp_path / "redis" / "appendonlydir").is_dir()
        finally:
            os.killpg(make.pid, signal.SIGINT)
        last_words = make.stdout.read()
    assert "Traceback" not in last_words
    assert not (tmp_path / "redis" / "redis.sock").exists()


@pytest.mark.parametrize("line", [line for line in commands("README.md") if "bin/corrida deal" in line])
def test_deal_commands_print_deals(line: str) -> None:
    words = shlex.split(line)
    said = subprocess.run([BIN / "corrida", *words[1:]], capture_output=True, text=True, check=True).stdout
    assert said.startswith('{"id": "S4-' if "--json" in words else words[2])


def test_the_file_that_is_replayed_is_there_and_the_game_that_is_played_too() -> None:
    words = [shlex.split(line) for line in commands("README.md") if " replay " in line or " play " in line]
    assert [word[1] for word in words] == ["play", "replay"]
    for word in words:
        parsed = _parser().parse_args(word[1:])
        assert (ROOT / parsed.file).is_file() if word[1] == "replay" else parsed.game in VARIANTS


def test_robots_and_verify_commands_are_ones_that_corrida_has() -> None:
    robots, verify = (line for line in commands("README.md") if " robots " in line or " verify " in line)
    assert _parser().parse_args(shlex.split(robots)[1:]).code
    assert _parser().parse_args(shlex.split(verify)[1:]).record.endswith("/r/ABC234")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        if not link.startswith(("http:", "https:", "#")):
            assert (page.parent / link.partition("#")[0]).exists(), link


def test_make_commands_exist() -> None:
    said = {name for page in PAGES for name in re.findall(r"`make ([a-z][a-z-]*)", page.read_text())}
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said <= set(re.findall(r"make ([a-z-]+)", listed))


def test_settings_of_the_readme_are_those_of_the_command() -> None:
    rows = re.findall(r"^\| (`[^|]*) \|", (ROOT / "README.md").read_text(), re.MULTILINE)
    options = {name for row in rows for name in re.findall(r"--[a-z]+", row)}
    serve = subprocess.run([BIN / "corrida", "serve", "--help"], capture_output=True, text=True, check=True).stdout
    assert options == set(re.findall(r"--[a-z]+", serve)) - {"--help"}
    code = (ROOT / "server" / "redis_embedded.py").read_text()
    variables = {name for row in rows for name in re.findall(r"CORRIDA_\w+", row)}
    # REDIS and CLIENT are set by `serve` itself.
    own = set(Settings().to_environment()) - {"CORRIDA_REDIS", "CORRIDA_CLIENT"}
    assert variables == own | set(re.findall(r'environ.get\("(CORRIDA_\w+)"', code))
