import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.attempt import Attempt
from engine.reasons import Reason as RuleReason
from server import race
from server.events import Entry, Finished, GaveUp, Played, WentOn
from server.messages.incoming import GiveUp, GoOn, Play, Tap
from server.messages.outgoing import AttemptState
from server.race import Race
from server.reasons import Reason
from tests.engine.tables import lines
from tests.server.builders import DEAL, START, decide, played, racing


def play(n: int = 1, v: int = 0, move: str = "D") -> Play:
    return Play(t="play", n=n, v=v, move=move)


def the_race(**changes: object) -> Race:
    made = racing(**changes).race
    assert made is not None
    return made


def test_every_racer_has_the_same_cards() -> None:
    ana, bob = the_race().racers.values()
    assert ana.attempt.view() == bob.attempt.view() == Attempt(DEAL).view()
    assert ana.attempt.table is not bob.attempt.table


def test_a_legal_move_becomes_an_event() -> None:
    assert decide(the_race(), "ana", play(), START) == Played(1, "D")


def test_nobody_moves_before_the_start() -> None:
    assert decide(the_race(), "ana", play(), START - 1) is Reason.NOT_STARTED


def test_nobody_moves_after_the_end() -> None:
    on = the_race()
    race.finish(on, Entry(4, START + 9, Finished("all_ended")), "all_ended")
    assert decide(on, "ana", play(), START + 10) is Reason.RACE_OVER


def test_nobody_moves_after_the_deadline() -> None:
    on = the_race(time_limit_ms=60_000)
    assert decide(on, "ana", play(), START + 59_999) == Played(1, "D")
    assert decide(on, "ana", play(), START + 60_000) is Reason.RACE_OVER


def test_a_wish_made_on_another_version_is_stale() -> None:
    on = the_race()
    for v in (1, 7):
        assert decide(on, "ana", play(v=v), START) is Reason.STALE


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("U", RuleReason.NOTHING_TO_UNDO),
        ("1>1", RuleReason.SAME_PILE),
        ("1>2x3", RuleReason.FACE_DOWN),
        ("1>2x7", RuleReason.NO_SUCH_CARD),
        ("11>2", RuleReason.BAD_NOTATION),
        ("S>1", RuleReason.NOT_A_SOURCE),
        ("1>F1", RuleReason.NOT_A_TARGET),
        ("", RuleReason.BAD_NOTATION),
        ("1>2; D", RuleReason.BAD_NOTATION),
        ("\x00", RuleReason.BAD_NOTATION),
    ],
)
def test_an_illegal_move_gets_the_engine_s_reason(move: str, reason: RuleReason) -> None:
    on = the_race()
    before = on.racers["ana"].attempt.view()
    assert decide(on, "ana", play(move=move), START) is reason
    assert on.racers["ana"].attempt.view() == before


def test_a_tap_is_the_move_that_the_game_chooses() -> None:
    on = the_race()
    attempt = on.racers["ana"].attempt
    for text in attempt.taps():
        move = decide(on, "ana", Tap(t="tap", n=1, v=0, pile=10, count=1), START)
        assert move == Played(1, "D")
        assert text in attempt.legal()
    assert decide(on, "ana", Tap(t="tap", n=1, v=0, pile=0, count=2), START) is RuleReason.FACE_DOWN
    assert decide(on, "ana", Tap(t="tap", n=1, v=0, pile=63, count=1), START) is RuleReason.NO_SUCH_PILE


def test_giving_up_in_the_first_seconds_is_a_slip() -> None:
    on = the_race()
    wish = GiveUp(t="give_up", n=1, v=0)
    assert decide(on, "ana", wish, START + race.GIVE_UP_AFTER_MS - 1) is Reason.TOO_EARLY
    assert decide(on, "ana", wish, START + race.GIVE_UP_AFTER_MS) == GaveUp(1)


def test_who_gave_up_moves_no_more_and_the_others_do() -> None:
    on = the_race()
    race.apply(on, "ana", Entry(1, START + 6000, GaveUp(1)))
    assert (on.racers["ana"].state, on.racers["ana"].version) == ("gave_up", 1)
    assert decide(on, "ana", play(n=2, v=1), START + 7000) is Reason.RACE_OVER
    assert decide(on, "bob", play(), START + 7000) == Played(1, "D")


def test_undo_is_counted_and_takes_back() -> None:
    made = racing()
    played(made, "ana", "D", START)
    played(made, "ana", "U", START + 1)
    assert made.race is not None
    ana = made.race.racers["ana"]
    assert (ana.version, ana.n, ana.attempt.moves, ana.attempt.undos) == (2, 2, 0, 1)


def test_a_whole_game_is_won_and_ends_the_racer_s_part() -> None:
    deal, *moves = lines("games/spider-1-won.txt")
    made = racing(deal_id=deal)
    for i, move in enumerate(moves):
        played(made, "bob", move, START + 100 * i)
    assert made.race is not None
    bob = made.race.racers["bob"]
    assert (bob.state, bob.home, bob.ended_at) == ("finished", 8, START + 100 * (len(moves) - 1))
    assert race.due(made.race, START + 10**6, set()) is None
    race.apply(made.race, "ana", Entry(1, START + 10**6, GaveUp(1)))
    assert race.due(made.race, START + 10**6 + race.GO_ON_WITHIN_MS, set()) == Finished("all_ended")


def test_the_time_limit_ends_the_race_for_those_who_still_race() -> None:
    on = the_race(time_limit_ms=60_000)
    race.apply(on, "ana", Entry(1, START + 6000, GaveUp(1)))
    assert race.due(on, START + 59_999, set()) is None
    assert race.due(on, START + 60_000, set()) == Finished("time_limit")
    race.finish(on, Entry(4, START + 60_010, Finished("time_limit")), "time_limit")
    assert [r.state for r in on.racers.values()] == ["gave_up", "time_up"]
    assert race.due(on, START + 70_000, set()) is None
    assert on.clock(START + 70_000) == 60_010


@given(
    states=st.lists(st.sampled_from(["racing", "gave_up", "finished"]), min_size=2, max_size=2),
    ended=st.lists(st.integers(0, 10**6), min_size=2, max_size=2),
    seen=st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=2),
    limit=st.none() | st.integers(60_000, 10**6),
    robot=st.booleans(),
)
def test_the_end_of_a_race_that_all_have_left_is_known_beforehand(
    states: list[AttemptState], ended: list[int], seen: list[int], limit: int | None, *, robot: bool
) -> None:
    """At that very moment it is due, and not a moment before."""
    on = the_race(time_limit_ms=limit)
    for racer, state, at in zip(on.racers.values(), states, ended, strict=True):
        racer.state, racer.ended_at, racer.robot = state, None if state == "racing" else START + at, robot
    last = {player: START + at for player, at in zip(on.racers, seen, strict=True)}

    def due(now: int) -> Finished | None:
        gone = [
            {player for player, at in last.items() if now - at >= patience}
            for patience in (race.GONE_AFTER_MS, race.ABANDONED_AFTER_MS)
        ]
        return race.due(on, now, *gone)

    end = race.due_at(on, last)
    assert end is not None
    since = max([START, *(START + at for state, at in zip(states, ended, strict=True) if state != "racing")])
    if end > since:
        assert due(end - 1) is None
    assert due(max(end, since)) is not None
    race.finish(on, Entry(4, end, Finished("away")), "away")
    assert race.due_at(on, last) is None


def test_nobody_away_can_block_the_end() -> None:
    on = the_race()
    assert race.due(on, START + 10_000, {"ana", "bob"}) is None  # nobody has ended: they may come back
    race.apply(on, "ana", Entry(1, START + 6000, GaveUp(1)))
    assert race.due(on, START + 10_000, set()) is None
    assert race.due(on, START + 10_000, {"bob"}) == Finished("away")


def test_a_log_that_does_not_fit_its_deal_is_an_error() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        race.apply(the_race(), "ana", Entry(1, START, Played(1, "1>1")))


def test_what_counts_is_the_best_that_was_reached_and_when() -> None:
    deal, *moves = lines("games/spider-1-won.txt")
    made = racing(deal_id=deal)
    assert made.race is not None
    bob = made.race.racers["bob"]
    assert (bob.home, bob.down, bob.reached_at) == (0, 44, START)
    reached = 0
    for i, move in enumerate(moves[:8]):
        before = bob.attempt.down
        played(made, "bob", move, START + 100 * i)
        reached = START + 100 * i if bob.attempt.down < before else reached
    assert (bob.home, bob.down, bob.reached_at) == (0, bob.attempt.down, reached)
    fewest = bob.down
    for _ in range(8):
        played(made, "bob", "U", START + 9000)
    assert (bob.attempt.down, bob.down, bob.reached_at) == (44, fewest, reached)


def test_an_attempt_has_a_bound() -> None:
    on = the_race()
    on.racers["ana"].version = race.MOST_ACTIONS
    assert decide(on, "ana", play(v=race.MOST_ACTIONS), START) is Reason.TOO_MANY_ACTIONS
    assert decide(on, "ana", GiveUp(t="give_up", n=1, v=race.MOST_ACTIONS), START + 6000) == GaveUp(1)


def test_programs_don_t_slip_and_don_t_change_their_mind() -> None:
    on = the_race()
    on.racers["ana"].robot = True
    assert decide(on, "ana", GiveUp(t="give_up", n=1, v=0), START) == GaveUp(1)
    race.apply(on, "ana", Entry(1, START, GaveUp(1)))
    assert decide(on, "ana", GoOn(t="go_on", n=2, v=1), START + 1) is Reason.TOO_LATE


def test_giving_up_can_be_taken_back_for_ten_seconds_and_the_race_waits_for_it() -> None:
    on = the_race()
    wish = GoOn(t="go_on", n=2, v=1)
    assert decide(on, "ana", GoOn(t="go_on", n=1, v=0), START) is Reason.TOO_LATE
    for player in ("ana", "bob"):
        race.apply(on, player, Entry(1, START + 6_000, GaveUp(1)))
    assert race.due(on, START + 15_999, set()) is None
    assert decide(on, "ana", wish, START + 15_999) == WentOn(2)
    assert decide(on, "ana", wish, START + 16_000) is Reason.TOO_LATE
    assert race.due(on, START + 16_000, set()) == Finished("all_ended")
    race.apply(on, "ana", Entry(2, START + 15_999, WentOn(2)))
    ana = on.racers["ana"]
    assert (ana.state, ana.ended_at, ana.n, ana.version) == ("racing", None, 2, 2)
    assert race.due(on, START + 16_000, set()) is None
    assert decide(on, "ana", play(n=3, v=2), START + 16_000) == Played(3, "D")


def test_undo_as_the_room_allows_it() -> None:
    made = racing(undo="no_reveal", deal_id=lines("games/spider-1-won.txt")[0])
    assert made.race is not None
    undo = play(n=9, v=0, move="U")
    assert decide(made.race, "ana", undo, START) is RuleReason.NOTHING_TO_UNDO
    played(made, "ana", "D", START)
    assert decide(made.race, "ana", play(n=9, v=1, move="U"), START) is Reason.UNDO_REVEALS
    off = the_race(undo="off")
    race.apply(off, "ana", Entry(1, START, Played(1, "D")))
    assert decide(off, "ana", play(n=2, v=1, move="U"), START) is Reason.UNDO_OFF


@pytest.mark.parametrize("game", ["spider-1", "klondike-3", "maze"])
def test_there_is_a_split_for_each_set_or_card_at_home(game: str) -> None:
    deal, *moves = lines(f"games/{game}-won.txt")
    made = racing(deal_id=deal)
    assert made.race is not None
    ana = made.race.racers["ana"]
    for i, move in enumerate(moves):
        played(made, "ana", move, START + i)
        assert len(ana.splits) == ana.home >= ana.attempt.home
    assert ana.splits == sorted(ana.splits)
    assert ana.splits[-1] == ana.ended_at


def test_after_the_first_has_finished_the_others_have_a_little_time() -> None:
    deal, *moves = lines("games/spider-1-won.txt")
    made = racing(deal_id=deal, closing_ms=60_000, time_limit_ms=600_000)
    on = made.race
    assert on is not None
    for move in moves:
        played(made, "bob", move, START + 1000)
    assert on.deadline == START + 61_000
    assert on.racers["bob"].splits == [START + 1000] * 8
    assert race.due(on, START + 60_999, set()) is None
    assert race.due(on, START + 61_000, set()) == Finished("time_limit")
    late = racing(deal_id=deal, closing_ms=60_000, time_limit_ms=30_000)
    for move in moves:
        played(late, "bob", move, START + 1000)
    assert late.race is not None
    assert late.race.deadline == START + 30_000


def test_nobody_waits_for_the_server_s_robots() -> None:
    on = the_race()
    on.racers["bob"].strength = "hard"
    on.racers["bob"].robot = True
    race.apply(on, "ana", Entry(1, START + 6_000, GaveUp(1)))
    assert race.due(on, START + 15_999, set()) is None
    assert race.due(on, START + 16_000, set()) == Finished("all_ended")
    race.finish(on, Entry(9, START + 16_000, Finished("all_ended")), "all_ended")
    assert (on.racers["bob"].state, on.racers["bob"].ended_at) == ("stopped", START + 16_000)


def test_a_race_that_everyone_has_left_ends_by_itself() -> None:
    on = the_race()
    assert race.due(on, START + 700_000, {"ana", "bob"}) is None
    assert race.due(on, START + 700_000, {"ana", "bob"}, {"ana"}) is None
    assert race.due(on, START + 700_000, {"ana", "bob"}, {"ana", "bob"}) == Finished("away")
    assert race.due(on, START - 1, {"ana", "bob"}, {"ana", "bob"}) is None, "not before it has begun"
