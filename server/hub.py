"""The rooms that are open on this server: opened for the first viewer, closed after the last."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

import structlog

from engine.deals import parse_deal_id
from engine.games import VARIANTS
from engine.reasons import Reason as RuleReason
from server import metrics
from server.access import Asker, may_be_of_a_day
from server.archive import Recalled, recall, record_of
from server.codes import parse_code
from server.commands import RoomMessage
from server.create import create
from server.dailies import Dailies
from server.dealer import Dealer
from server.events import Created, Deal, RoomEvent
from server.history import History
from server.house import House
from server.limits import GUESSES_PER_MINUTE, REACTIONS_PER_MINUTE
from server.messages import Sign
from server.messages import outgoing as out
from server.messages.incoming import Configure, Join, Ready, Start
from server.needs import Needs
from server.open_room import OpenRoom, fold
from server.outbox import Outbox
from server.reasons import Reason
from server.room import Room, shut
from server.store.bus import Bus, Hint
from server.store.clock import Clock
from server.store.daily import Day
from server.store.keys import ROOM_LOG
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
LISTING_S: Final = 1.0
"""The public list is read from Redis at most this often, however many look at it."""
DAILY_S: Final = 5.0
"""How often the daily attempts that nobody has open are looked after."""
LOOK_S: Final = 5.0
"""How often the races are looked after whose rooms nobody has open."""
_CANNOT_FOLD_MS: Final = 3_600_000
"""A room that cannot be folded is tried again after so long, as there may be another server by then."""

log = structlog.get_logger()
_Found = TypeVar("_Found")


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
        self._store = store
        self._needs = Needs(store.logs, store.clock, store.running, store.people, store.stock, thinkers, house)
        self._rooms: dict[str, OpenRoom] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: list[asyncio.Task[None]] = []
        self._lines: dict[str, out.Listing] = {}
        """What this server has last said of its open rooms on the public list."""
        self._listed: tuple[float, list[out.Listing]] = (-LISTING_S, [])
        """The public list, and when it was read."""
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

        `welcome` is the viewer's first frame. Guessing is throttled as in `_by_code`.
        """

        async def find(code: str) -> tuple[OpenRoom, Viewer] | Reason:
            return await self._enter(code, player, outbox, welcome)

        return await self._by_code(text, address, find)

    async def _enter(self, code: str, player: str, outbox: Outbox, welcome: bytes) -> tuple[OpenRoom, Viewer] | Reason:
        store, now = self._store, self._store.clock.now()
        async with self._lock(code):
            room = self._rooms.get(code) or await self._open(code)
            if isinstance(room, Reason):
                return room
            guest, deal = room.room.solo and player != room.room.host, room.room.deal
            try:
                reason = await self._shut_to_guest(room.room, player) if guest else shut(room.room, player, now)
                if reason is not None:
                    return reason
                # Who is blocked by the host is not told so.
                if player != room.room.host and await store.people.has_blocked(room.room.host, player):
                    return Reason.UNKNOWN_ROOM
                if not await self._unlocked(room.room, player):
                    return Reason.DAILY_LOCKED
                if not guest:
                    await store.people.was_in(player, code, now)
                await room.scribe.mark_absence(player)
                viewer = Viewer(player, await store.presence.arrive(code, player), outbox)
                if guest and room.room.deal is not deal:  # other cards have been dealt meanwhile: ask again
                    outbox.close(Reason.GOING_AWAY)
                outbox.put(welcome)
                room.enter(viewer)
                if not guest:
                    spot = store.people.spot(room.viewers.place(), room.room.members)
                    await store.people.are_at([(player, spot)])
            finally:
                await self._close_if_empty(room)
            return room, viewer

    async def past_race(self, text: str, number: int | None, player: str, address: str) -> dict[str, Any] | Reason:
        """The record of a race that is over, by the room's code as typed; guessing is throttled as in `enter`."""

        async def find(code: str) -> dict[str, Any] | Reason:
            now = self._store.clock.now()
            return await record_of(code, number, await self._asker(code, player), self._store.logs, now)

        return await self._by_code(text, address, find)

    async def _shut_to_guest(self, room: Room, player: str) -> Reason | None:
        """UNKNOWN_ROOM for who may not look on at a game alone; what others get to see is remembered of them.

        Nor may they whose own attempt at the daily with this deal is still to come.
        """
        people = self._store.people
        if room.closed or not (await people.person(room.host)).lets_watch(player):
            return Reason.UNKNOWN_ROOM
        if await self.dailies.locked(room.deal, player):
            return Reason.UNKNOWN_ROOM
        await people.watches(player, room.deal.id, self._store.clock.now())
        return None

    async def _ask_guests(self, room: OpenRoom) -> None:
        """Who may look on at a game alone no more, comes back and is told so."""
        if guests := room.viewers.guests():
            host = await self._store.people.person(room.room.host)
            for player in guests:
                if not host.lets_watch(player):
                    room.viewers.send_away(Reason.GOING_AWAY, player)

    async def _unlocked(self, room: Room, player: str) -> bool:
        """Whether a player may see what is or was played in a room: others' attempts at a daily, who has won it."""
        if room.daily is None or player == room.host:
            return True
        day = Day(room.deal.variant, room.daily.number)
        return await self.dailies.unlocked(day, player, await self.dailies.now())

    async def _asker(self, code: str, player: str) -> Asker:
        """Who wants to see again what was played in a room."""
        first = await self._store.logs.first(code, ROOM_LOG)
        made = first.event if first is not None else None
        if not isinstance(made, Created) or made.daily is None:
            return Asker(player)
        day = Day(made.deal.variant, made.daily.number)
        return Asker(player, await self.dailies.unlocked(day, player, await self.dailies.now()))

    async def recall(self, text: str, number: int, asker: str, address: str) -> Recalled | Reason:
        """A race to be seen again by a player, by the room's code as typed; guessing is throttled as in `enter`."""

        async def find(code: str) -> Recalled | Reason:
            now = self._store.clock.now()
            found = await recall(code, number, await self._asker(code, asker), self._store.logs, now)
            if isinstance(found, Reason) or not may_be_of_a_day(found.past, asker):
                return found
            return Reason.DAILY_LOCKED if await self.dailies.locked(found.past.room.deal, asker) else found

        return await self._by_code(text, address, find)

    async def _by_code(
        self, text: str, address: str, find: Callable[[str], Awaitable[_Found | Reason]]
    ) -> _Found | Reason:
        """What `find` finds by a room's code as a person typed it; guessing is throttled by address.

        While it is, a right code gets the same answer as a wrong one.
        """
        code, shared, now = parse_code(text), self._store.shared, self._store.clock.now()
        if isinstance(code, Reason):
            return code
        # Counted before it is known to be wrong, or many guesses in one moment would all pass.
        if await shared.count("guess", address, now) > GUESSES_PER_MINUTE:
            return Reason.TOO_MANY_GUESSES
        found = await find(code)
        if found is not Reason.UNKNOWN_ROOM:
            await shared.uncount("guess", address, now)
        return found

    async def listed(self) -> list[out.Listing]:
        """The public list of rooms: those that wait for racers first."""
        now = asyncio.get_running_loop().time()
        if now - self._listed[0] >= LISTING_S:
            self._listed = (now, self._listed[1])
            lines = await self._store.listing.all()
            self._listed = (now, sorted(lines, key=lambda line: line["state"] != "lobby"))
        return self._listed[1]

    @property
    def people(self) -> People:
        """What is kept of players."""
        return self._store.people

    async def made(self, text: str, player: str, address: str) -> Created | Reason:
        """How a room of one's own began, by its code as typed; others' are unknown. Guessing is throttled."""

        async def find(code: str) -> Created | Reason:
            first = await self._store.logs.first(code, ROOM_LOG)
            made = first.event if first is not None else None
            return made if isinstance(made, Created) and made.player == player else Reason.UNKNOWN_ROOM

        return await self._by_code(text, address, find)

    async def solve(self, who: str, deal_id: str, seconds: float) -> Answer:
        """Whether a deal that is open to whoever asks can be won, and how; UNKNOWN if that takes too long."""
        return await self._needs.thinkers.ask(who, OfDeal(deal_id, seconds))

    async def forget(self, player: str) -> None:
        """Delete all that is kept of a player: their name goes from the rooms that they were in."""
        for code in await self._store.people.rooms(player):
            async with self._lock(code):
                room = self._rooms.get(code) or await fold(code, self._needs)
                if not isinstance(room, Reason):
                    await room.scribe.forget(player)
        await self.history.forget(player)
        await self.dailies.forget(player, list(VARIANTS))
        await self._store.people.forget(player)

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
        if await self._have_seen(room.room, player, message):
            return Reason.DEAL_SEEN
        return await room.scribe.command(player, message)

    async def _have_seen(self, room: Room, player: str, message: RoomMessage) -> bool:
        """Whether somebody would race a deal that they have watched being played alone; not one that is sealed."""
        people = [member.id for member in room.members.values() if member.strength is None]
        deal_id: str | RuleReason = room.deal.id
        match message:
            case Join() | Ready() if not room.deal.sealed:
                people = [player]
            case Start() if not room.deal.sealed:
                pass
            case Configure(deal=str(typed)):
                deal_id = parse_deal_id(typed)
            case _:
                return False
        return not isinstance(deal_id, RuleReason) and await self._store.people.watched(people, deal_id)

    async def leave(self, room: OpenRoom, viewer: Viewer) -> None:
        """Take a viewer out of its room."""
        code = room.room.code
        room.viewers.leave(viewer)
        alone = room.room.solo and viewer.player == room.room.host
        if alone:
            await room.scribe.mark_absence(viewer.player)
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
            self._lines.pop(code, None)
            # The last to leave, of all servers, takes the room off the list.
            if room.room.settings.listed and not (await self._store.presence.refresh(code, []))[0]:
                await self._store.listing.remove(code)

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
        await self._ask_guests(room)
        await self._list(room, again=True)

    async def _list(self, room: OpenRoom, *, again: bool = False) -> None:
        """Bring the room's line on the public list up to date; `again`: say it even if it has not changed."""
        code, line = room.room.code, room.viewers.listing()
        if code not in self._rooms:
            return
        known = self._lines.get(code)
        if line is None:
            if self._lines.pop(code, None) is not None:
                await self._store.listing.remove(code)
        elif again or line != known:
            self._lines[code] = line
            await self._store.listing.put(code, line)


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
