"""What is asked of a process that thinks, what it answers, and the thinking itself. Pure: the clock is passed in.

A question holds what may be looked at: a player's view, or, for a deal that nobody plays yet, its ID.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import msgpack

from engine import hints, moves, solvers
from engine.advice import Walk
from engine.deals import deal, variant_of
from engine.games import VARIANTS, family
from engine.moves import Move
from engine.solvers.search import Search
from engine.verdict import verdict
from engine.views import PileView, View

SLICE: Final = 200
"""Positions between two looks at the clock."""

Status = Literal["won", "lost", "way", "none", "unknown"]


@dataclass(frozen=True, slots=True)
class OfView:
    """Whether this can be won ("verdict"), or whether any way leads on ("walk")."""

    kind: Literal["verdict", "walk"]
    view: View
    best: tuple[int, ...]
    seconds: float
    """Of CPU time, after which the answer is "unknown"."""


@dataclass(frozen=True, slots=True)
class OfDeal:
    """Whether this deal can be won, all its cards known."""

    deal: str
    seconds: float


Question = OfView | OfDeal


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found: a line that wins or leads on, that there is none, or nothing."""

    status: Status
    line: tuple[Move, ...] = ()


UNKNOWN: Final = Answer("unknown")


def think(question: Question, now: Callable[[], float], stopped: Callable[[], bool]) -> Answer:
    """The answer, or UNKNOWN when the time is up or nobody wants it any more. `now`: seconds, rising."""
    work = _work(question)
    if work is None:
        return UNKNOWN
    end = now() + question.seconds
    while now() < end and not stopped():
        found = work.run(SLICE)
        if found is not None:
            return Answer(found.status, tuple(found.moves))
    return UNKNOWN


def _work(question: Question) -> Walk | Search | None:
    match question:
        case OfDeal(deal=name):
            return solvers.search(deal(name))
        case OfView(kind="verdict"):
            return verdict(question.view)
        case OfView():
            return hints.walk(question.view, question.best)


def pack_question(question: Question) -> bytes:
    """The bytes of a question."""
    if isinstance(question, OfDeal):
        fields: dict[str, object] = {"deal": question.deal, "seconds": question.seconds}
    else:
        fields = {
            "kind": question.kind,
            "variant": question.view.variant.id,
            "piles": question.view.wire(),
            "best": question.best,
            "seconds": question.seconds,
        }
    data: bytes = msgpack.packb(fields)
    return data


def unpack_question(data: bytes) -> Question:
    """The question in these bytes."""
    fields = msgpack.unpackb(data)
    if "deal" in fields:
        return OfDeal(**fields)
    view = View(VARIANTS[fields["variant"]], [PileView(kind, list(cards), up) for kind, cards, up in fields["piles"]])
    return OfView(fields["kind"], view, tuple(fields["best"]), fields["seconds"])


def pack_answer(answer: Answer) -> bytes:
    """The bytes of an answer."""
    data: bytes = msgpack.packb([answer.status, answer.line])
    return data


def unpack_answer(data: bytes) -> Answer:
    """The answer in these bytes."""
    status, line = msgpack.unpackb(data)
    return Answer(status, tuple(Move(*move) for move in line))


def notation(name: str, line: tuple[Move, ...]) -> str:
    """A line of a deal as text: moves in notation, with spaces between."""
    layout = family(variant_of(name)).layout(variant_of(name))
    return " ".join(moves.format(move, layout) for move in line)
