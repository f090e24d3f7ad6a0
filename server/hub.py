"""The rooms that are open on this server: opened for the first viewer, closed after the last."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

import structlog

from engine.games import VARIANTS
from engine.reasons import Reason as RuleReason
from server import metrics
from server.commands import RoomMessage
from server.create import create
from server.dailies import Dailies
from server.dealer import Dealer
from server.door import Door
from server.events import Created, Deal, RoomEvent
from server.finder import Finder
from server.history import History
from server.house import House
from server.limits import REACTIONS_PER_MINUTE
from server.messages import Sign
from server.needs import Needs
from server.open_room import OpenRoom, fold
from server.outbox import Outbox
from server.public_list import PublicList
from server.reasons import Reason
from server.store.bus import Bus, Hint
from server.store.clock import Clock
from server.store.daily import Day
from server.store.listing import Listing
from server.store.log import Logs
from server.store.people import People
from server.store.presence import REFRESH_S, Presence
from server.store.redis import Unreachable, end
from server.store.running import Running
from server.store.shared import Shared
from server.store.stock import Stock
from server.thinkers import Thinkers
from server.thought import Answer, OfDeal
from server.viewers import Viewer

TICK_S: Final = 1.0
TAIL_CHECK_S: Final = 4.0
"""How long news may stay lost when pub/sub has dropped the last message of a room."""
DAILY_S: Final = 5.0
"""How often the daily attempts that nobody has open are looked after."""
LOOK_S: Final = 5.0
"""How often the races are looked after whose rooms nobody has open."""
_CANNOT_FOLD_MS: Final = 3_600_000
"""A room that cannot be folded is tried again after so long, as there may be another server by then."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Store:
    """The parts of `server.store` that the hub works with."""

    logs: Logs
    running: Running
    bus: Bus
    presence: Presence
    listing: Listing
    people: People
    shared: Shared
    stock: Stock
    clock: Clock


class Hub:
    """Every method that asks Redis may raise one of `store.redis.Unreachable`."""

    def __init__(self, store: Store, history: History, dailies: Dailies, thinkers: Thinkers, house: House) -> None:
        self.history = history
        self.dailies = dailies
        self.finder = Finder(store.logs, dailies, store.shared, store.clock)
        self.public_list = PublicList(store.listing, store.presence)
        self._door = Door(store.people, dailies, store.clock)
        self._store = store
        self._needs = Needs(store.logs, store.clock, store.running, store.people, store.stock, thinkers, house)
        self._rooms: dict[str, OpenRoom] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: list[asyncio.Task[None]] = []
        self.draining = False
        """Whether this server is about to stop, and takes no more viewers."""

    async def start(self) -> None:
        """Begin to look after the open rooms."""
        for work, every in (
            (self._tick, TICK_S),
            (self._check_tails, TAIL_CHECK_S),
            (self._refresh, REFRESH_S),
            (self.dailies.tick, DAILY_S),
            (self.look_after, LOOK_S),
        ):
            self._tasks.append(asyncio.create_task(_repeat(work, every), name=work.__name__))

    async def stop(self) -> None:
        """Stop looking after them."""
        await end(self._tasks)
        for room in self._rooms.values():
            room.close()

    async def drain(self, within_s: float) -> None:
        """Send all viewers elsewhere, evenly over this time."""
        outboxes = [outbox for room in self._rooms.values() for outbox in room.viewers.outboxes]
        for outbox in outboxes:
            outbox.close(Reason.GOING_AWAY)
            await asyncio.sleep(within_s / len(outboxes))

    async def create(self, created: Created, *events: RoomEvent) -> str:
        """Make a room, whose log begins with these events; returns its code."""
        code = await create(self._store.logs, [created, *events], kind="lobby")
        if code is None:
            raise AssertionError("a room without bounds can be made at any time")
        if created.solo:
            await self.history.remember(created.player, code)
            await self.history.begun(created.player, code, created.deal.variant)
        return code

    async def deal(self, variant: str | None, typed: str | None, *, winnable: bool) -> Deal | Reason | RuleReason:
        """A deal for a new room, as a player wants it; or why there is none."""
        dealer = Dealer(self._store.stock)
        deal = dealer.fresh(variant, typed, winnable=winnable)
        return (
            dealer.fresh(variant, typed, winnable=winnable)
            if deal is Reason.NONE_READY and await dealer.take()
            else deal
        )

    async def enter(
        self, text: str, player: str, address: str, outbox: Outbox, welcome: bytes
    ) -> tuple[OpenRoom, Viewer] | Reason:
        """Open the room whose code a person typed as `text`, and put a viewer into it; or why not.

        `welcome` is the viewer's first frame.
        """
        entered: list[tuple[OpenRoom, Viewer]] = []

        async def find(code: str) -> tuple[OpenRoom, Viewer] | Reason:
            return await self._enter(code, player, outbox, welcome, entered)

        try:
            return await self.finder.by_code(text, address, find)
        except BaseException:
            # Whoever does not hear of their place could never leave it.
            for place in entered:
                with contextlib.suppress(*Unreachable):
                    await self.leave(*place)
            raise

    async def _enter(
        self, code: str, player: str, outbox: Outbox, welcome: bytes, entered: list[tuple[OpenRoom, Viewer]]
    ) -> tuple[OpenRoom, Viewer] | Reason:
        store, now = self._store, self._store.clock.now()
        async with self._lock(code):
            room = self._rooms.get(code) or await self._open(code)
            if isinstance(room, Reason):
                return room
            guest, deal = room.room.is_guest(player), room.room.deal
            try:
                if (reason := await self._door.admit(room.room, player)) is not None:
                    return reason
                if not guest:
                    await store.people.was_in(player, code, now)
                await room.scribe.mark_absence(player)
                viewer = Viewer(player, await store.presence.arrive(code, player), outbox)
                if guest and room.room.deal is not deal:  # other cards have been dealt meanwhile: ask again
                    outbox.close(Reason.GOING_AWAY)
                outbox.put(welcome)
                entered.append((room, viewer))
                room.enter(viewer)
                if guest:
                    await room.ask_guests()  # whoever was to be asked again meanwhile was not among them
                else:
                    spot = store.people.spot(room.viewers.place(), room.room.members)
                    await store.people.are_at([(player, spot)])
            finally:
                await self._close_if_empty(room)
            return room, viewer

    @property
    def people(self) -> People:
        """What is kept of players."""
        return self._store.people

    async def solve(self, who: str, deal_id: str, seconds: float) -> Answer:
        """Whether a deal that is open to whoever asks can be won, and how; UNKNOWN if that takes too long."""
        return await self._needs.thinkers.ask(who, OfDeal(deal_id, seconds))

    async def forget(self, player: str) -> None:
        """Delete all that is kept of a player: their name goes from the rooms that they were in."""
        alone = await self.history.rooms(player)
        for code in await self._store.people.rooms(player):
            async with self._lock(code):
                room = self._rooms.get(code) or await fold(code, self._needs)
                if not isinstance(room, Reason):
                    await room.scribe.forget(player)
        await self.history.forget(player)
        await self.dailies.forget(player, list(VARIANTS))
        await self._store.people.forget(player)
        await self._ask_again(alone)

    async def withdrawn(self, *players: str) -> None:
        """Fewer may look on than before when these play alone: who does, on any server, is asked again."""
        for player in players:
            await self._ask_again(await self.history.rooms(player))

    async def _ask_again(self, codes: Iterable[str]) -> None:
        for code in codes:
            await self._store.presence.withdraw(code)

    async def count(self, what: str, address: str) -> int:
        """Count one more `what` from an address; returns how many there were in this minute."""
        return await self._store.shared.count(what, address, self._store.clock.now())

    async def echo(self) -> None:
        """Return when a word that was published in Redis has come back: calls and news both work."""
        await self._store.bus.echo(self._store.shared)

    async def react(self, room: OpenRoom, player: str, sign: Sign) -> Reason | None:
        """Show a member's sign to everyone in the room; NOT_MEMBER, or TOO_MANY_REQUESTS for who shows too many."""
        if player not in room.room.members:
            return Reason.NOT_MEMBER
        if await self.count("react", player) > REACTIONS_PER_MINUTE:
            return Reason.TOO_MANY_REQUESTS
        await self._store.presence.react(room.room.code, player, sign)
        return None

    async def command(self, room: OpenRoom, player: str, message: RoomMessage) -> Reason | RuleReason | None:
        """Do what a message asks of a room, or tell why not."""
        if await self._door.have_seen(room.room, player, message):
            return Reason.DEAL_SEEN
        return await room.scribe.command(player, message)

    async def leave(self, room: OpenRoom, viewer: Viewer) -> None:
        """Take a viewer out of its room."""
        code = room.room.code
        room.viewers.leave(viewer)
        alone = room.room.solo and viewer.player == room.room.host
        try:
            if alone:
                await room.scribe.mark_absence(viewer.player)
        finally:
            async with self._lock(code):
                await self._close_if_empty(room)
        seated = viewer.player in room.attendance.seated
        await self._store.presence.depart(code, (viewer.player, viewer.number), seated=seated)
        if not any(open_room.viewers.has(viewer.player) for open_room in self._rooms.values()):
            await self._store.people.left(viewer.player)
        if alone:
            await self.history.left(viewer.player, code)
        await self._rank(room)
        if code not in self._rooms:
            await self.public_list.closed(code, listed=room.room.settings.listed)

    async def _open(self, code: str) -> OpenRoom | Reason:
        """Read a room and listen to it, or why not.

        Listen first, then read: what is appended in between comes as a hint, and is kept until the room can take it.
        """
        store = self._store
        early: list[Hint] = []
        await store.bus.subscribe(code, early.append)
        try:
            room = await fold(code, self._needs)
            if isinstance(room, OpenRoom):
                room.attendance.all_here(*await store.presence.refresh(code, []))
        except BaseException:
            await store.bus.unsubscribe(code)
            raise
        if isinstance(room, Reason):
            await store.bus.unsubscribe(code)
            return room
        store.bus.listen(code, room.hear)
        for hint in early:
            room.hear(hint)
        self._rooms[code] = room
        metrics.OPEN_ROOMS.set(len(self._rooms))
        return room

    async def _close_if_empty(self, room: OpenRoom) -> None:
        code = room.room.code
        if not room.viewers and self._rooms.pop(code, None) is not None:
            metrics.OPEN_ROOMS.set(len(self._rooms))
            room.close()
            await self._store.bus.unsubscribe(code)

    def _lock(self, code: str) -> asyncio.Lock:
        """One opening or closing of a room at a time."""
        return self._locks.setdefault(code, asyncio.Lock())

    async def _tick(self) -> None:
        for room in list(self._rooms.values()):
            await room.guarded(room.tick())
            await room.guarded(self._rank(room))
            await room.guarded(self._list(room))

    async def _rank(self, room: OpenRoom) -> None:
        """Bring the result of a daily attempt onto the boards as soon as it is over."""
        made = room.room
        over = made.race is not None and made.race.over_at is not None
        if made.daily is not None and made.daily.ranked and over and not room.ranked:
            room.ranked = await self.dailies.settle(Day(made.deal.variant, made.daily.number), made.host, made.code)

    async def look_after(self) -> None:
        """End the races that all have left, and that no server has open."""
        now = self._store.clock.now()
        for code in await self._store.running.take(now):
            try:
                await self._look(code)
            except Unreachable:
                raise
            except Exception:  # as in an open room: it must not keep others from being looked after
                log.exception("room_failed", room=code)
                await self._store.running.look_at(code, now + _CANNOT_FOLD_MS)

    async def _look(self, code: str) -> None:
        async with self._lock(code):
            if code in self._rooms:
                return
            room = await fold(code, self._needs)
            if isinstance(room, Reason):
                await self._store.running.over(code)
                return
            try:
                room.attendance.all_here(*await self._store.presence.refresh(code, []))
                await room.scribe.look()
            finally:
                room.close()

    async def _check_tails(self) -> None:
        await self._store.clock.read()
        for room in list(self._rooms.values()):
            await room.guarded(room.journal.catch_up())

    async def _refresh(self) -> None:
        for room in list(self._rooms.values()):
            await room.guarded(self._refresh_one(room))
        await self._store.people.are_at(spot for room in list(self._rooms.values()) for spot in self._spots(room))

    def _spots(self, room: OpenRoom) -> Iterator[tuple[str, bytes]]:
        """Where the players of a room are, for their friends. Who only looks on at a game alone is nowhere."""
        there = room.viewers.still_there() if not room.room.solo else filter(room.viewers.has, [room.room.host])
        spot = self._store.people.spot(room.viewers.place(), room.room.members)
        return ((player, spot) for player in there)

    async def _refresh_one(self, room: OpenRoom) -> None:
        viewers, attendance = room.viewers, room.attendance
        attendance.begin_count()
        seated = [player for player in attendance.seated if viewers.has(player)]
        attendance.all_here(*await self._store.presence.refresh(room.room.code, viewers.still_here(), seated))
        await room.scribe.is_looked_after()
        await room.ask_guests()
        await self._list(room, again=True)

    async def _list(self, room: OpenRoom, *, again: bool = False) -> None:
        """Say on the public list what is to be said of a room that is open."""
        if room.room.code in self._rooms:
            await self.public_list.say(room.room.code, room.viewers.listing(), again=again)


async def _repeat(work: Callable[[], Awaitable[None]], every_s: float) -> None:
    """Do `work` again and again, whatever befalls it once."""
    while True:
        await asyncio.sleep(every_s)
        try:
            await work()
        except Unreachable as error:
            log.warning("store_unreachable", work=work.__name__, error=type(error).__name__)
        except Exception:
            log.exception("upkeep_failed", work=work.__name__)
