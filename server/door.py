"""The door of a room: who comes in; and as what guests of a game alone have seen is remembered of them, who races."""

from engine.deals import parse_deal_id
from engine.reasons import Reason as RuleReason
from server.commands import RoomMessage
from server.dailies import Dailies
from server.messages.incoming import Configure, Join, Ready, Start
from server.reasons import Reason
from server.room import Room, shut
from server.store.clock import Clock
from server.store.daily import Day
from server.store.people import People


class Door:
    """Every method may raise one of `store.redis.Unreachable`."""

    def __init__(self, people: People, dailies: Dailies, clock: Clock) -> None:
        self._people = people
        self._dailies = dailies
        self._clock = clock

    async def admit(self, of: Room, player: str) -> Reason | None:
        """Let a player come in, or tell why not. What a guest of a game alone gets to see is remembered of them."""
        if of.is_guest(player):
            reason = await self._shut_to_guest(of, player)
        else:
            reason = shut(of, player, self._clock.now())
        if reason is not None or player == of.host:
            return reason
        # Who is blocked by the host is not told so.
        if await self._people.has_blocked(of.host, player):
            return Reason.UNKNOWN_ROOM
        return None if await self._unlocked(of, player) else Reason.DAILY_LOCKED

    async def _shut_to_guest(self, of: Room, player: str) -> Reason | None:
        """UNKNOWN_ROOM for who may not look on at a game alone.

        Nor may they whose own attempt at the daily with this deal is still to come.
        """
        if of.closed or not (await self._people.person(of.host)).lets_watch(player):
            return Reason.UNKNOWN_ROOM
        if await self._dailies.locked(of.deal, player):
            return Reason.UNKNOWN_ROOM
        await self._people.watches(player, of.deal.id, self._clock.now())
        return None

    async def _unlocked(self, of: Room, player: str) -> bool:
        """Whether a player may see what is or was played in a room: others' attempts at a daily, who has won it."""
        if of.daily is None:
            return True
        day = Day(of.deal.variant, of.daily.number)
        return await self._dailies.unlocked(day, player, await self._dailies.now())

    async def have_seen(self, of: Room, player: str, message: RoomMessage) -> bool:
        """Whether somebody would race a deal that they have watched being played alone; not one that is sealed."""
        people = [member.id for member in of.members.values() if member.strength is None]
        deal_id: str | RuleReason = of.deal.id
        match message:
            case Join() | Ready() if not of.deal.sealed:
                people = [player]
            case Start() if not of.deal.sealed:
                pass
            case Configure(deal=str(typed)):
                deal_id = parse_deal_id(typed)
            case _:
                return False
        return not isinstance(deal_id, RuleReason) and await self._people.watched(people, deal_id)
