"""Redis' clock, read from afar: one clock for all servers of a race."""

import time

from redis.asyncio import Redis


class Clock:
    """Milliseconds of Redis' clock, from the least delayed of the last readings."""

    KEEP = 8
    """Readings that are compared; a reading is made every few seconds, so that a drift is followed."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._readings: list[tuple[float, float]] = []
        """(round trip, offset) in ms, newest last."""
        self._offset = 0.0
        self._latest = 0

    async def read(self) -> int:
        """Ask Redis for the time; also improves what `now` tells."""
        before = time.monotonic() * 1000
        seconds, microseconds = await self._redis.time()
        after = time.monotonic() * 1000
        exact = seconds * 1000 + microseconds / 1000
        self._readings = [*self._readings[1 - self.KEEP :], (after - before, exact - (before + after) / 2)]
        self._offset = min(self._readings)[1]
        self._latest = max(self._latest, int(exact))
        return int(exact)

    def now(self) -> int:
        """The time now, without asking; never earlier than what `read` has told. It must have been called once."""
        return max(self._latest, int(time.monotonic() * 1000 + self._offset))
