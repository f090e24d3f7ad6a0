"""A room that is open on this server: its fold, its viewers, the way into its logs and out to the viewers.

    command --decide--> events --append--> log --+--> _take --> fold --> frames for each audience
    news from other servers, gaps, tail checks --+

Every server that has viewers of a room holds one of these, and none of them owns the room.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final

import structlog

from engine.reasons import Reason as RuleReason
from server import audience, metrics, race, room
from server.events import Entry, Played
from server.race import Racer, Wish
from server.reasons import Reason
from server.room import Room, RoomMessage
from server.store.bus import Arrived, Departed, Hint, News, Resubscribed
from server.store.clock import Clock
from server.store.keys import ROOM_LOG, attempt_log
from server.store.log import Change, Logs, Outcome
from server.store.redis import Unreachable
from server.viewers import Viewer, Viewers
from server.wire import encode

_ATTEMPTS: Final = 8
"""How often a command is decided again after a conflict: one conflict is rare, eight mean that something is wrong."""

log = structlog.get_logger()


class OpenRoom:
    """Holds nothing that cannot be read from the log again, except who is connected here."""

    def __init__(self, opened: Room, logs: Logs, clock: Clock) -> None:
        self.room = opened
        self.viewers = Viewers(opened, clock)
        self._logs = logs
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting: asyncio.Task[None] | None = None
        self._start_sent = False

    # ---- commands: from a viewer into the log

    async def command(self, player: str, message: RoomMessage) -> Reason | None:
        """Do what a message asks of the room, or tell why not. May raise `Unreachable`."""
        for _ in range(_ATTEMPTS):
            events = room.decide(self.room, player, message)
            if isinstance(events, Reason):
                return events
            if not events:
                return None
            outcome = await self._append([Change(ROOM_LOG, self.room.version, events)])
            if outcome.word == "ok":
                return None
        return Reason.TRY_AGAIN

    async def wish(self, viewer: Viewer, message: Wish) -> Reason | RuleReason | None:
        """Do a racer's wish, or tell why not. A wish that was done already gets the table as it is.

        May raise `Unreachable`.
        """
        for _ in range(_ATTEMPTS):
            on = self.room.race
            if on is None:
                return Reason.NOT_STARTED if viewer.player in self.room.members else Reason.NOT_MEMBER
            racer = on.racers.get(viewer.player)
            if racer is None:
                return Reason.NOT_MEMBER
            if racer.n >= message.n:
                viewer.outbox.put(encode(audience.table_message(racer, own=True)))
                return None
            event = race.decide(on, racer, message, self._clock.now())
            if isinstance(event, Reason | RuleReason):
                return event
            outcome = await self._append(
                # The room log is named without an event: a race that has just ended takes no more moves.
                [
                    Change(self._attempt_log(racer), racer.version, [event]),
                    Change(ROOM_LOG, self.room.version, []),
                ],
                not_before=on.start_at,
                not_after=on.deadline,
            )
            match outcome.word:
                case "ok":
                    if racer.state != "racing":
                        self._soon(self.settle())
                    return None
                case "early":
                    return Reason.NOT_STARTED
                case "late":
                    return Reason.RACE_OVER
        return Reason.TRY_AGAIN

    async def settle(self) -> None:
        """Write down what is due by time alone, if it is. Any server may; the append decides who was first."""
        event = room.due(self.room, self._clock.now(), self.viewers.gone(race.GONE_AFTER_MS))
        if event is None or self.room.race is None:
            return
        racers = self.room.race.racers.values()
        # The attempt logs are named without events: the end must not overtake a move.
        guards = [Change(self._attempt_log(racer), racer.version, []) for racer in racers]
        await self._append([Change(ROOM_LOG, self.room.version, [event]), *guards])

    async def _append(self, changes: Sequence[Change], *, not_before: int = 0, not_after: int | None = None) -> Outcome:
        outcome = await self._logs.append(self.room.code, changes, not_before=not_before, not_after=not_after)
        metrics.APPENDS.labels(outcome.word).inc()
        if outcome.word == "ok":
            for change in changes:
                for i, event in enumerate(change.events, start=change.version + 1):
                    self._take(change.log, Entry(i, outcome.at, event))
        elif outcome.word == "conflict":
            await self.catch_up()
        return outcome

    # ---- news: from the log into the fold

    def hear(self, hint: Hint) -> None:
        """Take a hint from the bus."""
        match hint:
            case News(log_name, entry):
                if not self._take(log_name, entry):
                    self._soon(self.catch_up())
            case Arrived(player, number):
                self.viewers.arrived(player, number)
            case Departed(player, number):
                self.viewers.departed(player, number)
            case Resubscribed():
                self._soon(self.catch_up())

    async def catch_up(self) -> None:
        """Read what is missing from the logs: fills gaps, and finds what the bus lost without a word."""
        while True:
            known = self._versions()
            tails = await self._logs.tails(self.room.code, known)
            entries = [(entry.at, name == ROOM_LOG, name, entry) for name, tail in tails.items() for entry in tail]
            # In the order of time; at the same millisecond an attempt's entry comes before the end of the race.
            for _, _, name, entry in sorted(entries, key=lambda e: (e[0], e[1], e[3].version)):
                self._take(name, entry)
            if self._versions().keys() == known.keys():
                return

    def _versions(self) -> dict[str, int]:
        versions = {ROOM_LOG: self.room.version}
        if self.room.race is not None:
            versions |= {self._attempt_log(racer): racer.version for racer in self.room.race.racers.values()}
        return versions

    def _take(self, name: str, entry: Entry) -> bool:
        """Fold an entry in if it is the next one and send what it means; False if entries before it are missing."""
        known = self._versions().get(name)
        if known is None or entry.version > known + 1:
            return False
        if entry.version <= known:
            return True
        if name == ROOM_LOG:
            self._take_room_entry(entry)
        else:
            self._take_attempt_entry(name.rpartition(":")[2], entry)
        return True

    def _take_room_entry(self, entry: Entry) -> None:
        room.apply(self.room, entry)
        self.viewers.now("room")
        if self.room.race is not None and self.room.race.over_at is None:
            self._watch_for_start()
        elif self.room.race is not None:
            self.viewers.send_tables()
            self.viewers.now("progress")

    def _take_attempt_entry(self, player: str, entry: Entry) -> None:
        assert self.room.race is not None  # noqa: S101 - `_versions` named this log
        racer = self.room.race.racers[player]
        steps = room.apply_attempt(self.room, player, entry)
        self.viewers.send_moved(racer, entry.event.move if isinstance(entry.event, Played) else "", steps)
        if racer.state != "racing":
            self.viewers.send_tables()

    def _attempt_log(self, racer: Racer) -> str:
        assert self.room.race is not None  # noqa: S101 - a racer is in a race
        return attempt_log(self.room.race.number, racer.id)

    # ---- the start

    def _watch_for_start(self) -> None:
        on = self.room.race
        if on is not None and not self._start_sent and (self._starting is None or self._starting.done()):
            self._starting = self._soon(self._start(on))

    async def _start(self, on: race.Race) -> None:
        """At the moment of the start, and by Redis' clock, send everyone the tables that they may see."""
        while (to_wait_ms := -on.clock(await self._clock.read())) > 0:  # noqa: ASYNC110 - the clock is Redis'
            await asyncio.sleep(to_wait_ms / 1000)
        self._start_sent = True
        self.viewers.now("room")
        self.viewers.send_tables()
        self.viewers.now("progress")

    def nobody_waits_for_start(self, now: int) -> None:
        """For a room without viewers: if its race has started, whoever enters gets the tables at once."""
        self._start_sent = self.room.race is not None and self.room.race.started(now)

    def clock_ms(self) -> int | None:
        """The race clock now; None before the countdown."""
        return self.room.race.clock(self._clock.now()) if self.room.race is not None else None

    async def tick(self) -> None:
        """Once a second: do what is due by time alone, and try again what could not be done."""
        self._watch_for_start()
        await self.settle()

    # ---- the life of it

    def _soon(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Unreachable as error:
            log.warning("store_unreachable", room=self.room.code, error=type(error).__name__)  # the tail check follows
        except Exception:
            log.exception("room_failed", room=self.room.code)

    def close(self) -> None:
        """Stop everything that is still under way."""
        self.viewers.close()
        for task in self._tasks:
            task.cancel()


async def fold(code: str, logs: Logs, clock: Clock) -> OpenRoom | Reason:
    """Read a room from its logs, or UNKNOWN_ROOM. May raise `Unreachable`."""
    first = (await logs.tails(code, {ROOM_LOG: 0}))[ROOM_LOG]
    if not first:
        return Reason.UNKNOWN_ROOM
    opened = OpenRoom(room.create(code, first[0]), logs, clock)
    await opened.catch_up()
    opened.nobody_waits_for_start(clock.now())
    return opened
