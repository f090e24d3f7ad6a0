"""Who came where [race.md, "The end"].

Finished first: by time, then fewer moves, then fewer undos and hints. Then the others: by progress (most at home,
then fewer face-down cards), then by who reached it earlier. Equal results share a place (1, 1, 3). Robots stand where
they came, but take no place from anyone; only where nobody else has raced they are given places of their own. Teams
that have finished whole come first, by the sum of times; then the others, by how many have finished and how far they
came.
"""

from itertools import groupby

from server.messages.outgoing import Result, Team
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
        return (0, racer.ended_at or 0, racer.attempt.moves, racer.attempt.undos + racer.hints)
    return (1, -racer.home, racer.down, racer.reached_at)


def _result(race: Race, racer: Racer, place: int | None) -> Result:
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


def team_ranking(race: Race) -> list[Team]:
    """One line per team that has raced, best first; none if there were no teams. Equal teams share a place."""
    members = sorted((racer for racer in race.racers.values() if racer.team is not None), key=lambda r: r.team or 0)
    teams = [_team(race, number or 0, list(racers)) for number, racers in groupby(members, key=lambda r: r.team)]
    teams.sort(key=_team_order)
    for i, team in enumerate(teams):
        shared = i > 0 and _team_order(team) == _team_order(teams[i - 1])
        team["place"] = teams[i - 1]["place"] if shared else i + 1
    return teams


def _team(race: Race, number: int, racers: list[Racer]) -> Team:
    times = [(racer.ended_at or 0) - race.start_at for racer in racers if racer.state == "finished"]
    return Team(
        team=number,
        place=0,
        racers=len(racers),
        finished=len(times),
        time_ms=sum(times),
        home=sum(racer.home for racer in racers),
    )


def _team_order(team: Team) -> tuple[int, ...]:
    # Sums of times can be compared only where all have finished.
    if team["finished"] == team["racers"]:
        return (0, team["time_ms"])
    return (1, -team["finished"], -team["home"])


def winners(race: Race) -> set[str]:
    """Who has won the race: those in the first place, or all of the teams in the first place."""
    teams = {team["team"] for team in team_ranking(race) if team["place"] == 1}
    if teams:
        return {racer.id for racer in race.racers.values() if racer.team in teams}
    return {result["id"] for result in ranking(race) if result["place"] == 1}
