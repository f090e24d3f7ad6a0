"""Who came where [race.md, "The end"].

Finished first: by time, then fewer moves, then fewer undos. Then the others: by progress (most at home, then fewer
face-down cards), then by who reached it earlier. Equal results share a place (1, 1, 3). Robots stand where they came,
but take no place from anyone; only where nobody else has raced they are given places of their own.
"""

from server.messages.outgoing import Result
from server.race import Race, Racer


def ranking(race: Race) -> list[Result]:
    """One result per racer, best first."""
    racers = sorted(race.racers.values(), key=_order)
    ranked = [racer for racer in racers if not racer.robot] or racers
    places: dict[str, int] = {}
    for i, racer in enumerate(ranked):
        shared = i > 0 and _order(racer) == _order(ranked[i - 1])
        places[racer.id] = places[ranked[i - 1].id] if shared else i + 1
    return [_result(race, racer, places.get(racer.id)) for racer in racers]


def _order(racer: Racer) -> tuple[int, ...]:
    if racer.state == "finished":
        return (0, racer.ended_at or 0, racer.attempt.moves, racer.attempt.undos)
    return (1, -racer.home, racer.down, racer.reached_at)


def _result(race: Race, racer: Racer, place: int | None) -> Result:
    end = racer.ended_at if racer.state == "finished" else racer.reached_at
    return Result(
        id=racer.id,
        name=racer.name,
        robot=racer.robot,
        place=place,
        state=racer.state,
        time_ms=max(0, (end or race.start_at) - race.start_at),
        moves=racer.attempt.moves,
        undos=racer.attempt.undos,
        home=racer.home,
        down=racer.down,
        suits=racer.attempt.home_by_suit,
        splits=[at - race.start_at for at in racer.splits],
    )
