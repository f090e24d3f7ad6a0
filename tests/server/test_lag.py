"""Whoever watches with a delay sees exactly what was there that long ago."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.attempt import Attempt
from engine.reasons import Reason
from server import race
from server.events import Entry, Played
from server.lag import Lag
from tests.server.builders import DEAL, START, racing

DELAY_MS = 10_000


@settings(max_examples=60, deadline=None)  # it plays whole races
@given(
    st.lists(st.tuples(st.sampled_from(["ana", "bob"]), st.integers(0, 10**6), st.integers(0, 9_000)), max_size=30),
    st.integers(0, 9_000),
)
def test_the_lag_is_the_race_as_it_was(happenings: list[tuple[str, int, int]], later: int) -> None:
    made = racing()
    on = made.race
    assert on is not None
    lag = Lag(on, DEAL, DELAY_MS)
    entries: list[tuple[str, Entry]] = []
    now, told = START, 0
    for player, choice, after_ms in happenings:
        now += after_ms
        told += len(list(lag.due(now)))
        racer = on.racers[player]
        legal = [*racer.attempt.legal(), "U"]
        entry = Entry(racer.version + 1, now, Played(racer.n + 1, legal[choice % len(legal)]))
        if racer.attempt.refusal(legal[choice % len(legal)]) is None:
            race.apply(on, player, entry)
            lag.take(player, entry)
            entries.append((player, entry))
    now += later
    told += len(list(lag.due(now)))
    old = [(player, entry) for player, entry in entries if entry.at + DELAY_MS <= now]
    assert told == len(old)
    for player in ("ana", "bob"):
        attempt = Attempt(DEAL)
        for by, entry in old:
            if by == player:
                assert isinstance(entry.event, Played)
                assert not isinstance(attempt.act(entry.event.move), Reason)
        assert lag.racer(player).attempt.view() == attempt.view()
        assert lag.racer(player).version == attempt.version
    waiting = [entry.at + DELAY_MS for _, entry in entries if (_, entry) not in old]
    assert lag.next_at() == min(waiting, default=None)
