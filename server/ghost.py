"""A ghost: how far a run that is over was at each moment, for somebody who races it alone. Pure.

It is made of a replay, so that it can tell nothing that the replay would not; whose may be raced is `access`'s to say.
"""

from collections.abc import Sequence
from typing import Final

from engine.attempt import Attempt
from engine.reasons import Reason as RuleReason
from server.messages.ghosts import Ghost, Mark
from server.messages.replays import Replay
from server.recording import Recording

SOLVER: Final = "solver"
"""Stands for a player where the solver's line is to be raced."""
MOVE_MS: Final = 2_000
"""A quick hand's pace, for a line that was found without one: for each move ..."""
LOOK_MS: Final = 600
"""... and for each card that it turns up, which is looked at."""

_HOME: Final = ("sets", "home", "placed")
"""The counters that tell how far a game is, one in each family."""


def ghost(of: Replay) -> Ghost:
    """The ghost of an attempt that is over."""
    now = dict(of["counters"])
    marks = [_mark(0, now)]
    for action in of["actions"]:
        now |= action["counters"]
        mark = _mark(max(0, action["at_ms"] - of["starts_ms"]), now)
        if mark[1:] != marks[-1][1:]:
            marks.append(mark)
    return Ghost(
        player=of["player"] if of["code"] else "",
        name=of["name"],
        robot=of["robot"],
        variant=of["variant"],
        state=of["state"],
        time_ms=max(0, of["ends_ms"] - of["starts_ms"]),
        marks=marks,
    )


def paced(deal_id: str, line: Sequence[str]) -> Recording:
    """A line of moves that wins a deal, as if it had been played by hand; ValueError if it can't be played."""
    attempt = Attempt(deal_id)
    at, actions = 0, []
    for move in line:
        steps = attempt.act(move)
        if isinstance(steps, RuleReason):
            raise ValueError(f"a line does not fit its deal: {steps}")  # noqa: TRY004 - the line's value
        at += MOVE_MS + LOOK_MS * sum(step.count for step in steps if step.op == "up")
        actions.append((at, move))
    return Recording(deal_id, robot=True, actions=tuple(actions))


def _mark(at: int, counters: dict[str, int]) -> Mark:
    home = next(counters[name] for name in _HOME if name in counters)
    return at, home, counters["moves"], counters.get("down", 0)
