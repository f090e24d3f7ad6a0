"""Who may see an attempt again, move by move: the only place where that is decided [race.md, "Fairness"]. Pure.

The same rule holds for replays, for files made of them, for records of what was played alone, and for ghosts.
"""

from dataclasses import dataclass

from server.past import Past
from server.race import CLOCKS_DIFFER_MS, may_go_on
from server.reasons import Reason


@dataclass(frozen=True, slots=True)
class Asker:
    """Who wants to see an attempt, and what has to be known of them to say whether they may.

    What a room cannot know itself, such as whether they have won the daily of that day, has its place here.
    """

    player: str = ""
    """Empty for somebody without a token."""


def refusal(past: Past, asker: Asker, now: int) -> Reason | None:
    """Why `asker` may not see the attempts of this race again, if so. Its attempt logs must be folded in.

    A race: everyone who has its room's code, once it is over, and nobody before. A game alone: its player at any time,
    others once it is over; until then its room is as unknown as one that does not exist.
    """
    if past.room.solo:
        mine = asker.player == past.room.host
        return None if mine or _alone_is_over(past, now) else Reason.UNKNOWN_ROOM
    return None if past.race.over_at is not None else Reason.TABLE_HIDDEN


def _alone_is_over(past: Past, now: int) -> bool:
    """Whether a game alone is behind its player, also where nobody has told its end yet."""
    if past.left_at is not None or past.race.over_at is not None:
        return True
    return all(
        racer.state != "racing" and not may_go_on(racer, now - CLOCKS_DIFFER_MS) for racer in past.race.racers.values()
    )
