"""One race: several attempts at one deal, from one start. Pure: times are passed in, in ms of Redis' clock.

What a racer may do is decided here (`decide` gives an event or a reason), what an event did is folded here (`apply`),
and nothing here knows of sockets, of Redis or of who is watching.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final, Literal

from engine.attempt import UNDO, Attempt
from engine.reasons import Reason as RuleReason
from engine.table import Step
from server.events import AttemptEvent, Entry, Finished, GaveUp, Hinted, Paused, Played, Resumed, WentOn
from server.messages import Strength, Undo
from server.messages.incoming import AskHint, GiveUp, GoOn, Play, Tap
from server.messages.outgoing import AttemptState
from server.reasons import Reason

MOST_ACTIONS: Final = 5_000
"""Actions in one attempt, undos included: ten times what a long game takes, and a bound for the log and its fold."""
GIVE_UP_AFTER_MS: Final = 5_000
"""Giving up earlier than this is nearly always a slip of the finger [race.md]. Programs don't slip."""
CLOCKS_DIFFER_MS: Final = 1_000
"""By more than this no two servers' clocks differ; so much later is shown what depends on its being too late."""
MOST_PAUSES: Final = 1_000
"""Pauses of one game, a bound for the log: beyond it the clock runs on."""
GO_ON_WITHIN_MS: Final = 10_000
"""For so long giving up can be taken back, and the race waits for it [race.md]."""
ABANDONED_AFTER_MS: Final = 600_000
"""A race that everyone has left for so long, although nobody has ended, is over."""
GONE_AFTER_MS: Final = 120_000
"""A racer away for longer no longer holds up those who have ended: nobody away can block the end [race.md]."""


@dataclass(slots=True)
class Racer:
    """One player's attempt in a race. Its version counts hints, and giving up, besides the actions of `attempt`."""

    id: str
    name: str
    robot: bool
    attempt: Attempt
    strength: Strength | None = None
    """Of a robot of the server's own; None for everyone else."""
    team: int | None = None
    start_at: int = 0
    """When the attempt may begin: with the race, or later if others have a longer head start."""
    state: AttemptState = "racing"
    version: int = 0
    """Entries of the attempt log that are folded in."""
    n: int = 0
    """Number of the last wish that was accepted."""
    hints: int = 0
    hinted_at: int | None = None
    """Version of the last hint: as long as it is the latest, the same hint may be given again."""
    home: int = 0
    """Most sets (or cards) at home so far, and the fewest face-down cards with them: what counts for those who do not
    finish. Undo does not take it back."""
    down: int = 0
    reached_at: int = 0
    """When that was reached."""
    ended_at: int | None = None
    acted_at: int = 0
    """When the last entry of the attempt log was taken; before there is one, when the race starts."""
    splits: list[int] = field(default_factory=list)
    """When the first set (or card) was at home, the second, and so on: as many as `home`."""


@dataclass(slots=True)
class Race:
    """The attempts at one deal, and the times that bound them."""

    number: int
    """1 for a room's first race."""
    start_at: int
    deadline: int | None
    """When the time is up; after the first has finished it may come nearer."""
    closing_ms: int | None = None
    undo: Undo = "on"
    hints: bool = True
    racers: dict[str, Racer] = field(default_factory=dict)
    over_at: int | None = None
    pauses: list[tuple[int, int]] = field(default_factory=list)
    """When the clock of a game alone stood still, from and to, one after the other; `paused_at` is not among them."""
    paused_at: int | None = None
    """Since when it stands still now."""

    def started(self, now: int) -> bool:
        """Whether the countdown has ended."""
        return now >= self.start_at

    def clock(self, now: int) -> int:
        """The race clock: below zero in the countdown, standing still when the race is over."""
        return self.played(now if self.over_at is None else self.over_at)

    def played(self, at: int) -> int:
        """What the race clock showed at a time: pauses do not count, in whatever order the logs are read."""
        stood = sum(min(to, at) - since for since, to in self.pauses if since < at)
        if self.paused_at is not None:
            stood += max(0, at - self.paused_at)
        return at - self.start_at - stood


Wish = Play | Tap | AskHint | GiveUp | GoOn


def decide(race: Race, racer: Racer, wish: Wish, now: int) -> AttemptEvent | Reason | RuleReason:
    """The event that a racer's wish amounts to, or why it is none."""
    if (closed := _closed(race, racer, now)) is not None:
        return closed
    if wish.v != racer.version:
        return Reason.STALE
    if isinstance(wish, GoOn):
        return WentOn(wish.n) if may_go_on(racer, now) else Reason.TOO_LATE
    if racer.state != "racing":
        return Reason.RACE_OVER
    if racer.version >= MOST_ACTIONS and not isinstance(wish, GiveUp):
        return Reason.TOO_MANY_ACTIONS
    return _event(race, racer, wish, now)


def _event(
    race: Race, racer: Racer, wish: Play | Tap | AskHint | GiveUp, now: int
) -> AttemptEvent | Reason | RuleReason:
    match wish:
        case Play(n=n, move=move):
            return racer.attempt.refusal(move) or _undo_refusal(race, racer, move) or Played(n, move)
        case Tap(n=n, pile=pile, count=count):
            move = racer.attempt.tap(pile, count)
            return move if isinstance(move, RuleReason) else Played(n, move)
        case AskHint(n=n):
            return Hinted(n) if race.hints else Reason.HINTS_OFF
        case GiveUp(n=n):
            slip = now - racer.start_at < GIVE_UP_AFTER_MS and not racer.robot
            return Reason.TOO_EARLY if slip else GaveUp(n)


def _closed(race: Race, racer: Racer, now: int) -> Reason | None:
    """Why a racer may not move now, if so."""
    if now < racer.start_at:
        return Reason.NOT_STARTED
    if race.over_at is not None or (race.deadline is not None and now >= race.deadline):
        return Reason.RACE_OVER
    return Reason.PAUSED if race.paused_at is not None else None


def _undo_refusal(race: Race, racer: Racer, move: str) -> Reason | None:
    if move != UNDO or race.undo == "on":
        return None
    if race.undo == "off":
        return Reason.UNDO_OFF
    return Reason.UNDO_REVEALS if racer.attempt.reveals else None


def latest(race: Race, racer: Racer, wish: Wish) -> int | None:
    """By when the log must have taken a wish, on Redis' clock; the servers' own may differ a little."""
    if not isinstance(wish, GoOn) or racer.ended_at is None:
        return race.deadline
    regret_until = racer.ended_at + GO_ON_WITHIN_MS
    return regret_until if race.deadline is None else min(race.deadline, regret_until)


def may_go_on(racer: Racer, now: int) -> bool:
    """Whether a racer has given up, and may still take it back. Programs don't change their mind."""
    if racer.state != "gave_up" or racer.ended_at is None or racer.robot:
        return False
    return now < racer.ended_at + GO_ON_WITHIN_MS


def apply(race: Race, player: str, entry: Entry) -> list[Step]:
    """Fold the next entry of a racer's attempt log into the race; returns what it did to the table.

    The log is the truth: an entry that the engine refuses means a log written by other rules, which is a ValueError.
    """
    racer = race.racers[player]
    steps: list[Step] = []
    match entry.event:
        case Played(n=n, move=move):
            done = racer.attempt.act(move)
            if isinstance(done, RuleReason):
                raise ValueError(f"entry {entry.version} of an attempt log does not fit its deal: {done}")  # noqa: TRY004
            racer.n, steps = n, done
            home, down = racer.attempt.home, racer.attempt.down
            racer.splits += [entry.at] * (home - racer.home)
            if (home, -down) > (racer.home, -racer.down):
                racer.home, racer.down, racer.reached_at = home, down, entry.at
            if racer.attempt.won:
                racer.state, racer.ended_at = "finished", entry.at
                _close_in(race, entry.at)
        case Hinted(n=n):
            racer.n, racer.hints, racer.hinted_at = n, racer.hints + 1, entry.version
        case GaveUp(n=n):
            racer.n, racer.state, racer.ended_at = n, "gave_up", entry.at
        case WentOn(n=n):
            racer.n, racer.state, racer.ended_at = n, "racing", None
        case _:
            raise ValueError(f"a {type(entry.event).__name__} does not belong into an attempt log")
    racer.version, racer.acted_at = entry.version, entry.at
    return steps


def _close_in(race: Race, finished_at: int) -> None:
    """Somebody has finished: the others may have a little time left."""
    if race.closing_ms is not None:
        closes_at = finished_at + race.closing_ms
        race.deadline = closes_at if race.deadline is None else min(race.deadline, closes_at)


def apply_to_all(race: Race, entry: Entry) -> None:
    """Fold an entry of the room log that stops the clock, lets it run, or ends the race."""
    match entry.event:
        case Paused(since):
            # The clock never stood still since before the last pause ended, whatever was known of the player's absence.
            earliest = race.pauses[-1][1] if race.pauses else race.start_at
            race.paused_at = max(entry.at if since is None else since, earliest)
        case Resumed() if race.paused_at is not None:
            race.pauses.append((race.paused_at, max(entry.at, race.paused_at)))
            race.paused_at = None
        case Finished(why):
            finish(race, entry, why)


def finish(race: Race, entry: Entry, why: Literal["all_ended", "time_limit", "away"]) -> None:
    """Fold the end of the race: those still racing ran out of time, or were away; robots that nobody races any more."""
    race.over_at = entry.at
    for racer in race.racers.values():
        if racer.state != "racing":
            continue
        left: AttemptState = "away" if why == "away" else "time_up"
        racer.state = "stopped" if racer.strength is not None and why != "time_limit" else left
        racer.ended_at = entry.at


def due_at(race: Race, seen: Mapping[str, int]) -> int | None:
    """When `due` will have something to say if nobody comes back and nothing is done; None: it is over.

    `seen`: when each racer was there last.
    """
    if race.over_at is not None:
        return None
    guests = [racer for racer in race.racers.values() if racer.strength is None]
    racing = [racer.id for racer in guests if racer.state == "racing"]
    if racing:
        patience = GONE_AFTER_MS if len(racing) < len(guests) else ABANDONED_AFTER_MS
        ends = max(race.start_at, *(seen[player] + patience for player in racing))
    else:
        ended = ((racer, racer.ended_at or race.start_at) for racer in guests)
        ends = max((at + GO_ON_WITHIN_MS if may_go_on(racer, at) else at for racer, at in ended), default=race.start_at)
    return ends if race.deadline is None else min(ends, race.deadline)


def due(race: Race, now: int, gone: AbstractSet[str], long_gone: AbstractSet[str] = frozenset()) -> Finished | None:
    """The end of the race, if it is time for it.

    `gone`: players who have been away for longer than GONE_AFTER_MS, `long_gone`: than ABANDONED_AFTER_MS.

    Only a suggestion: many servers may make it, and the append decides whose is taken.
    """
    if race.over_at is not None:
        return None
    if race.deadline is not None and now >= race.deadline:
        return Finished("time_limit")
    guests = [racer for racer in race.racers.values() if racer.strength is None]  # for whom the server's robots race
    racing = [racer.id for racer in guests if racer.state == "racing"]
    if not racing:
        regrets = any(may_go_on(racer, now) for racer in guests)
        return None if regrets else Finished("all_ended")
    if race.started(now) and set(racing) <= (gone if len(racing) < len(guests) else long_gone):
        return Finished("away")
    return None
