"""Gives today's daily of a game a deal that a test knows: `python tests/browser/choose_daily.py DATA VARIANT FILE`."""

import asyncio
import sys
from pathlib import Path

from server import daily
from server.store.clock import Clock
from server.store.daily import Day, Days
from server.store.redis import connect
from server.store.stock import Certified, Stock


async def main(data: str, variant: str, game: str) -> None:
    deal, *line = [text for text in game.split("\n") if text and not text.startswith("#")]
    redis = connect(f"unix://{data}/redis/redis.sock")
    days = Days(redis)
    now = await Clock(redis).read()
    await Stock(redis).put(variant, Certified(deal, " ".join(line)))
    day = Day(variant, daily.number_of(now, await days.first(now)))
    assert await days.choose(day)
    chosen = await days.deal(day)
    assert chosen is not None
    assert chosen.id == deal
    await redis.aclose()


data, variant, file = sys.argv[1:]
asyncio.run(main(data, variant, Path(file).read_text("utf-8")))
