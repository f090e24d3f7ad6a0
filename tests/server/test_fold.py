"""fold(log) = live state: whatever happens in a room, its logs alone give the same room again."""

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reasons import Reason as RuleReason
from server import audience, race, room
from server.commands import RoomMessage
from server.events import Entry, Finished, RoomEvent, pack, unpack
from server.messages.incoming import (
    AddRobot,
    Close,
    Configure,
    GiveUp,
    GoOn,
    Join,
    Kick,
    Leave,
    Play,
    Ready,
    Rematch,
    Start,
)
from server.reasons import Reason
from server.room import Room
from server.wire import encode
from tests.server.builders import T0, command, created

PLAYERS = ["ana", "bob", "eva", "joe"]


@dataclass
class Live:
    """A room with its logs, as Redis would keep them."""

    room: Room = field(default_factory=lambda: room.create("ABC234", Entry(1, T0, created(time_limit_ms=60_000))))
    room_log: list[Entry] = field(default_factory=lambda: [Entry(1, T0, created(time_limit_ms=60_000))])
    attempt_logs: dict[tuple[int, str], list[Entry]] = field(default_factory=dict)
    now: int = T0

    def command(self, player: str, message: RoomMessage) -> None:
        events = command(self.room, player, message)
        if not isinstance(events, Reason | RuleReason):
            for event in events:
                self.append(event)

    def append(self, event: RoomEvent) -> None:
        entry = Entry(self.room.version + 1, self.now, event)
        room.apply(self.room, entry)
        self.room_log.append(entry)

    def wish(self, player: str, choice: int) -> None:
        on = self.room.race
        if on is None or player not in on.racers:
            return
        racer = on.racers[player]
        moves = [*racer.attempt.legal(), "U", "1>1"]
        event = race.decide(
            on, racer, Play(t="play", n=racer.n + 1, v=racer.version, move=moves[choice % len(moves)]), self.now
        )
        if choice % 10 == 0:
            event = race.decide(on, racer, GiveUp(t="give_up", n=racer.n + 1, v=racer.version), self.now)
        if choice % 10 == 1:
            event = race.decide(on, racer, GoOn(t="go_on", n=racer.n + 1, v=racer.version), self.now)
        if isinstance(event, Reason | RuleReason):
            return
        entry = Entry(racer.version + 1, self.now, event)
        room.apply_attempt(self.room, player, entry)
        self.attempt_logs.setdefault((on.number, player), []).append(entry)

    def tick(self) -> None:
        event = room.due(self.room, self.now, set())
        if event is not None:
            self.append(event)


def stored(entry: Entry) -> Entry:
    """An entry as it comes back from the log."""
    return Entry(entry.version, entry.at, unpack(pack(entry.event)))


def refold(live: Live) -> Room:
    """The room from its logs alone: the moves of a race come between its start and its end."""
    first, *rest = live.room_log
    again = room.create("ABC234", stored(first))
    for entry in rest:
        if isinstance(entry.event, Finished):
            take_moves(again, live)
        room.apply(again, stored(entry))
    take_moves(again, live)
    return again


def take_moves(again: Room, live: Live) -> None:
    if again.race is not None and again.race.over_at is None:
        for (number, player), log in live.attempt_logs.items():
            for entry in log if number == again.race.number else ():
                room.apply_attempt(again, player, stored(entry))


def everything(of: Room, now: int) -> list[bytes]:
    """All that can be seen of a room."""
    frames = [encode(audience.room_message(of, {"ana"}, now))]
    if of.race is not None:
        frames.append(encode(audience.progress_message(of.race, {"ana"}, now)))
        frames += [encode(audience.table_message(racer, own=True)) for racer in of.race.racers.values()]
    return frames


MESSAGES: list[RoomMessage] = [
    *(Join(t="join", name=name) for name in ("Ana", "Bob", "Eva")),
    Ready(t="ready", ready=True),
    Ready(t="ready", ready=True),
    Ready(t="ready", ready=False),
    Start(t="start"),
    Leave(t="leave"),
    Rematch(t="rematch"),
    AddRobot(t="add_robot", strength="hard"),
    Kick(t="kick", player="robot-0"),
    Kick(t="kick", player="bob"),
    Configure(t="configure", racers=4, undo="no_reveal", closing_s=20),
    Configure(t="configure", racers=3, variant="maze"),
    Close(t="close"),
]


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(PLAYERS), st.integers(0, 10**6), st.integers(1, 2000)), max_size=60))
def test_the_logs_alone_give_the_same_room_again(happenings: list[tuple[str, int, int]]) -> None:
    live = Live()
    for player, choice, after_ms in happenings:
        live.now += after_ms
        if live.room.race is None or choice % 13 == 0:
            live.command(player, MESSAGES[choice % len(MESSAGES)])
        else:
            live.wish(player, choice)
        live.tick()
    assert everything(refold(live), live.now) == everything(live.room, live.now)
    assert live.room.version == len(live.room_log)
