"""Help for the racers of one room: hints, and where a hint sees no way on, what is thought about it aside.

Everything is worked out from the racer's view, and told to that racer alone. What a longer thought has found stays
known as long as the racer is on that way, so that the next hint follows it.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from engine import hints
from engine.advice import PROGRESS, Advice, Hint
from engine.moves import DEAL, Move
from engine.verdict import all_known
from engine.views import View
from server.messages.outgoing import Bar
from server.race import Race, Racer
from server.thinkers import Thinkers
from server.thought import Answer, OfView

VERDICT_S: Final = 2.0
WALK_S: Final = 1.0
"""CPU time that a hint may take aside."""
FIRM: Final = PROGRESS - {Advice.CHAIN}
"""Advice that is given even where a line is known that wins: the order of hints is fixed [000]."""

Tell = Callable[[Racer, Hint | None, Bar | None], None]
"""Tells a racer a hint (None: it is being thought about) and a bar."""


class Help:
    """Holds the ways that racers were shown, and asks for them."""

    def __init__(self, room: str, tell: Tell, thinkers: Thinkers) -> None:
        self._room = room
        self._tell = tell
        self._thinkers = thinkers
        self._ways: dict[str, dict[View, tuple[Advice, Move]]] = {}

    async def hint(self, racer: Racer) -> None:
        """Tell a racer what to do next; first that it is being thought about, if it takes a while."""
        view, hint = racer.attempt.view(), racer.attempt.hint()
        known = self._ways.get(racer.id, {}).get(view)
        if known is not None:
            self._tell(racer, Hint(known[0], (known[1],)), None)
        elif all_known(view):
            self._tell(racer, None, "thinking")
            await self._judge(racer, view, hint)
        elif hint.advice not in PROGRESS:
            self._tell(racer, None, "thinking")
            await self._seek(racer, view, hint)
        else:
            self._tell(racer, hint, None)

    def moved(self, on: Race, racer: Racer) -> bool:
        """A racer has moved, and what was thought about is past. Returns whether `warn` is to be called [002]."""
        self._thinkers.drop(self._who(racer))
        attempt = racer.attempt
        if not on.hints or racer.robot or racer.state != "racing" or not hints.warns(attempt.view()):
            return False
        return not attempt.finish() and attempt.hint().advice not in PROGRESS and bool(attempt.legal())

    async def warn(self, racer: Racer) -> None:
        """Look whether no way leads on, and tell the racer if so."""
        view = racer.attempt.view()
        answer = await self._ask(racer, "walk", view, WALK_S)
        if answer is not None and answer.status == "none":
            self._tell(racer, racer.attempt.hint(), "no_progress")

    def forget(self) -> None:
        """The cards have changed."""
        self._ways.clear()

    async def _judge(self, racer: Racer, view: View, hint: Hint) -> None:
        """All is known: can it still be won? Only here may a hint say that it can't [000]."""
        answer = await self._ask(racer, "verdict", view, VERDICT_S)
        if answer is None:
            return
        if answer.status == "unknown" and hint.advice not in PROGRESS:
            await self._seek(racer, view, hint)
        elif answer.status == "won" and hint.advice not in FIRM and answer.line:
            self._show(racer, view, Advice.SOLUTION, answer.line)
        else:
            self._tell(racer, hint, "lost" if answer.status == "lost" else None)

    async def _seek(self, racer: Racer, view: View, hint: Hint) -> None:
        """No move brings progress; perhaps several do."""
        answer = await self._ask(racer, "walk", view, WALK_S)
        if answer is None:
            return
        if answer.status == "way":
            self._show(racer, view, Advice.WAY, answer.line)
            return
        if hint.advice is Advice.FILL:
            self._ways[racer.id] = _way(view, hint.advice, hint.line)
        self._tell(racer, hint, "no_progress" if answer.status == "none" else None)

    async def _ask(self, racer: Racer, kind: Literal["verdict", "walk"], view: View, seconds: float) -> Answer | None:
        """The answer; None if the racer has moved on meanwhile."""
        version = racer.version
        answer = await self._thinkers.ask(self._who(racer), OfView(kind, view, tuple(racer.attempt.best), seconds))
        return answer if racer.version == version and racer.state == "racing" else None

    def _show(self, racer: Racer, view: View, advice: Advice, line: Sequence[Move]) -> None:
        self._ways[racer.id] = _way(view, advice, line)
        self._tell(racer, Hint(advice, tuple(line)), None)

    def _who(self, racer: Racer) -> str:
        return f"{self._room} {racer.id}"


def _way(view: View, advice: Advice, line: Sequence[Move]) -> dict[View, tuple[Advice, Move]]:
    """The next move wherever one is on a line."""
    way = {at: (advice, move) for at, move in zip(hints.along(view, line), line, strict=True)}
    if advice is Advice.FILL:
        way |= {at: (Advice.ROW, DEAL) for at, (_, move) in way.items() if move == DEAL}
    return way
