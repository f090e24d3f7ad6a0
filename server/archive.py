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
from server.recording import PLAYER, Flaw, Recording, entries, new_race, parse, recording
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
    player = _whose(recalled, player, asker)
    if player not in race.racers:
        return Reason.NOT_FOUND
    done = await _in_turns(actions(race, of.deal.id, recalled.logs[player]))
    return replay(race, race.racers[player], of.deal.id, done, code=of.code, solo=of.solo)


async def file_of(recalled: Recalled, player: str, asker: Asker) -> Recording | Reason:
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
    race, log = new_race(made), []
    for entry in await _in_turns(entries(made, race)):
        if isinstance(entry, Flaw):
            return entry
        log.append(entry)
    done = await _in_turns(actions(race, made.deal_id, log))
    return replay(race, race.racers[PLAYER], made.deal_id, done)


def _whose(recalled: Recalled, player: str, asker: Asker) -> str:
    """The player who is named; else who asks, or the best."""
    racers = recalled.past.race.racers
    return player or (asker.player if asker.player in racers else best(recalled.past.race))


async def _in_turns(work: Iterable[_T]) -> list[_T]:
    """All that an iterable gives; others have their turn in between."""
    done: list[_T] = []
    for one in work:
        done.append(one)
        if len(done) % AT_ONCE == 0:
            await asyncio.sleep(0)
    return done
