"""An attempt to be seen again: the first table, and what each action did to it, as its player saw it. Pure.

Nothing but what `Attempt.view` and the engine's steps hold gets into it, as in live play; who may see it says `access`.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.attempt import Attempt
from engine.reasons import Reason as RuleReason
from engine.table import PileKind, Step
from server.actions import text_of
from server.events import Entry, Hinted, Played
from server.messages.replays import Replay, ReplayAction, ReplayPile, ReplayRacer, ReplayStep
from server.race import Race, Racer
from server.ranking import ranking


def actions(race: Race, deal_id: str, entries: Iterable[Entry]) -> Iterator[ReplayAction]:
    """Play an attempt log of the race again, one entry at a time; ValueError for one that does not fit the deal."""
    attempt = Attempt(deal_id)
    hints, known = 0, _counters(attempt, 0)
    for entry in entries:
        steps: list[Step] = []
        if isinstance(entry.event, Played):
            done = attempt.act(entry.event.move)
            if isinstance(done, RuleReason):
                raise ValueError(f"entry {entry.version} of an attempt log does not fit its deal: {done}")  # noqa: TRY004
            steps = done
        hints += isinstance(entry.event, Hinted)
        now = _counters(attempt, hints)
        yield ReplayAction(
            at_ms=race.played(entry.at),
            move=text_of(entry.event),
            steps=[_step(step) for step in steps],
            counters={name: count for name, count in now.items() if known.get(name) != count},
        )
        known = now


def replay(  # noqa: PLR0913 - what it is made of
    race: Race, racer: Racer, deal_id: str, done: Sequence[ReplayAction], *, code: str = "", solo: bool = False
) -> Replay:
    """The replay of a racer of a race that is folded to its end, from the actions of the attempt."""
    first = Attempt(deal_id)
    ended = racer.acted_at if racer.ended_at is None else racer.ended_at
    return Replay(
        code=code,
        race=race.number,
        player=racer.id,
        name=racer.name,
        robot=racer.robot,
        solo=solo,
        variant=first.table.variant.id,
        deal_id=deal_id,
        state=racer.state,
        starts_ms=racer.start_at - race.start_at,
        ends_ms=max(0, race.played(ended)),
        piles=[_pile(*pile) for pile in first.view().wire()],
        counters=_counters(first, 0),
        actions=list(done),
        splits=[race.played(at) for at in racer.splits],
        racers=[
            ReplayRacer(
                id=line["id"],
                name=line["name"],
                robot=line["robot"],
                place=line["place"],
                state=line["state"],
                time_ms=line["time_ms"],
            )
            for line in ranking(race)
        ],
    )


def best(race: Race) -> str:
    """Whose attempt is seen first where nobody's is asked for."""
    return ranking(race)[0]["id"]


def _counters(attempt: Attempt, hints: int) -> dict[str, int]:
    return attempt.counters() | {"hints": hints}


def _pile(kind: PileKind, cards: bytes, up: int) -> ReplayPile:
    return kind, list(cards), up


def _step(step: Step) -> ReplayStep:
    if step.op == "move":
        return ["move", step.pile, step.target, step.count]
    if step.op == "up":
        return ["up", step.pile, step.count, list(step.faces)]
    return [step.op, step.pile, step.count]
