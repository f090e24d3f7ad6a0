"""Who came where [race.md, "The end"].

Finished first: by time, then fewer moves, then fewer undos and hints. Then the others: by progress (most at home,
then fewer face-down cards), then by who reached it earlier. Equal results share a place (1, 1, 3).
"""

from server.messages.outgoing import Result
from server.race import Race, Racer


def ranking(race: Race) -> list[Result]:
    """One result per racer, best first."""
    racers = sorted(race.racers.values(), key=_order)
    places: list[int] = []
    for i, racer in enumerate(racers):
        shared = i > 0 and _order(racer) == _order(racers[i - 1])
        places.append(places[-1] if shared else i + 1)
    return [_result(race, racer, place) for racer, place in zip(racers, places, strict=True)]


def _order(racer: Racer) -> tuple[int, ...]:
    if racer.state == "finished":
        return (0, racer.ended_at or 0, racer.attempt.moves, racer.attempt.undos + racer.hints)
    return (1, -racer.home, racer.down, racer.reached_at)


def _result(race: Race, racer: Racer, place: int) -> Result:
    end = racer.ended_at if racer.state == "finished" else racer.reached_at
    return Result(
        id=racer.id,
        name=racer.name,
        robot=racer.robot,
        place=place,
        state=racer.state,
        time_ms=max(0, race.played(end or race.start_at)),
        moves=racer.attempt.moves,
        undos=racer.attempt.undos,
        hints=racer.hints,
        home=racer.home,
        down=racer.down,
        suits=racer.attempt.home_by_suit,
        splits=[race.played(at) for at in racer.splits],
    )
