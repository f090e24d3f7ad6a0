"""Races and games of which only the logs are left, or that go on elsewhere: read again for who may see them."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from server import past, room
from server.access import Asker, refusal
from server.events import Entry
from server.messages.replays import Replay
from server.past import Past
from server.reasons import Reason
from server.replay import actions, best, replay
from server.store.keys import ROOM_LOG, attempt_log
from server.store.log import Logs

AT_ONCE: Final = 100
"""Actions that are played again before others have their turn: a few milliseconds."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Recalled:
    """A race, folded to its end, and its attempt logs by player."""

    past: Past
    logs: Mapping[str, Sequence[Entry]]


async def recall(code: str, number: int | None, asker: Asker, logs: Logs, now: int) -> Recalled | Reason:
    """The room's `number`-th race (None: the last one); UNKNOWN_ROOM, NOT_FOUND, or why `asker` may not see it.

    May raise `store.redis.Unreachable`.
    """
    entries = await logs.whole(code, ROOM_LOG)
    if not entries:
        return Reason.UNKNOWN_ROOM
    found = past.find(code, entries, number)
    if found is None:
        # Of a room for somebody else alone not even that is told.
        solo = room.create(code, entries[0]).solo
        return Reason.UNKNOWN_ROOM if solo else Reason.NOT_FOUND
    attempts = {player: await logs.whole(code, attempt_log(found.race.number, player)) for player in found.race.racers}
    for player, entries in attempts.items():
        await _in_turns(room.apply_attempt(found.room, player, entry) for entry in entries)
    past.close(found)
    refused = refusal(found, asker, now)
    return Recalled(found, attempts) if refused is None else refused


async def replay_of(recalled: Recalled, player: str, asker: Asker) -> Replay | Reason:
    """The replay of a racer; of the asker's own attempt, or else the best one, if nobody is named. NOT_FOUND."""
    race, of = recalled.past.race, recalled.past.room
    if not player:
        player = asker.player if asker.player in race.racers else best(race)
    if player not in race.racers:
        return Reason.NOT_FOUND
    done = await _in_turns(actions(race, of.deal.id, recalled.logs[player]))
    return replay(race, race.racers[player], of.deal.id, done, code=of.code, solo=of.solo)


async def _in_turns(work: Iterable[_T]) -> list[_T]:
    """All that an iterable gives; others have their turn in between."""
    done: list[_T] = []
    for one in work:
        done.append(one)
        if len(done) % AT_ONCE == 0:
            await asyncio.sleep(0)
    return done
