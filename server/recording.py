"""An attempt as a small text file that people can read: docs/replays.md describes it. Pure.

    corrida attempt 1
    deal: S4-7KQ2M-9XD40-TBZRE
    player: Ana

    0:03.214 3>5x2
    0:05.020 D

`parse` reads what `to_text` writes, and tells the line and the reason where it can't. Whether the moves are legal is
told by `entries`, which play them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from engine.attempt import Attempt
from engine.deals import parse_deal_id
from engine.reasons import Reason as RuleReason
from server import race as races
from server.actions import GIVE_UP, GO_ON, HINT, event_of, text_of
from server.events import Entry
from server.players import clean_name
from server.race import MOST_ACTIONS, Race, Racer, may_go_on
from server.reasons import Reason

TITLE: Final = "corrida attempt"
VERSION: Final = 1
MOST_BYTES: Final = 160 * 1024
"""A file with as many actions as an attempt can have is smaller."""
PLAYER: Final = "player"
"""Id of the only racer of a race that was read from a file."""

End = Literal["time_up", "away", "stopped"]
"""How an attempt ended that neither was won nor given up; nothing comes after it."""
_ENDS: Final = get_args(End)
_TIME: Final = re.compile(r"([0-9]{1,6}):([0-5][0-9])\.([0-9]{3})")
_FIRST: Final = re.compile(rf"{TITLE} ([0-9]{{1,9}})")
_FIELDS: Final = ("deal", "player", "robot", "starts")


@dataclass(frozen=True, slots=True)
class Recording:
    """What the file says. Times are those of the race clock, in ms, pauses left out."""

    deal_id: str
    player: str = ""
    """Name; empty if nobody is told."""
    robot: bool = False
    starts_ms: int = 0
    """When the attempt could begin: later than 0 if others had a head start."""
    actions: tuple[tuple[int, str], ...] = ()
    """Time, and a move in notation, ``U``, "hint", "give_up" or "go_on"."""
    end: tuple[int, End] | None = None
    lines: tuple[int, ...] = field(default=(), compare=False)
    """Where the actions stand in the file that was read."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a file can't be read: a reason, and the line at fault."""

    line: int
    reason: Reason | RuleReason


def recording(race: Race, racer: Racer, deal_id: str, log: Sequence[Entry]) -> Recording:
    """The recording of a racer's attempt, from its log; the race must be folded."""
    end: tuple[int, End] | None = None
    match racer.state:
        case "time_up" | "away" | "stopped" as how if racer.ended_at is not None:
            end = (race.played(racer.ended_at), how)
    return Recording(
        deal_id,
        racer.name,
        racer.robot,
        racer.start_at - race.start_at,
        tuple((race.played(entry.at), text_of(entry.event)) for entry in log),
        end,
    )


def to_text(made: Recording) -> str:
    """The file."""
    head = [f"{TITLE} {VERSION}", f"deal: {made.deal_id}"]
    if made.player:
        head.append(f"player: {made.player}")
    if made.robot:
        head.append("robot: yes")
    if made.starts_ms:
        head.append(f"starts: {_clock(made.starts_ms)}")
    told = [*made.actions, *([made.end] if made.end is not None else [])]
    return "\n".join([*head, "", *(f"{_clock(at)} {text}" for at, text in told), ""])


def is_recording(text: str) -> bool:
    """Whether this is meant to be such a file, of whatever version."""
    return text.removeprefix("\ufeff").startswith(TITLE)


def parse(text: str) -> Recording | Flaw:
    """What a file says, or what is wrong with it. Blank lines, and lines that begin with ``#``, say nothing."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        return Flaw(1, Reason.FILE_TOO_LARGE)
    first, *rest = text.removeprefix("\ufeff").split("\n")
    found = _FIRST.fullmatch(first.strip())
    if found is None:
        return Flaw(1, Reason.BAD_FILE)
    if int(found[1]) != VERSION:
        return Flaw(1, Reason.FILE_TOO_NEW)
    reader = _Reader()
    for number, line in enumerate(rest, start=2):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        reason = reader.read(number, said)
        if reason is not None:
            return Flaw(number, reason)
    return reader.done() or Flaw(len(rest) + 1, Reason.BAD_FILE)


class _Reader:
    """What was read so far."""

    def __init__(self) -> None:
        self._head: dict[str, str] = {}
        self._starts_ms = 0
        self._at = 0
        self._actions: list[tuple[int, str]] = []
        self._lines: list[int] = []
        self._end: tuple[int, End] | None = None

    def read(self, number: int, said: str) -> Reason | RuleReason | None:
        """Take the next line that says something, or why not."""
        name, colon, value = said.partition(":")
        if colon and name in _FIELDS:
            return self._field(name, value.strip())
        return self._action(number, said)

    def done(self) -> Recording | None:
        """All of it; None without a deal."""
        if "deal" not in self._head:
            return None
        return Recording(
            self._head["deal"],
            self._head.get("player", ""),
            "robot" in self._head,
            self._starts_ms,
            tuple(self._actions),
            self._end,
            tuple(self._lines),
        )

    def _field(self, name: str, value: str) -> Reason | RuleReason | None:
        if name in self._head or self._actions or self._end is not None:
            return Reason.BAD_LINE
        read: str | Reason | RuleReason = value
        match name:
            case "deal":
                read = parse_deal_id(value)
            case "player":
                read = clean_name(value)
            case "robot" if value != "yes":
                return Reason.BAD_LINE
            case "starts":
                at = _ms(value)
                if at is None:
                    return Reason.BAD_TIME
                self._starts_ms = self._at = at
        if isinstance(read, Reason | RuleReason):
            return read
        self._head[name] = read
        return None

    def _action(self, number: int, said: str) -> Reason | None:
        time, _, action = said.partition(" ")
        action = action.strip()
        if not action or len(action) > 16 or self._end is not None or "deal" not in self._head:
            return Reason.BAD_LINE
        at = _ms(time)
        if at is None or at < self._at:
            return Reason.BAD_TIME
        self._at = at
        for end in _ENDS:
            if action == end:
                self._end = (at, end)
                return None
        if len(self._actions) >= MOST_ACTIONS:
            return Reason.TOO_MANY_ACTIONS
        self._actions.append((at, action))
        self._lines.append(number)
        return None


def new_race(made: Recording) -> Race:
    """The race of one that a recording is of, before its first action."""
    attempt = Attempt(made.deal_id)
    race = Race(1, 0, None)
    race.racers[PLAYER] = Racer(
        PLAYER,
        made.player,
        made.robot,
        attempt,
        start_at=made.starts_ms,
        down=attempt.down,
        reached_at=made.starts_ms,
        acted_at=made.starts_ms,
    )
    return race


def entries(made: Recording, race: Race) -> Iterator[Entry | Flaw]:
    """Play a recording in its `new_race`, to the end or to the first action that is not legal."""
    racer = race.racers[PLAYER]
    for i, (at, text) in enumerate(made.actions):
        reason = _refusal(racer, text, at)
        if reason is not None:
            yield Flaw(made.lines[i] if made.lines else i + 1, reason)
            return
        entry = Entry(i + 1, at, event_of(i + 1, text))
        races.apply(race, PLAYER, entry)
        yield entry
    if made.end is not None and racer.state == "racing":
        racer.ended_at, racer.state = made.end


def _refusal(racer: Racer, text: str, at: int) -> Reason | RuleReason | None:
    if text == GO_ON:
        return None if may_go_on(racer, at) else Reason.TOO_LATE
    if racer.state != "racing":
        return Reason.RACE_OVER
    return None if text in {HINT, GIVE_UP} else racer.attempt.refusal(text)


def _clock(ms: int) -> str:
    minutes, rest = divmod(ms, 60_000)
    return f"{minutes}:{rest // 1000:02}.{rest % 1000:03}"


def _ms(text: str) -> int | None:
    found = _TIME.fullmatch(text)
    return None if found is None else int(found[1]) * 60_000 + int(found[2]) * 1000 + int(found[3])
