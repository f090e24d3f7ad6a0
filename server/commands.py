"""What may be asked of a room, and where it is decided: one message, the events that it amounts to. Pure."""

from engine.reasons import Reason as RuleReason
from server import alone, lobby
from server.alone import SoloMessage
from server.events import RoomEvent
from server.lobby import Fresh
from server.messages.incoming import (
    AddRobot,
    ChooseTeam,
    Close,
    Configure,
    Handicap,
    Join,
    Kick,
    Leave,
    NewDeal,
    Pause,
    Ready,
    Rematch,
    Resume,
    Start,
)
from server.reasons import Reason
from server.room import Room

RaceMessage = Join | Ready | Start | Configure | Kick | AddRobot | ChooseTeam | Handicap | Rematch
RoomMessage = RaceMessage | SoloMessage | Leave | Close


def decide(  # noqa: C901, PLR0912 - one case for each message
    room: Room, player: str, message: RoomMessage, fresh: Fresh
) -> list[RoomEvent] | Reason | RuleReason:
    """The events that a member's or spectator's message amounts to, or why it is refused.

    No event: it is so already. A command whose answer was lost on the way is sent again, and must not be refused then.
    """
    if room.closed:
        return [] if isinstance(message, Close) else Reason.ROOM_CLOSED
    if room.daily is not None or isinstance(message, RaceMessage if room.solo else SoloMessage):
        return Reason.WRONG_KIND
    match message:
        case Join():
            return lobby.join(room, player, message)
        case Ready(ready=ready):
            return lobby.ready(room, player, ready=ready)
        case Start():
            return lobby.start(room, player)
        case Leave():
            return lobby.leave(room, player)
        case Close():
            return lobby.close(room, player)
        case Configure():
            return lobby.configure(room, player, message, fresh)
        case Kick(player=other):
            return lobby.kick(room, player, other)
        case ChooseTeam(team=team):
            return lobby.choose_team(room, player, team)
        case Handicap(player=other, head_start_s=seconds):
            return lobby.handicap(room, player, other, seconds * 1000)
        case AddRobot(strength=strength):
            return lobby.add_robot(room, player, strength)
        case Rematch():
            return lobby.rematch(room, player, fresh)
        case NewDeal() | Pause() | Resume():
            return alone.decide(room, player, message, fresh)
