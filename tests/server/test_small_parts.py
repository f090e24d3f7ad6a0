"""Codes, players, limits, events, wire and session: small pure parts, each with its law."""

import itertools
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server import events
from server.closes import CLOSE_CODES
from server.codes import ALPHABET, new_code, parse_code
from server.limits import Credits, Sockets, counted_as
from server.messages import MAX_FRAME
from server.outbox import LIMIT, Outbox
from server.players import clean_name, new_player, sign, verify
from server.reasons import Reason
from server.session import Session
from server.wire import decode, encode

CODES = st.text(ALPHABET, min_size=6, max_size=6)
TEXTS = st.text(max_size=20)
NUMBERS = st.integers(0, 2**53 - 1)


@given(CODES)
def test_a_code_is_read_in_any_case_with_dashes_and_spaces(code: str) -> None:
    assert parse_code(code) == code
    assert parse_code(f" {code[:3].lower()} - {code[3:]}\n") == code


@pytest.mark.parametrize("text", ["", "ABC23", "ABC2345", "ABC230", "ABC23O", "ABC23!", "ÄBC234", "٣BC234"])
def test_what_is_no_code_is_told_so(text: str) -> None:
    assert parse_code(text) is Reason.BAD_CODE


def test_new_codes_use_the_alphabet() -> None:
    letters = itertools.cycle(ALPHABET)
    assert new_code(lambda _: next(letters)) == ALPHABET[:6]


@given(st.binary(min_size=9, max_size=9), st.binary(min_size=32, max_size=32))
def test_a_token_proves_its_player_under_its_secret_only(random: bytes, secret: bytes) -> None:
    token = sign(new_player(random), secret)
    assert verify(token, secret) == new_player(random)
    assert verify(token, bytes(31) + b"x") is Reason.BAD_TOKEN


@given(st.text(max_size=60))
def test_no_other_text_is_a_token(text: str) -> None:
    assert verify(text, b"secret") is Reason.BAD_TOKEN


def test_a_token_with_any_character_changed_is_foreign() -> None:
    token = sign(new_player(b"123456789"), b"secret")
    for i, letter in enumerate(token):
        changed = token[:i] + ("A" if letter != "A" else "B") + token[i + 1 :]
        assert verify(changed, b"secret") is Reason.BAD_TOKEN


@given(st.text(max_size=40))
def test_a_clean_name_stays_as_it_is(text: str) -> None:
    name = clean_name(text)
    if not isinstance(name, Reason):
        assert clean_name(name) == name
        assert 1 <= len(name) <= 24


def test_names_lose_what_cannot_be_seen() -> None:
    assert clean_name("  Zé\u200b \t da\u202eSilva\u0000 ") == "Zé daSilva"
    assert clean_name("<b>&amp;") == "<b>&amp;"


def test_credits_allow_a_burst_then_a_pace() -> None:
    bucket = Credits(capacity=3, per_second=2, left=3)
    assert [bucket.spend(10.0) for _ in range(5)] == [0, 0, 0, 0.5, 1.0]
    assert bucket.spend(100.0) == 0


DEALS = st.builds(events.Deal, TEXTS, TEXTS, st.binary(), st.booleans())
SETTINGS = st.builds(
    events.Settings,
    NUMBERS,
    st.sampled_from(["open", "finished", "none"]),
    st.none() | NUMBERS,
    st.none() | NUMBERS,
    st.sampled_from(["on", "no_reveal", "off"]),
)
EVENTS = st.one_of(
    st.builds(events.Created, TEXTS, TEXTS, st.booleans(), DEALS, SETTINGS),
    st.builds(events.Configured, SETTINGS),
    st.builds(events.Dealt, DEALS),
    st.builds(events.Kicked, TEXTS),
    st.builds(events.WentOn, NUMBERS),
    st.builds(events.Joined, TEXTS, TEXTS, st.booleans()),
    st.builds(events.Readied, TEXTS, st.booleans()),
    st.builds(events.Left, TEXTS),
    st.builds(events.Started, NUMBERS),
    st.builds(events.Finished, st.sampled_from(["all_ended", "time_limit", "away"])),
    st.builds(events.Closed),
    st.builds(events.Played, NUMBERS, TEXTS),
    st.builds(events.GaveUp, NUMBERS),
)


@given(EVENTS)
def test_unpack_takes_back_pack(event: events.Event) -> None:
    assert events.unpack(events.pack(event)) == event


MESSAGES: list[dict[str, Any]] = [
    {"t": "hello", "code": "abc-234"},
    {"t": "join", "name": "Ana"},
    {"t": "ready", "ready": True},
    {"t": "start"},
    {"t": "leave"},
    {"t": "close"},
    {"t": "kick", "player": "x"},
    {"t": "rematch"},
    {"t": "play", "n": 1, "v": 0, "move": "3>5x2"},
    {"t": "tap", "n": 1, "v": 0, "pile": 3, "count": 2},
    {"t": "give_up", "n": 1, "v": 0},
    {"t": "go_on", "n": 1, "v": 0},
    {"t": "watch", "players": ["x"]},
    {"t": "ping", "c": 1.5},
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: m["t"])
def test_a_message_is_read_and_nothing_that_is_nearly_one(message: dict[str, Any]) -> None:
    read = decode(msgpack.packb(message))
    assert not isinstance(read, Reason)
    assert read.model_dump(exclude_unset=True) == message
    assert decode(msgpack.packb(message | {"extra": 1})) is Reason.BAD_MESSAGE
    for key in message.keys() - {"t"}:
        assert decode(msgpack.packb({k: v for k, v in message.items() if k != key})) is Reason.BAD_MESSAGE
        assert decode(msgpack.packb(message | {key: None})) is Reason.BAD_MESSAGE
        assert decode(msgpack.packb(message | {key: {"a": []}})) is Reason.BAD_MESSAGE


@pytest.mark.parametrize(
    "field", [{"n": -1}, {"n": 2**53}, {"n": "1"}, {"n": 1.0}, {"n": True}, {"move": "x" * 17}, {"move": b"D"}]
)
def test_numbers_and_texts_have_bounds(field: dict[str, Any]) -> None:
    assert decode(msgpack.packb({"t": "play", "n": 1, "v": 0, "move": "D"} | field)) is Reason.BAD_MESSAGE


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (b"", Reason.BAD_FRAME),
        (b"\xc1", Reason.BAD_FRAME),
        (b"\x81", Reason.BAD_FRAME),
        (b'{"t": "start"}', Reason.BAD_FRAME),
        (msgpack.packb([1, 2]), Reason.BAD_FRAME),
        (msgpack.packb({1: 2}), Reason.BAD_FRAME),
        (msgpack.packb({"t": "start"}) + b"\x00", Reason.BAD_FRAME),
        (b"\x91" * 3000, Reason.BAD_FRAME),
        (b"\xdf\xff\xff\xff\xff", Reason.BAD_FRAME),
        (msgpack.packb({}), Reason.UNKNOWN_MESSAGE),
        (msgpack.packb({"t": "cheat"}), Reason.UNKNOWN_MESSAGE),
        (msgpack.packb({"t": 7}), Reason.UNKNOWN_MESSAGE),
        (msgpack.packb({"t": "join", "name": "x" * MAX_FRAME}), Reason.FRAME_TOO_LARGE),
    ],
)
def test_what_is_no_message_is_told_so(frame: bytes, reason: Reason) -> None:
    assert decode(frame) is reason


@given(st.binary(max_size=200))
def test_no_bytes_raise(frame: bytes) -> None:
    decode(frame)


@given(st.recursive(st.none() | st.booleans() | st.integers(-9, 9) | st.text(), st.lists, max_leaves=8))
def test_no_values_raise(value: Any) -> None:
    for message in MESSAGES:
        for key in message:
            decode(msgpack.packb(message | {key: value}))


def test_a_session_begins_with_hello_and_has_one() -> None:
    hello, start, ping = (encode(m) for m in ({"t": "hello", "code": "x"}, {"t": "start"}, {"t": "ping", "c": 1}))
    session = Session("ana")
    assert not isinstance(session.receive(ping), Reason)
    assert session.receive(start) is Reason.OUT_OF_ORDER
    assert not isinstance(session.receive(hello), Reason)
    session.opened = True
    assert not isinstance(session.receive(start), Reason)
    assert session.receive(hello) is Reason.OUT_OF_ORDER
    assert session.receive(None) is Reason.BAD_FRAME


def test_pings_alone_keep_no_connection_that_has_opened_nothing() -> None:
    ping = encode({"t": "ping", "c": 1})
    session = Session("ana")
    session.receive(ping)
    assert not session.counts_as_heard
    session.receive(encode({"t": "hello", "code": "x"}))
    assert session.counts_as_heard
    session.opened = True
    session.receive(ping)
    assert session.counts_as_heard


def test_addresses_are_counted_by_household() -> None:
    assert counted_as("203.0.113.7") == "203.0.113.7"
    assert counted_as("2001:db8:1:2:3::4") == counted_as("2001:db8:1:2:ffff::") == "2001:db8:1:2::/64"
    assert counted_as("2001:db8:1:3::4") != counted_as("2001:db8:1:2::4")
    assert counted_as("testclient") == "testclient"


async def test_an_outbox_keeps_order_and_replaces_news() -> None:
    outbox = Outbox()
    outbox.put(b"a")
    outbox.put(b"progress 1", "progress")
    outbox.put(b"room 1", "room")
    outbox.put(b"b")
    outbox.put(b"progress 2", "progress")
    assert await outbox.take() == [b"a", b"progress 2", b"room 1", b"b"]


async def test_an_outbox_is_bounded_and_a_slow_client_is_told_to_come_back() -> None:
    outbox = Outbox()
    for _ in range(10 * LIMIT):
        outbox.put(b"news", "progress")
    for _ in range(LIMIT):
        outbox.put(b"x")
    assert outbox.closing is Reason.SLOW
    assert await outbox.take() == []
    outbox.put(b"y")
    assert outbox.closing is Reason.SLOW


def test_close_codes_say_whether_to_come_back() -> None:
    again = {reason for reason, code in CLOSE_CODES.items() if 4000 <= code < 4500}
    assert again == {Reason.GOING_AWAY, Reason.SLOW, Reason.TROUBLE, Reason.IDLE, Reason.TOO_MANY_SOCKETS}
    assert all(4000 <= code < 5000 for code in CLOSE_CODES.values())


def test_an_address_has_only_so_many_connections_open() -> None:
    sockets = Sockets(2)
    assert [sockets.take("192.0.2.7") for _ in range(3)] == [True, True, False]
    assert sockets.take("2001:db8::/64")
    sockets.give_back("192.0.2.7")
    assert [sockets.take("192.0.2.7") for _ in range(2)] == [True, False]
    assert all(sockets.take(address) for address in ("127.0.0.1", "::1/128", "testclient") for _ in range(2))
    assert sockets.take("127.0.0.1")
