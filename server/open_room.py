"""A room that is open on this server: its fold, and what its viewers are told of what is folded in.

    command --> scribe --> log --+--> journal --> fold --> frames for each audience
    news from other servers, ----+
    gaps, tail checks

Every server that has viewers of a room holds one of these, and none of them owns the room.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from engine.reasons import Reason as RuleReason
from server import audience, race, room
from server.events import Dealt, Entry, Kicked, Played, Started
from server.help import Help
from server.journal import ENDS, Journal
from server.lag import Lag
from server.messages import Sign
from server.messages.incoming import AskHint
from server.needs import Needs
from server.outbox import Outbox
from server.race import Racer, Wish
from server.reasons import Reason
from server.room import Room
from server.scribe import Done, Scribe
from server.store.bus import Arrived, Departed, Hint, News, Reacted, Resubscribed, Withdrawn
from server.store.keys import ROOM_LOG
from server.store.redis import Unreachable
from server.viewers import Viewer, Viewers, Whom
from server.wire import encode

log = structlog.get_logger()


class OpenRoom:
    """Holds nothing that cannot be read from the log again, except who is connected here."""

    def __init__(self, opened: Room, needs: Needs) -> None:
        self.room = opened
        self.viewers = Viewers(opened, needs.clock)
        self.attendance = self.viewers.attendance
        self._help = Help(opened.code, self.viewers.send_hint, needs.thinkers)
        self.journal = Journal(opened, needs.logs, self)
        self.scribe = Scribe(opened, self.journal, self.attendance, needs)
        self._clock = needs.clock
        self._people = needs.people
        self._house = needs.house
        self._tasks: set[asyncio.Task[None]] = set()
        self._robots: dict[str, asyncio.Task[None]] = {}
        """The races of the server's own robots."""
        self._following: asyncio.TimerHandle | None = None
        self._starting: asyncio.Task[None] | None = None
        self._start_sent = False
        self.ranked = False
        """Whether the result of a daily attempt is known to be on the boards."""

    # ---- wishes: from a racer into the log, and back

    async def wish(self, player: str, message: Wish, outbox: Outbox | None = None) -> Reason | RuleReason | None:
        """Do a racer's wish, or tell why not. For a wish that was done already the table as it is goes to `outbox`.

        May raise `Unreachable`.
        """
        done = await self.scribe.wish(player, message)
        if not isinstance(done, Done):
            return done
        if not done.again:
            self._done(done.racer, message)
        elif outbox is not None:
            self._again(outbox, done.racer, message)
        return None

    def _again(self, outbox: Outbox, racer: Racer, message: Wish) -> None:
        """A wish that was done already: its answer was lost on the way."""
        outbox.put(encode(audience.table_message(racer, own=True)))
        if isinstance(message, AskHint) and racer.n == message.n and racer.version == racer.hinted_at:
            self._soon(self._help.hint(racer))

    def _done(self, racer: Racer, message: Wish) -> None:
        """What follows from a wish that was done."""
        if racer.state != "racing":
            self._soon(self.scribe.settle())
        if isinstance(message, AskHint):
            self._soon(self._help.hint(racer))

    # ---- news: from the log into the fold

    def hear(self, hint: Hint) -> None:
        """Take a hint from the bus."""
        match hint:
            case News(log_name, entry):
                # The end of a race must not be folded before the moves that led to it, whose news may be lost.
                if isinstance(entry.event, ENDS) or not self.journal.take(log_name, entry):
                    self._soon(self.journal.catch_up())
            case Arrived(player, number):
                self.attendance.arrived(player, number)
            case Departed(player, number):
                self.attendance.departed(player, number)
            case Reacted(player, sign):
                self._soon(self._show(player, sign))
            case Withdrawn():
                self._soon(self.ask_guests())
            case Resubscribed():
                self._soon(self.journal.catch_up())

    async def _show(self, player: str, sign: Sign) -> None:
        """Show a member's sign to all who have not blocked them."""
        there = self.viewers.players
        self.viewers.send_reaction(player, sign, there - await self._people.blockers(player))

    async def ask_guests(self) -> None:
        """Who may look on at a game alone no more, comes back and is told so. May raise `Unreachable`."""
        if guests := self.viewers.guests():
            host = await self._people.person(self.room.host)
            for player in guests:
                if not host.lets_watch(player):
                    self.viewers.send_away(Reason.GOING_AWAY, player)

    def take_room_entry(self, entry: Entry) -> None:
        """Fold in the next entry of the room log, and tell what it means."""
        room.apply(self.room, entry)
        if isinstance(entry.event, Dealt):
            self._start_sent = False
            self.viewers.send_guests_away()
            self.viewers.forget_tables()
            self._help.forget()
        if isinstance(entry.event, Started) and self.room.race is not None and self.room.settings.delay_ms:
            self.viewers.lag = Lag(self.room.race, self.room.deal.id, self.room.settings.delay_ms)
        if isinstance(entry.event, Kicked):
            self.viewers.send_away(Reason.KICKED, entry.event.player)
        self.viewers.now("room")
        if self.room.race is not None and self.room.race.over_at is None:
            self._watch_for_start()
        elif self.room.race is not None:
            if self.viewers.lag is not None:
                self.viewers.lag = None
                for player in self.room.race.racers:
                    self.viewers.send_again(player)
            self.viewers.send_tables()
            self.viewers.now("progress")

    def take_attempt_entry(self, player: str, entry: Entry, *, quiet: bool) -> None:
        """Fold in the next entry of an attempt log, and tell what it means."""
        assert self.room.race is not None  # noqa: S101 - the journal knows this log
        racer, deadline = self.room.race.racers[player], self.room.race.deadline
        steps = room.apply_attempt(self.room, player, entry)
        if self.room.race.deadline != deadline:
            self.viewers.now("room")
        if self.viewers.lag is not None:
            self.viewers.lag.take(player, entry)
            self._follow()
        if not quiet:
            to: Whom = "all" if self.viewers.lag is None else "racer"
            self.viewers.send_moved(racer, _move(entry), steps, to=to)
        if racer.state != "racing":
            self.viewers.send_tables()
        here = isinstance(entry.event, Played) and not quiet and self.viewers.has(player)
        if here and self._help.moved(self.room.race, racer):
            self._soon(self._help.warn(racer))

    def _follow(self) -> None:
        """Let the race as the watchers see it go on as far as it is time for, and again when there is more."""
        lag = self.viewers.lag
        if lag is None:
            return
        for racer, entry, steps in lag.due(self._clock.now()):
            self.viewers.send_moved(racer, _move(entry), steps, to="watchers")
        next_at, loop = lag.next_at(), asyncio.get_running_loop()
        if next_at is not None and (self._following is None or self._following.when() <= loop.time()):
            # At least a millisecond: for less uvloop gives a handle that does not know when.
            wait_s = max(1, next_at - self._clock.now()) / 1000
            self._following = loop.call_later(wait_s, self._follow)

    def missed_much(self, player: str) -> None:
        """Viewers get the table instead of the moves."""
        self.viewers.send_again(player)

    # ---- the start

    def _watch_for_start(self) -> None:
        on = self.room.race
        busy = self._starting is not None and not self._starting.done()
        if on is not None and self.viewers and not self._start_sent and not busy:
            self._starting = self._soon(self._start(on))

    async def _start(self, on: race.Race) -> None:
        """At the moment of each start, and by Redis' clock, send everyone the tables that they may see."""
        for moment in sorted({on.start_at, *(racer.start_at for racer in on.racers.values())}):
            while (to_wait_ms := moment - await self._clock.read()) > 0:  # noqa: ASYNC110 - the clock is Redis'
                await asyncio.sleep(to_wait_ms / 1000)
            self.viewers.now("room")
            self.viewers.send_tables()
            self.viewers.now("progress")
            self._start_sent = True

    def enter(self, viewer: Viewer) -> None:
        """Add a viewer."""
        on = self.room.race
        now = self._clock.now()
        if not self.viewers and on is not None and all(racer.start_at <= now for racer in on.racers.values()):
            self._start_sent = True  # nobody waits for the start; who comes now gets the tables at once
        self.viewers.enter(viewer)
        self._watch_for_start()

    def _let_robots_race(self) -> None:
        on = self.room.race
        if on is None or not self.room.running:
            return
        for racer in on.racers.values():
            task = self._robots.get(racer.id)
            if racer.strength is not None and racer.state == "racing" and (task is None or task.done()):
                self._robots[racer.id] = self._soon(self._house.race(on, racer, self._clock, self.wish))

    def clock_ms(self) -> int | None:
        """The race clock now; None before the countdown."""
        return self.room.race.clock(self._clock.now()) if self.room.race is not None else None

    async def tick(self) -> None:
        """Once a second: do what is due by time alone, and try again what could not be done."""
        self._watch_for_start()
        self._let_robots_race()
        if self.room.running and self._start_sent:  # before, the room has yet to be told that it races
            self._follow()
            self.viewers.send_tables()  # giving up opens them as soon as it can't be taken back
        await self.scribe.settle()

    # ---- the life of it

    def _soon(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(self.guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def guarded(self, work: Coroutine[Any, Any, None]) -> None:
        """Do some work for this room. What fails here must not keep other rooms from being looked after."""
        try:
            await work
        except Unreachable as error:
            log.warning("store_unreachable", room=self.room.code, error=type(error).__name__)  # the tail check follows
        except Exception:  # a log that these rules cannot fold; who comes back may find a server that can
            log.exception("room_failed", room=self.room.code)
            self.viewers.send_away(Reason.TROUBLE)

    def close(self) -> None:
        """Stop everything that is still under way."""
        self.viewers.close()
        if self._following is not None:
            self._following.cancel()
        for task in self._tasks:
            task.cancel()


def _move(entry: Entry) -> str:
    return entry.event.move if isinstance(entry.event, Played) else ""


async def fold(code: str, needs: Needs) -> OpenRoom | Reason:
    """Read a room from its logs, or UNKNOWN_ROOM. May raise `Unreachable`."""
    first = (await needs.logs.tails(code, {ROOM_LOG: 0}))[ROOM_LOG]
    if not first:
        return Reason.UNKNOWN_ROOM
    opened = OpenRoom(room.create(code, first[0]), needs)
    if opened.room.solo:
        past = await needs.logs.whole(code, ROOM_LOG)
        if deals := [i for i, entry in enumerate(past) if isinstance(entry.event, Dealt)]:
            room.pass_over(opened.room, past[1 : deals[-1]])  # nothing that a player sees depends on those games
    await opened.journal.catch_up()
    return opened
