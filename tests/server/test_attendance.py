"""Who is there, on all servers, and who is told of it."""

from collections.abc import Collection, Iterator
from types import SimpleNamespace
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from server.attendance import Attendance
from server.store.clock import Clock
from server.store.presence import Connection
from tests.server.builders import START, racing

NOW = START + 60_000
CLOCK = cast("Clock", SimpleNamespace(now=lambda: NOW))
CONNECTIONS = st.tuples(st.sampled_from(["ana", "cleo", "dan", "eve"]), st.integers(10, 13))


class Heard:
    """Has no connections of its own, and keeps what it is told."""

    def __init__(self) -> None:
        self.there: set[str] = set()
        self.newest: dict[str, int] = {}

    def still_here(self) -> Iterator[Connection]:
        return iter(())

    def came_or_went(self, players: Collection[str]) -> None:
        self.there.symmetric_difference_update(players)

    def step_back(self, player: str, newest: int) -> None:
        self.newest[player] = newest


@given(
    st.sets(CONNECTIONS),
    st.lists(st.tuples(CONNECTIONS, st.booleans(), st.booleans()), max_size=12),
    st.sets(CONNECTIONS),
)
def test_whoever_comes_or_goes_while_all_are_counted_is_counted_right(
    before: set[Connection], meanwhile: list[tuple[Connection, bool, bool]], believed: set[Connection]
) -> None:
    """On other servers; what is read of who comes or goes meanwhile may be what was or what is."""
    heard = Heard()
    attendance = Attendance(racing(), CLOCK, heard)
    for player, number in believed:
        attendance.arrived(player, number)
    there, read = set(before), set(before)
    attendance.begin_count()
    for connection, comes, in_time in meanwhile:
        for people in (there, read) if in_time else (there,):
            (people.add if comes else people.discard)(connection)
        (attendance.arrived if comes else attendance.departed)(*connection)
    attendance.all_here(read, {})
    assert attendance.present == {player for player, _ in there}
    assert heard.there == attendance.present, "each who came or went is told of, once"
    for player in attendance.present - {player for player, _ in believed} - {player for (player, _), *_ in meanwhile}:
        assert heard.newest[player] == max(number for one, number in there if one == player)


def test_of_two_connections_the_newer_one_stays_whichever_is_heard_of_first() -> None:
    heard = Heard()
    attendance = Attendance(racing(), CLOCK, heard)
    attendance.arrived("ana", 2)
    assert heard.newest == {"ana": 2}
    attendance.all_here([("ana", 2), ("ana", 5)], {})
    assert heard.newest == {"ana": 5}
    attendance.departed("ana", 2)
    assert attendance.present == {"ana"}


def test_who_has_a_seat_is_missed_since_they_were_last_seen() -> None:
    of, heard = racing(), Heard()
    attendance = Attendance(of, CLOCK, heard)
    attendance.all_here([("ana", 1), ("eve", 2)], {"bob": NOW - 5_000})
    assert attendance.away_since("ana") is None
    assert attendance.away_since("bob") == NOW - 5_000
    assert attendance.seen() == {"ana": NOW, "bob": NOW - 5_000}
    assert (attendance.gone(5_000), attendance.gone(5_001)) == ({"bob"}, set())
    attendance.departed("ana", 1)
    assert attendance.away_since("ana") == NOW
    assert heard.there == {"eve"}
