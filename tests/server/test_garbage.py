"""Python's collector is kept to what is new, and still finds all that has become garbage."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from server.garbage import ENOUGH, Garbage


class Circle:
    """Refers to itself, so that only a collector frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def garbage() -> Iterator[Garbage]:
    yield Garbage()
    gc.unfreeze()


def ended(garbage: Garbage, number: int) -> None:
    """So many connections come and go."""
    for _ in range(number):
        with garbage.connection():
            pass


def test_what_lives_is_set_aside_and_what_has_become_garbage_before_that_is_found(garbage: Garbage) -> None:
    lives, dead = Circle(), Circle()
    found = weakref.ref(dead)
    del dead
    garbage.look()
    assert found() is None
    assert not any(one is lives for one in gc.get_objects())


def test_what_ends_after_that_is_freed_at_once_unless_it_is_a_circle(garbage: Garbage) -> None:
    circle, line = Circle(), Circle()
    del line.itself
    found = [weakref.ref(circle), weakref.ref(line)]
    garbage.look()
    del circle, line
    assert found[1]() is None
    garbage.look()
    assert found[0]() is not None
    gc.unfreeze()


@pytest.mark.parametrize("still_open", [0, 3])
def test_everything_is_looked_through_when_more_connections_have_ended_than_are_open(
    garbage: Garbage, still_open: int
) -> None:
    held = [garbage.connection() for _ in range(still_open)]
    for one in held:
        one.__enter__()
    circle = Circle()
    found = weakref.ref(circle)
    garbage.look()
    del circle
    ended(garbage, ENOUGH + still_open)
    garbage.look()
    assert found() is not None, "not yet worth it"
    ended(garbage, 1)
    garbage.look()
    assert found() is None
    lives = Circle()
    garbage.look()
    assert not any(one is lives for one in gc.get_objects()), "and again set aside"


async def test_python_has_it_back_when_the_server_stops(garbage: Garbage) -> None:
    await garbage.start()
    assert gc.get_freeze_count() > 0
    await garbage.stop()
    assert gc.get_freeze_count() == 0
