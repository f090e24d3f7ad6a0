"""What stands in an attempt log, as text and back: moves as they are, and a word for everything else. Pure."""

from typing import Final

from server.events import AttemptEvent, Event, GaveUp, Hinted, Played, WentOn

HINT: Final = "hint"
GIVE_UP: Final = "give_up"
GO_ON: Final = "go_on"


def text_of(event: Event) -> str:
    """The text of an event in an attempt log; ValueError for one that has no place there."""
    match event:
        case Played(move=move):
            return move
        case Hinted():
            return HINT
        case GaveUp():
            return GIVE_UP
        case WentOn():
            return GO_ON
        case other:
            raise ValueError(f"{type(other).__name__} is no action")


def event_of(n: int, text: str) -> AttemptEvent:
    """The event with that text, as the `n`-th wish; whether a move is one is for the engine to say."""
    if text == HINT:
        return Hinted(n)
    if text == GIVE_UP:
        return GaveUp(n)
    return WentOn(n) if text == GO_ON else Played(n, text)
