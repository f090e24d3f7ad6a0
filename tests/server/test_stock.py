"""The stock of certified deals: made here, proved by the rules, taken once, and secret until played."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError

from engine.deals import deal_id, variant_of
from engine.games import VARIANTS
from server import commands, daily
from server.certifier import AHEAD, Certifier, certify, fill, wins
from server.client import Refusal, new_room
from server.dealer import Dealer
from server.events import Configured, Deal, Dealt
from server.messages.incoming import Configure
from server.open_room import OpenRoom, fold
from server.reasons import Reason
from server.room import Room
from server.store.clock import Clock
from server.store.daily import Day, Days
from server.store.keys import daily_deals
from server.store.keys import stock as stock_key
from server.store.log import Change, Logs, Outcome
from server.store.stock import Certified, Stock
from server.thinkers import Thinkers
from tests.engine.walks import WON
from tests.server.builders import NEXT_DEAL, NOBODY_THINKS, created, fresh, lobby, needs
from tests.server.conftest import Node
from tests.server.peers import Peer, start_race

WON_DEAL, *WON_LINE = WON["spider-1-won"]
CERTIFIED = Certified(WON_DEAL, " ".join(WON_LINE))


@pytest.fixture
async def stock(redis: Redis) -> AsyncIterator[Stock]:
    for variant in VARIANTS:
        await redis.delete(stock_key(variant))
    await redis.delete("corrida:stock:lock")
    yield Stock(redis)
    for variant in VARIANTS:
        await redis.delete(stock_key(variant))


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    made = Thinkers(1, 5)
    yield made
    await made.stop()


async def test_a_deal_is_taken_once_however_many_take_at_once(stock: Stock) -> None:
    names = [deal_id(VARIANTS["maze"], seed) for seed in range(5)]
    for name in names:
        await stock.put("maze", Certified(name, ""))
    assert (await stock.counts(["maze", "spider-1"])) == {"maze": 5, "spider-1": 0}
    taken = await asyncio.gather(*(stock.take("maze") for _ in range(8)))
    assert sorted(one.deal for one in taken if one is not None) == sorted(names)


async def test_what_is_put_back_is_the_next_to_be_taken(stock: Stock) -> None:
    await stock.put("spider-1", CERTIFIED)
    await stock.put("spider-1", Certified(NEXT_DEAL, ""))
    first = await stock.take("spider-1")
    assert first == CERTIFIED
    await stock.put_back("spider-1", first)
    assert await stock.take("spider-1") == CERTIFIED


@pytest.mark.parametrize("add", [Stock.put, Stock.put_back])
async def test_a_deal_is_added_once_although_the_answer_is_lost_and_the_call_tried_again(
    stock: Stock, monkeypatch: pytest.MonkeyPatch, add: Callable[[Stock, str, Certified], Awaitable[None]]
) -> None:
    await add(stock, "maze", Certified(NEXT_DEAL, ""))  # Redis has the script from now on
    lost: list[object] = []
    hear = AbstractConnection.read_response

    async def lose_one(self: AbstractConnection, *args: Any, **how: Any) -> Any:
        answer = await hear(self, *args, **how)
        if lost:
            return answer
        lost.append(answer)
        await self.disconnect()
        raise RedisConnectionError("the answer is lost")

    monkeypatch.setattr(AbstractConnection, "read_response", lose_one)
    await add(stock, "spider-1", CERTIFIED)
    assert len(lost) == 1
    assert await stock.counts(["maze", "spider-1"]) == {"maze": 1, "spider-1": 1}
    assert await stock.take("spider-1") == CERTIFIED


async def test_one_server_at_a_time_fills_it(stock: Stock, redis: Redis) -> None:
    other = Stock(redis)
    assert await stock.lock(60_000)
    assert await stock.lock(60_000)
    assert not await other.lock(60_000)
    await other.unlock()
    assert not await other.lock(60_000)
    await stock.unlock()
    assert await other.lock(60_000)


def test_a_certificate_is_a_line_that_the_rules_follow_to_the_win() -> None:
    assert wins(CERTIFIED)
    assert not wins(Certified(WON_DEAL, " ".join(WON_LINE[:-1])))
    assert not wins(Certified(WON_DEAL, "no move"))
    assert CERTIFIED.deal not in repr(CERTIFIED)


async def test_deals_are_certified_by_the_solver_and_filled_in(
    redis_url: str, stock: Stock, thinkers: Thinkers
) -> None:
    lines: list[str] = []
    assert await fill(redis_url, "klondike-1", 2, 20.0, lines.append) == 2
    assert [line.split(" ")[0] for line in lines] == ["1/2", "2/2"]
    for _ in range(2):
        taken = await stock.take("klondike-1")
        assert taken is not None
        assert wins(taken)
        assert variant_of(taken.deal).id == "klondike-1"
        assert all(taken.deal not in line for line in lines)


@pytest.fixture
async def days(redis: Redis, clock: Clock) -> AsyncIterator[Days]:
    """Without any deals, before and after."""
    made = Days(redis)
    for variant in VARIANTS:
        await redis.delete(daily_deals(variant))
    yield made
    for variant in VARIANTS:
        await redis.delete(daily_deals(variant))


async def provide(stock: Stock, days: Days, clock: Clock, *, till: int, without: str = "") -> None:
    """Let these days, from today on, have deals of all games but one."""
    now = await clock.read()
    today = daily.number_of(now, await days.first(now))
    for variant in VARIANTS:
        for number in range(today, today + till):
            if variant != without:
                await stock.put(variant, Certified("", ""))
                assert await days.choose(Day(variant, number))


async def filled(certifier: Certifier, thinkers: Thinkers) -> None:
    """Let it try until nothing is lacking that it lacked today, or one more deal is in the stock."""
    hurried = await certifier._hurry()
    for _ in range(20):
        if await certifier.fill_one(thinkers) and not (hurried and await certifier._hurry()):
            return
    raise AssertionError("nothing certified in twenty tries")


async def test_what_lacks_most_is_filled_first_and_a_full_stock_rests(
    stock: Stock, days: Days, clock: Clock, thinkers: Thinkers
) -> None:
    await provide(stock, days, clock, till=AHEAD)
    for variant in VARIANTS:
        if variant != "klondike-1":
            await stock.put(variant, Certified("", ""))
    certifier = Certifier(stock, days, clock, lambda: thinkers, each=1)
    await filled(certifier, thinkers)
    assert (await stock.counts(["klondike-1"]))["klondike-1"] == 1
    assert not await certifier.fill_one(thinkers)


async def test_today_comes_before_the_days_ahead_and_they_before_the_stock(
    stock: Stock, days: Days, clock: Clock, thinkers: Thinkers
) -> None:
    await provide(stock, days, clock, till=3, without="clasico-1")
    certifier = Certifier(stock, days, clock, lambda: thinkers, each=1)
    assert await certifier._hurry()
    await filled(certifier, thinkers)
    ahead = await certifier._ahead()
    assert ahead.pop("clasico-1") == 1
    assert set(ahead.values()) == {3}
    # A helper does what is lacking today, and nothing else.
    before = await certifier._ahead()
    assert not await certifier.fill_one(thinkers, helper=True)
    assert not await certifier._hurry()
    assert await certifier._ahead() == before


async def test_days_are_provided_from_the_stock_if_there_is_one(stock: Stock, days: Days, clock: Clock) -> None:
    await stock.put("maze", Certified("one", ""))
    await stock.put("maze", Certified("two", ""))
    certifier = Certifier(stock, days, clock, lambda: NOBODY_THINKS, each=1)
    assert (await certifier._ahead())["maze"] == 2
    assert (await stock.counts(["maze"]))["maze"] == 0
    now = await clock.read()
    tomorrow = await days.deal(Day("maze", daily.number_of(now, await days.first(now)) + 1))
    assert tomorrow is not None
    assert tomorrow.id == "two"


async def test_where_nothing_can_be_certified_another_game_has_its_turn(stock: Stock, days: Days, clock: Clock) -> None:
    certifier = Certifier(stock, days, clock, lambda: NOBODY_THINKS, each=1)
    for _ in VARIANTS:
        assert await certifier.fill_one(NOBODY_THINKS)  # today lacks all: on to the next at once
    assert set(certifier._failed.values()) == {1}
    await provide(stock, days, clock, till=1)
    for _ in VARIANTS:
        assert not await certifier.fill_one(NOBODY_THINKS)
    assert set(certifier._failed.values()) == {2}


async def test_nothing_is_certified_where_nobody_thinks() -> None:
    assert await certify("klondike-1", NOBODY_THINKS) is None


# Rooms


async def test_a_dealer_takes_from_the_stock_only_what_is_wanted_and_gives_back_what_is_not_used(stock: Stock) -> None:
    await stock.put("spider-1", CERTIFIED)
    dealer = Dealer(stock)
    assert isinstance(dealer.fresh("spider-1", None), Deal)
    assert not await dealer.take()
    assert dealer.fresh("spider-1", None, winnable=True) is Reason.NONE_READY
    assert await dealer.take()
    deal = dealer.fresh("spider-1", None, winnable=True)
    assert isinstance(deal, Deal)
    assert (deal.id, deal.line, deal.sealed) == (CERTIFIED.deal, CERTIFIED.line, True)
    await dealer.put_back(None)
    assert (await stock.counts(["spider-1"]))["spider-1"] == 1


def configured(made: Room, **wanted: object) -> list[bool]:
    """Whether each deal that `decide` asks for is to be winnable."""
    asked: list[bool] = []

    def watched(variant: str | None, typed: str | None, *, winnable: bool = False) -> Deal | Reason:
        asked.append(winnable)
        deal = fresh(variant, typed)
        assert isinstance(deal, Deal)
        return deal

    message = Configure.model_validate({"t": "configure", **wanted})
    assert isinstance(commands.decide(made, "ana", message, watched), list)
    return asked


def test_a_room_wants_a_certified_deal_when_its_host_says_so_and_not_again() -> None:
    assert configured(lobby(), winnable=True) == [True]
    assert configured(lobby(winnable=True), winnable=True, racers=4) == []
    assert configured(lobby(winnable=True), winnable=True, variant="spider-2") == [True]
    assert configured(lobby(winnable=True), winnable=False) == []
    assert configured(lobby(), winnable=True, deal=WON_DEAL) == [True]  # a typed deal is the host's choice


async def test_a_winnable_room_plays_a_certified_deal_and_shows_its_line_when_it_is_over(
    peer: Callable[..., Peer], node: Node, stock: Stock
) -> None:
    await stock.put("spider-1", CERTIFIED)
    ana, bob = peer(), peer()
    await start_race([ana, bob], winnable=True)
    assert ana.room["certified"]
    assert (await stock.counts(["spider-1"]))["spider-1"] == 0
    secret = CERTIFIED.deal.encode()
    assert all(secret not in data and b"winning_line" not in data for data in [*ana.received, *bob.received])
    for one in (ana, bob):
        await one.send_bytes(one.seat.give_up())
    await ana.over()
    assert ana.room["opening"]["deal_id"] == CERTIFIED.deal
    assert await bob.refusal(t="rematch") == "none_ready"
    await stock.put("spider-1", CERTIFIED)
    await bob.send(t="rematch")
    await bob.until(lambda: bob.room["race"] == 2)
    assert bob.room["certified"]


class LosesAnswers(Logs):
    """Appends, and then the answer is lost; `tried_again` means that Redis is asked once more, as redis-py does."""

    def __init__(self, logs: Logs, *, tried_again: bool) -> None:
        super().__init__(logs._redis)
        self._tried_again = tried_again

    async def append(self, code: str, changes: Sequence[Change], **bounds: Any) -> Outcome:
        outcome = await super().append(code, changes, **bounds)
        if not self._tried_again:
            raise ConnectionError("the answer is lost")
        self._tried_again = False
        return await super().append(code, changes, **bounds) if outcome.word == "ok" else outcome


async def a_room_that_wants_winnable_deals(logs: Logs, clock: Clock) -> OpenRoom:
    code = secrets.token_hex(3).upper()
    await logs.append(code, [Change("room", 0, [created()])])
    opened = await fold(code, needs(logs, clock))
    assert isinstance(opened, OpenRoom)
    return opened


WINNABLE = Configure.model_validate({"t": "configure", "winnable": True})


@pytest.mark.parametrize("tried_again", [False, True])
async def test_a_certified_deal_that_may_be_in_a_room_is_not_put_back_for_another(
    logs: Logs, clock: Clock, stock: Stock, *, tried_again: bool
) -> None:
    await stock.put("spider-1", CERTIFIED)
    room = await a_room_that_wants_winnable_deals(logs, clock)
    room.journal._logs = LosesAnswers(logs, tried_again=tried_again)
    try:
        assert await room.scribe.command("ana", WINNABLE) is None
    except ConnectionError:
        assert not tried_again
    room.journal._logs = logs
    await room.journal.catch_up()
    assert room.room.deal.id == CERTIFIED.deal
    assert (await stock.counts(["spider-1"]))["spider-1"] == 0
    room.close()


async def test_a_certified_deal_that_another_server_was_quicker_than_is_put_back(
    logs: Logs, clock: Clock, stock: Stock
) -> None:
    room = await a_room_that_wants_winnable_deals(logs, clock)
    code, other = room.room.code, Certified(deal_id(VARIANTS["spider-1"], 7), "")
    await logs.append(code, [Change("room", 1, [Configured(replace(room.room.settings, winnable=True))])])
    dealt = Deal("spider-1", other.deal, secrets.token_bytes(16), sealed=True, line="D")
    await logs.append(code, [Change("room", 2, [Dealt(dealt)])])
    await stock.put("spider-1", CERTIFIED)
    assert await room.scribe.command("ana", WINNABLE) is None
    assert room.room.deal.id == other.deal
    assert await stock.take("spider-1") == CERTIFIED
    room.close()


async def test_where_none_is_ready_a_winnable_room_is_refused(
    node: Node, peer: Callable[..., Peer], stock: Stock
) -> None:
    ana = peer()
    with pytest.raises(Refusal, match="none_ready"):
        await asyncio.to_thread(lambda: new_room(node.url, ana.token, name="Ana", variant="maze", winnable=True))


def test_the_line_of_a_certified_deal_is_no_part_of_what_is_shown_of_it() -> None:
    deal = Deal("spider-1", WON_DEAL, secrets.token_bytes(16), sealed=True, line=CERTIFIED.line)
    assert WON_DEAL not in repr(deal)
    assert CERTIFIED.line not in repr(deal)
