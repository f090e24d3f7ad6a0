from dataclasses import dataclass, field
from typing import cast

from server.race import Race, Racer
from server.ranking import ranking, team_ranking, winners


@dataclass
class Standing:
    """As much of an attempt as the ranking looks at."""

    moves: int = 50
    undos: int = 0
    home_by_suit: list[int] = field(default_factory=list)


@dataclass
class Runner:
    id: str
    state: str = "finished"
    ended_at: int | None = 100_000
    home: int = 8
    down: int = 0
    reached_at: int = 90_000
    hints: int = 0
    attempt: Standing = field(default_factory=Standing)
    robot: bool = False
    team: int | None = None
    splits: list[int] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.id


def places(*runners: Runner) -> list[tuple[str, int | None]]:
    on = Race(1, 0, None, racers={r.id: cast("Racer", r) for r in runners})
    return [(result["id"], result["place"]) for result in ranking(on)]


def test_finished_first_by_time() -> None:
    assert places(Runner("slow", ended_at=2), Runner("fast", ended_at=1)) == [("fast", 1), ("slow", 2)]


def test_equal_times_by_moves_then_by_undos_then_a_shared_place() -> None:
    assert places(
        Runner("a", attempt=Standing(moves=60)),
        Runner("b", attempt=Standing(moves=50, undos=2)),
        Runner("c", attempt=Standing(moves=50, undos=1)),
        Runner("d", attempt=Standing(moves=50, undos=1)),
        Runner("e", attempt=Standing(moves=70)),
    ) == [("c", 1), ("d", 1), ("b", 3), ("a", 4), ("e", 5)]


def test_a_hint_weighs_like_an_undo() -> None:
    two = Runner("two", attempt=Standing(undos=1), hints=1)
    assert places(two, Runner("one", hints=1), Runner("three", hints=3)) == [("one", 1), ("two", 2), ("three", 3)]


def test_not_finished_by_sets_then_face_down_cards_then_who_was_there_earlier() -> None:
    assert places(
        Runner("late", "gave_up", home=3, reached_at=50, down=4),
        Runner("done", ended_at=10**9),
        Runner("few", "time_up", home=2),
        Runner("open", "away", home=3, reached_at=60, down=3),
        Runner("early", "gave_up", home=3, reached_at=40, down=4),
    ) == [("done", 1), ("open", 2), ("early", 3), ("late", 4), ("few", 5)]


def test_a_result_tells_time_from_the_start() -> None:
    runner = Runner("a", "gave_up", ended_at=9_000, home=2, reached_at=7_000)
    on = Race(1, 1_000, None, racers={"a": cast("Racer", runner)})
    assert ranking(on)[0]["time_ms"] == 6_000
    runner.state = "finished"
    assert ranking(on)[0]["time_ms"] == 8_000


def test_robots_stand_where_they_came_and_take_no_place() -> None:
    assert places(
        Runner("robot", ended_at=1, robot=True),
        Runner("ana", ended_at=2),
        Runner("bob", ended_at=2),
        Runner("slow robot", ended_at=3, robot=True),
        Runner("eva", ended_at=4),
    ) == [("robot", None), ("ana", 1), ("bob", 1), ("slow robot", None), ("eva", 3)]


def test_robots_among_themselves_have_places() -> None:
    assert places(Runner("a", ended_at=2, robot=True), Runner("b", ended_at=1, robot=True)) == [("b", 1), ("a", 2)]


def teams(*runners: Runner) -> list[tuple[int, int, int]]:
    """Team, place and sum of times."""
    on = Race(1, 0, None, racers={r.id: cast("Racer", r) for r in runners})
    return [(team["team"], team["place"], team["time_ms"]) for team in team_ranking(on)]


def test_a_team_s_time_is_the_sum_of_its_members_times() -> None:
    runners = [
        Runner("a", ended_at=1_000, team=0),
        Runner("b", ended_at=9_000, team=1),
        Runner("c", ended_at=9_500, team=0),
        Runner("d", ended_at=1_000, team=1),
    ]
    assert teams(*runners) == [(1, 1, 10_000), (0, 2, 10_500)]
    on = Race(1, 0, None, racers={r.id: cast("Racer", r) for r in runners})
    assert winners(on) == {"b", "d"}


def test_a_team_that_has_finished_whole_is_before_one_that_has_not() -> None:
    assert teams(
        Runner("a", ended_at=1_000, team=0),
        Runner("b", "gave_up", home=7, team=0),
        Runner("c", ended_at=900_000, team=1),
        Runner("d", ended_at=900_000, team=1),
        Runner("e", ended_at=2_000, team=2),
        Runner("f", "gave_up", home=7, team=2),
    ) == [(1, 1, 1_800_000), (0, 2, 1_000), (2, 2, 2_000)]


def test_without_teams_the_first_place_wins_shared_or_not() -> None:
    assert teams(Runner("a"), Runner("b")) == []
    on = Race(1, 0, None, racers={r.id: cast("Racer", r) for r in (Runner("a"), Runner("b"), Runner("c", "gave_up"))})
    assert winners(on) == {"a", "b"}
