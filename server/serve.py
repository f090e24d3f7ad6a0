"""`corrida serve`: Redis (ours, unless another is named), a socket to listen on, and server processes that share it."""

import contextlib
import http.client
import os
import resource
import signal
import socket
import sys
import tempfile
import threading
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn
from uvicorn.supervisors import Multiprocess

from server import logs
from server.redis_embedded import EmbeddedRedisError, embedded_redis
from server.settings import Settings

READY_WITHIN_S: Final = 60.0
WEBSOCKET_FRAME: Final = 64 * 1024
"""Frames beyond this end the connection in the websocket library (close code 1009); up to this they get an answer."""
_ANY_ADDRESS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - how to reach who listens on all
GOODBYE_S: Final = 5
"""How long open requests may take to end when the server is told to stop."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)


def serve(host: str, port: int, *, data: Path, redis: str | None, workers: int) -> int:
    """Serve until told to stop; returns the exit code. `port` 0 takes any free one."""
    logs.configure()
    try:
        settings = Settings.from_environment()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    # uvicorn raises the signal again once it has stopped; then what we have opened must be closed.
    signal.signal(signal.SIGTERM, _stop)
    _allow_many_files()
    six = ":" in host
    try:
        listening = socket.create_server(
            (host, port),
            family=socket.AF_INET6 if six else socket.AF_INET,
            backlog=2048,
            dualstack_ipv6=six and socket.has_dualstack_ipv6(),
        )
    except OSError as error:
        print(f"Can't listen on {host}:{port}: {error.strerror}", file=sys.stderr)
        return 1
    with contextlib.ExitStack() as stack:
        stack.enter_context(listening)
        try:
            url = redis or stack.enter_context(embedded_redis(data))
        except EmbeddedRedisError as error:
            print(error, file=sys.stderr)
            return 1
        os.environ |= replace(settings, redis=url).to_environment()
        threading.Thread(target=_announce, args=(host, listening.getsockname()[1]), daemon=True).start()
        try:
            return _run(listening, workers)
        except KeyboardInterrupt:  # uvicorn raises it again once it has stopped
            return 0


def _run(listening: socket.socket, workers: int) -> int:
    config = uvicorn.Config(
        "server.app:create_app",
        factory=True,
        workers=workers,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        ws="server.pipe:PipedProtocol",
        ws_max_size=WEBSOCKET_FRAME,
        # Costs twice the CPU and 4-6 times the memory per socket (field notes on performance).
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GOODBYE_S,
    )
    if workers > 1:
        with tempfile.TemporaryDirectory(prefix="corrida-metrics-") as folder:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # before the workers load what counts
            Multiprocess(config, sockets=[listening]).run()
        return 0
    server = uvicorn.Server(config)
    server.run(sockets=[listening])
    return 0 if server.started else 1


def _allow_many_files() -> None:
    """A socket is a file: take as many as the system lets us have, for the usual soft limit is a thousand."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _announce(host: str, port: int) -> None:
    """Say where to play, as soon as a request is answered; it waits in the socket's queue until a server is up."""
    name = f"[{host}]" if ":" in host else host
    connection = http.client.HTTPConnection(_ANY_ADDRESS.get(host, host), port, timeout=READY_WITHIN_S)
    with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
        connection.request("GET", "/healthz")
        if connection.getresponse().status == http.HTTPStatus.OK:
            print(f"Corrida is ready: http://{name}:{port}", flush=True)
