"""What is written into the logs of an open room: what its members ask, what racers wish, what is due by time alone.

    command, wish, time ──decide──▶ events ──append──▶ logs
                            ▲                             │
                            └── conflict: decide again ◀──┘

Any server may write, and the append decides who was first. What comes of it is told by who folds the logs: `open_room`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.reasons import Reason as RuleReason
from server import alone, commands, lobby, race, room
from server.attendance import Attendance
from server.commands import RoomMessage
from server.dealer import Dealer
from server.events import Dealt, Finished, RoomEvent, Started
from server.journal import ENDS, Journal
from server.messages.incoming import GoOn
from server.needs import Needs
from server.race import Racer, Wish
from server.reasons import Reason
from server.room import Room
from server.store.keys import ROOM_LOG
from server.store.log import Change
from server.store.running import FRESH_MS

_TRIES: Final = 8
"""How often a command is decided again after a conflict: one conflict is rare, eight mean that something is wrong."""

_LOOK_AGAIN_MS: Final = 5_000
"""An end that was not written down, as after a conflict, is tried again after so long."""


@dataclass(frozen=True, slots=True)
class Done:
    """A wish that is written down."""

    racer: Racer
    again: bool
    """Whether it was so before: it has come once more, for its answer was lost on the way."""


class Scribe:
    """Every method that writes may raise `store.redis.Unreachable`."""

    def __init__(self, of: Room, journal: Journal, attendance: Attendance, needs: Needs) -> None:
        self._room = of
        self._journal = journal
        self._attendance = attendance
        self._clock = needs.clock
        self._running = needs.running
        self._stock = needs.stock

    async def command(self, player: str, message: RoomMessage) -> Reason | RuleReason | None:
        """Do what a message asks of the room, or tell why not."""
        dealer, used = Dealer(self._stock), None
        try:
            for _ in range(_TRIES):
                events = commands.decide(self._room, player, message, dealer.fresh)
                if events is Reason.NONE_READY and await dealer.take():
                    continue
                if isinstance(events, Reason | RuleReason):
                    return events
                if not events:
                    return None
                # It may be written down although the answer is lost, or although a second try met the first one as a
                # conflict: a deal that may be in a room must not come into another one.
                used = used or next((event.deal for event in events if isinstance(event, Dealt)), None)
                if await self._do(events):
                    return None
                if used is not None and self._room.deal.id != used.id:
                    used = None
        finally:
            await dealer.put_back(used)
        return Reason.TRY_AGAIN

    async def mark_absence(self, player: str) -> None:
        """Write down the pause of a player who comes back to a game alone."""
        for _ in range(_TRIES):
            since = self._attendance.away_since(player)
            events = [] if since is None else alone.absence(self._room, player, since)
            if not events or await self._do(events):
                return

    async def _do(self, events: Sequence[RoomEvent]) -> bool:
        """Append events to the room log; False after a conflict. What ends a race must not overtake a move of it."""
        if any(isinstance(event, Started) for event in events):
            await self._running.look_at(self._room.code, self._clock.now() + FRESH_MS)
        guards = self._journal.guards() if any(isinstance(event, ENDS) for event in events) else []
        return (await self._journal.append([Change(ROOM_LOG, self._room.version, events), *guards])).word == "ok"

    async def forget(self, player: str) -> None:
        """Let nothing here tell a player's name any more."""
        for _ in range(_TRIES):
            unnamed = Change(ROOM_LOG, self._room.version, lobby.forget(self._room, player))
            if (await self._journal.append([unnamed])).word == "ok" and await self._journal.erase(player):
                return
        raise RuntimeError("too much happens in a room to erase a name")

    async def wish(self, player: str, message: Wish) -> Done | Reason | RuleReason:
        """Do a racer's wish, or tell why not."""
        for _ in range(_TRIES):
            on = self._room.race
            racer = on.racers.get(player) if on is not None else None
            if on is None or racer is None:
                return Reason.NOT_MEMBER if player not in self._room.members or on is not None else Reason.NOT_STARTED
            if racer.n >= message.n:
                return Done(racer, again=True)
            event = race.decide(on, racer, message, self._clock.now())
            if isinstance(event, Reason | RuleReason):
                return event
            outcome = await self._journal.append(
                # The room log is named without an event: a race that has just ended takes no more moves.
                [
                    Change(self._journal.log_of(racer), racer.version, [event]),
                    Change(ROOM_LOG, self._room.version, []),
                ],
                not_before=racer.start_at,
                not_after=race.latest(on, racer, message),
            )
            match outcome.word:
                case "ok":
                    return Done(racer, again=False)
                case "early":
                    return Reason.NOT_STARTED
                case "late":
                    return Reason.TOO_LATE if isinstance(message, GoOn) else Reason.RACE_OVER
        return Reason.TRY_AGAIN

    async def settle(self) -> None:
        """Write down what is due by time alone, if it is."""
        on = self._room.race
        gone, abandoned = self._attendance.gone(race.GONE_AFTER_MS), self._attendance.gone(race.ABANDONED_AFTER_MS)
        event = room.due(self._room, self._clock.now(), gone, abandoned)
        if event is None or on is None:
            return
        # Our clock may be wrong; Redis' decides whether the time is up.
        not_before = on.deadline or 0 if event == Finished("time_limit") else 0
        outcome = await self._journal.append(
            [Change(ROOM_LOG, self._room.version, [event]), *self._journal.guards()], not_before=not_before
        )
        if outcome.word == "ok":
            await self._running.over(self._room.code)

    async def is_looked_after(self) -> None:
        """Say that this server looks after the race that is on, if one is."""
        if self._room.running and not self._room.alone:
            await self._running.look_at(self._room.code, self._clock.now() + FRESH_MS)

    async def look(self) -> None:
        """End the race if it is time for that, or say when to look again."""
        await self.settle()
        on = self._room.race if not self._room.alone else None
        at = race.due_at(on, self._attendance.seen()) if on is not None else None
        if at is None:
            await self._running.over(self._room.code)
        else:
            await self._running.look_at(self._room.code, max(at, self._clock.now() + _LOOK_AGAIN_MS))
