"""What is asked over HTTP about the daily challenge: today, a day, its boards, the calendar; and to play."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from engine.games import VARIANTS
from server import daily
from server.answers import asker, body, plain_number, refusal
from server.board import MOST, USUAL, Board, Wanted, told
from server.dailies import Dailies, Now, Player
from server.daily import BOARDS, DAY_MS, Streak
from server.hub import Hub
from server.limits import DAILY_PER_MINUTE, ROOMS_PER_MINUTE
from server.messages import By
from server.messages.requests import (
    DailyCalendar,
    DailyDay,
    DailyDeal,
    DailyGame,
    DailyLate,
    DailyMark,
    DailyOverview,
    DailyOwn,
    DailyPar,
    DailyRequest,
    DailyRoom,
    DailyStreak,
)
from server.players import clean_name
from server.reasons import Reason
from server.room import commitment
from server.store.daily import Day, Field, Own
from server.tokens import address_of, player_of

LONGEST: Final = 400
"""Days of a calendar."""
WEEKS: Final = 42
"""Days of a calendar of which nothing was said: six weeks."""
_EPOCH: Final = date(1970, 1, 1).toordinal()

_Answer = Callable[[Request, Dailies, str], Awaitable[Response | Reason]]


def routes() -> Sequence[BaseRoute]:
    """The addresses of all this."""
    return [
        Route("/api/daily", _by_anyone(_overview), methods=["GET"]),
        Route("/api/daily/{variant}", _start, methods=["POST"]),
        Route("/api/daily/{variant}/calendar", _by_anyone(_calendar), methods=["GET"]),
        Route("/api/daily/{variant}/{number}", _by_anyone(_day), methods=["GET"]),
        Route("/api/daily/{variant}/{number}/board", _by_anyone(_board), methods=["GET"]),
    ]


def _by_anyone(answer: _Answer) -> Callable[[Request], Awaitable[Response]]:
    """For whoever asks, with a token or without ("" is the player then), and not too often."""

    async def endpoint(request: Request) -> Response:
        hub: Hub = request.state.hub
        if await hub.count("daily", address_of(request)) > DAILY_PER_MINUTE:
            return refusal(Reason.TOO_MANY_REQUESTS)
        player = player_of(request, request.state.secret)
        found = await answer(request, hub.dailies, "" if isinstance(player, Reason) else player)
        return refusal(found) if isinstance(found, Reason) else found

    return endpoint


async def _start(request: Request) -> Response:
    """A room for the deal of a day: for the ranked attempt, or to practise."""
    player = asker(request)
    wanted = await body(request, DailyRequest) if not isinstance(player, Reason) else player
    if isinstance(player, Reason) or isinstance(wanted, Reason):
        return refusal(player if isinstance(player, Reason) else Reason.BAD_REQUEST)
    variant = request.path_params["variant"]
    name = clean_name(wanted.name) if wanted.name else ""
    if isinstance(name, Reason):
        return refusal(name)
    if variant not in VARIANTS:
        return refusal(Reason.BAD_VARIANT)
    hub: Hub = request.state.hub
    if await hub.count("rooms", address_of(request)) > ROOMS_PER_MINUTE:
        return refusal(Reason.TOO_MANY_REQUESTS)
    who, countdown_ms = Player(player, name, wanted.robot), request.state.countdown_ms
    if wanted.practice or wanted.robot:
        number = wanted.number or (await hub.dailies.now()).number
        found = await hub.dailies.practise(who, variant, number, countdown_ms)
    else:
        found = await hub.dailies.start(who, variant, wanted.number, countdown_ms)
    return refusal(found) if isinstance(found, Reason) else JSONResponse(DailyRoom(code=found[0], number=found[1]), 201)


async def _overview(_: Request, dailies: Dailies, player: str) -> Response:
    now = await dailies.now()
    days = [Day(variant, now.number) for variant in VARIANTS]
    dealt, fields, own, streak = await asyncio.gather(
        dailies.days.dealt(VARIANTS, [now.number]),
        dailies.days.fields(days),
        dailies.all_own(days, player) if player else _none(days),
        _streak(dailies, player, None, now),
    )
    games = [
        DailyGame(
            variant=day.variant,
            ready=dealt[day.variant][0],
            players=field.players,
            finished=field.finished,
            mine=_mine(mine),
        )
        for day, field, mine in zip(days, fields, own, strict=True)
    ]
    return _fresh(
        DailyOverview(
            number=now.number,
            date=date_of(now.number, now.first),
            next_ms=now.next_ms,
            games=games,
            late=await _late(dailies, player, now) if player else [],
            streak=streak,
        )
    )


async def _late(dailies: Dailies, player: str, now: Now) -> list[DailyLate]:
    """Attempts of yesterday that are under way."""
    number = now.number - 1
    if number < 1 or now.closed(number):
        return []
    days = [Day(variant, number) for variant in VARIANTS]
    closes_ms = daily.closes_at(number, now.first) - now.at
    return [
        DailyLate(variant=day.variant, number=number, code=own.code, closes_ms=closes_ms)
        for day, own in zip(days, await dailies.all_own(days, player), strict=True)
        if own.code and own.result is None
    ]


async def _none(days: Sequence[Day]) -> list[Own]:
    return [Own(None, None) for _ in days]


async def _day(request: Request, dailies: Dailies, player: str) -> Response | Reason:
    now = await dailies.now()
    day = _asked(request, now)
    if isinstance(day, Reason):
        return day
    own = await dailies.own(day, player) if player else Own(None, None)
    field, deal = await asyncio.gather(dailies.days.field(day), dailies.days.deal(day))
    board = Board(dailies, request.state.hub.people)
    places = {by: await board.place(day, by, player, own, field) for by in BOARDS}
    closed, closes_at = now.closed(day.number), daily.closes_at(day.number, now.first)
    won = own.result is not None and own.result.finished
    ended = own.result is not None or closed
    found = {by: place for by, place in places.items() if place is not None}
    return _fresh(
        DailyDay(
            variant=day.variant,
            number=day.number,
            date=date_of(day.number, now.first),
            today=now.number,
            next_ms=now.next_ms,
            closes_ms=None if closed else closes_at - now.at,
            ready=deal is not None,
            players=field.players,
            finished=field.finished,
            mine=_mine(own),
            places=found or None,
            medal=daily.best(place["medal"] for place in found.values()),
            practice=own.practice,
            streak=await _streak(dailies, player, day.variant, now),
            par=await _par(dailies, day, len(deal.line.split()), field) if deal is not None and ended else None,
            deal=DailyDeal(deal_id=deal.id, nonce=deal.nonce.hex(), commitment=commitment(deal))
            if deal is not None and (won or closed)
            else None,
        )
    )


async def _par(dailies: Dailies, day: Day, moves: int, field: Field) -> DailyPar:
    at = daily.quartiles(field.finished)
    times, counts = [[daily.measure(one, by) for one in await dailies.days.scores(day, by, at)] for by in BOARDS]
    return DailyPar(moves=moves, quartile_times_ms=times, quartile_moves=counts)


async def _board(request: Request, dailies: Dailies, player: str) -> Response | Reason:
    now = await dailies.now()
    day = _asked(request, now)
    if isinstance(day, Reason):
        return day
    query = request.query_params
    by: By = "moves" if query.get("by") == "moves" else "time"
    start, count = plain_number(query.get("from")), plain_number(query.get("count"))
    wanted = Wanted(
        day,
        by,
        friends=query.get("who") == "friends",
        start=start,
        count=max(1, min(MOST, USUAL if count is None else count)),
        player=player,
    )
    board = Board(dailies, request.state.hub.people)
    look = await board.look(wanted, now)
    tag = f'W/"{look.tag}"'
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return JSONResponse(await board.read(look), headers=headers)


async def _calendar(request: Request, dailies: Dailies, player: str) -> Response | Reason:
    now, variant = await dailies.now(), request.path_params["variant"]
    if variant not in VARIANTS:
        return Reason.BAD_VARIANT
    to = min(plain_number(request.query_params.get("to")) or now.number, now.number)
    since = max(1, to - LONGEST + 1, plain_number(request.query_params.get("from")) or to - WEEKS + 1)
    numbers = range(since, to + 1)
    played = await dailies.played(player, variant, now) if player else set()
    results = await dailies.results(player, variant) if player else {}
    first = min(played, default=None)
    looked_at = range(min(since, first or since), now.number)
    down = await dailies.down([number for number in looked_at if number not in played], variant, now)
    won = {number for number, result in results.items() if result.finished}
    marks = daily.marks(since, to, played=played, won=won, first=first, today=now.number, down=down)
    dealt = (await dailies.days.dealt([variant], numbers))[variant] if numbers else []
    days = [
        DailyMark(
            number=number,
            date=date_of(number, now.first),
            ready=ready,
            mark=mark,
            result=told(results[number]) if number in results else None,
        )
        for number, ready, mark in zip(numbers, dealt, marks, strict=True)
    ]
    streak = daily.streak(played, first or now.number, now.number, down)
    return _fresh(DailyCalendar(today=now.number, days=days, streak=_told_streak(streak)))


async def _streak(dailies: Dailies, player: str, variant: str | None, now: Now) -> DailyStreak | None:
    return _told_streak(await dailies.streak(player, variant, now)) if player else None


def _told_streak(streak: Streak) -> DailyStreak:
    return DailyStreak(days=streak.days, best=streak.best, rest_in=streak.rest_in)


def _mine(own: Own) -> DailyOwn | None:
    if not own.code:
        return None
    return DailyOwn(code=own.code, result=None if own.result is None else told(own.result))


def date_of(number: int, first: int) -> str:
    """The date, in UTC, of the day with a number."""
    day = daily.opens_at(number, first) // DAY_MS
    return date.fromordinal(_EPOCH + day).isoformat()


def _asked(request: Request, now: Now) -> Day | Reason:
    """The day that an address names; NO_DAILY if it has not come yet."""
    variant, number = request.path_params["variant"], plain_number(request.path_params["number"])
    if variant not in VARIANTS:
        return Reason.BAD_VARIANT
    return Day(variant, number) if number is not None and 1 <= number <= now.number else Reason.NO_DAILY


def _fresh(answer: Any) -> Response:
    return JSONResponse(answer, headers={"cache-control": "no-store"})
