"""Two ways to connect to Redis: for calls, which time out and are tried again, and for listening, which waits."""

import asyncio
from collections.abc import Iterable
from typing import Any

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import EqualJitterBackoff
from redis.exceptions import RedisError

CALL_TIMEOUT_S = 5.0
CONNECTIONS = 32
"""At most; a call waits for a free one for at most CALL_TIMEOUT_S."""
RETRIES = 8
"""After 0.02 s, 0.04 s … 0.5 s: long enough for an embedded Redis to be started again. A write may be tried again,
since an append names the version it was decided on: what was done the first time is a conflict the second time."""

_CANCEL_AGAIN_S = 0.5

Unreachable = (RedisError, OSError)
"""What a call raises when Redis cannot be reached or does not answer."""


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks that ask Redis until they have ended. Whatever befell them is not told.

    One cancellation may be lost: redis-py waits with `asyncio.wait_for`, which before Python 3.12 keeps it to itself
    when what it waits for is done in the same moment.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        done, left = await asyncio.wait(left, timeout=_CANCEL_AGAIN_S)
        await asyncio.gather(*done, return_exceptions=True)


def connect(url: str) -> Redis:
    """A client for calls. Protocol 2: that of protocol 3 has a fault in redis-py 8.1 (its issue 4252)."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=CALL_TIMEOUT_S,
        socket_timeout=CALL_TIMEOUT_S,
        socket_connect_timeout=CALL_TIMEOUT_S,
        retry=Retry(EqualJitterBackoff(cap=0.5, base=0.02), RETRIES),
        protocol=2,
    )
    return Redis.from_pool(pool)


def connect_listener(url: str) -> Redis:
    """A client for pub/sub: reads wait for as long as nothing is said, and a health check finds a dead peer."""
    return Redis.from_url(
        url,
        socket_timeout=None,
        socket_connect_timeout=CALL_TIMEOUT_S,
        health_check_interval=10,
        retry=Retry(EqualJitterBackoff(cap=0.5, base=0.02), RETRIES),
        protocol=2,
    )
