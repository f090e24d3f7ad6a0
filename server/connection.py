"""What one client's messages do: frame in, room or race asked, answers into the outbox. Knows no socket."""

import structlog

from engine.reasons import Reason as RuleReason
from server import __version__, metrics
from server.hub import Hub
from server.messages import outgoing as out
from server.messages.incoming import AskHint, GiveUp, GoOn, Hello, Incoming, NewDeal, Ping, Play, React, Tap, Watch
from server.open_room import OpenRoom
from server.outbox import Outbox
from server.reasons import Reason
from server.session import Session
from server.viewers import Viewer
from server.wire import encode

log = structlog.get_logger()


class Connection:
    """One client, from its first frame to its last. `receive` may raise `store.redis.Unreachable`."""

    def __init__(self, hub: Hub, player: str, address: str, outbox: Outbox) -> None:
        self.session = Session(player)
        self._hub = hub
        self._address = address
        self._outbox = outbox
        self._place: tuple[OpenRoom, Viewer] | None = None

    async def receive(self, frame: bytes | None) -> None:
        """Act on one frame (None for a text frame). Answers, and a wish to close, go to the outbox."""
        message = self.session.receive(frame)
        if isinstance(message, Reason):
            self._outbox.close(message)
            return
        metrics.MESSAGES.labels(message.t).inc()
        with metrics.HANDLING.time():
            reason = await self._act(message)
        if reason is not None:
            refused = out.Refused(t="refused", re=message.t, reason=reason.value)
            if isinstance(message, Play | Tap | AskHint | GiveUp | GoOn):
                refused["n"] = message.n
            self._refuse(reason, refused)

    def _refuse(self, reason: Reason | RuleReason, refused: out.Refused) -> None:
        metrics.REFUSALS.labels(reason.value).inc()
        self._outbox.put(encode(refused))

    async def leave(self) -> None:
        """The client is gone."""
        if self._place is not None:
            await self._hub.leave(*self._place)

    async def _act(self, message: Incoming) -> Reason | RuleReason | None:
        if isinstance(message, Hello):
            return await self._hello(message)
        if isinstance(message, Ping):
            clock_ms = self._place[0].clock_ms() if self._place is not None else None
            self._outbox.put(encode(out.Pong(t="pong", c=message.c, clock_ms=clock_ms)))
            return None
        if self._place is None:
            raise AssertionError("the session lets nothing else come before hello")
        room, viewer = self._place
        if isinstance(message, Play | Tap | AskHint | GiveUp | GoOn):
            return await room.wish(viewer.player, message, self._outbox)
        if isinstance(message, React):
            return await self._hub.react(room, viewer.player, message.sign)
        if isinstance(message, Watch):
            return room.viewers.watch(viewer, frozenset(message.players))
        if isinstance(message, NewDeal) and room.room.solo and viewer.player == room.room.host:
            return await self._next_game(room, viewer.player, message)
        return await self._hub.command(room, viewer.player, message)

    async def _next_game(self, room: OpenRoom, player: str, message: NewDeal) -> Reason | RuleReason | None:
        """The next game alone, which is kept in mind before anything can happen to it."""
        history, code = self._hub.history, room.room.code
        await history.remember(player, code)
        if (reason := await room.scribe.command(player, message)) is not None:
            return reason
        await history.begun(player, code, room.room.deal.variant)
        return None

    async def _hello(self, message: Hello) -> Reason | None:
        player = self.session.player
        welcome = encode(out.Welcome(t="welcome", player=player, version=__version__))
        place = await self._hub.enter(message.code, player, self._address, self._outbox, welcome)
        if isinstance(place, Reason):
            return place
        self._place = room, viewer = place
        self.session.opened = True
        log.info("entered", room=room.room.code, player=player)
        if message.watch is not None and (reason := room.viewers.follow(viewer, frozenset(message.watch))) is not None:
            self._refuse(reason, out.Refused(t="refused", re="watch", reason=reason.value))
        return None
