"""What each class of viewer gets to see: the only place where a room, a race or a table becomes a message.

Everything is built by listing what may be shown. The deal ID and the nonce are read in `_opening` alone, and only
when the race is over, or when nobody else plays the deal; hidden cards never get here, since `Attempt.view` and the
engine's steps do not hold them.
"""

from collections.abc import Iterable

from engine.advice import Hint
from engine.table import Step, wire
from server.messages import outgoing as out
from server.race import CLOCKS_DIFFER_MS, Race, Racer, may_go_on
from server.ranking import ranking, team_ranking
from server.room import Member, Room


def may_see_table(room: Room, viewer: str, owner: str, now: int) -> bool:
    """Whether `viewer` may see the whole table of `owner` [race.md, "Fairness"].

    The same deal is on every table, so whoever still races sees the own table and no other; who gave up, once that
    can no longer be taken back.
    """
    race = room.race
    if race is None or owner not in race.racers:
        return False
    if race.over_at is not None:
        return True
    start_at = race.racers[owner].start_at
    if viewer == owner or room.solo:  # whoever else is there is let in to look on
        return now >= start_at
    if now - room.settings.delay_ms < start_at:
        return False
    racer = race.racers.get(viewer)
    if racer is not None and (racer.state == "racing" or may_go_on(racer, now - CLOCKS_DIFFER_MS)):
        return False
    match room.settings.spectators:
        case "open":
            return True
        case "finished":
            return racer is not None and racer.state == "finished"
        case "none":
            return False


def room_message(room: Room, here: set[str], now: int, *, guest: bool = False) -> out.Room:
    """The room, for everyone in it. `here`: players with an open connection; `guest`: for who looks on at a game alone.

    A guest does not learn the deal before the game is over: the ID would tell every card that still lies face down.
    """
    message = out.Room(
        t="room",
        v=room.version,
        code=room.code,
        variant=room.deal.variant,
        sealed=room.deal.sealed,
        certified=bool(room.deal.line),
        solo=room.solo and not guest,
        paused=room.running and room.race is not None and room.race.paused_at is not None,
        settings=out.Settings(
            racers=room.settings.racers,
            spectators="open" if guest else room.settings.spectators,
            time_limit_ms=room.settings.time_limit_ms,
            closing_ms=room.settings.closing_ms,
            undo=room.settings.undo,
            hints=room.settings.hints,
            winnable=room.settings.winnable,
            listed=room.settings.listed,
            teams=room.settings.teams,
            series=room.settings.series,
            delay_ms=room.settings.delay_ms,
        ),
        state=room_state(room, now),
        host=room.host,
        members=[
            out.Member(
                id=m.id,
                name=m.name,
                robot=m.robot,
                ready=m.ready,
                here=_here(m, here),
                strength=m.strength,
                team=m.team,
                head_start_ms=m.head_start_ms,
                wins=m.wins,
            )
            for m in room.members.values()
        ],
        spectators=len(here - room.members.keys()),
        commitment=room.commitment,
        clock_ms=room.race.clock(now) if room.race is not None else None,
        ends_ms=_ends(room),
        race=room.races if room.race is not None else room.races + 1,
        series=out.Series(races=room.series_races, over=room.series_over),
    )
    if room.daily is not None:
        message["daily"] = out.Daily(number=room.daily.number, ranked=room.daily.ranked)
    if room.ghost is not None and not guest:
        message["ghost"] = True
    if room.race is not None and room.race.over_at is not None:
        message["results"] = ranking(room.race)
        if teams := team_ranking(room.race):
            message["teams"] = teams
    if may_open(room, now) and not (guest and room.running):
        message["opening"] = _opening(room)
    return message


def may_open(room: Room, now: int) -> bool:
    """Whether those in the room may know its deal: when the race is over; of a game alone at any time.

    The deal of a day is on other tables until the day closes. Who has given up does not learn it before, or an identity
    made to give up would see every card for another one.
    """
    if room.solo:
        return True
    if room.race is None or room.race.over_at is None:
        return False
    if room.daily is None:
        return True
    return now >= room.daily.until or any(racer.state == "finished" for racer in room.race.racers.values())


def place(room: Room, now: int) -> out.Place:
    """The room as friends of those who are in it see it."""
    practice = room.daily is not None and not room.daily.ranked
    there = out.Place(code="" if practice else room.code, variant=room.deal.variant, state=room_state(room, now))
    if room.solo:
        there["solo"] = True  # its code is told to those alone who may look on: see `People.places`
    if room.daily is not None:
        there["daily"] = room.daily.number
    return there


def _here(who: Member | Racer, here: set[str]) -> bool:
    """The server's own robots need no connection."""
    return who.strength is not None or who.id in here


def listing(room: Room, here: set[str], now: int) -> out.Listing | None:
    """The room's line on the public list; None if it does not stand there, as if it is private or nobody is in it."""
    if not room.settings.listed or room.closed or not here:
        return None
    return out.Listing(
        code=room.code,
        variant=room.deal.variant,
        sealed=room.deal.sealed,
        state=room_state(room, now),
        host=room.members[room.host].name,
        racers=len(room.members),
        seats=room.settings.racers,
        watching=len(here - room.members.keys()),
        spectators=room.settings.spectators,
    )


def _ends(room: Room) -> int | None:
    """When the time is up: of the race that is on, or as the settings have it."""
    if room.race is None:
        return room.settings.time_limit_ms
    return None if room.race.deadline is None else room.race.deadline - room.race.start_at


def room_state(room: Room, now: int) -> out.RoomState:
    """The one word for where a room is."""
    race = room.race
    if room.closed:
        return "closed"
    if race is None:
        return "lobby"
    if race.over_at is not None:
        return "over"
    return "racing" if race.started(now) else "countdown"


def _opening(room: Room) -> out.Opening:
    return out.Opening(deal_id=room.deal.id, nonce=room.deal.nonce)


def progress_message(race: Race, here: set[str], now: int) -> out.Progress:
    """How far each racer is, for everyone: counts only, no suit and no card."""
    return out.Progress(
        t="progress",
        clock_ms=race.clock(now),
        racers=[
            out.Racer(
                id=racer.id,
                state=racer.state,
                home=racer.attempt.home,
                moves=racer.attempt.moves,
                down=racer.attempt.down,
                time_ms=None if racer.ended_at is None else race.played(racer.ended_at),
                starts_ms=racer.start_at - race.start_at,
                here=_here(racer, here),
            )
            for racer in race.racers.values()
        ],
    )


def table_message(racer: Racer, *, own: bool) -> out.Table:
    """A whole table as its owner sees it; what the owner may do is added for the owner alone."""
    message = out.Table(
        t="table",
        player=racer.id,
        v=racer.version,
        state=racer.state,
        piles=racer.attempt.view().wire(),
        counters=_counters(racer),
    )
    if own:
        _offer(message, racer)
    return message


def moved_message(racer: Racer, move: str, steps: Iterable[Step], *, own: bool) -> out.Moved:
    """What one action did: the answer to its maker, or the news for those who watch."""
    message = out.Moved(
        t="moved",
        player=racer.id,
        v=racer.version,
        move=move,
        steps=[wire(step) for step in steps],
        state=racer.state,
        counters=_counters(racer),
    )
    if own:
        _offer(message, racer)
    return message


def hint_message(racer: Racer, hint: Hint | None, bar: out.Bar | None) -> out.Hint:
    """What is told to a racer who wants help, and to nobody else. No hint: it is still being thought about."""
    message = out.Hint(t="hint", v=racer.version)
    if hint is not None:
        message["advice"] = hint.advice.value
        if hint.line:
            message["move"] = racer.attempt.notation(hint.line[0])
    if bar is not None:
        message["bar"] = bar
    return message


def _counters(racer: Racer) -> dict[str, int]:
    return racer.attempt.counters() | {"hints": racer.hints}


def _offer(message: out.Table | out.Moved, racer: Racer) -> None:
    """Add what the owner of a table may do next."""
    attempt, racing = racer.attempt, racer.state == "racing"
    message["n"] = racer.n
    message["legal"] = attempt.legal() if racing else []
    message["taps"] = attempt.taps() if racing else []
    if racing and (finish := attempt.finish()):
        message["finish"] = finish
