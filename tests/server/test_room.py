import pytest

from server import room
from server.events import Closed, Entry, Event, Finished, Joined, Left, Played, Readied, Started
from server.messages.incoming import Close, Join, Leave, Ready, Start
from server.reasons import Reason
from tests.server.builders import START, T0, add, created, lobby, racing

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
    assert room.decide(made, "eva", join()) == [Joined("eva", "Eva", robot=False)]
    add(made, EVA, T0)
    assert room.decide(made, "joe", join("Joe")) is Reason.ROOM_FULL


def test_joining_again_is_a_new_name_or_nothing() -> None:
    made = lobby(BOB, Readied("bob", ready=True))
    assert room.decide(made, "bob", join("Bob")) == []
    assert room.decide(made, "bob", join(" Bobby ")) == [Joined("bob", "Bobby", robot=False)]
    add(made, Joined("bob", "Bobby", robot=False), T0)
    assert (made.members["bob"].name, made.members["bob"].ready) == ("Bobby", True)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\u200b\u202e", "\u0301", "\u3164", "\u2800 \u2800"])
def test_a_name_must_be_visible_and_short(name: str) -> None:
    assert room.decide(lobby(), "eva", join(name)) is Reason.BAD_NAME


def test_the_last_one_to_be_ready_starts_the_race() -> None:
    made = lobby(BOB, Readied("ana", ready=True))
    assert room.decide(made, "ana", READY) == []
    assert room.decide(made, "bob", READY) == [Readied("bob", ready=True), Started(room.COUNTDOWN_MS)]
    assert room.decide(made, "ana", Ready(t="ready", ready=False)) == [Readied("ana", ready=False)]


def test_one_alone_is_ready_but_starts_nothing() -> None:
    made = lobby()
    assert room.decide(made, "ana", READY) == [Readied("ana", ready=True)]
    assert room.decide(made, "ana", Start(t="start")) is Reason.NOT_ENOUGH_RACERS


def test_only_the_host_starts_and_closes() -> None:
    made = lobby(BOB)
    assert room.decide(made, "bob", Start(t="start")) is Reason.NOT_HOST
    assert room.decide(made, "bob", Close(t="close")) is Reason.NOT_HOST
    assert room.decide(made, "ana", Start(t="start")) == [Started(room.COUNTDOWN_MS)]
    assert room.decide(made, "ana", Close(t="close")) == [Closed()]


def test_a_host_who_leaves_hands_the_room_to_the_next() -> None:
    made = lobby(BOB, EVA)
    assert room.decide(made, "ana", Leave(t="leave")) == [Left("ana")]
    add(made, Left("ana"), T0)
    assert (made.host, list(made.members)) == ("bob", ["bob", "eva"])
    add(made, Left("eva"), T0)
    assert made.host == "bob"


def test_the_last_member_who_leaves_closes_the_room() -> None:
    made = lobby()
    assert room.decide(made, "ana", Leave(t="leave")) == [Left("ana"), Closed()]


def test_spectators_are_no_members() -> None:
    made = lobby(BOB)
    assert room.decide(made, "eva", READY) is Reason.NOT_MEMBER
    assert room.decide(made, "eva", Leave(t="leave")) == []
    assert room.decide(made, "eva", Start(t="start")) is Reason.NOT_HOST


def test_a_started_race_takes_nobody_and_lets_nobody_leave() -> None:
    made = racing()
    assert room.decide(made, "eva", join()) is Reason.ROOM_STARTED
    assert room.decide(made, "ana", READY) is Reason.ROOM_STARTED
    assert room.decide(made, "ana", Start(t="start")) == []
    assert room.decide(made, "bob", Leave(t="leave")) is Reason.RACE_RUNNING
    assert room.decide(made, "ana", Close(t="close")) is Reason.RACE_RUNNING


def test_after_the_race_one_may_leave() -> None:
    made = racing()
    add(made, Finished("all_ended"), START + 1)
    assert room.decide(made, "bob", Leave(t="leave")) == [Left("bob")]
    assert room.decide(made, "ana", Close(t="close")) == [Closed()]


def test_a_closed_room_takes_nothing_more() -> None:
    made = lobby(BOB, Closed())
    for message in (join(), READY, Start(t="start"), Leave(t="leave")):
        assert room.decide(made, "ana", message) is Reason.ROOM_CLOSED
    assert room.decide(made, "ana", Close(t="close")) == []


def test_a_room_expires_a_day_after_its_last_event() -> None:
    made = lobby(BOB)
    last = T0 + 1000
    assert room.shut(made, last + room.EXPIRES_AFTER_MS - 1) is None
    assert room.shut(made, last + room.EXPIRES_AFTER_MS) is Reason.ROOM_EXPIRED
    add(made, Closed(), last)
    assert room.shut(made, last) is Reason.ROOM_CLOSED


def test_the_commitment_is_of_deal_id_and_nonce() -> None:
    # sha256 of the ID of `DEAL` and 16 zero bytes, by `printf … | sha256sum`
    assert lobby().commitment == "e422d95c7dceb3020e56a0893894b04b6a99b2a9658d0f0de01568ea399073b6"
    assert lobby(nonce=b"1" * 16).commitment != lobby().commitment


def test_no_log_line_or_error_can_show_the_deal() -> None:
    made = racing()
    for shown in (made, created(), Entry(1, T0, created())):
        assert made.deal_id not in repr(shown)
        assert "nonce" not in repr(shown)


@pytest.mark.parametrize("event", [Played(1, "D")])
def test_events_of_other_logs_are_errors(event: Event) -> None:
    with pytest.raises(ValueError, match="does not belong"):
        add(lobby(), event, T0)
