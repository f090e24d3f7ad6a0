"""Fills the stock of certified deals, in the background and at the lowest priority, on one server at a time.

The deals are made here, from the system's randomness: a stock that came with the program would give every sealed deal
away by the first cards that one sees of it.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Final

import structlog

from engine.attempt import Attempt
from engine.deals import SEED_BITS, deal_id
from engine.games import VARIANTS
from engine.reasons import Reason
from server import metrics
from server.store.redis import Unreachable, connect
from server.store.stock import Certified, Stock
from server.thinkers import Thinkers
from server.thought import OfDeal, notation

SECONDS: Final = 30.0
"""CPU time for one deal; what is not decided by then is dropped."""
LOCK_MS: Final = 120_000
"""A server that dies while it fills the stock is followed by another after this time; two for a moment do no harm."""
PAUSE_S: Final = 5.0
"""Between two looks at a stock that is full, or that another server fills, and after a deal that was not certified."""

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
    """Keeps so many deals of each variant ready."""

    def __init__(self, stock: Stock, thinkers: Thinkers, each: int) -> None:
        self._stock = stock
        self._thinkers = thinkers
        self._each = each
        self._failed = dict.fromkeys(VARIANTS, 0)
        """Deals of each variant that were not certified since the last one that was."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to fill the stock, unless none is wanted."""
        if self._each:
            self._task = asyncio.create_task(self._run(), name="certifier")

    async def stop(self) -> None:
        """Stop it, and let another server go on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            while True:
                try:
                    if not await self.fill_one():
                        await asyncio.sleep(PAUSE_S)
                except Unreachable as error:
                    log.warning("store_unreachable", work="certifier", error=type(error).__name__)
                    await asyncio.sleep(PAUSE_S)
                except Exception:
                    log.exception("certifier_failed")
                    await asyncio.sleep(PAUSE_S)
        finally:
            await self._thinkers.stop()
            with contextlib.suppress(*Unreachable):
                await self._stock.unlock()

    async def fill_one(self) -> bool:
        """Try one deal of the variant that lacks most; False if nothing is to be done now, or nothing came of it."""
        counts = await self._stock.counts(VARIANTS)
        for variant, count in counts.items():
            metrics.STOCK.labels(variant).set(count)
        lacking = [variant for variant, count in counts.items() if count < self._each]
        if not lacking or not await self._stock.lock(LOCK_MS):
            return False
        # A game whose deals resist waits behind those that have as few and give way.
        variant = min(lacking, key=lambda one: (counts[one] + self._failed[one], list(VARIANTS).index(one)))
        certified = await certify(variant, self._thinkers)
        if certified is None:
            self._failed[variant] += 1
            return False
        self._failed[variant] = 0
        await self._stock.put(variant, certified)
        return True
