"""Positions that wait are all taken up, the best first, and the stages take turns."""

from random import Random

import pytest

from engine.solvers.waiting import Waiting


def taken(waiting: Waiting[str]) -> list[str]:
    """All that wait, as they are taken."""
    found: list[str] = []
    while (one := waiting.take()) is not None:
        found.append(one)
    return found


def test_the_best_comes_first_and_of_equals_the_newest() -> None:
    waiting: Waiting[str] = Waiting(1, 4)
    for name, score in ("a", 5), ("b", -3), ("c", 5), ("d", 0):
        waiting.put(name, 0, score)
    assert taken(waiting) == ["b", "d", "c", "a"]


def test_stages_take_turns_from_the_highest_down_and_an_empty_one_is_passed_over() -> None:
    waiting: Waiting[str] = Waiting(4, 2)
    for stage in (0, 1, 3):
        for number in range(3):
            waiting.put(f"{stage}{number}", stage, number)
    assert taken(waiting) == ["30", "31", "10", "11", "00", "01", "32", "12", "02"]


def test_scores_beyond_the_first_and_the_last_bucket_wait_in_these() -> None:
    waiting: Waiting[str] = Waiting(1, 1)
    for name, score in ("bad", 10**6), ("good", -(10**6)), ("fair", 0):
        waiting.put(name, 0, score)
    assert taken(waiting) == ["good", "fair", "bad"]


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_and_nothing_is_taken_twice(seed: int) -> None:
    dice = Random(seed)
    waiting: Waiting[int] = Waiting(dice.randint(1, 5), dice.randint(1, 4))
    stages = len(waiting._stages)
    there: list[int] = []
    found: list[int] = []
    for number in range(200):
        if dice.random() < 0.6:
            waiting.put(number, dice.randrange(stages), dice.randint(-600, 600))
            there.append(number)
        elif (one := waiting.take()) is not None:
            found.append(one)
        else:
            assert len(found) == len(there)
    while (one := waiting.take()) is not None:
        found.append(one)
    assert sorted(found) == there
