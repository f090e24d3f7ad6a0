"""Gives each day its deals and fills the stock of certified ones, in the background, on one server at a time.

Today's dailies come first, then those of the days ahead, and then the stock. Where today has none of some game, which
is where an installation has just begun, several processes look for them at once, and not for long in any one deal.

The deals are made here, from the system's randomness: a stock that came with the program would give every sealed deal
away by the first cards that one sees of it.
"""

import asyncio
import contextlib
import os
import secrets
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from engine.attempt import Attempt
from engine.deals import SEED_BITS, deal_id
from engine.games import VARIANTS
from engine.reasons import Reason
from server import daily, metrics
from server.store.clock import Clock
from server.store.daily import Day, Days
from server.store.redis import Unreachable, connect, end
from server.store.stock import Certified, Stock
from server.thinkers import Thinkers
from server.thought import OfDeal, notation

SECONDS: Final = 30.0
"""CPU time for one deal; what is not decided by then is dropped."""
LOCK_MS: Final = 120_000
"""A server that dies while it fills the stock is followed by another after this time; two for a moment do no harm."""
PAUSE_S: Final = 5.0
"""Between two looks at a stock that is full, or that another server fills, and after a deal that was not certified."""

AHEAD: Final = 31
"""Days, today among them, that are to have their deals."""
QUICK_S: Final = 1.0
"""CPU time for one deal of the background's; longer, up to SECONDS, where several came to nothing.

A new deal is worth more than going on with one that resists: measured compiled, a deal of Spider in four suits then
takes 0.9 s on average, against 2.5 s where none is given up before 30 s; Maze 0.4 s against 2.4.
"""
MOST_WORKERS: Final = 4
"""Processes, and no more than there are cores, that look for today's deals where they are missing."""
PATIENCE: Final = 4
"""A game has to fail so often before another one gets a day further ahead of it."""

log = structlog.get_logger()


async def certify(variant: str, thinkers: Thinkers, seconds: float = SECONDS) -> Certified | None:
    """A new deal with a line that wins it, which the rules have followed to its end; None if it was not certified."""
    name = deal_id(VARIANTS[variant], secrets.randbits(SEED_BITS))
    answer = await thinkers.ask("certifier", OfDeal(name, seconds))
    if answer.status != "won":
        return None
    certified = Certified(name, notation(name, answer.line))
    if not wins(certified):
        log.error("certificate_fails", variant=variant)
        return None
    return certified


def wins(certified: Certified) -> bool:
    """Whether the line is legal from its first move to its last, and wins."""
    attempt = Attempt(certified.deal)
    return all(not isinstance(attempt.act(move), Reason) for move in certified.line.split()) and attempt.won


async def fill(url: str, variant: str, count: int, seconds: float, tell: Callable[[str], object]) -> int:
    """Put `count` more deals of a variant into the stock of this Redis; returns how many are there then.

    May raise `Unreachable`. `tell` gets a line for each deal: how long its line is, never which it is.
    """
    redis, thinkers = connect(url), Thinkers(1, 0)
    stock = Stock(redis)
    try:
        done = tried = 0
        while done < count:
            tried += 1
            certified = await certify(variant, thinkers, seconds)
            if certified is not None:
                await stock.put(variant, certified)
                done += 1
                tell(f"{done}/{count} certified, {tried} tried, {len(certified.line.split())} moves")
        return (await stock.counts([variant]))[variant]
    finally:
        await thinkers.stop()
        await redis.aclose()


class Certifier:
    """Keeps so many deals of each variant ready, and the days ahead provided with deals."""

    def __init__(self, stock: Stock, days: Days, clock: Clock, thinkers: Callable[[], Thinkers], each: int) -> None:
        self._stock = stock
        self._days = days
        self._clock = clock
        self._thinkers = thinkers
        """Makes a process to think with."""
        self._each = each
        self._failed = dict.fromkeys(VARIANTS, 0)
        """Deals of each variant that were not certified since the last one that was."""
        self._busy = dict.fromkeys(VARIANTS, 0)
        """How many workers are at each variant."""
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to fill the stock, unless none is wanted."""
        if self._each:
            workers = min(MOST_WORKERS, os.cpu_count() or 1)
            self._tasks = [asyncio.create_task(self._run(i), name="certifier") for i in range(workers)]

    async def stop(self) -> None:
        """Stop it, and let another server go on."""
        await end(self._tasks)
        if self._each:
            with contextlib.suppress(*Unreachable):
                await self._stock.unlock()

    async def _run(self, number: int) -> None:
        """One worker: the first one is there for good, the others as long as today lacks deals."""
        thinkers = self._thinkers()
        try:
            while True:
                try:
                    if not await self.fill_one(thinkers, helper=number > 0):
                        if number and not await self._hurry():
                            return
                        await asyncio.sleep(PAUSE_S)
                except Unreachable as error:
                    log.warning("store_unreachable", work="certifier", error=type(error).__name__)
                    await asyncio.sleep(PAUSE_S)
                except Exception:
                    log.exception("certifier_failed")
                    await asyncio.sleep(PAUSE_S)
        finally:
            await thinkers.stop()

    async def _hurry(self) -> bool:
        """Whether today lacks a deal of some game."""
        return not all((await self._ahead()).values())

    async def _ahead(self) -> dict[str, int]:
        """How many days from today on have their deals, of each game, once the stock has given what it has."""
        at = await self._clock.read()
        today = daily.number_of(at, await self._days.first(at))
        dealt = await self._days.dealt(VARIANTS, range(today, today + AHEAD))
        return {variant: await self._provide(variant, today, there) for variant, there in dealt.items()}

    async def _provide(self, variant: str, today: int, dealt: Sequence[bool]) -> int:
        for i, there in enumerate(dealt):
            if not there and not await self._days.choose(Day(variant, today + i)):
                return i
        return AHEAD

    async def fill_one(self, thinkers: Thinkers, *, helper: bool = False) -> bool:
        """Try one deal of the variant that lacks most; False if nothing is to be done now, or nothing came of it.

        A helper does only what today lacks; there a deal that was not certified is followed by the next one at once.
        """
        ahead = await self._ahead()
        counts = await self._stock.counts(VARIANTS)
        for variant in VARIANTS:
            metrics.STOCK.labels(variant).set(counts[variant])
            metrics.DAYS_AHEAD.labels(variant).set(ahead[variant])
        have = {variant: ahead[variant] + (counts[variant] if ahead[variant] == AHEAD else 0) for variant in VARIANTS}
        lacking = [variant for variant in VARIANTS if have[variant] < (1 if helper else AHEAD + self._each)]
        if not lacking or not await self._stock.lock(LOCK_MS):
            return False
        variant = min(lacking, key=lambda one: self._order(one, have[one]))
        hurry = not have[variant]
        seconds = QUICK_S * (1 + self._failed[variant] // PATIENCE)
        self._busy[variant] += 1
        try:
            certified = await certify(variant, thinkers, min(SECONDS, seconds))
        finally:
            self._busy[variant] -= 1
        if certified is None:
            self._failed[variant] += 1
            return hurry
        self._failed[variant] = 0
        await self._stock.put(variant, certified)
        return True

    def _order(self, variant: str, have: int) -> tuple[int, ...]:
        """What no other worker is at comes first, then what there is least of, unless it resists, then what is easy."""
        one = VARIANTS[variant]
        hard = len(set(one.suits)) if one.family == "spider" else 0
        return self._busy[variant], PATIENCE * have + self._failed[variant], hard
