from dataclasses import replace
from typing import Any

import pytest

from engine.reasons import Reason as RuleReason
from server import room
from server.events import (
    Closed,
    Configured,
    Deal,
    Dealt,
    Entry,
    Event,
    Finished,
    Handicapped,
    Joined,
    Kicked,
    Left,
    Played,
    Readied,
    Settings,
    Started,
    Teamed,
)
from server.messages.incoming import (
    AddRobot,
    ChooseTeam,
    Close,
    Configure,
    Handicap,
    Join,
    Kick,
    Leave,
    Ready,
    Rematch,
    Start,
)
from server.reasons import Reason
from tests.server.builders import COUNTDOWN_MS, NEXT_DEAL, START, T0, add, command, created, fresh, lobby, racing

BOB = Joined("bob", "Bob", robot=False)
EVA = Joined("eva", "Eva", robot=True)
READY = Ready(t="ready", ready=True)


def join(name: str = "Eva") -> Join:
    return Join(t="join", name=name)


def test_the_maker_is_host_and_first_member() -> None:
    made = lobby()
    assert (made.host, list(made.members)) == ("ana", ["ana"])
    assert not made.running


def test_anyone_may_join_while_there_is_a_seat() -> None:
    made = lobby(BOB)
    assert command(made, "eva", join()) == [Joined("eva", "Eva", robot=False)]
    add(made, EVA, T0)
    assert command(made, "joe", join("Joe")) is Reason.ROOM_FULL


def test_joining_again_is_a_new_name_or_nothing() -> None:
    made = lobby(BOB, Readied("bob", ready=True))
    assert command(made, "bob", join("Bob")) == []
    assert command(made, "bob", join(" Bobby ")) == [Joined("bob", "Bobby", robot=False)]
    add(made, Joined("bob", "Bobby", robot=False), T0)
    assert (made.members["bob"].name, made.members["bob"].ready) == ("Bobby", True)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\u200b\u202e", "\u0301", "\u3164", "\u2800 \u2800"])
def test_a_name_must_be_visible_and_short(name: str) -> None:
    assert command(lobby(), "eva", join(name)) is Reason.BAD_NAME


def test_the_last_one_to_be_ready_starts_the_race() -> None:
    made = lobby(BOB, Readied("ana", ready=True))
    assert command(made, "ana", READY) == []
    assert command(made, "bob", READY) == [Readied("bob", ready=True), Started(COUNTDOWN_MS)]
    assert command(made, "ana", Ready(t="ready", ready=False)) == [Readied("ana", ready=False)]


def test_one_alone_is_ready_but_starts_nothing() -> None:
    made = lobby()
    assert command(made, "ana", READY) == [Readied("ana", ready=True)]
    assert command(made, "ana", Start(t="start")) is Reason.NOT_ENOUGH_RACERS


def test_only_the_host_starts_and_closes() -> None:
    made = lobby(BOB)
    assert command(made, "bob", Start(t="start")) is Reason.NOT_HOST
    assert command(made, "bob", Close(t="close")) is Reason.NOT_HOST
    assert command(made, "ana", Start(t="start")) == [Started(COUNTDOWN_MS)]
    assert command(made, "ana", Close(t="close")) == [Closed()]


def test_a_host_who_leaves_hands_the_room_to_the_next() -> None:
    made = lobby(BOB, EVA)
    assert command(made, "ana", Leave(t="leave")) == [Left("ana")]
    add(made, Left("ana"), T0)
    assert (made.host, list(made.members)) == ("bob", ["bob", "eva"])
    add(made, Left("eva"), T0)
    assert made.host == "bob"


def test_the_last_member_who_leaves_closes_the_room() -> None:
    made = lobby()
    assert command(made, "ana", Leave(t="leave")) == [Left("ana"), Closed()]


def test_spectators_are_no_members() -> None:
    made = lobby(BOB)
    assert command(made, "eva", READY) is Reason.NOT_MEMBER
    assert command(made, "eva", Leave(t="leave")) == []
    assert command(made, "eva", Start(t="start")) is Reason.NOT_HOST


def test_a_started_race_takes_nobody_and_lets_nobody_leave() -> None:
    made = racing()
    assert command(made, "eva", join()) is Reason.ROOM_STARTED
    assert command(made, "ana", READY) is Reason.ROOM_STARTED
    assert command(made, "ana", Start(t="start")) == []
    assert command(made, "bob", Leave(t="leave")) is Reason.RACE_RUNNING
    assert command(made, "ana", Close(t="close")) is Reason.RACE_RUNNING


def test_after_the_race_one_may_leave() -> None:
    made = racing()
    add(made, Finished("all_ended"), START + 1)
    assert command(made, "bob", Leave(t="leave")) == [Left("bob")]
    assert command(made, "ana", Close(t="close")) == [Closed()]


def test_a_closed_room_takes_nothing_more() -> None:
    made = lobby(BOB, Closed())
    for message in (join(), READY, Start(t="start"), Leave(t="leave")):
        assert command(made, "ana", message) is Reason.ROOM_CLOSED
    assert command(made, "ana", Close(t="close")) == []


def test_a_room_expires_a_day_after_its_last_event() -> None:
    made = lobby(BOB)
    last = T0 + 1000
    assert room.shut(made, "eva", last + room.EXPIRES_AFTER_MS - 1) is None
    assert room.shut(made, "eva", last + room.EXPIRES_AFTER_MS) is Reason.ROOM_EXPIRED
    add(made, Closed(), last)
    assert room.shut(made, "eva", last) is Reason.ROOM_CLOSED


def test_the_commitment_is_of_deal_id_and_nonce() -> None:
    # sha256 of the ID of `DEAL` and 16 zero bytes, by `printf … | sha256sum`
    assert lobby().commitment == "e422d95c7dceb3020e56a0893894b04b6a99b2a9658d0f0de01568ea399073b6"
    assert lobby(nonce=b"1" * 16).commitment != lobby().commitment


def test_no_log_line_or_error_can_show_the_deal() -> None:
    made = racing()
    for shown in (made, created(), Entry(1, T0, created())):
        assert made.deal.id not in repr(shown)
        assert "nonce" not in repr(shown)


@pytest.mark.parametrize("event", [Played(1, "D")])
def test_events_of_other_logs_are_errors(event: Event) -> None:
    with pytest.raises(ValueError, match="does not belong"):
        add(lobby(), event, T0)


def configure(**options: Any) -> Configure:
    return Configure(t="configure", **options)


def test_the_host_changes_the_settings_until_the_start() -> None:
    made = lobby(BOB)
    assert command(made, "bob", configure()) is Reason.NOT_HOST
    wanted = configure(racers=4, spectators="none", time_limit_s=600, closing_s=60, undo="no_reveal")
    settings = Settings(4, "none", 600_000, 60_000, "no_reveal")
    assert command(made, "ana", wanted) == [Configured(settings)]
    add(made, Configured(settings), T0)
    assert command(made, "ana", wanted) == []
    assert command(racing(), "ana", wanted) is Reason.ROOM_STARTED


def test_there_are_never_fewer_seats_than_members() -> None:
    assert command(lobby(BOB, EVA), "ana", configure(racers=2)) is Reason.ROOM_FULL


def test_another_game_is_another_deal_and_nobody_is_ready() -> None:
    made = lobby(BOB, Readied("bob", ready=True))
    events = command(made, "ana", configure(racers=3, variant="spider-4"))
    assert events == [Dealt(Deal("spider-4", NEXT_DEAL, b"n" * 16, sealed=True))]
    assert command(made, "ana", configure(racers=3, variant="spider-1")) == []
    assert command(made, "ana", configure(racers=3, deal="bad")) is RuleReason.BAD_DEAL_ID
    before = made.commitment
    add(made, Dealt(Deal("spider-4", NEXT_DEAL, b"n" * 16, sealed=True)), T0)
    assert made.commitment != before
    made.deal = Deal("spider-4", NEXT_DEAL, b"n" * 16, sealed=False)
    assert command(made, "ana", configure(racers=3)) == []
    sealed = [Dealt(replace(made.deal, sealed=True))]
    assert command(made, "ana", configure(racers=3, variant="spider-4")) == sealed, "an open deal gives way to it"
    assert not any(member.ready for member in made.members.values())


def test_the_host_may_take_a_seat_away_for_good() -> None:
    made = lobby(BOB, EVA)
    assert command(made, "bob", Kick(t="kick", player="eva")) is Reason.NOT_HOST
    assert command(made, "ana", Kick(t="kick", player="ana")) is Reason.NOT_MEMBER
    assert command(made, "ana", Kick(t="kick", player="joe")) is Reason.NOT_MEMBER
    assert command(made, "ana", Kick(t="kick", player="eva")) == [Kicked("eva")]
    add(made, Kicked("eva"), T0)
    assert list(made.members) == ["ana", "bob"]
    assert command(made, "ana", Kick(t="kick", player="eva")) == []
    assert command(made, "eva", join()) is Reason.KICKED
    assert room.shut(made, "eva", T0) is Reason.KICKED
    assert room.shut(made, "joe", T0) is None
    assert command(racing(), "ana", Kick(t="kick", player="bob")) is Reason.RACE_RUNNING


ADA = Joined("robot-0", "Ada", robot=True, strength="easy")


def test_the_host_fills_seats_with_robots_which_are_always_ready() -> None:
    made = lobby()
    wanted = AddRobot(t="add_robot", strength="easy")
    assert command(made, "bob", wanted) is Reason.NOT_HOST
    assert command(made, "ana", wanted) == [ADA]
    add(made, ADA, T0)
    assert made.members["robot-0"].ready
    assert command(made, "ana", READY) == [Readied("ana", ready=True), Started(COUNTDOWN_MS)]
    assert command(made, "ana", AddRobot(t="add_robot", strength="hard")) == [
        Joined("robot-1", "Blaise", robot=True, strength="hard")
    ]
    assert command(made, "ana", Kick(t="kick", player="robot-0")) == [Kicked("robot-0")]
    add(made, BOB, T0)
    assert command(made, "ana", wanted) is Reason.ROOM_FULL
    add(made, Started(COUNTDOWN_MS), T0)
    assert command(made, "ana", wanted) is Reason.ROOM_STARTED


def test_robots_are_never_the_host_and_keep_no_room_open() -> None:
    made = lobby(ADA, BOB)
    assert command(made, "ana", Leave(t="leave")) == [Left("ana")]
    add(made, Left("ana"), T0)
    assert made.host == "bob"
    assert command(made, "bob", Leave(t="leave")) == [Left("bob"), Closed()]


def test_a_rematch_with_robots_alone_starts_at_once() -> None:
    made = lobby(ADA, Started(COUNTDOWN_MS), Finished("all_ended"))
    deal = fresh("spider-1", None)
    assert isinstance(deal, Deal)
    assert command(made, "ana", Rematch(t="rematch")) == [
        Dealt(deal),
        Readied("ana", ready=True),
        Started(COUNTDOWN_MS),
    ]


def test_a_rematch_is_made_once_however_many_press_it() -> None:
    made = racing()
    again = Rematch(t="rematch")
    assert command(made, "bob", again) is Reason.RACE_RUNNING
    add(made, Finished("all_ended"), START + 1)
    assert command(made, "eva", again) is Reason.NOT_MEMBER
    events = command(made, "bob", again)
    deal = fresh("spider-1", None)
    assert isinstance(deal, Deal)
    assert events == [Dealt(deal), Readied("bob", ready=True)]
    assert isinstance(events, list)
    for event in events:
        add(made, event, START + 2)
    assert made.race is None
    assert made.members["bob"].ready
    assert command(made, "bob", again) == []
    assert command(made, "ana", again) == [Readied("ana", ready=True), Started(COUNTDOWN_MS)]
    add(made, Started(COUNTDOWN_MS), START + 3)
    assert made.race is not None
    assert made.race.number == 2
    assert made.race.racers["ana"].attempt.version == 0


def test_members_are_spread_over_the_teams_and_may_choose_another() -> None:
    made = lobby(BOB, EVA, teams=2)
    assert [member.team for member in made.members.values()] == [0, 1, 0]
    assert command(made, "joe", ChooseTeam(t="team", team=0)) is Reason.NOT_MEMBER
    assert command(made, "bob", ChooseTeam(t="team", team=2)) is Reason.NO_SUCH_TEAM
    assert command(made, "bob", ChooseTeam(t="team", team=1)) == []
    assert command(made, "bob", ChooseTeam(t="team", team=0)) == [Teamed("bob", 0)]
    add(made, Teamed("bob", 0), T0)
    assert made.members["bob"].team == 0
    add(made, Configured(Settings(3, teams=0)), T0)
    assert [member.team for member in made.members.values()] == [None] * 3
    assert command(racing(teams=2), "bob", ChooseTeam(t="team", team=1)) is Reason.ROOM_STARTED


def test_the_server_s_robots_are_in_no_team() -> None:
    made = lobby(ADA, BOB, teams=2)
    assert made.members["robot-0"].team is None
    assert {made.members[player].team for player in ("ana", "bob")} == {0, 1}


def test_who_has_no_head_start_begins_later_by_the_longest_one() -> None:
    made = lobby(BOB, EVA)
    assert command(made, "bob", Handicap(t="handicap", player="bob", head_start_s=30)) is Reason.NOT_HOST
    assert command(made, "ana", Handicap(t="handicap", player="joe", head_start_s=30)) is Reason.NOT_MEMBER
    given = [Handicapped("bob", 30_000)]
    assert command(made, "ana", Handicap(t="handicap", player="bob", head_start_s=30)) == given
    add(made, given[0], T0)
    add(made, Handicapped("eva", 10_000), T0)
    assert command(made, "ana", Handicap(t="handicap", player="bob", head_start_s=30)) == []
    add(made, Started(COUNTDOWN_MS), T0)
    assert made.race is not None
    start = T0 + COUNTDOWN_MS
    assert made.race.start_at == start
    assert {racer.id: racer.start_at - start for racer in made.race.racers.values()} == {
        "ana": 30_000,
        "bob": 0,
        "eva": 20_000,
    }
    assert command(made, "ana", Handicap(t="handicap", player="bob", head_start_s=0)) is Reason.ROOM_STARTED


def one_race(made: room.Room, winner: str) -> None:
    """A race that `winner` leaves last to give up, with one card more turned up than the others."""
    add(made, Started(COUNTDOWN_MS), START)
    assert made.race is not None
    made.race.racers[winner].home = 1
    add(made, Finished("all_ended"), START + 60_000)


def test_a_series_is_over_when_nobody_can_catch_up_and_the_next_race_begins_another() -> None:
    made = lobby(BOB, series=3)
    deal = Dealt(Deal("spider-1", NEXT_DEAL, b"n" * 16, sealed=True))
    one_race(made, "bob")
    assert (made.members["bob"].wins, made.series_races, made.series_over) == (1, 1, False)
    add(made, deal, START)
    one_race(made, "ana")
    assert not made.series_over
    add(made, deal, START)
    one_race(made, "bob")
    assert (made.members["bob"].wins, made.members["ana"].wins, made.series_over) == (2, 1, True)
    add(made, deal, START)
    assert (made.members["bob"].wins, made.series_races, made.series_over) == (0, 0, False)
    one_race(made, "ana")
    add(made, deal, START)
    add(made, Configured(Settings(3, series=5)), START)
    assert (made.members["ana"].wins, made.series_races) == (0, 0), "another length, another series"


def test_a_team_wins_as_a_whole() -> None:
    made = lobby(BOB, EVA, teams=2, series=3)
    assert [member.team for member in made.members.values()] == [0, 1, 0]
    one_race(made, "eva")
    assert [member.wins for member in made.members.values()] == [1, 0, 1]
