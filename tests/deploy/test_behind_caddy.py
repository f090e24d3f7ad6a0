"""Caddy with our Caddyfile before two real servers on one Redis: sockets pass, and outlive a server's death."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import msgpack
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from server.client import frame, new_player, new_room, socket_url
from server.messages import PROTOCOL
from server.redis_embedded import embedded_redis

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def started(
    stack: ExitStack, command: list[str | Path], said: str, **environment: str
) -> tuple[subprocess.Popen[str], str]:
    """Start a program that ends with the stack, once it has said something; the program and what it said."""
    process = stack.enter_context(
        subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    )
    stack.callback(process.kill)
    assert process.stdout
    for line in process.stdout:
        if match := re.search(said, line):
            return process, match[0]
    raise AssertionError(f"{command} ended without a word of {said}")


class Site:
    """The address that Caddy listens at, and the two servers behind it."""

    def __init__(self, stack: ExitStack, url: str, servers: list[subprocess.Popen[str]]) -> None:
        self.stack = stack
        self.url = url
        self.servers = servers

    def enter(self, code: str, token: str) -> ClientConnection:
        """A socket that has been welcomed into the room."""
        ws = self.stack.enter_context(
            connect(
                socket_url(self.url),
                subprotocols=[Subprotocol(PROTOCOL)],
                additional_headers={"authorization": f"Bearer {token}"},
                compression=None,
                proxy=None,
            )
        )
        ws.send(frame(t="hello", code=code))
        assert msgpack.unpackb(ws.recv(20))["t"] == "welcome"
        return ws


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with ExitStack() as stack:
        redis = stack.enter_context(embedded_redis(tmp_path / "data"))
        servers, ports = [], []
        for _ in range(2):
            server, where = started(
                stack, [BIN / "corrida", "serve", "--port", "0", "--redis", redis], r"http://\S+:\d+"
            )
            servers.append(server)
            ports.append(where.rpartition(":")[2])
        url = f"http://127.0.0.1:{free_port()}"
        started(
            stack,
            [BIN / "caddy", "run", "--config", ROOT / "deploy" / "Caddyfile"],
            "serving initial configuration",
            CORRIDA_SITE=url,
            CORRIDA_SERVERS=" ".join(f"127.0.0.1:{port}" for port in ports),
            XDG_DATA_HOME=str(tmp_path),
            XDG_CONFIG_HOME=str(tmp_path),
        )
        yield Site(stack, url, servers)


def dead(ws: ClientConnection) -> bool:
    """Whether a socket has been cut."""
    try:
        while True:
            ws.recv(0)
    except TimeoutError:
        return False
    except ConnectionClosed:
        return True


def test_players_of_a_killed_server_go_on_at_the_other(site: Site) -> None:
    tokens = [new_player(site.url) for _ in range(6)]
    code = new_room(site.url, tokens[0], variant="spider-4", name="Ana")
    sockets = [site.enter(code, token) for token in tokens]

    site.servers[0].kill()
    deadline = time.monotonic() + 20
    while not (cut := [index for index, ws in enumerate(sockets) if dead(ws)]):
        assert time.monotonic() < deadline
        time.sleep(0.01)

    assert 0 < len(cut) < len(sockets), "the players were spread over both servers"
    for index in cut:
        site.enter(code, tokens[index])


def test_the_page_is_for_everyone_and_the_metrics_are_not(site: Site) -> None:
    with urlopen(site.url, timeout=20) as page:
        assert page.read().startswith(b"<!doctype html>")
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"{site.url}/metrics", timeout=20)
