"""The record of a race that is over: everything that anyone needs to check it, and the check itself. Pure.

The record is JSON: the opened deal, the settings, every action of every racer with its time on the race clock, and the
results that were announced. `problems` plays it all again from the deal.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from engine.attempt import Attempt
from engine.deals import parse_deal_id, variant_of
from server import race as races
from server.actions import event_of, text_of
from server.events import Entry, Finished
from server.race import Race, Racer
from server.ranking import ranking, team_ranking
from server.room import Room


def record(room: Room, logs: Mapping[str, Sequence[Entry]]) -> dict[str, Any]:
    """The record of the room's race, which must be over, from its racers' attempt logs (by player)."""
    race = room.race
    if race is None or race.over_at is None:
        raise ValueError("only a race that is over has a record")
    return {
        "code": room.code,
        "race": race.number,
        "variant": room.deal.variant,
        "sealed": room.deal.sealed,
        "deal_id": room.deal.id,
        "nonce": room.deal.nonce.hex(),
        "commitment": room.commitment,
        "winning_line": room.deal.line or None,
        "closing_ms": room.settings.closing_ms,
        "time_limit_ms": room.settings.time_limit_ms,
        "length_ms": race.played(race.over_at),
        "racers": [
            {
                "id": racer.id,
                "name": racer.name,
                "robot": racer.robot,
                "strength": racer.strength,
                "team": racer.team,
                "actions": [[race.played(entry.at), text_of(entry.event)] for entry in logs[racer.id]],
            }
            for racer in race.racers.values()
        ],
        "results": ranking(race),
        "teams": team_ranking(race),
    }


def problems(record: Mapping[str, Any]) -> list[str]:
    """What is wrong with a record, in words. Raises KeyError, TypeError or ValueError if it is no record."""
    deal_id = record["deal_id"]
    if parse_deal_id(deal_id) != deal_id or variant_of(deal_id).id != record["variant"]:
        return [f"{deal_id} is no deal of {record['variant']}"]
    found = []
    if hashlib.sha256(deal_id.encode() + bytes.fromhex(record["nonce"])).hexdigest() != record["commitment"]:
        found.append("the deal is not the one that was committed to")
    replayed = _replay(record, deal_id)
    if isinstance(replayed, str):
        return [*found, replayed]
    if (ranking(replayed), team_ranking(replayed)) != (record["results"], record.get("teams", [])):
        found.append("the results do not follow from what was played")
    return found


def _replay(record: Mapping[str, Any], deal_id: str) -> Race | str:
    """The race as the actions make it, or which action is not legal."""
    limit = record["time_limit_ms"]
    race = Race(record["race"], 0, limit, closing_ms=record["closing_ms"])
    for one in record["racers"]:
        attempt = Attempt(deal_id)
        race.racers[one["id"]] = Racer(
            one["id"],
            one["name"],
            one["robot"],
            attempt,
            strength=one.get("strength"),
            team=one.get("team"),
            down=attempt.down,
        )
        for version, (at, text) in enumerate(one["actions"], start=1):
            try:
                races.apply(race, one["id"], Entry(version, at, event_of(version, text)))
            except ValueError:
                return f"action {version} of {one['name']}, {text}, is not legal"
    why = _why(record["results"])
    races.finish(race, Entry(1, record["length_ms"], Finished(why)), why)
    return race


def _why(results: Iterable[Mapping[str, Any]]) -> Literal["all_ended", "time_limit", "away"]:
    """Why a race with these results ended."""
    states = {result["state"] for result in results}
    if "away" in states:
        return "away"
    return "time_limit" if "time_up" in states else "all_ended"
