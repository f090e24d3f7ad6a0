"""What stands in deploy/ is well-formed, and names what exists."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis
from ruamel.yaml import YAML

from server.cli import _parser
from server.redis_embedded import embedded_redis

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
BIN = Path(sys.executable).parent

COMPOSE = YAML(typ="safe").load(DEPLOY / "compose.yaml")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()


def run(*command: str | Path) -> str:
    """Run a checker of the environment in deploy/; what it says, which is part of the failure if it fails."""
    result = subprocess.run(
        [BIN / command[0], *command[1:]],
        cwd=DEPLOY,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


def test_hadolint_has_nothing_to_say_about_the_dockerfile() -> None:
    assert run("hadolint", "Dockerfile") == ""


def test_compose_file_follows_its_schema() -> None:
    run("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml")


def test_caddy_takes_the_caddyfile() -> None:
    run("caddy", "validate", "--config", "Caddyfile")
    run("caddy", "fmt", "--diff", "Caddyfile")


def test_caddy_sends_to_the_two_servers_of_the_compose_file() -> None:
    servers = [name for name in COMPOSE["services"] if name.startswith("corrida")]
    assert len(servers) == 2
    addresses = " ".join(f"{name}:8000" for name in servers)
    assert f"{{$CORRIDA_SERVERS:{addresses}}}" in (DEPLOY / "Caddyfile").read_text()
    assert f"${{CORRIDA_SERVERS:-{addresses}}}" == COMPOSE["services"]["caddy"]["environment"]["CORRIDA_SERVERS"]


def test_volumes_and_dependencies_of_the_compose_file_exist() -> None:
    for service in COMPOSE["services"].values():
        assert set(service.get("depends_on", ())) <= COMPOSE["services"].keys()
        for source, _, _ in (volume.partition(":") for volume in service.get("volumes", ())):
            assert (DEPLOY / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]


@pytest.mark.parametrize("place", ["compose.yaml", "Dockerfile"])
def test_the_servers_are_started_by_a_command_that_corrida_has(place: str) -> None:
    if place == "compose.yaml":
        command = COMPOSE["services"]["corrida-1"]["command"]
    else:
        command = re.findall(r'"(.*?)"', DOCKERFILE.rpartition("\nCMD ")[2])
    arguments = _parser().parse_args(command)
    assert arguments.host == "0.0.0.0"
    assert f"EXPOSE {arguments.port}\n" in DOCKERFILE


def test_redis_of_the_compose_file_writes_as_ours_does(tmp_path: Path) -> None:
    command = COMPOSE["services"]["redis"]["command"]
    given = {name.removeprefix("--"): value for name, value in zip(command[1::2], command[2::2], strict=True)}
    with embedded_redis(tmp_path) as url, Redis.from_url(url, decode_responses=True) as redis:
        ours = redis.config_get(*given)
    assert command[0] == "valkey-server"
    assert given == ours


def test_everything_that_the_dockerfile_copies_is_let_through() -> None:
    let_through = {
        line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().split() if line.startswith("!")
    }
    copied = {
        source for line in re.findall(r"^COPY (?!--)(.*) \S+$", DOCKERFILE, re.MULTILINE) for source in line.split()
    }
    assert copied
    for source in copied:
        assert (ROOT / source).exists(), source
        assert Path(source).parts[0] in let_through
