"""The viewers that one room has on this server: what each has been shown, and what goes to whom.

Frames for all are encoded once and put into every outbox; `room` and `progress` at most every PROGRESS_EVERY_S. Those
who have a seat are told first and at once; those who only watch, however many they are, by turns.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Final, Literal

from engine.advice import Hint
from engine.table import Step
from server import audience, metrics
from server.attendance import Attendance
from server.crowd import Crowd
from server.lag import Lag
from server.messages import Sign
from server.messages import outgoing as out
from server.messages.outgoing import Bar
from server.outbox import Outbox
from server.race import Race, Racer
from server.reasons import Reason
from server.room import Room
from server.store.clock import Clock
from server.store.presence import Connection
from server.wire import encode

PROGRESS_EVERY_S: Final = 0.2
"""Progress goes to each client at most this often: the eye needs no more, and the cost does not grow with the pace."""

COUNT_EVERY_S: Final = 0.001
"""For each of those who watch. How many they are is told less often the more they are: of a thousand, once a second."""

News = Literal["room", "progress"]
Whom = Literal["all", "racer", "watchers"]
"""Of those who see a table."""


class Viewer:
    """One connection in a room."""

    __slots__ = ("follows", "number", "outbox", "player", "shown", "watching")

    def __init__(self, player: str, number: int, outbox: Outbox) -> None:
        self.player = player
        self.number = number
        """Of two connections of a player the one with the higher number stays."""
        self.outbox = outbox
        self.follows = False
        """Whether a table is to be chosen for it."""
        self.watching: frozenset[str] | None = None
        """Whose tables it wants, besides the own one; None: nothing was chosen yet in this race."""
        self.shown: set[str] = set()
        """Whose tables it has been sent, so that their moves go to it too."""


class Viewers:
    """Knows the room only to show it."""

    def __init__(self, room: Room, clock: Clock) -> None:
        self._room = room
        self._clock = clock
        self.attendance = Attendance(room, clock, self)
        self._viewers: set[Viewer] = set()
        self._by_player: dict[str, set[Viewer]] = {}
        self._crowd: Crowd[Viewer] = Crowd(self._afresh)
        self._tables: dict[str, tuple[tuple[int, str, bool], bytes]] = {}
        """By racer: the last frame of a whole table for those who watch, and of which state of things it is."""
        self.lag: Lag | None = None
        """The race as those see it who watch, if that is another one."""
        self._due: set[News] = set()
        self._flush: asyncio.TimerHandle | None = None
        self._flushed_at = 0.0
        self._count: asyncio.TimerHandle | None = None

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self._viewers)

    def still_here(self) -> Iterator[Connection]:
        """The connections on this server, one after the other; who goes before their turn is left out."""
        return ((viewer.player, viewer.number) for viewer in list(self._viewers) if viewer in self._viewers)

    @property
    def outboxes(self) -> list[Outbox]:
        """The outboxes of the connections on this server."""
        return [viewer.outbox for viewer in self._viewers]

    # ---- coming and going

    def enter(self, viewer: Viewer) -> None:
        """Add a viewer and give it everything that it may see now."""
        self._viewers.add(viewer)
        self._by_player.setdefault(viewer.player, set()).add(viewer)
        viewer.outbox.put(self._frames("room")(viewer), "room")
        self._send_tables(viewer)
        if self._room.race is not None:
            viewer.outbox.put(self._frame("progress"), "progress")
        self.attendance.arrived(viewer.player, viewer.number)

    def leave(self, viewer: Viewer) -> None:
        """Take a viewer away."""
        self._viewers.discard(viewer)
        own = self._by_player.get(viewer.player, set())
        own.discard(viewer)
        if not own:
            self._by_player.pop(viewer.player, None)
        self.attendance.departed(viewer.player, viewer.number)

    @property
    def players(self) -> set[str]:
        """Those who have a connection on this server."""
        return set(self._by_player)

    def still_there(self) -> Iterator[str]:
        """The same, one after the other; who goes before their turn is left out."""
        return (player for player in list(self._by_player) if player in self._by_player)

    def place(self) -> out.Place:
        """Where a player is who is here, for friends."""
        return audience.place(self._room, self._clock.now())

    def listing(self) -> out.Listing | None:
        """The room's line on the public list, if it stands there."""
        return audience.listing(self._room, self.attendance.present, self._clock.now())

    def step_back(self, player: str, newest: int) -> None:
        """Of two connections of a player the newer one stays."""
        for viewer in self._by_player.get(player, ()):
            if viewer.number < newest:
                viewer.outbox.close(Reason.TAKEN_OVER)

    def came_or_went(self, players: Collection[str]) -> None:
        """Tell that these did: of those who have a seat soon, of the others when it is time to count them."""
        if not self._room.members.keys().isdisjoint(players):
            self.soon("room")
            self.soon("progress")
        elif self._count is None:
            loop, spectators = asyncio.get_running_loop(), len(self.attendance.present)
            self._count = loop.call_later(COUNT_EVERY_S * spectators, self._tell_count)

    def _tell_count(self) -> None:
        self._count = None
        self.soon("room")

    # ---- tables

    def watch(self, viewer: Viewer, players: frozenset[str]) -> Reason | None:
        """Show a viewer these tables as soon as it may see them; TABLE_HIDDEN if it may not see one of them yet."""
        viewer.watching = players
        viewer.shown &= players | {viewer.player}
        self._send_tables(viewer)
        return None if players <= viewer.shown else Reason.TABLE_HIDDEN

    def follow(self, viewer: Viewer, players: frozenset[str]) -> Reason | None:
        """As `watch`, for who has just come; a table is chosen for who does not race and has chosen nobody who does."""
        viewer.follows, race = True, self._room.race
        if race is None or players.isdisjoint(race.racers):
            self._send_tables(viewer)
            return None
        return self.watch(viewer, players & race.racers.keys())

    def send_tables(self) -> None:
        """Who may see more than before gets it."""
        self._tell(self._send_tables, "tables")

    def _send_tables(self, viewer: Viewer) -> None:
        race = self._room.race
        if race is None:
            return
        if viewer.follows and viewer.watching is None:
            viewer.watching = self._choice(race, viewer)
        for player in ({viewer.player} | (viewer.watching or set())) & race.racers.keys() - viewer.shown:
            if audience.may_see_table(self._room, viewer.player, player, self._clock.now()):
                own = player == viewer.player
                frame = encode(audience.table_message(race.racers[player], own=True)) if own else self._table(player)
                viewer.outbox.put(frame)
                viewer.shown.add(player)

    def _choice(self, race: Race, viewer: Viewer) -> frozenset[str] | None:
        """Whose table to show to who has chosen none; None as long as there is none to be shown."""
        if viewer.player in race.racers or race.over_at is not None:
            return None
        first = next((racer.id for racer in race.racers.values() if racer.state == "racing"), None)
        if first is None or not audience.may_see_table(self._room, viewer.player, first, self._clock.now()):
            return None
        return frozenset({first})

    def _afresh(self) -> Callable[[Viewer], None]:
        """What to tell those who have missed news: how everything stands."""
        room, progress = self._frames("room"), self._frame("progress")

        def tell(viewer: Viewer) -> None:
            viewer.shown.clear()
            viewer.outbox.put(room(viewer), "room")
            self._send_tables(viewer)
            if self._room.race is not None:
                viewer.outbox.put(progress, "progress")

        return tell

    def _table(self, player: str) -> bytes:
        """The frame of a racer's table as those see it who watch: made once for each state of things."""
        assert self._room.race is not None  # noqa: S101 - somebody may see the table of a race
        racer = self._room.race.racers[player] if self.lag is None else self.lag.racer(player)
        state = (racer.version, racer.state, self.lag is None)
        made = self._tables.get(player)
        if made is None or made[0] != state:
            made = self._tables[player] = state, encode(audience.table_message(racer, own=False))
        return made[1]

    def send_again(self, player: str) -> None:
        """The whole table once more, for those who have it: more has happened than is worth telling move by move."""
        self._tell(lambda viewer: viewer.shown.discard(player))
        self.send_tables()
        self.soon("progress")

    def send_away(self, reason: Reason, player: str | None = None) -> None:
        """Close all connections, or those of one player."""
        for viewer in self._viewers if player is None else self._by_player.get(player, ()):
            viewer.outbox.close(reason)

    def send_guests_away(self) -> None:
        """Who looks on at a game alone has to come back, and is asked again whether they may."""
        for player in self.guests():
            self.send_away(Reason.GOING_AWAY, player)

    def guests(self) -> list[str]:
        """Those on this server who look on at a game alone."""
        return [player for player in self._by_player if self._room.is_guest(player)]

    def forget_tables(self) -> None:
        """The cards have changed: nobody has been shown any of the new ones, or watches anybody."""
        self._tables.clear()
        for viewer in self._viewers:
            viewer.shown.clear()
            viewer.watching = None

    def send_moved(self, racer: Racer, move: str, steps: Iterable[Step], *, to: Whom = "all") -> None:
        """What one action did, to its racer and to those who watch; to all others it shows in the progress."""
        of, steps = racer.id, list(steps)
        if to != "watchers":
            for viewer in self._by_player.get(of, ()):
                if of in viewer.shown:
                    viewer.outbox.put(self._update(racer, move, steps, own=True))
        # Made now, for the racer goes on; told now, or when all that came before has been told.
        if to != "racer" and any(of in (viewer.watching or ()) for viewer in self._viewers):
            frame, race = self._update(racer, move, steps, own=False), self._room.race

            def tell(viewer: Viewer) -> None:
                if of in viewer.shown and viewer.player != of and self._room.race is race:
                    viewer.outbox.put(frame)
                    metrics.UPDATES_SENT.inc()

            self._tell(tell)
        self.soon("progress")

    @staticmethod
    def _update(racer: Racer, move: str, steps: Iterable[Step], *, own: bool) -> bytes:
        metrics.UPDATES.inc()
        if own:
            metrics.UPDATES_SENT.inc()
        return encode(audience.moved_message(racer, move, steps, own=own))

    def send_reaction(self, player: str, sign: Sign, to: AbstractSet[str]) -> None:
        """A member shows a sign, to these players."""
        frame = encode(out.Reaction(t="reaction", player=player, sign=sign))

        def tell(viewer: Viewer) -> None:
            if viewer.player in to:
                viewer.outbox.put(frame)

        self._tell(tell)

    def has(self, player: str) -> bool:
        """Whether a player is connected here."""
        return player in self._by_player

    def send_hint(self, racer: Racer, hint: Hint | None, bar: Bar | None) -> None:
        """Help, to its racer alone, who must have been shown the table that it is about."""
        for viewer in self._by_player.get(racer.id, ()):
            if racer.id in viewer.shown:
                viewer.outbox.put(encode(audience.hint_message(racer, hint, bar)))

    # ---- news for all

    def soon(self, news: News) -> None:
        """Send it within PROGRESS_EVERY_S, with all that changes until then."""
        self._due.add(news)
        if self._flush is None:
            loop = asyncio.get_running_loop()
            self._flush = loop.call_at(max(loop.time(), self._flushed_at + PROGRESS_EVERY_S), self._send_due)

    def now(self, news: News) -> None:
        """Send it at once."""
        self._due.discard(news)
        if not self._viewers or (news == "progress" and self._room.race is None):
            return
        frame = self._frames(news)
        self._tell(lambda viewer: viewer.outbox.put(frame(viewer), news), news)

    def _tell(self, tell: Callable[[Viewer], object], kind: str = "") -> None:
        """Tell everyone: those with a seat at once, the others by turns."""
        first = {viewer for player in self.attendance.seated for viewer in self._by_player.get(player, ())}
        for viewer in first:
            tell(viewer)
        self._crowd.tell(self._viewers - first if first else self._viewers, tell, kind)

    def _send_due(self) -> None:
        self._flush, self._flushed_at = None, asyncio.get_running_loop().time()
        for news in sorted(self._due):
            self.now(news)

    def _frames(self, news: News) -> Callable[[Viewer], bytes]:
        """What each gets to hear: the same, but for those who look on at a game alone."""
        frame = self._frame(news)
        if news != "room" or not self._room.solo:
            return lambda _: frame
        guests, host = self._frame(news, guest=True), self._room.host
        return lambda viewer: frame if viewer.player == host else guests

    def _frame(self, news: News, *, guest: bool = False) -> bytes:
        present, now = self.attendance.present, self._clock.now()
        if news == "progress" and self._room.race is not None:
            return encode(audience.progress_message(self._room.race, present, now))
        return encode(audience.room_message(self._room, present, now, guest=guest))

    def close(self) -> None:
        """Send nothing more."""
        self._crowd.close()
        for timer in (self._flush, self._count):
            if timer is not None:
                timer.cancel()
