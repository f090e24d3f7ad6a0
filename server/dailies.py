"""The daily challenge as it is played: attempts are begun and found again, and their results get onto the boards.

An attempt is a race of one in a room of its own, whose logs are the truth. Results are taken from them when the attempt
ends, when somebody asks, and in any case by and by, by any server: a crash in between delays them, nothing more.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import structlog

from server import daily, race, room
from server.alone import DAILY_SETTINGS
from server.archive import play_again
from server.create import create
from server.daily import Result, Streak
from server.events import Created, Daily, Deal, Finished
from server.reasons import Reason
from server.room import Room
from server.store.clock import Clock
from server.store.daily import Day, Days, Own
from server.store.keys import ROOM_LOG, attempt_log
from server.store.log import Change, Logs
from server.store.people import People

FIRST_LOOK_MS: Final = 120_000
"""An attempt that nobody has told the end of is looked at after so long, and then ever more rarely."""
UNREADABLE_MS: Final = 3_600_000
"""And one whose logs cannot be folded after this time: another server may know how."""
LOOKS: Final = 100
"""Attempts of one day and game that are looked at in one go."""
LOCK_MS: Final = 15_000
_TRIES: Final = 8

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Now:
    """Where in time we are, by Redis' clock."""

    at: int
    first: int
    """The day that has the number 1."""

    @property
    def number(self) -> int:
        """Today's number."""
        return daily.number_of(self.at, self.first)

    def closed(self, number: int) -> bool:
        """Whether the attempts of a day are over, and its tables open to all."""
        return self.at >= daily.closes_at(number, self.first)

    @property
    def next_ms(self) -> int:
        """How long it is until the next day's deals."""
        return daily.opens_at(self.number + 1, self.first) - self.at


@dataclass(frozen=True, slots=True)
class Player:
    """Who wants to play."""

    id: str
    name: str
    robot: bool = False


class Dailies:
    """Every method may raise one of `store.redis.Unreachable`."""

    def __init__(self, logs: Logs, days: Days, people: People, clock: Clock) -> None:
        self.days = days
        self._logs = logs
        self._people = people
        self._clock = clock
        self._down: dict[int, bool] = {}
        """Which of the days that are over nobody can have missed: what was once known of them stays."""

    @property
    def kept_days(self) -> int:
        """For so long the logs of attempts are kept, which can be watched again till then."""
        return self._logs.keep.daily

    async def now(self) -> Now:
        """What time it is, asked of Redis: no other clock decides that a day has begun."""
        at = await self._clock.read()
        return Now(at, await self.days.first(at))

    # ---- attempts

    async def start(
        self, player: Player, variant: str, number: int | None, countdown_ms: int
    ) -> tuple[str, int] | Reason:
        """The room of the player's ranked attempt of a day (None: today), and the number; begun if it has not been."""
        for _ in range(_TRIES):
            now = await self.now()
            day = Day(variant, now.number if number is None else number)
            found = await self._found(day, player.id, now)
            if isinstance(found, Reason):
                return found
            code = found or await self._begin(day, player, countdown_ms, now)
            if code is Reason.DAILY_OVER:  # it is midnight: the number is another one, unless a number was asked for
                continue
            return code if isinstance(code, Reason) else (code, day.number)
        return Reason.TRY_AGAIN

    async def _found(self, day: Day, player: str, now: Now) -> str | Reason | None:
        """The room of an attempt that may go on, or why there can be none; None: it may be begun."""
        if not 1 <= day.number <= now.number:
            return Reason.NO_DAILY
        [own] = await self.days.own([day], player)
        if own.code is None:
            return None if day.number == now.number else Reason.DAILY_OVER
        return Reason.DAILY_OVER if own.result is not None or not own.code or now.closed(day.number) else own.code

    async def _begin(self, day: Day, player: Player, countdown_ms: int, now: Now) -> str | Reason:
        """Begin the ranked attempt; DAILY_OVER if the day is over meanwhile."""
        deal = await self.days.deal(day)
        if deal is None and await self.days.choose(day):
            deal = await self.days.deal(day)
        if deal is None:
            return Reason.NO_DAILY
        until = daily.closes_at(day.number, now.first)
        created = _created(player, deal, Daily(day.number, ranked=True, until=until), countdown_ms)
        code = await create(
            self._logs,
            [created],
            kind="daily",
            not_before=daily.opens_at(day.number, now.first),
            not_after=daily.opens_at(day.number + 1, now.first),
        )
        if code is None:
            return Reason.DAILY_OVER
        held = await self.days.claim(day, player.id, code, now.at + FIRST_LOOK_MS)
        if held != code:  # begun on another device at the same time
            await self._logs.discard(code, ROOM_LOG)
        await self._people.was_in(player.id, held, now.at)
        log.info("daily_begun", variant=day.variant, number=day.number)
        return held or Reason.DAILY_OVER

    async def practise(self, player: Player, variant: str, number: int, countdown_ms: int) -> tuple[str, int] | Reason:
        """A room to practise a day's deal in: the one in which the player does so already, or another."""
        now, day = await self.now(), Day(variant, number)
        deal = await self.days.deal(day) if 1 <= number <= now.number else None
        if deal is None:
            return Reason.NO_DAILY
        own = await self.own(day, player.id)
        under_way = own.code is not None and own.result is None and own.code != ""
        first = under_way or (own.code is None and number == now.number and not player.robot)
        if not now.closed(number) and first:
            return Reason.RANKED_FIRST
        if own.practice is not None and await self._goes_on(own.practice):
            return own.practice, number
        until = daily.closes_at(number, now.first)
        created = _created(player, deal, Daily(number, ranked=False, until=until), countdown_ms)
        code = await create(self._logs, [created], kind="lobby")
        if code is None:
            raise AssertionError("a room without bounds can be made at any time")
        await self.days.practises(day, player.id, code)
        await self._people.was_in(player.id, code, now.at)
        return code, number

    async def _goes_on(self, code: str) -> bool:
        """Whether a room's attempt is under way."""
        folded = await self._folded(code)
        if folded is None or folded.race is None:
            return False
        return folded.running and all(racer.state == "racing" for racer in folded.race.racers.values())

    async def own(self, day: Day, player: str) -> Own:
        """What a player has of a day, brought up to date."""
        return (await self.all_own([day], player))[0]

    async def all_own(self, days: Sequence[Day], player: str) -> list[Own]:
        """The same of several days."""
        found = await self.days.own(days, player)
        for i, (day, own) in enumerate(zip(days, found, strict=True)):
            if own.code and own.result is None and await self.settle(day, player, own.code):
                [found[i]] = await self.days.own([day], player)
        return found

    async def unlocked(self, day: Day, player: str, now: Now) -> bool:
        """Whether a player may see the tables of a day: who has won its deal, and all when it has closed."""
        if now.closed(day.number):
            return True
        result = (await self.own(day, player)).result if player else None
        return result is not None and result.finished

    async def locked(self, deal: Deal, player: str) -> bool:
        """Whether a deal is that of a day which is still open, and this player may not see that day's tables."""
        now = await self.now()
        for number in (now.number, now.number - 1):
            day = Day(deal.variant, number)
            if number < 1 or now.closed(number) or await self.unlocked(day, player, now):
                continue
            of_day = await self.days.deal(day)
            if of_day is not None and of_day.id == deal.id:
                return True
        return False

    # ---- results

    async def settle(self, day: Day, player: str, code: str) -> bool:
        """Write down how an attempt ended; False if it is under way, or can't be read by these rules."""
        try:
            return await self._settle(day, player, code)
        except ValueError:  # logs of other rules; what befalls one attempt must not keep the others from their places
            log.exception("daily_attempt_unreadable", variant=day.variant, number=day.number)
            await self.days.look_again(day, player, self._clock.now() + UNREADABLE_MS)
            return False

    async def _settle(self, day: Day, player: str, code: str) -> bool:
        for _ in range(_TRIES):
            folded = await self._folded(code)
            if folded is None or folded.race is None:
                log.error("daily_attempt_lost", variant=day.variant, number=day.number)
                await self.days.look_again(day, player, None)
                return True
            if folded.race.over_at is not None:
                result = daily.result_of(code, folded.race)
                await self.days.rank(day, player, folded.members[player].name, result)
                return True
            if not await self._end(folded):
                await self._look_later(day, player, folded)
                return False
        return False

    async def _folded(self, code: str) -> Room | None:
        """A room for one as its logs have it; None if there are none (any more)."""
        entries = await self._logs.whole(code, ROOM_LOG)
        if not entries:
            return None
        folded = room.create(code, entries[0])
        end = next((i for i, entry in enumerate(entries) if isinstance(entry.event, Finished)), len(entries))
        for entry in entries[1:end]:
            room.apply(folded, entry)
        await play_again(folded, self._logs)
        for entry in entries[end:]:
            room.apply(folded, entry)
        return folded

    async def _end(self, folded: Room) -> bool:
        """Write down that an attempt is over, if it is time for it; False if it is not. Nobody may have it open."""
        on = folded.race
        event = race.due(on, self._clock.now(), frozenset()) if on is not None else None
        if on is None or event is None:
            return False
        [racer] = on.racers.values()
        await self._logs.append(
            folded.code,
            [
                Change(ROOM_LOG, folded.version, [event]),
                Change(attempt_log(on.number, racer.id), racer.version, []),
            ],
            kind="daily",
            not_before=on.deadline or 0 if event == Finished("time_limit") else 0,
        )
        return True

    async def _look_later(self, day: Day, player: str, folded: Room) -> None:
        """Look at an attempt again when it is twice as old, or must be over."""
        now = self._clock.now()
        age = now - folded.race.start_at if folded.race is not None else 0
        until = folded.daily.until if folded.daily is not None else now
        await self.days.look_again(day, player, min(max(until, now + 1000), now + max(FIRST_LOOK_MS, age)))

    async def tick(self) -> None:
        """Every few seconds, on each server: say that one is up, and look after attempts that nobody else does."""
        now = await self.now()
        await self.days.is_up(now.at)
        if not await self.days.lock(LOCK_MS):
            return
        for day in await self.days.unsettled():
            for player, code in await self.days.open(day, now.at, LOOKS):
                await self.settle(day, player, code)
                await asyncio.sleep(0)  # others want to be served in between
            if now.closed(day.number) and not await self.days.any_open(day):
                await self.days.settled(day)

    # ---- days gone by

    async def down(self, numbers: Sequence[int], variant: str | None, now: Now) -> set[int]:
        """Which of these days nobody can have missed: the service was down, or there was no deal."""
        over = [number for number in numbers if 1 <= number < now.number]
        unknown = [number for number in over if number not in self._down]
        for number, minutes in zip(unknown, await self.days.minutes_up(unknown), strict=True):
            self._down[number] = daily.was_down(minutes)
        down = {number for number in over if self._down[number]}
        if variant is not None and over:
            dealt = (await self.days.dealt([variant], over))[variant]
            down |= {number for number, there in zip(over, dealt, strict=True) if not there}
        return down

    async def streak(self, player: str, variant: str | None, now: Now) -> Streak:
        """How many days in a row a player has taken part, in one game or (None) in any."""
        played = await self.played(player, variant, now)
        first = min(played, default=now.number)
        missed = [number for number in range(first, now.number) if number not in played]
        return daily.streak(played, first, now.number, await self.down(missed, variant, now))

    async def played(self, player: str, variant: str | None, now: Now) -> set[int]:
        """The numbers of the days on which a player has taken part, in one game or (None) in any."""
        if variant is None:
            return await self.days.taken_part(player)
        [own] = await self.days.own([Day(variant, now.number)], player)
        return {*await self.days.results(player, variant), *([now.number] if own.code is not None else [])}

    async def results(self, player: str, variant: str) -> dict[int, Result]:
        """A player's results of a game's days."""
        return await self.days.results(player, variant)

    async def forget(self, player: str, variants: Sequence[str]) -> None:
        """A player wants to be forgotten: they leave the boards."""
        now = await self.now()
        await self.days.forget(player, variants, [now.number - 1, now.number])


def _created(player: Player, deal: Deal, of_day: Daily, countdown_ms: int) -> Created:
    settings = replace(DAILY_SETTINGS, countdown_ms=countdown_ms)
    return Created(player.id, player.name, robot=player.robot, deal=deal, settings=settings, daily=of_day)
