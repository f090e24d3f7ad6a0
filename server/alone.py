"""A game alone, in a room that only its host ever enters: the next deal, and the clock that may stand still. Pure."""

from typing import Final

from engine.reasons import Reason as RuleReason
from server import race as races
from server.events import Deal, Dealt, Paused, Resumed, RoomEvent, Settings
from server.lobby import Fresh
from server.messages.incoming import NewDeal, Pause, Resume
from server.reasons import Reason
from server.room import Room

SOLO_SETTINGS: Final = Settings(racers=1, spectators="none")
"""Of a room for one alone."""
DAILY_SETTINGS: Final = Settings(racers=1, winnable=True)
"""Of a room for the deal of a day. Who may come in and watch at all is the hub's to say."""

SoloMessage = NewDeal | Pause | Resume


def decide(room: Room, player: str, message: SoloMessage, fresh: Fresh) -> list[RoomEvent] | Reason | RuleReason:
    """What the player of a game alone wishes: the next game, or the clock to stand or to run."""
    if player != room.host:
        return Reason.NOT_HOST
    match message:
        case NewDeal(race=race) if race != room.races:
            return []
        case NewDeal(variant=variant, deal=typed):
            deal = fresh(variant or (room.deal.variant if typed is None else None), typed)
            return [Dealt(deal)] if isinstance(deal, Deal) else deal
        case Pause():
            if not _clock_runs(room):
                return []
            return [Paused()] if room.race and len(room.race.pauses) < races.MOST_PAUSES else Reason.TOO_MANY_ACTIONS
        case Resume():
            return [Resumed()] if room.running and not _clock_runs(room) else []


def _clock_runs(room: Room) -> bool:
    return room.running and room.race is not None and room.race.paused_at is None


def absence(room: Room, player: str, since: int) -> list[RoomEvent]:
    """The pause of a player who has been away from a game alone since then, if the clock still runs."""
    may = room.solo and player == room.host and _clock_runs(room)
    pauses = len(room.race.pauses) if room.race is not None else 0
    return [Paused(max(since, room.changed_at))] if may and pauses < races.MOST_PAUSES else []
