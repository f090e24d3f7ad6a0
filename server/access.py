"""Who may see an attempt again, move by move: the only place where that is decided [race.md, "Fairness"]. Pure.

The same rule holds for replays and for the files made of them; the record of a game alone stays its player's.
"""

from dataclasses import dataclass

from server.audience import may_open
from server.events import Daily
from server.past import Past
from server.race import CLOCKS_DIFFER_MS, may_go_on
from server.reasons import Reason
from server.room import Room


@dataclass(frozen=True, slots=True)
class Asker:
    """Who wants to see an attempt, and what has to be known of them to say whether they may.

    What a room cannot know itself, such as whether they have won the daily of that day, has its place here.
    """

    player: str = ""
    """Empty for somebody without a token."""
    unlocked: bool = False
    """Of a daily that is played in the room: whether they have won that day's deal in their own ranked attempt."""


def refusal(past: Past, asker: Asker, now: int) -> Reason | None:
    """Why `asker` may not see the attempts of this race again, if so. Its attempt logs must be folded in.

    A race: everyone who has its room's code, once it is over, and nobody before. A game alone: its player at any time,
    others once it is over; until then its room is as unknown as one that does not exist.
    """
    if past.room.daily is not None:
        return of_daily(past.room, past.room.daily, asker, now)
    if past.room.solo:
        mine = asker.player == past.room.host
        return None if mine or _alone_is_over(past, now) else Reason.UNKNOWN_ROOM
    return None if past.race.over_at is not None else Reason.TABLE_HIDDEN


def may_be_of_a_day(past: Past, player: str) -> bool:
    """Whether it matters that the deal may be that of a day which is still open: it was typed, for another room.

    Who has raced here has seen it. Of rooms for a daily `of_daily` tells.
    """
    return past.room.daily is None and not past.room.deal.sealed and player not in past.race.racers


def of_daily(room: Room, daily: Daily, asker: Asker, now: int) -> Reason | None:
    """The same of an attempt at a daily, whose deal is on other tables until the day closes.

    One's own: as soon as one may know its deal. A ranked one of others: for who has won that deal, and for all when the
    day has closed. What is only practised is its player's for ever.
    """
    if asker.player == room.host:
        return None if may_open(room, now) else Reason.DAILY_LOCKED
    if not daily.ranked:
        return Reason.UNKNOWN_ROOM
    if now < daily.until and not asker.unlocked:
        return Reason.DAILY_LOCKED
    return None if room.race is not None and room.race.over_at is not None else Reason.TABLE_HIDDEN


def _alone_is_over(past: Past, now: int) -> bool:
    """Whether a game alone is behind its player, also where nobody has told its end yet."""
    if past.left_at is not None or past.race.over_at is not None:
        return True
    return all(
        racer.state != "racing" and not may_go_on(racer, now - CLOCKS_DIFFER_MS) for racer in past.race.racers.values()
    )
