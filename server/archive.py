"""Races and games of which only the logs are left, or that go on elsewhere: read again for who may see them."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from server import past, room
from server.access import Asker, of_daily, refusal
from server.events import Entry, Finished
from server.messages.replays import Replay
from server.past import Past
from server.reasons import Reason
from server.record import record
from server.recording import PLAYER, Flaw, Recording, entries, new_race, parse, recording
from server.replay import actions, best, replay
from server.room import Room
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
        alone = room.create(code, entries[0]).alone
        return Reason.UNKNOWN_ROOM if alone else Reason.NOT_FOUND
    attempts = await play_again(found.room, logs)
    past.close(found)
    refused = refusal(found, asker, now)
    return Recalled(found, attempts) if refused is None else refused


async def record_of(code: str, number: int | None, asker: Asker, logs: Logs, now: int) -> dict[str, Any] | Reason:
    """The record of the `number`-th race of a room (None: the last that is over); UNKNOWN_ROOM or NOT_FOUND.

    What was played alone is for its player alone; of dailies `access` tells. May raise `store.redis.Unreachable`.
    """
    entries = await logs.whole(code, ROOM_LOG)
    if not entries:
        return Reason.UNKNOWN_ROOM
    folded = room.create(code, entries[0])
    if (reason := room.private(folded, asker.player)) is not None:
        return reason
    ends: dict[int, int] = {}
    for i, entry in enumerate(entries[1:], start=1):
        room.apply(folded, entry)
        if isinstance(entry.event, Finished):
            ends[folded.races] = i
    number = max(ends, default=0) if number is None else number
    if number not in ends:
        return Reason.NOT_FOUND
    folded = room.create(code, entries[0])
    for entry in entries[1 : ends[number]]:
        room.apply(folded, entry)
    attempts = await play_again(folded, logs)
    room.apply(folded, entries[ends[number]])
    locked = of_daily(folded, folded.daily, asker, now) if folded.daily is not None else None
    return record(folded, attempts) if locked is None else locked


async def play_again(folded: Room, logs: Logs) -> dict[str, list[Entry]]:
    """Fold the attempt logs of a room's race, and return them by player. May raise `store.redis.Unreachable`."""
    on = folded.race
    if on is None:
        return {}
    attempts = {player: await logs.whole(folded.code, attempt_log(on.number, player)) for player in on.racers}
    for player, log in attempts.items():
        await _in_turns(room.apply_attempt(folded, player, entry) for entry in log)
    return attempts


async def replay_of(recalled: Recalled, player: str, asker: str) -> Replay | Reason:
    """The replay of a racer; of the own attempt of `asker`, or else the best one, if nobody is named. NOT_FOUND."""
    race, of = recalled.past.race, recalled.past.room
    player = _whose(recalled, player, asker)
    if player not in race.racers:
        return Reason.NOT_FOUND
    done = await _in_turns(actions(race, of.deal.id, recalled.logs[player]))
    return replay(race, race.racers[player], of.deal.id, done, code=of.code, solo=of.solo)


async def file_of(recalled: Recalled, player: str, asker: str) -> Recording | Reason:
    """The same as a recording, for a file."""
    race = recalled.past.race
    player = _whose(recalled, player, asker)
    if player not in race.racers:
        return Reason.NOT_FOUND
    return recording(race, race.racers[player], recalled.past.room.deal.id, recalled.logs[player])


async def replay_of_file(data: bytes) -> Replay | Flaw:
    """The replay of a file's bytes, or what is wrong with it."""
    try:
        made = parse(data.decode())
    except UnicodeDecodeError:
        made = Flaw(1, Reason.BAD_FILE)
    if isinstance(made, Flaw):
        return made
    return await replay_of_recording(made)


async def replay_of_recording(made: Recording) -> Replay | Flaw:
    """The replay of what a file says, or the first action in it that is not legal."""
    race, log = new_race(made), []
    for entry in await _in_turns(entries(made, race)):
        if isinstance(entry, Flaw):
            return entry
        log.append(entry)
    done = await _in_turns(actions(race, made.deal_id, log))
    return replay(race, race.racers[PLAYER], made.deal_id, done)


def _whose(recalled: Recalled, player: str, asker: str) -> str:
    """The player who is named; else who asks, or the best."""
    racers = recalled.past.race.racers
    return player or (asker if asker in racers else best(recalled.past.race))


async def _in_turns(work: Iterable[_T]) -> list[_T]:
    """All that an iterable gives; others have their turn in between."""
    done: list[_T] = []
    for one in work:
        done.append(one)
        if len(done) % AT_ONCE == 0:
            await asyncio.sleep(0)
    return done
