"""The server's own robots, with whom a room can be filled: they see what a player sees, and race by the same wishes.

Whichever servers have the room open let its robots race. All of them may try a move; the append decides whose is taken.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final
from zlib import crc32

from engine.reasons import Reason as RuleReason
from server.messages import Strength
from server.messages.incoming import GiveUp, Play
from server.race import Race, Racer
from server.reasons import Reason
from server.store.clock import Clock
from server.strategy import Strategy, known

PACE_MS: Final[dict[Strength, int]] = {"easy": 4_000, "medium": 2_500, "hard": 1_300}
"""From one move to the next: a beginner, a player, and one who knows each card."""
MOST_MOVES: Final = 400
"""A robot that has made this many moves has lost its way."""
_APART_S: Final = 0.2
"""Servers that let the same robot race try its moves at random moments within this time, so they seldom collide."""
_PAUSE_S: Final = 1.0
"""After a move that was refused, as when its race has just ended."""

Act = Callable[[str, Play | GiveUp], Awaitable[Reason | RuleReason | None]]
"""Does a racer's wish, or tells why not."""


class House:
    """How fast the robots are, and how much they may think: one at a time, and no more than half of the time.

    They think in the process that serves people, and must not keep them waiting (`make bench-house`).
    """

    def __init__(self, pace_percent: int = 100) -> None:
        self._pace_percent = pace_percent
        self._thinking = asyncio.Semaphore(1)

    async def race(self, on: Race, racer: Racer, clock: Clock, act: Act) -> None:
        """Play for one of the server's own robots until its race is over."""
        if racer.strength is None:
            raise ValueError("not one of the server's own robots")
        pace_ms = PACE_MS[racer.strength] * self._pace_percent // 100
        strategy = Strategy(crc32(f"{racer.id} {on.start_at}".encode()), racer.strength)
        while on.over_at is None and racer.state == "racing":
            wait_ms = racer.acted_at + pace_ms - clock.now()
            if wait_ms > 0:
                await asyncio.sleep(wait_ms / 1000 + random.uniform(0, _APART_S))  # noqa: S311 - no secret
                continue
            wish = await self._choose(racer, strategy)
            if wish.v == racer.version and await act(racer.id, wish) is not None:
                await asyncio.sleep(_PAUSE_S)

    async def _choose(self, racer: Racer, strategy: Strategy) -> Play | GiveUp:
        n, v, moves = racer.n + 1, racer.version, racer.attempt.moves
        move = None
        if moves < MOST_MOVES:
            async with self._thinking:
                begun = monotonic()
                move = await asyncio.to_thread(strategy.choose, known(racer.attempt.view()))
                await asyncio.sleep(monotonic() - begun)
        return GiveUp(t="give_up", n=n, v=v) if move is None else Play(t="play", n=n, v=v, move=move)
